//! How work is bounded, watched, stopped and spread over threads.

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
