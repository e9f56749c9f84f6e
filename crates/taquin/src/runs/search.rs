//! IDA\* over runs: for a growing number of runs, depth-first with both axes' bounds.

use super::axis_table::AxisTable;
use super::{PATTERNS, RunTables, Side, arrangement, symmetric};
use crate::arrangements::Turn;
use crate::engine::{Found, Interrupted, Outcome};
use crate::watch::parallel;
use crate::{Board, Direction, Path, Phase, Progress, Stats, Stop, Watch};

/// Nodes between two checks of the watch.
const TICK: u64 = 4096;

/// Nodes of an iteration from which on the next one is shared among threads.
const SHARE_FROM: u64 = 200_000;

/// Runs before an iteration is divided among threads: up to 3⁷ branches on 4×4.
const SHARED_RUNS: usize = 7;

/// Greatest number of children of a node on small boards: the cells of a line but one.
const FEW: usize = 3;
/// The same on all boards.
const MANY: usize = super::MAX_RUN_CELLS / 2 - 1;

/// A state in the search, from the view of the axis of its next run.
#[derive(Clone, Copy)]
struct Node {
    /// 0 if the next run is vertical.
    axis: usize,
    this: Side,
    other: Side,
    /// The blank's place along the axis, and across it.
    line: u8,
    cross: u8,
    /// Runs left along the axis, at least 1, and across it.
    left: u8,
    left_other: u8,
}

/// The states that one run leads to: where the blank stops, and whether a solution may go through there.
struct Children<const K: usize> {
    lines: [u8; K],
    sides: [Side; K],
    open: [bool; K],
}

impl Node {
    fn child<const K: usize>(&self, children: &Children<K>, index: usize) -> Node {
        Node {
            axis: 1 - self.axis,
            this: self.other,
            other: children.sides[index],
            line: self.cross,
            cross: children.lines[index],
            left: self.left_other,
            left_other: self.left - 1,
        }
    }
}

/// A run: its axis, and the line where the blank stops.
type Run = (u8, u8);

/// One thread's search.
struct Worker<'a, 'w> {
    tables: &'a RunTables,
    start: &'a Board,
    watch: &'a Watch<'w>,
    bound: usize,
    /// Runs from the start.
    runs: Vec<Run>,
    expanded: u64,
    /// Of these, already told to the watch.
    ticked: u64,
}

/// What ends a search early.
enum End {
    Solved(Path),
    Stopped(Stop),
}

impl RunTables {
    /// Finds a shortest path of runs from a board of the canonical goal's half of the states.
    pub(crate) fn search(&self, start: &Board, watch: &Watch<'_>) -> Outcome {
        let sides = self.sides(start);
        let mut stats = Stats::default();
        let goal = self.goal.board();
        if *start == goal {
            return Ok(Found {
                path: Path::new(),
                lower_bound: 0,
                stats,
            });
        }
        let mut last_iteration = 0;
        for runs in 1.. {
            let roots = self.roots(start, sides, runs);
            if roots.is_empty() {
                continue;
            }
            if watch.limits().moves.is_some_and(|limit| runs > limit) {
                let stop = watch.stop(Stop::Moves);
                return Err(Interrupted {
                    stop,
                    best: None,
                    lower_bound: runs,
                    stats,
                });
            }
            let before = stats.expanded;
            let threads = if last_iteration < SHARE_FROM {
                1
            } else {
                watch.limits().threads
            };
            let end = self.iterate(start, roots, runs, threads, watch, &mut stats);
            stats.peak_stored = runs as u64;
            match end {
                None => last_iteration = stats.expanded - before,
                Some(End::Solved(path)) => {
                    return Ok(Found {
                        path,
                        lower_bound: runs,
                        stats,
                    });
                }
                Some(End::Stopped(stop)) => {
                    return Err(Interrupted {
                        stop,
                        best: None,
                        lower_bound: runs,
                        stats,
                    });
                }
            }
        }
        unreachable!("the goal can be reached")
    }

