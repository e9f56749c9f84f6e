//! For tests: true distances and optimal paths by the plainest means, and boards to try things on.

use std::collections::HashMap;

use crate::{Board, Direction, Metric, Path};

/// All states that can be reached from a goal, with their distances.
pub(crate) struct Oracle {
    metric: Metric,
    distances: HashMap<Board, usize>,
    /// In the order of their distance.
    states: Vec<Board>,
}

/// The boards that one move of a metric leads to.
pub(crate) fn neighbors(board: &Board, metric: Metric) -> Vec<Board> {
    let mut neighbors = Vec::new();
    for direction in Direction::ALL {
        let mut next = board.clone();
        while next.step(direction) {
            neighbors.push(next.clone());
            if metric == Metric::Stm {
                break;
            }
        }
    }
    neighbors
}

impl Oracle {
    /// By visiting every state, breadth first.
    pub(crate) fn new(goal: &Board, metric: Metric) -> Oracle {
        let mut distances = HashMap::from([(goal.clone(), 0)]);
        let mut states = vec![goal.clone()];
        let mut next = 0;
        while next < states.len() {
            let distance = distances[&states[next]] + 1;
            for board in neighbors(&states[next], metric) {
                distances.entry(board).or_insert_with_key(|board| {
                    states.push(board.clone());
                    distance
                });
            }
            next += 1;
        }
        Oracle {
            metric,
            distances,
            states,
        }
    }

    pub(crate) fn distance(&self, board: &Board) -> usize {
        self.distances[board]
    }

    /// Every state, nearest first.
    pub(crate) fn states(&self) -> &[Board] {
        &self.states
    }

    /// At most `count` states, spread evenly over all distances, with the farthest.
    pub(crate) fn spread(&self, count: usize) -> impl Iterator<Item = &Board> {
        let step = self.states.len().div_ceil(count);
        self.states.iter().rev().step_by(step)
    }

    /// Every optimal path from a state, in no order.
    pub(crate) fn optimal_paths(&self, start: &Board) -> Vec<Path> {
        let mut found = Vec::new();
        self.extend(start, &mut Path::new(), self.distance(start), &mut found);
        found
    }

    fn extend(&self, board: &Board, path: &mut Path, optimum: usize, found: &mut Vec<Path>) {
        if self.distance(board) == 0 {
            found.push(path.clone());
            return;
        }
        for direction in board.moves() {
            let mut next = board.clone();
            next.step(direction);
            path.push(direction);
            // In runs, the one that ends here may go on for nothing.
            let free = usize::from(self.metric == Metric::Mtm);
            if path.length(self.metric) + self.distance(&next) <= optimum + free
                && path.length(self.metric) <= optimum
            {
                self.extend(&next, path, optimum, found);
            }
            path.pop();
        }
    }
}

/// The boards along a random walk of the blank from `start`, which comes first. The same for the same seed.
pub(crate) fn random_walk(start: &Board, steps: usize, seed: u64) -> Vec<Board> {
    let mut boards = vec![start.clone()];
    let mut state = seed;
    while boards.len() <= steps {
        // Knuth's MMIX linear congruential generator; the high bits are the good ones.
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let direction = Direction::from_number((state >> 62) as u8);
        let mut board = boards[boards.len() - 1].clone();
        if board.step(direction) {
            boards.push(board);
        }
    }
    boards
}

/// The goals of a size that differ as problems: the blank at home in each of the cells.
pub(crate) fn goals(rows: u64, cols: u64) -> Vec<Board> {
    let size = crate::Size::new(rows, cols).unwrap();
    let goals: std::collections::BTreeSet<_> = size
        .all_cells()
        .map(|home| crate::CanonicalGoal::new(size, home).home())
        .collect();
    goals
        .into_iter()
        .map(|home| crate::CanonicalGoal::new(size, home).board())
        .collect()
}

/// A board of tests, which is well written.
pub(crate) fn board(text: &str) -> Board {
    text.parse().unwrap()
}
