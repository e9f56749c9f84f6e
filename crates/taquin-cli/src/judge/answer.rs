//! Answers a case: what the dialect asks of its board.

use std::borrow::Cow;

use taquin::{
    Board, Direction, Engine, Error, Goal, Heuristic, Limits, Path, Solver, Stats, Stop, Tile,
    solvability,
};

use super::dialect::{Ask, Demand, Dialect, LEAST_ORDER};
use super::read::Case;

/// The answer to a case.
#[derive(Clone, Debug)]
pub(super) enum Answer {
    /// The board can be solved, and as much of this as was asked.
    Solved(Solved),
    /// The board cannot be solved.
    Unsolvable,
    /// It needs more moves than the dialect or the case allows.
    TooLong,
}

/// What is known of a solved board.
#[derive(Clone, Debug, Default)]
pub(super) struct Solved {
    /// The fewest moves, or the path's.
    pub(super) length: usize,
    pub(super) path: Path,
    /// The cost of the search.
    pub(super) stats: Stats,
    /// The board after the moves of the case.
    pub(super) board: Option<Board>,
}

/// Why a case has no answer.
#[derive(Debug)]
pub(super) enum Unanswered {
    /// The search ended early.
    Search(Error),
    /// A path was found, but none that is proven to be as short as the dialect asks for.
    Unproven { length: usize, lower_bound: usize },
}

/// Up to this many cells a complete table answers a case in no time.
pub(super) const LIGHT_CELLS: usize = 10;

/// For the larger boards of which only short paths are wanted: they are found sooner than better tables are built.
const WITHOUT_TABLES: Engine = Engine::IdaStar(Heuristic::LinearConflict);

/// The most memory that [`Ask::Search`] may take: enough for most 15-puzzles.
const SEARCH_MEMORY: u64 = 2 << 30;

/// Answers the cases of one dialect. Tables are shared by all cases and threads.
#[derive(Clone)]
pub(super) struct Answerer {
    dialect: &'static Dialect,
    solver: Solver,
    limits: Limits,
}

impl Answerer {
    /// `solver` brings its callback; goal, order and limits are the dialect's.
    pub(super) fn new(dialect: &'static Dialect, solver: Solver) -> Answerer {
        let limits = Limits {
            memory: (dialect.ask == Ask::Search).then_some(SEARCH_MEMORY),
            ..Limits::default()
        };
        let solver = solver.goal(dialect.goal.clone()).limits(limits);
        let solver = match dialect.ask {
            Ask::Path(Demand::Least) => solver.least(LEAST_ORDER),
            Ask::Search => solver.engine(Engine::AStar(Heuristic::Manhattan)),
            _ => solver,
        };
        Answerer {
            dialect,
            solver,
            limits,
        }
    }

    /// The goal of a case.
    pub(super) fn goal(&self, case: &Case) -> Board {
        match case.goal() {
            Some(goal) => goal.clone(),
            None => self
                .dialect
                .goal
                .board(case.start.size())
                .expect("the goals of the table have every size"),
        }
    }

    /// The most moves that a case allows.
    pub(super) fn limit(&self, case: &Case) -> Option<usize> {
        let side = case.start.size().cols();
        self.dialect.within.limit(side, case.limit())
    }

    /// The solver of a case. It need not look beyond what the case allows.
    fn solver(&self, case: &Case) -> Cow<'_, Solver> {
        let mut solver = Cow::Borrowed(&self.solver);
        if let Some(goal) = case.goal() {
            solver = Cow::Owned(solver.into_owned().goal(Goal::Explicit(goal.clone())));
        }
        if let moves @ Some(_) = self.limit(case) {
            let limits = Limits {
                moves,
                ..self.limits
            };
            let limited = solver.into_owned().limits(limits);
            solver = Cow::Owned(if case.start.size().cells() > LIGHT_CELLS {
                limited.engine(WITHOUT_TABLES)
            } else {
                limited
            });
        }
        solver
    }

    /// Answers a case.
    ///
    /// # Errors
    /// When a limit or the user ends the search, or it ends without a proof where one is needed.
    pub(super) fn answer(&self, case: &Case) -> Result<Answer, Unanswered> {
        let solved = match self.dialect.ask {
            Ask::Replay => Ok(Solved {
                board: Some(replay(case, &self.goal(case))),
                ..Solved::default()
            }),
            Ask::Solvable => solvability(&case.start, &self.goal(case))
                .map_err(Error::from)
                .and_then(|verdict| verdict.check().map_err(Error::from))
                .map(|()| Solved::default()),
            Ask::Length => self
                .solver(case)
                .distance(&case.start)
                .map(|length| Solved {
                    length,
                    ..Solved::default()
                }),
            Ask::Path(_) | Ask::Search => match self.solver(case).solve(&case.start) {
                Ok(found) => match (found.stop(), found.length()) {
                    (Some(stop), _) => Err(Error::Stopped {
                        stop,
                        lower_bound: found.lower_bound(),
                    }),
                    (None, Some(length)) if self.is_enough(&found, length) => Ok(Solved {
                        length,
                        stats: found.stats(),
                        path: found.into_path().unwrap_or_default(),
                        board: None,
                    }),
                    (None, length) => {
                        return Err(Unanswered::Unproven {
                            length: length.unwrap_or(usize::MAX),
                            lower_bound: found.lower_bound(),
                        });
                    }
                },
                Err(error) => Err(error),
            },
        };
        match solved {
            Ok(solved) => Ok(Answer::Solved(solved)),
            Err(Error::Unsolvable(_)) => Ok(Answer::Unsolvable),
            Err(Error::Stopped {
                stop: Stop::Moves, ..
            }) => Ok(Answer::TooLong),
            Err(error) => Err(Unanswered::Search(error)),
        }
    }

    /// Whether a path is an answer: where the shortest is asked for, it must be proven.
    fn is_enough(&self, found: &taquin::Answer, length: usize) -> bool {
        found.is_optimal()
            || match self.dialect.ask {
                Ask::Path(Demand::Any) | Ask::Search => true,
                Ask::Path(Demand::AtMost(most)) => length <= most,
                _ => false,
            }
    }
}

/// The start after the moves of a case, tile by tile: a tile that is not next to the blank stays, and the game ends when
/// the goal is reached.
fn replay(case: &Case, goal: &Board) -> Board {
    let mut board = case.start.clone();
    for &tile in case.moves() {
        if board == *goal {
            break;
        }
        let size = board.size();
        let step = board.moves().find(|&direction: &Direction| {
            size.neighbor(board.blank(), direction)
                .is_some_and(|cell| board.tile(cell) == Tile(tile))
        });
        if let Some(step) = step {
            board.step(step);
        }
    }
    board
}
