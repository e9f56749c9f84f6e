//! Writes answers as a dialect spells them.

use std::io::Write;

use taquin::{Board, Direction, Notation, Path};

use super::answer::{Answer, Solved};
use super::dialect::{Between, BoardStyle, Dialect, Part, Spelling};
use super::read::Case;

/// Appends the answer to a case, with its line end.
pub(super) fn write(
    dialect: &Dialect,
    case: &Case,
    limit: Option<usize>,
    answer: &Answer,
    out: &mut Vec<u8>,
) {
    let nothing = Solved::default();
    let (parts, solved) = match answer {
        Answer::Solved(solved) => (dialect.output.solved, solved),
        Answer::Unsolvable => (dialect.output.unsolvable, &nothing),
        Answer::TooLong => (dialect.output.too_long, &nothing),
    };
    for part in parts {
        match *part {
            Part::Text(text) => out.extend_from_slice(text.as_bytes()),
            Part::Line => out.push(b'\n'),
            Part::Case => number(case.number as u64, out),
            Part::Length => number(solved.length as u64, out),
            Part::Limit => number(limit.unwrap_or_default() as u64, out),
            Part::Expanded => number(solved.stats.expanded, out),
            Part::Peak => number(solved.stats.peak_stored, out),
            Part::Path(spelling) => path(spelling, &solved.path, &case.start, out),
            Part::Boards(style) => boards(style, &case.start, &solved.path, out),
            Part::Board => {
                if let Some(end) = &solved.board {
                    board(end, 0, out);
                }
            }
        }
    }
    // Boards end their own lines.
    if !matches!(parts.last(), Some(Part::Boards(_) | Part::Board)) {
        out.push(b'\n');
    }
}

fn number(number: u64, out: &mut Vec<u8>) {
    write!(out, "{number}").expect("a vector takes every write");
}

fn path(spelling: Spelling, path: &Path, start: &Board, out: &mut Vec<u8>) {
    if spelling.notation == Notation::Blank {
        return spell(spelling, path.iter().copied(), out);
    }
    let text = spelling.notation.write(path, start);
    spell(
        spelling,
        text.chars().filter_map(Direction::from_letter),
        out,
    );
}

/// Writes the moves that letters of the spelling's notation name.
fn spell(spelling: Spelling, moves: impl Iterator<Item = Direction>, out: &mut Vec<u8>) {
    let name = |named: Direction| spelling.moves[named as usize];
    if spelling.between == Between::Nothing {
        out.extend(moves.map(|named| name(named).as_bytes()[0]));
        return;
    }
    if spelling.between == Between::List {
        out.push(b'[');
    }
    for (index, named) in moves.enumerate() {
        match spelling.between {
            Between::Lines => out.push(b'\n'),
            Between::Space if index > 0 => out.push(b' '),
            Between::List if index > 0 => out.extend_from_slice(b", "),
            Between::Nothing | Between::Space | Between::List => {}
        }
        out.extend_from_slice(name(named).as_bytes());
    }
    if spelling.between == Between::List {
        out.push(b']');
    }
}

fn boards(style: BoardStyle, start: &Board, path: &Path, out: &mut Vec<u8>) {
    // Two columns as the Princeton client has them, more where the tiles need more.
    let width = (start.size().cells() - 1).to_string().len().max(2);
    let mut current = start.clone();
    for step in std::iter::once(None).chain(path.iter().map(Some)) {
        if let Some(&step) = step {
            assert!(current.step(step), "the path was replayed");
        }
        if style == BoardStyle::WithSide {
            number(start.size().rows() as u64, out);
            out.push(b'\n');
        }
        board(&current, width, out);
        out.push(b'\n');
    }
}

fn board(board: &Board, width: usize, out: &mut Vec<u8>) {
    for row in board.rows() {
        for (col, tile) in row.iter().enumerate() {
            if col > 0 {
                out.push(b' ');
            }
            write!(out, "{:width$}", tile.0).expect("a vector takes every write");
        }
        out.push(b'\n');
    }
}
