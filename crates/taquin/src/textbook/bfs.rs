//! Breadth-first search from the start: the simplest optimal search, and the one that stores most.

use super::store::{Link, Store};
use super::successors::{Cursor, Packing, path_through};
use super::tally::Tally;
use crate::engine::Outcome;
use crate::{CanonicalProblem, Metric, Path};
use crate::{Stop, Watch};

/// An optimal path, by visiting the states in the order of their distance from the start.
///
/// The problem must be solvable. If interrupted, the lower bound is the distance of the states being generated.
pub(crate) fn solve(problem: &CanonicalProblem, metric: Metric, watch: &Watch<'_>) -> Outcome {
    let mut tally = Tally::new(watch, problem.goal().size(), metric);
    let result = search(problem, metric, &mut tally);
    tally.outcome(result)
}

fn search(
    problem: &CanonicalProblem,
    metric: Metric,
    tally: &mut Tally<'_, '_>,
) -> Result<Path, Stop> {
    let size = problem.goal().size();
    let goal = Packing::new(size).pack(&problem.goal().board());
    let mut cursor = Cursor::new(problem.start(), metric);
    // Ids follow the order of generation, so the store is its own queue.
    let mut store: Store<Link> = Store::new(size, 0);
    let (root, _) = store.insert(cursor.key(), Link::ROOT, tally)?;
    if *cursor.key() == *goal {
        return Ok(Path::new());
    }
    let mut next = root;
    let mut layer_end = root;
    loop {
        if next == layer_end {
            layer_end = store.len();
            assert!(next < layer_end, "the problem is solvable");
            tally.prove(tally.bound() + 1)?;
        }
        tally.expand()?;
        cursor.load(store.key(next));
        let arrived = store.note(next).arrived;
        let mut reached = None;
        cursor.for_each_move(
            arrived,
            (),
            |_, (), _| (),
            |board, direction, ()| {
                tally.stats.generated += 1;
                let link = Link {
                    parent: next,
                    arrived: Some(direction),
                };
                let (id, new) = store.insert(board, link, tally)?;
                if new && *board == *goal {
                    reached = Some(id);
                }
                Ok(())
            },
        )?;
        if let Some(id) = reached {
            return Ok(path_through(size, &store.trail(id, |&link| link)));
        }
        next += 1;
    }
}
