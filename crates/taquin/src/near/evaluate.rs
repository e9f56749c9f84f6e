//! The evaluation of a state: it ranks the states of one depth. It is no lower bound. A step updates it in constant time.
//!
//! # The terms
//!
//! All are in units of [`UNIT`].
//! - **Distance**: each tile's distance from home to the power 1.9, so that far tiles travel first. An *edge weight* raises it for
//!   tiles whose home is near the edge, which have fewer ways in.
//! - **Conflicts**: pairs of tiles on their common home line in the wrong order, if their homes are at most eight cells apart.
//! - **Unsolved windows**: windows of 5×5 cells, also those that reach over the edge, in which any tile is not at home. One misplaced
//!   tile makes as many windows unsolved as many of them in the same place. So unsolved tiles stay together, near the blank. Scattered
//!   ones would each cost a long way. On 10×10 at width 1,000 all of ten boards got stuck beyond 1.64 × Manhattan without this term;
//!   with it none did, at 1.61.
//!
//! # How well the weights are tuned
//!
//! The result is flat around them: on 5×5 every power from 1.7 to 2.1 gives 107.0 to 107.2 moves (150 boards, width 500). Conflicts of
//! 8 instead of 6 steps with a smaller edge weight gave 106.4, and pay on boards up to 7×7. A bonus for neighbors that stand side by
//! side as at home made paths longer at any weight (107.0 → 108.0 at 2 steps).
//!
//! # Speed
//!
//! The distance term is one look-up by displacement, and windows are read as bits of home rows. Conflicts are counted only between
//! homes up to eight cells apart: 25 % faster on 100×100, paths as long. Counting them over slices of a second, transposed board was
//! 10 % faster on 20×20 and slower on 5×5, so it was dropped.

use super::puzzle::Puzzle;
use crate::{Cell, Direction};

/// The value of one step of distance.
pub(super) const UNIT: i64 = DISTANCE_SCALE as i64 * WEIGHT_SCALE as i64;

/// Integer units of the distance term, per step.
const DISTANCE_SCALE: i32 = 16;
/// Integer value of the weight 1, which tiles have whose home is in the middle of the board.
const WEIGHT_SCALE: i32 = 64;

/// The weights of the evaluation, and of the penalties that the beam adds to it when it chooses survivors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Weights {
    /// Exponent of the distance term.
    pub(super) power: f64,
    /// What the distance weight of a tile rises by from the middle to an edge, as a share; at a corner it rises by twice that.
    pub(super) edge_weight: f64,
    /// Penalty of a conflict, in steps.
    pub(super) conflict: f64,
    /// Penalty of an unsolved window, in steps.
    pub(super) unsolved_window: f64,
    /// Share of [`Evaluation::blank_bias`] that is taken off again. 0: none.
    pub(super) blank_bias: f64,
    /// Penalty for the block of cells that the blank visits, as a share of the range of [`Evaluation::blank_bias`]. 0: none.
    pub(super) visit_penalty: f64,
}

/// Distance in steps from which on the distance term grows linearly. Without that a far tile bars the blank's way on large boards.
const LINEAR_FROM: usize = 12;

/// Greatest distance in cells between the homes of a conflict. On 20×20 and 50×50 paths are as long as with all pairs.
const REACH: usize = 8;

/// Cells on a side of a window: a cell's 5 × 5 windows fit a word of 64 bits.
const WINDOW_SIDE: usize = 5;

/// Factor of the distance weight of preferred tiles.
const PREFERRED_FACTOR: i32 = 4;

/// The evaluation of one puzzle, and which tiles of the board that is walked are at home.
pub(super) struct Evaluation {
    cols: usize,
    /// By rows and columns from home, the distance term in units of [`DISTANCE_SCALE`].
    distance: Vec<i32>,
    /// By displacement from home and by the blank's step, the change of the distance term. A displacement is the difference of the
    /// `place`s of two cells, plus `origin`.
    gains: Vec<[i32; 4]>,
    place: Vec<u32>,
    origin: u32,
    /// By tile, the weight of its distance in units of [`WEIGHT_SCALE`].
    weight: Vec<i32>,
    conflict: i64,
    unsolved_window: i64,
    /// By cell.
    row: Vec<u16>,
    col: Vec<u16>,
    blank_name: u16,
    /// A bit for each cell: whether its own tile is on it. Cells up to `WINDOW_SIDE - 1` beyond the edge count as solved. A row has
    /// `stride` bytes.
    at_home: Vec<u8>,
    stride: usize,
    /// By tile, the cell of the walked board on which it stands; the blank stands on none.
    stands: Vec<u16>,
}

