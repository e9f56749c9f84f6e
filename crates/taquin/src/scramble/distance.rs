//! Boards of an exact distance from a goal: by all states where they fit in memory, by the layers near the goal, else by search.
//!
//! Draws depend on distances alone, never on which path an engine finds, so that a seed keeps its boards when engines change. The test
//! draws 1,000 boards of 4×4 by the solver: their mean distance is within 0.5 of 52.59.

use std::collections::HashSet;
use std::mem;

use super::Scrambler;
use crate::{
    Board, Census, CensusError, Direction, Engine, Error, Goal, Metric, Phase, Progress, Size,
    Solver, Stop, Watch,
};

/// Where boards of exactly one distance from a goal come from; prepared once, for any number of draws.
///
/// | boards | draws are |
/// |---|---|
/// | up to 12 cells, and single lines: a [`Census`] | uniform |
/// | near the goal, as long as a layer holds about two million tiles (4×4: 16 moves in stm) | uniform |
/// | others up to 16 cells, about as far as most boards are | uniform boards are drawn and solved until one has the distance: uniform |
/// | all others | walked to, from a board of the last layer that was listed or the farthest of those drawn |
///
/// A walk takes single random steps, each proven by an optimal solve, and steps away from the distance are seldom kept; a
/// step changes the distance by one at most, so a walk cannot miss it. It is not uniform: boards that are reached
/// by many paths are likelier. How far walks get is how far the solver gets: 4×4 without databases up to some 65 moves.
///
/// ```
/// use taquin::{AtDistance, Goal, Metric, Scrambler, Size, Solver, Watch};
/// let goal = Goal::Classic.board(Size::new(3, 3)?)?;
/// let watch = Watch::unlimited();
/// let boards = AtDistance::new(&goal, 20, &Solver::new(), &watch)?;
/// for board in Scrambler::new(1).at_distance(&boards, 5, &watch)? {
///     assert_eq!(Solver::new().distance(&board)?, 20);
/// }
/// assert!(AtDistance::new(&goal, 32, &Solver::new(), &watch).is_err(), "the farthest are 31 moves away");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct AtDistance {
    goal: Board,
    distance: usize,
    source: Source,
}

enum Source {
    /// The last layer is the one asked for.
    Census(Census),
    /// The layer asked for.
    Layer(Vec<Board>),
    /// The last layer that was listed, its distance, and who proves the steps from there.
    Search {
        layer: Vec<Board>,
        at: usize,
        solver: Box<Solver>,
    },
}

/// Why there is no board of a distance.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ScrambleError {
    /// No state is that far from the goal.
    #[error("no board of {size} is {distance} moves from the goal, expected 0 to {max} moves")]
    TooFar {
        /// The size of the puzzle.
        size: Size,
        /// The distance asked for.
        distance: usize,
        /// The greatest distance.
        max: usize,
    },
    /// No walk without reversals is that long.
    #[error(
        "no walk of {moves} moves without reversals on {size}: the blank's line ends after {max}"
    )]
    Walk {
        /// The size of the puzzle.
        size: Size,
        /// The moves asked for.
        moves: usize,
        /// The longest walk.
        max: usize,
    },
    /// A walk of many steps did not get there.
    #[error(
        "found no board {distance} moves from the goal in {steps} steps; got as near as {nearest} moves"
    )]
    NotFound {
        /// The distance asked for.
        distance: usize,
        /// The distance of all boards tried that is nearest to it.
        nearest: usize,
        /// How many boards were tried.
        steps: usize,
    },
    /// A limit or the caller ended the search.
    #[error("{0}")]
    Stopped(Stop),
}

impl From<Stop> for ScrambleError {
    fn from(stop: Stop) -> ScrambleError {
        ScrambleError::Stopped(stop)
    }
}

/// Greatest number of cells of a [`Census`].
const CENSUS_CELLS: usize = 12;
/// Greatest number of cells of boards that are solved optimally in milliseconds.
const QUICK_CELLS: usize = 16;
/// Greatest number of tiles of all boards of a listed layer together.
const LAYER_TILES: usize = 1 << 21;
/// Uniform draws before a walk.
const DRAWS: usize = 200;
/// Uniform draws after which it is decided whether the others are worth it.
const FIRST_DRAWS: usize = 16;
/// Greatest difference in moves from the distance, of the nearest of the first draws, for the others to be worth it.
const NEAR: usize = 8;
/// Greatest number of steps of one walk, refused ones included.
const STEPS: usize = 20_000;
/// Inverse of the share of steps away from the distance that are kept.
const STRAY: u32 = 8;

/// Greatest distances of sizes beyond [`CENSUS_CELLS`], blank home in a corner: rows ≤ columns, stm, mtm. Source: data/layers.tsv.
const DIAMETERS: [((usize, usize), usize, usize); 4] = [
    ((2, 7), 108, 52),
    ((3, 5), 84, 44),
    ((2, 8), 140, 57),
    ((4, 4), 80, 43),
];

