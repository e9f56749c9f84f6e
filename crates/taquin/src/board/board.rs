//! A board: which tile stands on which cell, checked once and valid from then on.

use std::fmt;
use std::str::FromStr;

use super::{Cell, Direction, ParseError, Path, Size, text};

/// A tile's number; 0 is the blank.
///
/// Range on a board: `0..size.cells()`. A newtype, so that a tile is never mistaken for the cell it stands on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(transparent)]
pub struct Tile(pub u32);

impl Tile {
    /// The blank, tile 0.
    pub const BLANK: Tile = Tile(0);

    /// The tile's number as an array index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether this is the blank.
    #[inline]
    pub const fn is_blank(self) -> bool {
        self.0 == 0
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// A valid board: each of the tiles `0..size.cells()` stands on exactly one cell.
///
/// Built only by checked constructors, so nothing that takes a `Board` needs to check it again.
/// The text form reads and prints rows separated by `/`; see [`parse_board`](crate::parse_board) for all spellings.
///
/// ```
/// use taquin::{Board, Direction};
/// let mut board: Board = "1 2 3/4 0 5".parse()?;
/// assert!(board.step(Direction::Right));
/// assert_eq!(board.to_string(), "1 2 3/4 5 0");
/// assert!(!board.step(Direction::Right), "the blank stands at the edge");
/// # Ok::<(), taquin::ParseError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Board {
    size: Size,
    blank: Cell,
    tiles: Box<[Tile]>,
}

/// Why a list of numbers is not a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// Too few or too many tiles for the size.
    #[error("{found} tiles, expected {} for {size}", size.cells())]
    WrongCount {
        /// Number of tiles given.
        found: usize,
        /// The size they were given for.
        size: Size,
    },
    /// A number that no tile of this size has.
    #[error("tile {tile} is out of range, expected 0 to {max}")]
    OutOfRange {
        /// The number found.
        tile: u32,
        /// Where it stands.
        cell: Cell,
        /// The largest tile of this size.
        max: u32,
    },
    /// A tile that stands on two cells.
    #[error("{} stands twice, expected each tile once", name(*tile))]
    Duplicate {
        /// The tile.
        tile: Tile,
        /// Where it stands first.
        first: Cell,
        /// Where it stands again.
        second: Cell,
    },
    /// No cell is blank.
    #[error("no blank, expected one 0 (or x, X, _ or .)")]
    NoBlank,
}

fn name(tile: Tile) -> String {
    if tile.is_blank() {
        "the blank".into()
    } else {
        format!("tile {tile}")
    }
}

/// Which step of a path the edge of the board stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {} would take the blank {direction} over the edge of the board", index + 1)]
pub struct BlockedMove {
    /// The move's index in the path, from 0.
    pub index: usize,
    /// Where the blank was to go.
    pub direction: Direction,
}

impl Board {
    /// A board from its tiles in row-major order, 0 for the blank.
    ///
    /// Linear time.
    ///
    /// # Errors
    /// [`BoardError`] unless `tiles` is a permutation of `0..size.cells()`.
    pub fn new(size: Size, tiles: &[u32]) -> Result<Board, BoardError> {
        let cells = size.cells();
        if tiles.len() != cells {
            return Err(BoardError::WrongCount {
                found: tiles.len(),
                size,
            });
        }
        let Some(blank) = tiles.iter().position(|&tile| tile == 0) else {
            return Err(BoardError::NoBlank);
        };
        if !is_permutation(tiles) {
            return Err(first_fault(tiles));
        }
        Ok(Board {
            size,
            blank: Cell(blank as u32),
            tiles: tiles.iter().map(|&tile| Tile(tile)).collect(),
        })
    }

    /// A board from a permutation that is known to be one.
    pub(crate) fn from_permutation(size: Size, tiles: Box<[Tile]>) -> Board {
        debug_assert_eq!(tiles.len(), size.cells());
        let blank = tiles
            .iter()
            .position(|tile| tile.is_blank())
            .expect("a permutation holds the blank");
        Board {
            size,
            blank: Cell(blank as u32),
            tiles,
        }
    }

    /// Rows and columns.
    #[inline]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The cell of the blank.
    #[inline]
    pub const fn blank(&self) -> Cell {
        self.blank
    }

    /// The tiles in row-major order.
    #[inline]
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// The rows of tiles, from the top.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[Tile]> {
        self.tiles.chunks_exact(self.size.cols())
    }

    /// The tile on a cell of this board.
    #[inline]
    pub fn tile(&self, cell: Cell) -> Tile {
        self.tiles[cell.index()]
    }

    /// For each tile, by number, the cell it stands on: the inverse permutation. Linear time.
    pub fn cells_by_tile(&self) -> Vec<Cell> {
        let mut cells = vec![Cell(0); self.tiles.len()];
        for (cell, tile) in self.tiles.iter().enumerate() {
            cells[tile.index()] = Cell(cell as u32);
        }
        cells
    }

    /// Moves the blank one cell; `false`, and nothing moved, if the edge stops it.
    #[inline]
    pub fn step(&mut self, direction: Direction) -> bool {
        let Some(next) = self.size.neighbor(self.blank, direction) else {
            return false;
        };
        self.tiles.swap(self.blank.index(), next.index());
        self.blank = next;
        true
    }

    /// Moves the blank along a path.
    ///
    /// # Errors
    /// [`BlockedMove`] names the first step that the edge stops; the steps before it are done.
    pub fn apply(&mut self, path: &Path) -> Result<(), BlockedMove> {
        // Row and column are carried along: dividing at every step would cost more than the step.
        let (rows, cols) = (self.size.rows(), self.size.cols());
        let mut cell = self.blank.index();
        let (mut row, mut col) = (cell / cols, cell % cols);
        let mut result = Ok(());
        for (index, &direction) in path.iter().enumerate() {
            let next = match direction {
                Direction::Up if row > 0 => {
                    row -= 1;
                    cell - cols
                }
                Direction::Down if row + 1 < rows => {
                    row += 1;
                    cell + cols
                }
                Direction::Left if col > 0 => {
                    col -= 1;
                    cell - 1
                }
                Direction::Right if col + 1 < cols => {
                    col += 1;
                    cell + 1
                }
                _ => {
                    result = Err(BlockedMove { index, direction });
                    break;
                }
            };
            self.tiles.swap(cell, next);
            cell = next;
        }
        self.blank = Cell(cell as u32);
        result
    }

    /// The board after a path, this one left as it is.
    ///
    /// # Errors
    /// As [`Board::apply`].
    pub fn after(&self, path: &Path) -> Result<Board, BlockedMove> {
        let mut board = self.clone();
        board.apply(path)?;
        Ok(board)
    }

    /// The directions in which the blank can move.
    pub fn moves(&self) -> impl Iterator<Item = Direction> + use<> {
        let (size, blank) = (self.size, self.blank);
        Direction::ALL
            .into_iter()
            .filter(move |&direction| size.neighbor(blank, direction).is_some())
    }
}