impl Evaluation {
    pub(super) fn new(puzzle: &Puzzle, weights: Weights) -> Evaluation {
        let size = puzzle.size();
        let (rows, cols) = (size.rows(), size.cols());
        let power = |distance: usize| {
            let (near, beyond) = (
                distance.min(LINEAR_FROM),
                distance.saturating_sub(LINEAR_FROM),
            );
            let slope = weights.power * (LINEAR_FROM as f64).powf(weights.power - 1.0);
            (near as f64).powf(weights.power) + slope * beyond as f64
        };
        // The mean of (r + c) to the power and of the powers of r and c added.
        let term = |r: usize, c: usize| (power(r + c) + power(r) + power(c)) / 2.0;
        let distance: Vec<i32> = (0..rows)
            .flat_map(|r| (0..cols).map(move |c| (r, c)))
            .map(|(r, c)| (term(r, c) * f64::from(DISTANCE_SCALE)).round() as i32)
            .collect();
        // By signed displacement; beyond what the board allows it does not matter.
        let at = |r: isize, c: isize| {
            let (r, c) = (r.unsigned_abs(), c.unsigned_abs());
            if r < rows && c < cols {
                distance[r * cols + c]
            } else {
                0
            }
        };
        let gains = (1 - rows as isize..rows as isize).flat_map(|r| {
            (-(cols as isize)..cols as isize).map(move |c| {
                // In the order of the directions; the tile goes against the blank.
                [(r - 1, c), (r, c + 1), (r, c - 1), (r + 1, c)]
                    .map(|(to_r, to_c)| at(to_r, to_c) - at(r, c))
            })
        });
        // A read of four bytes stays in the row.
        let stride = (cols + 2 * WINDOW_SIDE) / 8 + 4;
        // Distance from the middle line: 0 there, 1 on the edge.
        let outward = |at: usize, end: usize| (2 * at).abs_diff(end - 1) as f64 / (end - 1) as f64;
        let weight = |cell: Cell| {
            let outward = outward(size.row(cell), rows) + outward(size.col(cell), cols);
            ((1.0 + weights.edge_weight * outward) * f64::from(WEIGHT_SCALE)) as i32
        };
        let place = |cell: Cell| (size.row(cell) * 2 * cols + size.col(cell)) as u32;
        let mut evaluation = Evaluation {
            cols,
            gains: gains.collect(),
            place: size.all_cells().map(place).collect(),
            origin: ((rows - 1) * 2 * cols + cols) as u32,
            weight: size.all_cells().map(weight).collect(),
            conflict: (weights.conflict * UNIT as f64) as i64,
            unsolved_window: (weights.unsolved_window * UNIT as f64) as i64,
            row: size.all_cells().map(|cell| size.row(cell) as u16).collect(),
            col: size.all_cells().map(|cell| size.col(cell) as u16).collect(),
            blank_name: puzzle.home() as u16,
            at_home: vec![u8::MAX; stride * (rows + 2 * (WINDOW_SIDE - 1))],
            stride,
            stands: vec![u16::MAX; size.cells()],
            distance,
        };
        for (cell, tile) in puzzle.tiles() {
            evaluation.moved(tile, cell);
            if tile != cell {
                evaluation.displace(tile);
            }
        }
        evaluation
    }

    /// Raises the distance weight of some tiles.
    pub(super) fn prefer(&mut self, tiles: &[bool]) {
        for (weight, preferred) in self.weight.iter_mut().zip(tiles) {
            if *preferred {
                *weight *= PREFERRED_FACTOR;
            }
        }
    }

    /// The whole evaluation of the board, from scratch.
    pub(super) fn total(&self, cells: &[u16]) -> i64 {
        let mut total = 0;
        let mut conflicts = 0;
        for (cell, &tile) in cells.iter().enumerate() {
            if tile == self.blank_name {
                continue;
            }
            let tile = usize::from(tile);
            total += self.distance(tile, cell);
            if self.row[tile] == self.row[cell] {
                conflicts += self.conflicts_in_row(tile, cell);
            }
            if self.col[tile] == self.col[cell] {
                conflicts += self.conflicts_in_col(tile, cell);
            }
        }
        // Each conflict was seen from both sides.
        total
            + conflicts / 2 * self.conflict
            + self.unsolved_windows() as i64 * self.unsolved_window
    }

