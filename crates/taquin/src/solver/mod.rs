//! The facade: picks the engine, maps the problem to canonical form and back, and replays every answer.
//!
//! `engine` is the list of engines, `ready` what is prepared once, `limited` what a limit leaves, `listing` all paths, `answer` what comes out.
//!
//! Every path is walked from the start, and its end compared with the goal, before anybody sees it. A path that misses is a fault of the
//! engine and panics: a wrong answer must not look like a right one.

mod answer;
mod engine;
mod limited;
mod listing;
mod ready;
mod record;

pub use answer::{Answer, Error};
pub use engine::{Engine, UnknownEngine};
pub use listing::Listing;
pub use record::Record;

use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use self::ready::{Ready, Unready};
use crate::engine::{Found, Interrupted, Unfinished};
use crate::near::{self, Effort};
use crate::pdb::ida::Pdb;
use crate::{
    Board, CanonicalProblem, Canonicalizer, Direction, Goal, GoalSizeError, Limits, Metric, Path,
    Problem, Progress, Size, Stats, Stop, Units, Watch, solvability,
};

type SharedProgress = Arc<dyn Fn(&Progress) -> ControlFlow<()> + Send + Sync>;

/// Solves boards: a builder, and then any number of solves on any number of threads.
///
/// Tables are built on first need and kept: clones share them, whatever their goal and metric.
///
/// ```
/// use taquin::{Board, Goal, Solver};
/// let board: Board = "2 3 4/1 5 x/7 6 8".parse()?;
/// let answer = Solver::new().goal(Goal::Classic).solve(&board)?;
/// assert_eq!(answer.length(), Some(19));
/// assert!(answer.is_optimal());
/// assert_eq!(answer.path().map(ToString::to_string).as_deref(), Some("dlurullddrurdllurdr"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default)]
pub struct Solver {
    goal: Goal,
    metric: Metric,
    limits: Limits,
    engine: Engine,
    order: Option<[Direction; 4]>,
    on_progress: Option<SharedProgress>,
    pdb: Pdb,
    tables: Arc<crate::engine::Tables>,
    ready: OnceLock<Arc<Ready>>,
}

/// The tables that [`Solver::prepare`] made ready.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Tables {
    /// The engine that uses them; never [`Engine::Auto`].
    pub engine: Engine,
    /// Their size in memory.
    pub bytes: u64,
    /// Whether they were loaded from [`Databases`](crate::Databases), not computed.
    pub from_databases: bool,
}

impl Solver {
    /// A solver for the classic goal in single-tile moves, without limits.
    pub fn new() -> Solver {
        Solver::default()
    }

    /// The board to be reached.
    #[must_use]
    pub fn goal(mut self, goal: Goal) -> Solver {
        self.goal = goal;
        self.forget()
    }

    /// How moves are counted.
    #[must_use]
    pub fn metric(mut self, metric: Metric) -> Solver {
        self.metric = metric;
        self.forget()
    }