/// The greatest distance from a goal, where it is known.
fn diameter(goal: &Board, metric: Metric) -> Option<usize> {
    let size = goal.size();
    let (row, col) = (size.row(goal.blank()), size.col(goal.blank()));
    let corner = (row == 0 || row + 1 == size.rows()) && (col == 0 || col + 1 == size.cols());
    let sides = (size.rows().min(size.cols()), size.rows().max(size.cols()));
    let known = DIAMETERS
        .iter()
        .find(|(known, ..)| corner && *known == sides)?;
    Some(match metric {
        Metric::Stm => known.1,
        Metric::Mtm => known.2,
    })
}

impl AtDistance {
    /// Number of listed boards that are drawn in a fraction of a second, of any size.
    pub const BATCH: usize = 1 << 16;

    /// Prepares draws of boards that need exactly `distance` moves, in the solver's metric, to reach `goal`; of the solver its
    /// tables, databases and progress serve, too.
    ///
    /// # Errors
    /// [`ScrambleError::TooFar`] where it is known that there are none; [`ScrambleError::Stopped`] at a limit of the watch.
    pub fn new(
        goal: &Board,
        distance: usize,
        solver: &Solver,
        watch: &Watch<'_>,
    ) -> Result<AtDistance, ScrambleError> {
        let size = goal.size();
        let metric = solver.chosen_metric();
        let too_far = |max| ScrambleError::TooFar {
            size,
            distance,
            max,
        };
        if let Some(max) = diameter(goal, metric).filter(|&max| max < distance) {
            return Err(too_far(max));
        }
        let source = if size.is_line() || size.cells() <= CENSUS_CELLS {
            match Census::up_to(goal, metric, distance, watch) {
                Ok(census) => Source::Census(census),
                Err(CensusError::TooFar { max, .. }) => return Err(too_far(max)),
                Err(CensusError::Stopped(stop)) => return Err(stop.into()),
                Err(CensusError::Memory { .. }) => return Err(Stop::Memory.into()),
            }
        } else {
            let (layer, at) = last_layer(goal, metric, distance, watch)?;
            match (at == distance, layer.is_empty()) {
                (_, true) => return Err(too_far(at - 1)),
                (true, false) => Source::Layer(layer),
                (false, false) => Source::Search {
                    layer,
                    at,
                    solver: Box::new(
                        solver
                            .clone()
                            .goal(Goal::Explicit(goal.clone()))
                            .engine(Engine::Optimal),
                    ),
                },
            }
        };
        Ok(AtDistance {
            goal: goal.clone(),
            distance,
            source,
        })
    }

    /// Whether all boards of the distance are known, so that draws cost nothing and are uniform.
    pub const fn is_listed(&self) -> bool {
        !matches!(self.source, Source::Search { .. })
    }
}

/// The layer at `distance` from the goal, or the last before it that is small enough, and its distance; sorted, so that it does
/// not depend on how it was found. Empty if there are no such states.
fn last_layer(
    goal: &Board,
    metric: Metric,
    distance: usize,
    watch: &Watch<'_>,
) -> Result<(Vec<Board>, usize), Stop> {
    let mut before: HashSet<Board> = HashSet::new();
    let mut layer = HashSet::from([goal.clone()]);
    let mut at = 0;
    while at < distance && !layer.is_empty() {
        let mut next = HashSet::new();
        for (index, board) in layer.iter().enumerate() {
            if index % 1024 == 0 {
                watch.tick(1024, || Progress::of(Phase::Layers))?;
            }
            for direction in Direction::ALL {
                let mut board = board.clone();
                let mut reach = 0;
                while (metric == Metric::Mtm || reach == 0) && board.step(direction) {
                    reach += 1;
                    // A move changes the distance by one at most.
                    if !before.contains(&board) && !layer.contains(&board) {
                        next.insert(board.clone());
                    }
                }
            }
        }
        if next.len() * goal.tiles().len() > LAYER_TILES {
            break;
        }
        before = mem::replace(&mut layer, next);
        at += 1;
    }
    let mut layer: Vec<Board> = layer.into_iter().collect();
    layer.sort_unstable_by(|a, b| a.tiles().cmp(b.tiles()));
    Ok((layer, at))
}

