//! What the caller asks of a solver, and the tables that the calls of one process share.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use pyo3::prelude::*;
use taquin::{Databases, Engine, Goal, Limits, Metric, Problem, Size, Solver};

use crate::board::{GoalArgument, SizeArgument};
use crate::errors::invalid;
use crate::monitor::Monitor;

/// What the package's `asked` returns, read option by option.
pub(crate) struct Options {
    goal: GoalArgument,
    metric: String,
    optimal: Option<bool>,
    time: Option<f64>,
    nodes: Option<i128>,
    memory: Option<i128>,
    threads: Option<i128>,
    databases: Option<PathBuf>,
    pub(crate) progress: Option<Py<PyAny>>,
}

/// An option, with the package's exception if it is of another type.
fn field<'py, T>(object: &Bound<'py, PyAny>, name: &str, expected: &str) -> PyResult<T>
where
    T: for<'a> FromPyObject<'a, 'py>,
{
    let value = object.get_item(name)?;
    match value.extract() {
        Ok(field) => Ok(field),
        Err(_) => Err(invalid(format!(
            "{name}={}, expected {expected}",
            value.repr()?
        ))),
    }
}

impl<'py> FromPyObject<'_, 'py> for Options {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Options> {
        Ok(Options {
            goal: object.get_item("goal")?.extract()?,
            metric: field(&object, "metric", "\"stm\" or \"mtm\"")?,
            optimal: field(&object, "optimal", "True, False or None")?,
            time: field(&object, "time", "seconds or None")?,
            nodes: field(&object, "nodes", "a whole number or None")?,
            memory: field(&object, "memory", "a whole number of bytes or None")?,
            threads: field(&object, "threads", "a whole number or None")?,
            databases: object.get_item("databases")?.extract()?,
            progress: object.get_item("progress")?.extract()?,
        })
    }
}

/// A solver for each folder of databases (or none) that was used. Their clones share tables.
static SOLVERS: Mutex<Vec<(Option<PathBuf>, Solver)>> = Mutex::new(Vec::new());

fn shared_solver(databases: Option<&Path>) -> Solver {
    let mut solvers = SOLVERS.lock().unwrap_or_else(PoisonError::into_inner);
    let known = solvers
        .iter()
        .find(|(folder, _)| folder.as_deref() == databases);
    if let Some((_, solver)) = known {
        return solver.clone();
    }
    let solver = match databases {
        Some(folder) => Solver::new().databases(Databases::new(folder)),
        None => Solver::new(),
    };
    solvers.push((databases.map(Path::to_path_buf), solver.clone()));
    solver
}

/// Lets later calls look again into a folder of databases.
pub(crate) fn forget_tables_from(databases: &Path) {
    let mut solvers = SOLVERS.lock().unwrap_or_else(PoisonError::into_inner);
    solvers.retain(|(folder, _)| folder.as_deref() != Some(databases));
}

/// A number of threads, all processors if it is not given.
pub(crate) fn threads_of(threads: Option<i128>) -> PyResult<usize> {
    match threads {
        None => Ok(std::thread::available_parallelism().map_or(1, usize::from)),
        Some(threads @ 1..=4096) => Ok(threads as usize),
        Some(threads) => Err(invalid(format!(
            "threads={threads}, expected a number from 1 to 4096"
        ))),
    }
}

/// A limit that is a whole number; what is beyond 64 bits is no limit.
pub(crate) fn limit_of(name: &str, limit: Option<i128>) -> PyResult<Option<u64>> {
    match limit {
        None => Ok(None),
        Some(limit) if limit >= 0 => Ok(Some(u64::try_from(limit).unwrap_or(u64::MAX))),
        Some(limit) => Err(invalid(format!("{name}={limit}, expected 0 or more"))),
    }
}

/// A time limit in seconds; what is beyond the clock is no limit.
fn time_of(seconds: Option<f64>) -> PyResult<Option<Duration>> {
    match seconds {
        Some(seconds) if seconds.is_nan() || seconds < 0.0 => Err(invalid(format!(
            "time={seconds}, expected 0 seconds or more"
        ))),
        seconds => Ok(seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())),
    }
}

/// Refuses options that no solver takes and, with a size, those that do not fit it; `for_databases` asks for one that has databases.
///
/// For work that others do later, on another machine.
#[pyfunction]
pub(crate) fn check_options(
    options: Options,
    size: Option<SizeArgument>,
    for_databases: bool,
) -> PyResult<()> {
    options.metric()?;
    options.limits(options.threads()?)?;
    let Some(SizeArgument(size)) = size else {
        return Ok(());
    };
    options.goal().board(size).map_err(invalid)?;
    if for_databases {
        check_covered(options.goal(), size)?;
    }
    Ok(())
}

/// Refuses a size that has no databases.
pub(crate) fn check_covered(goal: &Goal, size: Size) -> PyResult<()> {
    let problem = Problem::new(goal, size, Metric::Stm).map_err(invalid)?;
    if Databases::covers(&problem) {
        Ok(())
    } else {
        Err(invalid(format!("there are no databases for {size}")))
    }
}

impl Options {
    fn metric(&self) -> PyResult<Metric> {
        self.metric.parse().map_err(invalid)
    }

    pub(crate) const fn goal(&self) -> &Goal {
        &self.goal.0
    }

    pub(crate) fn threads(&self) -> PyResult<usize> {
        threads_of(self.threads)
    }

    /// A solver with everything but threads as asked, watched by a monitor.
    pub(crate) fn solver(&self, monitor: &Arc<Monitor>) -> PyResult<Solver> {
        let metric = self.metric()?;
        let limits = self.limits(1)?;
        let (watching, warned) = (Arc::clone(monitor), Arc::clone(monitor));
        Ok(shared_solver(self.databases.as_deref())
            .goal(self.goal.0.clone())
            .metric(metric)
            .engine(match self.optimal {
                None => Engine::Auto,
                Some(true) => Engine::Optimal,
                Some(false) => Engine::Quick,
            })
            .limits(limits)
            .on_refused(move |error| {
                warned.warn(format!(
                    "{error}; not used, small tables in memory serve instead"
                ));
            })
            .on_progress(move |progress| watching.observe(progress)))
    }

    /// The limits, with a number of threads.
    pub(crate) fn limits(&self, threads: usize) -> PyResult<Limits> {
        Ok(Limits {
            time: time_of(self.time)?,
            nodes: limit_of("nodes", self.nodes)?,
            memory: limit_of("memory", self.memory)?,
            threads,
            ..Limits::default()
        })
    }
}
