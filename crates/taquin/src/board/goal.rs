//! What a solved board looks like.

use std::fmt;

use super::{Board, Cell, Size, Tile};

/// The board to be reached.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Goal {
    /// `1 2 … n`, blank last.
    #[default]
    Classic,
    /// Blank, then `1 2 … n`.
    BlankFirst,
    /// `1 2 … n` in a clockwise spiral from the top left, the blank where it ends; on 3×3 this is `123804765`.
    Snail,
    /// Any board.
    Explicit(Board),
}

/// An explicit goal of another size than the board's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the goal is {goal}, the board is {board}: expected the same size")]
pub struct GoalSizeError {
    /// The goal's size.
    pub goal: Size,
    /// The size asked for.
    pub board: Size,
}

impl Goal {
    /// The names of the goals that need no board.
    pub const NAMES: [&'static str; 3] = ["classic", "blank-first", "snail"];

    /// The goal with one of [`Goal::NAMES`].
    pub fn from_name(name: &str) -> Option<Goal> {
        match name {
            "classic" => Some(Goal::Classic),
            "blank-first" => Some(Goal::BlankFirst),
            "snail" => Some(Goal::Snail),
            _ => None,
        }
    }

    /// The solved board of a size.
    ///
    /// # Errors
    /// [`GoalSizeError`] if the goal is explicit and of another size.
    pub fn board(&self, size: Size) -> Result<Board, GoalSizeError> {
        let tiles = size.cells() as u32;
        let tiles: Box<[Tile]> = match self {
            Goal::Classic => (1..tiles).chain([0]).map(Tile).collect(),
            Goal::BlankFirst => (0..tiles).map(Tile).collect(),
            Goal::Snail => {
                let mut board = vec![Tile::BLANK; size.cells()];
                for (cell, tile) in spiral(size).zip(1..tiles) {
                    board[cell.index()] = Tile(tile);
                }
                board.into()
            }
            Goal::Explicit(board) if board.size() == size => return Ok(board.clone()),
            Goal::Explicit(board) => {
                return Err(GoalSizeError {
                    goal: board.size(),
                    board: size,
                });
            }
        };
        Ok(Board::from_permutation(size, tiles))
    }
}

impl fmt::Display for Goal {
    /// The name, or the explicit board.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Goal::Classic => f.write_str("classic"),
            Goal::BlankFirst => f.write_str("blank-first"),
            Goal::Snail => f.write_str("snail"),
            Goal::Explicit(board) => board.fmt(f),
        }
    }
}

/// The cells in a clockwise spiral from the top left.
fn spiral(size: Size) -> impl Iterator<Item = Cell> {
    let rings = size.rows().min(size.cols()).div_ceil(2);
    (0..rings).flat_map(move |ring| {
        let (top, left) = (ring, ring);
        let (bottom, right) = (size.rows() - 1 - ring, size.cols() - 1 - ring);
        let down = (top + 1..=bottom).map(move |row| size.cell(row, right));
        // A ring of one row or one column has no way back.
        let (back, up) = if bottom > top && right > left {
            (left..right, top + 1..bottom)
        } else {
            (0..0, 0..0)
        };
        (left..=right)
            .map(move |col| size.cell(top, col))
            .chain(down)
            .chain(back.rev().map(move |col| size.cell(bottom, col)))
            .chain(up.rev().map(move |row| size.cell(row, left)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn goal(goal: &Goal, rows: u64, cols: u64) -> String {
        goal.board(Size::new(rows, cols).unwrap())
            .unwrap()
            .to_string()
    }

    #[test]
    fn named_goals() {
        assert_eq!(goal(&Goal::Classic, 2, 3), "1 2 3/4 5 0");
        assert_eq!(goal(&Goal::BlankFirst, 2, 3), "0 1 2/3 4 5");
        assert_eq!(goal(&Goal::Snail, 3, 3), "1 2 3/8 0 4/7 6 5");
        assert_eq!(
            goal(&Goal::Snail, 4, 4),
            "1 2 3 4/12 13 14 5/11 0 15 6/10 9 8 7"
        );
        assert_eq!(goal(&Goal::Snail, 2, 4), "1 2 3 4/0 7 6 5");
        assert_eq!(goal(&Goal::Snail, 4, 2), "1 2/0 3/7 4/6 5");
        assert_eq!(goal(&Goal::Snail, 1, 4), "1 2 3 0/");
        assert_eq!(goal(&Goal::Snail, 3, 1), "1/2/0");
        assert_eq!(goal(&Goal::Snail, 3, 4), "1 2 3 4/10 11 0 5/9 8 7 6");
        assert_eq!(goal(&Goal::Snail, 4, 3), "1 2 3/10 11 4/9 0 5/8 7 6");
    }

    #[test]
    fn every_snail_is_a_connected_spiral() {
        for rows in 1..=9 {
            for cols in 1..=9 {
                let Ok(size) = Size::new(rows, cols) else {
                    continue;
                };
                let cells: Vec<Cell> = spiral(size).collect();
                assert_eq!(cells.len(), size.cells(), "{size}");
                assert!(
                    cells
                        .windows(2)
                        .all(|pair| size.taxicab(pair[0], pair[1]) == 1)
                );
                assert!(Goal::Snail.board(size).is_ok());
            }
        }
    }

    #[test]
    fn an_explicit_goal_keeps_its_size() {
        let explicit = Goal::Explicit("1 2/0 3".parse().unwrap());
        assert_eq!(goal(&explicit, 2, 2), "1 2/0 3");
        assert!(explicit.board(Size::new(2, 3).unwrap()).is_err());
    }
}
