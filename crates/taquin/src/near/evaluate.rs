//! How promising a state is: cheap to update with a step, and good at ranking states of one depth. Not a lower bound.
//!
//! Three terms, in units of [`UNIT`]:
//! - **distance**: each tile's distance from home, raised to a power above 1, so that the far tiles travel first, and counted more for
//!   tiles at home near the rim, which have fewer ways in;
//! - **conflict**: pairs of tiles that stand on their common home line in the wrong order;
//! - **disorder**: windows of `side` × `side` cells, also such that hang over the edge, in which any tile is not at home. A lone
//!   misplaced tile spoils as many windows as a crowd of them, so what is left unsolved stays together, where the blank is, instead of in
//!   spots all over the board, each of which costs a journey. Measured on 10×10 at width 1,000: without it all of ten boards got stuck
//!   beyond 1.64 × Manhattan, with it none, at 1.61.

use super::puzzle::Puzzle;
use crate::Cell;

/// A step's worth of distance.
pub(super) const UNIT: i64 = 16;

/// How much the terms count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Weights {
    /// Exponent of the distances.
    pub(super) power: f64,
    /// How much more than in the middle the distance counts at home on an edge; in a corner twice that.
    pub(super) rim: f64,
    /// For each conflict, in steps.
    pub(super) conflict: f64,
    /// For each spoilt window, in steps.
    pub(super) disorder: f64,
    /// Side of a window, 1 to 8.
    pub(super) side: usize,
    /// How much the blank is charged of what it gains by its place alone.
    pub(super) drift: f64,
    /// How much the blank is charged for staying where it is, as a share of what places differ by in the long run.
    pub(super) hills: f64,
}

/// From this distance on the term grows in a straight line, so that on large boards a far tile does not bar the blank's way.
const BEND: usize = 12;

/// A tile's weight in the middle.
const FULL: i64 = 64;

/// How much more tiles count that are preferred.
const PREFERENCE: i64 = 4;

/// Eight counters of a byte in a word.
const LOWEST_BITS: u64 = 0x0101_0101_0101_0101;
const LOW_SEVEN_BITS: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// The evaluation of one puzzle, and the counts of misplaced tiles of the board that is walked.
pub(super) struct Evaluation {
    cols: usize,
    /// By row and column apart, the distance term.
    distance: Vec<i64>,
    /// By tile, how much its distance counts, in parts of [`FULL`].
    weight: Vec<i64>,
    conflict: i64,
    disorder: i64,
    side: usize,
    /// By cell.
    row: Vec<u16>,
    col: Vec<u16>,
    blank_name: u16,
    /// By window, how many tiles at home in it are not there; rows padded to `stride`.
    misplaced: Vec<u8>,
    stride: usize,
    /// The lowest bit of each of the first `side` counters of a word.
    ones: u64,
}

