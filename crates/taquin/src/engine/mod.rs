//! What every engine returns.

use crate::Path;
use crate::{Stats, Stop};

/// A search that ran to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    /// From the start to the goal.
    pub(crate) path: Path,
    /// A proven lower bound on the length of every path, in the search's metric; the path's own length if it is optimal.
    pub(crate) lower_bound: usize,
    /// What it cost.
    pub(crate) stats: Stats,
}

/// A search that a limit or the caller ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Interrupted {
    /// Why.
    pub(crate) stop: Stop,
    /// The best path known then.
    pub(crate) best: Option<Path>,
    /// The lower bound proven by then.
    pub(crate) lower_bound: usize,
    /// What it cost.
    pub(crate) stats: Stats,
}

/// How a search of a solvable problem ends.
pub(crate) type Outcome = Result<Found, Interrupted>;
