//! Reads the cases of any dialect, as its row of the table describes them.
//!
//! A board in the usual spelling is read straight from the bytes; one that is not is cut out by the lines it should stand on
//! and given to [`parse_board`], which takes it or says what is wrong. So one damaged board costs one case.

use taquin::{Board, ParseError, Position, Size, parse_board, parse_sized_board};

use super::cursor::{Cursor, quote};
use super::dialect::{Blank, Cases, Dialect, Field, Input, Layout};

/// One case, ready to be answered.
#[derive(Debug)]
pub(super) struct Case {
    /// From 1, damaged cases counted.
    pub(super) number: usize,
    pub(super) start: Board,
    /// In a box, as most dialects give none of it: a small case is quick to hand on.
    extras: Option<Box<Extras>>,
}

/// What only some dialects give.
#[derive(Debug, Default)]
struct Extras {
    goal: Option<Board>,
    limit: Option<usize>,
    moves: Vec<u32>,
}

impl Case {
    /// The goal, if the input gives one.
    pub(super) fn goal(&self) -> Option<&Board> {
        self.extras.as_ref()?.goal.as_ref()
    }

    /// The most moves allowed, if the input says.
    pub(super) fn limit(&self) -> Option<usize> {
        self.extras.as_ref()?.limit
    }

    /// Tiles to be moved.
    pub(super) fn moves(&self) -> &[u32] {
        self.extras.as_ref().map_or(&[], |extras| &extras.moves)
    }
}

/// A case, or what stands where one should, that cannot be used.
#[derive(Debug)]
pub(super) struct Damage {
    /// `None` for what belongs to no case.
    pub(super) case: Option<usize>,
    pub(super) error: ParseError,
}

/// Reads case after case. Memory: one case.
pub(super) struct Reader<'a> {
    input: &'static Input,
    cursor: Cursor<'a>,
    size: Option<Size>,
    /// Number of the last case.
    number: usize,
    /// Where it starts.
    case_start: Cursor<'a>,
    /// Stated number of cases, once read.
    total: Option<u64>,
    done: bool,
    tiles: Vec<u32>,
}

/// A fault of a case.
enum Fault {
    /// Of a board: what follows it can be found all the same.
    Board(ParseError),
    /// Of what says how the case is laid out.
    Structure(ParseError),
    /// A size of `0 0`, which is the end.
    End,
}

