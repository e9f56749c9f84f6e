//! The optimal search for one board in work units, for `taquin.cluster`.

use std::sync::Arc;

use pyo3::prelude::*;
use taquin::{UnitReport, Units, Watch, WorkUnit};

use crate::board::BoardArgument;
use crate::errors::{CancelledError, invalid, of_solve};
use crate::monitor::Monitor;
use crate::options::Options;

/// Cuts iterations of IDA* into units and runs them; its tables are built or mapped when it is made.
#[pyclass(name = "Search", module = "taquin._native", frozen)]
pub(crate) struct PySearch(Units);

/// The path, if one was found, and for each unit run the nodes expanded and generated.
type Reports = (Option<String>, Vec<(u64, u64)>);

#[pymethods]
impl PySearch {
    #[new]
    fn new(py: Python<'_>, board: BoardArgument, options: Options) -> PyResult<PySearch> {
        let monitor = Arc::new(Monitor::new(None));
        let limits = options.limits(options.threads()?)?;
        let solver = options.solver(&monitor)?.limits(limits);
        let (units, outcome) =
            monitor.run(py, options.progress.as_ref(), || solver.units(&board.0));
        outcome?;
        units.map(PySearch).map_err(|error| of_solve(py, error))
    }

    /// What tells one set of tables from another.
    #[getter]
    fn tables(&self) -> String {
        self.0.tables()
    }

    /// The bound of the first iteration, in moves.
    #[getter]
    fn first_bound(&self) -> usize {
        self.0.first_bound()
    }

    /// At least `wanted` units of an iteration, if it has that many; a path, if one was met on the way; nodes expanded and generated.
    fn divide(
        &self,
        py: Python<'_>,
        bound: usize,
        wanted: usize,
    ) -> (Vec<String>, Option<String>, u64, u64) {
        let (units, report) = py.detach(|| self.0.divide(bound, wanted));
        let UnitReport { path, stats } = report;
        (
            units.iter().map(ToString::to_string).collect(),
            path.map(|path| path.to_string()),
            stats.expanded,
            stats.generated,
        )
    }

    /// Runs units one after the other on one thread, until one has a path.
    fn run(&self, py: Python<'_>, units: Vec<String>) -> PyResult<Reports> {
        let units: Result<Vec<WorkUnit>, _> = units.iter().map(|unit| unit.parse()).collect();
        let units = units.map_err(invalid)?;
        let monitor = Monitor::new(None);
        let (result, outcome) = monitor.run(py, None, || {
            let mut counts = Vec::with_capacity(units.len());
            for unit in &units {
                if monitor.is_cancelled() {
                    return Ok(None);
                }
                let observe = |progress: &taquin::Progress| monitor.observe(progress);
                let watch = Watch::new(taquin::Limits::default(), Some(&observe));
                let UnitReport { path, stats } = self.0.run(unit, &watch)?;
                counts.push((stats.expanded, stats.generated));
                if let Some(path) = path {
                    return Ok(Some((Some(path.to_string()), counts)));
                }
            }
            Ok(Some((None, counts)))
        });
        outcome?;
        let reports = result.map_err(|error| of_solve(py, error))?;
        reports.ok_or_else(|| CancelledError::new_err("cancelled"))
    }
}
