//! Many boards of one size on all threads: `solve_many`, `distances`, `is_solvable`.
//!
//! Limits are each board's own. Where a limit on memory forbids the tables, `solve_many` goes on without them: every row meets the limit
//! for itself, with its bound and a quick path, and unsolvable rows are still told apart.
//!
//! Rows are all checked before the first is solved. Answers are columns, and paths one array with offsets; `padded()` makes the rectangle.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use taquin::{Board, Engine, Error, Limits, Path, Solver, Stop, solvability};

use crate::arrays::{Batch, flat};
use crate::board::GoalArgument;
use crate::errors::{CancelledError, invalid, of_solve};
use crate::monitor::Monitor;
use crate::options::{Options, threads_of};

/// Chunks per thread in a large batch: many, so that one with hard boards does not leave the other threads idle at the end.
const CHUNKS_A_THREAD: usize = 256;

/// Runs `work` on chunks of `0..len` on several threads; results in the order of the chunks. No chunk is begun once `is_over`.
fn in_chunks<R: Send>(
    len: usize,
    threads: usize,
    is_over: impl Fn() -> bool + Sync,
    work: impl Fn(Range<usize>) -> R + Sync,
) -> Vec<R> {
    let chunk = (len / (threads * CHUNKS_A_THREAD)).clamp(1, 4096);
    let chunks = len.div_ceil(chunk);
    let next = AtomicUsize::new(0);
    let take = || {
        let mut results = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= chunks || is_over() {
                return results;
            }
            let range = number * chunk..len.min((number + 1) * chunk);
            results.push((number, work(range)));
        }
    };
    let mut results = std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads.min(chunks))
            .map(|_| scope.spawn(take))
            .collect();
        let mut results = take();
        for helper in helpers {
            match helper.join() {
                Ok(others) => results.extend(others),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        results
    });
    results.sort_unstable_by_key(|&(number, _)| number);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Refuses a batch with a row that is no board; the reason is that of the first.
fn check_rows(batch: &Batch, threads: usize, monitor: &Monitor) -> Result<(), Refused> {
    let is_over = || monitor.is_cancelled();
    let faults = in_chunks(batch.len(), threads, is_over, |range| {
        batch.first_fault(range)
    });
    if is_over() {
        return Err(Refused::Cancelled);
    }
    match faults.into_iter().flatten().next() {
        Some((row, reason)) => Err(Refused::Row(format!("board {row}: {reason}"))),
        None => Ok(()),
    }
}

/// Why a batch ended before its first board was solved.
enum Refused {
    Row(String),
    Solver(Error),
    Cancelled,
}

impl Refused {
    fn into_exception(self, py: Python<'_>) -> PyErr {
        match self {
            Refused::Row(reason) => invalid(reason),
            Refused::Solver(error) => of_solve(py, error),
            Refused::Cancelled => CancelledError::new_err("cancelled"),
        }
    }
}

/// A batch, the solver whose tables stand, and how threads share the boards.
struct Job<'a> {
    batch: &'a Batch,
    solver: Solver,
    threads: usize,
    monitor: &'a Monitor,
}

impl<'a> Job<'a> {
    /// Looks at every row before the first is solved, and builds the tables on all threads.
    fn prepared(
        batch: &'a Batch,
        solver: Solver,
        limits: Limits,
        monitor: &'a Monitor,
    ) -> Result<Job<'a>, Refused> {
        let threads = limits.threads;
        check_rows(batch, threads, monitor)?;
        let with_threads = |threads| Limits { threads, ..limits };
        let solver = solver.limits(Limits {
            time: None,
            ..with_threads(threads)
        });
        if batch.len() > 0 {
            let goal = solver
                .problem(batch.size())
                .map_err(Error::from)
                .map_err(Refused::Solver)?
                .goal;
            match solver.prepare(&goal) {
                Err(_) if monitor.is_cancelled() => return Err(Refused::Cancelled),
                // Every board meets the limit for itself, and may have an answer all the same.
                Ok(_) | Err(Error::Stopped { .. }) => {}
                Err(error) => return Err(Refused::Solver(error)),
            }
        }
        // Fewer boards than threads share them.
        let threads_a_board = (threads / batch.len().max(1)).max(1);
        Ok(Job {
            batch,
            solver: solver.limits(with_threads(threads_a_board)),
            threads,
            monitor,
        })
    }

    /// Runs `work` on every board, or on `None` for each that is left once the call is cancelled, and appends its results in the order
    /// of the rows.
    fn for_each<R: Send + Default>(
        &self,
        work: impl Fn(&mut R, &Solver, Option<&Board>) + Sync,
    ) -> Vec<R> {
        in_chunks(
            self.batch.len(),
            self.threads,
            || false,
            |range| {
                let mut results = R::default();
                let mut scratch = Vec::with_capacity(self.batch.size().cells());
                let boards = range.len();
                for row in range {
                    if self.monitor.is_cancelled() {
                        work(&mut results, &self.solver, None);
                        continue;
                    }
                    let board = self.batch.board(row, &mut scratch);
                    let board = board.expect("every row was looked at");
                    work(&mut results, &self.solver, Some(&board));
                }
                self.monitor.add_done(boards);
                results
            },
        )
    }
}