    /// Whether a board looks the same transposed, with its tiles named after their homes.
    fn is_own_transpose(&self, board: &Board) -> bool {
        let size = board.size();
        symmetric(self.goal)
            && size.row(board.blank()) == size.col(board.blank())
            && arrangement(self.goal, board, false) == arrangement(self.goal, board, true)
    }

    /// The start as the root of a search for exactly `runs` runs, for each axis of the first run that the bounds allow.
    fn roots(&self, start: &Board, sides: [Side; 2], runs: usize) -> Vec<Node> {
        let size = self.goal.size();
        let at = [size.row(start.blank()), size.col(start.blank())];
        // A board that is its own mirror image has a mirrored solution for each: one that starts with a vertical run is enough.
        let axes = if self.is_own_transpose(start) {
            0..1
        } else {
            0..2
        };
        axes.map(|axis| Node {
            axis,
            this: sides[axis],
            other: sides[1 - axis],
            line: at[axis] as u8,
            cross: at[1 - axis] as u8,
            left: runs.div_ceil(2) as u8,
            left_other: (runs / 2) as u8,
        })
        .filter(|root| {
            root.this.bound() <= root.left.into() && root.other.bound() <= root.left_other.into()
        })
        .collect()
    }

    fn iterate(
        &self,
        start: &Board,
        roots: Vec<Node>,
        runs: usize,
        threads: usize,
        watch: &Watch<'_>,
        stats: &mut Stats,
    ) -> Option<End> {
        let worker = || Worker {
            tables: self,
            start,
            watch,
            bound: runs,
            runs: Vec::with_capacity(runs),
            expanded: 0,
            ticked: 0,
        };
        let size = self.goal.size();
        let few = size.rows().max(size.cols()) - 1 <= FEW;
        let depth_first = |worker: &mut Worker<'_, '_>, node: &Node| {
            let end = if few {
                worker.descend::<FEW>(node)
            } else {
                worker.descend::<MANY>(node)
            };
            worker.tick().err().map(End::Stopped).or(end)
        };
        let expanded = std::sync::atomic::AtomicU64::new(0);
        let count = |worker: &Worker<'_, '_>| {
            expanded.fetch_add(worker.expanded, std::sync::atomic::Ordering::Relaxed);
        };
        let end = if threads > 1 && runs > SHARED_RUNS {
            let mut splitter = worker();
            let mut branches = Vec::new();
            for root in roots {
                splitter.split(&root, SHARED_RUNS, &mut branches);
            }
            count(&splitter);
            parallel::find_first(threads, &branches, |(node, path), _| {
                let mut worker = worker();
                worker.runs.extend(path);
                let end = depth_first(&mut worker, node);
                count(&worker);
                end
            })
        } else {
            let mut worker = worker();
            let end = roots.iter().find_map(|root| depth_first(&mut worker, root));
            count(&worker);
            end
        };
        stats.expanded += expanded.load(std::sync::atomic::Ordering::Relaxed);
        stats.generated = stats.expanded * (size.rows() + size.cols() - 2) as u64 / 2;
        end
    }
}

impl Worker<'_, '_> {
    /// Tells the watch of the nodes since the last time.
    fn tick(&mut self) -> Result<(), Stop> {
        let new = self.expanded - self.ticked;
        self.ticked = self.expanded;
        self.watch.tick(new, || Progress {
            bound: Some(self.bound),
            ..Progress::of(Phase::Search)
        })
    }

    /// Searches below a node.
    fn descend<const K: usize>(&mut self, node: &Node) -> Option<End> {
        self.expanded += 1;
        if self.expanded - self.ticked >= TICK
            && let Err(stop) = self.tick()
        {
            return Some(End::Stopped(stop));
        }
        let children = self.children::<K>(node);
        for index in 0..K {
            if !children.open[index] {
                continue;
            }
            self.runs.push((node.axis as u8, children.lines[index]));
            let end = if node.left_other > 0 {
                self.descend::<K>(&node.child(&children, index))
            } else if node.left == 1 {
                self.solution().map(End::Solved)
            } else {
                None
            };
            if end.is_some() {
                return end;
            }
            self.runs.pop();
        }
        None
    }

