//! IDA\* (Korf 1985) on additive pattern databases: optimal in single-tile moves.
//!
//! `deepening` knows where a search stands: the bound, the work units of the iteration, which of them are finished; `checkpoint` keeps that
//! in a file. `iterate` divides iterations into units and searches them on threads, `kernel` expands nodes. `units` is for callers who
//! carry units to other machines themselves.

mod automaton;
#[cfg(feature = "files")]
mod checkpoint;
mod deepening;
mod engine;
mod guide;
mod iterate;
mod kernel;
#[cfg(test)]
mod tests;
mod units;

#[cfg(feature = "files")]
pub use checkpoint::{Checkpoint, CheckpointError};
#[cfg(feature = "files")]
pub(crate) use engine::LetGo;
pub(crate) use engine::Pdb;
pub use units::{UnitError, UnitReport, UnitSearch, Units, WorkUnit, WorkUnitError};

pub(crate) use deepening::Deepening;
use iterate::Search;
pub(crate) use iterate::{Aids, Suggest};

use std::borrow::Cow;

use crate::engine::Outcome;
#[cfg(feature = "files")]
use crate::pdb::MAX_SLOTS;
use crate::pdb::{
    MapKind, NarrowMap, PackedMap, Plan, RegionMap, TableSet, WideMap, cold_partitions,
};
use crate::watch::parallel;
use crate::{Board, CanonicalGoal, CanonicalProblem};
use crate::{Stop, Watch};
use automaton::Automaton;

/// Length of the longest paths that the automaton knows.
const WORD_LEN: usize = 10;

/// All that is prepared once for a canonical goal.
pub(crate) struct PdbSearcher {
    set: TableSet,
    automaton: Automaton,
    loaded: bool,
}

impl PdbSearcher {
    /// Builds small tables in memory.
    ///
    /// # Errors
    /// The watch's [`Stop`].
    pub(crate) fn cold(goal: CanonicalGoal, watch: &Watch<'_>) -> Result<PdbSearcher, Stop> {
        let plan = Plan::new(goal, &cold_partitions(goal));
        let (set, automaton) = parallel::both(
            watch.limits().threads,
            || plan.build(watch),
            || Automaton::new(goal.size(), WORD_LEN),
        );
        Ok(PdbSearcher {
            set: set?,
            automaton,
            loaded: false,
        })
    }

    /// Loads databases, if all that the goal needs are there.
    ///
    /// # Errors
    /// Why one that is there is refused.
    #[cfg(feature = "files")]
    pub(crate) fn load(
        goal: CanonicalGoal,
        databases: &crate::Databases,
    ) -> Result<Option<PdbSearcher>, crate::DatabaseError> {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let (set, automaton) = parallel::both(
            threads,
            || databases.load(goal),
            || Automaton::new(goal.size(), WORD_LEN),
        );
        Ok(set?.map(|set| PdbSearcher {
            set,
            automaton,
            loaded: true,
        }))
    }

    /// Bytes of all tables.
    pub(crate) fn bytes(&self) -> u64 {
        self.set.bytes()
    }

    /// Whether the tables come from databases.
    pub(crate) const fn is_loaded(&self) -> bool {
        self.loaded
    }

    /// The partitions, looked up on the board and on its images: what tells one set of tables from another.
    pub(crate) fn describe_tables(&self) -> String {
        self.set.describe()
    }

    /// Finds a shortest path of a solvable problem. Its statistics are of the iterations alone.
    pub(crate) fn solve(
        &self,
        problem: &CanonicalProblem,
        aids: Aids<'_>,
        watch: &Watch<'_>,
    ) -> Outcome {
        let deepening = None;
        self.search(problem, watch, Deepen { deepening, aids })
    }

    /// As [`PdbSearcher::solve`], from where a search stands.
    #[cfg(feature = "files")]
    pub(crate) fn go_on(
        &self,
        problem: &CanonicalProblem,
        deepening: &mut Deepening,
        aids: Aids<'_>,
        watch: &Watch<'_>,
    ) -> Outcome {
        let deepening = Some(deepening);
        self.search(problem, watch, Deepen { deepening, aids })
    }

    /// A search of a problem that begins.
    pub(crate) fn deepening(&self, problem: &CanonicalProblem) -> Deepening {
        self.search(problem, &Watch::unlimited(), Begin)
    }

    /// A search that goes on where its checkpoint ends.
    ///
    /// # Errors
    /// [`CheckpointError`] if the account is of other tables or cannot be one of this search, or the file cannot be written.
    #[cfg(feature = "files")]
    pub(crate) fn resume(
        &self,
        problem: &CanonicalProblem,
        mut checkpoint: Checkpoint,
    ) -> Result<Deepening, CheckpointError> {
        checkpoint.expect_tables(&self.describe_tables())?;
        self.search(problem, &Watch::unlimited(), Resume { checkpoint })
    }

