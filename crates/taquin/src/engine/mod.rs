//! The seam between the solver and the engines: how an engine is asked, and what it answers.
//!
//! An engine is an [`Algorithm`], which says what it solves; [prepared](Algorithm::prepare) for a goal it is a [`Prepared`], with all tables
//! it needs, and answers any number of [`Query`]s. The list of engines is in `solver/engine.rs`.

mod tables;

pub(crate) use tables::Tables;

use std::borrow::Cow;

use crate::heuristic::with_evaluator;
use crate::listing::{ByEvaluator, Walk};
use crate::{
    Board, CanonicalProblem, Canonicalizer, Direction, Heuristic, Path, Problem, Stats, Stop,
    Watch, solvability,
};

/// A way to find paths.
pub(crate) trait Algorithm {
    /// The name on the command line.
    fn name(&self) -> Cow<'static, str>;

    /// Whether it solves the boards of a problem.
    fn supports(&self, problem: &Problem) -> bool;

    /// Whether the paths it returns are proven shortest.
    fn is_optimal(&self) -> bool {
        true
    }

    /// Makes ready what all boards of a supported problem need.
    ///
    /// # Errors
    /// The watch's [`Stop`].
    fn prepare(
        &self,
        target: &Target<'_>,
        tables: &Tables,
        watch: &Watch<'_>,
    ) -> Result<Box<dyn Prepared>, Stop>;
}

/// What an engine is prepared for.
pub(crate) struct Target<'a> {
    pub(crate) problem: &'a Problem,
    pub(crate) canonicalizer: &'a Canonicalizer,
    /// Asks for the least of the shortest paths, directions compared in this order.
    pub(crate) order: Option<[Direction; 4]>,
}

/// An engine with its tables.
pub(crate) trait Prepared: Send + Sync {
    /// Finds a path.
    ///
    /// # Errors
    /// Why there is none.
    fn solve(&self, query: &Query<'_>, watch: &Watch<'_>) -> Result<Found, Unfinished>;

    /// Of an optimal engine, the length of the shortest paths.
    ///
    /// # Errors
    /// Why it is not known.
    fn distance(&self, query: &Query<'_>, watch: &Watch<'_>) -> Result<usize, Unfinished> {
        self.solve(query, watch).map(|found| found.lower_bound)
    }

    /// Whether the path is the least, if the target's order asks for that.
    fn finds_the_least(&self) -> bool {
        false
    }

    /// Walks over paths, guided by the best lower bounds at hand; the number of paths.
    ///
    /// # Errors
    /// The watch's [`Stop`].
    fn walk(&self, walk: Walk<'_, '_>) -> Result<u128, Stop> {
        walk_by_heuristic(Heuristic::LinearConflict, walk)
    }

    /// Bytes of its tables.
    fn bytes(&self) -> u64 {
        0
    }

    /// Whether its tables were loaded, not computed.
    fn is_loaded(&self) -> bool {
        false
    }
}

/// A walk guided by a heuristic.
///
/// # Errors
/// The watch's [`Stop`].
pub(crate) fn walk_by_heuristic(heuristic: Heuristic, walk: Walk<'_, '_>) -> Result<u128, Stop> {
    let (goal, metric) = (walk.wanted.goal, walk.wanted.metric);
    with_evaluator!(heuristic, goal, metric, |evaluator| {
        walk.guided_by(&mut ByEvaluator(&mut evaluator))
    })
}

/// A start, and what the solver lends.
pub(crate) struct Query<'a> {
    pub(crate) start: &'a Board,
    pub(crate) target: Target<'a>,
    /// Looks for a good path by other means, expanding some number of nodes.
    pub(crate) suggest: &'a Suggest<'a>,
}

/// Looks for a path of a canonical problem, expanding some number of nodes at most; tells what that cost.
pub(crate) type Suggest<'a> = dyn Fn(&CanonicalProblem, u64) -> (Option<Path>, Stats) + 'a;

impl Query<'_> {
    /// Runs a search on the canonical form of the problem, if that is solvable, and maps its paths back.
    ///
    /// # Errors
    /// Why there is no path.
    pub(crate) fn in_canonical_form(
        &self,
        search: impl FnOnce(&CanonicalProblem) -> Outcome,
    ) -> Result<Found, Unfinished> {
        let problem = self.canonical()?;
        match search(&problem) {
            Ok(found) => Ok(Found {
                path: problem.path_back(&found.path),
                ..found
            }),
            Err(interrupted) => Err(Unfinished::Interrupted(Interrupted {
                best: interrupted.best.map(|path| problem.path_back(&path)),
                ..interrupted
            })),
        }
    }

    /// The canonical form of a solvable problem.
    ///
    /// # Errors
    /// [`Unfinished::Unsolvable`].
    pub(crate) fn canonical(&self) -> Result<CanonicalProblem, Unfinished> {
        let goal = &self.target.problem.goal;
        match solvability(self.start, goal) {
            Ok(verdict) if verdict.is_solvable() => {
                Ok(self.target.canonicalizer.problem(self.start))
            }
            _ => Err(Unfinished::Unsolvable),
        }
    }

    /// The order of directions asked for, or else the natural one, in canonical form.
    pub(crate) fn order(&self) -> [Direction; 4] {
        let order = self.target.order.unwrap_or(Direction::ALL);
        order.map(|step| self.target.canonicalizer.direction_in(step))
    }
}

/// A search that ran to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    /// From the start to the goal.
    pub(crate) path: Path,
    /// A proven lower bound on the length of every path, in the search's metric; the path's own length if it is optimal.
    pub(crate) lower_bound: usize,
    /// What it cost.
    pub(crate) stats: Stats,
}

/// A search that a limit or the caller ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Interrupted {
    /// Why.
    pub(crate) stop: Stop,
    /// The best path known then.
    pub(crate) best: Option<Path>,
    /// The lower bound proven by then.
    pub(crate) lower_bound: usize,
    /// What it cost.
    pub(crate) stats: Stats,
}

/// How a search of a solvable problem ends.
pub(crate) type Outcome = Result<Found, Interrupted>;

/// Why an engine returns no path.
pub(crate) enum Unfinished {
    /// There is none.
    Unsolvable,
    /// A limit or the caller ended the search.
    Interrupted(Interrupted),
    /// The engine cannot do what was asked of it, for a reason of its own: a checkpoint that cannot be used or written.
    #[cfg(feature = "files")]
    Failed(Box<dyn std::error::Error + Send + Sync>),
}
