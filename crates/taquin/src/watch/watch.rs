//! One solve's limits, clock and callback.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

// The standard clock, which panics on bare wasm, replaced there by the host's.
use web_time::Instant;

use super::{Limits, OnProgress, Progress, Stop};

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
    reason: OnceLock<Stop>,
    /// The whole that this watch is a part of, and whether the part ends with it.
    whole: Option<(&'a Watch<'a>, bool)>,
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
            reason: OnceLock::new(),
            whole: None,
        }
    }

    /// A part of the work, with limits of its own that do not exceed what is left. Its nodes count here, too, and reports go through here;
    /// its own limits end the part alone.
    pub(crate) fn part(&'a self, limits: Limits) -> Watch<'a> {
        Watch {
            whole: Some((self, true)),
            ..Watch::new(self.at_most_left(limits), None)
        }
    }

    /// As [`Watch::part`], for the last thing to do once a limit or the caller has stopped the rest: that stop is not its own.
    pub(crate) fn last_part(&'a self, limits: Limits) -> Watch<'a> {
        Watch {
            whole: Some((self, false)),
            ..Watch::new(self.at_most_left(limits), None)
        }
    }

    /// Limits of a part; where they say nothing, those of the whole hold.
    fn at_most_left(&self, limits: Limits) -> Limits {
        let nodes_left = self
            .limits
            .nodes
            .map(|nodes| nodes.saturating_sub(self.expanded()));
        Limits {
            time: limits.time.into_iter().chain(self.remaining()).min(),
            nodes: limits.nodes.into_iter().chain(nodes_left).min(),
            memory: limits.memory.into_iter().chain(self.limits.memory).min(),
            moves: limits.moves,
            threads: limits.threads,
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
        if let Some((whole, ends_with_it)) = self.whole {
            let told = whole.tick(expanded, describe);
            if let (Err(stop), true) = (told, ends_with_it) {
                return Err(self.stop(stop));
            }
            return self.check(total, self.elapsed());
        }
        let elapsed = self.elapsed();
        self.check(total, elapsed)?;
        self.report(total, elapsed, describe)
    }

    /// Checks the limits on nodes and time.
    fn check(&self, total: u64, elapsed: Duration) -> Result<(), Stop> {
        if self.limits.nodes.is_some_and(|limit| total >= limit) {
            return Err(self.stop(Stop::Nodes));
        }
        if self.limits.time.is_some_and(|limit| elapsed >= limit) {
            return Err(self.stop(Stop::Time));
        }
        Ok(())
    }

    /// Tells the callback, if it is time to.
    fn report(
        &self,
        total: u64,
        elapsed: Duration,
        describe: impl FnOnce() -> Progress,
    ) -> Result<(), Stop> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Phase;
    use std::ops::ControlFlow;

    #[test]
    fn the_first_reason_is_kept() {
        let limits = Limits {
            nodes: Some(100),
            ..Limits::default()
        };
        let watch = Watch::new(limits, None);
        assert_eq!(watch.tick(99, || Progress::of(Phase::Search)), Ok(()));
        assert_eq!(
            watch.tick(1, || Progress::of(Phase::Search)),
            Err(Stop::Nodes)
        );
        assert_eq!(watch.check_memory(u64::MAX), Ok(()));
        assert_eq!(watch.stop(Stop::Time), Stop::Nodes);
        assert_eq!(
            watch.tick(0, || Progress::of(Phase::Search)),
            Err(Stop::Nodes)
        );
    }

    #[test]
    fn a_part_counts_in_the_whole_and_ends_alone() {
        let nodes = |nodes| Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let whole = Watch::new(nodes(100), None);
        let part = whole.part(nodes(10));
        assert_eq!(part.tick(9, || Progress::of(Phase::Search)), Ok(()));
        assert_eq!(
            part.tick(1, || Progress::of(Phase::Search)),
            Err(Stop::Nodes)
        );
        assert_eq!((whole.stopped(), whole.expanded()), (None, 10));
        // No part has more than what is left.
        let rest = whole.part(nodes(1000));
        assert_eq!(rest.limits().nodes, Some(90));
        assert_eq!(
            rest.tick(90, || Progress::of(Phase::Search)),
            Err(Stop::Nodes)
        );
        assert_eq!(whole.stopped(), Some(Stop::Nodes));
        let last = whole.last_part(Limits::default());
        assert_eq!(last.limits().nodes, Some(0));
        assert_eq!(last.stopped(), None);
        let ended = whole.part(Limits::default());
        assert!(ended.tick(0, || Progress::of(Phase::Search)).is_err());
    }

    #[test]
    fn a_break_cancels() {
        let cancel = |_: &Progress| ControlFlow::Break(());
        let watch = Watch::new(Limits::default(), Some(&cancel));
        let mut ticks = 0u32;
        let stop = loop {
            ticks += 1;
            if let Err(stop) = watch.tick(1, || Progress::of(Phase::Search)) {
                break stop;
            }
            std::thread::sleep(Duration::from_millis(5));
            assert!(ticks < 10_000);
        };
        assert_eq!(stop, Stop::Cancelled);
    }
}
