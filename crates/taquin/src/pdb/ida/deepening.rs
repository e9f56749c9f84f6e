//! Where a search by iterative deepening stands: which iterations are finished, which units of the one at hand, what they cost.
//!
//! Whoever runs the units, threads of this process or other machines, drives a [`Deepening`] in the same steps: [`begin`](Deepening::begin)
//! an iteration, run the units that are [`left`](Deepening::left), tell of each that is [`exhausted`](Deepening::exhausted), and
//! [`raise`](Deepening::raise) the bound. If there is a checkpoint file, it is written on the way.
//!
//! How an iteration is divided depends on the one before alone, never on threads or machines, so a search may be continued anywhere.

use std::collections::BTreeMap;
use std::ops::AddAssign;

#[cfg(feature = "files")]
use super::checkpoint::{Checkpoint, CheckpointError};
use super::kernel::Counts;
use crate::{Path, Stats};

/// The nodes that a unit is meant to expand: few, so that all threads have work; more where there would be too many units.
const UNIT_NODES: u64 = 1 << 15;
const LARGE_UNIT_NODES: u64 = 1 << 22;

/// The most units, of either size.
const MAX_UNITS: u64 = 1 << 12;
const MAX_LARGE_UNITS: u64 = 1 << 16;

/// How much larger than the iteration before an iteration is expected to be: on the safe side.
const GROWTH: u64 = 8;

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.expanded += other.expanded;
        self.generated += other.generated;
    }
}

/// The units of an iteration.
pub(super) struct Division {
    pub(super) prefixes: Vec<Path>,
    /// What it cost to find them.
    pub(super) counts: Counts,
    /// A path to the goal met on the way, instead of units.
    pub(super) path: Option<Path>,
}

/// What is finished.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Account {
    /// Bound and counts of the finished iterations.
    pub(super) iterations: Vec<(usize, Counts)>,
    /// The iteration after those, if it has begun.
    pub(super) current: Option<Current>,
}

/// What is finished of an iteration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Current {
    pub(super) bound: usize,
    /// Number of its units.
    pub(super) units: usize,
    /// By number, those that are exhausted.
    pub(super) exhausted: BTreeMap<usize, Counts>,
}

/// A search by iterative deepening.
pub(crate) struct Deepening {
    first_bound: usize,
    account: Account,
    /// Of the iteration at hand, once it has begun.
    division: Option<Division>,
    /// What was done besides: on units that were given up, and for putting a path together.
    besides: Counts,
    /// Nodes expanded in search of a suggestion.
    suggested: u64,
    #[cfg(feature = "files")]
    checkpoint: Option<Checkpoint>,
}

impl Deepening {
    /// A search that begins.
    pub(super) fn new(first_bound: usize) -> Deepening {
        Deepening {
            first_bound,
            account: Account::default(),
            division: None,
            besides: Counts::default(),
            suggested: 0,
            #[cfg(feature = "files")]
            checkpoint: None,
        }
    }

    /// A search that goes on where its checkpoint ends; `divide` is told a bound and how many units are wanted.
    ///
    /// # Errors
    /// [`CheckpointError`] if the account cannot be one of this search, or the file cannot be written.
    #[cfg(feature = "files")]
    pub(super) fn resume(
        first_bound: usize,
        mut checkpoint: Checkpoint,
        divide: impl FnOnce(usize, usize) -> Division,
    ) -> Result<Deepening, CheckpointError> {
        let mut deepening = Deepening::new(first_bound);
        deepening.account = checkpoint.take_account();
        let bounds = deepening.account.iterations.iter().map(|&(bound, _)| bound);
        let begun = deepening.account.current.as_ref();
        for (bound, expected) in bounds
            .chain(begun.map(|current| current.bound))
            .zip((first_bound..).step_by(2))
        {
            if bound != expected {
                return Err(checkpoint.damaged(format!(
                    "it has an iteration of bound {bound}, expected {expected}"
                )));
            }
        }
        if let Some(units) = begun.map(|current| current.units) {
            deepening.begin(divide);
            let found = deepening.units();
            if units != found || deepening.path().is_some() {
                return Err(
                    checkpoint.damaged(format!("an iteration has {units} units, expected {found}"))
                );
            }
        }
        deepening.checkpoint = Some(checkpoint);
        // A place that cannot be written is better found now than after hours.
        deepening.save()?;
        Ok(deepening)
    }

    /// The bound of the iteration at hand: no path is shorter.
    pub(super) fn bound(&self) -> usize {
        self.first_bound + 2 * self.account.iterations.len()
    }

    /// Bound and counts of each finished iteration.
    #[cfg(test)]
    pub(super) fn iterations(&self) -> &[(usize, Counts)] {
        &self.account.iterations
    }

    /// How many nodes the iteration at hand is expected to expand.
    pub(super) fn expected_nodes(&self) -> u64 {
        let last = self.account.iterations.last();
        last.map_or(0, |(_, counts)| GROWTH * counts.expanded)
    }