impl Evaluation {
    pub(super) fn new(puzzle: &Puzzle, weights: Weights) -> Evaluation {
        let size = puzzle.size();
        let (rows, cols) = (size.rows(), size.cols());
        let side = weights.side;
        debug_assert!((1..=8).contains(&side), "counts fit a byte, a row a word");
        let power = |distance: usize| {
            let (near, beyond) = (distance.min(BEND), distance.saturating_sub(BEND));
            let slope = weights.power * (BEND as f64).powf(weights.power - 1.0);
            (near as f64).powf(weights.power) + slope * beyond as f64
        };
        // Half way between taking the sum and each coordinate to the power.
        let term = |r: usize, c: usize| (power(r + c) + power(r) + power(c)) / 2.0;
        let distance = (0..rows).flat_map(|r| (0..cols).map(move |c| (r, c)));
        let stride = cols + side - 1;
        // How far from the middle, up to 1 on the edge.
        let outward = |at: usize, end: usize| (2 * at).abs_diff(end - 1) as f64 / (end - 1) as f64;
        let weight = |cell: Cell| {
            let outward = outward(size.row(cell), rows) + outward(size.col(cell), cols);
            ((1.0 + weights.rim * outward) * FULL as f64) as i64
        };
        let mut evaluation = Evaluation {
            cols,
            distance: distance
                .map(|(r, c)| (term(r, c) * UNIT as f64).round() as i64)
                .collect(),
            weight: size.all_cells().map(weight).collect(),
            conflict: (weights.conflict * UNIT as f64) as i64,
            disorder: (weights.disorder * UNIT as f64) as i64,
            side,
            row: size.all_cells().map(|cell| size.row(cell) as u16).collect(),
            col: size.all_cells().map(|cell| size.col(cell) as u16).collect(),
            blank_name: puzzle.home() as u16,
            misplaced: vec![0; stride * (rows + side - 1) + 8],
            stride,
            ones: LOWEST_BITS >> (64 - 8 * side),
        };
        for (cell, &tile) in puzzle.cells().iter().enumerate() {
            if tile as usize != cell && tile as usize != puzzle.home() {
                evaluation.displace(tile as usize);
            }
        }
        evaluation
    }

