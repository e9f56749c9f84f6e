//! The facade: picks the engine, maps the problem to canonical form and back, and replays every answer.

mod listing;

pub use listing::Listing;

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use crate::near::{self, Effort};
use crate::runs::{self, RunTables};
use crate::search::arrangement::State;
use crate::search::outcome::{Found, Interrupted, Outcome};
use crate::search::pdb_ida::{self, PdbSearcher};
use crate::search::table::{self, CompleteTable, TableView};
use crate::search::{astar, bfs, bidirectional, ida};
use crate::{
    Board, CanonicalGoal, Canonicalizer, Direction, Goal, GoalSizeError, Heuristic, Limits, Metric,
    Path, Progress, Size, Stats, Stop, Unsolvable, Watch, solvability,
};

/// The algorithm that finds a path.
///
/// All of them return optimal paths, in either metric, but for [`Engine::Near`] and [`Engine::Quick`]. Displays as `table`, `astar-manhattan`, `idastar-linear-conflict` and so on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Engine {
    /// Whichever is best for the size: an optimal one where that ends soon, else [`Engine::Near`].
    #[default]
    Auto,
    /// Whichever is the best of the optimal ones for the size.
    Optimal,
    /// Beam search, wider and wider until a limit: good paths with a lower bound, of boards of any size. Without a limit of time or
    /// nodes it takes [`Engine::NEAR_TIME`].
    Near,
    /// The first path of [`Engine::Near`] that is good, within some 50 ms up to 10×10; on the largest boards any path.
    Quick,
    /// On a single line the blank goes straight home.
    Line,
    /// The complete table of all states, up to ten cells.
    Table,
    /// IDA\* over runs of the blank, with a table for each axis: multi-tile moves, up to sixteen cells.
    Runs,
    /// Breadth-first search from the start.
    Bfs,
    /// Breadth-first search from both ends.
    Bidirectional,
    /// A\* (Hart, Nilsson and Raphael 1968), closing a state when it is expanded.
    AStar(Heuristic),
    /// IDA\* (Korf 1985): depth-first under a rising bound.
    IdaStar(Heuristic),
    /// IDA\* on additive pattern databases, 11 to 16 cells, single-tile moves.
    Pdb,
}

impl Engine {
    /// How long [`Engine::Near`] looks for better paths if nothing else is said.
    pub const NEAR_TIME: Duration = Duration::from_secs(2);

    /// Every algorithm that returns optimal paths, each with every heuristic it takes.
    pub const ALL: [Engine; 14] = [
        Engine::Line,
        Engine::Table,
        Engine::Runs,
        Engine::Bfs,
        Engine::Bidirectional,
        Engine::AStar(Heuristic::Hamming),
        Engine::AStar(Heuristic::Manhattan),
        Engine::AStar(Heuristic::LinearConflict),
        Engine::AStar(Heuristic::WalkingDistance),
        Engine::IdaStar(Heuristic::Hamming),
        Engine::IdaStar(Heuristic::Manhattan),
        Engine::IdaStar(Heuristic::LinearConflict),
        Engine::IdaStar(Heuristic::WalkingDistance),
        Engine::Pdb,
    ];

    /// Whether the engine solves boards of a size.
    pub const fn supports(self, size: Size) -> bool {
        match self {
            Engine::Auto | Engine::Optimal | Engine::Bfs | Engine::Bidirectional => true,
            Engine::Near | Engine::Quick => !size.is_line(),
            Engine::Runs => runs::covers(size),
            Engine::Line => size.is_line(),
            Engine::Table => table::covers(size),
            Engine::AStar(heuristic) | Engine::IdaStar(heuristic) => heuristic.supports(size),
            Engine::Pdb => pdb_ida::covers(size),
        }
    }

    /// Whether the engine counts moves in a metric.
    pub const fn counts_in(self, metric: Metric) -> bool {
        !matches!(
            (self, metric),
            (Engine::Runs, Metric::Stm) | (Engine::Pdb, Metric::Mtm)
        )
    }