    /// The nodes `depth` runs below a node, each with the runs to it.
    fn split(&mut self, node: &Node, depth: usize, branches: &mut Vec<(Node, Vec<Run>)>) {
        if depth == 0 {
            branches.push((*node, self.runs.clone()));
            return;
        }
        self.expanded += 1;
        let children = self.children::<MANY>(node);
        for index in 0..MANY {
            if children.open[index] {
                self.runs.push((node.axis as u8, children.lines[index]));
                self.split(&node.child(&children, index), depth - 1, branches);
                self.runs.pop();
            }
        }
    }

    /// The states one run away. Table by table for all of them, so that their look-ups overlap, and only while one is open.
    #[inline]
    fn children<const K: usize>(&self, node: &Node) -> Children<K> {
        let tables: &[AxisTable; PATTERNS] = &self.tables.axes[node.axis];
        let (lines, width) = (tables[0].rows, tables[0].cols);
        let (line, cross) = (usize::from(node.line), usize::from(node.cross));
        let budget = node.left - 1;
        let mut children = Children {
            lines: [0; K],
            sides: [Side::default(); K],
            open: std::array::from_fn(|index| index < lines - 1),
        };
        let down = lines - 1 - line;
        for (index, to) in (line + 1..lines).chain((0..line).rev()).enumerate() {
            children.lines[index] = to as u8;
        }
        for (pattern, table) in tables.iter().enumerate() {
            let mut class = node.this.classes[pattern];
            for (index, side) in children.sides[..down].iter_mut().enumerate() {
                class = table.step(class, (line + index) * width + cross, Turn::LastToFront);
                side.classes[pattern] = class;
            }
            let mut class = node.this.classes[pattern];
            for (index, side) in children.sides[down..lines - 1].iter_mut().enumerate() {
                class = table.step(class, (line - 1 - index) * width + cross, Turn::FirstToEnd);
                side.classes[pattern] = class;
            }
            let residues: [u8; K] = std::array::from_fn(|index| {
                if index < lines - 1 {
                    table.modulo_3(
                        usize::from(children.lines[index]),
                        children.sides[index].classes[pattern],
                    )
                } else {
                    0
                }
            });
            let from = node.this.bounds[pattern];
            let mut any = false;
            for (index, &residue) in residues.iter().enumerate() {
                let bound = nearby(from, residue);
                children.sides[index].bounds[pattern] = bound;
                children.open[index] &= bound <= budget;
                any |= children.open[index];
            }
            if !any {
                break;
            }
        }
        children
    }

    /// The path of the runs, if it leads to the goal: with no runs left, only what the patterns leave out can be wrong.
    fn solution(&self) -> Option<Path> {
        let path = steps(self.start, &self.runs);
        let end = self.start.after(&path).expect("runs stay on the board");
        (end == self.tables.goal.board()).then_some(path)
    }
}

/// The number at most one from `from` with a residue modulo 3.
#[inline]
pub(super) fn nearby(from: u8, residue: u8) -> u8 {
    match (residue + 3 - from % 3) % 3 {
        2 => from.wrapping_sub(1),
        more => from + more,
    }
}

/// The single steps of runs.
fn steps(start: &Board, runs: &[Run]) -> Path {
    let size = start.size();
    let mut at = [size.row(start.blank()), size.col(start.blank())];
    let mut path = Path::new();
    for &(axis, line) in runs {
        let (from, to) = (&mut at[usize::from(axis)], usize::from(line));
        let step = match (axis == 0, to > *from) {
            (true, true) => Direction::Down,
            (true, false) => Direction::Up,
            (false, true) => Direction::Right,
            (false, false) => Direction::Left,
        };
        path.extend(std::iter::repeat_n(step, from.abs_diff(to)));
        *from = to;
    }
    path
}
