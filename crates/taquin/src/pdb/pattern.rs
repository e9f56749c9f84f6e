//! Which tiles a table is about, and how the tiles of a goal are divided among tables.

use std::fmt;

use crate::{CanonicalGoal, Size, Symmetry};

/// The most cells of a board that has pattern databases: sets of cells are 32-bit masks.
pub(crate) const MAX_PATTERN_CELLS: usize = 32;

/// Greatest number of tiles of a pattern: ranks of their arrangements fit 16 bits.
pub(crate) const MAX_TILES: usize = 8;

/// A set of cells, bit *c* for cell *c*.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct CellSet(pub(crate) u32);

impl CellSet {
    pub(crate) const fn contains(self, cell: usize) -> bool {
        self.0 >> cell & 1 == 1
    }

    pub(crate) const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The cells, in order.
    pub(crate) fn iter(self) -> impl Iterator<Item = usize> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let cell = left.trailing_zeros() as usize;
                left &= left - 1;
                cell
            })
        })
    }

    /// The images of the cells.
    pub(crate) fn image(self, cell_map: &[u8]) -> CellSet {
        self.iter().map(|cell| cell_map[cell] as usize).collect()
    }
}

impl FromIterator<usize> for CellSet {
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> CellSet {
        CellSet(cells.into_iter().fold(0, |set, cell| set | 1 << cell))
    }
}

/// By cell, its neighbor in each direction, in the order of [`Direction::ALL`](crate::Direction::ALL).
pub(crate) fn neighbors(size: Size) -> Vec<[Option<u8>; 4]> {
    size.all_cells()
        .map(|cell| {
            crate::Direction::ALL.map(|direction| {
                size.neighbor(cell, direction)
                    .map(|neighbor| neighbor.0 as u8)
            })
        })
        .collect()
}

/// By cell, its image under a symmetry.
pub(crate) fn cell_map(size: Size, symmetry: Symmetry) -> Box<[u8]> {
    size.all_cells()
        .map(|cell| symmetry.cell(size, cell).0 as u8)
        .collect()
}

/// The symmetries that keep the size, the identity first: four of a rectangle, eight of a square.
pub(crate) fn size_symmetries(size: Size) -> impl Iterator<Item = Symmetry> {
    Symmetry::ALL
        .into_iter()
        .filter(move |symmetry| symmetry.size(size) == size)
}

/// Some of the tiles of a canonical goal, named by their home cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Pattern {
    goal: CanonicalGoal,
    homes: CellSet,
}

impl Pattern {
    /// The tiles at home on `homes`: 1 to [`MAX_TILES`] cells of the board, the blank's home not among them.
    pub(crate) fn new(goal: CanonicalGoal, homes: CellSet) -> Pattern {
        assert!(
            goal.size().cells() <= MAX_PATTERN_CELLS,
            "a board of at most 32 cells"
        );
        assert!((1..=MAX_TILES).contains(&homes.len()), "one to eight tiles");
        assert!(
            !homes.contains(goal.home().index())
                && homes.iter().all(|cell| cell < goal.size().cells()),
            "homes of tiles"
        );
        Pattern { goal, homes }
    }

    pub(crate) const fn goal(self) -> CanonicalGoal {
        self.goal
    }

    pub(crate) const fn homes(self) -> CellSet {
        self.homes
    }

    /// The cells that the blank can reach from home while the pattern's tiles stand at home.
    pub(crate) fn home_region(self) -> CellSet {
        region(
            &neighbors(self.goal.size()),
            self.homes,
            self.goal.home().index(),
        )
    }
}

/// The cells outside `occupied` that are joined to `start` by cells outside it.
pub(crate) fn region(neighbors: &[[Option<u8>; 4]], occupied: CellSet, start: usize) -> CellSet {
    let mut found = CellSet(1 << start);
    let mut stack = vec![start];
    while let Some(cell) = stack.pop() {
        for next in neighbors[cell].into_iter().flatten() {
            let bit = 1 << next;
            if (occupied.0 | found.0) & bit == 0 {
                found.0 |= bit;
                stack.push(next.into());
            }
        }
    }
    found
}

