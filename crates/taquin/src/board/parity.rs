//! Whether one board can be reached from another, and why not. Linear time, any rectangle.
//!
//! A move exchanges the blank with a neighbor: it flips the parity of the permutation that takes one board to the other
//! (blank included) and the parity of the blank's taxicab distance between the two. So boards whose two parities differ never
//! meet; on rectangles of two and more rows and columns all others do (Johnson and Story, 1879). On a single line tiles
//! cannot pass each other, and only their order decides.

use std::fmt;

use super::{Board, GoalSizeError, Size, Tile};

/// What decides whether a goal can be reached; displays as a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solvability {
    size: Size,
    odd: bool,
    cycles: usize,
    blank_distance: usize,
    obstacle: Option<Unsolvable>,
}

/// Why a goal cannot be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsolvable {
    /// The two parities differ.
    #[error(
        "the tiles form an {} permutation of the goal, but the blank is {blank_distance} {} from home: \
         every move changes both parities, so they can never both become even",
        parity_word(*odd),
        if *blank_distance == 1 { "cell" } else { "cells" },
    )]
    Parity {
        /// Whether the permutation from the goal, blank included, is odd.
        odd: bool,
        /// The blank's taxicab distance from home, of the other parity.
        blank_distance: usize,
    },
    /// On a single line, another order of tiles.
    #[error(
        "on a single line tiles cannot pass each other, and tile {found} comes where the goal's order has {expected}"
    )]
    Order {
        /// The first tile out of order.
        found: Tile,
        /// The goal's tile at that place in the order.
        expected: Tile,
    },
}

const fn parity_word(odd: bool) -> &'static str {
    if odd { "odd" } else { "even" }
}

impl Solvability {
    /// Whether the goal can be reached.
    pub const fn is_solvable(&self) -> bool {
        self.obstacle.is_none()
    }

    /// Why the goal cannot be reached, if it cannot.
    pub const fn obstacle(&self) -> Option<Unsolvable> {
        self.obstacle
    }

    /// Whether the permutation that takes the goal to the board, blank included, is odd.
    pub const fn is_odd(&self) -> bool {
        self.odd
    }

    /// The number of cycles of that permutation, fixed cells included.
    pub const fn cycles(&self) -> usize {
        self.cycles
    }

    /// The blank's taxicab distance from home.
    pub const fn blank_distance(&self) -> usize {
        self.blank_distance
    }

    /// `Err` with the reason if the goal cannot be reached.
    ///
    /// # Errors
    /// [`Unsolvable`].
    pub const fn check(&self) -> Result<(), Unsolvable> {
        match self.obstacle {
            None => Ok(()),
            Some(reason) => Err(reason),
        }
    }
}

impl fmt::Display for Solvability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.obstacle {
            Some(reason) => write!(f, "unsolvable: {reason}"),
            None if self.size.is_line() => {
                f.write_str("solvable: on a single line, the tiles stand in the goal's order")
            }
            None => write!(
                f,
                "solvable: the permutation and the blank's distance are both {}",
                parity_word(self.odd)
            ),
        }
    }
}

/// Decides whether `goal` can be reached from `start`. Linear time, no search.
///
/// # Errors
/// [`GoalSizeError`] if the two have different sizes.
///
/// ```
/// use taquin::{Board, solvability};
/// let start: Board = "1 2 3/4 5 6/8 7 0".parse()?;
/// let goal: Board = "1 2 3/4 5 6/7 8 0".parse()?;
/// assert!(!solvability(&start, &goal)?.is_solvable());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solvability(start: &Board, goal: &Board) -> Result<Solvability, GoalSizeError> {
    let size = start.size();
    if goal.size() != size {
        return Err(GoalSizeError {
            goal: goal.size(),
            board: size,
        });
    }
    let cycles = count_cycles(start, goal);
    let odd = (size.cells() - cycles) % 2 == 1;
    let blank_distance = size.taxicab(start.blank(), goal.blank());
    let obstacle = if size.is_line() {
        out_of_order(start, goal)
    } else if odd != (blank_distance % 2 == 1) {
        Some(Unsolvable::Parity {
            odd,
            blank_distance,
        })
    } else {
        None
    };
    Ok(Solvability {
        size,
        odd,
        cycles,
        blank_distance,
        obstacle,
    })
}

