//! Errors of the library as exceptions of the package.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use taquin::{DatabaseError, LimitReached, Stop};

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
        taquin::Error::Limit(limit) => of_limit(py, &limit).unwrap_or_else(|error| error),
        other => invalid(other),
    }
}

fn of_limit(py: Python<'_>, limit: &LimitReached) -> PyResult<PyErr> {
    let known = PyDict::new(py);
    known.set_item("lower_bound", limit.lower_bound)?;
    known.set_item("best", limit.best.as_ref().map(ToString::to_string))?;
    let class = match limit.stop {
        Stop::Cancelled => py.get_type::<CancelledError>(),
        _ => py.get_type::<LimitError>(),
    };
    let exception = class.call((limit.stop.to_string(),), Some(&known))?;
    Ok(PyErr::from_value(exception))
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
