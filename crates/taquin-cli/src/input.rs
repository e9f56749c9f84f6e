//! Where boards come from: an argument, `@FILE`, or standard input; and errors that name it.
//!
//! Input has a bound of 1 GiB; the largest board takes little more than half of it. Text ends at a NUL byte, which no text has, so a
//! device without an end is refused at once. Of a line nothing behind the NUL is kept. The judges' input is read whole, within the same
//! bound.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::PathBuf;

use taquin::{Board, ParseError, Position, Size, parse_board};

use crate::exit::Failure;

/// Greatest number of bytes of an input.
const MOST_BYTES: usize = 1 << 30;

/// What an argument stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Argument {
    /// Itself.
    Text(String),
    /// `@FILE`: what is in a file.
    File(PathBuf),
    /// `-`: standard input.
    Stdin,
}

impl Argument {
    /// Takes apart an argument, in which only the name of a file may be other than UTF-8.
    pub(crate) fn new(argument: OsString) -> Result<Argument, String> {
        match argument.into_string() {
            Ok(text) if text == "-" => Ok(Argument::Stdin),
            Ok(text) => Ok(match text.strip_prefix('@') {
                Some(path) => Argument::File(path.into()),
                None => Argument::Text(text),
            }),
            Err(argument) => file_of(&argument)
                .map(|path| Argument::File(path.into()))
                .ok_or_else(|| "expected UTF-8 text, or @FILE".into()),
        }
    }
}

/// The name behind `@`.
#[cfg(unix)]
fn file_of(argument: &OsStr) -> Option<OsString> {
    use std::os::unix::ffi::{OsStrExt, OsStringExt};
    let name = argument.as_bytes().strip_prefix(b"@")?;
    Some(OsString::from_vec(name.to_vec()))
}

/// The name behind `@`.
#[cfg(windows)]
fn file_of(argument: &OsStr) -> Option<OsString> {
    use std::os::windows::ffi::{OsStrExt, OsStringExt};
    let units: Vec<u16> = argument.encode_wide().collect();
    units
        .strip_prefix(&[u16::from(b'@')])
        .map(OsString::from_wide)
}

/// The name behind `@`.
#[cfg(not(any(unix, windows)))]
fn file_of(_: &OsStr) -> Option<OsString> {
    None
}

/// A text and the name that errors give it.
pub(crate) struct Source {
    name: Name,
    pub(crate) text: String,
}

#[derive(Clone, PartialEq, Eq)]
enum Name {
    Argument,
    Stdin,
    File(PathBuf),
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Name::Argument => f.write_str("argument"),
            Name::Stdin => f.write_str("standard input"),
            Name::File(path) => path.display().fmt(f),
        }
    }
}

impl Source {
    /// The text that an argument stands for.
    pub(crate) fn of(argument: &Argument) -> Result<Source, Failure> {
        match argument {
            Argument::Stdin => Source::stdin(),
            Argument::File(path) => {
                let name = Name::File(path.clone());
                match File::open(path) {
                    Ok(file) => Source::read(name, BufReader::with_capacity(1 << 16, file)),
                    Err(error) => Err(Failure::input(format!("{name}: {error}"))),
                }
            }
            Argument::Text(text) => Ok(Source {
                name: Name::Argument,
                text: text.clone(),
            }),
        }
    }

    /// All of standard input.
    pub(crate) fn stdin() -> Result<Source, Failure> {
        Source::read(Name::Stdin, io::stdin().lock())
    }

