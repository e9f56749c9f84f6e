//! Iterations of IDA\*, divided into work units.
//!
//! Each iteration exhausts all paths with g + h ≤ bound. A small one is a single unit; a large one is divided at the nodes that a
//! breadth-first search of the first few moves finds within the bound. A **unit** is the way to such a node: all paths within
//! the bound that begin so. Neither the division nor what a unit expands depends on threads, so the counts of an iteration
//! without a solution are always the same.
//!
//! A node remembers its last 64 moves; where a path is longer than its unit's prefix and those, what is between is found again,
//! child by child, which costs no more than that unit did.
//!
//! # Why units are paths
//!
//! A unit is text, the bound and a path, and can be sent anywhere: tables and automaton make the node again. The division depends on the
//! count of the iteration before alone, so neither threads nor interruptions change what an iteration expands. Threads take units in
//! order from the front. rayon's own `find_map_first` halves the list, so a second thread may search what one thread never would.
//!
//! # Why a good path is looked for first
//!
//! Before an iteration that is expected to expand millions of nodes, the near-optimal search gets one node for each 64 of them. If its
//! path is as long as the bound, the iterations before have proven it optimal, and the last iteration is spared. It is also the path
//! that a limit leaves.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use super::KindOfMap;
use super::automaton::Automaton;
use super::deepening::{Deepening, Division};
use super::kernel::{Arrival, Counts, Kernel, Node, Start, TRAIL};
use crate::engine::{Found, Interrupted, Outcome};
use crate::pdb::TableSet;
use crate::watch::parallel;
use crate::{Board, Direction, Path};
use crate::{Phase, Progress, Stats, Stop, Watch};

/// From an iteration that is expected to expand so many nodes on, a good path is looked for first, which may make it needless:
/// with one expanded node for so many of the iteration.
const SUGGEST_FROM: u64 = 1 << 22;
const SUGGEST_SHARE: u64 = 64;

/// Looks for a path by other means, expanding some number of nodes.
pub(crate) type Suggest<'a> = dyn Fn(u64) -> (Option<Path>, Stats) + 'a;

/// What a search takes with it besides the problem.
#[derive(Clone, Copy, Default)]
pub(crate) struct Aids<'a> {
    /// Asks for the least of the shortest paths, directions compared in this order.
    pub(crate) order: Option<[Direction; 4]>,
    /// Asked for a path before a long iteration. One as long as the bound proves itself optimal.
    pub(crate) suggest: Option<&'a Suggest<'a>>,
}

/// How a unit ended.
pub(super) enum UnitEnd {
    /// No path of it reaches the goal within the bound.
    Exhausted,
    Found(Path),
    /// Another unit, which counts before this one, has found a path.
    Unneeded,
}

/// Why a run pauses for good.
enum Pause {
    Stop(Stop),
    Unneeded,
}

fn interrupted(stop: Stop, best: Option<Path>, deepening: &Deepening) -> Outcome {
    Err(Interrupted {
        stop,
        best,
        lower_bound: deepening.bound(),
        stats: deepening.stats(),
    })
}

/// A problem, the tables that bound it, and who watches.
pub(super) struct Search<'a, M: KindOfMap, const CELLS: usize, const SLOTS: usize> {
    kernel: Kernel<'a, M, CELLS, SLOTS>,
    watch: &'a Watch<'a>,
    start: Start<CELLS, SLOTS>,
}

impl<'a, M: KindOfMap, const CELLS: usize, const SLOTS: usize> Search<'a, M, CELLS, SLOTS> {
    pub(super) fn new(
        set: &'a TableSet,
        automaton: &'a Automaton,
        start: &Board,
        watch: &'a Watch<'a>,
    ) -> Self {
        let kernel = Kernel::new(set, automaton);
        let start = kernel.start(start);
        Search {
            kernel,
            watch,
            start,
        }
    }

    /// The bound of the first iteration.
    pub(super) fn first_bound(&self) -> usize {
        self.start.bound()
    }