/// All tiles of a goal divided among patterns, so that no tile is in two: the patterns' distances add up.
///
/// Drawn as the goal with a letter for each tile's pattern and `.` for the blank's home.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Partition {
    size: Size,
    picture: Box<[u8]>,
}

impl Partition {
    /// Reads a picture, row by row; spaces are skipped.
    pub(crate) fn from_picture(goal: CanonicalGoal, picture: &str) -> Partition {
        let picture: Box<[u8]> = picture
            .bytes()
            .filter(|byte| !byte.is_ascii_whitespace())
            .collect();
        assert_eq!(picture.len(), goal.size().cells(), "a letter for each cell");
        for cell in goal.size().all_cells() {
            assert_eq!(
                picture[cell.index()] == b'.',
                cell == goal.home(),
                "the blank's home, and no other cell, is a dot"
            );
        }
        Partition {
            size: goal.size(),
            picture,
        }
    }

    /// The home cells of each pattern's tiles, the largest pattern first.
    pub(crate) fn patterns(&self) -> Vec<CellSet> {
        let mut letters: Vec<u8> = self.picture.to_vec();
        letters.sort_unstable();
        letters.dedup();
        let mut patterns: Vec<CellSet> = letters
            .into_iter()
            .filter(|&letter| letter != b'.')
            .map(|letter| {
                (0..self.picture.len())
                    .filter(|&cell| self.picture[cell] == letter)
                    .collect()
            })
            .collect();
        patterns.sort_by_key(|pattern| (std::cmp::Reverse(pattern.len()), *pattern));
        patterns
    }
}

impl fmt::Display for Partition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, row) in self.picture.chunks(self.size.cols()).enumerate() {
            let separator = if index == 0 { "" } else { "/" };
            write!(f, "{separator}{}", String::from_utf8_lossy(row))?;
        }
        Ok(())
    }
}

impl fmt::Debug for Partition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The symmetries other than the identity that keep a goal: its size and the blank's home.
pub(crate) fn goal_symmetries(goal: CanonicalGoal) -> impl Iterator<Item = Symmetry> {
    let (size, home) = (goal.size(), goal.home());
    size_symmetries(size)
        .skip(1)
        .filter(move |symmetry| symmetry.cell(size, home) == home)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cell;

    fn goal(rows: u64, cols: u64, home: u32) -> CanonicalGoal {
        CanonicalGoal::new(Size::new(rows, cols).unwrap(), Cell(home))
    }

    #[test]
    fn a_picture_names_patterns() {
        let partition = Partition::from_picture(goal(2, 3, 0), ".ab abb");
        assert_eq!(
            partition.patterns(),
            [CellSet(0b11_0100), CellSet(0b00_1010)]
        );
        assert_eq!(partition.to_string(), ".ab/abb");
    }

    #[test]
    fn symmetries_of_a_goal() {
        for (goal, expected) in [
            (goal(4, 4, 0), 1),
            (goal(4, 4, 1), 0),
            (goal(4, 4, 5), 1),
            (goal(3, 3, 4), 7),
            (goal(3, 5, 2), 1),
            (goal(3, 5, 7), 3),
            (goal(3, 4, 0), 0),
        ] {
            assert_eq!(goal_symmetries(goal).count(), expected, "{goal:?}");
        }
    }

    #[test]
    fn a_wall_of_tiles_parts_the_blank_from_the_rest() {
        let wall = Pattern::new(goal(3, 3, 0), CellSet(0b111_000));
        assert_eq!(wall.home_region(), CellSet(0b111));
        let corner = Pattern::new(goal(3, 3, 0), CellSet(1 << 1 | 1 << 3));
        assert_eq!(corner.home_region(), CellSet(1));
    }
}
