//! Lower bounds computed from a board: Hamming, Manhattan, linear conflict, walking distance.

mod evaluator;
mod hamming;
mod linear_conflict;
mod manhattan;
#[cfg(test)]
mod tests;
mod walking_distance;

use std::fmt;
use std::str::FromStr;

use crate::{Board, Metric, Size};

pub(crate) use evaluator::{Evaluator, Slide};
pub(crate) use hamming::Hamming;
pub(crate) use linear_conflict::LinearConflict;
pub(crate) use manhattan::Manhattan;
pub(crate) use walking_distance::WalkingDistance;

/// Runs code, compiled once for each kind of evaluator, with the one that carries a heuristic along.
macro_rules! with_evaluator {
    ($heuristic:expr, $goal:expr, $metric:expr, |$evaluator:ident| $run:expr) => {{
        use $crate::heuristic as h;
        let (goal, metric): (&$crate::Board, $crate::Metric) = ($goal, $metric);
        match $heuristic {
            h::Heuristic::Hamming => {
                let mut $evaluator = h::Hamming::new(goal, metric);
                $run
            }
            h::Heuristic::LinearConflict => {
                let mut $evaluator = h::LinearConflict::new(goal, metric);
                $run
            }
            h::Heuristic::WalkingDistance if h::WalkingDistance::supports(goal.size()) => {
                let mut $evaluator = h::WalkingDistance::new(goal, metric);
                $run
            }
            h::Heuristic::Manhattan | h::Heuristic::WalkingDistance => {
                let mut $evaluator = h::Manhattan::new(goal, metric);
                $run
            }
        }
    }};
}
pub(crate) use with_evaluator;

/// A lower bound on the length of every path to a goal, computed from the board alone.
///
/// All four are admissible and consistent in both metrics, and none counts the blank. In single-tile moves
/// Hamming ≤ Manhattan ≤ linear conflict, and Manhattan ≤ walking distance; neither of the last two dominates the other. In multi-tile
/// moves, where one run of the blank slides up to n − 1 tiles of a line of n, the slides are counted for each axis and divided by that:
///
/// | heuristic | in stm | in mtm, on rows × cols |
/// |---|---|---|
/// | [`Hamming`](Heuristic::Hamming) | tiles away from home | that / (max(rows, cols) − 1), rounded up |
/// | [`Manhattan`](Heuristic::Manhattan) | tiles' taxicab distances from home, v vertical + h horizontal slides | v / (rows − 1) + h / (cols − 1), both rounded up |
/// | [`LinearConflict`](Heuristic::LinearConflict) | Manhattan, and 2 slides for each tile that must leave its line for others to pass | as Manhattan, the 2 slides counted along the axis on which they are made |
/// | [`WalkingDistance`](Heuristic::WalkingDistance) | steps that the rows' and the columns' matrices need | runs that they need |
///
/// Sources: linear conflict, Hansson, Mayer and Yung 1992; walking distance, Ken'ichiro Takahashi.
///
/// ```
/// use taquin::{Board, Heuristic};
/// let start: Board = "7 8 0/6 5 4/1 2 3".parse()?;
/// let goal: Board = "1 2 3/4 5 6/7 8 0".parse()?;
/// assert_eq!(Heuristic::Manhattan.estimate(&start, &goal), 14);
/// assert_eq!(Heuristic::LinearConflict.estimate(&start, &goal), 24);
/// # Ok::<(), taquin::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Heuristic {
    /// Tiles that are not at home.
    Hamming,
    /// The tiles' taxicab distances from home.
    Manhattan,
    /// Manhattan distance and the detours of tiles that block each other on the line where they belong.
    LinearConflict,
    /// The steps needed if only the rows, and only the columns, of the tiles are seen. Where
    /// [`Heuristic::supports`] says no it is Manhattan distance, which is never above it.
    WalkingDistance,
}

impl Heuristic {
    /// All four, the cheapest first.
    pub const ALL: [Heuristic; 4] = [
        Heuristic::Hamming,
        Heuristic::Manhattan,
        Heuristic::LinearConflict,
        Heuristic::WalkingDistance,
    ];

    /// The name: `hamming`, `manhattan`, `linear-conflict` or `walking-distance`.
    pub const fn name(self) -> &'static str {
        match self {
            Heuristic::Hamming => "hamming",
            Heuristic::Manhattan => "manhattan",
            Heuristic::LinearConflict => "linear-conflict",
            Heuristic::WalkingDistance => "walking-distance",
        }
    }

    /// Whether the heuristic differs from a weaker one on boards of this size. Walking distance needs tables that grow fast:
    /// it serves up to 2×6, 3×5 and 4×4, turned or not. The others serve every size.
    pub const fn supports(self, size: Size) -> bool {
        match self {
            Heuristic::WalkingDistance => WalkingDistance::supports(size),
            _ => true,
        }
    }

    /// A lower bound on the single-tile moves from `start` to `goal`; 0 only if they are equal.
    ///
    /// Linear time but for walking distance, which builds its tables first. Defined for unsolvable boards too.
    ///
    /// # Panics
    /// If the two have different sizes.
    pub fn estimate(self, start: &Board, goal: &Board) -> usize {
        self.estimate_in(Metric::Stm, start, goal)
    }

    /// A lower bound on the moves of a metric from `start` to `goal`, as [`Heuristic::estimate`].
    ///
    /// # Panics
    /// If the two have different sizes.
    pub fn estimate_in(self, metric: Metric, start: &Board, goal: &Board) -> usize {
        assert_eq!(start.size(), goal.size(), "start and goal have one size");
        let value = with_evaluator!(self, goal, metric, |evaluator| {
            let state = evaluator.fresh(start.tiles());
            evaluator.value(state)
        });
        usize::try_from(value).unwrap_or(usize::MAX)
    }
}

impl fmt::Display for Heuristic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is no heuristic.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown heuristic {0:?}, expected hamming, manhattan, linear-conflict or walking-distance"
)]
pub struct UnknownHeuristic(pub String);

impl FromStr for Heuristic {
    type Err = UnknownHeuristic;

    fn from_str(name: &str) -> Result<Heuristic, UnknownHeuristic> {
        Heuristic::ALL
            .into_iter()
            .find(|heuristic| heuristic.name() == name)
            .ok_or_else(|| UnknownHeuristic(name.into()))
    }
}
