//! Optimal solving in multi-tile moves: lower bounds on the vertical and on the horizontal runs of the blank, and IDA\* with both.
//!
//! A run may move tiles of several patterns at once and still counts one, so pattern databases that count moved tiles are not additive
//! in this metric. The two axes are: every run is vertical or horizontal. So a table counts *the runs along one axis alone*, and those
//! along the other are free.
//!
//! Two patterns of seven tiles, the first and the last, take 69 MB on 4×4. Where the blank's home is on a diagonal both axes share them.
//!
//! # Why the bounds are admissible
//!
//! Of a state, a table for vertical runs keeps the blank's row and the places of a pattern's tiles in the *arrangement*, the
//! reading order of the tiles row by row without the blank. A horizontal run keeps both; a vertical run of a state is a vertical run of
//! what is kept, in the same column. So a solution with v vertical runs is a walk of v steps in the table's graph, and the distance there is at
//! most v. Runs can be taken back, so one run changes that distance by at most one: two bits an entry, the distance
//! modulo 3, are enough once it is known at the start.
//!
//! # Why both bounds prune together
//!
//! On a shortest solution two runs in a row never share an axis: the two would be one run, or none. So runs alternate, and a
//! solution of n runs whose first is vertical has ⌈n/2⌉ vertical and ⌊n/2⌋ horizontal ones. A search for n runs knows at every node
//! how many are left on each axis, and ends a branch as soon as *one* axis has too few: stronger than the sum of the two bounds.
//! And a run along one axis leaves the state's value for the other axis as it is, so a node looks up only half its tables.
//!
//! # Alternatives measured
//!
//! Mean nodes on the first 12 of Korf's boards, all for both axes (on 4×4 with the blank home in a corner one set of tables serves both):
//!
//! | tables | entries | nodes |
//! |---|---|---|
//! | tiles told apart by home row alone (a walking distance that knows the order) | 63 M | 1,691,923 |
//! | the same, one row told apart in two parts | 252 M | 320,388 |
//! | the first 6 tiles, the others alike | 14 M | 3,220,925 |
//! | the first 6, and the last 6 | 29 M | 287,389 |
//! | the first 6, the middle 6, and the last 6 | 43 M | 167,621 |
//! | tiles 1–7, and 8–14 | 259 M | 34,805 |
//!
//! In use are tiles 1–7 and 9–15: 53,986 nodes a board over all hundred of Korf's. They were chosen on those same boards, so on others
//! expect a little more. A third pattern of six tiles costs more time than the nodes it saves.

mod axis_table;
mod build;
mod engine;
mod guide;
mod search;

use std::sync::Arc;

pub(crate) use axis_table::{AxisTable, Class};
pub(crate) use engine::Runs;

use crate::{Board, CanonicalGoal, Cell, Size, Stop, Tile, Watch};

/// Greatest number of cells: the places of 15 tiles are bits of a `u16`.
pub(crate) const MAX_RUN_CELLS: usize = 16;

/// Number of tiles of a pattern.
const PATTERN_TILES: usize = 7;

/// Number of patterns: the tiles whose homes come first, and those whose homes come last.
const PATTERNS: usize = 2;

/// Whether the run bounds serve a size.
pub(crate) const fn covers(size: Size) -> bool {
    size.cells() <= MAX_RUN_CELLS && !size.is_line()
}

/// The tables of a canonical goal, for each axis and each pattern.
pub(crate) struct RunTables {
    goal: CanonicalGoal,
    /// For vertical runs, and for horizontal ones: the vertical runs of the transposed board.
    axes: [Arc<[AxisTable; PATTERNS]>; 2],
}

impl RunTables {
    /// Bytes of the tables.
    pub(crate) fn bytes(&self) -> u64 {
        table_bytes(self.goal)
    }