    /// Makes the distance of some tiles count more.
    pub(super) fn prefer(&mut self, tiles: &[bool]) {
        for (weight, preferred) in self.weight.iter_mut().zip(tiles) {
            if *preferred {
                *weight *= PREFERENCE;
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
            conflicts +=
                self.conflicts_in_row(cells, tile, cell) + self.conflicts_in_col(cells, tile, cell);
        }
        let spoilt = self.misplaced.iter().filter(|&&count| count > 0).count();
        // Each conflict was seen from both sides.
        total + conflicts / 2 * self.conflict + spoilt as i64 * self.disorder
    }

    /// By row and by column, what the blank gains on average by going there from the first one.
    ///
    /// Tiles far from home mostly want to go inward, and the blank takes them there by going outward. So on a large board it would be
    /// drawn to the rim and starve there. A beam that charges the blank for this gain, and returns it on the way back, does not see it.
    pub(super) fn drift(&self, cells: &[u16]) -> [Vec<f64>; 2] {
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

    /// What the evaluation gains when a tile moves to the blank's cell.
    #[inline(always)]
    pub(super) fn change(&self, cells: &[u16], tile: usize, from: usize, to: usize) -> i64 {
        let mut change = self.distance(tile, to) - self.distance(tile, from);
        if tile == from {
            change += self.disorder * self.windows_with(tile, 0);
        } else if tile == to {
            change -= self.disorder * self.windows_with(tile, 1);
        }
        // A step along a line changes no order on it; of the lines left and entered at most one is the tile's own.
        if self.col[from] == self.col[to] {
            change
                + self.conflict
                    * (self.conflicts_in_row(cells, tile, to)
                        - self.conflicts_in_row(cells, tile, from))
        } else {
            change
                + self.conflict
                    * (self.conflicts_in_col(cells, tile, to)
                        - self.conflicts_in_col(cells, tile, from))
        }
    }

    /// Takes note that a tile moves on the board that is walked.
    #[inline(always)]
    pub(super) fn step(&mut self, tile: usize, from: usize, to: usize) {
        if tile == from {
            self.displace(tile);
        } else if tile == to {
            self.place(tile);
        }
    }

    #[inline(always)]
    fn distance(&self, tile: usize, cell: usize) -> i64 {
        let rows = self.row[tile].abs_diff(self.row[cell]);
        let cols = self.col[tile].abs_diff(self.col[cell]);
        let distance = self.distance[usize::from(rows) * self.cols + usize::from(cols)];
        distance * self.weight[tile] / FULL
    }

    /// On the row of a cell, the tiles at home there that would be in conflict with `tile`, which is at home there too, on the cell.
    #[inline(always)]
    fn conflicts_in_row(&self, cells: &[u16], tile: usize, cell: usize) -> i64 {
        let row = self.row[cell];
        if self.row[tile] != row {
            return 0;
        }
        let first = usize::from(row) * self.cols;
        let mut conflicts = 0;
        for (at, &other) in (first..).zip(&cells[first..first + self.cols]) {
            let own = self.row[usize::from(other)] == row && other != self.blank_name;
            let crossed = (at < cell) == (usize::from(other) > tile);
            conflicts += i64::from(own & crossed & (usize::from(other) != tile));
        }
        conflicts
    }

    /// As [`Evaluation::conflicts_in_row`], on the column.
    #[inline(always)]
    fn conflicts_in_col(&self, cells: &[u16], tile: usize, cell: usize) -> i64 {
        let col = self.col[cell];
        if self.col[tile] != col {
            return 0;
        }
        let mut conflicts = 0;
        for at in (usize::from(col)..cells.len()).step_by(self.cols) {
            let other = cells[at];
            let own = self.col[usize::from(other)] == col && other != self.blank_name;
            let crossed = (at < cell) == (usize::from(other) > tile);
            conflicts += i64::from(own & crossed & (usize::from(other) != tile));
        }
        conflicts
    }

    /// The first window that a cell is in, and in the rows below it.
    #[inline(always)]
    fn window_rows(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let first = usize::from(self.row[cell]) * self.stride + usize::from(self.col[cell]);
        let stride = self.stride;
        (0..self.side).map(move |row| first + row * stride)
    }

    /// How many of a home cell's windows have this count.
    #[inline(always)]
    fn windows_with(&self, cell: usize, count: u64) -> i64 {
        let mut others = 0;
        for at in self.window_rows(cell) {
            let differs = read(&self.misplaced, at) ^ (count * LOWEST_BITS);
            // The top bit of every byte that is not zero.
            let nonzero = ((differs & LOW_SEVEN_BITS) + LOW_SEVEN_BITS) | differs;
            others += (nonzero & (self.ones << 7)).count_ones();
        }
        (self.side * self.side) as i64 - i64::from(others)
    }

    fn displace(&mut self, tile: usize) {
        for at in self.window_rows(tile) {
            let counts = read(&self.misplaced, at) + self.ones;
            write(&mut self.misplaced, at, counts);
        }
    }

    fn place(&mut self, tile: usize) {
        for at in self.window_rows(tile) {
            let counts = read(&self.misplaced, at) - self.ones;
            write(&mut self.misplaced, at, counts);
        }
    }
}

/// Eight counters.
#[inline(always)]
fn read(counts: &[u8], at: usize) -> u64 {
    let bytes: [u8; 8] = counts[at..at + 8].try_into().expect("eight bytes");
    u64::from_le_bytes(bytes)
}

#[inline(always)]
fn write(counts: &mut [u8], at: usize, word: u64) {
    counts[at..at + 8].copy_from_slice(&word.to_le_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::near::tests::random_puzzles;
    use crate::{Direction, Size};

    #[test]
    fn changes_add_up_to_the_total() {
        for (rows, cols, side) in [(2, 7, 5), (3, 3, 1), (5, 5, 5), (7, 9, 8), (4, 4, 2)] {
            let size = Size::new(rows, cols).unwrap();
            let weights = Weights {
                power: 1.8,
                rim: 0.4,
                conflict: 7.0,
                disorder: 1.0,
                side,
                drift: 0.0,
                hills: 0.0,
            };
            let mut puzzle = random_puzzles(size, Cell(2), 1).remove(0);
            // Near the goal, where all the terms have their say.
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
                    score += evaluation.change(&cells, tile, from, to);
                    evaluation.step(tile, from, to);
                    cells.swap(from, to);
                    puzzle.step(step);
                    assert_eq!(score, evaluation.total(&cells));
                    assert_eq!(score, Evaluation::new(&puzzle, weights).total(&cells));
                }
            }
        }
    }
}