    /// The blank's position bias: by row and by column, how much the evaluation falls on average while the blank goes there from the
    /// first one.
    ///
    /// Most tiles far from home want to go inward, and each moves inward as the blank moves outward. So on a large board the evaluation
    /// draws the blank to the edge, where it finds nothing left to gain. A beam that adds the bias as a penalty is not drawn there.
    pub(super) fn blank_bias(&self, cells: &[u16]) -> [Vec<f64>; 2] {
        let cols = self.cols;
        let rows = cells.len() / cols;
        let gain = |from: usize, to: usize| match cells[from] {
            blank if blank == self.blank_name => 0,
            tile => self.distance(usize::from(tile), from) - self.distance(usize::from(tile), to),
        };
        let sums = |lines: usize, length: usize, cell: &dyn Fn(usize, usize) -> usize| {
            let mut sum = 0.0;
            let step = |line: usize| {
                if line > 0 {
                    let across = (0..length).map(|at| (cell(line - 1, at), cell(line, at)));
                    let gained: i64 = across.map(|(a, b)| gain(b, a) - gain(a, b)).sum();
                    sum += gained as f64 / (2 * length) as f64;
                }
                sum
            };
            (0..lines).map(step).collect()
        };
        [
            sums(rows, cols, &|row, col| row * cols + col),
            sums(cols, rows, &|col, row| row * cols + col),
        ]
    }

    /// Change of the evaluation when the blank steps from `to` to `from`, where the tile stands.
    #[inline(always)]
    pub(super) fn change(&self, tile: usize, from: usize, to: usize, step: Direction) -> i64 {
        let displacement = self.place[from] + self.origin - self.place[tile];
        let gain = self.gains[displacement as usize][step as usize];
        let mut change = i64::from(gain) * i64::from(self.weight[tile]);
        if tile == from {
            change += self.unsolved_window * self.solved_windows(tile);
        } else if tile == to {
            change -= self.unsolved_window * self.solved_windows(tile);
        }
        // A step along a line changes no order on it. Of the two lines that a step across leaves and enters at most one is the tile's own.
        let (line, lines) = match step {
            Direction::Up | Direction::Down => (self.row[tile], [self.row[from], self.row[to]]),
            Direction::Left | Direction::Right => (self.col[tile], [self.col[from], self.col[to]]),
        };
        let cell = if line == lines[1] {
            to
        } else if line == lines[0] {
            from
        } else {
            return change;
        };
        let conflicts = match step {
            Direction::Up | Direction::Down => self.conflicts_in_row(tile, cell),
            Direction::Left | Direction::Right => self.conflicts_in_col(tile, cell),
        };
        if cell == to {
            change + self.conflict * conflicts
        } else {
            change - self.conflict * conflicts
        }
    }

    /// Records that a tile of the walked board moved to a cell.
    #[inline(always)]
    pub(super) fn moved(&mut self, tile: usize, to: usize) {
        self.stands[tile] = to as u16;
    }

    /// Records that a tile of the walked board left its home.
    #[inline(always)]
    pub(super) fn displace(&mut self, tile: usize) {
        let (at, bit) = self.bit(tile);
        self.at_home[at] &= !bit;
    }

    /// Records that a tile of the walked board came home.
    #[inline(always)]
    pub(super) fn place(&mut self, tile: usize) {
        let (at, bit) = self.bit(tile);
        self.at_home[at] |= bit;
    }

    /// Byte and bit of `at_home` for a tile.
    #[inline(always)]
    fn bit(&self, tile: usize) -> (usize, u8) {
        let row = usize::from(self.row[tile]) + WINDOW_SIDE - 1;
        let col = usize::from(self.col[tile]) + WINDOW_SIDE - 1;
        (row * self.stride + col / 8, 1 << (col % 8))
    }

    #[inline(always)]
    fn distance(&self, tile: usize, cell: usize) -> i64 {
        let rows = self.row[tile].abs_diff(self.row[cell]);
        let cols = self.col[tile].abs_diff(self.col[cell]);
        let distance = self.distance[usize::from(rows) * self.cols + usize::from(cols)];
        i64::from(distance) * i64::from(self.weight[tile])
    }

    /// Number of tiles in conflict with a tile that stands on a cell of its home row.
    #[inline(always)]
    fn conflicts_in_row(&self, tile: usize, cell: usize) -> i64 {
        let first = usize::from(self.row[cell]) * self.cols;
        let end = first + self.cols;
        let near = first.max(tile.saturating_sub(REACH));
        let far = end.min(tile + REACH + 1);
        let (first, end, cell) = (first as u16, end as u16, cell as u16);
        let mut conflicts = 0;
        for &before in &self.stands[near..tile] {
            conflicts += u16::from((before > cell) & (before < end));
        }
        for &after in &self.stands[tile + 1..far] {
            conflicts += u16::from((after >= first) & (after < cell));
        }
        i64::from(conflicts)
    }