    /// Whether the engine, asked for the least path, finds it by itself.
    const fn finds_the_least(self) -> bool {
        matches!(self, Engine::IdaStar(_) | Engine::Pdb)
    }

    /// The engine that [`Engine::Auto`] and [`Engine::Optimal`] stand for.
    const fn resolve(self, size: Size, metric: Metric) -> Engine {
        match self {
            Engine::Auto
                if size.is_line()
                    || table::covers(size)
                    || runs::covers(size)
                    || pdb_ida::covers(size) =>
            {
                Engine::Optimal.resolve(size, metric)
            }
            Engine::Auto => Engine::Near,
            Engine::Optimal | Engine::Near | Engine::Quick if size.is_line() => Engine::Line,
            Engine::Optimal if table::covers(size) => Engine::Table,
            Engine::Optimal if runs::covers(size) && Engine::Runs.counts_in(metric) => Engine::Runs,
            Engine::Optimal if pdb_ida::covers(size) && Engine::Pdb.counts_in(metric) => {
                Engine::Pdb
            }
            Engine::Optimal if Heuristic::WalkingDistance.supports(size) => {
                Engine::IdaStar(Heuristic::WalkingDistance)
            }
            Engine::Optimal => Engine::IdaStar(Heuristic::LinearConflict),
            chosen => chosen,
        }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Engine::Auto => f.write_str("auto"),
            Engine::Optimal => f.write_str("optimal"),
            Engine::Near => f.write_str("near"),
            Engine::Quick => f.write_str("quick"),
            Engine::Line => f.write_str("line"),
            Engine::Table => f.write_str("table"),
            Engine::Runs => f.write_str("runs"),
            Engine::Bfs => f.write_str("bfs"),
            Engine::Bidirectional => f.write_str("bidirectional"),
            Engine::AStar(heuristic) => write!(f, "astar-{heuristic}"),
            Engine::IdaStar(heuristic) => write!(f, "idastar-{heuristic}"),
            Engine::Pdb => f.write_str("pdb"),
        }
    }
}

/// A path to the goal that was replayed, and what is proven about its length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    path: Path,
    metric: Metric,
    length: usize,
    lower_bound: usize,
    engine: Engine,
    stats: Stats,
}

impl Solution {
    /// From the start to the goal.
    pub const fn path(&self) -> &Path {
        &self.path
    }

    /// The path, without its proof.
    pub fn into_path(self) -> Path {
        self.path
    }

    /// How moves were counted.
    pub const fn metric(&self) -> Metric {
        self.metric
    }

    /// Number of moves in the metric.
    pub const fn length(&self) -> usize {
        self.length
    }

    /// No path has fewer moves than this. Equal to the length if the path is optimal.
    pub const fn lower_bound(&self) -> usize {
        self.lower_bound
    }

    /// Whether the path is proven to be a shortest one.
    pub const fn is_optimal(&self) -> bool {
        self.length == self.lower_bound
    }

    /// The engine that found it; never [`Engine::Auto`] or [`Engine::Optimal`].
    pub const fn engine(&self) -> Engine {
        self.engine
    }

    /// What the search cost.
    pub const fn stats(&self) -> Stats {
        self.stats
    }
}

/// Why there is no solution to return.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The explicit goal has another size than the board.
    #[error(transparent)]
    Goal(#[from] GoalSizeError),
    /// The goal cannot be reached. No search was made.
    #[error("unsolvable: {0}")]
    Unsolvable(#[from] Unsolvable),
    /// A limit or the caller ended the search.
    #[error("{}", .0.stop)]
    Limit(Box<LimitReached>),
    /// The engine asked for does not solve boards of this size in this metric.
    #[error("engine {engine} does not solve {size} boards in {metric}")]
    Unsupported {
        /// The engine.
        engine: Engine,
        /// The board's size.
        size: Size,
        /// The metric.
        metric: Metric,
    },
}

/// What is known when a limit ends a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LimitReached {
    /// Which limit.
    pub stop: Stop,
    /// The best path found, replayed, if any was.
    pub best: Option<Path>,
    /// No path has fewer moves than this.
    pub lower_bound: usize,
    /// The engine that was searching.
    pub engine: Engine,
    /// What the search cost.
    pub stats: Stats,
}

