//! Every path up to a length: listed in the order of their letters, or counted.
//!
//! `guide` is what bounds a walk, and `walk` the walk itself; engines bring guides of their own.

mod guide;
mod walk;

pub(crate) use guide::{ByEvaluator, Guide};
pub(crate) use walk::{Visit, Walk, Wanted};