/// The state of a row: the exit status that the command would have.
const SOLVED: u8 = 0;
const UNSOLVABLE: u8 = 1;
const LIMIT: u8 = 3;
const CANCELLED: u8 = 130;

/// The columns of a chunk of `solve_many`.
#[derive(Default)]
struct Columns {
    status: Vec<u8>,
    lengths: Vec<i32>,
    lower_bounds: Vec<i32>,
    /// The paths one after the other, and the steps of each.
    moves: Vec<u8>,
    steps: Vec<usize>,
}

impl Columns {
    fn push(&mut self, status: u8, length: Option<usize>, lower_bound: i32, path: &Path) {
        self.status.push(status);
        self.lengths.push(length.map_or(-1, |length| length as i32));
        self.lower_bounds.push(lower_bound);
        self.moves.extend(path.iter().map(|&step| step as u8));
        self.steps.push(path.len());
    }

    fn push_result(&mut self, paths: bool, result: Result<Solved, Error>) {
        match result {
            Ok(solved) => {
                let status = match solved.stop {
                    None => SOLVED,
                    Some(Stop::Cancelled) => CANCELLED,
                    Some(_) => LIMIT,
                };
                let path = solved.path.filter(|_| paths).unwrap_or_default();
                self.push(status, solved.length, solved.lower_bound as i32, &path);
            }
            // The solver was prepared for this size: nothing else is left that it could refuse.
            Err(_) => self.push(UNSOLVABLE, None, -1, &Path::new()),
        }
    }

    /// Nothing of any board.
    fn cancelled(boards: usize) -> Columns {
        let mut columns = Columns::default();
        for _ in 0..boards {
            columns.push(CANCELLED, None, 0, &Path::new());
        }
        columns
    }

    fn joined(chunks: Vec<Columns>) -> Columns {
        let mut all = Columns::default();
        let rows = chunks.iter().map(|chunk| chunk.status.len()).sum();
        let moves = chunks.iter().map(|chunk| chunk.moves.len()).sum();
        all.status.reserve_exact(rows);
        all.lengths.reserve_exact(rows);
        all.lower_bounds.reserve_exact(rows);
        all.steps.reserve_exact(rows);
        all.moves.reserve_exact(moves);
        for chunk in chunks {
            all.status.extend(chunk.status);
            all.lengths.extend(chunk.lengths);
            all.lower_bounds.extend(chunk.lower_bounds);
            all.moves.extend(chunk.moves);
            all.steps.extend(chunk.steps);
        }
        all
    }

    fn into_dict(self, py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
        let mut offset = 0;
        let ends = self.steps.iter().map(|&steps| {
            offset += steps as i64;
            offset
        });
        let offsets: Vec<i64> = std::iter::once(0).chain(ends).collect();
        let fields = PyDict::new(py);
        fields.set_item("status", flat(py, self.status))?;
        fields.set_item("lengths", flat(py, self.lengths))?;
        fields.set_item("lower_bounds", flat(py, self.lower_bounds))?;
        fields.set_item("moves", flat(py, self.moves))?;
        fields.set_item("offsets", flat(py, offsets))?;
        Ok(fields)
    }
}

