//! Searches: one problem at a time, its tables kept from one to the next.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::time::Duration;

use taquin::{Board, Engine, Error, Goal, Limits, Metric, Progress, Size, Solver};
use wasm_bindgen::prelude::*;

use crate::rules::{self, Said, Sentence};
use crate::thrown;

thread_local! {
    /// The page's callback of the search that runs. The solver's own must be `Send`, which no function of JavaScript is.
    static LISTENER: RefCell<Option<js_sys::Function>> = const { RefCell::new(None) };
}

/// Tells the listener; it may stop the search by returning `false`.
fn report(progress: &Progress) -> ControlFlow<()> {
    let Some(listener) = LISTENER.with_borrow(Clone::clone) else {
        return ControlFlow::Continue(());
    };
    let known = |length: Option<usize>| {
        length.map_or(JsValue::UNDEFINED, |length| JsValue::from(length as f64))
    };
    let arguments = [
        progress.phase.name().into(),
        progress.fraction.map_or(JsValue::UNDEFINED, JsValue::from),
        known(progress.bound),
        known(progress.best),
    ];
    match listener.apply(&JsValue::NULL, &js_sys::Array::from_iter(arguments)) {
        Ok(answer) if answer.as_bool() == Some(false) => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    }
}

/// What a search found, or why nothing.
#[wasm_bindgen(getter_with_clone, inspectable)]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// The blank's moves, `udlr`, if a path is known.
    pub moves: Option<String>,
    /// The path's length in the metric.
    pub length: Option<u32>,
    /// No path is shorter than this.
    #[wasm_bindgen(js_name = lowerBound)]
    pub lower_bound: u32,
    /// Why there is no path at all.
    pub unsolvable: Option<String>,
    /// Which limit ended the search, if one did.
    pub stopped: Option<String>,
}

/// What is asked: a goal on a size in a metric.
#[derive(Clone, PartialEq, Debug)]
struct Problem {
    size: Size,
    goal: Goal,
    metric: Metric,
}

/// Solves boards. Tables belong to a problem (size, goal, metric) and are dropped with it: a page's memory never shrinks.
#[wasm_bindgen]
#[derive(Default)]
pub struct Searcher {
    current: Option<(Problem, Solver)>,
}

#[wasm_bindgen]
impl Searcher {
    /// Without tables.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Searcher {
        Searcher::default()
    }

    /// Builds the tables of a problem. Progress is reported to `listener(phase, fraction, bound, best)`.
    ///
    /// # Errors
    /// What is wrong with the size, the goal or the metric.
    pub fn prepare(
        &mut self,
        rows: u32,
        cols: u32,
        goal: &str,
        metric: &str,
        listener: Option<js_sys::Function>,
    ) -> Result<(), JsError> {
        LISTENER.set(listener);
        let prepared = rules::size(rows, cols)
            .and_then(|size| problem(size, goal, metric))
            .and_then(|problem| self.prepared(problem));
        LISTENER.set(None);
        thrown(prepared)
    }

    /// Solves a board within `seconds`. `engine` is `auto` (optimal up to sixteen cells, else as good as the time allows), `near` or
    /// `quick` (the first good path).
    ///
    /// # Errors
    /// What is wrong with the board, the goal, the metric or the engine.
    pub fn solve(
        &mut self,
        board: &str,
        goal: &str,
        metric: &str,
        engine: &str,
        seconds: f64,
        listener: Option<js_sys::Function>,
    ) -> Result<Answer, JsError> {
        LISTENER.set(listener);
        let answer = rules::board(board).and_then(|board| {
            let problem = problem(board.size(), goal, metric)?;
            self.answer(&board, problem, self::engine(engine)?, seconds)
        });
        LISTENER.set(None);
        thrown(answer)
    }
}

impl Searcher {
    /// The solver with the tables of a problem.
    fn solver(&mut self, problem: Problem) -> &Solver {
        if !matches!(&self.current, Some((current, _)) if *current == problem) {
            // The old tables go before new ones come.
            self.current = None;
            let solver = Solver::new()
                .goal(problem.goal.clone())
                .metric(problem.metric)
                .on_progress(report);
            self.current = Some((problem, solver));
        }
        &self.current.as_ref().expect("just set").1
    }

