//! Bidirectional breadth-first search: two layers grow towards each other, the smaller one first.

use super::store::{Link, Store};
use super::successors::{Cursor, path_through};
use super::tally::Tally;
use crate::engine::Outcome;
use crate::{Board, CanonicalProblem, Metric, Path};
use crate::{Stop, Watch};

/// An optimal path, by complete breadth-first layers around the start and around the goal.
///
/// Layers are completed one at a time, so where they first meet the path is optimal: had it been shorter, earlier layers would
/// have met. The problem must be solvable. If interrupted, the lower bound is the sum of the two depths and 1.
pub(crate) fn solve(problem: &CanonicalProblem, metric: Metric, watch: &Watch<'_>) -> Outcome {
    let mut tally = Tally::new(watch, problem.goal().size(), metric);
    let result = search(problem, metric, &mut tally);
    tally.outcome(result)
}

/// One of the two searches.
struct Side {
    cursor: Cursor,
    store: Store<Link>,
    /// The ids of the outermost complete layer.
    layer: std::ops::Range<u32>,
}

impl Side {
    fn new(origin: &Board, metric: Metric, tally: &mut Tally<'_, '_>) -> Result<Side, Stop> {
        let cursor = Cursor::new(origin, metric);
        let mut store = Store::new(origin.size(), 0);
        store.insert(cursor.key(), Link::ROOT, tally)?;
        Ok(Side {
            cursor,
            store,
            layer: 0..1,
        })
    }

    /// Completes the next layer, or returns the first state of it, here and there, that the other side has stored.
    fn grow(
        &mut self,
        other: &Store<Link>,
        tally: &mut Tally<'_, '_>,
    ) -> Result<Option<(u32, u32)>, Stop> {
        assert!(!self.layer.is_empty(), "the problem is solvable");
        let Side {
            cursor,
            store,
            layer,
        } = self;
        for parent in layer.clone() {
            tally.expand()?;
            cursor.load(store.key(parent));
            let mut meeting = None;
            cursor.for_each_move(
                store.note(parent).arrived,
                (),
                |_, (), _| (),
                |board, direction, ()| {
                    tally.stats.generated += 1;
                    let link = Link {
                        parent,
                        arrived: Some(direction),
                    };
                    let (id, new) = store.insert(board, link, tally)?;
                    if new && let Some(there) = other.find(board) {
                        meeting = Some((id, there));
                    }
                    Ok(())
                },
            )?;
            if meeting.is_some() {
                return Ok(meeting);
            }
        }
        *layer = layer.end..store.len();
        Ok(None)
    }
}

fn search(
    problem: &CanonicalProblem,
    metric: Metric,
    tally: &mut Tally<'_, '_>,
) -> Result<Path, Stop> {
    let size = problem.goal().size();
    let goal = problem.goal().board();
    if *problem.start() == goal {
        return Ok(Path::new());
    }
    let mut from_start = Side::new(problem.start(), metric, tally)?;
    let mut from_goal = Side::new(&goal, metric, tally)?;
    loop {
        tally.prove(tally.bound() + 1)?;
        let meeting = if from_start.layer.len() <= from_goal.layer.len() {
            from_start.grow(&from_goal.store, tally)?
        } else {
            let meeting = from_goal.grow(&from_start.store, tally)?;
            meeting.map(|(there, here)| (here, there))
        };
        if let Some((here, there)) = meeting {
            let mut trail = from_start.store.trail(here, |&link| link);
            let onwards = from_goal.store.trail(there, |&link| link);
            trail.extend(onwards.iter().rev().skip(1));
            return Ok(path_through(size, &trail));
        }
    }
}
