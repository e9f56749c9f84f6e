//! How to look for a path.

pub(crate) mod arrangement;
mod limits;
pub(crate) mod outcome;
pub(crate) mod table;

pub use limits::{Limits, OnProgress, Progress, Stats, Stop, Watch};