impl<'a> Reader<'a> {
    pub(super) fn new(dialect: &'static Dialect, text: &'a [u8]) -> Reader<'a> {
        let size = dialect
            .input
            .size
            .map(|(rows, cols)| Size::new(rows, cols).expect("the sizes of the table are good"));
        let cursor = Cursor::new(text);
        Reader {
            input: &dialect.input,
            cursor,
            case_start: cursor,
            size,
            number: 0,
            total: None,
            done: false,
            tiles: Vec::new(),
        }
    }

    /// Whether another case is to be read; an error where there should be one, or none.
    fn more(&mut self) -> Result<bool, ParseError> {
        match self.input.cases {
            Cases::One | Cases::OneThenAnything => Ok(self.number == 0),
            Cases::ToEnd | Cases::ToZeros => Ok(!self.cursor.at_end()),
            Cases::Counted => {
                let total = match self.total {
                    Some(total) => total,
                    None => self.natural("the number of cases")?,
                };
                self.total = Some(total);
                if self.number as u64 == total {
                    return match self.cursor.token() {
                        None => Ok(false),
                        Some(token) => {
                            Err(token
                                .unexpected(&format!("the end of the input after {total} cases")))
                        }
                    };
                }
                if self.cursor.at_end() {
                    let next = self.number + 1;
                    return Err(self.cursor.missing(&format!("case {next} of {total}")));
                }
                Ok(true)
            }
        }
    }

    /// A number of 0 or more.
    fn natural(&mut self, expected: &str) -> Result<u64, ParseError> {
        let Some(token) = self.cursor.token() else {
            return Err(self.cursor.missing(expected));
        };
        token
            .integer()
            .and_then(|number| number.try_into().ok())
            .ok_or_else(|| token.unexpected(expected))
    }

    fn case(&mut self) -> Result<Case, Fault> {
        // Of several errors the first counts; whether the case's end was found, the last one tells.
        let mut damage = None;
        match (self.fields(&mut damage), damage) {
            (result, None) => result,
            (Err(Fault::Structure(_)), Some(error)) => Err(Fault::Structure(error)),
            (_, Some(error)) => Err(Fault::Board(error)),
        }
    }

    /// The fields of a case, one after another. Goes on after a damaged board.
    fn fields(&mut self, damage: &mut Option<ParseError>) -> Result<Case, Fault> {
        let mut size = self.size;
        let mut start = None;
        let mut extras: Option<Box<Extras>> = None;
        for (index, &field) in self.input.fields.iter().enumerate() {
            let last = index + 1 == self.input.fields.len();
            match field {
                Field::Word(word) => self.word(word)?,
                Field::Side => {
                    let place = self.bookmark();
                    let side = self.natural("the number of rows and columns")?;
                    size = Some(Size::square(side).map_err(|e| place.error(e.to_string()))?);
                }
                Field::Sides => {
                    let place = self.bookmark();
                    let rows = self.natural("the number of rows")?;
                    let cols = self.natural("the number of columns")?;
                    if self.input.cases == Cases::ToZeros && (rows, cols) == (0, 0) {
                        return Err(Fault::End);
                    }
                    size = Some(Size::new(rows, cols).map_err(|e| place.error(e.to_string()))?);
                }
                Field::TileCount => size = Some(self.tile_count()?),
                Field::BlankHome => {
                    let goal = self.blank_home(stated(size))?;
                    extras.get_or_insert_default().goal = Some(goal);
                }
                Field::Limit => {
                    let moves = self.natural("the number of moves allowed")?;
                    extras.get_or_insert_default().limit =
                        Some(moves.try_into().unwrap_or(usize::MAX));
                }
                Field::Moves => extras.get_or_insert_default().moves = self.moves()?,
                Field::Start | Field::Goal | Field::Free => {
                    let size = (field != Field::Free).then(|| stated(size));
                    match self.board(size, last) {
                        Ok(board) if field == Field::Goal => {
                            extras.get_or_insert_default().goal = Some(board);
                        }
                        Ok(board) => start = Some(board),
                        Err(error) => {
                            damage.get_or_insert(error);
                        }
                    }
                }
            }
        }
        if self.input.cases == Cases::One
            && let Some(token) = self.cursor.token()
        {
            return Err(Fault::Board(token.unexpected("the end of the input")));
        }
        let Some(start) = start else {
            return Err(Fault::Board(
                damage.take().expect("a start that is missing is damaged"),
            ));
        };
        Ok(Case {
            number: self.number,
            start,
            extras,
        })
    }

    /// Where the next word stands.
    fn bookmark(&mut self) -> Cursor<'a> {
        self.cursor.skip_space();
        self.cursor
    }

    fn word(&mut self, word: &str) -> Result<(), ParseError> {
        match self.cursor.token() {
            Some(token) if token.bytes == word.as_bytes() => Ok(()),
            Some(token) => Err(token.unexpected(word)),
            None => Err(self.cursor.missing(word)),
        }
    }

    fn tile_count(&mut self) -> Result<Size, ParseError> {
        const EXPECTED: &str = "the number of tiles of a square board, such as 8, 15 or 24";
        let place = self.bookmark();
        let tiles = self.natural(EXPECTED)?;
        let side = tiles.saturating_add(1).isqrt();
        if side * side != tiles.saturating_add(1) {
            return Err(place.error(format!("found {tiles}, expected {EXPECTED}")));
        }
        Size::square(side).map_err(|error| place.error(error.to_string()))
    }

    /// The goal with its tiles in order and the blank on a stated cell. Its tiles are made only once there are enough of them
    /// in the input to make up the board.
    fn blank_home(&mut self, size: Size) -> Result<Board, ParseError> {
        let expected = format!("the blank's cell in the goal, -1 to {}", size.cells() - 1);
        let Some(token) = self.cursor.token() else {
            return Err(self.cursor.missing(&expected));
        };
        let cells = size.cells();
        let home = match token.integer() {
            Some(-1) => cells - 1,
            Some(home) if (0..cells as i64).contains(&home) => home as usize,
            _ => return Err(token.unexpected(&expected)),
        };
        if self.cursor.remaining() < cells {
            return Err(self
                .cursor
                .error(format!("found too few tiles, expected {cells} for {size}")));
        }
        let tiles: Vec<u32> = (1..cells as u32).collect();
        let goal = [&tiles[..home], &[0], &tiles[home..]].concat();
        Ok(Board::new(size, &goal).expect("tiles in order are a board"))
    }

    /// All numbers that are left; those too large for any tile stay too large.
    fn moves(&mut self) -> Result<Vec<u32>, ParseError> {
        let mut moves = Vec::new();
        while let Some(token) = self.cursor.token() {
            let number = token
                .integer()
                .ok_or_else(|| token.unexpected("the number of a tile"))?;
            moves.push(number.try_into().unwrap_or(u32::MAX));
        }
        Ok(moves)
    }

    /// A board of a size, or of its own size if that is `None`. On return the cursor stands after it, damaged or not.
    fn board(&mut self, size: Option<Size>, last: bool) -> Result<Board, ParseError> {
        let to_end = last && self.input.cases == Cases::One;
        if self.cursor.at_end() {
            return Err(self.cursor.missing("a board"));
        }
        let bookmark = self.cursor;
        if let Some(size) = size {
            // Where more follows than the board, the board is not what is wrong.
            for to_end in [to_end, false] {
                if let Some(board) = self.plain_board(size, to_end) {
                    return Ok(board);
                }
                self.cursor = bookmark;
            }
        }
        let block = if to_end {
            self.cursor.rest()
        } else {
            self.cursor.block(self.lines(size))
        };
        let text = match (self.input.blank, size) {
            (Blank::Largest, Some(size)) => &with_zero(&block.text, size),
            _ => block.text.as_ref(),
        };
        let board = match size {
            Some(size) if self.input.layout == Layout::Run => run(text, size),
            Some(size) => parse_sized_board(text, size),
            None => parse_board(text, None),
        };
        board.map_err(|error| block.located(error))
    }

    /// How many lines a board stands on.
    fn lines(&self, size: Option<Size>) -> usize {
        match (self.input.layout, size) {
            (Layout::Rows, Some(size)) => size.rows(),
            (Layout::Column, Some(size)) => size.cells(),
            _ => 1,
        }
    }

    /// A board of numbers or of a run in its plain spelling, on whole lines; `None` for anything else.
    fn plain_board(&mut self, size: Size, to_end: bool) -> Option<Board> {
        let anything_follows = self.input.cases == Cases::OneThenAnything;
        let cells = size.cells();
        // An empty line ends the board, unless there is only one.
        let most_line_ends = if to_end || anything_follows {
            usize::MAX
        } else {
            1
        };
        // A copy, which the compiler keeps in registers.
        let mut cursor = self.cursor;
        let tiles = &mut self.tiles;
        tiles.clear();
        for index in 0..cells {
            let tile = if self.input.layout == Layout::Run {
                cursor.plain_character()?
            } else {
                if index > 0 && cursor.skip_space() > most_line_ends {
                    return None;
                }
                cursor.plain_tile()?
            };
            tiles.push(match self.input.blank {
                Blank::Largest if tile as usize == cells => 0,
                _ => tile,
            });
        }
        let ends = if to_end {
            cursor.at_end()
        } else {
            anything_follows || cursor.at_line_end()
        };
        if !ends {
            return None;
        }
        self.cursor = cursor;
        Board::new(size, tiles).ok()
    }

    /// Goes on after a case's fault, if its end can be found.
    fn recover(&mut self, fault: Fault) -> Option<ParseError> {
        let (mut error, structure) = match fault {
            Fault::Board(error) => (error, false),
            Fault::Structure(error) => (error, true),
            Fault::End => {
                self.done = true;
                return None;
            }
        };
        if let Some(Field::Word(word)) = self.input.fields.first() {
            // From its first line on: a board that lacks rows may have swallowed the next case.
            self.cursor = self.case_start;
            self.cursor.seek_line(word.as_bytes());
        } else if structure {
            self.done = true;
            if !matches!(self.input.cases, Cases::One | Cases::OneThenAnything) {
                error.message += "; the cases from here on cannot be told apart and are not read";
            }
        }
        Some(error)
    }
}