#[cfg(not(target_family = "wasm"))]
type OnRefused = Arc<dyn Fn(&crate::DatabaseError) + Send + Sync>;

type SharedProgress = Arc<dyn Fn(&Progress) -> ControlFlow<()> + Send + Sync>;

/// Solves boards: a builder, and then any number of solves on any number of threads.
///
/// Tables are built on first need and kept: clones share them, whatever their goal and metric.
///
/// ```
/// use taquin::{Board, Goal, Solver};
/// let board: Board = "2 3 4/1 5 x/7 6 8".parse()?;
/// let solution = Solver::new().goal(Goal::Classic).solve(&board)?;
/// assert_eq!(solution.length(), 19);
/// assert!(solution.is_optimal());
/// assert_eq!(solution.path().to_string(), "dlurullddrurdllurdr");
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
    #[cfg(not(target_family = "wasm"))]
    databases: Option<crate::Databases>,
    #[cfg(not(target_family = "wasm"))]
    on_refused: Option<OnRefused>,
    tables: Arc<Cache>,
    prepared: OnceLock<Arc<Prepared>>,
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

/// The tables made so far.
#[derive(Default)]
struct Cache {
    complete: Shared<(CanonicalGoal, Metric), CompleteTable>,
    pattern: Shared<CanonicalGoal, PdbSearcher>,
    runs: Shared<CanonicalGoal, RunTables>,
}

type Shared<K, T> = Mutex<HashMap<K, Arc<T>>>;

/// What is there already, or else what `make` makes. Held meanwhile, so that threads that need one table build it once.
fn shared<K: Eq + Hash, T>(
    known: &Shared<K, T>,
    key: K,
    make: impl FnOnce() -> Result<T, Stop>,
) -> Result<Arc<T>, Stop> {
    let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(table) = known.get(&key) {
        return Ok(Arc::clone(table));
    }
    let table = Arc::new(make()?);
    known.insert(key, Arc::clone(&table));
    Ok(table)
}

/// All that depends on the size and the goal, but not on the start.
struct Prepared {
    goal: Board,
    canonicalizer: Canonicalizer,
    /// Never [`Engine::Auto`] or [`Engine::Optimal`].
    engine: Engine,
    /// Only for [`Engine::Table`].
    table: Option<TableView>,
    /// Only for [`Engine::Runs`].
    runs: Option<Arc<RunTables>>,
    /// Only for [`Engine::Pdb`].
    pdb: Option<Arc<PdbSearcher>>,
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
    #[cfg(not(target_family = "wasm"))]
    #[must_use]
    pub fn databases(mut self, databases: crate::Databases) -> Solver {
        self.databases = Some(databases);
        // Clones that look elsewhere must not find these.
        self.tables = Arc::default();
        self.forget()
    }

    /// Called with the reason if a database is there but refused.
    #[cfg(not(target_family = "wasm"))]
    #[must_use]
    pub fn on_refused(
        mut self,
        on_refused: impl Fn(&crate::DatabaseError) + Send + Sync + 'static,
    ) -> Solver {
        self.on_refused = Some(Arc::new(on_refused));
        self
    }

    /// The metric that was chosen.
    pub const fn chosen_metric(&self) -> Metric {
        self.metric
    }

    fn forget(mut self) -> Solver {
        self.prepared = OnceLock::new();
        self
    }