/// Solves boards of shape (n, rows, columns); returns the fields of `taquin.Solutions`, and the exception that ended the call
/// early, if one did.
#[pyfunction]
pub(crate) fn solve_many<'py>(
    py: Python<'py>,
    boards: &Bound<'py, PyAny>,
    options: Options,
    paths: bool,
) -> PyResult<(Bound<'py, PyDict>, Option<PyErr>)> {
    let batch = Batch::of(boards)?;
    let monitor = Arc::new(Monitor::new(Some(batch.len())));
    let limits = options.limits(options.threads()?)?;
    let solver = options.solver(&monitor)?;
    let problem = solver.problem(batch.size()).map_err(invalid)?;
    let by_table = !paths && Engine::Table.supports(&problem);
    let (result, outcome) = monitor.run(py, options.progress.as_ref(), || {
        let job = match Job::prepared(&batch, solver, limits, &monitor) {
            Ok(job) => job,
            Err(Refused::Cancelled) => return Ok(Columns::cancelled(batch.len())),
            Err(refused) => return Err(refused),
        };
        Ok(Columns::joined(job.for_each(
            |columns: &mut Columns, solver, board| match board {
                Some(board) => columns.push_result(paths, solved(solver, board, by_table)),
                None => columns.push(CANCELLED, None, 0, &Path::new()),
            },
        )))
    });
    let columns = result.map_err(|refused: Refused| refused.into_exception(py))?;
    let cut_short = columns.status.contains(&CANCELLED);
    let exception = match outcome {
        Err(exception) => Some(exception),
        Ok(()) if cut_short => Some(CancelledError::new_err("cancelled")),
        Ok(()) => None,
    };
    Ok((columns.into_dict(py)?, exception))
}

/// What a batch keeps of an answer.
struct Solved {
    length: Option<usize>,
    lower_bound: usize,
    path: Option<Path>,
    stop: Option<Stop>,
}

/// Solves a board, or takes the optimal length from a table alone.
fn solved(solver: &Solver, board: &Board, by_table: bool) -> Result<Solved, Error> {
    if by_table {
        let distance = solver.distance(board)?;
        return Ok(Solved {
            length: Some(distance),
            lower_bound: distance,
            path: None,
            stop: None,
        });
    }
    let answer = solver.solve(board)?;
    Ok(Solved {
        length: answer.length(),
        lower_bound: answer.lower_bound(),
        stop: answer.stop(),
        path: answer.into_path(),
    })
}

/// The optimal lengths of boards of shape (n, rows, columns), -1 where the goal cannot be reached.
#[pyfunction]
pub(crate) fn distances<'py>(
    py: Python<'py>,
    boards: &Bound<'py, PyAny>,
    options: Options,
) -> PyResult<Bound<'py, PyArray1<i32>>> {
    let batch = Batch::of(boards)?;
    options.goal().board(batch.size()).map_err(invalid)?;
    let monitor = Arc::new(Monitor::new(Some(batch.len())));
    let limits = options.limits(options.threads()?)?;
    let solver = options.solver(&monitor)?;
    let (result, outcome) = monitor.run(py, options.progress.as_ref(), || {
        let job = Job::prepared(&batch, solver, limits, &monitor)?;
        let chunks = job.for_each(|lengths: &mut Vec<Option<i32>>, solver, board| {
            lengths.push(board.and_then(|board| match solver.distance(board) {
                Ok(distance) => Some(distance as i32),
                Err(Error::Unsolvable(_)) => Some(-1),
                // Only cancelled: there are no limits, and the solver was prepared for this size.
                Err(_) => None,
            }));
        });
        Ok(chunks.into_iter().flatten().collect())
    });
    outcome?;
    let distances: Option<Vec<i32>> =
        result.map_err(|refused: Refused| refused.into_exception(py))?;
    let distances = distances.ok_or_else(|| CancelledError::new_err("cancelled"))?;
    Ok(flat(py, distances))
}

/// Whether the goal can be reached, of boards of shape (n, rows, columns).
#[pyfunction]
pub(crate) fn is_solvable<'py>(
    py: Python<'py>,
    boards: &Bound<'py, PyAny>,
    goal: GoalArgument,
) -> PyResult<Bound<'py, PyArray1<bool>>> {
    let batch = Batch::of(boards)?;
    let goal = goal.0.board(batch.size()).map_err(invalid)?;
    let threads = threads_of(None)?;
    let monitor = Monitor::new(Some(batch.len()));
    let (verdicts, outcome) = monitor.run(py, None, || {
        check_rows(&batch, threads, &monitor)?;
        let is_over = || monitor.is_cancelled();
        let chunks = in_chunks(batch.len(), threads, is_over, |range| {
            let mut scratch = Vec::new();
            let verdict = |row| {
                let board = batch.board(row, &mut scratch);
                let board = board.expect("every row was looked at");
                let solvability = solvability(&board, &goal).expect("one size");
                solvability.is_solvable()
            };
            range.map(verdict).collect::<Vec<bool>>()
        });
        Ok(chunks.concat())
    });
    // An interrupt leaves verdicts out.
    outcome?;
    let verdicts = verdicts.map_err(|refused: Refused| refused.into_exception(py))?;
    Ok(flat(py, verdicts))
}
