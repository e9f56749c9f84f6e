//! Iterations of IDA\*, divided into work units.
//!
//! Each iteration exhausts all paths with g + h ≤ bound. A small one is a single unit; a large one is divided at the nodes that a
//! breadth-first search of the first few moves finds within the bound. A **unit** is the way to such a node: all paths within
//! the bound that begin so. Neither the division nor what a unit expands depends on threads, so the counts of an iteration
//! without a solution are always the same.
//!
//! A node remembers its last 64 moves; where a path is longer than its unit's prefix and those, what is between is found again,
//! child by child, which costs no more than that unit did.

use std::ops::AddAssign;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::KindOfMap;
use super::automaton::Automaton;
use super::kernel::{Counts, Kernel, Node, SlotState, TRAIL, pack_slacks};
use crate::engine::{Found, Interrupted, Outcome};
use crate::pdb::TableSet;
use crate::watch::parallel;
use crate::{Board, Direction, Path};
use crate::{Phase, Progress, Stats, Stop, Watch};

/// The nodes that a unit is meant to expand: few, so that all threads have work; more where there would be too many units.
const UNIT_NODES: u64 = 1 << 15;
const LARGE_UNIT_NODES: u64 = 1 << 22;

/// The most units, of either size.
const MAX_UNITS: u64 = 1 << 12;
const MAX_LARGE_UNITS: u64 = 1 << 16;

/// How many units an iteration should have that follows one which expanded some nodes.
fn wanted_units(last_expanded: u64) -> usize {
    let expected = expected_nodes(last_expanded);
    let small = (expected / UNIT_NODES).clamp(1, MAX_UNITS);
    let large = (expected / LARGE_UNIT_NODES).min(MAX_LARGE_UNITS);
    small.max(large) as usize
}

/// From an iteration that is expected to expand so many nodes on, a good path is looked for first, which may make it needless:
/// with one expanded node for so many of the iteration.
const SUGGEST_FROM: u64 = 1 << 22;
const SUGGEST_SHARE: u64 = 64;

/// Looks for a path by other means, expanding some number of nodes.
pub(crate) type Suggest<'a> = dyn Fn(u64) -> Option<Path> + 'a;

/// What a search takes with it besides the problem.
#[derive(Clone, Copy, Default)]
pub(crate) struct Aids<'a> {
    /// Asks for the least of the shortest paths, directions compared in this order.
    pub(crate) order: Option<[Direction; 4]>,
    /// Says which units need no search any more, and is told of those that are finished.
    pub(crate) journal: Option<&'a dyn Journal>,
    /// Asked for a path before a long iteration. One as long as the bound proves itself optimal.
    pub(crate) suggest: Option<&'a Suggest<'a>>,
}

/// How many nodes an iteration will expand that follows one which expanded some: on the safe side.
const fn expected_nodes(last_expanded: u64) -> u64 {
    8 * last_expanded
}

/// Keeps account of what is finished, so that a search can be continued by another process.
pub(crate) trait Journal: Sync {
    /// The iterations that are finished, from the first on: bound and counts of each.
    fn iterations(&self) -> Vec<(usize, Counts)>;

    /// Begins the iteration after those, or goes on with it: tells which of its units are finished, with their counts.
    fn begin(&self, bound: usize, units: usize) -> Vec<(usize, Counts)>;

    /// A unit of the iteration is finished.
    fn unit(&self, unit: usize, counts: Counts);

    /// The iteration is finished.
    fn iteration(&self, bound: usize, counts: Counts);
}

impl Counts {
    /// As the statistics of a search whose longest path has `bound` moves.
    pub(super) fn stats(self, bound: usize) -> Stats {
        Stats {
            expanded: self.expanded,
            generated: self.generated,
            peak_stored: bound as u64,
            suggested: 0,
        }
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.expanded += other.expanded;
        self.generated += other.generated;
    }
}

/// How a unit ended.
pub(super) enum UnitEnd {
    /// No path of it reaches the goal within the bound.
    Exhausted,
    Found(Path),
    /// Another unit, which counts before this one, has found a path.
    Unneeded,
}

/// The units of an iteration.
pub(super) struct Division {
    pub(super) prefixes: Vec<Path>,
    /// What it cost to find them.
    pub(super) counts: Counts,
    /// A path to the goal met on the way, instead of units.
    pub(super) path: Option<Path>,
}

/// Why a run pauses for good.
enum Pause {
    Stop(Stop),
    Unneeded,
}

/// A problem, the tables that bound it, and who watches.
pub(super) struct Search<'a, M: KindOfMap, const CELLS: usize, const SLOTS: usize> {
    pub(super) kernel: Kernel<'a, M, CELLS, SLOTS>,
    watch: &'a Watch<'a>,
    /// By partition, the bound at the start.
    distances: Vec<usize>,
    start: Node<CELLS, SLOTS>,
}

