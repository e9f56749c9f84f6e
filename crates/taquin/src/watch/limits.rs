//! How a search is bounded, watched and stopped.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

// The standard clock, which panics on bare wasm, replaced there by the host's.
use web_time::Instant;

/// What a search may use. Nothing is limited by default but the threads: one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Wall time.
    pub time: Option<Duration>,
    /// Expanded nodes.
    pub nodes: Option<u64>,
    /// Bytes for tables and stored states.
    pub memory: Option<u64>,
    /// The longest path that is of interest, in moves of the search's metric: a search stops as soon as it has proven that
    /// every path is longer.
    pub moves: Option<usize>,
    /// Worker threads, at least 1.
    pub threads: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            time: None,
            nodes: None,
            memory: None,
            moves: None,
            threads: 1,
        }
    }
}

/// What a search has done. Counts of all threads together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// States whose neighbors were generated.
    pub expanded: u64,
    /// States generated as somebody's neighbor.
    pub generated: u64,
    /// The most states held in memory at once (complexity in space); for IDA\* the longest path.
    pub peak_stored: u64,
    /// Nodes expanded in search of a good path that may spare the last iteration. They are not among those `expanded`.
    pub suggested: u64,
}

/// What a long search reports a few times a second.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Progress {
    /// What is being done, in a word or two: `table`, `search`, `improve` …
    pub phase: &'static str,
    /// Time since the solve began.
    pub elapsed: Duration,
    /// Nodes expanded so far.
    pub expanded: u64,
    /// The proven lower bound on the length so far; of IDA\*, the bound of the iteration.
    pub bound: Option<usize>,
    /// Length of the best path known.
    pub best: Option<usize>,
    /// Share of the phase that is done, 0 to 1, where it can be told.
    pub fraction: Option<f64>,
    /// An estimate of the time until the phase, of IDA\* the iteration, is done, where it can be told.
    pub left: Option<Duration>,
}

/// Why a search ended before it was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The time limit.
    Time,
    /// The node limit.
    Nodes,
    /// The memory limit.
    Memory,
    /// Every path is longer than the limit on moves.
    Moves,
    /// The progress callback said `Break`.
    Cancelled,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stop::Time => "time limit reached",
            Stop::Nodes => "node limit reached",
            Stop::Memory => "memory limit reached",
            Stop::Moves => "every path has more moves than the limit",
            Stop::Cancelled => "cancelled",
        })
    }
}

impl std::error::Error for Stop {}

/// The progress callback of a search; `Break` cancels it. May be called from any thread.
pub type OnProgress<'a> = dyn Fn(&Progress) -> ControlFlow<()> + Sync + 'a;

/// One solve's limits, clock and callback, shared by its phases and threads.
///
/// A worker calls [`Watch::tick`] every few thousand nodes; the first reason to stop is kept and every later tick
/// of every thread returns it.
pub struct Watch<'a> {
    limits: Limits,
    on_progress: Option<&'a OnProgress<'a>>,
    started: Instant,
    expanded: AtomicU64,
    reported_at_ms: AtomicU64,
    stopped: AtomicBool,
    reason: std::sync::OnceLock<Stop>,
}

/// Least time between two reports.
const REPORT_EVERY: Duration = Duration::from_millis(100);

