//! The problem as this engine sees it: a tile is named by its home cell.

use crate::{CanonicalProblem, Cell, Direction, Size};

/// A start, and the goal in which every cell holds the tile of its own name.
///
/// Each cell has the home of its tile, or of the blank. So the goal is the identity, and the problem of going from the goal to the
/// start is the inverse permutation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Puzzle {
    size: Size,
    cells: Box<[u32]>,
    blank: usize,
    home: usize,
}

impl Puzzle {
    /// From a canonical problem. Linear time.
    pub(super) fn new(problem: &CanonicalProblem) -> Puzzle {
        let goal = problem.goal();
        let tiles = problem.start().tiles();
        let cells = tiles.iter().map(|&tile| goal.home_of(tile).0).collect();
        Puzzle::from_homes(goal.size(), cells, goal.home())
    }

    /// From the home of what stands on each cell, and the blank's home.
    pub(super) fn from_homes(size: Size, cells: Box<[u32]>, home: Cell) -> Puzzle {
        let blank = cells.iter().position(|&cell| cell == home.0);
        Puzzle {
            size,
            blank: blank.expect("the blank stands somewhere"),
            home: home.index(),
            cells,
        }
    }

    /// The problem of going from the goal to the start. Its paths are this one's, reversed.
    pub(super) fn inverse(&self) -> Puzzle {
        let mut cells = vec![0; self.cells.len()];
        for (cell, &home) in self.cells.iter().enumerate() {
            cells[home as usize] = cell as u32;
        }
        Puzzle {
            size: self.size,
            cells: cells.into(),
            blank: self.home,
            home: self.blank,
        }
    }

    /// The problem that is left after some steps.
    pub(super) fn after(&self, path: &[Direction]) -> Puzzle {
        let mut puzzle = self.clone();
        for &step in path {
            puzzle.step(step);
        }
        puzzle
    }

    /// The problem of going from this one's start to that of another with the same goal.
    #[cfg(test)]
    pub(super) fn until(&self, other: &Puzzle) -> Puzzle {
        let stands = other.inverse();
        Puzzle {
            cells: self
                .cells
                .iter()
                .map(|&home| stands.cells[home as usize])
                .collect(),
            home: other.blank,
            ..self.clone()
        }
    }

    pub(super) const fn size(&self) -> Size {
        self.size
    }

    /// By cell, the home of the tile on it.
    pub(super) const fn cells(&self) -> &[u32] {
        &self.cells
    }

    /// The cells that hold tiles, and the tiles on them.
    pub(super) fn tiles(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let tiles = self.cells.iter().map(|&tile| tile as usize).enumerate();
        tiles.filter(|&(_, tile)| tile != self.home)
    }

    /// Where the blank stands.
    pub(super) const fn blank(&self) -> usize {
        self.blank
    }

    /// Where the blank belongs.
    pub(super) const fn home(&self) -> usize {
        self.home
    }

    /// Moves the blank one cell.
    ///
    /// # Panics
    /// If that is over the edge.
    pub(super) fn step(&mut self, step: Direction) {
        let to = self
            .size
            .neighbor(Cell(self.blank as u32), step)
            .expect("a path stays on the board")
            .index();
        self.cells.swap(self.blank, to);
        self.blank = to;
    }

    /// Whether the start is the goal.
    pub(super) fn is_solved(&self) -> bool {
        self.cells.iter().zip(0..).all(|(&home, cell)| home == cell)
    }

    /// Sum of the tiles' taxicab distances from home, the blank's not counted.
    pub(super) fn manhattan(&self) -> usize {
        let apart = |(&home, cell): (&u32, u32)| self.size.taxicab(Cell(home), Cell(cell));
        let all: usize = self.cells.iter().zip(0..).map(apart).sum();
        let blank = Cell(self.blank as u32);
        all - self.size.taxicab(blank, Cell(self.home as u32))
    }

    /// A path up to where it has come nearest to the goal by [`Puzzle::manhattan`].
    pub(super) fn best_part<'p>(&self, path: &'p [Direction]) -> &'p [Direction] {
        let mut puzzle = self.clone();
        let mut manhattan = self.manhattan();
        let mut best = (manhattan, 0);
        for (length, &step) in (1..).zip(path) {
            let to = Cell(puzzle.blank as u32);
            puzzle.step(step);
            let from = Cell(puzzle.blank as u32);
            let home = Cell(puzzle.cells[to.index()]);
            manhattan += self.size.taxicab(to, home);
            manhattan -= self.size.taxicab(from, home);
            if manhattan < best.0 {
                best = (manhattan, length);
            }
        }
        &path[..best.1]
    }

    /// The steps half way to the farthest edge, in a straight line: away from where a pass got stuck.
    pub(super) fn walk_away(&self) -> Vec<Direction> {
        let blank = Cell(self.blank as u32);
        let (row, col) = (self.size.row(blank), self.size.col(blank));
        let room = [
            (row, Direction::Up),
            (self.size.rows() - 1 - row, Direction::Down),
            (col, Direction::Left),
            (self.size.cols() - 1 - col, Direction::Right),
        ];
        let (steps, direction) = room.into_iter().max().expect("four directions");
        vec![direction; steps.div_ceil(2)]
    }
}
