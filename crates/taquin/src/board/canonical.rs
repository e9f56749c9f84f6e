//! Any start and goal, turned into one of a few canonical problems.
//!
//! A dihedral symmetry brings the goal's blank into the canonical part of the board and rows ≤ columns; a relabelling then
//! numbers the goal's tiles row by row. So engines and tables know only a size with rows ≤ columns and the blank's home,
//! which lies in the top left quarter and, on squares, not below the diagonal. On 4×4 these are three goals:
//!
//! ```text
//!  corner         edge          inside
//!  .  1  2  3    1  .  2  3    1  2  3  4
//!  4  5  6  7    4  5  6  7    5  .  6  7
//!  8  9 10 11    8  9 10 11    8  9 10 11
//! 12 13 14 15   12 13 14 15   12 13 14 15
//! ```

use super::{Board, Cell, Direction, Path, Size, Symmetry, Tile};

/// The goal of a canonical problem: a size with rows ≤ columns, and the cell where the blank is at home.
///
/// The tiles of the goal are numbered row by row from 1, past the blank.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CanonicalGoal {
    size: Size,
    home: Cell,
}

impl CanonicalGoal {
    /// The canonical goal that a goal of any size, with its blank at `home`, is turned into.
    pub fn new(size: Size, home: Cell) -> CanonicalGoal {
        let symmetry = canonical_symmetry(size, home);
        CanonicalGoal {
            size: symmetry.size(size),
            home: symmetry.cell(size, home),
        }
    }

    /// Rows ≤ columns.
    pub const fn size(self) -> Size {
        self.size
    }

    /// The blank's home.
    pub const fn home(self) -> Cell {
        self.home
    }

    /// The home of a tile (the blank included): tile k ≥ 1 is at home on cell k − 1 before the blank's home, on cell k after it.
    #[inline]
    pub const fn home_of(self, tile: Tile) -> Cell {
        if tile.is_blank() {
            self.home
        } else if tile.0 <= self.home.0 {
            Cell(tile.0 - 1)
        } else {
            Cell(tile.0)
        }
    }

    /// The tile whose home a cell is.
    #[inline]
    pub const fn tile_at_home(self, cell: Cell) -> Tile {
        if cell.0 == self.home.0 {
            Tile::BLANK
        } else if cell.0 < self.home.0 {
            Tile(cell.0 + 1)
        } else {
            Tile(cell.0)
        }
    }

    /// The goal as a board.
    pub fn board(self) -> Board {
        Board::from_permutation(
            self.size,
            self.size
                .all_cells()
                .map(|cell| self.tile_at_home(cell))
                .collect(),
        )
    }
}

/// The symmetry that takes a blank's home to its canonical cell: the smallest image on a board with rows ≤ columns.
fn canonical_symmetry(size: Size, home: Cell) -> Symmetry {
    Symmetry::ALL
        .into_iter()
        .filter(|symmetry| symmetry.size(size).rows() <= symmetry.size(size).cols())
        .min_by_key(|symmetry| symmetry.cell(size, home))
        .expect("one orientation has rows ≤ columns")
}

/// A problem in canonical form, and the way back.
#[derive(Clone, Debug)]
pub struct CanonicalProblem {
    goal: CanonicalGoal,
    start: Board,
    symmetry: Symmetry,
}

/// The goal's half of the mapping, for many boards with one goal.
#[derive(Clone, Debug)]
pub struct Canonicalizer {
    goal: CanonicalGoal,
    size: Size,
    symmetry: Symmetry,
    /// By original tile, its canonical number.
    relabelled: Box<[Tile]>,
    /// By original cell, its canonical cell.
    cells: Box<[Cell]>,
}

impl Canonicalizer {
    /// The mapping for a goal board. Linear time.
    pub fn new(goal: &Board) -> Canonicalizer {
        let size = goal.size();
        let symmetry = canonical_symmetry(size, goal.blank());
        let canonical = CanonicalGoal::new(size, goal.blank());
        let cells: Box<[Cell]> = size
            .all_cells()
            .map(|cell| symmetry.cell(size, cell))
            .collect();
        let mut relabelled = vec![Tile::BLANK; size.cells()];
        for (&cell, tile) in cells.iter().zip(goal.tiles()) {
            relabelled[tile.index()] = canonical.tile_at_home(cell);
        }
        Canonicalizer {
            goal: canonical,
            size,
            symmetry,
            relabelled: relabelled.into(),
            cells,
        }
    }

