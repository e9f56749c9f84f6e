//! Manhattan distance: the taxicab distances of all tiles from home.

use super::evaluator::{Evaluator, HORIZONTAL, Moves, PerAxis, Places, Slide, VERTICAL, axis_of};
use crate::{Board, Direction, Metric, Tile};

/// Sums the tiles' distances along each axis; a slide changes one of them by 1.
pub(crate) struct Manhattan {
    pub(super) places: Places,
    pub(super) moves: Moves,
}

impl Manhattan {
    pub(crate) fn new(goal: &Board, metric: Metric) -> Manhattan {
        Manhattan {
            places: Places::new(goal),
            moves: Moves::new(goal.size(), metric),
        }
    }
}

impl Evaluator for Manhattan {
    type State = PerAxis;

    fn fresh(&mut self, tiles: &[Tile]) -> PerAxis {
        let mut slides = [0; 2];
        for (place, home) in self.places.pairs(tiles) {
            for axis in [VERTICAL, HORIZONTAL] {
                slides[axis] += u64::from(place[axis].abs_diff(home[axis]));
            }
        }
        slides
    }

    #[inline]
    fn after(&mut self, _: &[Tile], mut slides: PerAxis, slide: Slide) -> PerAxis {
        let axis = axis_of(slide.blank_goes);
        let from = self.places.of(slide.from)[axis];
        let home = self.places.home(slide.tile)[axis];
        let nearer = match slide.blank_goes {
            Direction::Up | Direction::Left => home > from,
            Direction::Down | Direction::Right => home < from,
        };
        slides[axis] = if nearer {
            slides[axis] - 1
        } else {
            slides[axis] + 1
        };
        slides
    }

    #[inline]
    fn value(&self, slides: PerAxis) -> u64 {
        self.moves.for_slides(slides)
    }

    fn bytes(&self) -> u64 {
        self.places.bytes()
    }
}
