//! What a search may use, what it has done, and why it ended early.

use std::fmt;
use std::time::Duration;

/// What a search may use. Nothing is limited by default but the threads: one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Wall time.
    pub time: Option<Duration>,
    /// Expanded nodes.
    pub nodes: Option<u64>,
    /// Bytes for tables and stored states.
    pub memory: Option<u64>,
    /// The longest path that is of interest, in moves of the search's metric: a search stops as soon as it has proven that
    /// every path is longer.
    pub moves: Option<usize>,
    /// Worker threads, at least 1.
    pub threads: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            time: None,
            nodes: None,
            memory: None,
            moves: None,
            threads: 1,
        }
    }
}

/// What a solve has done, by part. Counts of all threads together; [`Limits::nodes`] bounds `expanded` and `suggested` together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// States whose neighbors were generated.
    pub expanded: u64,
    /// States generated as somebody's neighbor.
    pub generated: u64,
    /// The most states held in memory at once (complexity in space); for IDA\* the longest path.
    pub peak_stored: u64,
    /// States expanded beside the engine, by the near-optimal search for a path: one that may prove itself optimal before the last
    /// iteration, or one for a limit to leave.
    pub suggested: u64,
}

/// Why a search ended before it was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The time limit.
    Time,
    /// The node limit.
    Nodes,
    /// The memory limit.
    Memory,
    /// Every path is longer than the limit on moves.
    Moves,
    /// The progress callback said `Break`.
    Cancelled,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stop::Time => "time limit reached",
            Stop::Nodes => "node limit reached",
            Stop::Memory => "memory limit reached",
            Stop::Moves => "every path has more moves than the limit",
            Stop::Cancelled => "cancelled",
        })
    }
}

impl std::error::Error for Stop {}
