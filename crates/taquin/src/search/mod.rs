//! How to look for a path.

pub(crate) mod arrangement;
pub(crate) mod astar;
pub(crate) mod automaton;
pub(crate) mod bfs;
pub(crate) mod bidirectional;
pub(crate) mod ida;
mod limits;
pub(crate) mod outcome;
pub(crate) mod paths;
pub(crate) mod pdb_ida;
mod store;
mod successors;
pub(crate) mod table;
mod tally;
#[cfg(test)]
mod tests;

pub use limits::{Limits, OnProgress, Progress, Stats, Stop, Watch};
#[cfg(not(target_family = "wasm"))]
pub use pdb_ida::CheckpointError;
pub use pdb_ida::{UnitReport, Units, WorkUnit, WorkUnitError};
