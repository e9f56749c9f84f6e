//! Shorter paths by solving pieces of them again.
//!
//! While the blank makes 40 steps it stays in a small rectangle, and tiles only change places within it. So a piece of a path is a path
//! of a small puzzle, whatever the size of the board: from the rectangle as it is to what it becomes. A narrow beam often finds a
//! shorter one, because a beam on the whole board keeps what is best for all of it, not what is shortest for a piece.
//!
//! Measured by nodes, one thread:
//!
//! | board and width of the pass | pieces and their width | shorter by | nodes, as a share of the pass |
//! |---|---|---|---|
//! | 20×20, 200 | 30 steps, 20 | 2 to 2.5 % | a sixth |
//! | 20×20, 200 | 30 steps, 50 to 60 | 3 to 4 % | two fifths |
//! | 20×20, 400 instead of 200 | none | about 4.5 % | the pass twice |
//! | 10×10, 1,000 | | 1 % | a twentieth |
//! | 5×5 | | 0.4 moves | |
//! | 20×20, 200 | 200 steps, 1,000 | 1.6 to 3 % | eight times |
//!
//! So long pieces with wide beams do not pay: a beam does well in the small, and what it loses it loses in the whole.

use super::beam::{Ending, Pass, Supervisor};
use super::puzzle::Puzzle;
use crate::{Cell, Direction, Size, Stop};

/// Steps in a piece.
const LENGTH: usize = 40;
/// Steps from the begin of one piece to the begin of the next.
const APART: usize = LENGTH / 2;

/// The path with every piece replaced for which a pass finds a shorter one.
///
/// # Errors
/// The [`Stop`] of the supervisor.
pub(super) fn shorten(
    puzzle: &Puzzle,
    path: &[Direction],
    pass: Pass,
    supervisor: &mut impl Supervisor,
) -> Result<Vec<Direction>, Stop> {
    let mut now = puzzle.clone();
    let mut done: Vec<Direction> = Vec::with_capacity(path.len());
    // The next step last.
    let mut ahead: Vec<Direction> = path.iter().rev().copied().collect();
    while !ahead.is_empty() {
        let length = ahead.len().min(LENGTH);
        let piece: Vec<Direction> = ahead.iter().rev().take(length).copied().collect();
        let mut shorter = Shorter {
            supervisor,
            wanted: length - 1,
        };
        let ending = match around(&now, &piece) {
            Some(small) => {
                let weights = super::weights(small.size());
                Pass { weights, ..pass }.run(&small, &mut shorter)?
            }
            None => Ending::TooLong,
        };
        if let Ending::Solved(better) = ending {
            ahead.truncate(ahead.len() - length);
            for &step in better.iter().rev() {
                put_before(&mut ahead, step);
            }
            for step in done.drain(done.len().saturating_sub(APART)..).rev() {
                now.step(step.opposite());
                put_before(&mut ahead, step);
            }
        } else {
            for step in ahead.drain(ahead.len().saturating_sub(APART)..).rev() {
                now.step(step);
                done.push(step);
            }
        }
    }
    Ok(done)
}

/// Puts a step in front of the steps ahead, whose next one stands last. Two opposite steps cancel out.
fn put_before(ahead: &mut Vec<Direction>, step: Direction) {
    if ahead.last() == Some(&step.opposite()) {
        ahead.pop();
    } else {
        ahead.push(step);
    }
}

