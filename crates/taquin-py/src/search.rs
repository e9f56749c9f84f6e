//! The optimal search for one board in work units, for `taquin.cluster`.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::prelude::*;
use taquin::{
    CanonicalProblem, Checkpoint, Direction, Path, Stats, UnitError, UnitReport, UnitSearch, Units,
    Watch, WorkUnit, solvability,
};

use crate::board::BoardArgument;
use crate::errors::{CancelledError, invalid, of_checkpoint, of_solve};
use crate::monitor::Monitor;
use crate::options::Options;

/// Runs units of iterations of IDA*; its tables are built or mapped when it is made.
#[pyclass(name = "Units", module = "taquin._native", frozen)]
pub(crate) struct PyUnits(Units);

/// The path, if one was found, and for each unit run the nodes expanded and generated.
type Reports = (Option<String>, Vec<(u64, u64)>);

#[pymethods]
impl PyUnits {
    #[new]
    fn new(py: Python<'_>, board: BoardArgument, options: Options) -> PyResult<PyUnits> {
        let monitor = Arc::new(Monitor::new(None));
        let limits = options.limits(options.threads()?)?;
        let solver = options.solver(&monitor)?.limits(limits);
        let (units, outcome) =
            monitor.run(py, options.progress.as_ref(), || solver.units(&board.0));
        outcome?;
        units.map(PyUnits).map_err(|error| of_solve(py, error))
    }

    /// Runs units one after the other on one thread, until one has a path.
    fn run(&self, py: Python<'_>, units: Vec<String>) -> PyResult<Reports> {
        let units = parse(&units)?;
        let monitor = Monitor::new(None);
        let (result, outcome) = monitor.run(py, None, || {
            let mut counts = Vec::with_capacity(units.len());
            for unit in &units {
                let observe = |progress: &taquin::Progress| monitor.observe(progress);
                let watch = Watch::new(taquin::Limits::default(), Some(&observe));
                if monitor.is_cancelled() {
                    return Err(taquin::Stop::Cancelled.into());
                }
                let UnitReport { path, stats } = self.0.run(unit, &watch)?;
                counts.push((stats.expanded, stats.generated));
                if let Some(path) = path {
                    return Ok((Some(path.to_string()), counts));
                }
            }
            Ok((None, counts))
        });
        outcome?;
        result.map_err(|error| match error {
            UnitError::Stopped(stop) => CancelledError::new_err(stop.to_string()),
            UnitError::WorkUnit(error) => invalid(error),
        })
    }
}

fn parse(units: &[String]) -> PyResult<Vec<WorkUnit>> {
    let units: Result<_, _> = units.iter().map(|unit| unit.parse()).collect();
    units.map_err(invalid)
}

/// The file of a search, open and locked, before there are tables.
#[pyclass(name = "Checkpoint", module = "taquin._native")]
pub(crate) struct PyCheckpoint(Option<Checkpoint>);

#[pymethods]
impl PyCheckpoint {
    #[new]
    fn new(
        py: Python<'_>,
        file: PathBuf,
        board: BoardArgument,
        goal: BoardArgument,
    ) -> PyResult<PyCheckpoint> {
        let solvability = solvability(&board.0, &goal.0).map_err(invalid)?;
        solvability
            .check()
            .map_err(|error| of_solve(py, error.into()))?;
        let problem = CanonicalProblem::new(&board.0, &goal.0);
        let checkpoint = Checkpoint::open(&file, &problem);
        Ok(PyCheckpoint(Some(checkpoint.map_err(of_checkpoint)?)))
    }

    /// Lets the file go.
    fn close(&mut self) {
        self.0 = None;
    }
}

/// Says which units are to be run, and takes what came of them.
#[pyclass(name = "UnitSearch", module = "taquin._native")]
pub(crate) struct PyUnitSearch(UnitSearch);

#[pymethods]
impl PyUnitSearch {
    /// With a checkpoint, which is used up, the search goes on where that ends.
    #[new]
    fn new(
        py: Python<'_>,
        units: &PyUnits,
        checkpoint: Option<PyRefMut<'_, PyCheckpoint>>,
    ) -> PyResult<PyUnitSearch> {
        let units = units.0.clone();
        let search = match checkpoint.and_then(|mut checkpoint| checkpoint.0.take()) {
            Some(checkpoint) => py
                .detach(|| UnitSearch::resume(units, checkpoint))
                .map_err(of_checkpoint)?,
            None => UnitSearch::new(units),
        };
        Ok(PyUnitSearch(search))
    }

    /// All units that are to be run next; none if a path is found.
    fn next_units(&mut self, py: Python<'_>) -> Vec<String> {
        let units = py.detach(|| self.0.next_units(usize::MAX));
        units.iter().map(ToString::to_string).collect()
    }

    /// Takes what `Units.run` returned of some units.
    fn report(&mut self, py: Python<'_>, units: Vec<String>, reports: Reports) -> PyResult<()> {
        let (path, counts) = reports;
        let units = parse(&units)?;
        let steps = |path: String| path.chars().map(Direction::from_letter).collect();
        let mut path: Option<Path> = path.and_then(steps);
        py.detach(|| {
            let last = counts.len();
            for (number, (unit, (expanded, generated))) in units.iter().zip(counts).enumerate() {
                let stats = Stats {
                    expanded,
                    generated,
                    ..Stats::default()
                };
                let path = path.take_if(|_| number + 1 == last);
                self.0.report(unit, &UnitReport { path, stats })?;
            }
            Ok(())
        })
        .map_err(|error: taquin::WorkUnitError| invalid(error))
    }

    /// The path, as soon as one is found.
    #[getter]
    fn path(&self) -> Option<String> {
        self.0.path().map(ToString::to_string)
    }

    /// The bound of the iteration at hand, in moves.
    #[getter]
    fn bound(&self) -> usize {
        self.0.bound()
    }

    /// How many nodes the iteration at hand is expected to expand.
    #[getter]
    fn expected_nodes(&self) -> u64 {
        self.0.expected_nodes()
    }

    /// How many units of the iteration at hand are exhausted, and how many there are.
    #[getter]
    fn progress(&self) -> (usize, usize) {
        self.0.progress()
    }

    /// Nodes expanded and generated so far.
    #[getter]
    fn counts(&self) -> (u64, u64) {
        let stats = self.0.stats();
        (stats.expanded, stats.generated)
    }

    /// Writes the checkpoint, if there is one, and lets it go.
    fn close(&mut self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| self.0.close()).map_err(of_checkpoint)
    }
}
