//! The spellings of a path. Everywhere else directions are the blank's; this module alone converts.

use std::fmt::{self, Write};
use std::str::FromStr;

use super::{Board, Direction, Path, Tile};

/// A way to write a path.
///
/// | notation | `2 1 0/3 4 5` blank to `3 0 2/4 1 5`… | names |
/// |---|---|---|
/// | [`Blank`](Notation::Blank) | `lldr` | the blank's motion |
/// | [`Tile`](Notation::Tile) | `rrul` | the motion of the tile |
/// | [`Numbers`](Notation::Numbers) | `1 2 3 4` | the tile that moves |
/// | [`Words`](Notation::Words) | `left left down right` | the blank's motion |
/// | [`Slidy`](Notation::Slidy) | `R2UL` | the tile's motion, repeats as a count |
///
/// Writing is lower-case (slidy: upper-case); reading takes either case, and white space, commas, brackets and quotes
/// between moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Notation {
    /// `u d l r`, the blank's motion.
    #[default]
    Blank,
    /// `u d l r`, the motion of the tile that changes places with the blank.
    Tile,
    /// The numbers of the tiles that move.
    Numbers,
    /// `up down left right`, the blank's motion.
    Words,
    /// Runs such as `R2U2LDL`: the tile's motion and how often, as slidysim and csTimer write them.
    Slidy,
}

/// A name that is no notation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown notation {0:?}, expected blank, tile, numbers, words or slidy")]
pub struct UnknownNotation(pub String);

/// Where a text is no path, or no path of this board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {move_number}, character {character}: found {found:?}, expected {expected}")]
pub struct NotationError {
    /// The move at fault, from 1.
    pub move_number: usize,
    /// The character it starts at, from 1.
    pub character: usize,
    /// What stands there.
    pub found: String,
    /// What could stand there.
    pub expected: String,
    /// Whether it names a tile of the board that is not next to the blank: readable, but no legal move.
    pub illegal: bool,
}

impl Notation {
    /// All of them.
    pub const ALL: [Notation; 5] = [
        Notation::Blank,
        Notation::Tile,
        Notation::Numbers,
        Notation::Words,
        Notation::Slidy,
    ];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Notation::Blank => "blank",
            Notation::Tile => "tile",
            Notation::Numbers => "numbers",
            Notation::Words => "words",
            Notation::Slidy => "slidy",
        }
    }

    /// Writes a path that starts on `start`.
    ///
    /// Only [`Notation::Numbers`] looks at the board; there the path must be valid on it.
    ///
    /// # Panics
    /// With [`Notation::Numbers`], if the path leaves the board.
    pub fn write(self, path: &Path, start: &Board) -> String {
        match self {
            Notation::Blank => path.to_string(),
            Notation::Tile => path.iter().map(|step| step.opposite().letter()).collect(),
            Notation::Numbers => tile_numbers(path, start),
            Notation::Words => {
                let words: Vec<&str> = path.iter().map(|step| step.word()).collect();
                words.join(" ")
            }
            Notation::Slidy => slidy(path),
        }
    }

    /// Reads a path that starts on `start`. Only [`Notation::Numbers`] looks at the board.
    ///
    /// # Errors
    /// [`NotationError`] at the first move that cannot be read; with [`Notation::Numbers`], if all can be, at the first tile that
    /// is not next to the blank. Other notations may read a path that the edge blocks; replaying it tells.
    pub fn parse(self, text: &str, start: &Board) -> Result<Path, NotationError> {
        match self {
            Notation::Blank => letters(text, |direction| direction),
            Notation::Tile => letters(text, Direction::opposite),
            Notation::Numbers => parse_numbers(text, start),
            Notation::Words => parse_words(text),
            Notation::Slidy => parse_slidy(text, start),
        }
    }
}

fn tile_numbers(path: &Path, start: &Board) -> String {
    let mut board = start.clone();
    let mut text = String::with_capacity(3 * path.len());
    for &step in path {
        let from = board.blank();
        assert!(board.step(step), "the path leaves the board");
        if !text.is_empty() {
            text.push(' ');
        }
        let _ = write!(text, "{}", board.tile(from));
    }
    text
}

