//! The list of engines, and which of them is best for a problem.
//!
//! A new engine is a row of [`engines!`] below; what it is stands in a room of its own as an `impl Algorithm`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::Solver;
use crate::engine::Algorithm;
use crate::line::Line;
use crate::near::Effort;
use crate::runs::Runs;
use crate::table::Table;
use crate::textbook::Textbook;
use crate::{Heuristic, Problem};

/// Defines [`Engine`] from one row for each engine: documentation, name, and how its [`Algorithm`] is made for a solver.
macro_rules! engines {
    (
        {$($(#[$doc:meta])* $name:ident => $make:expr,)*}
        with a heuristic
        {$($(#[$heuristic_doc:meta])* $heuristic_name:ident => $heuristic_make:expr,)*}
    ) => {
        /// The algorithm that finds a path.
        ///
        /// All of them return optimal paths but for [`Engine::Near`] and [`Engine::Quick`]. Displays as, and is read from, `auto`, `table`,
        /// `astar-manhattan`, `idastar-linear-conflict` and so on.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        #[non_exhaustive]
        pub enum Engine {
            /// Whichever is best for the problem: an optimal one where that ends soon, else [`Engine::Near`].
            #[default]
            Auto,
            /// Whichever is the best of the optimal ones for the problem.
            Optimal,
            $($(#[$doc])* $name,)*
            $($(#[$heuristic_doc])* $heuristic_name(Heuristic),)*
        }

        impl Engine {
            /// Every engine, each with every heuristic it takes; neither [`Engine::Auto`] nor [`Engine::Optimal`], which stand for others.
            pub fn all() -> impl Iterator<Item = Engine> {
                let plain = [$(Engine::$name),*].into_iter();
                plain$(.chain(Heuristic::ALL.map(Engine::$heuristic_name)))*
            }

            /// What the engine is, with the settings of a solver. Of [`Engine::Auto`] and [`Engine::Optimal`] there is nothing.
            pub(super) fn algorithm(self, solver: &Solver) -> Option<Box<dyn Algorithm>> {
                match self {
                    Engine::Auto | Engine::Optimal => None,
                    $(Engine::$name => {
                        let make: fn(&Solver) -> Box<dyn Algorithm> = $make;
                        Some(make(solver))
                    })*
                    $(Engine::$heuristic_name(heuristic) => {
                        let make: fn(Heuristic) -> Box<dyn Algorithm> = $heuristic_make;
                        Some(make(heuristic))
                    })*
                }
            }
        }
    };
}

engines! {{
    /// On a single line the blank goes straight home.
    Line => |_| Box::new(Line),
    /// The complete table of all states, up to ten cells.
    Table => |_| Box::new(Table),
    /// IDA\* over runs of the blank, with a table for each axis: multi-tile moves, up to sixteen cells.
    Runs => |_| Box::new(Runs),
    /// IDA\* on additive pattern databases, 11 to 32 cells, single-tile moves. From 17 cells on it may take minutes, from some 20
    /// on days.
    Pdb => |solver| Box::new(solver.pdb.clone()),
    /// Breadth-first search from the start.
    Bfs => |_| Box::new(Textbook::Bfs),
    /// Breadth-first search from both ends.
    Bidirectional => |_| Box::new(Textbook::Bidirectional),
    /// Beam search, wider and wider until a limit: good paths with a lower bound, of boards of any size. Without a limit of time or
    /// nodes it takes [`Engine::NEAR_TIME`].
    Near => |_| Box::new(Effort::Full),
    /// The first path of [`Engine::Near`] that is good, within some 50 ms up to 10×10; on the largest boards any path.
    Quick => |_| Box::new(Effort::Quick),
}
with a heuristic
{
    /// A\* (Hart, Nilsson and Raphael 1968), closing a state when it is expanded.
    AStar => |heuristic| Box::new(Textbook::AStar(heuristic)),
    /// IDA\* (Korf 1985): depth-first under a rising bound.
    IdaStar => |heuristic| Box::new(Textbook::IdaStar(heuristic)),
}}

/// The optimal engines worth taking, the best first.
const PREFERRED: [Engine; 6] = [
    Engine::Line,
    Engine::Table,
    Engine::Runs,
    Engine::Pdb,
    Engine::IdaStar(Heuristic::WalkingDistance),
    Engine::IdaStar(Heuristic::LinearConflict),
];

impl Engine {
    /// How long [`Engine::Near`] looks for better paths if nothing else is said.
    pub const NEAR_TIME: Duration = crate::near::TIME;

    /// The most cells of boards whose optimal solution takes [`Engine::Auto`] no long time.
    const SOON: usize = 16;

    /// Whether the engine solves the boards of a problem.
    pub fn supports(self, problem: &Problem) -> bool {
        self.algorithm(&Solver::default())
            .is_none_or(|algorithm| algorithm.supports(problem))
    }

    /// Whether the engine's paths are proven shortest. Those of [`Engine::Auto`] are not, on large boards.
    pub fn is_optimal(self) -> bool {
        self.algorithm(&Solver::default())
            .map_or(self == Engine::Optimal, |algorithm| algorithm.is_optimal())
    }

    /// The engine that [`Engine::Auto`] and [`Engine::Optimal`] stand for.
    pub(super) fn resolve(self, problem: &Problem) -> Engine {
        let size = problem.size();
        match self {
            Engine::Auto if !size.is_line() && size.cells() > Engine::SOON => Engine::Near,
            Engine::Near | Engine::Quick if size.is_line() => Engine::Line,
            Engine::Auto | Engine::Optimal => {
                let mut preferred = PREFERRED.into_iter();
                preferred
                    .find(|engine| engine.supports(problem))
                    .expect("the last one solves every problem")
            }
            chosen => chosen,
        }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.algorithm(&Solver::default()) {
            Some(algorithm) => f.write_str(&algorithm.name()),
            None if *self == Engine::Auto => f.write_str("auto"),
            None => f.write_str("optimal"),
        }
    }
}

/// A name that is no engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown engine {0:?}, expected auto, optimal, near, quick, table, pdb, runs, line, bfs, bidirectional, or astar- or idastar- and a heuristic"
)]
pub struct UnknownEngine(pub String);

impl FromStr for Engine {
    type Err = UnknownEngine;

    fn from_str(name: &str) -> Result<Engine, UnknownEngine> {
        [Engine::Auto, Engine::Optimal]
            .into_iter()
            .chain(Engine::all())
            .find(|engine| engine.to_string() == name)
            .ok_or_else(|| UnknownEngine(name.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_engine_is_read_by_its_name() {
        let mut engines = 0;
        for engine in [Engine::Auto, Engine::Optimal]
            .into_iter()
            .chain(Engine::all())
        {
            assert_eq!(engine.to_string().parse(), Ok(engine));
            engines += 1;
        }
        assert_eq!(engines, 2 + 8 + 2 * Heuristic::ALL.len());
        let error = "tabel".parse::<Engine>().unwrap_err();
        assert!(error.to_string().contains("\"tabel\""));
    }
}
