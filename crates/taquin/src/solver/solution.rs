//! What a solve returns, and why it may return nothing.

use super::Engine;
use crate::{GoalSizeError, Metric, Path, Size, Stats, Stop, Unsolvable};

/// A path to the goal that was replayed, and what is proven about its length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    pub(super) path: Path,
    pub(super) metric: Metric,
    pub(super) length: usize,
    pub(super) lower_bound: usize,
    pub(super) engine: Engine,
    pub(super) stats: Stats,
}

impl Solution {
    /// From the start to the goal.
    pub const fn path(&self) -> &Path {
        &self.path
    }

    /// The path, without its proof.
    pub fn into_path(self) -> Path {
        self.path
    }

    /// How moves were counted.
    pub const fn metric(&self) -> Metric {
        self.metric
    }

    /// Number of moves in the metric.
    pub const fn length(&self) -> usize {
        self.length
    }

    /// No path has fewer moves than this. Equal to the length if the path is optimal.
    pub const fn lower_bound(&self) -> usize {
        self.lower_bound
    }

    /// Whether the path is proven to be a shortest one.
    pub const fn is_optimal(&self) -> bool {
        self.length == self.lower_bound
    }

    /// The engine that found it; never [`Engine::Auto`] or [`Engine::Optimal`].
    pub const fn engine(&self) -> Engine {
        self.engine
    }

    /// What the search cost.
    pub const fn stats(&self) -> Stats {
        self.stats
    }
}

/// Why there is no solution to return.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The explicit goal has another size than the board.
    #[error(transparent)]
    Goal(#[from] GoalSizeError),
    /// The goal cannot be reached. No search was made.
    #[error("unsolvable: {0}")]
    Unsolvable(#[from] Unsolvable),
    /// A limit or the caller ended the search.
    #[error("{}", .0.stop)]
    Limit(Box<LimitReached>),
    /// The engine asked for does not solve boards of this size in this metric.
    #[error("engine {engine} does not solve {size} boards in {metric}")]
    Unsupported {
        /// The engine.
        engine: Engine,
        /// The board's size.
        size: Size,
        /// The metric.
        metric: Metric,
    },
    /// The checkpoint file cannot be used or written.
    #[cfg(not(target_family = "wasm"))]
    #[error(transparent)]
    Checkpoint(#[from] crate::CheckpointError),
    /// A work unit of another problem.
    #[error(transparent)]
    WorkUnit(#[from] crate::WorkUnitError),
}

/// What is known when a limit ends a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LimitReached {
    /// Which limit.
    pub stop: Stop,
    /// The best path found, replayed, if any was.
    pub best: Option<Path>,
    /// No path has fewer moves than this.
    pub lower_bound: usize,
    /// The engine that was searching.
    pub engine: Engine,
    /// What the search cost.
    pub stats: Stats,
}
