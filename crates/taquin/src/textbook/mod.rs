//! The textbook's searches: breadth-first, bidirectional, A\* and IDA\*, written to be studied.
//!
//! `successors` makes moves on a packed board, `store` keeps the states seen, `tally` counts.

pub(crate) mod astar;
pub(crate) mod bfs;
pub(crate) mod bidirectional;
pub(crate) mod ida;
mod store;
mod successors;
mod tally;
#[cfg(test)]
mod tests;
