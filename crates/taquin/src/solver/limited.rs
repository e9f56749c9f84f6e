//! Solves under limits: a part of the budget is kept for a quick path, so that a limit leaves one.

use std::time::Duration;

use super::{Answer, Engine, Error, Solver};
use crate::near::{self, Effort};
use crate::{Board, CanonicalProblem, Heuristic, Limits, Stop, Watch};

/// The most time that a quick path may take.
const QUICK_TIME: Duration = Duration::from_millis(100);

/// The most nodes that are kept for it, of a limited number.
const QUICK_NODES: u64 = 1 << 16;

/// The share of the budget that is kept for it, at most.
const SHARE: u32 = 8;

impl Solver {
    /// Finds a path from `board` to the goal.
    ///
    /// A limit leaves an answer, too, with the lower bound proven by then and the best path known; for [`Engine::Auto`] and
    /// [`Engine::Optimal`] that is one that [`Engine::Quick`] finds, if no other is known, with an eighth of the budget at most.
    ///
    /// # Errors
    /// [`Error::Unsolvable`] at once where no path exists; [`Error::Goal`], [`Error::Unsupported`] and [`Error::Checkpoint`] for what was
    /// asked wrongly.
    pub fn solve(&self, board: &Board) -> Result<Answer, Error> {
        let watch = self.watch();
        let answer = if self.keeps_a_reserve(board) {
            self.search(board, &watch.part(without_reserve(self.limits)))?
        } else {
            self.search(board, &watch)?
        };
        match answer.stop {
            None => Ok(answer),
            Some(stop) => Ok(self.completed(board, answer, stop, &watch)),
        }
    }

    /// Whether a budget is divided between the engine and a quick path.
    fn keeps_a_reserve(&self, board: &Board) -> bool {
        (self.limits.time.is_some() || self.limits.nodes.is_some())
            && self.wants_quick_path()
            && self.problem(board.size()).is_ok_and(|problem| {
                let engine = self.engine_for(&problem);
                !matches!(engine, Ok(Engine::Near | Engine::Line | Engine::Table))
            })
    }

    /// Whether a limit is to leave a path. Not where a limit on moves might forbid it.
    fn wants_quick_path(&self) -> bool {
        matches!(self.engine, Engine::Auto | Engine::Optimal) && self.limits.moves.is_none()
    }

    /// What a limit ended early, with what the board itself tells and a quick path.
    fn completed(
        &self,
        board: &Board,
        mut answer: Answer,
        stop: Stop,
        watch: &Watch<'_>,
    ) -> Answer {
        answer.lower_bound = answer.lower_bound.max(self.estimate(board));
        let searched = matches!(answer.engine, Engine::Near | Engine::Quick | Engine::Line);
        if stop != Stop::Moves && !searched && self.wants_quick_path() {
            self.add_quick_path(board, &mut answer, watch);
        }
        // The quick path meets the proven bound, so it is optimal.
        if answer.is_optimal() && self.order.is_none() {
            answer.stop = None;
        }
        answer
    }

    /// No path to the goal is shorter, says a heuristic.
    pub(super) fn estimate(&self, board: &Board) -> usize {
        self.problem(board.size()).map_or(0, |problem| {
            Heuristic::LinearConflict.estimate_in(self.metric, board, &problem.goal)
        })
    }

    /// Finds a quick path with what is left of the budget, and takes it if it is better than the one known. After a cancellation it is the
    /// constructive solver's, which expands no nodes.
    fn add_quick_path(&self, board: &Board, answer: &mut Answer, watch: &Watch<'_>) {
        let Ok(goal) = self.goal.board(board.size()) else {
            return;
        };
        let cancelled = watch.stopped() == Some(Stop::Cancelled);
        let part = watch.last_part(Limits {
            time: Some(QUICK_TIME),
            nodes: cancelled.then_some(0),
            ..self.limits
        });
        let problem = CanonicalProblem::new(board, &goal);
        let found = near::solve(&problem, self.metric, Effort::Quick, &part);
        answer.stats.suggested += part.expanded();
        let Ok(found) = found else { return };
        let path = problem.path_back(&found.path);
        super::assert_reaches(board, &path, &goal, Engine::Quick);
        let length = path.length(self.metric);
        if answer.length().is_none_or(|known| length < known) {
            answer.path = Some(path);
        }
    }
}

/// The limits without what is kept for a quick path.
fn without_reserve(limits: Limits) -> Limits {
    Limits {
        time: limits
            .time
            .map(|time| time - (time / SHARE).min(QUICK_TIME)),
        nodes: limits
            .nodes
            .map(|nodes| nodes - (nodes / u64::from(SHARE)).min(QUICK_NODES)),
        ..limits
    }
}