    /// Raises the bound until a path is found.
    pub(super) fn deepen(&self, deepening: &mut Deepening, aids: Aids<'_>) -> Outcome {
        let mut known: Option<Path> = None;
        loop {
            let bound = deepening.bound();
            if self.watch.limits().moves.is_some_and(|most| bound > most) {
                return interrupted(self.watch.stop(Stop::Moves), None, deepening);
            }
            let expected = deepening.expected_nodes();
            let is_enough = |path: &Path| path.len() <= bound;
            if let Some(suggest) = aids.suggest
                && expected >= SUGGEST_FROM
                && !known.as_ref().is_some_and(is_enough)
            {
                let (suggested, stats) = suggest(expected / SUGGEST_SHARE);
                deepening.count_suggestion(stats.expanded);
                known = known
                    .into_iter()
                    .chain(suggested)
                    .min_by_key(|path| path.len());
            }
            let result = match &known {
                Some(path) if is_enough(path) => Ok(known.clone()),
                _ => self.iterate(deepening, &known),
            };
            match result {
                Err(stop) => return interrupted(stop, known, deepening),
                Ok(Some(path)) => return self.found(path, aids.order, deepening),
                Ok(None) => deepening.raise(),
            }
            // Where the tables prune everything at once, iterations expand too little to ask by themselves.
            let limited = self.watch.tick(0, || Progress::of(Phase::Search));
            if let Err(stop) = limited {
                return interrupted(stop, known, deepening);
            }
        }
    }

    /// The answer that a path as long as the bound is, or the least path of that length.
    fn found(
        &self,
        path: Path,
        order: Option<[Direction; 4]>,
        deepening: &mut Deepening,
    ) -> Outcome {
        let bound = deepening.bound();
        let mut best = path.clone();
        if order.is_some() {
            // A path of this length exists: look for the least one. Its parts may be redundant, so forget the word.
            let start = self.start.within(bound);
            let start = start.expect("a path was found within it");
            best.truncate(0);
            let mut counts = Counts::default();
            let completed = self.complete(start, order, &mut best, &mut counts);
            deepening.count(counts);
            if let Err(stop) = completed {
                return interrupted(stop, Some(path), deepening);
            }
        }
        Ok(Found {
            path: best,
            lower_bound: bound,
            stats: deepening.stats(),
        })
    }

    /// Searches all paths within the bound at hand.
    fn iterate(
        &self,
        deepening: &mut Deepening,
        known: &Option<Path>,
    ) -> Result<Option<Path>, Stop> {
        deepening.begin(|bound, wanted| self.divide(bound, wanted));
        if let Some(path) = deepening.path() {
            return Ok(Some(path.clone()));
        }
        let (bound, total, left) = (deepening.bound(), deepening.units(), deepening.left());
        let done = AtomicUsize::new(0);
        let began = self.watch.elapsed();
        let progress = || {
            let done_now = done.load(Ordering::Relaxed);
            let rest = left.len() - done_now;
            let spent = self.watch.elapsed().saturating_sub(began).as_secs_f64();
            Progress {
                bound: Some(bound),
                best: known.as_ref().map(|path| path.len()),
                fraction: (total > 1).then(|| (total - rest) as f64 / total as f64),
                left: Duration::try_from_secs_f64(spent * (rest as f64 / done_now as f64))
                    .ok()
                    .filter(|_| done_now > 0),
                ..Progress::of(Phase::Search)
            }
        };
        let deepening = Mutex::new(deepening);
        let threads = self.watch.limits().threads;
        let found = parallel::find_first(threads, &left, |(unit, prefix), is_needed| {
            let mut counts = Counts::default();
            let end = self.search_unit(bound, prefix, is_needed, progress, &mut counts);
            let mut deepening = deepening.lock().unwrap_or_else(PoisonError::into_inner);
            match end {
                Ok(UnitEnd::Exhausted) => {
                    done.fetch_add(1, Ordering::Relaxed);
                    deepening.exhausted(*unit, counts);
                }
                _ => deepening.count(counts),
            }
            match end {
                Ok(UnitEnd::Exhausted | UnitEnd::Unneeded) => None,
                Ok(UnitEnd::Found(path)) => Some(Ok(path)),
                Err(stop) => Some(Err(stop)),
            }
        });
        found.transpose()
    }

    /// At least `wanted` units of one depth, or all there are of the greatest depth; or a path to the goal met on the way.
    pub(super) fn divide(&self, bound: usize, wanted: usize) -> Division {
        let mut division = Division {
            prefixes: Vec::new(),
            counts: Counts::default(),
            path: None,
        };
        let mut level: Vec<_> = self
            .start
            .within(bound)
            .map(|start| (start, Path::new()))
            .into_iter()
            .collect();
        if bound == 0 && !level.is_empty() {
            division.path = Some(Path::new());
            return division;
        }
        let mut children = Vec::new();
        while !level.is_empty() && level.len() < wanted {
            let mut next = Vec::with_capacity(3 * level.len());
            for (node, way) in &level {
                children.clear();
                self.expand(node, &mut children, &mut division.counts);
                for &child in &children {
                    let mut way = way.clone();
                    way.push(self.kernel.step(node, &child));
                    if child.left() == 0 {
                        division.path = Some(way);
                        return division;
                    }
                    next.push((child, way));
                }
            }
            level = next;
        }
        division.prefixes = level.into_iter().map(|(_, way)| way).collect();
        division
    }

