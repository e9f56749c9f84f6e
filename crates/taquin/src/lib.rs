//! Sliding-tile puzzles of any size: the 8-puzzle, the 15-puzzle and every other rows × columns board.
//!
//! A [`Board`] is read from text and is always valid; a [`Goal`] says what solved means; a [`Solver`] finds a [`Path`] of the
//! blank from one to the other, proven shortest, within [`Limits`].
//!
//! ```
//! use taquin::{Board, Goal, Metric, Solver};
//! let board: Board = "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3".parse()?;
//! let answer = Solver::new().goal(Goal::BlankFirst).solve(&board)?;
//! assert_eq!(answer.length(), Some(57));
//! assert!(answer.is_optimal());
//! assert_eq!(board.after(answer.path().unwrap())?, Goal::BlankFirst.board(board.size())?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The rooms
//!
//! | subject | items |
//! |---|---|
//! | what a puzzle is | [`Size`], [`Cell`], [`Tile`], [`Board`], [`Goal`], [`Direction`], [`Path`], [`Metric`], [`Replay`] |
//! | text in and out | [`parse_board`], [`Notation`] |
//! | structure | [`solvability`], [`Symmetry`], [`CanonicalProblem`], [`rank_permutation`] |
//! | lower bounds | [`Heuristic`] |
//! | solving | [`Solver`], [`Engine`], [`Limits`], [`Progress`], [`Answer`], [`Listing`], [`Error`] |
//! | searches spread over machines | [`Units`], [`UnitSearch`], [`WorkUnit`], [`UnitReport`], [`Checkpoint`] |
//! | random boards | [`Scrambler`], [`AtDistance`] |
//! | pictures | [`render`] |
//! | all states by distance | [`Census`] |
//! | files written whole or not at all | [`WholeFile`], [`write_whole`] |
//!
//! # Conventions
//!
//! Cells are numbered row by row from 0. Tile 0 is the blank. A [`Direction`] names the motion of the **blank**; only
//! [`Notation`] knows others. Lengths are in single-tile moves unless a [`Metric`] says otherwise.

mod arrangements;
mod board;
mod census;
mod engine;
#[cfg(feature = "files")]
mod files;
mod heuristic;
mod line;
mod listing;
mod memory;
mod near;
#[cfg(test)]
mod oracle;
mod pdb;
pub mod render;
mod runs;
mod scramble;
mod solver;
mod table;
mod textbook;
mod watch;

pub use board::{
    BlockedMove, Board, BoardError, CanonicalGoal, CanonicalProblem, Canonicalizer, Cell,
    Direction, Goal, GoalSizeError, MAX_RANKED_CELLS, Metric, Notation, NotationError, ParseError,
    Path, Position, Problem, Replay, Size, SizeError, Solvability, Symmetry, Tile, UnknownMetric,
    UnknownNotation, Unsolvable, WrongEnd, parse_board, parse_sized_board, rank_permutation,
    solvability, unrank_permutation,
};
pub use census::{Census, CensusError};
#[cfg(feature = "files")]
pub use files::{WholeFile, write_whole};
pub use heuristic::{Heuristic, UnknownHeuristic};
#[cfg(feature = "files")]
pub use pdb::{
    Checkpoint, CheckpointError, DatabaseContent, DatabaseError, DatabaseFile, Databases,
};
pub use pdb::{UnitError, UnitReport, UnitSearch, Units, WorkUnit, WorkUnitError};
pub use scramble::{AtDistance, ScrambleError, Scrambler};
pub use solver::{Answer, Engine, Error, Listing, Record, Solver, Tables, UnknownEngine};
pub use watch::{Limits, OnProgress, Phase, Progress, Stats, Stop, Watch};

/// The examples of README, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