    /// Builds all tables, breadth-first from the goal.
    ///
    /// # Errors
    /// The [`Stop`] of the watch.
    pub(crate) fn build(goal: CanonicalGoal, watch: &Watch<'_>) -> Result<RunTables, Stop> {
        debug_assert!(covers(goal.size()));
        let size = goal.size();
        let work = build::work_bytes(size, pattern_tiles(size))
            .max(build::work_bytes(size.transposed(), pattern_tiles(size)));
        watch.check_memory(table_bytes(goal) + work)?;
        let home = goal.home();
        let (row, col) = (size.row(home), size.col(home));
        crate::watch::parallel::on_threads(watch.limits().threads, || {
            let vertical = build_axis(size, row, watch)?;
            let horizontal = if symmetric(goal) {
                Arc::clone(&vertical)
            } else {
                build_axis(size.transposed(), col, watch)?
            };
            Ok(RunTables {
                goal,
                axes: [vertical, horizontal],
            })
        })
    }

    /// What the tables keep of a state, for vertical and for horizontal runs.
    fn sides(&self, board: &Board) -> [Side; 2] {
        [false, true].map(|transposed| {
            let arrangement = arrangement(self.goal, board, transposed);
            let size = self.goal.size();
            let (line, home) = if transposed {
                (size.col(board.blank()), size.col(self.goal.home()))
            } else {
                (size.row(board.blank()), size.row(self.goal.home()))
            };
            let tables = &self.axes[usize::from(transposed)];
            let classes = std::array::from_fn(|pattern| tables[pattern].class(&arrangement));
            let bounds = std::array::from_fn(|pattern| {
                tables[pattern].distance(line, classes[pattern], home)
            });
            Side { classes, bounds }
        })
    }
}

/// Whether the goal looks the same transposed, up to the names of the tiles.
fn symmetric(goal: CanonicalGoal) -> bool {
    let (size, home) = (goal.size(), goal.home());
    size.is_square() && size.row(home) == size.col(home)
}

/// Bytes of the tables of a goal.
fn table_bytes(goal: CanonicalGoal) -> u64 {
    let axis = |size| PATTERNS as u64 * AxisTable::bytes(size, pattern_tiles(size));
    let size = goal.size();
    let transposed = if symmetric(goal) {
        0
    } else {
        axis(size.transposed())
    };
    axis(size) + transposed
}

/// Two tiles at least stay alike, so that parity excludes no class.
fn pattern_tiles(size: Size) -> usize {
    PATTERN_TILES.min(size.cells() - 3)
}

fn build_axis(
    size: Size,
    home_row: usize,
    watch: &Watch<'_>,
) -> Result<Arc<[AxisTable; PATTERNS]>, Stop> {
    let (tiles, of_pattern) = (size.cells() - 1, pattern_tiles(size));
    let first = AxisTable::build(size, home_row, 0..of_pattern, watch)?;
    let last = AxisTable::build(size, home_row, tiles - of_pattern..tiles, watch)?;
    Ok(Arc::new([first, last]))
}

/// The tiles of a board in reading order, row by row or column by column, each as its place in the goal's reading.
fn arrangement(goal: CanonicalGoal, board: &Board, transposed: bool) -> Vec<u8> {
    let size = goal.size();
    let reading: Vec<Cell> = if transposed {
        let cols = 0..size.cols();
        cols.flat_map(|col| (0..size.rows()).map(move |row| size.cell(row, col)))
            .collect()
    } else {
        size.all_cells().collect()
    };
    let mut place = vec![0; size.cells()];
    let homes = reading
        .iter()
        .map(|&cell| goal.tile_at_home(cell))
        .filter(|tile| !tile.is_blank());
    for (index, tile) in (0..).zip(homes) {
        place[tile.index()] = index;
    }
    let tiles = reading
        .iter()
        .map(|&cell| board.tile(cell))
        .filter(|&tile| tile != Tile::BLANK);
    tiles.map(|tile| place[tile.index()]).collect()
}

/// What the tables of one axis keep of a state, and its distances there.
#[derive(Clone, Copy, Default)]
pub(crate) struct Side {
    classes: [Class; PATTERNS],
    bounds: [u8; PATTERNS],
}

impl Side {
    /// A lower bound on the runs along the axis.
    fn bound(&self) -> usize {
        usize::from(self.bounds.into_iter().max().unwrap_or(0))
    }
}

#[cfg(test)]
mod tests;