    /// To the end, or to a NUL byte: no text has any, so what follows need not be read, and a device may have no end.
    fn read(name: Name, mut reader: impl BufRead) -> Result<Source, Failure> {
        let fault = |error: &dyn fmt::Display| Failure::input(format!("{name}: {error}"));
        let mut bytes = Vec::new();
        read_to(b'\0', &mut reader, &mut bytes).map_err(|error| fault(&error))?;
        let text = utf8(bytes).map_err(|error| fault(&error))?;
        Ok(Source { name, text })
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

/// All bytes of a reader, if they are not too many.
pub(crate) fn read_bounded(reader: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > MOST_BYTES {
        return Err(too_long());
    }
    Ok(bytes)
}

/// Reads to a byte, which is included, or the end; of a piece with a NUL byte, which is no text, only what is before and that.
pub(crate) fn read_to(end: u8, reader: &mut dyn BufRead, piece: &mut Vec<u8>) -> io::Result<()> {
    let mut read = 0;
    let mut is_text = true;
    loop {
        let chunk = match reader.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            chunk => chunk?,
        };
        let through = |byte: u8, bytes: &[u8]| {
            let at = bytes.iter().position(|&b| b == byte);
            at.map(|at| at + 1)
        };
        let ended = through(end, chunk).or(chunk.is_empty().then_some(0));
        let used = ended.unwrap_or(chunk.len());
        if is_text {
            let text = through(0, &chunk[..used]);
            piece.extend_from_slice(&chunk[..text.unwrap_or(used)]);
            is_text = text.is_none();
        }
        reader.consume(used);
        read += used;
        if read > MOST_BYTES {
            return Err(too_long());
        }
        if ended.is_some() {
            return Ok(());
        }
    }
}

fn too_long() -> io::Error {
    io::Error::other("longer than 1 GiB, more than the largest board takes")
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
pub(crate) fn sources(arguments: &[Argument]) -> Vec<Result<Source, Failure>> {
    if arguments.is_empty() {
        return vec![Source::stdin()];
    }
    if let Some(board) = unquoted(arguments) {
        return vec![Source::of(&Argument::Text(board))];
    }
    arguments.iter().map(Source::of).collect()
}

/// The one board that a command's arguments name.
pub(crate) fn only_source(arguments: &[Argument]) -> Result<Source, Failure> {
    let mut sources = sources(arguments);
    match sources.len() {
        1 => sources.remove(0),
        found => Err(Failure::input(format!(
            "found {found} boards, expected one (quote it, so that it is one argument)"
        ))),
    }
}

/// The one board whose tiles the arguments are: several, all made of tiles and separators, and none a board by itself.
fn unquoted(arguments: &[Argument]) -> Option<String> {
    let is_of_tiles = |text: &str| {
        let is_of_tile = |c: char| c.is_ascii_digit() || "xX_.,;/[]()".contains(c);
        !text.is_empty() && text.chars().all(is_of_tile) && parse_board(text, None).is_err()
    };
    let texts: Option<Vec<&str>> = arguments
        .iter()
        .map(|argument| match argument {
            Argument::Text(text) if is_of_tiles(text) => Some(text.as_str()),
            _ => None,
        })
        .collect();
    texts
        .filter(|texts| texts.len() > 1)
        .map(|texts| texts.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_without_quotes() {
        let unquoted = |text: &str| {
            let words = text.split(' ').map(OsString::from);
            let arguments: Vec<_> = words.map(|word| Argument::new(word).unwrap()).collect();
            let board = unquoted(&arguments);
            assert!(board.is_none() || board.as_deref() == Some(text));
            board.is_some()
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

    #[test]
    fn pieces_end_where_they_should() {
        let pieces = |end: u8, text: &[u8]| {
            let mut reader = BufReader::with_capacity(3, text);
            let mut pieces: Vec<Vec<u8>> = Vec::new();
            loop {
                let mut piece = Vec::new();
                read_to(end, &mut reader, &mut piece).unwrap();
                if piece.is_empty() {
                    return pieces;
                }
                pieces.push(piece);
            }
        };
        let lines = pieces(b'\n', b"1 2 3 0\n\n12\x0034567\nlast");
        assert_eq!(lines, [&b"1 2 3 0\n"[..], b"\n", b"12\x00", b"last"]);
        assert_eq!(pieces(0, b"123\x00456\x00")[0], b"123\x00");
    }

    #[test]
    fn what_has_no_end_is_an_error() {
        let mut piece = Vec::new();
        let error = read_to(b'\n', &mut BufReader::new(io::repeat(0)), &mut piece);
        assert!(error.unwrap_err().to_string().contains("1 GiB"));
        assert_eq!(piece, [0]);
    }

    #[cfg(unix)]
    #[test]
    fn names_of_files_may_be_any_bytes() {
        use std::os::unix::ffi::OsStringExt;
        let argument = |bytes: &[u8]| Argument::new(OsString::from_vec(bytes.to_vec()));
        let Ok(Argument::File(path)) = argument(b"@b\xff") else {
            panic!("a file");
        };
        assert_eq!(path.as_os_str().len(), 2);
        assert!(argument(b"1 2 3 \xff").is_err());
        assert_eq!(argument(b"-"), Ok(Argument::Stdin));
    }
}
