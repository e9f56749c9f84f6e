//! How work is bounded, watched, stopped and spread over threads.
//!
//! A [`Watch`] holds limits, clock and callback of one solve, for all its phases and threads, and keeps the first reason to stop. So the
//! command, a worker of the page and Python cancel in the same way.

mod limits;
pub(crate) mod parallel;
mod progress;
#[allow(
    clippy::module_inception,
    reason = "the module's main type has a file of its own"
)]
mod watch;

pub use limits::{Limits, Stats, Stop};
pub use progress::{OnProgress, Phase, Progress};
pub use watch::Watch;
