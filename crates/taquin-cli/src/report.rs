//! Boards and answers as JSON, and boards as text.

use std::io;

use clap::ValueEnum;
use serde::{Serialize, Serializer};
use taquin::Board;

use crate::exit::{Status, complain};

/// How boards are printed. Each is read back by every command; a single row on a line needs --size.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BoardFormat {
    /// 1 2 3/4 5 6/7 8 0
    Rows,
    /// The rows on lines, an empty line after each board
    Grid,
    /// The same under a line with the size
    Sized,
    /// [[1,2,3],[4,5,6],[7,8,0]]
    List,
    /// 123456780, letters after 9; squares of up to 36 cells
    Run,
}

/// A board as nested JSON arrays.
pub(crate) struct JsonBoard<'a>(pub(crate) &'a Board);

impl Serialize for JsonBoard<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(
            self.0
                .rows()
                .map(|row| row.iter().map(|tile| tile.0).collect::<Vec<u32>>()),
        )
    }
}

/// A value that prints as its display text.
pub(crate) struct JsonText<T>(pub(crate) T);

impl<T: std::fmt::Display> Serialize for JsonText<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

/// One JSON object on a line.
pub(crate) fn json_line(out: &mut dyn io::Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    out.write_all(b"\n")
}

/// What could not be answered, as a JSON object on a line.
pub(crate) fn json_error(out: &mut dyn io::Write, message: &str) -> io::Result<()> {
    #[derive(Serialize)]
    struct Error<'a> {
        error: &'a str,
    }
    json_line(out, &Error { error: message })
}

/// Tells of a board that cannot be used, in JSON also where its answer would be; the others go on.
pub(crate) fn bad_board(out: &mut dyn io::Write, json: bool, message: &str) -> io::Result<Status> {
    if json {
        json_error(out, message)?;
    }
    complain(message);
    Ok(Status::BadInput)
}

/// A board as rows of right-aligned tiles, each row on a line.
pub(crate) fn write_grid(out: &mut dyn io::Write, board: &Board) -> io::Result<()> {
    let width = (board.tiles().len() - 1).to_string().len();
    for row in board.rows() {
        for (col, tile) in row.iter().enumerate() {
            let space = if col > 0 { " " } else { "" };
            write!(out, "{space}{tile:>width$}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// A board in a format; those of several lines end with their last row's newline, the others without one.
pub(crate) fn write_board(
    out: &mut dyn io::Write,
    board: &Board,
    format: BoardFormat,
) -> io::Result<()> {
    match format {
        BoardFormat::Rows => write!(out, "{board}"),
        BoardFormat::Grid => write_grid(out, board),
        BoardFormat::Sized => {
            let size = board.size();
            if size.is_square() {
                writeln!(out, "{}", size.rows())?;
            } else {
                writeln!(out, "{} {}", size.rows(), size.cols())?;
            }
            write_grid(out, board)
        }
        BoardFormat::List => serde_json::to_writer(out, &JsonBoard(board)).map_err(io::Error::from),
        BoardFormat::Run => {
            let digit = |tile: &taquin::Tile| char::from_digit(tile.0, 36).unwrap_or('?');
            let run: String = board.tiles().iter().map(digit).collect();
            out.write_all(run.as_bytes())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_is_read_back() {
        for text in ["1 2 3/4 5 6/7 0 8", "3 1 2/5 4 0", "1 0/", "2/0/1"] {
            let board: Board = text.parse().unwrap();
            for &format in BoardFormat::value_variants() {
                if format == BoardFormat::Run && !board.size().is_square() {
                    continue;
                }
                let mut written = Vec::new();
                write_board(&mut written, &board, format).unwrap();
                let written = String::from_utf8(written).unwrap();
                let size = (board.size().rows() == 1).then_some(board.size());
                assert_eq!(
                    taquin::parse_board(&written, size),
                    Ok(board.clone()),
                    "{written}"
                );
            }
        }
        let board: Board = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0".parse().unwrap();
        let mut written = Vec::new();
        write_board(&mut written, &board, BoardFormat::Run).unwrap();
        assert_eq!(written, b"123456789abcdef0");
    }
}
