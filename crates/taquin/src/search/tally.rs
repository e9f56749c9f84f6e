//! One engine's account of a search: what it expanded, generated and stored, what it proved, and whether it may go on.

use super::outcome::{Found, Interrupted, Outcome};
use super::{Progress, Stats, Stop, Watch};
use crate::{Metric, Path, Size};

/// Counts for one engine on one thread, passed on to the [`Watch`] now and then.
pub(super) struct Tally<'w, 'a> {
    watch: &'w Watch<'a>,
    metric: Metric,
    /// What was done.
    pub(super) stats: Stats,
    /// The lower bound proven so far; see [`Tally::prove`].
    bound: usize,
    bytes: u64,
    /// Nodes that the watch has not heard of, and how many it may miss.
    pending: u64,
    every: u64,
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
            pending: 0,
            every: 0,
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
        if self.pending >= self.every {
            self.report()?;
        }
        self.pending += 1;
        self.stats.expanded += 1;
        Ok(())
    }

    #[cold]
    fn report(&mut self) -> Result<(), Stop> {
        let bound = Some(self.bound);
        let pending = std::mem::take(&mut self.pending);
        self.watch.tick(pending, || Progress {
            bound,
            ..Progress::of("search")
        })?;
        let left = match self.watch.limits().nodes {
            Some(limit) => limit.saturating_sub(self.watch.expanded()),
            None => u64::MAX,
        };
        self.every = self.patience.min(left);
        Ok(())
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
        let _ = self.watch.tick(self.pending, || Progress::of("search"));
        self.pending = 0;
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