/// The node of a start, without a bound, and its distance by each partition.
pub(super) fn start_node<const CELLS: usize, const SLOTS: usize>(
    set: &TableSet,
    start: &Board,
) -> (Node<CELLS, SLOTS>, Vec<usize>) {
    let goal = set.goal();
    let mut tiles = [0; CELLS];
    let mut cell_of_home = [0; CELLS];
    for (cell, &tile) in start.tiles().iter().enumerate() {
        let home = goal.home_of(tile).index();
        tiles[cell] = home as u8;
        cell_of_home[home] = cell;
    }
    let blank = start.blank().index();
    let mut slots = [SlotState::default(); SLOTS];
    let mut states = slots.iter_mut();
    let mut distances = Vec::new();
    for view in set.views() {
        let mut sum = 0;
        for (slot, state) in view.slots().iter().zip(&mut states) {
            let placement = slot.placement(&cell_of_home);
            let distance = slot
                .table()
                .distance(placement, slot.table_cell(blank).into());
            *state = SlotState::new(placement.cells.0, placement.rank, distance);
            sum += distance;
        }
        distances.push(sum);
    }
    let node = Node {
        tiles,
        slack: 0,
        word: Automaton::START,
        left: 0,
        blank: blank as u8,
        trail: 0,
        slots,
    };
    (node, distances)
}

impl<'a, M: KindOfMap, const CELLS: usize, const SLOTS: usize> Search<'a, M, CELLS, SLOTS> {
    pub(super) fn new(
        set: &'a TableSet,
        automaton: &'a Automaton,
        start: &Board,
        watch: &'a Watch<'a>,
    ) -> Self {
        let (start, distances) = start_node(set, start);
        Search {
            kernel: Kernel::new(set, automaton),
            watch,
            distances,
            start,
        }
    }

    /// The bound of the first iteration.
    pub(super) fn first_bound(&self) -> usize {
        self.distances.iter().copied().max().unwrap_or(0)
    }

    /// Raises the bound until a path is found.
    pub(super) fn deepen(&self, aids: Aids<'_>) -> Outcome {
        let Aids {
            order,
            journal,
            suggest,
        } = aids;
        let mut known: Option<Path> = None;
        let mut counts = Counts::default();
        let mut bound = self.first_bound();
        let mut last_expanded = 0;
        for (finished, of_iteration) in journal.map_or_else(Vec::new, Journal::iterations) {
            bound = finished + 2;
            last_expanded = of_iteration.expanded;
            counts += of_iteration;
        }
        loop {
            let interrupted = |stop, best, counts: Counts| Interrupted {
                stop,
                best,
                lower_bound: bound,
                stats: counts.stats(bound),
            };
            if self.watch.limits().moves.is_some_and(|most| bound > most) {
                return Err(interrupted(self.watch.stop(Stop::Moves), None, counts));
            }
            let expected = expected_nodes(last_expanded);
            let is_enough = |path: &Path| path.len() <= bound;
            if expected >= SUGGEST_FROM && !known.as_ref().is_some_and(is_enough) {
                let suggested = suggest.and_then(|suggest| suggest(expected / SUGGEST_SHARE));
                let known_len = known.as_ref().map_or(usize::MAX, |path| path.len());
                known = suggested.filter(|path| path.len() < known_len).or(known);
            }
            let mut of_iteration = Counts::default();
            let result = match &known {
                Some(path) if is_enough(path) => Ok(known.clone()),
                _ => self.iterate(bound, last_expanded, &known, journal, &mut of_iteration),
            };
            counts += of_iteration;
            match result {
                Err(stop) => return Err(interrupted(stop, known, counts)),
                Ok(None) => {}
                Ok(Some(path)) => {
                    let mut best = path.clone();
                    if order.is_some() {
                        // A path of this length exists: look for the least one. Its parts may be redundant, so forget the word.
                        let start = self
                            .start_within(bound)
                            .expect("a path was found within it");
                        best.truncate(0);
                        if let Err(stop) = self.complete(start, order, &mut best, &mut counts) {
                            return Err(interrupted(stop, Some(path), counts));
                        }
                    }
                    return Ok(Found {
                        path: best,
                        lower_bound: bound,
                        stats: counts.stats(bound),
                    });
                }
            }
            if let Some(journal) = journal {
                journal.iteration(bound, of_iteration);
            }
            last_expanded = of_iteration.expanded;
            bound += 2;
        }
    }

    /// The start, if it may lead to the goal within a bound.
    fn start_within(&self, bound: usize) -> Option<Node<CELLS, SLOTS>> {
        let fits = |distance: &usize| *distance <= bound && (bound - distance).is_multiple_of(2);
        if !self.distances.iter().all(fits) || bound > usize::from(u16::MAX) {
            return None;
        }
        let slacks = self.distances.iter().map(|distance| (bound - distance) / 2);
        Some(Node {
            slack: pack_slacks(slacks),
            left: bound as u16,
            ..self.start
        })
    }

