//! The engine of single lines: tiles cannot pass each other, so the blank goes straight home.

use std::borrow::Cow;

use crate::engine::{Algorithm, Found, Prepared, Query, Tables, Target, Unfinished};
use crate::{Direction, Path, Problem, Stats, Stop, Watch};

/// The only path without detours. Linear time.
#[derive(Clone, Copy)]
pub(crate) struct Line;

impl Algorithm for Line {
    fn name(&self) -> Cow<'static, str> {
        "line".into()
    }

    fn supports(&self, problem: &Problem) -> bool {
        problem.size().is_line()
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

impl Prepared for Line {
    fn solve(&self, query: &Query<'_>, _watch: &Watch<'_>) -> Result<Found, Unfinished> {
        query.canonical()?;
        let problem = query.target.problem;
        let (from, to) = (query.start.blank(), problem.goal.blank());
        let direction = match (problem.size().rows() == 1, to > from) {
            (true, true) => Direction::Right,
            (true, false) => Direction::Left,
            (false, true) => Direction::Down,
            (false, false) => Direction::Up,
        };
        let steps = from.0.abs_diff(to.0) as usize;
        let path: Path = std::iter::repeat_n(direction, steps).collect();
        Ok(Found {
            lower_bound: path.length(problem.metric),
            path,
            stats: Stats::default(),
        })
    }

    fn finds_the_least(&self) -> bool {
        true
    }
}
