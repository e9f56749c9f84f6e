//! The complete table as an engine.

use std::borrow::Cow;

use super::{CompleteTable, State, TableView, covers};
use crate::engine::{Algorithm, Found, Prepared, Query, Tables, Target, Unfinished};
use crate::listing::Walk;
use crate::{Direction, Metric, Problem, Stats, Stop, Watch};

/// The complete table of all states, up to ten cells.
pub(crate) struct Table;

impl Algorithm for Table {
    fn name(&self) -> Cow<'static, str> {
        "table".into()
    }

    fn supports(&self, problem: &Problem) -> bool {
        covers(problem.size())
    }

    fn prepare(
        &self,
        target: &Target<'_>,
        tables: &Tables,
        watch: &Watch<'_>,
    ) -> Result<Box<dyn Prepared>, Stop> {
        let (goal, metric) = (target.canonicalizer.goal(), target.problem.metric);
        let table = tables.get_or_make(goal, metric, watch, || {
            CompleteTable::build(goal, metric, watch)
        })?;
        let order = target.order.unwrap_or(Direction::ALL);
        Ok(Box::new(TableView::new(table, target.canonicalizer, order)))
    }
}

impl TableView {
    /// The state of a solvable start.
    fn state(&self, query: &Query<'_>) -> Result<State, Unfinished> {
        self.locate(query.start).ok_or(Unfinished::Unsolvable)
    }
}

impl Prepared for TableView {
    fn solve(&self, query: &Query<'_>, _watch: &Watch<'_>) -> Result<Found, Unfinished> {
        let state = self.state(query)?;
        Ok(Found {
            path: self.path(state),
            lower_bound: TableView::distance(self, state),
            stats: Stats::default(),
        })
    }

    fn distance(&self, query: &Query<'_>, _watch: &Watch<'_>) -> Result<usize, Unfinished> {
        self.state(query)
            .map(|state| TableView::distance(self, state))
    }

    /// Downhill in the first direction is least only where every step is a move of its own.
    fn finds_the_least(&self) -> bool {
        self.table().metric == Metric::Stm
    }

    fn walk(&self, walk: Walk<'_, '_>) -> Result<u128, Stop> {
        walk.guided_by(&mut self.table())
    }

    fn bytes(&self) -> u64 {
        CompleteTable::bytes(self.table().goal.size())
    }
}
