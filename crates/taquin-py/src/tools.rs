//! The functions around solving: scramble, verify, databases.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use taquin::{CanonicalGoal, Databases, Limits, Replay, Scrambler, Watch};

use crate::arrays::Packed;
use crate::board::{
    BoardArgument, GoalArgument, PathArgument, PathFault, PyBoard, SizeArgument, notation_of,
};
use crate::errors::{CancelledError, invalid, of_databases};
use crate::monitor::Monitor;
use crate::options::{check_covered, forget_tables_from, limit_of, threads_of};

/// `n` uniform boards from a seed; their tiles in one dimension, rows and columns.
#[pyfunction]
pub(crate) fn scramble<'py>(
    py: Python<'py>,
    size: SizeArgument,
    n: usize,
    seed: u64,
    goal: GoalArgument,
) -> PyResult<(Bound<'py, PyAny>, usize, usize)> {
    let size = size.0;
    let goal = goal.0.board(size).map_err(invalid)?;
    let mut packed = Packed::with_room(size, n)
        .ok_or_else(|| PyMemoryError::new_err(format!("no memory for {n} boards of {size}")))?;
    let monitor = Monitor::new(Some(n));
    let (packed, outcome) = monitor.run(py, None, || {
        let mut scrambler = Scrambler::new(seed);
        for _ in 0..n {
            if monitor.is_cancelled() {
                break;
            }
            packed.push(&scrambler.uniform(&goal));
        }
        packed
    });
    outcome?;
    Ok((packed.into_array(py), size.rows(), size.cols()))
}

/// What replaying moves shows: whether they solve the board, why not, their numbers in both metrics, and the board at the end.
type Verdict = (
    bool,
    Option<String>,
    Option<usize>,
    Option<usize>,
    Option<PyBoard>,
);

/// Replays moves; returns the fields of `taquin.Verdict`.
#[pyfunction]
pub(crate) fn verify(
    board: BoardArgument,
    moves: PathArgument,
    goal: GoalArgument,
    notation: &str,
) -> PyResult<Verdict> {
    let board = board.0;
    let goal = goal.0.board(board.size()).map_err(invalid)?;
    let broken = |reason: String| Ok((false, Some(reason), None, None, None));
    let path = match moves.path(&board, notation_of(notation)?) {
        Ok(path) => path,
        Err(PathFault::Illegal(reason)) => return broken(reason),
        Err(PathFault::Unreadable(reason)) => return Err(invalid(reason)),
    };
    match Replay::new(&board, &path, &goal) {
        Err(blocked) => broken(blocked.to_string()),
        Ok(replay) => Ok((
            replay.fault.is_none(),
            replay.fault.map(|fault| fault.to_string()),
            Some(replay.stm),
            Some(replay.mtm),
            Some(PyBoard(replay.end)),
        )),
    }
}

/// The folder where the command looks for databases, or `None` if there is no home folder.
#[pyfunction]
pub(crate) fn default_databases() -> Option<PathBuf> {
    Databases::of_user().map(|databases| databases.folder().to_path_buf())
}

/// Builds the databases of a size in a folder; returns their paths.
#[pyfunction]
pub(crate) fn build_database(
    py: Python<'_>,
    size: SizeArgument,
    goal: GoalArgument,
    folder: PathBuf,
    memory: Option<i128>,
    threads: Option<i128>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<PathBuf>> {
    let size = size.0;
    check_covered(&goal.0, size)?;
    let goal = goal.0.board(size).map_err(invalid)?;
    let goal = CanonicalGoal::new(size, goal.blank());
    let limits = Limits {
        threads: threads_of(threads)?,
        memory: limit_of("memory", memory)?,
        ..Limits::default()
    };
    let monitor = Arc::new(Monitor::new(None));
    let (result, outcome) = monitor.run(py, progress.as_ref(), || {
        let observe = |report: &taquin::Progress| monitor.observe(report);
        Databases::new(&folder).build(goal, &Watch::new(limits, Some(&observe)))
    });
    forget_tables_from(&folder);
    outcome?;
    if result.is_err() && monitor.is_cancelled() {
        return Err(CancelledError::new_err("cancelled"));
    }
    result.map_err(|error| of_databases(&error))
}
