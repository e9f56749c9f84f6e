//! The near-optimal search as an engine, and as the quick one.

use std::borrow::Cow;
use std::time::Duration;

use super::Effort;
use crate::engine::{Algorithm, Found, Prepared, Query, Tables, Target, Unfinished};
use crate::{Limits, Problem, Stop, Watch};

/// How long it looks for better paths if nothing else is said.
pub(crate) const TIME: Duration = Duration::from_secs(2);

impl Algorithm for Effort {
    fn name(&self) -> Cow<'static, str> {
        match self {
            Effort::Full => "near".into(),
            Effort::Quick => "quick".into(),
        }
    }

    fn supports(&self, problem: &Problem) -> bool {
        !problem.size().is_line()
    }

    fn is_optimal(&self) -> bool {
        false
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

impl Prepared for Effort {
    fn solve(&self, query: &Query<'_>, watch: &Watch<'_>) -> Result<Found, Unfinished> {
        let metric = query.target.problem.metric;
        let limits = *watch.limits();
        let patient;
        // Without a limit it would go on for ever.
        let watch = if *self == Effort::Full && limits.time.is_none() && limits.nodes.is_none() {
            patient = watch.part(Limits {
                time: Some(TIME),
                ..limits
            });
            &patient
        } else {
            watch
        };
        query.in_canonical_form(|problem| super::solve(problem, metric, *self, watch))
    }
}