impl From<ParseError> for Fault {
    fn from(error: ParseError) -> Fault {
        Fault::Structure(error)
    }
}

impl Iterator for Reader<'_> {
    type Item = Result<Case, Damage>;

    fn next(&mut self) -> Option<Result<Case, Damage>> {
        if self.done {
            return None;
        }
        match self.more() {
            Ok(true) => {}
            Ok(false) => {
                self.done = true;
                return None;
            }
            Err(error) => {
                self.done = true;
                return Some(Err(Damage { case: None, error }));
            }
        }
        self.number += 1;
        self.case_start = self.bookmark();
        match self.case() {
            Ok(case) => Some(Ok(case)),
            Err(fault) => {
                let case = Some(self.number);
                self.recover(fault).map(|error| Err(Damage { case, error }))
            }
        }
    }
}

fn stated(size: Option<Size>) -> Size {
    size.expect("every dialect has its size before its boards")
}

/// A board without spaces, unless there are some.
fn run(text: &str, size: Size) -> Result<Board, ParseError> {
    let characters = text.chars().count();
    if characters != size.cells() && !text.contains(char::is_whitespace) {
        return Err(ParseError {
            position: Position { line: 1, column: 1 },
            message: format!(
                "found {}, {characters} characters, expected {} for {size}",
                quote(text),
                size.cells()
            ),
        });
    }
    parse_sized_board(text, size)
}

/// The text with the number of cells, which stands for the blank, replaced by a 0 of the same width.
fn with_zero(text: &str, size: Size) -> String {
    let largest = size.cells().to_string();
    let zero = format!("{:<1$}", 0, largest.len());
    let mut replaced = String::with_capacity(text.len());
    for word in text.split_inclusive(char::is_whitespace) {
        match word.strip_prefix(&largest) {
            Some(end) if end.chars().all(char::is_whitespace) => {
                replaced.push_str(&zero);
                replaced.push_str(end);
            }
            _ => replaced.push_str(word),
        }
    }
    replaced
}
