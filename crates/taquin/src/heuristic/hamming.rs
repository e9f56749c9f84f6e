//! Hamming distance: tiles that are not at home.

use super::evaluator::{Evaluator, Moves, Places, Slide};
use crate::{Board, Metric, Tile};

/// Counts the tiles away from home; a run of the blank brings home at most the tiles it slides.
pub(crate) struct Hamming {
    places: Places,
    moves: Moves,
}

impl Hamming {
    pub(crate) fn new(goal: &Board, metric: Metric) -> Hamming {
        Hamming {
            places: Places::new(goal),
            moves: Moves::new(goal.size(), metric),
        }
    }
}

impl Evaluator for Hamming {
    /// Tiles away from home.
    type State = u32;

    fn fresh(&mut self, tiles: &[Tile]) -> u32 {
        self.places
            .pairs(tiles)
            .filter(|(place, home)| place != home)
            .count() as u32
    }

    #[inline]
    fn after(&mut self, _: &[Tile], away: u32, slide: Slide) -> u32 {
        let home = self.places.home(slide.tile);
        let leaves = home == self.places.of(slide.from);
        let arrives = home == self.places.of(slide.to);
        away + u32::from(leaves) - u32::from(arrives)
    }

    #[inline]
    fn value(&self, away: u32) -> u64 {
        self.moves.for_tiles(u64::from(away))
    }

    fn bytes(&self) -> u64 {
        self.places.bytes()
    }
}