/// Cycles of the permutation that sends each cell to the home of the tile standing on it.
fn count_cycles(start: &Board, goal: &Board) -> usize {
    let homes = goal.cells_by_tile();
    let mut next: Vec<u32> = start
        .tiles()
        .iter()
        .map(|tile| homes[tile.index()].0)
        .collect();
    const DONE: u32 = u32::MAX;
    let mut cycles = 0;
    for cell in 0..next.len() {
        if next[cell] == DONE {
            continue;
        }
        cycles += 1;
        let mut at = cell;
        while next[at] != DONE {
            at = std::mem::replace(&mut next[at], DONE) as usize;
        }
    }
    cycles
}

fn out_of_order(start: &Board, goal: &Board) -> Option<Unsolvable> {
    fn order(board: &Board) -> impl Iterator<Item = Tile> {
        board
            .tiles()
            .iter()
            .copied()
            .filter(|tile| !tile.is_blank())
    }
    order(start)
        .zip(order(goal))
        .find(|(found, expected)| found != expected)
        .map(|(found, expected)| Unsolvable::Order { found, expected })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{HashSet, VecDeque};

    fn reachable(goal: &Board) -> HashSet<Board> {
        let mut seen = HashSet::from([goal.clone()]);
        let mut queue = VecDeque::from([goal.clone()]);
        while let Some(board) = queue.pop_front() {
            for direction in board.moves() {
                let mut next = board.clone();
                next.step(direction);
                if seen.insert(next.clone()) {
                    queue.push_back(next);
                }
            }
        }
        seen
    }

    /// Every permutation of every small rectangle, against a search that visits all that can be reached.
    #[test]
    fn parity_agrees_with_exhaustive_search_on_small_rectangles() {
        for (rows, cols) in [
            (1, 2),
            (1, 5),
            (6, 1),
            (2, 2),
            (2, 3),
            (3, 2),
            (2, 4),
            (4, 2),
        ] {
            let size = Size::new(rows, cols).unwrap();
            let goals = [
                crate::Goal::Classic.board(size).unwrap(),
                crate::Goal::BlankFirst.board(size).unwrap(),
                crate::Goal::Snail.board(size).unwrap(),
            ];
            for goal in goals {
                let reachable = reachable(&goal);
                let mut solvable = 0;
                for rank in 0..crate::board::factorial(size.cells()) {
                    let start = Board::unrank(size, rank).unwrap();
                    let verdict = solvability(&start, &goal).unwrap();
                    assert_eq!(
                        verdict.is_solvable(),
                        reachable.contains(&start),
                        "{start:?}"
                    );
                    solvable += usize::from(verdict.is_solvable());
                }
                assert_eq!(solvable, reachable.len());
            }
        }
    }

    #[test]
    fn reasons_are_sentences() {
        let goal: Board = "1 2 3/4 5 6/7 8 0".parse().unwrap();
        let say = |text: &str, goal: &Board| {
            solvability(&text.parse().unwrap(), goal)
                .unwrap()
                .to_string()
        };
        assert_eq!(
            say("1 2 3/4 5 6/8 7 0", &goal),
            "unsolvable: the tiles form an odd permutation of the goal, but the blank is 0 cells from home: \
             every move changes both parities, so they can never both become even"
        );
        assert_eq!(
            say("1 2 3/4 5 6/7 0 8", &goal),
            "solvable: the permutation and the blank's distance are both odd"
        );
        assert_eq!(
            say("2 3 1 0/", &"1 2 3 0/".parse().unwrap()),
            "unsolvable: on a single line tiles cannot pass each other, and tile 2 comes where the goal's order has 1"
        );
    }
}
