//! The textbook's searches: breadth-first, bidirectional, A\* and IDA\*, written to be studied and compared.
//!
//! `successors` makes moves on a packed board, `store` keeps the states seen, `tally` counts.
//!
//! # Why the solver does not use A\*
//!
//! On the 8-puzzle a textbook A\* with a heap takes 180 µs a board. The complete table takes a few milliseconds once and then a fraction
//! of a microsecond. `taquin compare` shows the textbook's searches beside each other.

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
