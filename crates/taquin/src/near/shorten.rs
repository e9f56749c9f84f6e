//! Shorter paths by looking at the path alone.

use std::collections::HashMap;

use super::beam::Hashing;
use super::puzzle::Puzzle;
use crate::{Cell, Direction};

/// The path without its loops: wherever it comes back to a state, what lies between is left out. So no step takes back the one
/// before it. Linear time.
pub(super) fn without_loops(puzzle: &Puzzle, path: &[Direction]) -> Vec<Direction> {
    let size = puzzle.size();
    let hashing = Hashing::new(size.cells());
    let mut now = puzzle.clone();
    let mut hash = hashing.of(puzzle.cells(), puzzle.home());
    let mut hashes = vec![hash];
    let mut first_at = HashMap::from([(hash, 0)]);
    let mut kept: Vec<Direction> = Vec::with_capacity(path.len());
    for &step in path {
        let to = now.blank();
        let from = size.neighbor(Cell(to as u32), step);
        let from = from.expect("a path stays on the board").index();
        hash = hashing.after(hash, now.cells()[from] as usize, from, to);
        now.step(step);
        if let Some(&length) = first_at.get(&hash) {
            for gone in hashes.drain(length + 1..) {
                first_at.remove(&gone);
            }
            kept.truncate(length);
        } else {
            kept.push(step);
            hashes.push(hash);
            first_at.insert(hash, kept.len());
        }
    }
    // Two states of one path with one 64-bit hash are not to be expected, but would spoil it.
    if puzzle.after(&kept) == now {
        kept
    } else {
        crate::Path::from(path.to_vec()).cancelled().to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Size;
    use crate::near::tests::random_puzzles;

    #[test]
    fn loops_and_reversals_go() {
        let size = Size::new(2, 3).unwrap();
        let start = random_puzzles(size, Cell(0), 1).remove(0);
        let start = Puzzle::from_homes(size, start.until(&start).cells().into(), Cell(0));
        let steps = |letters: &str| -> Vec<Direction> {
            letters.chars().filter_map(Direction::from_letter).collect()
        };
        let around = "drul".repeat(3);
        for (path, expected) in [
            ("", ""),
            ("rl", ""),
            ("rdudl", "rdl"),
            ("drrllu", ""),
            (&around, ""),
            (&format!("{around}rd"), "rd"),
            ("drulr", "dru"),
            ("drrul", "drrul"),
        ] {
            let expected = steps(expected);
            assert_eq!(without_loops(&start, &steps(path)), expected, "{path}");
        }
    }
}