    /// Searches all paths within a bound.
    fn iterate(
        &self,
        bound: usize,
        last_expanded: u64,
        known: &Option<Path>,
        journal: Option<&dyn Journal>,
        counts: &mut Counts,
    ) -> Result<Option<Path>, Stop> {
        let division = self.divide(bound, wanted_units(last_expanded));
        *counts += division.counts;
        if division.path.is_some() {
            return Ok(division.path);
        }
        let total = division.prefixes.len();
        let finished = journal.map_or_else(Vec::new, |journal| journal.begin(bound, total));
        let mut left: Vec<Option<Path>> = division.prefixes.into_iter().map(Some).collect();
        for &(unit, of_unit) in &finished {
            left[unit] = None;
            *counts += of_unit;
        }
        let left: Vec<(usize, Path)> = left
            .into_iter()
            .enumerate()
            .filter_map(|(unit, prefix)| Some((unit, prefix?)))
            .collect();

        let done = AtomicUsize::new(0);
        let began = self.watch.elapsed();
        let progress = || {
            let done_now = done.load(Ordering::Relaxed);
            let rest = (left.len() - done_now) as f64 / done_now as f64;
            let spent = self.watch.elapsed().saturating_sub(began).as_secs_f64();
            Progress {
                bound: Some(bound),
                best: known.as_ref().map(|path| path.len()),
                fraction: (total > 1).then(|| (finished.len() + done_now) as f64 / total as f64),
                left: std::time::Duration::try_from_secs_f64(spent * rest)
                    .ok()
                    .filter(|_| done_now > 0),
                ..Progress::of(Phase::Search)
            }
        };
        let sum = Mutex::new(Counts::default());
        let threads = self.watch.limits().threads;
        let found = parallel::find_first(threads, &left, |(unit, prefix), is_needed| {
            let mut of_unit = Counts::default();
            let end = self.search_unit(bound, prefix, is_needed, progress, &mut of_unit);
            *sum.lock().unwrap_or_else(PoisonError::into_inner) += of_unit;
            match end {
                Ok(UnitEnd::Exhausted) => {
                    done.fetch_add(1, Ordering::Relaxed);
                    if let Some(journal) = journal {
                        journal.unit(*unit, of_unit);
                    }
                    None
                }
                Ok(UnitEnd::Unneeded) => None,
                Ok(UnitEnd::Found(path)) => Some(Ok(path)),
                Err(stop) => Some(Err(stop)),
            }
        });
        *counts += sum.into_inner().unwrap_or_else(PoisonError::into_inner);
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
            .start_within(bound)
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
                self.kernel
                    .children(node, &mut children, &mut division.counts);
                for &child in &children {
                    let mut way = way.clone();
                    way.push(self.direction(node, &child));
                    if child.left == 0 {
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
        let mut node = self.start_within(bound)?;
        let mut children = Vec::new();
        for &step in prefix {
            children.clear();
            self.kernel
                .children(&node, &mut children, &mut Counts::default());
            node = *children
                .iter()
                .find(|child| self.direction(&node, child) == step)?;
        }
        (node.left > 0).then_some(node)
    }

    /// The step from a node to one of its children.
    fn direction(&self, node: &Node<CELLS, SLOTS>, child: &Node<CELLS, SLOTS>) -> Direction {
        self.kernel.direction(node.blank, child.blank)
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
        let arrival = match self.kernel.run(&mut vec![node], counts, pause) {
            Ok(None) => return Ok(UnitEnd::Exhausted),
            Ok(Some(arrival)) => arrival,
            Err(Pause::Unneeded) => return Ok(UnitEnd::Unneeded),
            Err(Pause::Stop(stop)) => return Err(stop),
        };
        let mut path = prefix.clone();
        let left = usize::from(node.left);
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
        while node.left > 0 {
            children.clear();
            self.kernel.children(&node, &mut children, counts);
            if let Some(order) = order {
                let rank = |child: &Node<CELLS, SLOTS>| {
                    let direction = self.direction(&node, child);
                    order.iter().position(|&other| other == direction)
                };
                children.sort_by_key(rank);
                for child in &mut children {
                    child.word = Automaton::START;
                }
            }
            let (last, others) = children
                .split_last()
                .expect("a node that leads to the goal has a child that does");
            let mut chosen = *last;
            for &child in others {
                stack.clear();
                stack.push(child);
                let pause = |expanded| {
                    self.watch.tick(expanded, || Progress {
                        bound: Some(path.len() + usize::from(node.left)),
                        ..Progress::of(Phase::Search)
                    })
                };
                if child.left == 0 {
                    chosen = child;
                    break;
                }
                if let Some(arrival) = self.kernel.run(&mut stack, counts, pause)? {
                    chosen = child;
                    let left = usize::from(child.left);
                    if order.is_none() && left <= TRAIL {
                        path.push(self.direction(&node, &child));
                        path.extend(arrival.last_moves(left));
                        return Ok(());
                    }
                    break;
                }
            }
            path.push(self.direction(&node, &chosen));
            node = chosen;
        }
        Ok(())
    }
}