    /// What a solve may use.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Solver {
        self.limits = limits;
        self
    }

    /// The same solver, its time limited to what a watch has left.
    #[must_use]
    pub(crate) fn within(&self, watch: &Watch<'_>) -> Solver {
        let mut solver = self.clone();
        solver.limits.time = solver
            .limits
            .time
            .into_iter()
            .chain(watch.remaining())
            .min();
        solver
    }

    /// The algorithm.
    #[must_use]
    pub fn engine(mut self, engine: Engine) -> Solver {
        self.engine = engine;
        self.forget()
    }

    /// Asks for the lexicographically least of the optimal paths, with directions compared in this order.
    #[must_use]
    pub fn least(mut self, order: [Direction; 4]) -> Solver {
        self.order = Some(order);
        self.forget()
    }

    /// Called a few times a second by long solves; `Break` cancels the solve.
    #[must_use]
    pub fn on_progress(
        mut self,
        on_progress: impl Fn(&Progress) -> ControlFlow<()> + Send + Sync + 'static,
    ) -> Solver {
        self.on_progress = Some(Arc::new(on_progress));
        self
    }

    /// Where to look for pattern databases. Those of a goal are loaded on first need; small tables built in memory serve
    /// where they are missing or refused.
    #[cfg(feature = "files")]
    #[must_use]
    pub fn databases(mut self, databases: crate::Databases) -> Solver {
        self.pdb.databases = Some(databases);
        // Clones that look elsewhere must not find these.
        self.tables = Arc::default();
        self.forget()
    }

    /// Called with the reason if a database is there but refused.
    #[cfg(feature = "files")]
    #[must_use]
    pub fn on_refused(
        mut self,
        on_refused: impl Fn(&crate::DatabaseError) + Send + Sync + 'static,
    ) -> Solver {
        self.pdb.on_refused = Some(Arc::new(on_refused));
        self
    }

    /// Keeps account of finished work units in a file, so that the same solve goes on from there after an end of any kind.
    ///
    /// The file is replaced as a whole every few seconds while units finish, and when the solve ends. If it is there already, the
    /// solve goes on from it. For one board, and [`Engine::Pdb`] alone, which [`Engine::Auto`] then stands for. Statistics
    /// include what was done before. A file that cannot be replaced later, because the disk is full, does not end the solve.
    ///
    /// Solves then return [`Error::Checkpoint`] if the file is damaged, of another problem or other tables, or cannot be written.
    #[cfg(feature = "files")]
    #[must_use]
    pub fn checkpoint(mut self, file: impl Into<std::path::PathBuf>) -> Solver {
        self.pdb.checkpoint = Some(file.into());
        self.pdb.opened = Arc::default();
        self.forget()
    }

    /// The metric that was chosen.
    pub const fn chosen_metric(&self) -> Metric {
        self.metric
    }

    fn forget(mut self) -> Solver {
        self.ready = OnceLock::new();
        self
    }

    /// What this solver solves on boards of a size.
    ///
    /// # Errors
    /// [`GoalSizeError`] if the goal is explicit and of another size.
    pub fn problem(&self, size: Size) -> Result<Problem, GoalSizeError> {
        Problem::new(&self.goal, size, self.metric)
    }

    /// The search for a board's shortest path in single-tile moves, cut into work units.
    ///
    /// # Errors
    /// As [`Solver::distance`]; [`Error::Unsupported`] for problems that [`Engine::Pdb`] does not solve.
    pub fn units(&self, board: &Board) -> Result<Units, Error> {
        let problem = Problem::new(&self.goal, board.size(), Metric::Stm)?;
        if !Engine::Pdb.supports(&problem) {
            return Err(Error::unsupported(Engine::Pdb, &problem));
        }
        solvability(board, &problem.goal)?.check()?;
        let canonicalizer = Canonicalizer::new(&problem.goal);
        let searcher = self
            .pdb
            .searcher(canonicalizer.goal(), &self.tables, &self.watch())
            .map_err(|stop| Error::Stopped {
                stop,
                lower_bound: 0,
            })?;
        Ok(Units::new(
            searcher,
            canonicalizer.problem(board),
            canonicalizer,
        ))
    }

    /// Builds or loads what boards like this one need, solvable or not, so that solves find it ready; tells what that is.
    ///
    /// # Errors
    /// As [`Solver::distance`].
    pub fn prepare(&self, board: &Board) -> Result<Tables, Error> {
        let ready = self.made_ready(self.problem(board.size())?, &self.watch())?;
        Ok(Tables {
            engine: ready.engine,
            bytes: ready.prepared.bytes(),
            from_databases: ready.prepared.is_loaded(),
        })
    }

    /// The optimal length, without a path where a table makes that cheaper.
    ///
    /// # Errors
    /// [`Error::Unsolvable`] at once where no path exists; [`Error::Stopped`] if a limit or the caller ended the work before the length
    /// was proven; [`Error::Goal`] and [`Error::Unsupported`] for what was asked wrongly.
    pub fn distance(&self, board: &Board) -> Result<usize, Error> {
        let watch = self.watch();
        let (stop, lower_bound) = match self.ready(board, &watch) {
            Err(Unready::Stopped(_, stop)) => (stop, 0),
            Err(Unready::Refused(error)) => return Err(error),
            Ok(ready) => {
                if !ready.is_optimal {
                    return self.clone().engine(Engine::Optimal).distance(board);
                }
                let suggest =
                    |problem: &CanonicalProblem, nodes| self.suggestion(problem, nodes, &watch);
                match ready
                    .prepared
                    .distance(&ready.query(board, &suggest), &watch)
                {
                    Ok(distance) => match self.limits.moves {
                        Some(limit) if distance > limit => (Stop::Moves, distance),
                        _ => return Ok(distance),
                    },
                    Err(Unfinished::Interrupted(interrupted)) => {
                        (interrupted.stop, interrupted.lower_bound)
                    }
                    Err(unfinished) => return Err(refusal(unfinished, board, &ready)),
                }
            }
        };
        let lower_bound = lower_bound.max(self.estimate(board));
        Err(Error::Stopped { stop, lower_bound })
    }

    fn watch(&self) -> Watch<'_> {
        let on_progress = self.on_progress.as_deref();
        Watch::new(
            self.limits,
            on_progress.map(|f| f as &crate::OnProgress<'_>),
        )
    }

    /// Asks the engine; what a limit ends before there is a path has none.
    fn search(&self, board: &Board, watch: &Watch<'_>) -> Result<Answer, Error> {
        #[cfg(feature = "files")]
        let _open = self.open_checkpoint(board)?;
        let ready = match self.ready(board, watch) {
            Ok(ready) => ready,
            Err(Unready::Refused(error)) => return Err(error),
            Err(Unready::Stopped(engine, stop)) => {
                return Ok(Answer {
                    path: None,
                    metric: self.metric,
                    lower_bound: 0,
                    stop: Some(stop),
                    engine,
                    stats: Stats::default(),
                });
            }
        };
        let suggest = |problem: &CanonicalProblem, nodes| self.suggestion(problem, nodes, watch);
        let found = ready
            .prepared
            .solve(&ready.query(board, &suggest), watch)
            .and_then(|found| self.with_least_path(board, &ready, found, watch));
        let (path, lower_bound, stop, stats) = match found {
            Ok(found) => match self.limits.moves {
                Some(limit) if found.lower_bound > limit => {
                    (None, found.lower_bound, Some(Stop::Moves), found.stats)
                }
                _ => (Some(found.path), found.lower_bound, None, found.stats),
            },
            Err(Unfinished::Interrupted(interrupted)) => (
                interrupted.best,
                interrupted.lower_bound,
                Some(interrupted.stop),
                interrupted.stats,
            ),
            Err(unfinished) => return Err(refusal(unfinished, board, &ready)),
        };
        if let Some(path) = &path {
            assert_reaches(board, path, &ready.problem.goal, ready.engine);
            let length = path.length(self.metric);
            assert!(
                lower_bound <= length,
                "engine {} claims a bound of {lower_bound} for a path of {length}",
                ready.engine
            );
        }
        Ok(Answer {
            path,
            metric: self.metric,
            lower_bound,
            stop,
            engine: ready.engine,
            stats,
        })
    }

    /// The least path in place of any shortest one, if that was asked for.
    fn with_least_path(
        &self,
        board: &Board,
        ready: &Ready,
        found: Found,
        watch: &Watch<'_>,
    ) -> Result<Found, Unfinished> {
        let is_shortest = found.path.length(self.metric) == found.lower_bound;
        if self.order.is_none() || !is_shortest || ready.prepared.finds_the_least() {
            return Ok(found);
        }
        match self.least_path(board, ready, found.lower_bound, watch) {
            Ok(path) => Ok(Found { path, ..found }),
            Err(stop) => Err(Unfinished::Interrupted(Interrupted {
                stop,
                best: Some(found.path),
                lower_bound: found.lower_bound,
                stats: found.stats,
            })),
        }
    }

    /// A good path of a canonical problem, for a search that would otherwise look for one as long as the bound. Part of its budget.
    fn suggestion(
        &self,
        problem: &CanonicalProblem,
        nodes: u64,
        watch: &Watch<'_>,
    ) -> (Option<Path>, Stats) {
        let part = watch.part(Limits {
            nodes: Some(nodes),
            ..*watch.limits()
        });
        let outcome = near::solve(problem, self.metric, Effort::Full, &part);
        match outcome {
            Ok(found) => (Some(found.path), found.stats),
            Err(interrupted) => (interrupted.best, interrupted.stats),
        }
    }
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver")
            .field("goal", &self.goal)
            .field("metric", &self.metric)
            .field("limits", &self.limits)
            .field("engine", &self.engine)
            .field("order", &self.order)
            .finish_non_exhaustive()
    }
}

