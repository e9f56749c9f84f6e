//! Walking distance (Ken'ichiro Takahashi): what the board looks like if only the row of each tile, or only its column, is seen.
//!
//! Seen by rows alone a board is a matrix: how many tiles stand on row i and belong on row j, and the blank's row. A vertical
//! step takes any one tile of the next row into the blank's; a horizontal step changes nothing. The fewest vertical steps
//! from this matrix to the goal's are a lower bound on the vertical steps of every path, and columns give one on the
//! horizontal steps, so the two add up. In [`Metric::Mtm`] the matrices' paths are counted in runs instead. Either way the bound
//! is a distance in an abstraction of the puzzle: admissible and consistent, and never below Manhattan distance.

use std::sync::Arc;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use super::evaluator::{Evaluator, HORIZONTAL, Places, Slide, VERTICAL, axis_of};
use crate::{Board, Direction, Metric, Size, Tile};

/// A table for the rows and one for the columns.
pub(crate) struct WalkingDistance {
    places: Places,
    /// By axis. On a square with its blank's home on the diagonal, one serves both.
    tables: [Arc<Table>; 2],
}

impl WalkingDistance {
    /// Whether tables of this size are reasonable: both have at most 400,000 matrices (2×6 and 3×5 some 360,000, 4×4 24,964).
    /// Not on a single line, where Manhattan distance is exact and most matrices cannot be reached.
    pub(crate) const fn supports(size: Size) -> bool {
        let (short, long) = if size.rows() < size.cols() {
            (size.rows(), size.cols())
        } else {
            (size.cols(), size.rows())
        };
        match short {
            2 => long <= 6,
            3 => long <= 5,
            4 => long <= 4,
            _ => false,
        }
    }

    /// # Panics
    /// If the size is not supported.
    pub(crate) fn new(goal: &Board, metric: Metric) -> WalkingDistance {
        let size = goal.size();
        assert!(WalkingDistance::supports(size), "no tables for {size}");
        let rows = Shape {
            lines: size.rows(),
            width: size.cols(),
            home: size.row(goal.blank()),
        };
        let cols = Shape {
            lines: size.cols(),
            width: size.rows(),
            home: size.col(goal.blank()),
        };
        let vertical = Arc::new(Table::build(rows, metric));
        let horizontal = if rows == cols {
            Arc::clone(&vertical)
        } else {
            Arc::new(Table::build(cols, metric))
        };
        WalkingDistance {
            places: Places::new(goal),
            tables: [vertical, horizontal],
        }
    }
}

impl Evaluator for WalkingDistance {
    /// By axis, the matrix.
    type State = [Numbered; 2];

    fn fresh(&mut self, tiles: &[Tile]) -> [Numbered; 2] {
        let mut matrices = [0; 2];
        for (place, home) in self.places.pairs(tiles) {
            for axis in [VERTICAL, HORIZONTAL] {
                let shape = self.tables[axis].shape;
                matrices[axis] += shape.one(place[axis] as usize, home[axis] as usize);
            }
        }
        [VERTICAL, HORIZONTAL].map(|axis| self.tables[axis].find(matrices[axis]))
    }

    #[inline]
    fn after(&mut self, _: &[Tile], mut matrices: [Numbered; 2], slide: Slide) -> [Numbered; 2] {
        let axis = axis_of(slide.blank_goes);
        let side = match slide.blank_goes {
            Direction::Up | Direction::Left => BACK,
            Direction::Down | Direction::Right => ON,
        };
        let home = self.places.home(slide.tile)[axis] as usize;
        matrices[axis] = self.tables[axis].next(matrices[axis], side, home);
        matrices
    }

    #[inline]
    fn value(&self, matrices: [Numbered; 2]) -> u64 {
        u64::from(matrices[VERTICAL].distance()) + u64::from(matrices[HORIZONTAL].distance())
    }

    fn bytes(&self) -> u64 {
        self.places.bytes() + self.tables.iter().map(|table| table.bytes()).sum::<u64>()
    }
}

/// Index of the blank's step to the line before.
const BACK: usize = 0;
/// Index of the blank's step to the line after.
const ON: usize = 1;

/// What one axis of a goal looks like: parallel lines of equal width, and the line on which the blank is at home.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Shape {
    lines: usize,
    width: usize,
    home: usize,
}

/// A matrix packed into one number, an entry for each line and home line. The blank's line is the one that is short of a tile.
type Matrix = u128;

impl Shape {
    /// Bits of an entry, which is at most `width`.
    const fn bits(self) -> usize {
        self.width.ilog2() as usize + 1
    }

    /// The matrix of a single tile on a line that belongs on another.
    const fn one(self, line: usize, home: usize) -> Matrix {
        1 << ((line * self.lines + home) * self.bits())
    }

    const fn entry(self, matrix: Matrix, line: usize, home: usize) -> Matrix {
        let shift = (line * self.lines + home) * self.bits();
        matrix >> shift & ((1 << self.bits()) - 1)
    }