    /// Finds a path from `board` to the goal.
    ///
    /// # Errors
    /// [`Error::Unsolvable`] at once where no path exists; [`Error::Limit`] with what is known when a limit was reached;
    /// [`Error::Goal`] and [`Error::Unsupported`] for what was asked wrongly.
    pub fn solve(&self, board: &Board) -> Result<Solution, Error> {
        let watch = self.watch();
        let prepared = self.prepared_for(board, &watch)?;
        if let Some(table) = &prepared.table {
            let state = self.locate(table, board, &prepared)?;
            let lower_bound = table.distance(state);
            // Downhill in the first direction is least only where every step is a move of its own.
            let path = match self.order {
                Some(_) if self.metric == Metric::Mtm => {
                    self.least_path(board, &prepared, lower_bound, &watch)
                }
                _ => Ok(table.path(state)),
            }
            .map_err(|stop| limit_reached(stop, Engine::Table, lower_bound))?;
            let found = Found {
                lower_bound,
                path,
                stats: Stats::default(),
            };
            self.check_moves(found.lower_bound, &prepared)?;
            return Ok(self.replayed(board, &prepared, found));
        }
        solvability(board, &prepared.goal)?.check()?;
        let watch = self.patient(watch, prepared.engine);
        match self.search(board, &prepared, &watch) {
            Ok(found) => {
                self.check_moves(found.lower_bound, &prepared)?;
                Ok(self.replayed(board, &prepared, found))
            }
            Err(interrupted) => Err(self.interrupted(board, &prepared, interrupted)),
        }
    }

    /// Builds or loads what boards of a size need, so that solves find it ready; tells what that is.
    ///
    /// # Errors
    /// As [`Solver::solve`].
    pub fn prepare(&self, size: Size) -> Result<Tables, Error> {
        let prepared = self.prepared(size, &self.watch())?;
        Ok(Tables {
            engine: prepared.engine,
            bytes: match &prepared.pdb {
                Some(pdb) => pdb.bytes(),
                None if prepared.table.is_some() => {
                    CompleteTable::bytes(prepared.canonicalizer.goal().size())
                }
                None => prepared.runs.as_ref().map_or(0, |runs| runs.bytes()),
            },
            from_databases: prepared.pdb.as_ref().is_some_and(|pdb| pdb.is_loaded()),
        })
    }

    /// The optimal length, without a path where a table makes that cheaper.
    ///
    /// # Errors
    /// As [`Solver::solve`]; a length that is not proven optimal is [`Error::Limit`].
    pub fn distance(&self, board: &Board) -> Result<usize, Error> {
        let prepared = self.prepared_for(board, &self.watch())?;
        if let Some(table) = &prepared.table {
            let distance = table.distance(self.locate(table, board, &prepared)?);
            self.check_moves(distance, &prepared)?;
            return Ok(distance);
        }
        if matches!(prepared.engine, Engine::Near | Engine::Quick) {
            return self.clone().engine(Engine::Optimal).distance(board);
        }
        self.solve(board).map(|solution| solution.length())
    }

    /// Refuses a path that is longer than the limit, for the engines that find it at once.
    fn check_moves(&self, lower_bound: usize, prepared: &Prepared) -> Result<(), Error> {
        match self.limits.moves {
            Some(limit) if lower_bound > limit => {
                Err(limit_reached(Stop::Moves, prepared.engine, lower_bound))
            }
            _ => Ok(()),
        }
    }