/// Why an engine refused a board.
#[cfg_attr(
    not(feature = "files"),
    allow(clippy::needless_pass_by_value, reason = "consumed only with files")
)]
fn refusal(unfinished: Unfinished, board: &Board, ready: &Ready) -> Error {
    match unfinished {
        Unfinished::Unsolvable => match solvability(board, &ready.problem.goal) {
            Ok(verdict) => verdict
                .obstacle()
                .expect("engines find every solvable board solvable")
                .into(),
            Err(error) => error.into(),
        },
        Unfinished::Interrupted(Interrupted {
            stop, lower_bound, ..
        }) => Error::Stopped { stop, lower_bound },
        #[cfg(feature = "files")]
        Unfinished::Failed(error) if error.is::<crate::CheckpointError>() => {
            Error::Checkpoint(*error.downcast().expect("just asked"))
        }
        #[cfg(feature = "files")]
        Unfinished::Failed(error) => unreachable!("no engine fails otherwise: {error}"),
    }
}

/// The promise that no wrong path leaves the library, kept by replaying each one.
///
/// # Panics
/// If the path does not lead from `start` to the goal: a fault of the engine.
fn assert_reaches(start: &Board, path: &Path, goal: &Board, engine: Engine) {
    assert!(
        start.after(path).is_ok_and(|end| end == *goal),
        "engine {engine} returned a path from {start} that misses {goal}: {path}"
    );
}

#[cfg(test)]
mod tests;
