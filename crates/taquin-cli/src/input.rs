//! Where boards come from: an argument, `@FILE`, or standard input; and errors that name it.

use std::fmt;
use std::fs;
use std::io::{self, Read};

use taquin::{Board, ParseError, Position, Size, parse_board};

use crate::exit::Failure;

/// A text and the name that errors give it.
pub(crate) struct Source {
    name: Name,
    pub(crate) text: String,
}

#[derive(Clone, PartialEq, Eq)]
enum Name {
    Argument,
    Stdin,
    File(String),
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Name::Argument => f.write_str("argument"),
            Name::Stdin => f.write_str("standard input"),
            Name::File(path) => f.write_str(path),
        }
    }
}

impl Source {
    /// What an argument stands for: `-` for standard input, `@FILE` for a file, else itself.
    pub(crate) fn from_argument(argument: &str) -> Result<Source, Failure> {
        match (argument, argument.strip_prefix('@')) {
            ("-", _) => Source::stdin(),
            (_, Some(path)) => Source::file(path),
            _ => Ok(Source {
                name: Name::Argument,
                text: argument.into(),
            }),
        }
    }

    /// All of standard input.
    pub(crate) fn stdin() -> Result<Source, Failure> {
        let mut bytes = Vec::new();
        io::stdin()
            .lock()
            .read_to_end(&mut bytes)
            .map_err(|error| Failure::input(format!("standard input: {error}")))?;
        Source::from_bytes(Name::Stdin, bytes)
    }

    fn file(path: &str) -> Result<Source, Failure> {
        let bytes = fs::read(path).map_err(|error| Failure::input(format!("{path}: {error}")))?;
        Source::from_bytes(Name::File(path.into()), bytes)
    }

    fn from_bytes(name: Name, bytes: Vec<u8>) -> Result<Source, Failure> {
        match utf8(bytes) {
            Ok(text) => Ok(Source { name, text }),
            Err(error) => Err(Failure::input(format!("{name}: {error}"))),
        }
    }

    /// The text as one board.
    pub(crate) fn board(&self, size: Option<Size>) -> Result<Board, Failure> {
        parse_board(&self.text, size).map_err(|error| self.fault(&error))
    }

    /// An error of this source, with a hint where each line is a board.
    fn fault(&self, error: &ParseError) -> Failure {
        let hint = if self.has_a_board_a_line() {
            "; if each line is a board, read them with solve --batch FILE"
        } else {
            ""
        };
        Failure::input(format!("{}: {error}{hint}", self.name))
    }

    fn has_a_board_a_line(&self) -> bool {
        let is_board = |line: &str| parse_board(line, None).is_ok();
        let mut lines = self.text.lines().filter(|line| {
            let line = line.trim_start();
            !line.is_empty() && !line.starts_with('#')
        });
        lines.next().is_some_and(is_board) && lines.next().is_some_and(is_board)
    }
}

/// Bytes as text, or where they are none.
pub(crate) fn utf8(bytes: Vec<u8>) -> Result<String, ParseError> {
    String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let bytes = error.as_bytes();
        let before = String::from_utf8_lossy(&bytes[..good]);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |l| l.chars().count()) + 1;
        ParseError {
            position: Position { line, column },
            message: format!("found byte 0x{:02x}, expected UTF-8 text", bytes[good]),
        }
    })
}

/// The boards that a command's arguments name: each one, or standard input if there are none. A board that was not quoted is
/// put together again.
pub(crate) fn sources(arguments: &[String]) -> Vec<Result<Source, Failure>> {
    if arguments.is_empty() {
        return vec![Source::stdin()];
    }
    if is_unquoted(arguments) {
        return vec![Source::from_argument(&arguments.join(" "))];
    }
    arguments
        .iter()
        .map(|argument| Source::from_argument(argument))
        .collect()
}

/// The one board that a command's arguments name.
pub(crate) fn only_source(arguments: &[String]) -> Result<Source, Failure> {
    let mut sources = sources(arguments);
    match sources.len() {
        1 => sources.remove(0),
        found => Err(Failure::input(format!(
            "found {found} boards, expected one (quote it, so that it is one argument)"
        ))),
    }
}

/// Whether the arguments are the tiles of one board: several, all made of tiles and separators, and none a board by itself.
fn is_unquoted(arguments: &[String]) -> bool {
    let is_of_tiles = |argument: &String| {
        !argument.is_empty()
            && argument
                .chars()
                .all(|c| c.is_ascii_digit() || "xX_.,;/[]()".contains(c))
    };
    arguments.len() > 1
        && arguments.iter().all(is_of_tiles)
        && !arguments
            .iter()
            .any(|argument| parse_board(argument, None).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_without_quotes() {
        let unquoted = |text: &str| {
            let arguments: Vec<String> = text.split(' ').map(String::from).collect();
            is_unquoted(&arguments)
        };
        for text in [
            "1 2 3 4 5 6 7 8 0",
            "1 2 3 / 4 5 x",
            "1, 2, 3/4, 5, 0",
            "123 456 780",
            "1 2 3 4 5 6 7 8 8",
        ] {
            assert!(unquoted(text), "{text}");
        }
        for text in [
            "123456780",
            "1230 1203",
            "1 2 three",
            "1 -",
            "@a @b",
            "12 1230",
        ] {
            assert!(!unquoted(text), "{text}");
        }
    }
}
