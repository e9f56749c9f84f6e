//! Somebody's moves, replayed and counted.

use super::{BlockedMove, Board, Metric, Path};

/// Where moves lead, and how many they are.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Replay {
    /// The board at the end.
    pub end: Board,
    /// Single-tile moves.
    pub stm: usize,
    /// Straight runs of the blank.
    pub mtm: usize,
    /// Why the board is not solved, if it is not.
    pub fault: Option<WrongEnd>,
}

/// The end of moves that do not lead to the goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the moves end with {}", self.in_words())]
#[non_exhaustive]
pub struct WrongEnd {
    /// Tiles that are not at home, the blank not counted.
    pub misplaced: usize,
}

impl WrongEnd {
    fn in_words(self) -> String {
        match self.misplaced {
            0 => "the blank in another place than the goal's".into(),
            1 => "1 tile misplaced".into(),
            n => format!("{n} tiles misplaced"),
        }
    }
}

impl Replay {
    /// Replays a path. Linear time.
    ///
    /// # Errors
    /// [`BlockedMove`] where the path leaves the board.
    ///
    /// # Panics
    /// If the goal has another size.
    ///
    /// ```
    /// use taquin::{Board, Direction, Goal, Path, Replay};
    /// let board: Board = "1 2 3/4 0 5".parse()?;
    /// let goal = Goal::Classic.board(board.size())?;
    /// let replay = Replay::new(&board, &Path::from(vec![Direction::Right]), &goal)?;
    /// assert_eq!((replay.stm, replay.fault), (1, None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(start: &Board, path: &Path, goal: &Board) -> Result<Replay, BlockedMove> {
        assert_eq!(start.size(), goal.size(), "the goal has another size");
        let end = start.after(path)?;
        let pairs = end.tiles().iter().zip(goal.tiles());
        let misplaced = pairs
            .filter(|(tile, home)| !tile.is_blank() && tile != home)
            .count();
        Ok(Replay {
            fault: (end != *goal).then_some(WrongEnd { misplaced }),
            end,
            stm: path.length(Metric::Stm),
            mtm: path.length(Metric::Mtm),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Direction, Goal};

    #[test]
    fn ends_in_words() {
        let replay = |text: &str, path: &str| {
            let board: Board = text.parse().unwrap();
            let goal = Goal::Classic.board(board.size()).unwrap();
            let steps = path
                .chars()
                .map(|letter| Direction::from_letter(letter).unwrap());
            Replay::new(&board, &steps.collect(), &goal)
        };
        let solved = replay("1 2 3/4 5 6/0 7 8", "rr").unwrap();
        assert_eq!((solved.stm, solved.mtm, solved.fault), (2, 1, None));
        for (text, path, words) in [
            (
                "1 2 3/4 5 6/0 7 8",
                "r",
                "the moves end with 1 tile misplaced",
            ),
            (
                "1 2 3/4 5 6/7 8 0",
                "lu",
                "the moves end with 2 tiles misplaced",
            ),
        ] {
            let replay = replay(text, path).unwrap();
            assert_eq!(replay.fault.unwrap().to_string(), words);
        }
        let blocked = replay("1 2 3/4 5 6/0 7 8", "rll");
        assert_eq!(blocked.unwrap_err().index, 2);
    }
}
