//! Every path up to a length: listed in the order of their letters, or counted.
//!
//! Listing is a depth-first walk over single steps, pruned by a lower bound. The complete table, the run tables, the pattern databases and
//! every heuristic can be that bound (`guide`); the walk is the same (`walk`). So all engines list the same paths in the same order, with
//! slack or without.

mod guide;
mod walk;

pub(crate) use guide::{ByEvaluator, Guide};
pub(crate) use walk::{Visit, Walk, Wanted};
