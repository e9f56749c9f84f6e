//! The eight symmetries of a rectangle, acting on cells, directions, paths and boards.

use super::{Board, Cell, Direction, Path, Size, Tile};

/// One of the eight symmetries of the square (the dihedral group): flips of rows and columns, then perhaps a transpose.
///
/// Acts on a rectangle too; those that transpose turn `rows × cols` into `cols × rows`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry {
    flip_rows: bool,
    flip_cols: bool,
    transpose: bool,
}

impl Symmetry {
    /// Leaves everything where it is.
    pub const IDENTITY: Symmetry = Symmetry::new(false, false, false);

    /// Exchanges rows and columns.
    pub const TRANSPOSE: Symmetry = Symmetry::new(false, false, true);

    /// All eight; the first four keep the size of every rectangle.
    pub const ALL: [Symmetry; 8] = [
        Symmetry::IDENTITY,
        Symmetry::new(true, false, false),
        Symmetry::new(false, true, false),
        Symmetry::new(true, true, false),
        Symmetry::TRANSPOSE,
        Symmetry::new(true, false, true),
        Symmetry::new(false, true, true),
        Symmetry::new(true, true, true),
    ];

    /// First the flips (top ↔ bottom, left ↔ right), then the transpose.
    pub const fn new(flip_rows: bool, flip_cols: bool, transpose: bool) -> Symmetry {
        Symmetry {
            flip_rows,
            flip_cols,
            transpose,
        }
    }

    /// Whether rows and columns are exchanged.
    pub const fn transposes(self) -> bool {
        self.transpose
    }

    /// The symmetry that undoes this one.
    pub const fn inverse(self) -> Symmetry {
        if self.transpose {
            Symmetry::new(self.flip_cols, self.flip_rows, true)
        } else {
            self
        }
    }

    /// The image of a size.
    pub const fn size(self, size: Size) -> Size {
        if self.transpose {
            size.transposed()
        } else {
            size
        }
    }

    /// The image of a cell of a board of `size` (the size before the symmetry).
    pub const fn cell(self, size: Size, cell: Cell) -> Cell {
        let (mut row, mut col) = (size.row(cell), size.col(cell));
        if self.flip_rows {
            row = size.rows() - 1 - row;
        }
        if self.flip_cols {
            col = size.cols() - 1 - col;
        }
        if self.transpose {
            (row, col) = (col, row);
        }
        self.size(size).cell(row, col)
    }

    /// The image of a direction.
    pub const fn direction(self, direction: Direction) -> Direction {
        let flipped = if direction.is_horizontal() {
            self.flip_cols
        } else {
            self.flip_rows
        };
        let direction = if flipped {
            direction.opposite()
        } else {
            direction
        };
        if self.transpose {
            direction.transposed()
        } else {
            direction
        }
    }

    /// The image of a path; of the same length in either metric.
    pub fn path(self, path: &Path) -> Path {
        path.iter().map(|&step| self.direction(step)).collect()
    }

    /// The image of a board: every tile keeps its number and moves to the image of its cell.
    pub fn board(self, board: &Board) -> Board {
        let mut tiles = vec![Tile::BLANK; board.size().cells()];
        for (cell, &tile) in board.size().all_cells().zip(board.tiles()) {
            tiles[self.cell(board.size(), cell).index()] = tile;
        }
        Board::from_permutation(self.size(board.size()), tiles.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetries_are_eight_different_bijections_with_inverses() {
        let board: Board = "1 2 3/4 5 6/7 8 0".parse().unwrap();
        let images: std::collections::HashSet<Board> =
            Symmetry::ALL.iter().map(|s| s.board(&board)).collect();
        assert_eq!(images.len(), 8);
        let oblong: Board = "1 2 3 4/5 6 7 0".parse().unwrap();
        for symmetry in Symmetry::ALL {
            assert_eq!(symmetry.inverse().board(&symmetry.board(&oblong)), oblong);
        }
    }

    #[test]
    fn a_step_and_a_symmetry_commute() {
        let board: Board = "1 2 3/4 0 5".parse().unwrap();
        for symmetry in Symmetry::ALL {
            for direction in Direction::ALL {
                let mut stepped = board.clone();
                let moved = stepped.step(direction);
                let mut image = symmetry.board(&board);
                assert_eq!(image.step(symmetry.direction(direction)), moved);
                assert_eq!(image, symmetry.board(&stepped));
            }
        }
    }
}
