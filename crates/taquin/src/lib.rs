//! Sliding-tile puzzles of any size.

mod board;
mod search;
mod solver;

pub use board::*;
pub use search::*;
pub use solver::{Engine, Error, LimitReached, Solution, Solver};