impl Scrambler {
    /// Draws boards of a distance; see [`AtDistance`] for how. One seed gives the same boards whatever the solver's threads
    /// and databases, and whether they are drawn at once or one by one.
    ///
    /// # Errors
    /// [`ScrambleError::NotFound`] if a walk of many steps did not get there; [`ScrambleError::Stopped`] at a limit of the
    /// watch or the solver. What is listed is drawn at once; so that a limit on time is kept, ask for [`AtDistance::BATCH`] at most.
    pub fn at_distance(
        &mut self,
        boards: &AtDistance,
        count: usize,
        watch: &Watch<'_>,
    ) -> Result<Vec<Board>, ScrambleError> {
        match &boards.source {
            Source::Census(census) => {
                watch.tick(0, || Progress::of(Phase::Draw))?;
                Ok(self.farthest(census, count))
            }
            Source::Layer(layer) => {
                watch.tick(0, || Progress::of(Phase::Draw))?;
                let mut one = || layer[self.below(layer.len() as u32) as usize].clone();
                Ok((0..count).map(|_| one()).collect())
            }
            Source::Search { layer, at, solver } => (0..count)
                .map(|_| {
                    let mut walk = Walk {
                        target: boards.distance,
                        solver,
                        watch,
                        nearest: usize::MAX,
                        steps: 0,
                    };
                    let mut start = None;
                    if boards.goal.tiles().len() <= QUICK_CELLS {
                        let drawn = self.nearest_of_uniform(&boards.goal, &mut walk)?;
                        // Boards nearer to the goal are cheaper to solve: walks go away from it.
                        start = (drawn.1 <= boards.distance).then_some(drawn);
                    }
                    let (board, at) = start.unwrap_or_else(|| {
                        let place = self.below(layer.len() as u32);
                        (layer[place as usize].clone(), *at)
                    });
                    self.walk_to(board, at, &mut walk)
                })
                .collect(),
        }
    }

    /// The first uniform board of the distance, or the nearest of many.
    fn nearest_of_uniform(
        &mut self,
        goal: &Board,
        walk: &mut Walk<'_>,
    ) -> Result<(Board, usize), ScrambleError> {
        let mut best: Option<(Board, usize)> = None;
        for drawn in 0..DRAWS {
            if drawn == FIRST_DRAWS && walk.miss(walk.nearest) > NEAR {
                break;
            }
            let board = self.uniform(goal);
            let at = walk.distance(&board)?;
            let nearer = |&(_, best): &(Board, usize)| walk.miss(at) < walk.miss(best);
            if best.as_ref().is_none_or(nearer) {
                best = Some((board, at));
            }
            if at == walk.target {
                break;
            }
        }
        Ok(best.expect("at least one board was drawn"))
    }

    /// Random steps, each proven, until the board has the distance.
    fn walk_to(
        &mut self,
        mut board: Board,
        mut at: usize,
        walk: &mut Walk<'_>,
    ) -> Result<Board, ScrambleError> {
        let mut last = None;
        let first = walk.steps;
        while at != walk.target {
            if walk.steps - first == STEPS {
                return Err(ScrambleError::NotFound {
                    distance: walk.target,
                    nearest: walk.nearest,
                    steps: walk.steps,
                });
            }
            let direction = self.onward(&board, last).expect("not a line");
            let mut next = board.clone();
            next.step(direction);
            let reached = walk.distance(&next)?;
            if walk.miss(reached) <= walk.miss(at) || self.below(STRAY) == 0 {
                (board, at, last) = (next, reached, Some(direction));
            }
        }
        Ok(board)
    }
}

/// What a search for one board has and knows.
struct Walk<'a> {
    target: usize,
    solver: &'a Solver,
    watch: &'a Watch<'a>,
    nearest: usize,
    steps: usize,
}

