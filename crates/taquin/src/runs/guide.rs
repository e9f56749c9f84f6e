//! The run bounds as a guide of path listings.

use super::search::nearby;
use super::{RunTables, Side};
use crate::arrangements::Turn;
use crate::listing::Guide;
use crate::{Board, Direction};

impl Guide for &RunTables {
    type State = [Side; 2];

    fn root(&mut self, board: &Board) -> [Side; 2] {
        self.sides(board)
    }

    fn after(&mut self, board: &Board, mut state: [Side; 2], step: Direction) -> [Side; 2] {
        let size = board.size();
        let at = [size.row(board.blank()), size.col(board.blank())];
        let axis = usize::from(step.is_horizontal());
        let (from, cross) = (at[axis], at[1 - axis]);
        let (to, turn) = match step {
            Direction::Down | Direction::Right => (from + 1, Turn::LastToFront),
            Direction::Up | Direction::Left => (from - 1, Turn::FirstToEnd),
        };
        let side = &mut state[axis];
        for (pattern, table) in self.axes[axis].iter().enumerate() {
            let class = table.step(
                side.classes[pattern],
                from.min(to) * table.cols + cross,
                turn,
            );
            side.classes[pattern] = class;
            side.bounds[pattern] = nearby(side.bounds[pattern], table.modulo_3(to, class));
        }
        state
    }

    /// The least n such that n alternating runs, the first across the run that ends here, hold as many as needed on each axis.
    fn bound(&self, state: [Side; 2], arrived: Option<Direction>) -> usize {
        let [vertical, horizontal] = [state[0].bound(), state[1].bound()];
        let first_then_second =
            |first: usize, second: usize| (2 * first).saturating_sub(1).max(2 * second);
        match arrived {
            Some(step) if step.is_horizontal() => first_then_second(vertical, horizontal),
            Some(_) => first_then_second(horizontal, vertical),
            None => {
                first_then_second(vertical, horizontal).min(first_then_second(horizontal, vertical))
            }
        }
    }
}
