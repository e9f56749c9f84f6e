//! IDA\* (Korf 1985) on additive pattern databases: optimal in single-tile moves.
//!
//! Each iteration exhausts all paths with g + h ≤ bound. Small ones run from the start; large ones start from *prefixes*, the
//! nodes that a breadth-first search of the first few moves finds within the bound, and are divided into work units, a few
//! prefixes each, which threads take from a list. A node remembers its last 64 moves; where a path is longer than its prefix and
//! those, what is between is found again, child by child, which costs no more than that prefix did.

mod guide;
mod kernel;
#[cfg(test)]
mod tests;

use kernel::{Counts, Kernel, Node, SlotState, TRAIL, pack_slacks};

use super::automaton::Automaton;
use super::outcome::{Found, Interrupted, Outcome};
use super::{Progress, Stats, Stop, Watch};
use crate::pdb::{NarrowMap, Plan, RegionMap, RegionMaps, TableSet, WideMap, cold_partitions};
use crate::{Board, CanonicalGoal, CanonicalProblem, Direction, Path, Size, parallel};

/// Whether boards of a size are solved with pattern databases.
pub(crate) const fn covers(size: Size) -> bool {
    !size.is_line() && size.cells() >= 11 && size.cells() <= crate::pdb::MAX_CELLS
}

/// Length of the longest paths that the automaton knows.
const WORD_LEN: usize = 10;

/// All that is prepared once for a canonical goal.
pub(crate) struct PdbSearcher {
    set: TableSet,
    automaton: Automaton,
    loaded: bool,
}

impl PdbSearcher {
    /// Builds small tables in memory.
    ///
    /// # Errors
    /// The watch's [`Stop`].
    pub(crate) fn cold(goal: CanonicalGoal, watch: &Watch<'_>) -> Result<PdbSearcher, Stop> {
        let plan = Plan::new(goal, &cold_partitions(goal));
        let (set, automaton) = parallel::both(
            watch.limits().threads,
            || plan.build(watch),
            || Automaton::new(goal.size(), WORD_LEN),
        );
        Ok(PdbSearcher {
            set: set?,
            automaton,
            loaded: false,
        })
    }

    /// Loads databases, if all that the goal needs are there.
    ///
    /// # Errors
    /// Why one that is there is refused.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn load(
        goal: CanonicalGoal,
        databases: &crate::Databases,
    ) -> Result<Option<PdbSearcher>, crate::DatabaseError> {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let (set, automaton) = parallel::both(
            threads,
            || databases.load(goal),
            || Automaton::new(goal.size(), WORD_LEN),
        );
        Ok(set?.map(|set| PdbSearcher {
            set,
            automaton,
            loaded: true,
        }))
    }

    /// Bytes of all tables.
    pub(crate) fn bytes(&self) -> u64 {
        self.set.bytes()
    }

    /// Whether the tables come from databases.
    pub(crate) const fn is_loaded(&self) -> bool {
        self.loaded
    }

    /// Finds a shortest path of a solvable problem; with an `order` the least such path, directions compared in this order.
    pub(crate) fn solve(
        &self,
        problem: &CanonicalProblem,
        order: Option<[Direction; 4]>,
        watch: &Watch<'_>,
    ) -> Outcome {
        assert_eq!(problem.goal(), self.set.goal());
        solve(&self.set, &self.automaton, problem.start(), order, watch)
    }
}

fn solve(
    set: &TableSet,
    automaton: &Automaton,
    start: &Board,
    order: Option<[Direction; 4]>,
    watch: &Watch<'_>,
) -> Outcome {
    // What is generic in these numbers is compiled once for each line.
    #[cfg(not(target_family = "wasm"))]
    let solve = match (is_wide(set), set.slots().count()) {
        (false, 0..=4) => solve_with::<NarrowMap, 16, 4>,
        (false, 5..=6) => solve_with::<NarrowMap, 16, 6>,
        (false, 7..=8) => solve_with::<NarrowMap, 16, 8>,
        (false, _) => solve_with::<NarrowMap, 16, 12>,
        (true, 0..=8) => solve_with::<WideMap, 32, 8>,
        (true, _) => solve_with::<WideMap, 32, 16>,
    };
    // There every byte is sent to a browser, and nothing beyond sixteen cells is solved.
    #[cfg(target_family = "wasm")]
    let solve = solve_with::<NarrowMap, 16, 12>;
    solve(set, automaton, start, order, watch)
}

