//! How promising a state is: cheap to update with a step, and good at ranking states of one depth. Not a lower bound.
//!
//! Three terms, in units of [`UNIT`]:
//! - **distance**: each tile's distance from home, raised to a power above 1, so that the far tiles travel first, and counted more for
//!   tiles at home near the rim, which have fewer ways in;
//! - **conflict**: pairs of tiles that stand on their common home line in the wrong order, their homes not far apart;
//! - **disorder**: windows of `SIDE` × `SIDE` cells, also such that hang over the edge, in which any tile is not at home. A lone
//!   misplaced tile spoils as many windows as a crowd of them, so what is left unsolved stays together, where the blank is, instead of in
//!   spots all over the board, each of which costs a journey. Measured on 10×10 at width 1,000: without it all of ten boards got stuck
//!   beyond 1.64 × Manhattan, with it none, at 1.61.

use super::puzzle::Puzzle;
use crate::{Cell, Direction};

/// A step's worth of distance.
pub(super) const UNIT: i64 = PARTS as i64 * FULL as i64;

/// Distances are rounded to such parts of a step.
const PARTS: i32 = 16;
/// A tile's weight in the middle.
const FULL: i32 = 64;

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
    /// How much the blank is charged of what it gains by its place alone.
    pub(super) drift: f64,
    /// How much the blank is charged for staying where it is, as a share of what places differ by in the long run.
    pub(super) hills: f64,
}

/// From this distance on the term grows in a straight line, so that on large boards a far tile does not bar the blank's way.
const BEND: usize = 12;

/// Pairs whose homes are farther apart are in no conflict. On 20×20 and 50×50 paths are as long as with all pairs.
const REACH: usize = 8;

/// Cells on a side of a window. A cell's windows fit a word.
const SIDE: usize = 5;

/// How much more tiles count that are preferred.
const PREFERENCE: i32 = 4;