impl<'a> Watch<'a> {
    /// A watch that starts now.
    pub fn new(limits: Limits, on_progress: Option<&'a OnProgress<'a>>) -> Watch<'a> {
        Watch {
            limits,
            on_progress,
            started: Instant::now(),
            expanded: AtomicU64::new(0),
            reported_at_ms: AtomicU64::new(0),
            stopped: AtomicBool::new(false),
            reason: std::sync::OnceLock::new(),
        }
    }

    /// A watch without limits or callback.
    pub fn unlimited() -> Watch<'static> {
        Watch::new(Limits::default(), None)
    }

    /// The limits.
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Time since the watch was made.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Time left, if time is limited.
    pub fn remaining(&self) -> Option<Duration> {
        self.limits
            .time
            .map(|limit| limit.saturating_sub(self.elapsed()))
    }

    /// Nodes expanded so far by all threads, as far as they were ticked.
    pub fn expanded(&self) -> u64 {
        self.expanded.load(Ordering::Relaxed)
    }

    /// Why the search was stopped, if it was.
    pub fn stopped(&self) -> Option<Stop> {
        if self.stopped.load(Ordering::Relaxed) {
            self.reason.get().copied()
        } else {
            None
        }
    }

    /// Stops the search for a reason; the first one counts.
    pub fn stop(&self, reason: Stop) -> Stop {
        let first = *self.reason.get_or_init(|| reason);
        self.stopped.store(true, Ordering::Release);
        first
    }

    /// Adds `expanded` nodes; checks the limits; reports if it is time to, with `describe` filling in what the
    /// phase knows (elapsed and expanded are set by the watch).
    ///
    /// # Errors
    /// The [`Stop`] that ends the search.
    pub fn tick(&self, expanded: u64, describe: impl FnOnce() -> Progress) -> Result<(), Stop> {
        let total = self.expanded.fetch_add(expanded, Ordering::Relaxed) + expanded;
        if let Some(reason) = self.stopped() {
            return Err(reason);
        }
        if self.limits.nodes.is_some_and(|limit| total >= limit) {
            return Err(self.stop(Stop::Nodes));
        }
        let elapsed = self.elapsed();
        if self.limits.time.is_some_and(|limit| elapsed >= limit) {
            return Err(self.stop(Stop::Time));
        }
        if let Some(on_progress) = self.on_progress {
            let last = self.reported_at_ms.load(Ordering::Relaxed);
            let now = elapsed.as_millis() as u64;
            let due = now.saturating_sub(last) >= REPORT_EVERY.as_millis() as u64;
            let mine = || {
                self.reported_at_ms
                    .compare_exchange(last, now, Ordering::Relaxed, Ordering::Relaxed)
                    .is_ok()
            };
            if due && mine() {
                let progress = Progress {
                    elapsed,
                    expanded: total,
                    ..describe()
                };
                if on_progress(&progress).is_break() {
                    return Err(self.stop(Stop::Cancelled));
                }
            }
        }
        Ok(())
    }

    /// Checks that `bytes` of tables and states are allowed.
    ///
    /// # Errors
    /// [`Stop::Memory`] if they exceed the limit.
    pub fn check_memory(&self, bytes: u64) -> Result<(), Stop> {
        match self.limits.memory {
            Some(limit) if bytes > limit => Err(self.stop(Stop::Memory)),
            _ => Ok(()),
        }
    }
}

impl Progress {
    /// A report of a phase of which nothing else is known yet.
    pub const fn of(phase: &'static str) -> Progress {
        Progress {
            phase,
            elapsed: Duration::ZERO,
            expanded: 0,
            bound: None,
            best: None,
            fraction: None,
            left: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_reason_is_kept() {
        let limits = Limits {
            nodes: Some(100),
            ..Limits::default()
        };
        let watch = Watch::new(limits, None);
        assert_eq!(watch.tick(99, || Progress::of("test")), Ok(()));
        assert_eq!(watch.tick(1, || Progress::of("test")), Err(Stop::Nodes));
        assert_eq!(watch.check_memory(u64::MAX), Ok(()));
        assert_eq!(watch.stop(Stop::Time), Stop::Nodes);
        assert_eq!(watch.tick(0, || Progress::of("test")), Err(Stop::Nodes));
    }

    #[test]
    fn a_break_cancels() {
        let cancel = |_: &Progress| ControlFlow::Break(());
        let watch = Watch::new(Limits::default(), Some(&cancel));
        let mut ticks = 0u32;
        let stop = loop {
            ticks += 1;
            if let Err(stop) = watch.tick(1, || Progress::of("test")) {
                break stop;
            }
            std::thread::sleep(Duration::from_millis(5));
            assert!(ticks < 10_000);
        };
        assert_eq!(stop, Stop::Cancelled);
    }
}