    /// The canonical goal.
    pub const fn goal(&self) -> CanonicalGoal {
        self.goal
    }

    /// The canonical form of the problem from `start`.
    ///
    /// # Panics
    /// If the start has another size than the goal.
    pub fn problem(&self, start: &Board) -> CanonicalProblem {
        assert_eq!(start.size(), self.size, "start and goal have one size");
        let mut tiles = vec![Tile::BLANK; self.size.cells()];
        for (cell, tile) in self.cells.iter().zip(start.tiles()) {
            tiles[cell.index()] = self.relabelled[tile.index()];
        }
        CanonicalProblem {
            goal: self.goal,
            start: Board::from_permutation(self.goal.size(), tiles.into()),
            symmetry: self.symmetry,
        }
    }

    /// By original cell, its canonical cell.
    pub(crate) const fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// By original tile, its canonical number.
    pub(crate) const fn relabelled(&self) -> &[Tile] {
        &self.relabelled
    }

    /// Translates a step of the original problem into the canonical one.
    pub const fn direction_in(&self, step: Direction) -> Direction {
        self.symmetry.direction(step)
    }
}

impl CanonicalProblem {
    /// The canonical form of the problem from `start` to `goal`.
    ///
    /// # Panics
    /// If the two have different sizes.
    pub fn new(start: &Board, goal: &Board) -> CanonicalProblem {
        Canonicalizer::new(goal).problem(start)
    }

    /// The canonical goal.
    pub const fn goal(&self) -> CanonicalGoal {
        self.goal
    }

    /// The start, turned and relabelled.
    pub const fn start(&self) -> &Board {
        &self.start
    }

    /// Translates a path of this problem into one of the original problem.
    pub fn path_back(&self, path: &Path) -> Path {
        self.symmetry.inverse().path(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn canonical_homes_are_few() {
        for (rows, cols, homes) in [
            (3, 3, 3),
            (4, 4, 3),
            (5, 5, 6),
            (3, 4, 4),
            (4, 3, 4),
            (2, 6, 3),
        ] {
            let size = Size::new(rows, cols).unwrap();
            let found: BTreeSet<Cell> = size
                .all_cells()
                .map(|home| CanonicalGoal::new(size, home).home())
                .collect();
            assert_eq!(found.len(), homes, "{size}");
        }
    }

    #[test]
    fn the_goal_itself_becomes_the_canonical_goal() {
        for text in [
            "1 2 3/8 0 4/7 6 5",
            "4 3/0 1/2 5",
            "1 2 0/3 4 5",
            "5 4 3 2 1 0/",
        ] {
            let goal: Board = text.parse().unwrap();
            let problem = CanonicalProblem::new(&goal, &goal);
            assert_eq!(*problem.start(), problem.goal().board(), "{text}");
            assert!(problem.goal().size().rows() <= problem.goal().size().cols());
            let canonical = problem.goal();
            for cell in canonical.size().all_cells() {
                assert_eq!(canonical.home_of(canonical.tile_at_home(cell)), cell);
            }
        }
    }

    #[test]
    fn a_canonical_path_maps_back() {
        let goal: Board = "4 3/0 1/2 5".parse().unwrap();
        let mut start = goal.clone();
        let away: Path = "urddlur"
            .chars()
            .filter_map(Direction::from_letter)
            .collect();
        start.apply(&away).unwrap();
        let canonicalizer = Canonicalizer::new(&goal);
        let problem = canonicalizer.problem(&start);
        let home: Path = away
            .inverse()
            .iter()
            .map(|&step| canonicalizer.direction_in(step))
            .collect();
        assert_eq!(
            problem.start().after(&home).unwrap(),
            problem.goal().board()
        );
        assert_eq!(start.after(&problem.path_back(&home)).unwrap(), goal);
    }
}