#[cfg(not(target_family = "wasm"))]
fn is_wide(set: &TableSet) -> bool {
    set.slots()
        .any(|slot| matches!(slot.table().index().maps(), RegionMaps::Wide(_)))
}

/// The region maps of one kind.
pub(crate) trait KindOfMap: RegionMap {
    /// The maps, if they are of this kind.
    fn of(maps: &RegionMaps) -> &[Self];
}

impl KindOfMap for NarrowMap {
    fn of(maps: &RegionMaps) -> &[NarrowMap] {
        match maps {
            RegionMaps::Narrow(maps) => maps,
            RegionMaps::Wide(_) => unreachable!("chosen by kind"),
        }
    }
}

impl KindOfMap for WideMap {
    fn of(maps: &RegionMaps) -> &[WideMap] {
        match maps {
            RegionMaps::Wide(maps) => maps,
            RegionMaps::Narrow(_) => unreachable!("chosen by kind"),
        }
    }
}

/// An iteration is divided among work units if the one before expanded more nodes than this.
const UNIT_NODES: u64 = 1 << 15;

/// The most work units, and the prefixes of each.
const MAX_UNITS: u64 = 1 << 10;
const UNIT_PREFIXES: usize = 8;

/// A node of the first few moves and how to get there.
struct Prefix<const CELLS: usize, const SLOTS: usize> {
    node: Node<CELLS, SLOTS>,
    path: Path,
}

struct Search<'a, M, const CELLS: usize, const SLOTS: usize> {
    kernel: Kernel<'a, M, CELLS, SLOTS>,
    watch: &'a Watch<'a>,
    /// By partition, the bound at the start.
    distances: Vec<usize>,
    start: Node<CELLS, SLOTS>,
}

fn solve_with<M: KindOfMap, const CELLS: usize, const SLOTS: usize>(
    set: &TableSet,
    automaton: &Automaton,
    start: &Board,
    order: Option<[Direction; 4]>,
    watch: &Watch<'_>,
) -> Outcome {
    let kernel = Kernel::<M, CELLS, SLOTS>::new(set, automaton, M::of);
    let (start, distances) = start_node(set, start);
    let search = Search {
        kernel,
        watch,
        distances,
        start,
    };
    search.deepen(order)
}

/// The node of a start, without a bound, and its distance by each partition.
fn start_node<const CELLS: usize, const SLOTS: usize>(
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
        origin: 0,
        blank: blank as u8,
        trail: 0,
        slots,
    };
    (node, distances)
}

