//! How work is bounded, watched, stopped and spread over threads.

mod limits;
pub(crate) mod parallel;

pub use limits::{Limits, OnProgress, Progress, Stats, Stop, Watch};