    /// How many units the iteration at hand should have.
    fn wanted_units(&self) -> usize {
        let expected = self.expected_nodes();
        let small = (expected / UNIT_NODES).clamp(1, MAX_UNITS);
        let large = (expected / LARGE_UNIT_NODES).min(MAX_LARGE_UNITS);
        small.max(large) as usize
    }

    /// Begins the iteration at hand, unless it has begun; `divide` is told its bound and how many units are wanted.
    pub(super) fn begin(&mut self, divide: impl FnOnce(usize, usize) -> Division) {
        if self.division.is_some() {
            return;
        }
        let bound = self.bound();
        let division = divide(bound, self.wanted_units());
        if self.account.current.is_none() && division.path.is_none() {
            self.account.current = Some(Current {
                bound,
                units: division.prefixes.len(),
                exhausted: BTreeMap::new(),
            });
        }
        self.division = Some(division);
    }

    /// A path to the goal that was met when the iteration was divided.
    pub(super) fn path(&self) -> Option<&Path> {
        self.division.as_ref()?.path.as_ref()
    }

    /// The number of units of the iteration at hand.
    pub(super) fn units(&self) -> usize {
        let division = self.division.as_ref();
        division.map_or(0, |division| division.prefixes.len())
    }

    /// How many of them are exhausted.
    pub(super) fn units_exhausted(&self) -> usize {
        let current = self.account.current.as_ref();
        current.map_or(0, |current| current.exhausted.len())
    }

    /// The units of the iteration at hand that are not exhausted: numbers and prefixes.
    pub(super) fn left(&self) -> Vec<(usize, Path)> {
        let (Some(division), Some(current)) = (&self.division, &self.account.current) else {
            return Vec::new();
        };
        let prefixes = division.prefixes.iter().cloned().enumerate();
        prefixes
            .filter(|(unit, _)| !current.exhausted.contains_key(unit))
            .collect()
    }

    /// A unit of the iteration at hand has no path to the goal.
    pub(super) fn exhausted(&mut self, unit: usize, counts: Counts) {
        let current = self.account.current.as_mut();
        let before = current
            .expect("the iteration has begun")
            .exhausted
            .insert(unit, counts);
        assert!(before.is_none(), "unit {unit} was searched twice");
        self.save_if_due();
    }

    /// Something was done that exhausts no unit.
    pub(super) fn count(&mut self, counts: Counts) {
        self.besides += counts;
    }

    /// A suggestion was looked for.
    pub(super) const fn count_suggestion(&mut self, expanded: u64) {
        self.suggested += expanded;
    }

    /// Goes on to the next bound: all units of the iteration at hand are exhausted.
    pub(super) fn raise(&mut self) {
        assert_eq!(self.units_exhausted(), self.units());
        let counts = self.counts_at_hand();
        self.account.iterations.push((self.bound(), counts));
        self.account.current = None;
        self.division = None;
        self.save_if_due();
    }

    /// Counts of the iteration at hand.
    fn counts_at_hand(&self) -> Counts {
        let mut sum = Counts::default();
        if let Some(division) = &self.division {
            sum += division.counts;
        }
        for &counts in self
            .account
            .current
            .iter()
            .flat_map(|current| current.exhausted.values())
        {
            sum += counts;
        }
        sum
    }

    /// What was done, also before the search was continued.
    pub(super) fn stats(&self) -> Stats {
        let mut sum = self.besides;
        sum += self.counts_at_hand();
        for &(_, counts) in &self.account.iterations {
            sum += counts;
        }
        Stats {
            suggested: self.suggested,
            ..sum.stats(self.bound())
        }
    }

    /// Writes the checkpoint, if there is one.
    ///
    /// # Errors
    /// Why it cannot be written.
    #[cfg(feature = "files")]
    pub(crate) fn save(&mut self) -> Result<(), CheckpointError> {
        match &mut self.checkpoint {
            Some(checkpoint) => checkpoint.write(&self.account),
            None => Ok(()),
        }
    }

    /// Goes on without its checkpoint.
    #[cfg(feature = "files")]
    pub(super) fn let_go(&mut self) {
        self.checkpoint = None;
    }

    /// A failure now does not end the search: the disk may have room again before [`Deepening::save`] is called at the end.
    fn save_if_due(&mut self) {
        #[cfg(feature = "files")]
        if let Some(checkpoint) = &mut self.checkpoint
            && checkpoint.is_due()
        {
            let _ = checkpoint.write(&self.account);
        }
    }
}

impl Counts {
    /// As the statistics of a search whose longest path has `bound` moves.
    pub(super) fn stats(self, bound: usize) -> Stats {
        Stats {
            expanded: self.expanded,
            generated: self.generated,
            peak_stored: bound as u64,
            ..Stats::default()
        }
    }
}