fn slidy(path: &Path) -> String {
    let mut text = String::new();
    // Longer runs, which only the longest lines have room for, are written in pieces, which are read anywhere.
    let runs = path.chunk_by(|a, b| a == b);
    for run in runs.flat_map(|run| run.chunks(MAX_RUN)) {
        text.push(run[0].opposite().letter().to_ascii_uppercase());
        if run.len() > 1 {
            let _ = write!(text, "{}", run.len());
        }
    }
    text
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';' | '[' | ']' | '(' | ')' | '\'' | '"')
}

/// The words of a text with the number of the character each starts at, from 1.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut character = 0;
    text.split(is_separator).filter_map(move |word| {
        let start = character + 1;
        character += word.chars().count() + 1;
        (!word.is_empty()).then_some((start, word))
    })
}

fn letters(text: &str, to_blank: impl Fn(Direction) -> Direction) -> Result<Path, NotationError> {
    let mut path = Path::new();
    for (index, letter) in text.chars().enumerate() {
        if is_separator(letter) {
            continue;
        }
        let Some(direction) = Direction::from_letter(letter) else {
            return Err(NotationError {
                move_number: path.len() + 1,
                character: index + 1,
                found: letter.to_string(),
                expected: "u, d, l or r".into(),
                illegal: false,
            });
        };
        path.push(to_blank(direction));
    }
    Ok(path)
}

fn parse_words(text: &str) -> Result<Path, NotationError> {
    let mut path = Path::new();
    for (character, word) in words(text) {
        let direction = Direction::ALL
            .into_iter()
            .find(|direction| direction.word().eq_ignore_ascii_case(word));
        let Some(direction) = direction else {
            return Err(NotationError {
                move_number: path.len() + 1,
                character,
                found: word.into(),
                expected: "up, down, left or right".into(),
                illegal: false,
            });
        };
        path.push(direction);
    }
    Ok(path)
}

fn parse_numbers(text: &str, start: &Board) -> Result<Path, NotationError> {
    let mut board = start.clone();
    let mut path = Path::new();
    for (character, word) in words(text) {
        let tile = word.parse().ok().map(Tile);
        let step = board.moves().find(|&direction| {
            let next = board.size().neighbor(board.blank(), direction);
            next.map(|cell| board.tile(cell)) == tile
        });
        let Some(step) = step else {
            let mut near: Vec<u32> = board
                .moves()
                .filter_map(|direction| board.size().neighbor(board.blank(), direction))
                .map(|cell| board.tile(cell).0)
                .collect();
            near.sort_unstable();
            let near: Vec<String> = near.iter().map(u32::to_string).collect();
            let is_tile = |word: &str| {
                let tile = word.parse::<usize>();
                tile.is_ok_and(|tile| tile < board.tiles().len())
            };
            // A text that cannot be read is no path at all, wherever it would break before.
            let unreadable = words(text)
                .enumerate()
                .skip(path.len())
                .find(|(_, (_, word))| !is_tile(word));
            if let Some((index, (character, word))) = unreadable.filter(|(i, _)| *i > path.len()) {
                return Err(NotationError {
                    move_number: index + 1,
                    character,
                    found: word.into(),
                    expected: format!("a tile from 1 to {}", board.tiles().len() - 1),
                    illegal: false,
                });
            }
            return Err(NotationError {
                move_number: path.len() + 1,
                character,
                found: word.into(),
                expected: format!("a tile next to the blank: {}", near.join(", ")),
                illegal: is_tile(word),
            });
        };
        board.step(step);
        path.push(step);
    }
    Ok(path)
}

/// Greatest length of a run that is read, unless the board's own side is longer.
const MAX_RUN: usize = 10_000;