    /// Does some work on a problem, with the kernel that fits the tables.
    fn search<W: Work>(&self, problem: &CanonicalProblem, watch: &Watch<'_>, work: W) -> W::Output {
        assert_eq!(problem.goal(), self.set.goal());
        let start = problem.start();
        // There every byte is sent to a browser.
        #[cfg(not(feature = "files"))]
        return self.search_with::<NarrowMap, 16, 12, W>(start, watch, work);
        // What is generic in these numbers is compiled once for each line.
        #[cfg(feature = "files")]
        {
            let kind = |is: fn(&MapKind) -> bool| {
                let mut slots = self.set.slots();
                slots.all(|slot| is(&slot.table().index().maps().kind))
            };
            let narrow = kind(|kind| matches!(kind, MapKind::Narrow(_)));
            let packed = kind(|kind| matches!(kind, MapKind::Packed(_)));
            match (self.set.slots().count(), narrow, packed) {
                (0..=4, true, _) => self.search_with::<NarrowMap, 16, 4, W>(start, watch, work),
                (5..=6, true, _) => self.search_with::<NarrowMap, 16, 6, W>(start, watch, work),
                (7..=8, true, _) => self.search_with::<NarrowMap, 16, 8, W>(start, watch, work),
                (_, true, _) => self.search_with::<NarrowMap, 16, 12, W>(start, watch, work),
                (0..=8, _, true) => self.search_with::<PackedMap, 32, 8, W>(start, watch, work),
                (_, _, true) => self.search_with::<PackedMap, 32, MAX_SLOTS, W>(start, watch, work),
                _ => self.search_with::<WideMap, 32, MAX_SLOTS, W>(start, watch, work),
            }
        }
    }

    fn search_with<M: KindOfMap, const CELLS: usize, const SLOTS: usize, W: Work>(
        &self,
        start: &Board,
        watch: &Watch<'_>,
        work: W,
    ) -> W::Output {
        work.run(&Search::<M, CELLS, SLOTS>::new(
            &self.set,
            &self.automaton,
            start,
            watch,
        ))
    }
}

/// What can be done with the kernel of any tables.
trait Work {
    type Output;

    fn run<M: KindOfMap, const CELLS: usize, const SLOTS: usize>(
        self,
        search: &Search<'_, M, CELLS, SLOTS>,
    ) -> Self::Output;
}

/// Searches from where a search stands, or from the first bound on.
struct Deepen<'a> {
    deepening: Option<&'a mut Deepening>,
    aids: Aids<'a>,
}

impl Work for Deepen<'_> {
    type Output = Outcome;

    fn run<M: KindOfMap, const CELLS: usize, const SLOTS: usize>(
        self,
        search: &Search<'_, M, CELLS, SLOTS>,
    ) -> Outcome {
        match self.deepening {
            Some(deepening) => search.deepen(deepening, self.aids),
            None => search.deepen(&mut Deepening::new(search.first_bound()), self.aids),
        }
    }
}

struct Begin;

impl Work for Begin {
    type Output = Deepening;

    fn run<M: KindOfMap, const CELLS: usize, const SLOTS: usize>(
        self,
        search: &Search<'_, M, CELLS, SLOTS>,
    ) -> Deepening {
        Deepening::new(search.first_bound())
    }
}

#[cfg(feature = "files")]
struct Resume {
    checkpoint: Checkpoint,
}

#[cfg(feature = "files")]
impl Work for Resume {
    type Output = Result<Deepening, CheckpointError>;

    fn run<M: KindOfMap, const CELLS: usize, const SLOTS: usize>(
        self,
        search: &Search<'_, M, CELLS, SLOTS>,
    ) -> Self::Output {
        Deepening::resume(search.first_bound(), self.checkpoint, |bound, wanted| {
            search.divide(bound, wanted)
        })
    }
}

/// The region maps of one kind.
pub(crate) trait KindOfMap: RegionMap {
    /// The maps, which can be made to be of this kind.
    fn of(maps: &MapKind) -> Cow<'_, [Self]>;
}

impl KindOfMap for NarrowMap {
    fn of(maps: &MapKind) -> Cow<'_, [NarrowMap]> {
        match maps {
            MapKind::Narrow(maps) => maps.as_ref().into(),
            _ => unreachable!("all indices of one size are narrow, or none is"),
        }
    }
}

impl KindOfMap for PackedMap {
    fn of(maps: &MapKind) -> Cow<'_, [PackedMap]> {
        match maps {
            MapKind::Packed(maps) => maps.as_ref().into(),
            _ => unreachable!("chosen if all are packed"),
        }
    }
}

impl KindOfMap for WideMap {
    fn of(maps: &MapKind) -> Cow<'_, [WideMap]> {
        match maps {
            MapKind::Wide(maps) => maps.as_ref().into(),
            MapKind::Packed(maps) => maps.iter().map(|&map| map.into()).collect(),
            MapKind::Narrow(_) => unreachable!("all indices of one size are narrow, or none is"),
        }
    }
}
