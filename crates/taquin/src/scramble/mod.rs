//! Random boards from a seed.
//!
//! `rand_chacha` promises the same stream on every platform and in every version. The shuffle and the unbiased draw are written here,
//! because those of `rand` may change between versions. Draws count the parity of their exchanges; walking the cycles of the finished
//! permutation would miss the cache at each step.

mod distance;

pub use distance::{AtDistance, ScrambleError};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::{Board, Cell, Census, Direction, Phase, Progress, Stop, Tile, Watch};

/// Draws or steps between two checks of the watch.
const TICK: usize = 1 << 16;

/// Draws boards from a seed.
///
/// The generator is ChaCha with 8 rounds, seeded by `seed_from_u64`; the shuffle is Fisher and Yates's, each index drawn without
/// bias by rejection (Lemire 2019).
///
/// # Stability
/// One seed gives the same boards on every platform and in every version.
///
/// ```
/// use taquin::{Goal, Scrambler, Size, solvability};
/// let goal = Goal::Classic.board(Size::new(4, 4)?)?;
/// let board = Scrambler::new(1).uniform(&goal);
/// assert!(solvability(&board, &goal)?.is_solvable());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Scrambler {
    generator: ChaCha8Rng,
}

impl Scrambler {
    /// A scrambler that always draws the same boards for the same seed.
    pub fn new(seed: u64) -> Scrambler {
        Scrambler {
            generator: ChaCha8Rng::seed_from_u64(seed),
        }
    }

    /// A board drawn uniformly from those that can reach the goal, the goal included. Linear time, no search.
    pub fn uniform(&mut self, goal: &Board) -> Board {
        self.uniform_within(goal, &Watch::unlimited())
            .expect("nothing stops it")
    }

    /// [`Scrambler::uniform`] for boards so large that a draw takes seconds.
    ///
    /// # Errors
    /// The [`Stop`] of a watch that ended it; what is drawn next is then another board than without the limit.
    pub fn uniform_within(&mut self, goal: &Board, watch: &Watch<'_>) -> Result<Board, Stop> {
        let size = goal.size();
        if size.is_line() {
            return Ok(self.uniform_line(goal));
        }
        let mut tiles: Box<[Tile]> = goal.tiles().into();
        let mut odd = false;
        for (drawn, last) in (1..tiles.len()).rev().enumerate() {
            if drawn % TICK == 0 {
                watch.tick(0, || Progress::of(Phase::Scramble))?;
            }
            let other = self.below(last as u32 + 1) as usize;
            tiles.swap(last, other);
            // What takes the goal to the board is a product of these exchanges.
            odd ^= other != last;
        }
        let mut board = Board::from_permutation(size, tiles);
        if odd == (size.taxicab(board.blank(), goal.blank()) % 2 == 1) {
            return Ok(board);
        }
        // Exchanging two tiles pairs each unsolvable board with a solvable one, so the draw stays uniform.
        let mut others = size.all_cells().filter(|&cell| cell != board.blank());
        if let (Some(a), Some(b)) = (others.next(), others.next()) {
            let mut tiles: Box<[Tile]> = board.tiles().into();
            tiles.swap(a.index(), b.index());
            board = Board::from_permutation(size, tiles);
        }
        Ok(board)
    }

    /// The board after `moves` random steps of the blank from the goal, none of which takes back the one before; each is drawn
    /// uniformly from those that are left. The board needs at most that number of moves, and may need fewer.
    ///
    /// # Errors
    /// [`ScrambleError::Walk`] on a single line, where the blank comes to an end; [`ScrambleError::Stopped`] at a limit of the watch.
    pub fn walk(
        &mut self,
        goal: &Board,
        moves: usize,
        watch: &Watch<'_>,
    ) -> Result<Board, ScrambleError> {
        let mut board = goal.clone();
        let mut last = None;
        for taken in 0..moves {
            if taken % TICK == 0 {
                watch.tick(0, || Progress {
                    fraction: Some(taken as f64 / moves as f64),
                    ..Progress::of(Phase::Walk)
                })?;
            }
            let direction = self
                .onward(&board, last)
                .ok_or_else(|| ScrambleError::Walk {
                    size: goal.size(),
                    moves,
                    max: taken,
                })?;
            board.step(direction);
            last = Some(direction);
        }
        Ok(board)
    }

    /// A random step that does not take back the last one; `None` where a line ends.
    fn onward(&mut self, board: &Board, last: Option<Direction>) -> Option<Direction> {
        let mut choices = [Direction::Down; 4];
        let mut count = 0;
        for direction in board.moves() {
            if last != Some(direction.opposite()) {
                choices[count] = direction;
                count += 1;
            }
        }
        (count > 0).then(|| choices[self.below(count as u32) as usize])
    }

    /// Boards drawn uniformly, and independently, from those of the last layer of a census: after [`Census::up_to`] these are the
    /// boards at exactly the distance it was given.
    pub fn farthest(&mut self, census: &Census, boards: usize) -> Vec<Board> {
        let places: Vec<u64> = (0..boards)
            .map(|_| self.below_u64(census.last_count()))
            .collect();
        let mut drawn = places.clone();
        drawn.sort_unstable();
        drawn.dedup();
        let layer = census.boards(drawn.iter().copied());
        places
            .into_iter()
            .map(|place| layer[drawn.partition_point(|&other| other < place)].clone())
            .collect()
    }

