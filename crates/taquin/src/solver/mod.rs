//! The facade: picks the engine, maps the problem to canonical form and back, and replays every answer.

mod engine;
mod listing;
mod solution;

pub use engine::Engine;
pub use listing::Listing;
pub use solution::{Error, LimitReached, Solution};

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::engine::{Found, Interrupted, Outcome};
use crate::near::{self, Effort};
use crate::pdb::ida::{Aids, Deepening, PdbSearcher};
#[cfg(not(target_family = "wasm"))]
use crate::pdb::ida::{Checkpoint, CheckpointError};
use crate::runs::RunTables;
use crate::table::State;
use crate::table::{CompleteTable, TableView};
use crate::textbook::{astar, bfs, bidirectional, ida};
use crate::{
    Board, CanonicalGoal, CanonicalProblem, Canonicalizer, Direction, Goal, Heuristic, Limits,
    Metric, Path, Progress, Size, Stats, Stop, Units, Watch, solvability,
};

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
    #[cfg(not(target_family = "wasm"))]
    checkpoint: Option<std::path::PathBuf>,
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

    /// Keeps account of finished work units in a file, so that the same solve goes on from there after an end of any kind.
    ///
    /// The file is replaced as a whole every few seconds while units finish, and when the solve ends. If it is there already, the
    /// solve goes on from it. For one board, and [`Engine::Pdb`] alone, which [`Engine::Auto`] then stands for. Statistics
    /// include what was done before. A file that cannot be replaced later, because the disk is full, does not end the solve.
    ///
    /// Solves then return [`Error::Checkpoint`] if the file is damaged, of another problem or other tables, or cannot be written.
    #[cfg(not(target_family = "wasm"))]
    #[must_use]
    pub fn checkpoint(mut self, file: impl Into<std::path::PathBuf>) -> Solver {
        self.checkpoint = Some(file.into());
        self.forget()
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
    /// [`Error::Unsolvable`] at once where no path exists; [`Error::Limit`] with what is known when a limit was reached (for
    /// [`Engine::Auto`] and [`Engine::Optimal`] with a path that [`Engine::Quick`] finds, if no other is known);
    /// [`Error::Goal`] and [`Error::Unsupported`] for what was asked wrongly.
    pub fn solve(&self, board: &Board) -> Result<Solution, Error> {
        match self.solve_within(board) {
            Err(Error::Limit(limit)) => self.what_is_known(board, *limit),
            other => other,
        }
    }

    /// A limit that ends a solve early, even before its tables stand, leaves what the board itself tells, and a quick path.
    fn what_is_known(&self, board: &Board, limit: LimitReached) -> Result<Solution, Error> {
        let mut limit = self.at_least_estimated(board, limit);
        if limit.stop != Stop::Moves && !matches!(limit.engine, Engine::Near | Engine::Quick) {
            let paths = limit.best.take().into_iter().chain(self.quick_path(board));
            limit.best = paths.min_by_key(|path| path.length(self.metric));
        }
        match &limit.best {
            // Found in haste, proven in time.
            Some(path) if path.length(self.metric) == limit.lower_bound && self.order.is_none() => {
                Ok(Solution {
                    path: path.clone(),
                    metric: self.metric,
                    length: limit.lower_bound,
                    lower_bound: limit.lower_bound,
                    engine: limit.engine,
                    stats: limit.stats,
                })
            }
            _ => Err(Error::Limit(Box::new(limit))),
        }
    }

    fn at_least_estimated(&self, board: &Board, mut limit: LimitReached) -> LimitReached {
        if let Ok(goal) = self.goal.board(board.size()) {
            let estimate = Heuristic::LinearConflict.estimate_in(self.metric, board, &goal);
            limit.lower_bound = limit.lower_bound.max(estimate);
        }
        limit
    }

    /// A path found in a moment, for want of a better one; replayed. None where a limit on moves might forbid it.
    fn quick_path(&self, board: &Board) -> Option<Path> {
        const MOMENT: std::time::Duration = std::time::Duration::from_millis(100);
        let asked = matches!(self.engine, Engine::Auto | Engine::Optimal);
        if !asked || self.limits.moves.is_some() || !Engine::Quick.supports(board.size()) {
            return None;
        }
        let goal = self.goal.board(board.size()).ok()?;
        let problem = CanonicalProblem::new(board, &goal);
        let limits = Limits {
            time: Some(MOMENT),
            threads: self.limits.threads,
            ..Limits::default()
        };
        let watch = Watch::new(limits, None);
        let found = near::solve(&problem, self.metric, Effort::Quick, &watch).ok()?;
        let path = problem.path_back(&found.path);
        assert!(
            board.after(&path).is_ok_and(|end| end == goal),
            "a path from {board} misses {goal}: {path}"
        );
        Some(path)
    }

    /// The search for a board's shortest path in single-tile moves, cut into work units.
    ///
    /// # Errors
    /// As [`Solver::solve`]; [`Error::Unsupported`] for sizes that [`Engine::Pdb`] does not solve.
    pub fn units(&self, board: &Board) -> Result<Units, Error> {
        let solver = self.clone().engine(Engine::Pdb);
        let prepared = solver.prepared_for(board, &solver.watch())?;
        solvability(board, &prepared.goal)?.check()?;
        let searcher = prepared.pdb.as_ref().expect("prepared with the engine");
        Ok(Units::new(
            Arc::clone(searcher),
            prepared.canonicalizer.problem(board),
            prepared.canonicalizer.clone(),
        ))
    }

    fn solve_within(&self, board: &Board) -> Result<Solution, Error> {
        let watch = self.watch();
        #[cfg(not(target_family = "wasm"))]
        let checkpoint = self.open_checkpoint(board)?;
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
        #[cfg(not(target_family = "wasm"))]
        let outcome = self.search_with_checkpoint(board, &prepared, checkpoint, &watch)?;
        #[cfg(target_family = "wasm")]
        let outcome = self.search(board, &prepared, None, &watch);
        match outcome {
            Ok(found) => {
                self.check_moves(found.lower_bound, &prepared)?;
                Ok(self.replayed(board, &prepared, found))
            }
            Err(interrupted) => Err(self.interrupted(board, &prepared, interrupted)),
        }
    }

    /// The search's checkpoint, before tables are made; refuses one that the engine would ignore.
    #[cfg(not(target_family = "wasm"))]
    fn open_checkpoint(&self, board: &Board) -> Result<Option<Checkpoint>, Error> {
        let Some(path) = &self.checkpoint else {
            return Ok(None);
        };
        let goal = self.goal.board(board.size())?;
        solvability(board, &goal)?.check()?;
        let engine = self.asked().resolve(board.size(), self.metric);
        if engine != Engine::Pdb {
            let (path, engine) = (path.clone(), engine.to_string());
            return Err(CheckpointError::Engine { path, engine }.into());
        }
        let problem = CanonicalProblem::new(board, &goal);
        Ok(Some(Checkpoint::open(path, &problem)?))
    }

    #[cfg(not(target_family = "wasm"))]
    fn search_with_checkpoint(
        &self,
        board: &Board,
        prepared: &Prepared,
        checkpoint: Option<Checkpoint>,
        watch: &Watch<'_>,
    ) -> Result<Outcome, Error> {
        let (Some(checkpoint), Some(searcher)) = (checkpoint, &prepared.pdb) else {
            return Ok(self.search(board, prepared, None, watch));
        };
        let problem = prepared.canonicalizer.problem(board);
        let mut deepening = searcher.resume(&problem, checkpoint)?;
        let outcome = self.search(board, prepared, Some(&mut deepening), watch);
        match (outcome, deepening.save()) {
            // The work is lost unless the caller hears of it.
            (Err(_), Err(failure)) => Err(failure.into()),
            (outcome, _) => Ok(outcome),
        }
    }

    /// The engine asked for, [`Engine::Auto`] only where that is free to choose.
    fn asked(&self) -> Engine {
        match self.engine {
            // There is no least path without a proof, and only proofs take long.
            Engine::Auto if self.order.is_some() || self.keeps_checkpoint() => Engine::Optimal,
            asked => asked,
        }
    }

    #[cfg(not(target_family = "wasm"))]
    const fn keeps_checkpoint(&self) -> bool {
        self.checkpoint.is_some()
    }

    #[cfg(target_family = "wasm")]
    const fn keeps_checkpoint(&self) -> bool {
        false
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
        match self.solve_within(board) {
            Err(Error::Limit(limit)) => Err(Error::Limit(Box::new(
                self.at_least_estimated(board, *limit),
            ))),
            other => other.map(|solution| solution.length()),
        }
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
        let (engine, metric) = (self.asked().resolve(size, self.metric), self.metric);
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
    fn search(
        &self,
        board: &Board,
        prepared: &Prepared,
        deepening: Option<&mut Deepening>,
        watch: &Watch<'_>,
    ) -> Outcome {
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
                let suggest = |nodes| self.suggestion(&problem, nodes, watch);
                let aids = Aids {
                    order: self.order.is_some().then_some(order),
                    suggest: Some(&suggest),
                };
                match deepening {
                    Some(deepening) => searcher.go_on(&problem, deepening, aids, watch),
                    None => searcher.solve(&problem, aids, watch),
                }
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

    /// A good path of a canonical problem, for a search that would otherwise look for one as long as the bound.
    fn suggestion(
        &self,
        problem: &CanonicalProblem,
        nodes: u64,
        watch: &Watch<'_>,
    ) -> (Option<Path>, Stats) {
        let limits = Limits {
            nodes: Some(nodes),
            time: watch.remaining(),
            ..self.limits
        };
        let outcome = near::solve(
            problem,
            self.metric,
            Effort::Full,
            &self.watch_within(limits),
        );
        match outcome {
            Ok(found) => (Some(found.path), found.stats),
            Err(interrupted) => (interrupted.best, interrupted.stats),
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
mod tests;