impl Walk<'_> {
    fn distance(&mut self, board: &Board) -> Result<usize, ScrambleError> {
        self.steps += 1;
        let nearest = self.nearest;
        self.watch.tick(1, || Progress {
            best: (nearest != usize::MAX).then_some(nearest),
            ..Progress::of(Phase::Walk)
        })?;
        let distance = match self.solver.within(self.watch).distance(board) {
            Ok(distance) => distance,
            Err(Error::Stopped { stop, .. }) => return Err(self.watch.stop(stop).into()),
            Err(error) => unreachable!("a reachable board of the goal's size: {error}"),
        };
        if self.nearest == usize::MAX || self.miss(distance) < self.miss(self.nearest) {
            self.nearest = distance;
        }
        Ok(distance)
    }

    const fn miss(&self, distance: usize) -> usize {
        distance.abs_diff(self.target)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Goal, Size};

    fn goal(rows: u64, cols: u64) -> Board {
        Goal::Classic.board(Size::new(rows, cols).unwrap()).unwrap()
    }

    fn draw(goal: &Board, metric: Metric, distance: usize, count: usize) -> Vec<Board> {
        let watch = Watch::unlimited();
        let solver = Solver::new().metric(metric);
        let boards = AtDistance::new(goal, distance, &solver, &watch).unwrap();
        Scrambler::new(5)
            .at_distance(&boards, count, &watch)
            .unwrap()
    }

    #[test]
    fn known_diameters_are_those_of_the_published_layers() {
        let published = include_str!("../../../../data/layers.tsv");
        let mut seen = 0;
        for line in published.lines().filter(|line| !line.starts_with('#')) {
            let fields: Vec<&str> = line.split('\t').collect();
            let [metric, rows, cols, counts] = fields[..] else {
                panic!("{line}");
            };
            let goal = goal(rows.parse().unwrap(), cols.parse().unwrap());
            if goal.tiles().len() > CENSUS_CELLS {
                seen += 1;
                let known = diameter(&goal, metric.parse().unwrap());
                assert_eq!(known, Some(counts.split(' ').count() - 1), "{line}");
            }
        }
        assert_eq!(seen, 2 * DIAMETERS.len());
        let edge = goal(4, 4)
            .after(&crate::Path::from(vec![Direction::Up]))
            .unwrap();
        assert_eq!(diameter(&edge, Metric::Stm), None);
    }

    #[test]
    fn layers_are_as_large_as_published() {
        let watch = Watch::unlimited();
        for (metric, distance, states) in [(Metric::Stm, 12, 7808), (Metric::Mtm, 7, 4334)] {
            let (layer, at) = last_layer(&goal(4, 4), metric, distance, &watch).unwrap();
            assert_eq!((layer.len(), at), (states, distance));
        }
        let (layer, at) = last_layer(&goal(4, 4), Metric::Stm, 40, &watch).unwrap();
        assert_eq!((layer.len(), at), (119_000, 16));
    }

    #[test]
    fn draws_have_the_distance() {
        for (goal, metric, distances) in [
            (goal(3, 3), Metric::Stm, &[0, 1, 20, 31][..]),
            (goal(1, 6), Metric::Stm, &[0, 5]),
            (goal(4, 4), Metric::Stm, &[0, 9, 24, 52]),
            (goal(3, 3), Metric::Mtm, &[3, 24]),
            (goal(5, 5), Metric::Stm, &[10, 26]),
        ] {
            let solver = Solver::new().metric(metric).engine(Engine::Optimal);
            for &distance in distances {
                for board in draw(&goal, metric, distance, 2) {
                    assert_eq!(solver.distance(&board), Ok(distance), "{board}");
                }
            }
        }
    }

    #[test]
    fn seeds_are_stable() {
        let first = |goal: &Board, distance| draw(goal, Metric::Stm, distance, 1)[0].to_string();
        let firsts = [
            first(&goal(3, 3), 20),
            first(&goal(4, 4), 12),
            first(&goal(4, 4), 40),
            first(&goal(4, 5), 24),
        ];
        assert_eq!(
            firsts,
            [
                "1 2 0/8 5 4/7 3 6",
                "1 2 3 4/5 6 7 8/14 15 13 11/9 0 10 12",
                "5 9 0 6/11 1 2 7/14 10 4 3/13 8 15 12",
                "2 6 3 4 5/1 7 13 8 9/17 16 12 10 15/0 11 14 18 19"
            ]
        );
    }

    #[test]
    fn at_once_or_one_by_one() {
        let watch = Watch::unlimited();
        for distance in [12, 19] {
            let goal = goal(4, 4);
            let boards = AtDistance::new(&goal, distance, &Solver::new(), &watch).unwrap();
            let at_once = Scrambler::new(9).at_distance(&boards, 3, &watch).unwrap();
            let mut scrambler = Scrambler::new(9);
            for board in at_once {
                let one = scrambler.at_distance(&boards, 1, &watch).unwrap();
                assert_eq!(one, [board]);
            }
        }
    }

    #[test]
    fn what_is_too_far_says_how_far_boards_are() {
        for (goal, metric, max) in [
            (goal(3, 3), Metric::Stm, 31),
            (goal(3, 3), Metric::Mtm, 24),
            (goal(4, 4), Metric::Stm, 80),
            (goal(4, 4), Metric::Mtm, 43),
            (goal(1, 20), Metric::Stm, 19),
        ] {
            let solver = Solver::new().metric(metric);
            let error = AtDistance::new(&goal, max + 1, &solver, &Watch::unlimited());
            assert_eq!(
                error.err(),
                Some(ScrambleError::TooFar {
                    size: goal.size(),
                    distance: max + 1,
                    max
                })
            );
        }
    }

    #[test]
    fn a_limit_ends_a_walk() {
        let limits = crate::Limits {
            nodes: Some(3_000_000),
            ..crate::Limits::default()
        };
        let goal = goal(4, 4);
        let watch = Watch::new(limits, None);
        let boards = AtDistance::new(&goal, 80, &Solver::new(), &watch).unwrap();
        watch.stop(Stop::Cancelled);
        assert_eq!(
            Scrambler::new(1).at_distance(&boards, 1, &watch),
            Err(ScrambleError::Stopped(Stop::Cancelled))
        );
    }
}
