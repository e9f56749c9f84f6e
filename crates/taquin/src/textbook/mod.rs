//! The textbook's searches: breadth-first, bidirectional, A\* and IDA\*, written to be studied.
//!
//! `successors` makes moves on a packed board, `store` keeps the states seen, `tally` counts.

mod astar;
mod bfs;
mod bidirectional;
mod engine;
mod ida;
mod store;
mod successors;
mod tally;
#[cfg(test)]
mod tests;

pub(crate) use engine::Textbook;
