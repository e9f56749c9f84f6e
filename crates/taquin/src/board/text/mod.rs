//! Boards as text: every spelling, one parser, errors that point at the place.
//!
//! The text is cut into tokens, each with its row: rows end at newlines and `/`, or, where brackets are nested, with the
//! innermost bracket. Then the size is found: stated by the caller or a size line, else from the rows, else square. Nothing is
//! allocated by what a size *says*, only by the tokens that are there.
//!
//! A first line of one or two numbers may be a size or a row. The parser does not guess: it tries both readings and takes the one that
//! is a valid board. Text for which both were valid would be refused as ambiguous. That cannot happen, except for sizes that nobody
//! writes, because the tiles below a size line include the size's own numbers.

mod scan;

use std::fmt;

use super::{Board, BoardError, Size, SizeError};
use scan::{Layout, Token};

/// A place in a text, both numbers from 1; columns count characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Position {
    /// Line.
    pub line: usize,
    /// Column.
    pub column: usize,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Where a text is not a board, what was found there and what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{position}: {message}")]
pub struct ParseError {
    /// The place.
    pub position: Position,
    /// What was found and expected, in a sentence.
    pub message: String,
}

impl ParseError {
    fn new(position: Position, message: impl Into<String>) -> ParseError {
        ParseError {
            position,
            message: message.into(),
        }
    }

    /// The same error for a text that began on line `first_line` of a larger one.
    #[must_use]
    pub fn from_line(mut self, first_line: usize) -> ParseError {
        self.position.line += first_line - 1;
        self
    }
}

/// Reads a board.
///
/// - Tiles are numbers, the blank is `0`, `x`, `X`, `_` or `.`; white space and any of `, / ; [ ] ( )` separate them.
/// - Rows come from newlines, `/` or nested brackets; with none of them the board is square, or of the given `size`.
/// - A run of exactly rows × columns single characters needs no separators: `283104765`, `12X453786`; letters go on after 9
///   (`a` is 10). So do rows written as runs: `283/104/765`.
/// - A size line may come first (`3`, or `2 4`: rows, columns); then each line holds one row, or each holds one number.
/// - `#` starts a comment; a byte-order mark, CRLF, tabs and blank lines are fine.
///
/// Linear in the text; memory in proportion to the text, whatever size it states.
///
/// # Errors
/// [`ParseError`] at the first place that fits no reading, or that says which readings an ambiguous text has.
///
/// ```
/// use taquin::parse_board;
/// for text in ["1 2 3/4 5 0", "[[1,2,3],[4,5,0]]", "2 3\n1 2 3\n4 5 _ # solved", "123/45x"] {
///     assert_eq!(parse_board(text, None)?.to_string(), "1 2 3/4 5 0");
/// }
/// assert!(parse_board("1 2 3 4 5 0", None).is_err(), "2x3 or 3x2?");
/// # Ok::<(), taquin::ParseError>(())
/// ```
pub fn parse_board(text: &str, size: Option<Size>) -> Result<Board, ParseError> {
    let layout = scan::scan(text)?;
    let first = layout.first()?.position;
    let plain = layout.board(size);
    let Some(sized) = layout.board_below_size_line(size) else {
        return plain;
    };
    match (plain, sized) {
        (Ok(plain), Ok(sized)) => Err(ParseError::new(
            first,
            format!(
                "the first row is a size line of a {} board or a row of a {} board: give the size",
                sized.size(),
                plain.size()
            ),
        )),
        (Ok(board), Err(_)) | (Err(_), Ok(board)) => Ok(board),
        (Err(plain), Err(sized)) => Err(match layout.likelihood_of_size_line() {
            Likelihood::Sure => sized,
            Likelihood::Never => plain,
            Likelihood::Perhaps => ParseError {
                message: format!(
                    "{}; if the first row is a size line, {sized}",
                    plain.message
                ),
                ..plain
            },
        }),
    }
}

/// Reads a board of a known size: as [`parse_board`], but a size line cannot come first.
///
/// # Errors
/// [`ParseError`] at the first place that fits no reading.
pub fn parse_sized_board(text: &str, size: Size) -> Result<Board, ParseError> {
    let layout = scan::scan(text)?;
    layout.first()?;
    layout.board(Some(size))
}