/// The evaluation of one puzzle, and which tiles of the board that is walked are at home.
pub(super) struct Evaluation {
    cols: usize,
    /// By row and column apart, the distance term in [`PARTS`].
    distance: Vec<i32>,
    /// By displacement from home and the blank's step that takes the tile back, what the distance term gains. A displacement is the difference of two
    /// cells' `place`s, and `origin` more.
    gains: Vec<[i32; 4]>,
    place: Vec<u32>,
    origin: u32,
    /// By tile, how much its distance counts, in parts of [`FULL`].
    weight: Vec<i32>,
    conflict: i64,
    disorder: i64,
    /// By cell.
    row: Vec<u16>,
    col: Vec<u16>,
    blank_name: u16,
    /// A bit for each cell whose tile is at home on it, and for those `SIDE - 1` beyond the edge; rows of `stride` bytes.
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
            let (near, beyond) = (distance.min(BEND), distance.saturating_sub(BEND));
            let slope = weights.power * (BEND as f64).powf(weights.power - 1.0);
            (near as f64).powf(weights.power) + slope * beyond as f64
        };
        // Half way between taking the sum and each coordinate to the power.
        let term = |r: usize, c: usize| (power(r + c) + power(r) + power(c)) / 2.0;
        let distance: Vec<i32> = (0..rows)
            .flat_map(|r| (0..cols).map(move |c| (r, c)))
            .map(|(r, c)| (term(r, c) * f64::from(PARTS)).round() as i32)
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
        let stride = (cols + 2 * SIDE) / 8 + 4;
        // How far from the middle, up to 1 on the edge.
        let outward = |at: usize, end: usize| (2 * at).abs_diff(end - 1) as f64 / (end - 1) as f64;
        let weight = |cell: Cell| {
            let outward = outward(size.row(cell), rows) + outward(size.col(cell), cols);
            ((1.0 + weights.rim * outward) * f64::from(FULL)) as i32
        };
        let place = |cell: Cell| (size.row(cell) * 2 * cols + size.col(cell)) as u32;
        let mut evaluation = Evaluation {
            cols,
            gains: gains.collect(),
            place: size.all_cells().map(place).collect(),
            origin: ((rows - 1) * 2 * cols + cols) as u32,
            weight: size.all_cells().map(weight).collect(),
            conflict: (weights.conflict * UNIT as f64) as i64,
            disorder: (weights.disorder * UNIT as f64) as i64,
            row: size.all_cells().map(|cell| size.row(cell) as u16).collect(),
            col: size.all_cells().map(|cell| size.col(cell) as u16).collect(),
            blank_name: puzzle.home() as u16,
            at_home: vec![u8::MAX; stride * (rows + 2 * (SIDE - 1))],
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
            if self.row[tile] == self.row[cell] {
                conflicts += self.conflicts_in_row(tile, cell);
            }
            if self.col[tile] == self.col[cell] {
                conflicts += self.conflicts_in_col(tile, cell);
            }
        }
        // Each conflict was seen from both sides.
        total + conflicts / 2 * self.conflict + self.spoilt_windows() as i64 * self.disorder
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

    /// What the evaluation gains when the blank steps from `to` to `from`, where the tile stands.
    #[inline(always)]
    pub(super) fn change(&self, tile: usize, from: usize, to: usize, step: Direction) -> i64 {
        let displacement = self.place[from] + self.origin - self.place[tile];
        let gain = self.gains[displacement as usize][step as usize];
        let mut change = i64::from(gain) * i64::from(self.weight[tile]);
        if tile == from {
            change += self.disorder * self.sound_windows(tile);
        } else if tile == to {
            change -= self.disorder * self.sound_windows(tile);
        }
        // A step along a line changes no order on it; of the lines left and entered at most one is the tile's own.
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

    /// Takes note that a tile of the walked board moved to a cell.
    #[inline(always)]
    pub(super) fn moved(&mut self, tile: usize, to: usize) {
        self.stands[tile] = to as u16;
    }

    /// Takes note that a tile of the walked board left its home.
    #[inline(always)]
    pub(super) fn displace(&mut self, tile: usize) {
        let (at, bit) = self.bit(tile);
        self.at_home[at] &= !bit;
    }

    /// Takes note that a tile of the walked board came home.
    #[inline(always)]
    pub(super) fn place(&mut self, tile: usize) {
        let (at, bit) = self.bit(tile);
        self.at_home[at] |= bit;
    }

    /// Where it is noted that a tile is at home.
    #[inline(always)]
    fn bit(&self, tile: usize) -> (usize, u8) {
        let row = usize::from(self.row[tile]) + SIDE - 1;
        let col = usize::from(self.col[tile]) + SIDE - 1;
        (row * self.stride + col / 8, 1 << (col % 8))
    }

    #[inline(always)]
    fn distance(&self, tile: usize, cell: usize) -> i64 {
        let rows = self.row[tile].abs_diff(self.row[cell]);
        let cols = self.col[tile].abs_diff(self.col[cell]);
        let distance = self.distance[usize::from(rows) * self.cols + usize::from(cols)];
        i64::from(distance) * i64::from(self.weight[tile])
    }

    /// How many of the tiles at home near a tile on its home row are in conflict with it while it stands on a cell of that row.
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

    /// How many of a cell's windows hold no misplaced tile, except perhaps on the cell itself.
    #[inline(always)]
    fn sound_windows(&self, cell: usize) -> i64 {
        let first = usize::from(self.row[cell]) * self.stride;
        let col = usize::from(self.col[cell]);
        // A group of `SIDE` bits a row: whether the cells of the window that begins there are at home.
        let mut windows = 0u64;
        for row in 0..2 * SIDE - 1 {
            let at = first + row * self.stride + col / 8;
            let mut cells = read(&self.at_home, at) >> (col % 8);
            if row == SIDE - 1 {
                cells |= 1 << (SIDE - 1);
            }
            windows |= u64::from(ALL_OF[cells as usize % ALL_OF.len()]) << (row * SIDE);
        }
        let mut sound = windows;
        for row in 1..SIDE {
            sound &= windows >> (row * SIDE);
        }
        i64::from((sound & ((1 << (SIDE * SIDE)) - 1)).count_ones())
    }

    /// How many windows hold a misplaced tile.
    fn spoilt_windows(&self) -> usize {
        let cols = self.cols;
        let rows = self.row.len() / cols;
        let windows =
            (0..rows + SIDE - 1).flat_map(|row| (0..cols + SIDE - 1).map(move |col| (row, col)));
        let spoilt = windows.filter(|&(row, col)| {
            (row..row + SIDE).any(|row| {
                let at = row * self.stride + col / 8;
                (read(&self.at_home, at) >> (col % 8)).trailing_ones() < SIDE as u32
            })
        });
        spoilt.count()
    }
}

/// By the bits of a row of a cell's windows: for each window, whether all its bits are set.
static ALL_OF: [u8; 1 << (2 * SIDE - 1)] = {
    let mut table = [0; 1 << (2 * SIDE - 1)];
    let mut bits = 0;
    while bits < table.len() {
        let mut col = 0;
        while col < SIDE {
            if (bits >> col).trailing_ones() >= SIDE as u32 {
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
                rim: 0.4,
                conflict: 7.0,
                disorder: 1.0,
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
