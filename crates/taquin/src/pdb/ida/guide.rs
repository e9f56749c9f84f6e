//! The pattern databases as a guide of path listings.

use super::PdbSearcher;
use crate::listing::Guide;
use crate::pdb::{MAX_SLOTS, Placement};
use crate::{Board, Direction, Tile};

/// What each table knows of a state.
pub(crate) type Bounds = [(Placement, usize); MAX_SLOTS];

impl Guide for &PdbSearcher {
    type State = Bounds;

    fn root(&mut self, board: &Board) -> Bounds {
        let goal = self.set.goal();
        let mut cell_of_home = vec![0; board.tiles().len()];
        for (cell, &tile) in board.tiles().iter().enumerate() {
            cell_of_home[goal.home_of(tile).index()] = cell;
        }
        debug_assert!(self.set.slots().count() <= MAX_SLOTS);
        let mut bounds = Bounds::default();
        for (slot, bound) in self.set.slots().zip(&mut bounds) {
            let placement = slot.placement(&cell_of_home);
            let blank = slot.table_cell(board.blank().index());
            *bound = (placement, slot.table().distance(placement, blank.into()));
        }
        bounds
    }

    fn after(&mut self, board: &Board, mut bounds: Bounds, step: Direction) -> Bounds {
        let to = board.blank();
        let from = board
            .size()
            .neighbor(to, step)
            .expect("a step on the board");
        let tile: Tile = board.tile(from);
        let home = self.set.goal().home_of(tile).index();
        for (slot, (placement, distance)) in self.set.slots().zip(&mut bounds) {
            // Other tiles' moves leave the blank in its region.
            if slot.holds(home) {
                let [from, to] = [from, to].map(|cell| slot.table_cell(cell.index()).into());
                (*placement, *distance) = slot.table().after(*placement, *distance, from, to);
            }
        }
        bounds
    }

    fn bound(&self, bounds: Bounds, _arrived: Option<Direction>) -> usize {
        let mut bounds = bounds.iter();
        let sums = self.set.views().iter().map(|view| {
            let of_view = bounds.by_ref().take(view.slots().len());
            of_view.map(|&(_, distance)| distance).sum()
        });
        sums.max().unwrap_or(0)
    }
}
