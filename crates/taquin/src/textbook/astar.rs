//! A\*: the state with the least f = g + h first.

use super::store::{Id, Link, Store};
use super::successors::{Cursor, path_through};
use super::tally::Tally;
use crate::engine::Outcome;
use crate::heuristic::{Evaluator, Heuristic, with_evaluator};
use crate::{CanonicalProblem, Metric, Path};
use crate::{Stop, Watch};

/// An optimal path by A\* with one of the heuristics, all of which are consistent.
///
/// A state is closed when it is *expanded*: until then a shorter way to it may turn up. The search ends when the goal is about to be
/// expanded, not when it is generated. The problem must be solvable. If interrupted, the lower bound is the least f of the open states.
/// `expanded` counts the states taken from the open list for their neighbors, `peak_stored` those open or closed at the end.
pub(crate) fn solve(
    problem: &CanonicalProblem,
    metric: Metric,
    heuristic: Heuristic,
    watch: &Watch<'_>,
) -> Outcome {
    let mut tally = Tally::new(watch, problem.goal().size(), metric);
    let goal = problem.goal().board();
    let result = with_evaluator!(heuristic, &goal, metric, |evaluator| search(
        problem,
        metric,
        &mut evaluator,
        &mut tally
    ));
    tally.outcome(result)
}

/// What is known about a state.
#[derive(Clone, Copy)]
struct Note {
    link: Link,
    /// The length of the shortest path to it so far.
    g: u32,
    closed: bool,
}

/// Open states by f, in a stack for each: the youngest of the least f comes first, which is near the goal more often than the oldest.
///
/// A state that is opened again by a shorter way stands here twice; its older entry, of a larger f, comes up when it is closed.
struct Open {
    /// The least f of all: that of the start, the heuristic being consistent.
    least: u64,
    current: usize,
    stacks: Vec<Vec<Id>>,
}

impl Open {
    fn push(&mut self, f: u64, id: Id) {
        let bucket = (f - self.least) as usize;
        debug_assert!(bucket >= self.current, "consistent: f never falls");
        if bucket >= self.stacks.len() {
            self.stacks.resize_with(bucket + 1, Vec::new);
        }
        self.stacks[bucket].push(id);
    }

    /// The next state and its f.
    fn pop(&mut self) -> Option<(u64, Id)> {
        while let Some(stack) = self.stacks.get_mut(self.current) {
            if let Some(id) = stack.pop() {
                return Some((self.least + self.current as u64, id));
            }
            self.current += 1;
        }
        None
    }
}

fn search<E: Evaluator>(
    problem: &CanonicalProblem,
    metric: Metric,
    evaluator: &mut E,
    tally: &mut Tally<'_, '_>,
) -> Result<Path, Stop> {
    let size = problem.goal().size();
    tally.charge(evaluator.bytes())?;
    let mut cursor = Cursor::new(problem.start(), metric);
    let mut store: Store<Note> = Store::new(size, size_of::<Id>());
    let note = Note {
        link: Link::ROOT,
        g: 0,
        closed: false,
    };
    let (root, _) = store.insert(cursor.key(), note, tally)?;
    let state = evaluator.fresh(cursor.tiles());
    let mut open = Open {
        least: evaluator.value(state),
        current: 0,
        stacks: Vec::new(),
    };
    open.push(open.least, root);
    loop {
        let (f, id) = open.pop().expect("the problem is solvable");
        tally.prove(f as usize)?;
        let note = store.note_mut(id);
        if std::mem::replace(&mut note.closed, true) {
            continue;
        }
        let Note { link, g, .. } = *note;
        if f == u64::from(g) {
            // h is 0 on the goal alone.
            return Ok(path_through(size, &store.trail(id, |note| note.link)));
        }
        tally.expand()?;
        cursor.load(store.key(id));
        let state = evaluator.fresh(cursor.tiles());
        let h = evaluator.value(state);
        cursor.for_each_move(
            link.arrived,
            (state, h),
            |tiles, (state, _), slide| {
                let state = evaluator.after(tiles, state, slide);
                (state, evaluator.value(state))
            },
            |board, direction, (_, h)| {
                tally.stats.generated += 1;
                let note = Note {
                    link: Link {
                        parent: id,
                        arrived: Some(direction),
                    },
                    g: g + 1,
                    closed: false,
                };
                let (child, new) = store.insert(board, note, tally)?;
                let known = store.note_mut(child);
                if new || note.g < known.g {
                    debug_assert!(!known.closed, "consistent: closed states are final");
                    *known = note;
                    open.push(u64::from(note.g) + h, child);
                }
                Ok(())
            },
        )?;
    }
}
