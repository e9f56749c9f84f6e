//! The rectangle: how many rows and columns, and how its cells are numbered.

use std::fmt;
use std::str::FromStr;

use super::Direction;

/// A cell of a board, numbered row by row from 0.
///
/// Range: `0..size.cells()`. A newtype, so that a cell is never mistaken for the tile that stands on it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(transparent)]
pub struct Cell(pub u32);

impl Cell {
    /// The cell's number as an array index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The shape of a board: rows × columns, at least two cells and at most [`Size::MAX_CELLS`].
///
/// ```
/// use taquin::Size;
/// let size: Size = "3x4".parse()?;
/// assert_eq!((size.rows(), size.cols(), size.cells()), (3, 4, 12));
/// # Ok::<(), taquin::SizeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size {
    rows: u32,
    cols: u32,
}

/// Why two numbers are not the size of a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SizeError {
    /// Fewer than two cells: no tile could move.
    #[error("size {rows}x{cols} has no room for a tile and a blank, expected at least 1x2")]
    TooSmall {
        /// Rows asked for.
        rows: u64,
        /// Columns asked for.
        cols: u64,
    },
    /// More than [`Size::MAX_CELLS`] cells.
    #[error(
        "size {rows}x{cols} is too large, expected at most {} cells",
        Size::MAX_CELLS
    )]
    TooLarge {
        /// Rows asked for.
        rows: u64,
        /// Columns asked for.
        cols: u64,
    },
    /// Text that is not `ROWSxCOLS`.
    #[error("size {text:?} is not ROWSxCOLS, such as 4x4 or 3x5")]
    Syntax {
        /// What was read.
        text: String,
    },
}

impl Size {
    /// The most cells a board may have: 2²⁶, such as 8192 × 8192.
    pub const MAX_CELLS: u64 = 1 << 26;

    /// A size of `rows` × `cols`.
    ///
    /// # Errors
    /// [`SizeError`] unless 2 ≤ rows × cols ≤ [`Size::MAX_CELLS`].
    pub const fn new(rows: u64, cols: u64) -> Result<Size, SizeError> {
        match rows.checked_mul(cols) {
            Some(0 | 1) => Err(SizeError::TooSmall { rows, cols }),
            Some(cells) if cells <= Size::MAX_CELLS => Ok(Size {
                rows: rows as u32,
                cols: cols as u32,
            }),
            _ => Err(SizeError::TooLarge { rows, cols }),
        }
    }

    /// A square of `side` × `side`.
    ///
    /// # Errors
    /// As [`Size::new`].
    pub const fn square(side: u64) -> Result<Size, SizeError> {
        Size::new(side, side)
    }

    /// Number of rows.
    #[inline]
    pub const fn rows(self) -> usize {
        self.rows as usize
    }

    /// Number of columns.
    #[inline]
    pub const fn cols(self) -> usize {
        self.cols as usize
    }

    /// Number of cells, rows × columns.
    #[inline]
    pub const fn cells(self) -> usize {
        self.rows as usize * self.cols as usize
    }

    /// Whether rows and columns are equally many.
    pub const fn is_square(self) -> bool {
        self.rows == self.cols
    }

    /// Whether the board is one line, on which the order of the tiles never changes.
    pub const fn is_line(self) -> bool {
        self.rows == 1 || self.cols == 1
    }

    /// Rows and columns exchanged.
    pub const fn transposed(self) -> Size {
        Size {
            rows: self.cols,
            cols: self.rows,
        }
    }

    /// The cell at a row and a column, both counted from 0 and inside the board.
    #[inline]
    pub const fn cell(self, row: usize, col: usize) -> Cell {
        debug_assert!(row < self.rows() && col < self.cols());
        Cell((row * self.cols() + col) as u32)
    }

    /// The row of a cell, from 0.
    #[inline]
    pub const fn row(self, cell: Cell) -> usize {
        (cell.0 / self.cols) as usize
    }

    /// The column of a cell, from 0.
    #[inline]
    pub const fn col(self, cell: Cell) -> usize {
        (cell.0 % self.cols) as usize
    }

    /// The last cell, bottom right.
    pub const fn last(self) -> Cell {
        Cell(self.rows * self.cols - 1)
    }

    /// Every cell, in order.
    pub fn all_cells(self) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator {
        (0..self.rows * self.cols).map(Cell)
    }

    /// The cell next to `cell` in a direction, or `None` beyond the edge.
    #[inline]
    pub const fn neighbor(self, cell: Cell, direction: Direction) -> Option<Cell> {
        let (row, col) = (cell.0 / self.cols, cell.0 % self.cols);
        match direction {
            Direction::Up if row > 0 => Some(Cell(cell.0 - self.cols)),
            Direction::Down if row + 1 < self.rows => Some(Cell(cell.0 + self.cols)),
            Direction::Left if col > 0 => Some(Cell(cell.0 - 1)),
            Direction::Right if col + 1 < self.cols => Some(Cell(cell.0 + 1)),
            _ => None,
        }
    }

    /// Taxicab distance between two cells: rows apart plus columns apart.
    #[inline]
    pub const fn taxicab(self, a: Cell, b: Cell) -> usize {
        self.row(a).abs_diff(self.row(b)) + self.col(a).abs_diff(self.col(b))
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.cols)
    }
}

impl fmt::Debug for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Size {
    type Err = SizeError;

    /// Reads `ROWSxCOLS`; `x`, `X` and `×` all separate.
    fn from_str(text: &str) -> Result<Size, SizeError> {
        let syntax = || SizeError::Syntax { text: text.into() };
        let (rows, cols) = text.trim().split_once(['x', 'X', '×']).ok_or_else(syntax)?;
        let number = |digits: &str| -> Result<u64, SizeError> {
            if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
                return Err(syntax());
            }
            // Twenty digits and more saturate: too large either way.
            Ok(digits.parse().unwrap_or(u64::MAX))
        };
        Size::new(number(rows)?, number(cols)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_of_a_size() {
        assert!(Size::new(1, 2).is_ok());
        assert!(Size::new(1000, 1000).is_ok());
        assert!(matches!(Size::new(1, 1), Err(SizeError::TooSmall { .. })));
        assert!(matches!(Size::new(0, 9), Err(SizeError::TooSmall { .. })));
        assert!(matches!(
            Size::new(u64::MAX, 3),
            Err(SizeError::TooLarge { .. })
        ));
        assert!(matches!(
            "1000000000000000000000x2".parse::<Size>(),
            Err(SizeError::TooLarge { .. })
        ));
        for bad in ["", "3", "3x", "x3", "-4x4", "3x4x5", "axb", "+3x3"] {
            assert!(
                matches!(bad.parse::<Size>(), Err(SizeError::Syntax { .. })),
                "{bad:?}"
            );
        }
    }

    #[test]
    fn neighbors_are_symmetric_and_stay_in_their_row_or_column() {
        for (rows, cols) in [(1, 5), (5, 1), (2, 3), (3, 2), (4, 4)] {
            let size = Size::new(rows, cols).unwrap();
            let mut edges = 0;
            for cell in size.all_cells() {
                for direction in Direction::ALL {
                    if let Some(next) = size.neighbor(cell, direction) {
                        edges += 1;
                        assert_eq!(size.neighbor(next, direction.opposite()), Some(cell));
                        assert_eq!(size.taxicab(cell, next), 1);
                    }
                }
            }
            assert_eq!(edges, 2 * (rows * (cols - 1) + cols * (rows - 1)));
        }
    }
}