fn is_permutation(tiles: &[u32]) -> bool {
    let cells = tiles.len();
    if cells <= 64 {
        let seen = tiles
            .iter()
            .filter(|&&tile| (tile as usize) < cells)
            .fold(0u64, |seen, &tile| seen | 1 << tile);
        return seen.count_ones() as usize == cells;
    }
    let mut seen = vec![false; cells];
    tiles.iter().all(|&tile| {
        seen.get_mut(tile as usize)
            .is_some_and(|seen| !std::mem::replace(seen, true))
    })
}

/// The first fault in reading order of a list that has a blank and the right length but is no permutation.
fn first_fault(tiles: &[u32]) -> BoardError {
    let mut first = vec![None; tiles.len()];
    for (cell, &tile) in tiles.iter().enumerate() {
        let cell = Cell(cell as u32);
        let Some(slot) = first.get_mut(tile as usize) else {
            return BoardError::OutOfRange {
                tile,
                cell,
                max: tiles.len() as u32 - 1,
            };
        };
        if let Some(first) = slot.replace(cell) {
            return BoardError::Duplicate {
                tile: Tile(tile),
                first,
                second: cell,
            };
        }
    }
    unreachable!("called only for lists that are no permutation")
}

impl fmt::Display for Board {
    /// Rows separated by `/`, tiles by a space: `1 2 3/4 0 5`. A single column prints as `1/2/0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (row, tiles) in self.rows().enumerate() {
            if row > 0 {
                f.write_str("/")?;
            }
            for (col, tile) in tiles.iter().enumerate() {
                if col > 0 {
                    f.write_str(" ")?;
                }
                write!(f, "{tile}")?;
            }
        }
        // A single row has no `/`; a trailing one tells it from a square.
        if self.size.rows() == 1 {
            f.write_str("/")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}

impl FromStr for Board {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Board, ParseError> {
        text::parse_board(text, None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(rows: u64, cols: u64) -> Size {
        Size::new(rows, cols).unwrap()
    }

    #[test]
    fn faults_are_named_with_their_cells() {
        let new = |tiles: &[u32]| Board::new(size(2, 2), tiles).unwrap_err();
        assert!(matches!(
            new(&[0, 1, 2]),
            BoardError::WrongCount { found: 3, .. }
        ));
        assert_eq!(new(&[1, 2, 3, 4]), BoardError::NoBlank);
        assert_eq!(
            new(&[1, 9, 0, 2]),
            BoardError::OutOfRange {
                tile: 9,
                cell: Cell(1),
                max: 3
            }
        );
        assert_eq!(
            new(&[0, 2, 1, 2]),
            BoardError::Duplicate {
                tile: Tile(2),
                first: Cell(1),
                second: Cell(3)
            }
        );
        assert_eq!(
            new(&[0, 2, 1, 0]).to_string(),
            "the blank stands twice, expected each tile once"
        );
    }

    #[test]
    fn large_boards_are_checked_too() {
        let mut tiles: Vec<u32> = (0..10_000).collect();
        assert!(Board::new(size(100, 100), &tiles).is_ok());
        tiles[77] = 78;
        assert!(matches!(
            Board::new(size(100, 100), &tiles),
            Err(BoardError::Duplicate { tile: Tile(78), .. })
        ));
        tiles[77] = 10_000;
        assert!(matches!(
            Board::new(size(100, 100), &tiles),
            Err(BoardError::OutOfRange { tile: 10_000, .. })
        ));
    }

    #[test]
    fn a_step_and_its_opposite_undo_each_other() {
        let start = Board::new(size(2, 3), &[1, 0, 2, 3, 4, 5]).unwrap();
        for direction in start.moves() {
            let mut board = start.clone();
            assert!(board.step(direction));
            assert_ne!(board, start);
            assert_eq!(board.tile(board.blank()), Tile::BLANK);
            assert!(board.step(direction.opposite()));
            assert_eq!(board, start);
        }
    }

    #[test]
    fn apply_names_the_blocked_step() {
        let mut board = Board::new(size(2, 2), &[0, 1, 2, 3]).unwrap();
        let path: Path = [Direction::Down, Direction::Down].into_iter().collect();
        let blocked = board.apply(&path).unwrap_err();
        assert_eq!((blocked.index, blocked.direction), (1, Direction::Down));
        assert_eq!(board.to_string(), "2 1/0 3");
    }
}