    fn prepared(&mut self, problem: Problem) -> Said<()> {
        let goal = problem.goal.board(problem.size)?;
        self.solver(problem).prepare(&goal)?;
        Ok(())
    }

    fn answer(
        &mut self,
        board: &Board,
        problem: Problem,
        engine: Engine,
        seconds: f64,
    ) -> Said<Answer> {
        let mut solver = self.solver(problem).clone().limits(Limits {
            time: Some(Duration::try_from_secs_f64(seconds)?),
            ..Limits::default()
        });
        if engine != Engine::Auto {
            solver = solver.engine(engine);
        }
        match solver.solve(board) {
            Ok(answer) => Ok(Answer {
                moves: answer.path().map(ToString::to_string),
                length: answer.length().map(|length| length as u32),
                lower_bound: answer.lower_bound() as u32,
                stopped: answer.stop().map(|stop| stop.to_string()),
                unsolvable: None,
            }),
            Err(Error::Unsolvable(reason)) => Ok(Answer {
                unsolvable: Some(reason.to_string()),
                ..Answer::default()
            }),
            Err(error) => Err(error.into()),
        }
    }
}

fn problem(size: Size, goal: &str, metric: &str) -> Said<Problem> {
    let goal = rules::goal(goal)?;
    goal.board(size)?;
    Ok(Problem {
        size,
        goal,
        metric: rules::metric(metric)?,
    })
}

fn engine(name: &str) -> Said<Engine> {
    match name {
        "auto" => Ok(Engine::Auto),
        "near" => Ok(Engine::Near),
        "quick" => Ok(Engine::Quick),
        _ => Err(Sentence(format!(
            "unknown engine {name:?}, expected auto, near or quick"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(searcher: &mut Searcher, board: &str, engine: &str) -> Answer {
        let board = rules::board(board).unwrap();
        let problem = problem(board.size(), "classic", "stm").unwrap();
        searcher
            .answer(&board, problem, self::engine(engine).unwrap(), 60.0)
            .unwrap()
    }

    #[test]
    fn answers_carry_path_length_and_proof() {
        let mut searcher = Searcher::new();
        let best = answer(&mut searcher, "2 3 4/1 5 0/7 6 8", "auto");
        assert_eq!((best.length, best.lower_bound), (Some(19), 19));
        assert_eq!(best.moves.map(|moves| moves.len()), Some(19));
        let quick = answer(&mut searcher, "2 3 4/1 5 0/7 6 8", "quick");
        assert!(quick.length.unwrap() >= 19 && quick.lower_bound <= 19);
    }

    #[test]
    fn an_unsolvable_board_has_a_reason() {
        let answer = answer(&mut Searcher::new(), "2 1/3 0", "auto");
        assert!(answer.unsolvable.is_some() && answer.moves.is_none());
    }

    #[test]
    fn a_limit_leaves_a_bound() {
        let board = rules::board("14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3").unwrap();
        let problem = problem(board.size(), "blank-first", "stm").unwrap();
        let answer = Searcher::new().answer(&board, problem, Engine::Auto, 0.0);
        let answer = answer.unwrap();
        assert!(answer.stopped.is_some());
        assert!((40..=57).contains(&answer.lower_bound));
        assert!(answer.length.is_some_and(|length| length >= 57) && answer.moves.is_some());
    }

    #[test]
    fn another_problem_drops_the_tables() {
        let mut searcher = Searcher::new();
        let size = rules::size(3, 3).unwrap();
        for (goal, metric) in [("classic", "stm"), ("snail", "stm"), ("snail", "mtm")] {
            let problem = problem(size, goal, metric).unwrap();
            searcher.prepared(problem.clone()).unwrap();
            assert_eq!(
                searcher.current.as_ref().map(|kept| &kept.0),
                Some(&problem)
            );
        }
        assert!(problem(size, "2 1/3 0", "stm").is_err());
        assert!(problem(size, "snail", "qtm").is_err());
    }
}
