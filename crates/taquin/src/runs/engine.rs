//! The run tables as an engine.

use std::borrow::Cow;
use std::sync::Arc;

use super::{RunTables, covers};
use crate::engine::{Algorithm, Found, Prepared, Query, Tables, Target, Unfinished};
use crate::listing::Walk;
use crate::{Metric, Problem, Stop, Watch};

/// IDA\* over runs of the blank, with a table for each axis: multi-tile moves, up to sixteen cells.
pub(crate) struct Runs;

impl Algorithm for Runs {
    fn name(&self) -> Cow<'static, str> {
        "runs".into()
    }

    fn supports(&self, problem: &Problem) -> bool {
        covers(problem.size()) && problem.metric == Metric::Mtm
    }

    fn prepare(
        &self,
        target: &Target<'_>,
        tables: &Tables,
        watch: &Watch<'_>,
    ) -> Result<Box<dyn Prepared>, Stop> {
        let (goal, metric) = (target.canonicalizer.goal(), target.problem.metric);
        let tables = tables.get_or_make(goal, metric, watch, || RunTables::build(goal, watch))?;
        Ok(Box::new(tables))
    }
}

impl Prepared for Arc<RunTables> {
    fn solve(&self, query: &Query<'_>, watch: &Watch<'_>) -> Result<Found, Unfinished> {
        query.in_canonical_form(|problem| self.search(problem.start(), watch))
    }

    fn walk(&self, walk: Walk<'_, '_>) -> Result<u128, Stop> {
        walk.guided_by(&mut &**self)
    }

    fn bytes(&self) -> u64 {
        RunTables::bytes(self)
    }
}
