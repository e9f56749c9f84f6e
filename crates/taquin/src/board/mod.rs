//! What a puzzle is: size, board, goal, moves and their notations, parity, symmetry, rank, text.
//!
//! # The representations of a board
//!
//! [`Board`] is the only one that leaves the library. Each engine turns it into its own at the start and gives back a [`Path`].
//!
//! | representation | what it holds | why it exists |
//! |---|---|---|
//! | [`Board`] | by cell, the tile; the blank's cell | any size, always valid, readable: the vocabulary of the library |
//! | [`CanonicalProblem`] | a board turned and relabelled, and the blank's home | few goals, so that tables serve every goal |
//! | packed board, `textbook::successors` | 4, 8, 16 or 32 bits a cell, in words | a small key to hash and compare, any size |
//! | `State`, `table::ranker` | the tiles' order as nibbles, its rank, the blank's cell | tables hold a number for each state, without holes |
//! | matrix, `heuristic::walking_distance` | by row and home row, number of tiles | the walking distance is a distance of matrices |
//! | `Placement`, `pdb::index` | a pattern's occupied cells, and the rank of the order of its tiles | the address of an entry in a pattern database |
//! | `Node`, `pdb::ida::kernel` | by cell, a tile's home; each pattern's placement and distance | a search node that needs no unpacking |
//! | `Side`, `runs` | by axis, the places of each pattern's tiles in the order of all tiles | one run changes one axis only |
//! | planes, `census::planes` | by blank cell, two bits for each order of the tiles | all states of a size at once, by word operations |
//! | `Puzzle`, `near::puzzle` | by cell, a tile's home | the goal is the identity, and the way back is the inverse |
//!
//! In the beam of `near` a `Puzzle` has 16-bit cells.
//!
//! The *arrangement* of a board is the order of its tiles, row by row, without the blank. It is numbered in three ways: `rank` numbers
//! whole permutations of any size and is the reference of the tests; `table::ranker` looks up the rank of at most nine tiles;
//! `arrangements` numbers those of one parity, as bits of words.

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