/// The rectangle in which the blank walks, as a puzzle. `None` if it is a line, on which no other way is shorter.
fn around(puzzle: &Puzzle, walk: &[Direction]) -> Option<Puzzle> {
    let size = puzzle.size();
    let end = puzzle.after(walk);
    let mut cell = Cell(puzzle.blank() as u32);
    let (mut rows, mut cols) = ([usize::MAX, 0], [usize::MAX, 0]);
    let mut visit = |cell| {
        let (row, col) = (size.row(cell), size.col(cell));
        rows = [rows[0].min(row), rows[1].max(row)];
        cols = [cols[0].min(col), cols[1].max(col)];
    };
    visit(cell);
    for &step in walk {
        cell = size.neighbor(cell, step)?;
        visit(cell);
    }
    let small = Size::new(
        (rows[1] - rows[0] + 1) as u64,
        (cols[1] - cols[0] + 1) as u64,
    )
    .ok()
    .filter(|small| !small.is_line())?;
    let whole = |cell: Cell| size.cell(rows[0] + small.row(cell), cols[0] + small.col(cell));
    let named = |puzzle: &Puzzle, cell| puzzle.cells()[whole(cell).index()];
    let mut homes: Vec<(u32, u32)> = small
        .all_cells()
        .map(|cell| (named(&end, cell), cell.0))
        .collect();
    homes.sort_unstable();
    let home = |name: u32| {
        let at = homes.binary_search_by_key(&name, |&(name, _)| name);
        homes[at.expect("no tile leaves the rectangle")].1
    };
    let cells = small.all_cells().map(|cell| home(named(puzzle, cell)));
    let blank = home(puzzle.home() as u32);
    Some(Puzzle::from_homes(small, cells.collect(), Cell(blank)))
}

/// The supervisor of a piece: it wants fewer than `wanted` steps.
struct Shorter<'s, S> {
    supervisor: &'s mut S,
    wanted: usize,
}

impl<S: Supervisor> Supervisor for Shorter<'_, S> {
    fn tick(&mut self, expanded: u64, generated: u64) -> Result<(), Stop> {
        self.supervisor.tick(expanded, generated)
    }

    fn wanted(&self) -> usize {
        self.wanted
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::near::tests::{Unlimited, goal, pass, puzzle, random_puzzles};
    use crate::near::{construct, shorten as loops};
    use crate::{Goal, Solver, Watch};

    #[test]
    fn pieces_become_shorter_and_the_end_stays() {
        for (rows, cols) in [(3, 3), (2, 7), (5, 4), (9, 9)] {
            let size = Size::new(rows, cols).unwrap();
            let (mut before, mut after) = (0, 0);
            for start in random_puzzles(size, Cell(1), 5) {
                let path = construct::solve(&start, &Watch::unlimited()).unwrap();
                let path = loops::without_loops(&start, &path);
                let shorter = shorten(&start, &path, pass(20, size), &mut Unlimited).unwrap();
                assert!(start.after(&shorter).is_solved());
                assert!(shorter.len() <= path.len());
                before += path.len();
                after += shorter.len();
                assert!(!shorter.windows(2).any(|two| two[0] == two[1].opposite()));
            }
            assert!(after * 10 < before * 9, "{size}: {before} {after}");
        }
    }

    /// With beams that hold every state of a 2×3 rectangle, no piece that stays in one can be made shorter.
    #[test]
    fn pieces_are_shortest_where_beams_hold_all_states() {
        let size = Size::new(2, 3).unwrap();
        let goal = goal(size, Cell(0));
        let solver = Solver::new().goal(Goal::Explicit(goal.clone()));
        let mut scrambler = crate::Scrambler::new(3);
        for _ in 0..40 {
            let board = scrambler.uniform(&goal);
            let start = puzzle(&board, &goal);
            let path = construct::solve(&start, &Watch::unlimited()).unwrap();
            let shorter = shorten(&start, &path, pass(720, size), &mut Unlimited).unwrap();
            if path.len() <= LENGTH {
                assert_eq!(shorter.len(), solver.distance(&board).unwrap());
            }
        }
    }

    #[test]
    fn a_piece_is_a_puzzle_of_its_rectangle() {
        let size = Size::new(6, 7).unwrap();
        let start = random_puzzles(size, Cell(40), 1).remove(0);
        let path = construct::solve(&start, &Watch::unlimited()).unwrap();
        let mut now = start;
        for piece in path.chunks(LENGTH) {
            match around(&now, piece) {
                Some(small) => {
                    assert!(small.size().cells() <= (LENGTH / 2 + 1) * (LENGTH / 2 + 1));
                    assert!(small.after(piece).is_solved());
                }
                None => assert!(piece.windows(2).all(|two| two[0] == two[1])),
            }
            now = now.after(piece);
        }
        assert!(around(&now, &[]).is_none());
    }
}
