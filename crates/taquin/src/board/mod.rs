//! What a puzzle is: size, board, goal, moves and their notations, parity, symmetry, rank, text.

#[allow(
    clippy::module_inception,
    reason = "the module's main type has a file of its own"
)]
mod board;
mod canonical;
mod direction;
mod goal;
mod notation;
mod parity;
mod path;
mod problem;
mod rank;
mod replay;
mod size;
mod symmetry;
mod text;

pub use board::{BlockedMove, Board, BoardError, Tile};
pub use canonical::{CanonicalGoal, CanonicalProblem, Canonicalizer};
pub use direction::Direction;
pub use goal::{Goal, GoalSizeError};
pub use notation::{Notation, NotationError, UnknownNotation};
pub use parity::{Solvability, Unsolvable, solvability};
pub use path::{Metric, Path, UnknownMetric};
pub use problem::Problem;
pub(crate) use rank::factorial;
pub use rank::{MAX_RANKED_CELLS, rank_permutation, unrank_permutation};
pub use replay::{Replay, WrongEnd};
pub use size::{Cell, Size, SizeError};
pub use symmetry::Symmetry;
pub use text::{ParseError, Position, parse_board, parse_sized_board};