    /// The node at the end of a prefix, if that is one of a unit of an iteration with this bound.
    pub(super) fn node_after(
        &self,
        bound: usize,
        prefix: &[Direction],
    ) -> Option<Node<CELLS, SLOTS>> {
        let mut node = self.start.within(bound)?;
        let mut children = Vec::new();
        for &step in prefix {
            children.clear();
            self.expand(&node, &mut children, &mut Counts::default());
            node = *children
                .iter()
                .find(|child| self.kernel.step(&node, child) == step)?;
        }
        (node.left() > 0).then_some(node)
    }

    /// Pushes the children of a node.
    fn expand(
        &self,
        node: &Node<CELLS, SLOTS>,
        children: &mut Vec<Node<CELLS, SLOTS>>,
        counts: &mut Counts,
    ) {
        // SAFETY: a search has one kernel, which is private to it, and no nodes but those of its start and their descendants.
        unsafe { self.kernel.children(node, children, counts) }
    }

    /// Searches below a node.
    fn run<E>(
        &self,
        node: Node<CELLS, SLOTS>,
        stack: &mut Vec<Node<CELLS, SLOTS>>,
        counts: &mut Counts,
        pause: impl FnMut(u64) -> Result<(), E>,
    ) -> Result<Option<Arrival>, E> {
        stack.clear();
        stack.push(node);
        // SAFETY: as in `expand`.
        unsafe { self.kernel.run(stack, counts, pause) }
    }

    /// Searches all paths within a bound that begin with a unit's prefix.
    ///
    /// # Panics
    /// If the prefix is none of a unit.
    pub(super) fn search_unit(
        &self,
        bound: usize,
        prefix: &Path,
        is_needed: &dyn Fn() -> bool,
        progress: impl Fn() -> Progress,
        counts: &mut Counts,
    ) -> Result<UnitEnd, Stop> {
        let node = self.node_after(bound, prefix).expect("a unit's prefix");
        let pause = |expanded| {
            self.watch
                .tick(expanded, &progress)
                .map_err(Pause::Stop)
                .and_then(|()| {
                    if is_needed() {
                        Ok(())
                    } else {
                        Err(Pause::Unneeded)
                    }
                })
        };
        let arrival = match self.run(node, &mut Vec::new(), counts, pause) {
            Ok(None) => return Ok(UnitEnd::Exhausted),
            Ok(Some(arrival)) => arrival,
            Err(Pause::Unneeded) => return Ok(UnitEnd::Unneeded),
            Err(Pause::Stop(stop)) => return Err(stop),
        };
        let mut path = prefix.clone();
        let left = node.left();
        if left <= TRAIL {
            path.extend(arrival.last_moves(left));
        } else {
            self.complete(node, None, &mut path, counts)?;
        }
        Ok(UnitEnd::Found(path))
    }

    /// Extends a path by the steps from a node that leads to the goal within its bound, in an `order` if there is one.
    fn complete(
        &self,
        mut node: Node<CELLS, SLOTS>,
        order: Option<[Direction; 4]>,
        path: &mut Path,
        counts: &mut Counts,
    ) -> Result<(), Stop> {
        let mut children = Vec::new();
        let mut stack = Vec::new();
        while node.left() > 0 {
            children.clear();
            self.expand(&node, &mut children, counts);
            if let Some(order) = order {
                let rank = |child: &Node<CELLS, SLOTS>| {
                    let direction = self.kernel.step(&node, child);
                    order.iter().position(|&other| other == direction)
                };
                children.sort_by_key(rank);
                for child in &mut children {
                    *child = child.without_word();
                }
            }
            let (last, others) = children
                .split_last()
                .expect("a node that leads to the goal has a child that does");
            let mut chosen = *last;
            for &child in others {
                let pause = |expanded| {
                    self.watch.tick(expanded, || Progress {
                        bound: Some(path.len() + node.left()),
                        ..Progress::of(Phase::Search)
                    })
                };
                if child.left() == 0 {
                    chosen = child;
                    break;
                }
                if let Some(arrival) = self.run(child, &mut stack, counts, pause)? {
                    chosen = child;
                    let left = child.left();
                    if order.is_none() && left <= TRAIL {
                        path.push(self.kernel.step(&node, &child));
                        path.extend(arrival.last_moves(left));
                        return Ok(());
                    }
                    break;
                }
            }
            path.push(self.kernel.step(&node, &chosen));
            node = chosen;
        }
        Ok(())
    }
}