    fn goal(self) -> Matrix {
        (0..self.lines)
            .map(|line| {
                let tiles = self.width - usize::from(line == self.home);
                self.one(line, line) * tiles as Matrix
            })
            .sum()
    }
}

/// A matrix by its number in a [`Table`], with its distance from the goal's: number × 256 + distance. So a search that
/// follows a step reads no second table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Numbered(u32);

impl Numbered {
    /// Mark of a step that the matrix does not have.
    const NONE: Numbered = Numbered(u32::MAX);

    const fn new(number: u32, distance: u8) -> Numbered {
        debug_assert!(number < 1 << 24);
        Numbered(number << 8 | distance as u32)
    }

    #[inline]
    const fn number(self) -> usize {
        (self.0 >> 8) as usize
    }

    #[inline]
    const fn distance(self) -> u8 {
        self.0 as u8
    }
}

/// All matrices that a shape can reach, numbered from the goal's, with their distances and steps.
struct Table {
    shape: Shape,
    matrices: Matrices,
    distances: Box<[u8]>,
    /// By matrix, side and home line of the tile that slides, the next matrix.
    steps: Box<[Numbered]>,
}

/// Different matrices, numbered in the order in which they were found.
struct Matrices {
    all: Vec<Matrix>,
    index: HashTable<u32>,
}

impl Matrices {
    const fn new() -> Matrices {
        Matrices {
            all: Vec::new(),
            index: HashTable::new(),
        }
    }

    fn find(&self, matrix: Matrix) -> Option<u32> {
        let found = self
            .index
            .find(hash(matrix), |&number| self.all[number as usize] == matrix);
        found.copied()
    }

    /// The number of a matrix; the number of matrices before if it is a new one.
    fn number(&mut self, matrix: Matrix) -> u32 {
        let entry = self.index.entry(
            hash(matrix),
            |&number| self.all[number as usize] == matrix,
            |&number| hash(self.all[number as usize]),
        );
        match entry {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                let number = self.all.len() as u32;
                new.insert(number);
                self.all.push(matrix);
                number
            }
        }
    }
}

/// Mark of a step that a matrix does not have.
const NO_STEP: u32 = u32::MAX;

impl Table {
    fn build(shape: Shape, metric: Metric) -> Table {
        let lines = shape.lines;
        let mut matrices = Matrices::new();
        matrices.number(shape.goal());
        let mut blanks = vec![shape.home as u8];
        let mut steps = vec![NO_STEP; 2 * lines];
        let mut current = 0;
        while let Some(&blank) = blanks.get(current) {
            let blank = usize::from(blank);
            for (side, line) in [(BACK, blank.wrapping_sub(1)), (ON, blank + 1)] {
                for home in 0..lines {
                    let step = (current * 2 + side) * lines + home;
                    let matrix = matrices.all[current];
                    if line >= lines
                        || shape.entry(matrix, line, home) == 0
                        || steps[step] != NO_STEP
                    {
                        continue;
                    }
                    let moved = matrix - shape.one(line, home) + shape.one(blank, home);
                    let next = matrices.number(moved);
                    if next as usize == blanks.len() {
                        blanks.push(line as u8);
                        steps.resize(steps.len() + 2 * lines, NO_STEP);
                    }
                    steps[step] = next;
                    // The same tile takes the same step back.
                    steps[(next as usize * 2 + 1 - side) * lines + home] = current as u32;
                }
            }
            current += 1;
        }
        let distances = distances(&steps, lines, metric);
        let steps = steps
            .iter()
            .map(|&next| match next {
                NO_STEP => Numbered::NONE,
                next => Numbered::new(next, distances[next as usize]),
            })
            .collect();
        Table {
            shape,
            matrices,
            distances: distances.into(),
            steps,
        }
    }

    fn find(&self, matrix: Matrix) -> Numbered {
        let number = self.matrices.find(matrix);
        let number = number.expect("every board's matrix can be reached");
        Numbered::new(number, self.distances[number as usize])
    }

    #[inline]
    fn next(&self, matrix: Numbered, side: usize, home: usize) -> Numbered {
        let next = self.steps[(matrix.number() * 2 + side) * self.shape.lines + home];
        debug_assert_ne!(next, Numbered::NONE, "the line has such a tile");
        next
    }

    fn bytes(&self) -> u64 {
        let matrices = self.matrices.all.capacity() * size_of::<Matrix>();
        let index = self.matrices.index.capacity() * 2 * size_of::<u32>();
        (matrices + index + self.distances.len() + size_of_val(&*self.steps)) as u64
    }
}

