//! `taquin.solve`: one board.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::board::{BoardArgument, PyBoard};
use crate::errors::{invalid, of_solve, of_stopped};
use crate::monitor::Monitor;
use crate::options::Options;

/// Solves a board; returns the fields of `taquin.Solution`.
#[pyfunction]
pub(crate) fn solve<'py>(
    py: Python<'py>,
    board: BoardArgument,
    options: Options,
) -> PyResult<Bound<'py, PyDict>> {
    let board = board.0;
    let goal = options.goal().board(board.size()).map_err(invalid)?;
    let monitor = Arc::new(Monitor::new(None));
    let limits = options.limits(options.threads()?)?;
    let solver = options.solver(&monitor)?.limits(limits);
    let (result, outcome) = monitor.run(py, options.progress.as_ref(), || solver.solve(&board));
    outcome?;
    let answer = result.map_err(|error| of_solve(py, error))?;
    if let Some(exception) = of_stopped(py, &answer) {
        return Err(exception);
    }
    let fields = PyDict::new(py);
    fields.set_item("board", PyBoard(board))?;
    fields.set_item("goal", PyBoard(goal))?;
    fields.set_item("metric", answer.metric().name())?;
    fields.set_item("moves", answer.path().map(ToString::to_string))?;
    fields.set_item("length", answer.length())?;
    fields.set_item("optimal", answer.is_optimal())?;
    fields.set_item("lower_bound", answer.lower_bound())?;
    fields.set_item("engine", answer.engine().to_string())?;
    fields.set_item("expanded", answer.stats().expanded)?;
    fields.set_item("generated", answer.stats().generated)?;
    Ok(fields)
}