    fn watch(&self) -> Watch<'_> {
        self.watch_within(self.limits)
    }

    fn watch_within(&self, limits: Limits) -> Watch<'_> {
        let on_progress = self
            .on_progress
            .as_deref()
            .map(|f| f as &crate::OnProgress<'_>);
        Watch::new(limits, on_progress)
    }

    /// The watch, with a limit for an engine that would go on for ever.
    fn patient<'a>(&'a self, watch: Watch<'a>, engine: Engine) -> Watch<'a> {
        let unlimited = self.limits.time.is_none() && self.limits.nodes.is_none();
        if engine == Engine::Near && unlimited {
            self.watch_within(Limits {
                time: Some(Engine::NEAR_TIME),
                ..self.limits
            })
        } else {
            watch
        }
    }

    fn locate(
        &self,
        table: &TableView,
        board: &Board,
        prepared: &Prepared,
    ) -> Result<State, Error> {
        match table.locate(board) {
            Some(state) => Ok(state),
            None => Err(solvability(board, &prepared.goal)?
                .obstacle()
                .expect("the table holds every solvable state")
                .into()),
        }
    }

    /// What belongs to a board's size. An unsolvable board is refused before tables are built for it.
    fn prepared_for(
        &self,
        board: &Board,
        watch: &Watch<'_>,
    ) -> Result<Cow<'_, Arc<Prepared>>, Error> {
        if self.prepared.get().is_none() {
            let goal = self.goal.board(board.size())?;
            solvability(board, &goal)?.check()?;
        }
        self.prepared(board.size(), watch)
    }

    /// What belongs to a size; kept for the first size that this solver sees.
    ///
    /// Lent where it is kept: threads that share a solver would wait for each other at a reference count.
    fn prepared(&self, size: Size, watch: &Watch<'_>) -> Result<Cow<'_, Arc<Prepared>>, Error> {
        if let Some(prepared) = self.prepared.get()
            && prepared.goal.size() == size
        {
            return Ok(Cow::Borrowed(prepared));
        }
        let goal = self.goal.board(size)?;
        let canonicalizer = Canonicalizer::new(&goal);
        let asked = match self.engine {
            // There is no least path without a proof.
            Engine::Auto if self.order.is_some() => Engine::Optimal,
            asked => asked,
        };
        let (engine, metric) = (asked.resolve(size, self.metric), self.metric);
        if !engine.supports(size) || !engine.counts_in(metric) {
            return Err(Error::Unsupported {
                engine,
                size,
                metric,
            });
        }
        let stopped = |stop| limit_reached(stop, engine, 0);
        let (mut table, mut pdb, mut runs) = (None, None, None);
        let key = canonicalizer.goal();
        if engine == Engine::Table {
            let complete = self.complete_table(key, watch).map_err(stopped)?;
            let order = self.order.unwrap_or(Direction::ALL);
            table = Some(TableView::new(complete, &canonicalizer, order));
        } else if engine == Engine::Pdb {
            pdb = Some(self.pattern_tables(key, watch).map_err(stopped)?);
        } else if engine == Engine::Runs {
            let built = shared(&self.tables.runs, key, || RunTables::build(key, watch));
            runs = Some(built.map_err(stopped)?);
        }
        let prepared = Arc::new(Prepared {
            goal,
            canonicalizer,
            engine,
            table,
            runs,
            pdb,
        });
        // Another thread may have been first; either value serves.
        let _ = self.prepared.set(Arc::clone(&prepared));
        Ok(Cow::Owned(prepared))
    }

    fn complete_table(
        &self,
        goal: CanonicalGoal,
        watch: &Watch<'_>,
    ) -> Result<Arc<CompleteTable>, Stop> {
        shared(&self.tables.complete, (goal, self.metric), || {
            CompleteTable::build(goal, self.metric, watch)
        })
    }

    /// The databases of a goal, if they are there and sound.
    #[cfg(not(target_family = "wasm"))]
    fn load(&self, goal: CanonicalGoal) -> Option<PdbSearcher> {
        match PdbSearcher::load(goal, self.databases.as_ref()?) {
            Ok(searcher) => searcher,
            Err(error) => {
                if let Some(on_refused) = &self.on_refused {
                    on_refused(&error);
                }
                None
            }
        }
    }

    #[cfg(target_family = "wasm")]
    fn load(&self, _goal: CanonicalGoal) -> Option<PdbSearcher> {
        None
    }

    fn pattern_tables(
        &self,
        goal: CanonicalGoal,
        watch: &Watch<'_>,
    ) -> Result<Arc<PdbSearcher>, Stop> {
        shared(&self.tables.pattern, goal, || match self.load(goal) {
            Some(searcher) => Ok(searcher),
            None => PdbSearcher::cold(goal, watch),
        })
    }

    /// Runs the engine on a solvable problem that no table answers, and maps its path back.
    fn search(&self, board: &Board, prepared: &Prepared, watch: &Watch<'_>) -> Outcome {
        let problem = prepared.canonicalizer.problem(board);
        let order = self
            .order
            .unwrap_or(Direction::ALL)
            .map(|step| prepared.canonicalizer.direction_in(step));
        let outcome = match prepared.engine {
            Engine::Line => return Ok(straight_home(board, &prepared.goal, self.metric)),
            Engine::Runs => {
                let tables = prepared.runs.as_ref().expect("prepared with the engine");
                tables.search(problem.start(), watch)
            }
            Engine::Bfs => bfs::solve(&problem, self.metric, watch),
            Engine::Bidirectional => bidirectional::solve(&problem, self.metric, watch),
            Engine::AStar(heuristic) => astar::solve(&problem, self.metric, heuristic, watch),
            Engine::IdaStar(heuristic) => {
                ida::solve(&problem, self.metric, heuristic, order, watch)
            }
            Engine::Pdb => {
                let searcher = prepared.pdb.as_ref().expect("prepared with the engine");
                let order = self.order.is_some().then_some(order);
                searcher.solve(&problem, order, watch)
            }
            Engine::Near => near::solve(&problem, self.metric, Effort::Full, watch),
            Engine::Quick => near::solve(&problem, self.metric, Effort::Quick, watch),
            Engine::Auto | Engine::Optimal | Engine::Table => {
                unreachable!("resolved, and answered by the table")
            }
        };
        match outcome {
            Ok(found) if self.order.is_some() && !prepared.engine.finds_the_least() => {
                let least = self.least_path(board, prepared, found.lower_bound, watch);
                least
                    .map(|path| Found {
                        path,
                        ..found.clone()
                    })
                    .map_err(|stop| Interrupted {
                        stop,
                        best: Some(problem.path_back(&found.path)),
                        lower_bound: found.lower_bound,
                        stats: found.stats,
                    })
            }
            Ok(found) => Ok(Found {
                path: problem.path_back(&found.path),
                ..found
            }),
            Err(interrupted) => Err(Interrupted {
                best: interrupted.best.map(|path| problem.path_back(&path)),
                ..interrupted
            }),
        }
    }

    fn replayed(&self, board: &Board, prepared: &Prepared, found: Found) -> Solution {
        assert_reaches(board, &found.path, prepared);
        let length = found.path.length(self.metric);
        assert!(
            found.lower_bound <= length,
            "engine {} claims a bound of {} for a path of {length}",
            prepared.engine,
            found.lower_bound
        );
        Solution {
            path: found.path,
            metric: self.metric,
            length,
            lower_bound: found.lower_bound,
            engine: prepared.engine,
            stats: found.stats,
        }
    }

    fn interrupted(&self, board: &Board, prepared: &Prepared, interrupted: Interrupted) -> Error {
        if let Some(path) = &interrupted.best {
            assert_reaches(board, path, prepared);
        }
        Error::Limit(Box::new(LimitReached {
            stop: interrupted.stop,
            best: interrupted.best,
            lower_bound: interrupted.lower_bound,
            engine: prepared.engine,
            stats: interrupted.stats,
        }))
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

/// A limit that ended work before any path was known.
fn limit_reached(stop: Stop, engine: Engine, lower_bound: usize) -> Error {
    Error::Limit(Box::new(LimitReached {
        stop,
        best: None,
        lower_bound,
        engine,
        stats: Stats::default(),
    }))
}

/// The promise that no wrong path leaves the library, kept by replaying each one.
///
/// # Panics
/// If the path does not lead from `start` to the goal: a fault of the engine.
fn assert_reaches(start: &Board, path: &Path, prepared: &Prepared) {
    let (goal, engine) = (&prepared.goal, prepared.engine);
    assert!(
        start.after(path).is_ok_and(|end| end == *goal),
        "engine {engine} returned a path from {start} that misses {goal}: {path}"
    );
}

/// On a single line with its tiles in order, the only path without detours.
fn straight_home(start: &Board, goal: &Board, metric: Metric) -> Found {
    let (from, to) = (start.blank(), goal.blank());
    let direction = match (start.size().rows() == 1, to > from) {
        (true, true) => Direction::Right,
        (true, false) => Direction::Left,
        (false, true) => Direction::Down,
        (false, false) => Direction::Up,
    };
    let steps = from.0.abs_diff(to.0) as usize;
    let path: Path = std::iter::repeat_n(direction, steps).collect();
    Found {
        lower_bound: path.length(metric),
        path,
        stats: Stats::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(text: &str) -> Board {
        text.parse().unwrap()
    }

    #[test]
    fn lines_of_any_length() {
        let tiles: Vec<u32> = (1..500).chain([0]).chain(500..1000).collect();
        let size = Size::new(1, 1000).unwrap();
        let start = Board::new(size, &tiles).unwrap();
        let solution = Solver::new().solve(&start).unwrap();
        assert_eq!(solution.length(), 500);
        let solution = Solver::new().metric(Metric::Mtm).solve(&start).unwrap();
        assert_eq!(solution.length(), 1);
        assert!(solution.is_optimal());
        assert!(matches!(
            Solver::new().solve(&board("2 3 1 0/")),
            Err(Error::Unsolvable(Unsolvable::Order { .. }))
        ));
        assert_eq!(Solver::new().solve(&board("1/2/0")).unwrap().length(), 0);
    }

    #[test]
    fn one_solver_serves_sizes_goals_and_threads() {
        let solver = Solver::new();
        assert_eq!(solver.distance(&board("2 3 4/1 5 x/7 6 8")), Ok(19));
        assert_eq!(solver.distance(&board("1 0/3 2")), Ok(1));
        let snail = solver.clone().goal(Goal::Snail);
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    assert_eq!(snail.distance(&board("2 8 3/1 0 4/7 6 5")), Ok(4));
                });
            }
        });
    }

    #[test]
    fn the_least_path_follows_its_order() {
        let start = board("2 3 4/1 5 x/7 6 8");
        let dlru = Solver::new().solve(&start).unwrap();
        assert_eq!(dlru.path().to_string(), "dlurullddrurdllurdr");
        let order = [
            Direction::Up,
            Direction::Right,
            Direction::Left,
            Direction::Down,
        ];
        let urld = Solver::new().least(order).solve(&start).unwrap();
        assert_eq!(urld.length(), 19);
        assert!(urld.path().to_string().starts_with('u'));
    }

    /// Neither a length that the limit allows is refused, nor one beyond it returned; what is proven is beyond the limit.
    #[test]
    fn a_limit_on_moves_is_exact() {
        for (start, length) in [
            ("2 3 4/1 5 x/7 6 8", 19),
            ("1 2 3 4/6 7 8 0/5 10 11 12/9 13 14 15", 8),
            ("1 0 2 3 4 5/", 4),
        ] {
            let start = board(start);
            for engine in Engine::ALL {
                if !engine.supports(start.size()) || !engine.counts_in(Metric::Stm) {
                    continue;
                }
                for moves in [0, length - 1, length, length + 1] {
                    let limits = Limits {
                        moves: Some(moves),
                        ..Limits::default()
                    };
                    let solver = Solver::new().engine(engine).limits(limits);
                    match solver.solve(&start) {
                        Ok(solution) => {
                            assert!(length <= moves);
                            assert_eq!(solution.length(), length, "{engine}");
                        }
                        Err(Error::Limit(limit)) => {
                            assert!(length > moves, "{engine}");
                            assert_eq!(limit.stop, Stop::Moves);
                            assert!((moves + 1..=length).contains(&limit.lower_bound));
                        }
                        Err(error) => panic!("{engine}: {error}"),
                    }
                    assert_eq!(solver.distance(&start).is_ok(), length <= moves);
                }
            }
        }
    }

    #[test]
    fn a_memory_limit_refuses_a_table() {
        let limits = Limits {
            memory: Some(1000),
            ..Limits::default()
        };
        let error = Solver::new()
            .limits(limits)
            .solve(&board("1 2 3/4 5 6/7 0 8"));
        assert!(matches!(error, Err(Error::Limit(limit)) if limit.stop == Stop::Memory));
    }
}
