//! What guides a walk: lower bounds carried from board to board.

use crate::heuristic::{Evaluator, Slide};
use crate::{Board, Direction};

/// Lower bounds carried along a walk, in the metric of the walk.
pub(crate) trait Guide {
    /// What is carried.
    type State: Copy;

    /// The state of a board.
    fn root(&mut self, board: &Board) -> Self::State;

    /// The state after a step that the edge does not stop; `board` is the one before it.
    fn after(&mut self, board: &Board, state: Self::State, step: Direction) -> Self::State;

    /// At least so many moves lead to the goal, if the next move turns off from a run in the direction `arrived` that ends here.
    fn bound(&self, state: Self::State, arrived: Option<Direction>) -> usize;
}

/// Any carried heuristic as a guide.
pub(crate) struct ByEvaluator<'e, E>(pub(crate) &'e mut E);

impl<E: Evaluator> Guide for ByEvaluator<'_, E> {
    type State = E::State;

    fn root(&mut self, board: &Board) -> E::State {
        self.0.fresh(board.tiles())
    }

    fn after(&mut self, board: &Board, state: E::State, step: Direction) -> E::State {
        let to = board.blank();
        let from = board
            .size()
            .neighbor(to, step)
            .expect("a step on the board");
        let slide = Slide {
            tile: board.tile(from),
            from,
            to,
            blank_goes: step,
        };
        self.0.after(board.tiles(), state, slide)
    }

    fn bound(&self, state: E::State, _arrived: Option<Direction>) -> usize {
        self.0.value(state) as usize
    }
}
