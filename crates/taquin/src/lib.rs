//! Sliding-tile puzzles of any size.

mod board;
mod heuristic;
mod search;
mod solver;

pub use board::*;
pub use heuristic::{Heuristic, UnknownHeuristic};
pub use search::*;
pub use solver::{Engine, Error, LimitReached, Solution, Solver};
