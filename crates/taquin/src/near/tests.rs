use super::beam::{Pass, Supervisor};
use super::puzzle::Puzzle;
use crate::{Board, Cell, Scrambler, Size, Stop, Tile};

/// Lets every pass go on to its end.
pub(super) struct Unlimited;

impl Supervisor for Unlimited {
    fn tick(&mut self, _: u64, _: u64) -> Result<(), Stop> {
        Ok(())
    }

    fn wanted(&self) -> usize {
        usize::MAX
    }
}

/// A pass with the weights of a size.
pub(super) fn pass(width: usize, size: Size) -> Pass {
    Pass {
        width,
        weights: super::weights(size),
        seed: 0,
    }
}

/// The goal with the blank on a cell and the other cells numbered in order.
pub(super) fn goal(size: Size, home: Cell) -> Board {
    let mut tiles: Vec<Tile> = (1..size.cells() as u32).map(Tile).collect();
    tiles.insert(home.index(), Tile::BLANK);
    Board::from_permutation(size, tiles.into())
}

/// The puzzle of reaching a goal from a board, as they stand, not turned.
pub(super) fn puzzle(board: &Board, goal: &Board) -> Puzzle {
    let mut homes = vec![0; goal.tiles().len()];
    for (cell, tile) in (0..).zip(goal.tiles()) {
        homes[tile.index()] = cell;
    }
    let cells = board.tiles().iter().map(|tile| homes[tile.index()]);
    Puzzle::from_homes(goal.size(), cells.collect(), goal.blank())
}

/// Puzzles drawn uniformly, with the blank's home on a cell; the same each time.
pub(super) fn random_puzzles(size: Size, home: Cell, count: usize) -> Vec<Puzzle> {
    let goal = goal(size, home);
    let mut scrambler = Scrambler::new(u64::from(home.0) + 1);
    (0..count)
        .map(|_| puzzle(&scrambler.uniform(&goal), &goal))
        .collect()
}

#[test]
fn the_inverse_takes_a_path_backwards() {
    let size = Size::new(3, 4).unwrap();
    for start in random_puzzles(size, Cell(5), 10) {
        let inverse = start.inverse();
        assert_eq!(inverse.inverse(), start);
        let unlimited = crate::Watch::unlimited();
        let mut path = super::construct::solve(&inverse, &unlimited).unwrap();
        assert!(inverse.after(&path).is_solved());
        path.reverse();
        path.iter_mut().for_each(|step| *step = step.opposite());
        assert!(start.after(&path).is_solved());
        // Half way, and from there to the start of the other half.
        let middle = start.after(&path[..path.len() / 2]);
        assert!(
            start
                .until(&middle)
                .after(&path[..path.len() / 2])
                .is_solved()
        );
        assert!(start.until(&start).is_solved());
    }
}
