//! What a solve returns, and why it may return nothing.

use super::Engine;
use crate::{GoalSizeError, Metric, Path, Problem, Size, Stats, Stop, Unsolvable};

/// What a solve found out about a solvable board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub(super) path: Option<Path>,
    pub(super) metric: Metric,
    pub(super) lower_bound: usize,
    pub(super) stop: Option<Stop>,
    pub(super) engine: Engine,
    pub(super) stats: Stats,
}

impl Answer {
    /// The best path found from the start to the goal, replayed. `None` only if a limit or the caller ended the solve.
    pub const fn path(&self) -> Option<&Path> {
        self.path.as_ref()
    }

    /// The path, without its proof.
    pub fn into_path(self) -> Option<Path> {
        self.path
    }

    /// How moves were counted.
    pub const fn metric(&self) -> Metric {
        self.metric
    }

    /// Number of moves of the path in the metric.
    pub fn length(&self) -> Option<usize> {
        self.path.as_ref().map(|path| path.length(self.metric))
    }

    /// No path has fewer moves than this. Equal to the length if the path is optimal.
    pub const fn lower_bound(&self) -> usize {
        self.lower_bound
    }

    /// Whether the path is proven to be a shortest one.
    pub fn is_optimal(&self) -> bool {
        self.length() == Some(self.lower_bound)
    }

    /// What ended the solve before the engine had done what it was asked to do: a limit or the caller. `None` of
    /// [`Engine::Near`] at its limit, which is how it ends.
    pub const fn stop(&self) -> Option<Stop> {
        self.stop
    }

    /// The engine that searched; never [`Engine::Auto`] or [`Engine::Optimal`].
    pub const fn engine(&self) -> Engine {
        self.engine
    }

    /// What the search cost.
    pub const fn stats(&self) -> Stats {
        self.stats
    }
}

/// Why there is no answer: it was asked wrongly, there is no path, or the work ended before anything could be said.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The explicit goal has another size than the board.
    #[error(transparent)]
    Goal(#[from] GoalSizeError),
    /// The goal cannot be reached. No search was made.
    #[error("unsolvable: {0}")]
    Unsolvable(#[from] Unsolvable),
    /// A limit or the caller ended what has no answer but a complete one: a distance, a listing, tables.
    #[error("{stop}")]
    Stopped {
        /// What ended it.
        stop: Stop,
        /// No path has fewer moves than this.
        lower_bound: usize,
    },
    /// The engine asked for does not solve boards of this size in this metric.
    #[error("engine {engine} does not solve {size} boards in {metric}")]
    Unsupported {
        /// The engine.
        engine: Engine,
        /// The boards' size.
        size: Size,
        /// The metric.
        metric: Metric,
    },
    /// More moves beyond the shortest than are listed.
    #[error(
        "a slack of {slack} moves, expected at most {}",
        super::Solver::MAX_SLACK
    )]
    Slack {
        /// The moves asked for.
        slack: usize,
    },
    /// The checkpoint file cannot be used or written.
    #[cfg(feature = "files")]
    #[error(transparent)]
    Checkpoint(#[from] crate::CheckpointError),
    /// The engine keeps no checkpoints.
    #[cfg(feature = "files")]
    #[error("{}: engine {engine} keeps no checkpoints", path.display())]
    NoCheckpoint {
        /// The file.
        path: std::path::PathBuf,
        /// The engine.
        engine: Engine,
    },
}

impl Error {
    pub(super) fn unsupported(engine: Engine, problem: &Problem) -> Error {
        Error::Unsupported {
            engine,
            size: problem.size(),
            metric: problem.metric,
        }
    }
}
