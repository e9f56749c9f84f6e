//! Work units for callers who spread a search over processes or machines.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

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

/// What came of a unit, or of several.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct UnitReport {
    /// A shortest path from the start to the goal. `None` if there is none: the units are exhausted.
    pub path: Option<Path>,
    /// What was done.
    pub stats: Stats,
}

impl UnitReport {
    /// Adds another unit's report: counts are added up, the first path is kept.
    pub fn merge(&mut self, other: UnitReport) {
        self.path = self.path.take().or(other.path);
        self.stats.expanded += other.stats.expanded;
        self.stats.generated += other.stats.generated;
        self.stats.peak_stored = self.stats.peak_stored.max(other.stats.peak_stored);
    }
}

/// The optimal search for one board's shortest path, cut into [`WorkUnit`]s; made by [`Solver::units`](crate::Solver::units).
///
/// An iteration looks for paths of one length. If all its units are exhausted, there is none, and the next iteration looks for
/// paths of two moves more. The first path found is a shortest one. Units are independent: they may run in any order, anywhere
/// where the same tables are, and what an exhausted unit expands is always the same.
///
/// ```
/// use taquin::{Board, Solver, UnitReport, Watch};
/// let board: Board = "1 3 8 10/6 7 4 11/2 5 9 0".parse()?;
/// let units = Solver::new().units(&board)?;
/// let mut bound = units.first_bound();
/// let path = loop {
///     let (list, mut sum) = units.divide(bound, 16);
///     for unit in &list {
///         sum.merge(units.run(unit, &Watch::unlimited())?);
///     }
///     match sum.path {
///         Some(path) => break path,
///         None => bound += 2,
///     }
/// };
/// assert_eq!(path.len(), Solver::new().distance(&board)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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

    /// The bound of the first iteration: what the tables say of the start.
    pub fn first_bound(&self) -> usize {
        struct FirstBound;
        impl Work for FirstBound {
            type Output = usize;

            fn run<M: KindOfMap, const CELLS: usize, const SLOTS: usize>(
                self,
                search: &Search<'_, M, CELLS, SLOTS>,
            ) -> usize {
                search.first_bound()
            }
        }
        self.searcher
            .search(&self.problem, &Watch::unlimited(), FirstBound)
    }

    /// At least `wanted` units of the iteration with a bound, if there are so many, and what it cost to find them. The report has
    /// a path, and there are no units, if one was met on the way.
    pub fn divide(&self, bound: usize, wanted: usize) -> (Vec<WorkUnit>, UnitReport) {
        struct Divide {
            bound: usize,
            wanted: usize,
        }
        impl Work for Divide {
            type Output = super::iterate::Division;

            fn run<M: KindOfMap, const CELLS: usize, const SLOTS: usize>(
                self,
                search: &Search<'_, M, CELLS, SLOTS>,
            ) -> Self::Output {
                search.divide(self.bound, self.wanted)
            }
        }
        let work = Divide { bound, wanted };
        let division = self
            .searcher
            .search(&self.problem, &Watch::unlimited(), work);
        let back = |path: &Path| self.problem.path_back(path);
        let units = division.prefixes.iter().map(|prefix| WorkUnit {
            bound,
            prefix: back(prefix),
        });
        let report = UnitReport {
            path: division.path.as_ref().map(back),
            stats: division.counts.stats(bound),
        };
        (units.collect(), report)
    }

    /// Searches a unit on one thread. The path, if one is found, is not shorter than the unit's bound and leads to the goal.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) if the watch stops it, [`Error::WorkUnit`](crate::Error::WorkUnit) for a unit that is
    /// none of this problem's.
    pub fn run(&self, unit: &WorkUnit, watch: &Watch<'_>) -> Result<UnitReport, crate::Error> {
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
        let stats = counts.stats(unit.bound);
        match end {
            Ok(UnitEnd::Found(path)) => Ok(UnitReport {
                path: Some(self.problem.path_back(&path)),
                stats,
            }),
            Ok(UnitEnd::Exhausted | UnitEnd::Unneeded) => Ok(UnitReport { path: None, stats }),
            Err(stop) => Err(crate::Error::Stopped {
                stop,
                lower_bound: unit.bound,
            }),
        }
    }
}
