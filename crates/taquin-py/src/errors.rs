//! Errors of the library as exceptions of the package.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use taquin::{Answer, DatabaseError, Path, Stop};

pyo3::import_exception!(taquin.errors, TaquinError);
pyo3::import_exception!(taquin.errors, UnsolvableError);
pyo3::import_exception!(taquin.errors, LimitError);
pyo3::import_exception!(taquin.errors, CancelledError);
pyo3::import_exception!(taquin.errors, DatabaseWarning);

/// The exceptions, named apart from the library's errors.
mod python {
    pyo3::import_exception!(taquin.errors, CheckpointError);
    pyo3::import_exception!(taquin.errors, DatabaseError);
}

/// An unusable argument, with the library's message.
pub(crate) fn invalid(message: impl ToString) -> PyErr {
    TaquinError::new_err(message.to_string())
}

/// What a solve that ended without a solution raises.
pub(crate) fn of_solve(py: Python<'_>, error: taquin::Error) -> PyErr {
    match error {
        taquin::Error::Unsolvable(_) => UnsolvableError::new_err(error.to_string()),
        taquin::Error::Stopped { stop, lower_bound } => stopped(py, stop, lower_bound, None),
        other => invalid(other),
    }
}

/// What an answer raises that a limit or the caller cut short.
pub(crate) fn of_stopped(py: Python<'_>, answer: &Answer) -> Option<PyErr> {
    let stop = answer.stop()?;
    Some(stopped(py, stop, answer.lower_bound(), answer.path()))
}

fn stopped(py: Python<'_>, stop: Stop, lower_bound: usize, best: Option<&Path>) -> PyErr {
    let exception = || {
        let known = PyDict::new(py);
        known.set_item("lower_bound", lower_bound)?;
        known.set_item("best", best.map(ToString::to_string))?;
        let class = match stop {
            Stop::Cancelled => py.get_type::<CancelledError>(),
            _ => py.get_type::<LimitError>(),
        };
        class.call((stop.to_string(),), Some(&known))
    };
    exception().map_or_else(|error| error, PyErr::from_value)
}

/// What a checkpoint that cannot be used or written raises.
pub(crate) fn of_checkpoint(error: taquin::CheckpointError) -> PyErr {
    python::CheckpointError::new_err(error.to_string())
}

/// What a failed work on databases raises.
pub(crate) fn of_databases(error: &DatabaseError) -> PyErr {
    match error {
        DatabaseError::Stopped(Stop::Cancelled) => CancelledError::new_err(error.to_string()),
        DatabaseError::Stopped(_) => LimitError::new_err(error.to_string()),
        _ => python::DatabaseError::new_err(error.to_string()),
    }
}
