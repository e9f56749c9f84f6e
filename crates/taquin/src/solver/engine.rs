//! Which algorithms there are, what each solves, and which is the best for a size.

use std::fmt;
use std::time::Duration;

use crate::pdb::ida as pdb_ida;
use crate::table;
use crate::{Heuristic, Metric, Size, runs};

/// The algorithm that finds a path.
///
/// All of them return optimal paths, in either metric, but for [`Engine::Near`] and [`Engine::Quick`]. Displays as `table`, `astar-manhattan`, `idastar-linear-conflict` and so on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Engine {
    /// Whichever is best for the size: an optimal one where that ends soon, else [`Engine::Near`].
    #[default]
    Auto,
    /// Whichever is the best of the optimal ones for the size.
    Optimal,
    /// Beam search, wider and wider until a limit: good paths with a lower bound, of boards of any size. Without a limit of time or
    /// nodes it takes [`Engine::NEAR_TIME`].
    Near,
    /// The first path of [`Engine::Near`] that is good, within some 50 ms up to 10×10; on the largest boards any path.
    Quick,
    /// On a single line the blank goes straight home.
    Line,
    /// The complete table of all states, up to ten cells.
    Table,
    /// IDA\* over runs of the blank, with a table for each axis: multi-tile moves, up to sixteen cells.
    Runs,
    /// Breadth-first search from the start.
    Bfs,
    /// Breadth-first search from both ends.
    Bidirectional,
    /// A\* (Hart, Nilsson and Raphael 1968), closing a state when it is expanded.
    AStar(Heuristic),
    /// IDA\* (Korf 1985): depth-first under a rising bound.
    IdaStar(Heuristic),
    /// IDA\* on additive pattern databases, 11 to 32 cells, single-tile moves. From 17 cells on it may take minutes, from some 20
    /// on days.
    Pdb,
}

impl Engine {
    /// How long [`Engine::Near`] looks for better paths if nothing else is said.
    pub const NEAR_TIME: Duration = Duration::from_secs(2);

    /// The most cells of boards whose optimal solution takes [`Engine::Auto`] no long time.
    const SOON: usize = 16;

    /// Every algorithm that returns optimal paths, each with every heuristic it takes.
    pub const ALL: [Engine; 14] = [
        Engine::Line,
        Engine::Table,
        Engine::Runs,
        Engine::Bfs,
        Engine::Bidirectional,
        Engine::AStar(Heuristic::Hamming),
        Engine::AStar(Heuristic::Manhattan),
        Engine::AStar(Heuristic::LinearConflict),
        Engine::AStar(Heuristic::WalkingDistance),
        Engine::IdaStar(Heuristic::Hamming),
        Engine::IdaStar(Heuristic::Manhattan),
        Engine::IdaStar(Heuristic::LinearConflict),
        Engine::IdaStar(Heuristic::WalkingDistance),
        Engine::Pdb,
    ];

    /// Whether the engine solves boards of a size.
    pub const fn supports(self, size: Size) -> bool {
        match self {
            Engine::Auto | Engine::Optimal | Engine::Bfs | Engine::Bidirectional => true,
            Engine::Near | Engine::Quick => !size.is_line(),
            Engine::Runs => runs::covers(size),
            Engine::Line => size.is_line(),
            Engine::Table => table::covers(size),
            Engine::AStar(heuristic) | Engine::IdaStar(heuristic) => heuristic.supports(size),
            Engine::Pdb => pdb_ida::covers(size),
        }
    }

    /// Whether the engine counts moves in a metric.
    pub const fn counts_in(self, metric: Metric) -> bool {
        !matches!(
            (self, metric),
            (Engine::Runs, Metric::Stm) | (Engine::Pdb, Metric::Mtm)
        )
    }

    /// Whether the engine, asked for the least path, finds it by itself.
    pub(super) const fn finds_the_least(self) -> bool {
        matches!(self, Engine::IdaStar(_) | Engine::Pdb)
    }

    /// The engine that [`Engine::Auto`] and [`Engine::Optimal`] stand for.
    pub(super) const fn resolve(self, size: Size, metric: Metric) -> Engine {
        match self {
            Engine::Auto
                if size.is_line() || table::covers(size) || size.cells() <= Engine::SOON =>
            {
                Engine::Optimal.resolve(size, metric)
            }
            Engine::Auto => Engine::Near,
            Engine::Optimal | Engine::Near | Engine::Quick if size.is_line() => Engine::Line,
            Engine::Optimal if table::covers(size) => Engine::Table,
            Engine::Optimal if runs::covers(size) && Engine::Runs.counts_in(metric) => Engine::Runs,
            Engine::Optimal if pdb_ida::covers(size) && Engine::Pdb.counts_in(metric) => {
                Engine::Pdb
            }
            Engine::Optimal if Heuristic::WalkingDistance.supports(size) => {
                Engine::IdaStar(Heuristic::WalkingDistance)
            }
            Engine::Optimal => Engine::IdaStar(Heuristic::LinearConflict),
            chosen => chosen,
        }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Engine::Auto => f.write_str("auto"),
            Engine::Optimal => f.write_str("optimal"),
            Engine::Near => f.write_str("near"),
            Engine::Quick => f.write_str("quick"),
            Engine::Line => f.write_str("line"),
            Engine::Table => f.write_str("table"),
            Engine::Runs => f.write_str("runs"),
            Engine::Bfs => f.write_str("bfs"),
            Engine::Bidirectional => f.write_str("bidirectional"),
            Engine::AStar(heuristic) => write!(f, "astar-{heuristic}"),
            Engine::IdaStar(heuristic) => write!(f, "idastar-{heuristic}"),
            Engine::Pdb => f.write_str("pdb"),
        }
    }
}
