//! Work units for callers who spread a search over processes or machines.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

#[cfg(feature = "files")]
use super::checkpoint::{Checkpoint, CheckpointError};
use super::deepening::{Deepening, Division};
use super::iterate::{Search, UnitEnd};
use super::kernel::Counts;
use super::{KindOfMap, PdbSearcher, Work};
use crate::{CanonicalProblem, Canonicalizer, Direction, Path};
use crate::{Phase, Progress, Stats, Stop, Watch};

/// A part of one iteration of IDA\*: all paths of `bound` single-tile moves that begin with `prefix`.
///
/// Plain data, to be sent anywhere: displays as the bound, a space and the prefix, and is read back from that.
///
/// ```
/// let unit: taquin::WorkUnit = "96 dlurd".parse()?;
/// assert_eq!((unit.bound, unit.prefix.len()), (96, 5));
/// assert_eq!(unit.to_string(), "96 dlurd");
/// # Ok::<(), taquin::WorkUnitError>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct WorkUnit {
    /// The length looked for.
    pub bound: usize,
    /// The first steps of the blank.
    pub prefix: Path,
}

/// Text that is no work unit, or a unit of another problem.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "{0:?} is not a work unit of this problem, expected a bound and a path such as \"96 dlurd\""
)]
pub struct WorkUnitError(String);

impl fmt::Display for WorkUnit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.bound, self.prefix)
    }
}

impl FromStr for WorkUnit {
    type Err = WorkUnitError;

    fn from_str(text: &str) -> Result<WorkUnit, WorkUnitError> {
        let read = || {
            let (bound, prefix) = text.split_once(' ')?;
            let steps = prefix.chars().map(Direction::from_letter);
            Some(WorkUnit {
                bound: bound.parse().ok()?,
                prefix: steps.collect::<Option<Path>>()?,
            })
        };
        read().ok_or_else(|| WorkUnitError(text.into()))
    }
}

/// What came of a unit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct UnitReport {
    /// A shortest path from the start to the goal. `None` if there is none: the unit is exhausted.
    pub path: Option<Path>,
    /// What was done.
    pub stats: Stats,
}

/// Why a unit was not searched to its end.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UnitError {
    /// A unit of another problem.
    #[error(transparent)]
    WorkUnit(#[from] WorkUnitError),
    /// A limit or the caller ended it.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// One board's problem and its tables, to run [`WorkUnit`]s with; made by [`Solver::units`](crate::Solver::units).
///
/// [`UnitSearch`] says which are to be run. Units are independent: they may run in any order, anywhere where the same tables are, and
/// what an exhausted unit expands is always the same.
#[derive(Clone)]
pub struct Units {
    searcher: Arc<PdbSearcher>,
    problem: CanonicalProblem,
    canonicalizer: Canonicalizer,
}

impl fmt::Debug for Units {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Units")
            .field("problem", &self.problem)
            .field("tables", &self.tables())
            .finish()
    }
}

impl Units {
    pub(crate) fn new(
        searcher: Arc<PdbSearcher>,
        problem: CanonicalProblem,
        canonicalizer: Canonicalizer,
    ) -> Units {
        Units {
            searcher,
            problem,
            canonicalizer,
        }
    }

    /// What tells one set of tables from another: units run with other tables have other counts.
    pub fn tables(&self) -> String {
        self.searcher.describe_tables()
    }

    /// Searches a unit on one thread. The path, if one is found, is as long as the unit's bound and leads to the goal.
    ///
    /// # Errors
    /// [`UnitError::Stopped`] if the watch stops it, [`UnitError::WorkUnit`] for a unit that is none of this problem's.
    pub fn run(&self, unit: &WorkUnit, watch: &Watch<'_>) -> Result<UnitReport, UnitError> {
        let steps = unit.prefix.iter();
        let inner = WorkUnit {
            bound: unit.bound,
            prefix: steps
                .map(|&step| self.canonicalizer.direction_in(step))
                .collect(),
        };
        let done = self
            .searcher
            .search(&self.problem, watch, Run { unit: inner });
        let (end, counts) = done.ok_or_else(|| WorkUnitError(unit.to_string()))?;
        let path = match end? {
            UnitEnd::Found(path) => Some(self.problem.path_back(&path)),
            UnitEnd::Exhausted | UnitEnd::Unneeded => None,
        };
        let stats = counts.stats(unit.bound);
        Ok(UnitReport { path, stats })
    }
}

struct Run {
    unit: WorkUnit,
}

impl Work for Run {
    type Output = Option<(Result<UnitEnd, Stop>, Counts)>;

    fn run<M: KindOfMap, const CELLS: usize, const SLOTS: usize>(
        self,
        search: &Search<'_, M, CELLS, SLOTS>,
    ) -> Self::Output {
        let WorkUnit { bound, prefix } = &self.unit;
        search.node_after(*bound, prefix)?;
        let mut counts = Counts::default();
        let progress = || Progress {
            bound: Some(*bound),
            ..Progress::of(Phase::Search)
        };
        let end = search.search_unit(*bound, prefix, &|| true, progress, &mut counts);
        Some((end, counts))
    }
}

struct Divide {
    bound: usize,
    wanted: usize,
}

impl Work for Divide {
    type Output = Division;

    fn run<M: KindOfMap, const CELLS: usize, const SLOTS: usize>(
        self,
        search: &Search<'_, M, CELLS, SLOTS>,
    ) -> Division {
        search.divide(self.bound, self.wanted)
    }
}