fn parse_slidy(text: &str, start: &Board) -> Result<Path, NotationError> {
    let longest = MAX_RUN.max(start.size().rows()).max(start.size().cols());
    let mut path = Path::new();
    let mut moves = 0;
    let mut rest = text.chars().enumerate().peekable();
    while let Some((index, letter)) = rest.next() {
        if is_separator(letter) {
            continue;
        }
        moves += 1;
        let fault = |found: String, expected: &str| NotationError {
            move_number: moves,
            character: index + 1,
            found,
            expected: expected.into(),
            illegal: false,
        };
        let Some(direction) = Direction::from_letter(letter) else {
            return Err(fault(
                letter.to_string(),
                "U, D, L or R and perhaps a count",
            ));
        };
        let mut count = String::new();
        while let Some((_, digit)) = rest.next_if(|(_, c)| c.is_ascii_digit()) {
            count.push(digit);
        }
        let run = match count.as_str() {
            "" => 1,
            digits => digits
                .parse()
                .ok()
                .filter(|run| (1..=longest).contains(run))
                .ok_or_else(|| {
                    let expected = format!("a count from 1 to {longest}");
                    fault(format!("{letter}{digits}"), &expected)
                })?,
        };
        path.extend(std::iter::repeat_n(direction.opposite(), run));
    }
    Ok(path)
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Notation {
    type Err = UnknownNotation;

    fn from_str(name: &str) -> Result<Notation, UnknownNotation> {
        Notation::ALL
            .into_iter()
            .find(|notation| notation.name() == name)
            .ok_or_else(|| UnknownNotation(name.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board() -> Board {
        "2 1 0/3 4 5".parse().unwrap()
    }

    #[test]
    fn one_path_in_every_notation() {
        let path = Notation::Blank.parse("lldr", &board()).unwrap();
        for (notation, text) in [
            (Notation::Blank, "lldr"),
            (Notation::Tile, "rrul"),
            (Notation::Numbers, "1 2 3 4"),
            (Notation::Words, "left left down right"),
            (Notation::Slidy, "R2UL"),
        ] {
            assert_eq!(notation.write(&path, &board()), text);
            assert_eq!(notation.parse(text, &board()), Ok(path.clone()));
            assert_eq!(
                notation.parse(&text.to_uppercase(), &board()),
                Ok(path.clone())
            );
            assert_eq!(notation.name().parse(), Ok(notation));
            assert_eq!(notation.write(&Path::new(), &board()), "");
            assert_eq!(notation.parse(" \n", &board()), Ok(Path::new()));
        }
    }

    #[test]
    fn python_lists_of_words_are_read() {
        assert_eq!(
            Notation::Words.parse("['left', 'LEFT', \"down\"]", &board()),
            Notation::Blank.parse("l,l d", &board())
        );
    }

    #[test]
    fn faults_are_placed() {
        let fault = |notation: Notation, text: &str| {
            notation.parse(text, &board()).unwrap_err().to_string()
        };
        assert_eq!(
            fault(Notation::Blank, "ll x"),
            "move 3, character 4: found \"x\", expected u, d, l or r"
        );
        assert_eq!(
            fault(Notation::Numbers, "1 3"),
            "move 2, character 3: found \"3\", expected a tile next to the blank: 1, 2, 4"
        );
        assert_eq!(
            fault(Notation::Numbers, "1 3 2 soon"),
            "move 4, character 7: found \"soon\", expected a tile from 1 to 5"
        );
        let illegal = |text: &str| Notation::Numbers.parse(text, &board()).unwrap_err().illegal;
        assert!(illegal("1 3 2") && !illegal("1 3 6") && !illegal("1 six"));
        assert_eq!(
            fault(Notation::Words, "left lef"),
            "move 2, character 6: found \"lef\", expected up, down, left or right"
        );
        assert_eq!(
            fault(Notation::Slidy, "R2U99999"),
            "move 2, character 3: found \"U99999\", expected a count from 1 to 10000"
        );
        assert!(Notation::Slidy.parse("2R", &board()).is_err());
        assert!(Notation::Slidy.parse("R0", &board()).is_err());
    }
}
