//! Long work beside the interpreter: it runs on a thread of its own while the caller's thread waits without the interpreter lock,
//! looks for signals and reports progress. The work itself never touches Python.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use pyo3::prelude::*;

use crate::errors::DatabaseWarning;

/// How often the waiting thread looks for signals.
const POLL: Duration = Duration::from_millis(50);

/// What long work tells about itself, and the wish that it end.
pub(crate) struct Monitor {
    started: Instant,
    cancelled: AtomicBool,
    /// Boards done, of a batch.
    done: AtomicUsize,
    total: Option<usize>,
    latest: Mutex<Option<taquin::Progress>>,
    warnings: Mutex<Vec<String>>,
}

/// A report on long work.
#[pyclass(name = "Progress", module = "taquin", frozen, get_all)]
pub(crate) struct PyProgress {
    /// What is being done, in a word: "table", "search", "improve", "boards" and so on.
    phase: &'static str,
    /// Seconds since the call.
    elapsed: f64,
    /// Nodes expanded so far; of one board.
    expanded: u64,
    /// The proven lower bound on the length so far, in moves, or None.
    bound: Option<usize>,
    /// Length of the best path known, in moves, or None.
    best: Option<usize>,
    /// Share of the phase that is done, 0 to 1, or None where it cannot be told.
    fraction: Option<f64>,
    /// Boards done of a batch, or None.
    done: Option<usize>,
    /// Boards of the batch, or None.
    total: Option<usize>,
}

#[pymethods]
impl PyProgress {
    fn __repr__(&self) -> String {
        let of_batch = match (self.done, self.total) {
            (Some(done), Some(total)) => format!(", done={done}, total={total}"),
            _ => String::new(),
        };
        format!(
            "Progress(phase={:?}, elapsed={:.1}, expanded={}{of_batch})",
            self.phase, self.elapsed, self.expanded
        )
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Monitor {
    /// For work on one board or, with a `total`, on a batch.
    pub(crate) fn new(total: Option<usize>) -> Monitor {
        Monitor {
            started: Instant::now(),
            cancelled: AtomicBool::new(false),
            done: AtomicUsize::new(0),
            total,
            latest: Mutex::new(None),
            warnings: Mutex::new(Vec::new()),
        }
    }

    /// The progress callback of a search.
    pub(crate) fn observe(&self, progress: &taquin::Progress) -> ControlFlow<()> {
        *lock(&self.latest) = Some(*progress);
        if self.is_cancelled() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// Counts boards of the batch that are done.
    pub(crate) fn add_done(&self, boards: usize) {
        self.done.fetch_add(boards, Ordering::Relaxed);
    }

    /// Keeps a warning until the interpreter can be told.
    pub(crate) fn warn(&self, message: String) {
        lock(&self.warnings).push(message);
    }

    fn report(&self) -> PyProgress {
        let done = self.done.load(Ordering::Relaxed);
        let latest = lock(&self.latest).unwrap_or(taquin::Progress::of("start"));
        let of_batch = self.total.filter(|_| done > 0);
        PyProgress {
            phase: of_batch.map_or(latest.phase, |_| "boards"),
            elapsed: self.started.elapsed().as_secs_f64(),
            expanded: latest.expanded,
            bound: latest.bound.filter(|_| of_batch.is_none()),
            best: latest.best.filter(|_| of_batch.is_none()),
            fraction: match of_batch {
                Some(total) => Some(done as f64 / total as f64),
                None => latest.fraction,
            },
            done: self.total.map(|_| done),
            total: self.total,
        }
    }

    /// Runs `work` on another thread; meanwhile calls `progress` with a [`PyProgress`] and lets signals come through.
    ///
    /// A signal handler that raises (Ctrl-C), a callback that raises, and one that returns `False` cancel the work. Its result is
    /// returned in any case, with the exception if there was one.
    pub(crate) fn run<R: Send>(
        &self,
        py: Python<'_>,
        progress: Option<&Py<PyAny>>,
        work: impl FnOnce() -> R + Send,
    ) -> (R, PyResult<()>) {
        std::thread::scope(|scope| {
            let (alive, mut ended) = channel::<()>();
            let worker = scope.spawn(move || {
                // Dropped when the work is over, even if it panics.
                let _alive = alive;
                work()
            });
            let mut outcome = Ok(());
            loop {
                let ended = &mut ended;
                let waited = py.detach(move || ended.recv_timeout(POLL));
                if waited != Err(RecvTimeoutError::Timeout) {
                    break;
                }
                if !self.is_cancelled() {
                    let goes_on = py.check_signals().and_then(|()| self.call(py, progress));
                    if !matches!(goes_on, Ok(true)) {
                        self.cancelled.store(true, Ordering::Relaxed);
                    }
                    outcome = goes_on.map(drop);
                }
            }
            let result = match worker.join() {
                Ok(result) => result,
                Err(panic) => std::panic::resume_unwind(panic),
            };
            // The last report, so that a bar is full at the end.
            let outcome = outcome
                .and_then(|()| self.call(py, progress))
                .and_then(|_| self.tell_warnings(py));
            (result, outcome)
        })
    }

    /// Reports to the callback; whether the work is to go on.
    fn call(&self, py: Python<'_>, progress: Option<&Py<PyAny>>) -> PyResult<bool> {
        let Some(progress) = progress else {
            return Ok(true);
        };
        let answer = progress.bind(py).call1((self.report(),))?;
        Ok(!answer.is(pyo3::types::PyBool::new(py, false)))
    }

    fn tell_warnings(&self, py: Python<'_>) -> PyResult<()> {
        let category = py.get_type::<DatabaseWarning>();
        for message in std::mem::take(&mut *lock(&self.warnings)) {
            let message = std::ffi::CString::new(message)?;
            PyErr::warn(py, &category, &message, 1)?;
        }
        Ok(())
    }
}
