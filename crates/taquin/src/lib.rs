//! Sliding-tile puzzles of any size.

mod board;
mod search;

pub use board::*;
pub use search::*;
