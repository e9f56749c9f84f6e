//! The textbook's searches as engines.

use std::borrow::Cow;

use super::{astar, bfs, bidirectional, ida};
use crate::engine::{
    Algorithm, Found, Prepared, Query, Tables, Target, Unfinished, walk_by_heuristic,
};
use crate::listing::Walk;
use crate::{Heuristic, Problem, Stop, Watch};

/// One of them, with its heuristic.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Textbook {
    Bfs,
    Bidirectional,
    AStar(Heuristic),
    IdaStar(Heuristic),
}

impl Algorithm for Textbook {
    fn name(&self) -> Cow<'static, str> {
        match self {
            Textbook::Bfs => "bfs".into(),
            Textbook::Bidirectional => "bidirectional".into(),
            Textbook::AStar(heuristic) => format!("astar-{heuristic}").into(),
            Textbook::IdaStar(heuristic) => format!("idastar-{heuristic}").into(),
        }
    }

    fn supports(&self, problem: &Problem) -> bool {
        match self {
            Textbook::Bfs | Textbook::Bidirectional => true,
            Textbook::AStar(heuristic) | Textbook::IdaStar(heuristic) => {
                heuristic.supports(problem.size())
            }
        }
    }

    fn prepare(
        &self,
        _target: &Target<'_>,
        _tables: &Tables,
        _watch: &Watch<'_>,
    ) -> Result<Box<dyn Prepared>, Stop> {
        Ok(Box::new(*self))
    }
}

impl Prepared for Textbook {
    fn solve(&self, query: &Query<'_>, watch: &Watch<'_>) -> Result<Found, Unfinished> {
        let metric = query.target.problem.metric;
        query.in_canonical_form(|problem| match *self {
            Textbook::Bfs => bfs::solve(problem, metric, watch),
            Textbook::Bidirectional => bidirectional::solve(problem, metric, watch),
            Textbook::AStar(heuristic) => astar::solve(problem, metric, heuristic, watch),
            Textbook::IdaStar(heuristic) => {
                ida::solve(problem, metric, heuristic, query.order(), watch)
            }
        })
    }

    fn finds_the_least(&self) -> bool {
        matches!(self, Textbook::IdaStar(_))
    }

    fn walk(&self, walk: Walk<'_, '_>) -> Result<u128, Stop> {
        match *self {
            Textbook::AStar(heuristic) | Textbook::IdaStar(heuristic) => {
                walk_by_heuristic(heuristic, walk)
            }
            Textbook::Bfs | Textbook::Bidirectional => {
                walk_by_heuristic(Heuristic::LinearConflict, walk)
            }
        }
    }
}