impl<M: KindOfMap, const CELLS: usize, const SLOTS: usize> Search<'_, M, CELLS, SLOTS> {
    /// Raises the bound until a path is found.
    fn deepen(&self, order: Option<[Direction; 4]>) -> Outcome {
        let mut counts = Counts::default();
        let mut bound = self.distances.iter().copied().max().unwrap_or(0);
        let mut last_expanded = 0;
        loop {
            let before = counts.expanded;
            let mut result = self.iterate(bound, last_expanded, &mut counts);
            if let (Ok(Some(path)), Some(order)) = (&mut result, order) {
                // A path of this length exists: look for the least one. Its parts may be redundant, so forget the word.
                path.truncate(0);
                let least = self.complete(self.start_within(bound), Some(order), path, &mut counts);
                result = least.and(result);
            }
            let stats = Stats {
                expanded: counts.expanded,
                generated: counts.generated,
                peak_stored: bound as u64,
            };
            match result {
                Ok(Some(path)) => {
                    return Ok(Found {
                        path,
                        lower_bound: bound,
                        stats,
                    });
                }
                Ok(None) => {}
                Err(stop) => {
                    return Err(Interrupted {
                        stop,
                        best: None,
                        lower_bound: bound,
                        stats,
                    });
                }
            }
            last_expanded = counts.expanded - before;
            bound += 2;
        }
    }

    fn start_within(&self, bound: usize) -> Node<CELLS, SLOTS> {
        let slacks = self.distances.iter().map(|distance| (bound - distance) / 2);
        Node {
            slack: pack_slacks(slacks),
            left: bound as u16,
            ..self.start
        }
    }

    /// Searches all paths within a bound.
    fn iterate(
        &self,
        bound: usize,
        last_expanded: u64,
        counts: &mut Counts,
    ) -> Result<Option<Path>, Stop> {
        let node = self.start_within(bound);
        if bound == 0 {
            return Ok(Some(Path::new()));
        }
        // An iteration expands some six times as many nodes as the one before.
        let units = last_expanded * 8 / UNIT_NODES;
        if units <= 1 {
            let start = Prefix {
                node,
                path: Path::new(),
            };
            return self.search_unit(&[start], bound, None, counts);
        }
        let wanted = units.min(MAX_UNITS) as usize * UNIT_PREFIXES;
        let prefixes = match self.prefixes(node, wanted, counts) {
            Ok(prefixes) => prefixes,
            Err(path) => return Ok(Some(path)),
        };
        let units: Vec<_> = prefixes.chunks(UNIT_PREFIXES).collect();
        let threads = self.watch.limits().threads;
        let total = units.len();
        let done = std::sync::atomic::AtomicUsize::new(0);
        let all_counts = std::sync::Mutex::new(Counts::default());
        let found = parallel::find_first(threads, units, |unit| {
            let mut counts = Counts::default();
            let fraction = || done.load(std::sync::atomic::Ordering::Relaxed) as f64 / total as f64;
            let result = self.search_unit(unit, bound, Some(&fraction), &mut counts);
            done.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            let mut sum = all_counts
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner);
            sum.expanded += counts.expanded;
            sum.generated += counts.generated;
            result.transpose()
        });
        let sum = all_counts
            .into_inner()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        counts.expanded += sum.expanded;
        counts.generated += sum.generated;
        found.transpose()
    }

    /// At least `wanted` nodes of one depth within the bound, or all there are; or a path to the goal met on the way.
    fn prefixes(
        &self,
        start: Node<CELLS, SLOTS>,
        wanted: usize,
        counts: &mut Counts,
    ) -> Result<Vec<Prefix<CELLS, SLOTS>>, Path> {
        let mut level = vec![Prefix {
            node: start,
            path: Path::new(),
        }];
        let mut children = Vec::new();
        while !level.is_empty() && level.len() < wanted {
            let mut next = Vec::with_capacity(3 * level.len());
            for prefix in &level {
                children.clear();
                self.kernel.children(&prefix.node, &mut children, counts);
                for &node in &children {
                    let mut path = prefix.path.clone();
                    path.push(self.direction(&prefix.node, &node));
                    if node.left == 0 {
                        return Err(path);
                    }
                    next.push(Prefix { node, path });
                }
            }
            level = next;
        }
        Ok(level)
    }

    /// The step from a node to one of its children.
    fn direction(&self, node: &Node<CELLS, SLOTS>, child: &Node<CELLS, SLOTS>) -> Direction {
        self.kernel.direction(node.blank, child.blank)
    }

    /// Searches below some prefixes.
    fn search_unit(
        &self,
        prefixes: &[Prefix<CELLS, SLOTS>],
        bound: usize,
        fraction: Option<&dyn Fn() -> f64>,
        counts: &mut Counts,
    ) -> Result<Option<Path>, Stop> {
        let with_origin = |(origin, prefix): (usize, &Prefix<CELLS, SLOTS>)| Node {
            origin: origin as u16,
            ..prefix.node
        };
        let mut stack: Vec<_> = prefixes.iter().enumerate().map(with_origin).rev().collect();
        let pause = |expanded| {
            self.watch.tick(expanded, || Progress {
                bound: Some(bound),
                fraction: fraction.map(|fraction| fraction()),
                ..Progress::of("search")
            })
        };
        let Some(arrival) = self.kernel.run(&mut stack, counts, pause)? else {
            return Ok(None);
        };
        let prefix = &prefixes[usize::from(arrival.origin)];
        let mut path = prefix.path.clone();
        let left = usize::from(prefix.node.left);
        if left <= TRAIL {
            path.extend(arrival.last_moves(left));
        } else {
            self.complete(prefix.node, None, &mut path, counts)?;
        }
        Ok(Some(path))
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
                        ..Progress::of("search")
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