/// The optimal search for one board's shortest path, cut into [`WorkUnit`]s that somebody else runs.
///
/// An iteration looks for paths of one length. If all its units are exhausted, there is none, and the next iteration looks for
/// paths of two moves more. The first path found is a shortest one.
///
/// The search is the one that [`Solver::solve`](crate::Solver::solve) makes with [`Engine::Pdb`](crate::Engine::Pdb), with the same units
/// and the same checkpoint file, so each may go on where the other ended.
///
/// ```
/// use taquin::{Board, Solver, UnitSearch, Watch};
/// let board: Board = "1 3 8 10/6 7 4 11/2 5 9 0".parse()?;
/// let units = Solver::new().units(&board)?;
/// let mut search = UnitSearch::new(units.clone());
/// while search.path().is_none() {
///     for unit in search.next_units(usize::MAX) {
///         search.report(&unit, &units.run(&unit, &Watch::unlimited())?)?;
///     }
/// }
/// assert_eq!(search.bound(), Solver::new().distance(&board)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct UnitSearch {
    units: Units,
    deepening: Deepening,
    /// Units of the iteration at hand that nobody has yet, the next one last. `None` before it begins.
    waiting: Option<Vec<(WorkUnit, usize)>>,
    /// Units that somebody has, with their numbers.
    running: HashMap<WorkUnit, usize>,
    path: Option<Path>,
}

impl fmt::Debug for UnitSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UnitSearch")
            .field("units", &self.units)
            .field("bound", &self.bound())
            .field("progress", &self.progress())
            .finish_non_exhaustive()
    }
}

impl UnitSearch {
    /// A search that begins.
    pub fn new(units: Units) -> UnitSearch {
        let deepening = units.searcher.deepening(&units.problem);
        UnitSearch::at(units, deepening)
    }

    /// A search that keeps its account in a file, and goes on where that ends.
    ///
    /// # Errors
    /// [`CheckpointError`] if the account is of other tables or cannot be one of this search, or the file cannot be written.
    #[cfg(feature = "files")]
    pub fn resume(units: Units, checkpoint: Checkpoint) -> Result<UnitSearch, CheckpointError> {
        let deepening = units.searcher.resume(&units.problem, checkpoint)?;
        Ok(UnitSearch::at(units, deepening))
    }

    fn at(units: Units, deepening: Deepening) -> UnitSearch {
        UnitSearch {
            units,
            deepening,
            waiting: None,
            running: HashMap::new(),
            path: None,
        }
    }

    /// Up to so many units that are to be run and reported next. None if those that are running have to be reported first, or if a path
    /// is found. Goes on to the next iteration if all units of the one at hand are reported.
    pub fn next_units(&mut self, most: usize) -> Vec<WorkUnit> {
        while self.path.is_none() {
            let waiting = match &mut self.waiting {
                Some(waiting) => waiting,
                None => {
                    self.begin();
                    continue;
                }
            };
            if !waiting.is_empty() {
                let next = waiting.split_off(waiting.len().saturating_sub(most));
                self.running.extend(next.iter().cloned());
                return next.into_iter().rev().map(|(unit, _)| unit).collect();
            }
            if !self.running.is_empty() {
                break;
            }
            self.deepening.raise();
            self.waiting = None;
        }
        Vec::new()
    }

    /// Begins the iteration at hand.
    fn begin(&mut self) {
        let (searcher, problem) = (&self.units.searcher, &self.units.problem);
        self.deepening.begin(|bound, wanted| {
            searcher.search(problem, &Watch::unlimited(), Divide { bound, wanted })
        });
        self.path = self.deepening.path().map(|path| problem.path_back(path));
        let bound = self.deepening.bound();
        let units = self.deepening.left().into_iter().map(|(number, prefix)| {
            let prefix = problem.path_back(&prefix);
            (WorkUnit { bound, prefix }, number)
        });
        self.waiting = Some(units.rev().collect());
    }

    /// Takes what came of a unit.
    ///
    /// # Errors
    /// [`WorkUnitError`] for a unit that is not running.
    pub fn report(&mut self, unit: &WorkUnit, report: &UnitReport) -> Result<(), WorkUnitError> {
        let running = self.running.remove(unit);
        let number = running.ok_or_else(|| WorkUnitError(unit.to_string()))?;
        let counts = Counts {
            expanded: report.stats.expanded,
            generated: report.stats.generated,
        };
        if report.path.is_some() {
            self.deepening.count(counts);
            self.path = self.path.take().or_else(|| report.path.clone());
        } else {
            self.deepening.exhausted(number, counts);
        }
        Ok(())
    }

    /// The path, as soon as one is found.
    pub const fn path(&self) -> Option<&Path> {
        self.path.as_ref()
    }

    /// The bound of the iteration at hand: no path is shorter.
    pub fn bound(&self) -> usize {
        self.deepening.bound()
    }

    /// How many nodes the iteration at hand is expected to expand, on the safe side.
    pub fn expected_nodes(&self) -> u64 {
        self.deepening.expected_nodes()
    }

    /// How many units of the iteration at hand are exhausted, and how many there are; none before it begins.
    pub fn progress(&self) -> (usize, usize) {
        (self.deepening.units_exhausted(), self.deepening.units())
    }

    /// What was done, also before the search was continued.
    pub fn stats(&self) -> Stats {
        self.deepening.stats()
    }

    /// Writes the checkpoint, if there is one. That happens by itself as units are reported, but a fraction of a second late.
    ///
    /// # Errors
    /// Why it cannot be written.
    #[cfg(feature = "files")]
    pub fn save(&mut self) -> Result<(), CheckpointError> {
        self.deepening.save()
    }

    /// Writes the checkpoint for the last time, if there is one, and lets it go, so that another search may have it.
    ///
    /// # Errors
    /// Why it cannot be written.
    #[cfg(feature = "files")]
    pub fn close(&mut self) -> Result<(), CheckpointError> {
        let saved = self.deepening.save();
        self.deepening.let_go();
        saved
    }
}