/// Distances of all matrices from the first, breadth first: a layer's moves are steps, or runs of steps to one side.
fn distances(steps: &[u32], lines: usize, metric: Metric) -> Vec<u8> {
    const UNKNOWN: u8 = u8::MAX;
    let matrices = steps.len() / (2 * lines);
    let mut distances = vec![UNKNOWN; matrices];
    distances[0] = 0;
    // Whether a run to a side came through a matrix: what lies beyond was reached then, at no more moves.
    let mut ran = vec![[false; 2]; matrices];
    let mut layer = vec![0];
    let mut distance = 0;
    while !layer.is_empty() {
        distance += 1;
        let mut beyond = Vec::new();
        for side in [BACK, ON] {
            let mut open = layer.clone();
            while let Some(matrix) = open.pop() {
                let first = (matrix as usize * 2 + side) * lines;
                for &next in &steps[first..first + lines] {
                    if next == NO_STEP {
                        continue;
                    }
                    if distances[next as usize] == UNKNOWN {
                        distances[next as usize] = distance;
                        beyond.push(next);
                    }
                    let ran = &mut ran[next as usize][side];
                    if metric == Metric::Mtm && !std::mem::replace(ran, true) {
                        open.push(next);
                    }
                }
            }
        }
        layer = beyond;
    }
    distances
}

/// Spreads the bits of a packed matrix by a folded multiplication.
fn hash(matrix: Matrix) -> u64 {
    const FACTOR: u128 = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835; // 2¹²⁸ / the golden ratio, made odd
    let product = matrix.wrapping_mul(FACTOR);
    (product >> 64) as u64 ^ product as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    fn shape(lines: usize, width: usize, home: usize) -> Shape {
        Shape { lines, width, home }
    }

    /// 24,964 is Takahashi's count for the 15-puzzle.
    #[test]
    fn tables_have_as_many_matrices_as_stated() {
        for home in 0..4 {
            let table = Table::build(shape(4, 4, home), Metric::Stm);
            assert_eq!(table.matrices.all.len(), 24_964, "home {home}");
        }
        for (lines, width) in [(6, 2), (5, 3), (4, 4), (4, 3), (3, 5), (2, 6)] {
            for home in [0, lines / 2] {
                let table = Table::build(shape(lines, width, home), Metric::Stm);
                let matrices = table.matrices.all.len();
                assert!(matrices <= 400_000, "{lines} lines of {width}: {matrices}");
            }
        }
    }

    /// Distances by relaxing every step until nothing changes, in a plain representation.
    fn naive_distances(shape: Shape, runs: bool) -> HashMap<(Vec<usize>, usize), usize> {
        let Shape { lines, width, home } = shape;
        let mut goal = vec![0; lines * lines];
        for line in 0..lines {
            goal[line * lines + line] = width - usize::from(line == home);
        }
        let steps = |matrix: &Vec<usize>, blank: usize, down: bool| {
            let mut next = Vec::new();
            let line = if down {
                blank + 1
            } else {
                blank.wrapping_sub(1)
            };
            for home in 0..lines {
                if line < lines && matrix[line * lines + home] > 0 {
                    let mut matrix = matrix.clone();
                    matrix[line * lines + home] -= 1;
                    matrix[blank * lines + home] += 1;
                    next.push((matrix, line));
                }
            }
            next
        };
        let mut distances = HashMap::from([((goal.clone(), home), 0)]);
        let mut layer = vec![(goal, home)];
        for distance in 1.. {
            let mut beyond = Vec::new();
            for (matrix, blank) in &layer {
                for down in [false, true] {
                    let mut reach = steps(matrix, *blank, down);
                    let mut all = Vec::new();
                    while !reach.is_empty() {
                        all.extend(reach.iter().cloned());
                        reach = if runs {
                            reach.iter().flat_map(|(m, b)| steps(m, *b, down)).collect()
                        } else {
                            Vec::new()
                        };
                    }
                    for state in all {
                        if !distances.contains_key(&state) {
                            distances.insert(state.clone(), distance);
                            beyond.push(state);
                        }
                    }
                }
            }
            if beyond.is_empty() {
                break;
            }
            layer = beyond;
        }
        distances
    }

    #[test]
    fn tables_agree_with_a_plain_search_of_the_matrices() {
        for (lines, width) in [(2, 2), (2, 3), (3, 2), (3, 3), (4, 2), (3, 4), (4, 3)] {
            for home in 0..lines {
                let shape = shape(lines, width, home);
                for metric in Metric::ALL {
                    let table = Table::build(shape, metric);
                    let naive = naive_distances(shape, metric == Metric::Mtm);
                    assert_eq!(table.matrices.all.len(), naive.len());
                    for ((matrix, _), distance) in naive {
                        let mut packed = 0;
                        for line in 0..lines {
                            for home in 0..lines {
                                let tiles = matrix[line * lines + home] as Matrix;
                                packed += shape.one(line, home) * tiles;
                            }
                        }
                        assert_eq!(usize::from(table.find(packed).distance()), distance);
                    }
                }
            }
        }
    }
}