    /// As [`Evaluation::conflicts_in_row`], on the column.
    #[inline(always)]
    fn conflicts_in_col(&self, tile: usize, cell: usize) -> i64 {
        let (row, col) = (usize::from(self.row[tile]), self.col[cell]);
        let mut other = row.saturating_sub(REACH) * self.cols + usize::from(col);
        let end = self.stands.len().min((row + REACH + 1) * self.cols);
        let mut conflicts = 0;
        while other < end {
            let at = usize::from(self.stands[other]);
            let own = self.col.get(at) == Some(&col);
            let crossed = (at < cell) == (other > tile);
            conflicts += i64::from(own & crossed & (other != tile));
            other += self.cols;
        }
        conflicts
    }

    /// Number of a cell's windows in which every other cell is solved.
    #[inline(always)]
    fn solved_windows(&self, cell: usize) -> i64 {
        let first = usize::from(self.row[cell]) * self.stride;
        let col = usize::from(self.col[cell]);
        // For each row `WINDOW_SIDE` bits, one a window: whether the window's cells in that row are solved.
        let mut windows = 0u64;
        for row in 0..2 * WINDOW_SIDE - 1 {
            let at = first + row * self.stride + col / 8;
            let mut cells = read(&self.at_home, at) >> (col % 8);
            if row == WINDOW_SIDE - 1 {
                cells |= 1 << (WINDOW_SIDE - 1);
            }
            windows |= u64::from(ALL_OF[cells as usize % ALL_OF.len()]) << (row * WINDOW_SIDE);
        }
        let mut solved = windows;
        for row in 1..WINDOW_SIDE {
            solved &= windows >> (row * WINDOW_SIDE);
        }
        i64::from((solved & ((1 << (WINDOW_SIDE * WINDOW_SIDE)) - 1)).count_ones())
    }

    /// Number of windows that hold a misplaced tile.
    fn unsolved_windows(&self) -> usize {
        let cols = self.cols;
        let rows = self.row.len() / cols;
        let windows = (0..rows + WINDOW_SIDE - 1)
            .flat_map(|row| (0..cols + WINDOW_SIDE - 1).map(move |col| (row, col)));
        let unsolved = windows.filter(|&(row, col)| {
            (row..row + WINDOW_SIDE).any(|row| {
                let at = row * self.stride + col / 8;
                (read(&self.at_home, at) >> (col % 8)).trailing_ones() < WINDOW_SIDE as u32
            })
        });
        unsolved.count()
    }
}

/// By the bits of a row of a cell's windows: for each window, whether all its bits are set.
static ALL_OF: [u8; 1 << (2 * WINDOW_SIDE - 1)] = {
    let mut table = [0; 1 << (2 * WINDOW_SIDE - 1)];
    let mut bits = 0;
    while bits < table.len() {
        let mut col = 0;
        while col < WINDOW_SIDE {
            if (bits >> col).trailing_ones() >= WINDOW_SIDE as u32 {
                table[bits] |= 1 << col;
            }
            col += 1;
        }
        bits += 1;
    }
    table
};

#[inline(always)]
fn read(bits: &[u8], at: usize) -> u32 {
    let bytes: [u8; 4] = bits[at..at + 4].try_into().expect("four bytes");
    u32::from_le_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::near::tests::random_puzzles;
    use crate::{Direction, Size};

    #[test]
    fn changes_add_up_to_the_total() {
        for (rows, cols) in [(2, 7), (3, 3), (5, 5), (7, 19), (4, 4)] {
            let size = Size::new(rows, cols).unwrap();
            let weights = Weights {
                power: 1.8,
                edge_weight: 0.4,
                conflict: 7.0,
                unsolved_window: 1.0,
                blank_bias: 0.0,
                visit_penalty: 0.0,
            };
            let mut puzzle = random_puzzles(size, Cell(2), 1).remove(0);
            // Near the goal, where every term is at work.
            let solved = puzzle.until(&puzzle);
            for start in [puzzle.clone(), solved] {
                puzzle = start;
                let mut evaluation = Evaluation::new(&puzzle, weights);
                let mut cells: Vec<u16> = puzzle.cells().iter().map(|&c| c as u16).collect();
                let mut score = evaluation.total(&cells);
                let mut random = 7u64;
                for _ in 0..2000 {
                    random = random
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1_442_695_040_888_963_407);
                    let step = Direction::from_number((random >> 62) as u8);
                    let to = puzzle.blank();
                    let Some(from) = size.neighbor(Cell(to as u32), step) else {
                        continue;
                    };
                    let from = from.index();
                    let tile = usize::from(cells[from]);
                    score += evaluation.change(tile, from, to, step);
                    if tile == from {
                        evaluation.displace(tile);
                    } else if tile == to {
                        evaluation.place(tile);
                    }
                    evaluation.moved(tile, to);
                    cells.swap(from, to);
                    puzzle.step(step);
                    assert_eq!(score, evaluation.total(&cells));
                    assert_eq!(score, Evaluation::new(&puzzle, weights).total(&cells));
                }
            }
        }
    }
}
