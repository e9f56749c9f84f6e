//! Heuristics carried along a search: computed once, then corrected slide by slide.

use crate::{Board, Cell, Direction, Metric, Size, Tile};

/// One step seen from the tile: it slides from `from` onto the blank at `to`, and the blank goes the other way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slide {
    /// The tile that moves.
    pub(crate) tile: Tile,
    /// Where it stands, and the blank will.
    pub(crate) from: Cell,
    /// Where the blank stands, and the tile will.
    pub(crate) to: Cell,
    /// The motion of the blank.
    pub(crate) blank_goes: Direction,
}

/// A heuristic for one goal and metric, in a form that a search can correct in constant time a slide.
///
/// Its value is admissible and consistent in the metric, and 0 on the goal alone.
pub(crate) trait Evaluator {
    /// What is carried along.
    type State: Copy + PartialEq + std::fmt::Debug;

    /// The state of a board, from nothing but its tiles. Linear time.
    fn fresh(&mut self, tiles: &[Tile]) -> Self::State;

    /// The state after a slide; `tiles` are those before it.
    fn after(&mut self, tiles: &[Tile], state: Self::State, slide: Slide) -> Self::State;

    /// The lower bound of a state, in moves of the metric.
    fn value(&self, state: Self::State) -> u64;

    /// Bytes held in tables.
    fn bytes(&self) -> u64;
}

/// The two axes of motion, as an index: rows are coordinates along [`VERTICAL`], columns along [`HORIZONTAL`].
pub(super) const VERTICAL: usize = 0;
/// See [`VERTICAL`].
pub(super) const HORIZONTAL: usize = 1;

/// A count of slides needed along each axis. Every single step slides one tile along one axis, so the two add up.
pub(super) type PerAxis = [u64; 2];

/// The axis along which a direction moves the blank, and so the tile.
#[inline]
pub(super) const fn axis_of(direction: Direction) -> usize {
    direction.is_horizontal() as usize
}

/// Where cells lie and tiles belong, each as [row, column].
#[derive(Clone, Debug)]
pub(super) struct Places {
    size: Size,
    cells: Box<[[u32; 2]]>,
    homes: Box<[[u32; 2]]>,
}

/// The blank's home in [`Places`]: on no line, so that it counts nowhere.
const NOWHERE: [u32; 2] = [u32::MAX; 2];

impl Places {
    /// The places of a goal.
    pub(super) fn new(goal: &Board) -> Places {
        let size = goal.size();
        let cells: Box<[[u32; 2]]> = size
            .all_cells()
            .map(|cell| [size.row(cell) as u32, size.col(cell) as u32])
            .collect();
        let mut homes = vec![NOWHERE; cells.len()];
        for (&place, &tile) in cells.iter().zip(goal.tiles()) {
            if !tile.is_blank() {
                homes[tile.index()] = place;
            }
        }
        Places {
            size,
            cells,
            homes: homes.into(),
        }
    }

    pub(super) const fn size(&self) -> Size {
        self.size
    }

    /// Row and column of a cell.
    #[inline]
    pub(super) fn of(&self, cell: Cell) -> [u32; 2] {
        self.cells[cell.index()]
    }

    /// Row and column where a tile belongs.
    #[inline]
    pub(super) fn home(&self, tile: Tile) -> [u32; 2] {
        self.homes[tile.index()]
    }

    /// The tiles that stand on cells, blank left out: where each stands, and where it belongs.
    pub(super) fn pairs(&self, tiles: &[Tile]) -> impl Iterator<Item = ([u32; 2], [u32; 2])> {
        self.cells
            .iter()
            .zip(tiles)
            .filter(|(_, tile)| !tile.is_blank())
            .map(|(&place, &tile)| (place, self.home(tile)))
    }

    pub(super) fn bytes(&self) -> u64 {
        (size_of_val(&*self.cells) + size_of_val(&*self.homes)) as u64
    }
}

/// How slides make moves of a metric.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moves {
    metric: Metric,
    longest: [u64; 2],
}

impl Moves {
    pub(super) const fn new(size: Size, metric: Metric) -> Moves {
        // On a single line nothing moves across it; 1 keeps the division defined.
        const fn longest_run(cells: usize) -> u64 {
            if cells > 1 { cells as u64 - 1 } else { 1 }
        }
        Moves {
            metric,
            longest: [longest_run(size.rows()), longest_run(size.cols())],
        }
    }

    /// Moves needed for slides along each axis: a run along an axis makes at most (cells of a line − 1) slides of it.
    #[inline]
    pub(super) const fn for_slides(self, slides: PerAxis) -> u64 {
        match self.metric {
            Metric::Stm => slides[VERTICAL] + slides[HORIZONTAL],
            Metric::Mtm => {
                slides[VERTICAL].div_ceil(self.longest[VERTICAL])
                    + slides[HORIZONTAL].div_ceil(self.longest[HORIZONTAL])
            }
        }
    }

    /// Moves needed to slide `tiles` different tiles.
    #[inline]
    pub(super) const fn for_tiles(self, tiles: u64) -> u64 {
        match self.metric {
            Metric::Stm => tiles,
            Metric::Mtm => {
                let [vertical, horizontal] = self.longest;
                tiles.div_ceil(if vertical > horizontal {
                    vertical
                } else {
                    horizontal
                })
            }
        }
    }
}