    /// On a line only the blank's place is free.
    fn uniform_line(&mut self, goal: &Board) -> Board {
        let cells = goal.tiles().len();
        let blank = Cell(self.below(cells as u32));
        let mut tiles: Vec<Tile> = goal.tiles().to_vec();
        tiles.retain(|tile| !tile.is_blank());
        tiles.insert(blank.index(), Tile::BLANK);
        Board::from_permutation(goal.size(), tiles.into())
    }

    /// A number below `end`, all equally likely.
    fn below_u64(&mut self, end: u64) -> u64 {
        let threshold = end.wrapping_neg() % end;
        loop {
            let product = u128::from(self.generator.next_u64()) * u128::from(end);
            if product as u64 >= threshold {
                return (product >> 64) as u64;
            }
        }
    }

    /// A number below `end`, all equally likely.
    fn below(&mut self, end: u32) -> u32 {
        // The low half of the product is uneven only below this threshold.
        let threshold = end.wrapping_neg() % end;
        loop {
            let product = u64::from(self.generator.next_u32()) * u64::from(end);
            if product as u32 >= threshold {
                return (product >> 32) as u32;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Goal, Limits, Size, solvability};

    fn goal(rows: u64, cols: u64) -> Board {
        Goal::Classic.board(Size::new(rows, cols).unwrap()).unwrap()
    }

    fn walk(scrambler: &mut Scrambler, goal: &Board, moves: usize) -> Result<Board, ScrambleError> {
        scrambler.walk(goal, moves, &Watch::unlimited())
    }

    #[test]
    fn a_limit_ends_long_draws() {
        let none = Limits {
            time: Some(std::time::Duration::ZERO),
            ..Limits::default()
        };
        let watch = Watch::new(none, None);
        let mut scrambler = Scrambler::new(1);
        assert_eq!(
            scrambler.walk(&goal(4, 4), usize::MAX, &watch),
            Err(ScrambleError::Stopped(Stop::Time))
        );
        assert_eq!(
            scrambler.uniform_within(&goal(3, 3), &watch),
            Err(Stop::Time)
        );
    }

    #[test]
    fn seeds_are_stable() {
        let mut scrambler = Scrambler::new(2026);
        assert_eq!(
            scrambler.uniform(&goal(3, 3)).to_string(),
            "8 7 6/0 4 2/3 5 1"
        );
        assert_eq!(
            scrambler.uniform(&goal(4, 4)).to_string(),
            "7 5 0 9/13 3 12 1/6 2 11 14/10 8 4 15"
        );
    }

    #[test]
    fn walks_are_stable_and_never_turn_back() {
        let mut scrambler = Scrambler::new(2026);
        assert_eq!(
            walk(&mut scrambler, &goal(3, 3), 40).unwrap().to_string(),
            "8 6 5/2 3 4/0 7 1"
        );
        // Without reversals two steps never end where they began, and a walk around four cells comes home after twelve.
        for _ in 0..100 {
            assert_ne!(walk(&mut scrambler, &goal(4, 4), 2).unwrap(), goal(4, 4));
            assert_eq!(walk(&mut scrambler, &goal(2, 2), 12).unwrap(), goal(2, 2));
        }
        assert_eq!(walk(&mut scrambler, &goal(2, 3), 0), Ok(goal(2, 3)));
        assert_eq!(
            walk(&mut scrambler, &goal(1, 4), 3).unwrap().to_string(),
            "0 1 2 3/"
        );
        assert_eq!(
            walk(&mut scrambler, &goal(1, 4), 4),
            Err(ScrambleError::Walk {
                size: Size::new(1, 4).unwrap(),
                moves: 4,
                max: 3
            })
        );
    }

    #[test]
    fn boards_of_a_distance_are_that_far_and_equally_likely() {
        use crate::{Metric, Solver, Watch};
        let goal = goal(3, 3);
        for (metric, distance) in [(Metric::Stm, 6), (Metric::Mtm, 2), (Metric::Stm, 31)] {
            let census = Census::up_to(&goal, metric, distance, &Watch::unlimited()).unwrap();
            let solver = Solver::new().metric(metric);
            let each = 200;
            let states = census.last_count();
            let mut counts = std::collections::HashMap::new();
            for board in Scrambler::new(3).farthest(&census, (states * each) as usize) {
                assert_eq!(solver.distance(&board), Ok(distance));
                *counts.entry(board).or_insert(0u32) += 1;
            }
            assert_eq!(counts.len() as u64, states);
            let deviation = 5.0 * f64::from(each as u32).sqrt();
            assert!(
                counts
                    .values()
                    .all(|&count| (f64::from(count) - 200.0).abs() < deviation)
            );
        }
    }

    #[test]
    fn every_state_of_2x3_and_of_a_line_is_equally_likely() {
        for (goal, states) in [(goal(2, 3), 360), (goal(1, 5), 5)] {
            const EACH: u32 = 200;
            let mut counts = std::collections::HashMap::new();
            let mut scrambler = Scrambler::new(7);
            for _ in 0..states * EACH {
                let board = scrambler.uniform(&goal);
                assert!(solvability(&board, &goal).unwrap().is_solvable());
                *counts.entry(board).or_insert(0u32) += 1;
            }
            assert_eq!(counts.len(), states as usize);
            let chi_squared: f64 = counts
                .values()
                .map(|&count| (f64::from(count) - f64::from(EACH)).powi(2) / f64::from(EACH))
                .sum();
            // Mean: states − 1; standard deviation: its double's root. Five of them.
            let freedom = f64::from(states - 1);
            assert!(
                chi_squared < freedom + 5.0 * (2.0 * freedom).sqrt(),
                "{chi_squared}"
            );
        }
    }
}
