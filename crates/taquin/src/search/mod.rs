//! How to look for a path.

mod limits;
#[allow(dead_code, reason = "the engines come next")]
pub(crate) mod outcome;

pub use limits::{Limits, OnProgress, Progress, Stats, Stop, Watch};