/// Whether the first row of a text that is no board was meant as a size line.
enum Likelihood {
    Sure,
    Perhaps,
    Never,
}

impl<'a> Layout<'a> {
    fn first(&self) -> Result<&Token<'a>, ParseError> {
        self.tokens.first().ok_or_else(|| {
            ParseError::new(
                self.end,
                "found no tiles, expected a board such as 1 2 3/4 5 6/7 8 0",
            )
        })
    }

    fn row_count(&self) -> usize {
        self.tokens.last().map_or(0, |token| token.row + 1)
    }

    fn rows(&self) -> impl Iterator<Item = &[Token<'a>]> {
        self.tokens.chunk_by(|a, b| a.row == b.row)
    }

    /// The board below the first row, if that is one or two numbers and something follows: it may be a size line.
    fn board_below_size_line(&self, size: Option<Size>) -> Option<Result<Board, ParseError>> {
        let first_row = self.rows().next()?;
        let rest = &self.tokens[first_row.len()..];
        let is_number = |token: &Token<'_>| token.text.bytes().all(|b| b.is_ascii_digit());
        if first_row.len() > 2 || rest.is_empty() || !first_row.iter().all(is_number) {
            return None;
        }
        let at = first_row[0].position;
        let below = || -> Result<Board, ParseError> {
            let stated = parse_size_line(first_row)
                .map_err(|error| ParseError::new(at, format!("size line: {error}")))?;
            if let Some(size) = size.filter(|&size| size != stated && size != stated.transposed()) {
                let message = format!("the size line says {stated}, expected {size}");
                return Err(ParseError::new(at, message));
            }
            let tokens: Vec<Token<'a>> = rest
                .iter()
                .map(|token| Token {
                    row: token.row - 1,
                    ..*token
                })
                .collect();
            let layout = Layout {
                has_rows: tokens.last().is_some_and(|token| token.row > 0),
                tokens,
                end: self.end,
            };
            layout.board(Some(size.unwrap_or_else(|| layout.oriented(stated))))
        };
        Some(below())
    }

    /// Where neither reading is a board: whether the first row was meant as a size line. It was if what follows has something
    /// of the shape it states, and not if all rows are alike.
    fn likelihood_of_size_line(&self) -> Likelihood {
        let first_row = self.rows().next().unwrap_or_default();
        let following = self.tokens.len() - first_row.len();
        let rows = self.row_count() - 1;
        let shows = |size: Size| {
            (size.rows() > 1 && rows == size.rows())
                || (size.cols() > 1 && self.rows().skip(1).any(|row| row.len() == size.cols()))
        };
        match parse_size_line(first_row) {
            Ok(size) if size.cells() == following => Likelihood::Sure,
            _ if self.rows().all(|row| row.len() == first_row.len()) => Likelihood::Never,
            Ok(size) if !shows(size) && !shows(size.transposed()) => Likelihood::Perhaps,
            _ => Likelihood::Sure,
        }
    }

    /// A stated size the way round that the rows have it: some write the width first.
    fn oriented(&self, stated: Size) -> Size {
        let turned = stated.transposed();
        let has_shape = |size: Size| {
            self.row_count() == size.rows() && self.rows().all(|row| row.len() == size.cols())
        };
        if !has_shape(stated) && has_shape(turned) {
            turned
        } else {
            stated
        }
    }

    /// Whether each row is one token of as many characters as the others, two or more.
    fn has_run_rows(&self) -> bool {
        let length = |token: &Token<'_>| token.text.chars().count();
        let cols = length(&self.tokens[0]);
        cols > 1
            && self.has_rows
            && self.row_count() == self.tokens.len()
            && self.tokens.iter().all(|token| length(token) == cols)
    }

    fn board(&self, size: Option<Size>) -> Result<Board, ParseError> {
        if let Some(size) = size {
            self.check_rows(size)?;
        }
        let single_tokens = self.row_count() == self.tokens.len();
        let characters: usize = if single_tokens {
            self.tokens
                .iter()
                .map(|token| token.text.chars().count())
                .sum()
        } else {
            0
        };
        if single_tokens && characters > self.tokens.len() {
            let run_size = match size {
                Some(size) if size.cells() == characters => Some(size),
                Some(_) => None,
                None if self.tokens.len() == 1 => square_of(characters),
                None if self.has_run_rows() && !self.has_large_column() => {
                    Some(self.shape(self.row_count(), characters / self.tokens.len())?)
                }
                None => None,
            };
            if let Some(size) = run_size {
                return self.board_of_runs(size);
            }
        }
        let size = match size {
            Some(size) => size,
            None => self.own_size()?,
        };
        self.board_of_numbers(size)
    }

    /// Whether the rows, one token each, are so many that they can be a column of numbers of several digits.
    fn has_large_column(&self) -> bool {
        self.tokens.iter().all(|token| {
            token
                .text
                .parse()
                .is_ok_and(|tile: usize| tile < self.tokens.len())
        })
    }

    fn shape(&self, rows: usize, cols: usize) -> Result<Size, ParseError> {
        Size::new(rows as u64, cols as u64)
            .map_err(|error| ParseError::new(self.tokens[0].position, error.to_string()))
    }

    /// The size that the rows show, or the square one.
    fn own_size(&self) -> Result<Size, ParseError> {
        if self.has_rows {
            let cols = self.rows().next().map_or(0, <[Token<'_>]>::len);
            let size = self.shape(self.row_count(), cols)?;
            self.check_rows(size)?;
            return Ok(size);
        }
        let tiles = self.tokens.len();
        if let [only] = &self.tokens[..]
            && only.text.contains(looks_separating)
        {
            tile_number(only)?;
        }
        square_of(tiles).ok_or_else(|| {
            let message = if tiles == 1 {
                format!(
                    "found only {}, expected a board",
                    quote(self.tokens[0].text)
                )
            } else {
                format!(
                    "found {tiles} tiles without rows, which is not square: the board may be {}; \
                     separate the rows with / or give the size",
                    shapes(tiles)
                )
            };
            ParseError::new(self.tokens[0].position, message)
        })
    }

    /// Checks the rows against a known size: each line one row, or each one number, or no rows at all.
    fn check_rows(&self, size: Size) -> Result<(), ParseError> {
        let one_a_row = self.row_count() == self.tokens.len();
        if one_a_row || !self.has_rows {
            return Ok(());
        }
        for (row, tokens) in self.rows().enumerate() {
            if row == size.rows() {
                return Err(ParseError::new(
                    tokens[0].position,
                    format!(
                        "found row {}, expected {} rows for {size}",
                        row + 1,
                        size.rows()
                    ),
                ));
            }
            if tokens.len() != size.cols() {
                let at = tokens.get(size.cols()).unwrap_or(&tokens[tokens.len() - 1]);
                return Err(ParseError::new(
                    at.position,
                    format!(
                        "row {} has {} tiles, expected {} for {size}",
                        row + 1,
                        tokens.len(),
                        size.cols()
                    ),
                ));
            }
        }
        if self.row_count() < size.rows() {
            return Err(ParseError::new(
                self.end,
                format!(
                    "found {} rows, expected {} for {size}",
                    self.row_count(),
                    size.rows()
                ),
            ));
        }
        Ok(())
    }

    fn board_of_numbers(&self, size: Size) -> Result<Board, ParseError> {
        let mut tiles = Vec::with_capacity(self.tokens.len());
        for token in &self.tokens {
            tiles.push(tile_number(token)?);
        }
        if let Some(extra) = self.tokens.get(size.cells()) {
            return Err(ParseError::new(
                extra.position,
                format!(
                    "found {} after the board, expected {} tiles for {size}",
                    quote(extra.text),
                    size.cells()
                ),
            ));
        }
        if tiles.len() < size.cells() {
            return Err(ParseError::new(
                self.end,
                format!(
                    "found {} tiles, expected {} for {size}",
                    tiles.len(),
                    size.cells()
                ),
            ));
        }
        self.checked(size, &tiles, |index| self.tokens[index].position)
    }

    fn board_of_runs(&self, size: Size) -> Result<Board, ParseError> {
        let mut tiles = Vec::new();
        let mut positions = Vec::new();
        for token in &self.tokens {
            for (offset, c) in token.text.chars().enumerate() {
                let position = Position {
                    column: token.position.column + offset,
                    ..token.position
                };
                let tile = if is_blank(c) {
                    0
                } else {
                    c.to_digit(36).ok_or_else(|| {
                        ParseError::new(
                            position,
                            format!(
                                "found {}, expected a tile or a blank",
                                quote(&c.to_string())
                            ),
                        )
                    })?
                };
                tiles.push(tile);
                positions.push(position);
            }
        }
        self.checked(size, &tiles, |index| positions[index])
    }

    fn checked(
        &self,
        size: Size,
        tiles: &[u32],
        position: impl Fn(usize) -> Position,
    ) -> Result<Board, ParseError> {
        Board::new(size, tiles).map_err(|error| {
            let (at, message) = match &error {
                BoardError::OutOfRange { cell, .. } => (position(cell.index()), error.to_string()),
                BoardError::Duplicate { first, second, .. } => (
                    position(second.index()),
                    // In the board's own terms, which hold wherever the text stands in a larger one.
                    format!(
                        "{error}; it stands first in row {}, column {} of the board",
                        size.row(*first) + 1,
                        size.col(*first) + 1
                    ),
                ),
                // Where no tile is blank, the one too large most likely was meant to be.
                BoardError::NoBlank => {
                    let large = tiles.iter().position(|&tile| tile as usize >= size.cells());
                    (
                        position(large.unwrap_or(tiles.len() - 1)),
                        error.to_string(),
                    )
                }
                BoardError::WrongCount { .. } => (self.end, error.to_string()),
            };
            ParseError::new(at, message)
        })
    }
}

fn parse_size_line(tokens: &[Token<'_>]) -> Result<Size, SizeError> {
    let number = |token: &Token<'_>| token.text.parse().unwrap_or(u64::MAX);
    match tokens {
        [side] => Size::square(number(side)),
        [rows, cols] => Size::new(number(rows), number(cols)),
        _ => unreachable!("a size line has one or two numbers"),
    }
}

fn square_of(cells: usize) -> Option<Size> {
    let side = cells.isqrt();
    (side * side == cells)
        .then(|| Size::square(side as u64).ok())
        .flatten()
}

/// The shapes that a number of tiles could have, in words.
fn shapes(cells: usize) -> String {
    let mut shapes: Vec<String> = (1..=cells.isqrt())
        .filter(|rows| cells.is_multiple_of(*rows))
        .flat_map(|rows| {
            let cols = cells / rows;
            [format!("{rows}x{cols}"), format!("{cols}x{rows}")]
        })
        .collect();
    let last = shapes.pop().unwrap_or_default();
    if shapes.is_empty() {
        last
    } else {
        format!("{} or {last}", shapes.join(", "))
    }
}

fn is_blank(c: char) -> bool {
    matches!(c, '0' | 'x' | 'X' | '_' | '.')
}

fn tile_number(token: &Token<'_>) -> Result<u32, ParseError> {
    let text = token.text;
    if text.len() == 1 && text.chars().all(is_blank) {
        return Ok(0);
    }
    if text.bytes().all(|b| b.is_ascii_digit()) {
        return text.parse().map_err(|_| {
            ParseError::new(
                token.position,
                format!("tile {} is out of range", shorten(text)),
            )
        });
    }
    let message = match text.strip_prefix('-') {
        Some(digits) if digits.bytes().all(|b| b.is_ascii_digit()) && !digits.is_empty() => {
            format!("tile {} is out of range, expected 0 or more", shorten(text))
        }
        _ => match text.chars().find(|&c| looks_separating(c)) {
            Some(c) => format!(
                "found {}, but {c:?} separates nothing here; tiles are separated by white space or any of , / ; [ ] ( )",
                quote(text)
            ),
            None => format!(
                "found {}, expected a tile number or a blank (0, x, X, _ or .)",
                quote(text)
            ),
        },
    };
    Err(ParseError::new(token.position, message))
}

/// What separates numbers elsewhere, but not here.
fn looks_separating(c: char) -> bool {
    matches!(
        c,
        '{' | '}' | '|' | ':' | '<' | '>' | '"' | '\'' | '`' | '&' | '\\'
    )
}

/// Text in quotes, shortened, without control characters.
fn quote(text: &str) -> String {
    format!("{:?}", shorten(text))
}

fn shorten(text: &str) -> String {
    const LONGEST: usize = 24;
    if text.chars().count() <= LONGEST {
        return text.into();
    }
    text.chars().take(LONGEST).chain(['…']).collect()
}

#[cfg(test)]
mod tests;
