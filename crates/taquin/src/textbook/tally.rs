//! One engine's account of a search: what it expanded, generated and stored, what it proved, and whether it may go on.

use crate::engine::{Found, Interrupted, Outcome};
use crate::{Metric, Path, Size};
use crate::{Phase, Progress, Stats, Stop, Watch};

/// Counts for one engine on one thread, passed on to the [`Watch`] now and then.
pub(super) struct Tally<'w, 'a> {
    watch: &'w Watch<'a>,
    metric: Metric,
    /// What was done; expanded nodes are added now and then, and at the end.
    pub(super) stats: Stats,
    /// The lower bound proven so far; see [`Tally::prove`].
    bound: usize,
    bytes: u64,
    /// Of the nodes that the watch may miss, how many are left, and how many there were.
    left: u64,
    missed: u64,
    patience: u64,
}

impl<'w, 'a> Tally<'w, 'a> {
    pub(super) fn new(watch: &'w Watch<'a>, size: Size, metric: Metric) -> Tally<'w, 'a> {
        // A node of a large board costs more time and memory.
        let patience = (65_536 / size.cells() as u64).clamp(1, 4096);
        Tally {
            watch,
            metric,
            stats: Stats::default(),
            bound: 0,
            bytes: 0,
            left: 0,
            missed: 0,
            patience,
        }
    }

    /// Takes note of a proven lower bound, no less than the ones before; stops the search if no path is short enough.
    #[inline]
    pub(super) fn prove(&mut self, bound: usize) -> Result<(), Stop> {
        self.bound = bound;
        match self.watch.limits().moves {
            Some(limit) if bound > limit => Err(self.watch.stop(Stop::Moves)),
            _ => Ok(()),
        }
    }

    /// The lower bound proven so far.
    pub(super) const fn bound(&self) -> usize {
        self.bound
    }

    /// Counts a node that is about to be expanded.
    #[inline]
    pub(super) fn expand(&mut self) -> Result<(), Stop> {
        if self.left == 0 {
            self.report()?;
        }
        self.left -= 1;
        Ok(())
    }

    #[cold]
    fn report(&mut self) -> Result<(), Stop> {
        let bound = Some(self.bound);
        self.settle(|| Progress {
            bound,
            ..Progress::of(Phase::Search)
        })?;
        let allowed = match self.watch.limits().nodes {
            Some(limit) => limit.saturating_sub(self.watch.expanded()),
            None => u64::MAX,
        };
        self.missed = self.patience.min(allowed);
        self.left = self.missed;
        Ok(())
    }

    /// Tells the watch of the nodes expanded since it last heard.
    fn settle(&mut self, describe: impl FnOnce() -> Progress) -> Result<(), Stop> {
        let expanded = self.missed - self.left;
        self.missed = self.left;
        self.stats.expanded += expanded;
        self.watch.tick(expanded, describe)
    }

    /// Asks for more memory, before it is taken.
    pub(super) fn charge(&mut self, bytes: u64) -> Result<(), Stop> {
        self.watch.check_memory(self.bytes + bytes)?;
        self.bytes += bytes;
        Ok(())
    }

    /// Stops the search for want of memory, whatever the limit.
    pub(super) fn out_of_memory(&self) -> Stop {
        self.watch.stop(Stop::Memory)
    }

    /// How the search ended. A path must be optimal.
    pub(super) fn outcome(mut self, result: Result<Path, Stop>) -> Outcome {
        // The search is over: that a limit is reached by these last nodes no longer matters.
        let _ = self.settle(|| Progress::of(Phase::Search));
        match result {
            Ok(path) => Ok(Found {
                lower_bound: path.length(self.metric),
                path,
                stats: self.stats,
            }),
            Err(stop) => Err(Interrupted {
                stop,
                best: None,
                lower_bound: self.bound,
                stats: self.stats,
            }),
        }
    }
}
