//! Long work beside the interpreter: it runs on threads of its own while the caller's thread waits without the interpreter lock and
//! wakes twenty times a second for signals and the progress callable. The work itself never touches Python.
//!
//! So callables run on the thread where they were passed in, Ctrl-C cancels a search through its `Watch` like any limit, and nothing
//! that works needs the lock. No thread outlives a call, so a process may fork. What a cancelled batch has solved is an attribute of the
//! exception. Batches look for the wish to end before each chunk of at most 4,096 boards, also while rows are checked. One step of the
//! library (a single board read, checked or drawn) is not cut; it takes seconds from some ten million cells on.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};

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

    /// The package's `Progress`.
    fn report<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let done = self.done.load(Ordering::Relaxed);
        let latest = lock(&self.latest).unwrap_or(taquin::Progress::of(taquin::Phase::Start));
        let of_batch = self.total.filter(|_| done > 0);
        let fields = PyDict::new(py);
        fields.set_item("phase", of_batch.map_or(latest.phase.name(), |_| "boards"))?;
        fields.set_item("elapsed", self.started.elapsed().as_secs_f64())?;
        fields.set_item("expanded", latest.expanded)?;
        // What is known of one board says nothing about the batch.
        if of_batch.is_none() {
            fields.set_item("bound", latest.bound)?;
            fields.set_item("best", latest.best)?;
            fields.set_item("fraction", latest.fraction)?;
        }
        if let Some(total) = self.total {
            fields.set_item("done", done)?;
            fields.set_item("total", total)?;
        }
        let class = py.import("taquin._progress")?.getattr("Progress")?;
        class.call((), Some(&fields))
    }

    /// Runs `work` on another thread; meanwhile calls `progress` with reports and lets signals come through.
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
        let answer = progress.bind(py).call1((self.report(py)?,))?;
        Ok(!answer.is(PyBool::new(py, false)))
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
