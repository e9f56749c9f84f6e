//! One pass of beam search: layer by layer, the most promising states of each depth.

use super::evaluate::{Evaluation, UNIT, Weights};
use super::puzzle::Puzzle;
use super::select::{Candidate, Selector};
use super::tree::Tree;
use crate::{Cell, Direction, Size, Stop};

/// What a pass needs to know of the world: it is told of expanded nodes now and then, and may end the pass.
pub(super) trait Supervisor {
    /// Takes note of nodes expanded and generated.
    fn tick(&mut self, expanded: u64, generated: u64) -> Result<(), Stop>;
    /// Paths that are not shorter are of no interest.
    fn wanted(&self) -> usize;
    /// The depth of the first milestone beyond a depth, if any is wanted.
    fn milestone_after(&self, _depth: usize) -> usize {
        usize::MAX
    }
    /// Takes note of the path to a good state of a layer on the way.
    fn milestone(&mut self, _path: &[Direction]) -> Result<(), Stop> {
        Ok(())
    }
}

/// One pass.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pass {
    /// Survivors of a layer.
    pub(super) width: usize,
    pub(super) weights: Weights,
    /// Varies the choice among equals.
    pub(super) seed: u64,
}

/// Where a pass may go and what it is to put right.
#[derive(Clone, Debug)]
pub(super) struct Task {
    /// By cell, whether the blank must not enter it.
    pub(super) blocked: Vec<bool>,
    /// By cell, whether its tile is to be at home in the end.
    pub(super) wanted: Vec<bool>,
}

impl Task {
    /// The whole board.
    fn whole(size: Size) -> Task {
        Task {
            blocked: vec![false; size.cells()],
            wanted: vec![true; size.cells()],
        }
    }
}

/// How a pass ended.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// At the goal.
    Solved(Vec<Direction>),
    /// No state got better for many layers: the path to the best state of the last layer.
    Stuck(Vec<Direction>),
    /// Every state is too deep for a path that is wanted.
    TooLong,
}

/// Boards beyond this are too large for a beam to be of use, and their cells' numbers for its arrays.
pub(super) const MAX_BEAM_CELLS: usize = u16::MAX as usize;

/// Rows and columns of blocks on which hills rise.
const BLOCKS: usize = 8;
/// What is left of a hill from one look at the charges to the next.
const SINKING: f64 = 0.97;

/// Bytes that a pass allocates, about.
pub(super) fn memory(cells: usize, width: usize) -> u64 {
    // By survivor: about 2.2 candidates and their order, two layers' trees of some five steps, scores, hashes and eight slots.
    cells as u64 * 48 + width as u64 * 250
}

impl Pass {
    /// Searches from the start until the goal is found, or nothing better is.
    ///
    /// Deterministic, but for [`Supervisor::wanted`] ending it early.
    ///
    /// # Errors
    /// The [`Stop`] of the supervisor.
    pub(super) fn run(
        self,
        puzzle: &Puzzle,
        supervisor: &mut impl Supervisor,
    ) -> Result<Ending, Stop> {
        self.run_task(puzzle, &Task::whole(puzzle.size()), supervisor)
    }

    /// The pass that puts a few tiles right: it does not keep them together, and does not send the blank abroad.
    pub(super) fn for_repairs(self, width: usize) -> Pass {
        Pass {
            width,
            weights: Weights {
                disorder: 0.0,
                drift: 0.0,
                hills: 0.0,
                ..self.weights
            },
            ..self
        }
    }

    /// As [`Pass::run`], until the wanted tiles are at home.
    pub(super) fn run_task(
        self,
        puzzle: &Puzzle,
        task: &Task,
        supervisor: &mut impl Supervisor,
    ) -> Result<Ending, Stop> {
        let mut beam = Beam::new(puzzle, task, self);
        if beam.wrong == 0 {
            return Ok(Ending::Solved(Vec::new()));
        }
        let patience = 64 + puzzle.size().rows() + puzzle.size().cols();
        let (mut record, mut stale) = (i64::MAX, 0);
        let mut milestone = supervisor.milestone_after(0);
        loop {
            let found = beam.expand(supervisor)?;
            if let Some((leaf, step)) = found {
                let mut path = beam.path_to(leaf);
                path.push(step);
                return Ok(Ending::Solved(path));
            }
            let Some(best) = beam
                .candidates
                .iter()
                .map(|candidate| candidate.score)
                .min()
            else {
                return Ok(Ending::Stuck(beam.board.path));
            };
            if best < record {
                (record, stale) = (best, 0);
            } else {
                stale += 1;
            }
            if stale > patience {
                let best = beam
                    .candidates
                    .iter()
                    .find(|candidate| candidate.score == best);
                let leaf = best.map_or(0, |candidate| candidate.leaf as usize);
                return Ok(Ending::Stuck(beam.path_to(leaf)));
            }
            if beam.board.path.len() + 1 >= supervisor.wanted() {
                return Ok(Ending::TooLong);
            }
            let depth = beam.board.path.len() + 1;
            if depth == milestone {
                milestone = supervisor.milestone_after(depth);
                let best = beam
                    .candidates
                    .iter()
                    .min_by_key(|candidate| candidate.score);
                let leaf = best.map_or(0, |candidate| candidate.leaf as usize);
                supervisor.milestone(&beam.path_to(leaf))?;
            }
            beam.keep_best();
        }
    }
}

/// The board that walks the tree.
struct Walker {
    cells: Vec<u16>,
    blank: usize,
    /// From the start to where it stands.
    path: Vec<Direction>,
}

struct Beam {
    board: Walker,
    evaluation: Evaluation,
    hashing: Hashing,
    /// By tile, whether it is to be at home in the end, and how many of those are not on the walked board.
    wanted: Vec<bool>,
    wrong: usize,
    /// By cell and direction, the neighbor.
    neighbors: Vec<[u16; 4]>,
    /// By cell, a bit for each direction that the blank may take from there.
    exits: Vec<u8>,
    blank_name: u16,
    tree: Tree,
    next_tree: Tree,
    /// By leaf.
    leaves: Vec<(u64, i64)>,
    /// The depth that all paths of the present walk share, and how the first path went on.
    lowest: usize,
    begin: Vec<Direction>,
    candidates: Vec<Candidate>,
    selector: Selector,
    seen: Seen,
    noise: u64,
    drift: f64,
    hills: f64,
    /// By block of the board, what the blank is charged for having been there lately.
    heights: Vec<f64>,
    /// By cell, what the blank is charged for being there.
    charges: Vec<i64>,
    /// Layers between two looks at the charges, and until the next.
    charge_every: usize,
    charge_in: usize,
}

impl Beam {
    fn new(puzzle: &Puzzle, task: &Task, pass: Pass) -> Beam {
        let size = puzzle.size();
        assert!(size.cells() <= MAX_BEAM_CELLS, "cells have 16-bit names");
        let cells: Vec<u16> = puzzle.cells().iter().map(|&cell| cell as u16).collect();
        let hashing = Hashing::new(size.cells());
        let mut evaluation = Evaluation::new(puzzle, pass.weights);
        if task.wanted.contains(&false) {
            evaluation.prefer(&task.wanted);
        }
        let wrong = puzzle
            .tiles()
            .filter(|&(cell, tile)| tile != cell && task.wanted[tile]);
        let score = evaluation.total(&cells);
        let neighbor = |cell: Cell, step: Direction| {
            let next = size.neighbor(cell, step);
            next.filter(|next| !task.blocked[next.index()])
        };
        let neighbors =
            |cell| Direction::ALL.map(|step| neighbor(cell, step).map_or(0, |next| next.0 as u16));
        let exits = |cell| {
            let steps = Direction::ALL.into_iter();
            let steps = steps.filter(|&step| neighbor(cell, step).is_some());
            steps.fold(0, |bits, step| bits | 1 << step as u8)
        };
        Beam {
            leaves: vec![(hashing.of(puzzle.cells(), puzzle.home()), score)],
            wrong: wrong.count(),
            wanted: task.wanted.clone(),
            neighbors: size.all_cells().map(neighbors).collect(),
            exits: size.all_cells().map(exits).collect(),
            blank_name: puzzle.home() as u16,
            board: Walker {
                cells,
                blank: puzzle.blank(),
                path: Vec::new(),
            },
            evaluation,
            hashing,
            tree: Tree::root(),
            next_tree: Tree::default(),
            lowest: 0,
            begin: Vec::new(),
            candidates: Vec::new(),
            selector: Selector::new(pass.width, size),
            seen: Seen::new(pass.width),
            noise: pass.seed,
            drift: pass.weights.drift,
            hills: pass.weights.hills,
            heights: vec![0.0; BLOCKS * BLOCKS],
            charges: vec![0; size.cells()],
            charge_every: 16.max(2 * size.cells() / pass.width),
            charge_in: 0,
        }
    }

    /// Walks the tree and generates what its leaves lead to. Returns the leaf and the step that lead to the goal, if any do.
    fn expand(
        &mut self,
        supervisor: &mut impl Supervisor,
    ) -> Result<Option<(usize, Direction)>, Stop> {
        const TICK: usize = 2048;
        self.lowest = self.tree.lowest(self.board.path.len());
        self.begin.clear();
        self.begin
            .extend_from_slice(&self.board.path[self.lowest..]);
        self.candidates.clear();
        self.seen.next_layer();
        let mut found = None;
        let mut next = 0;
        let mut counted = 0;
        let mut generated = 0;
        for leaf in 0..self.tree.turns().len() {
            let (up, down) = self.tree.turns()[leaf];
            for _ in 0..up {
                let step = self
                    .board
                    .path
                    .pop()
                    .expect("the path is as long as it was walked");
                self.shift(step.opposite());
            }
            for at in next..next + down as usize {
                let step = self.tree.steps()[at];
                self.shift(step);
                self.board.path.push(step);
            }
            next += down as usize;
            generated += self.expand_leaf(leaf, &mut found);
            if (leaf + 1) % TICK == 0 {
                supervisor.tick(TICK as u64, generated)?;
                (counted, generated) = (leaf + 1, 0);
            }
        }
        supervisor.tick((self.tree.turns().len() - counted) as u64, generated)?;
        Ok(found)
    }

    /// Moves the blank of the walked board.
    #[inline(always)]
    fn shift(&mut self, step: Direction) {
        let board = &mut self.board;
        let to = board.blank;
        let from = usize::from(self.neighbors[to][step as usize]);
        let tile = board.cells[from];
        board.cells[to] = tile;
        board.cells[from] = self.blank_name;
        board.blank = from;
        let tile = usize::from(tile);
        self.evaluation.moved(tile, to);
        if tile == from {
            self.evaluation.displace(tile);
            self.wrong += usize::from(self.wanted[tile]);
        } else if tile == to {
            self.evaluation.place(tile);
            self.wrong -= usize::from(self.wanted[tile]);
        }
    }

    #[inline(always)]
    fn expand_leaf(&mut self, leaf: usize, found: &mut Option<(usize, Direction)>) -> u64 {
        let (hash, score) = self.leaves[leaf];
        let to = self.board.blank;
        let mut exits = self.exits[to];
        if let Some(step) = self.board.path.last() {
            exits &= !(1 << step.opposite() as u8);
        }
        let generated = u64::from(exits.count_ones());
        while exits != 0 {
            let step = Direction::from_number(exits.trailing_zeros() as u8);
            exits &= exits - 1;
            let from = usize::from(self.neighbors[to][step as usize]);
            let tile = usize::from(self.board.cells[from]);
            let hash = self.hashing.after(hash, tile, from, to);
            if self.seen.insert(hash) {
                continue;
            }
            if self.wrong == 1 && tile == to && self.wanted[tile] {
                *found = Some((leaf, step));
            }
            let change = self.evaluation.change(tile, from, to, step);
            self.candidates.push(Candidate {
                hash,
                score: score + change,
                leaf: leaf as u32,
                blank: from as u16,
                step,
                kept: false,
            });
        }
        generated
    }

    /// Makes the best candidates the leaves.
    fn keep_best(&mut self) {
        if self.charge_in == 0 {
            self.charge_in = self.charge_every;
            self.charge();
        }
        self.charge_in -= 1;
        // Only the choice is disturbed: taken back below.
        let (charges, seed) = (&self.charges, self.noise);
        let disturbance = |candidate: &Candidate| {
            charges[usize::from(candidate.blank)] + noise(candidate.hash, seed)
        };
        for candidate in &mut self.candidates {
            candidate.score += disturbance(candidate);
        }
        self.selector.select(&mut self.candidates);
        for candidate in &mut self.candidates {
            candidate.score -= disturbance(candidate);
        }
        let kept = || self.candidates.iter().filter(|candidate| candidate.kept);
        let end = &self.board.path[self.lowest..];
        self.tree.grow(
            kept().map(|candidate| (candidate.leaf as usize, candidate.step)),
            &self.begin,
            end,
            &mut self.next_tree,
        );
        std::mem::swap(&mut self.tree, &mut self.next_tree);
        self.leaves.clear();
        self.leaves
            .extend(kept().map(|candidate| (candidate.hash, candidate.score)));
    }

    /// Charges the blank for what it gains by its place, as the walked board has it now; another of the layer differs little.
    ///
    /// On the largest boards also for staying: a hill rises under the blank, and sinks once it has gone, so that it does not
    /// starve where it has used up what there was to be gained. It is as high as a share of what places differ by.
    fn charge(&mut self) {
        let [by_row, by_col] = self.evaluation.drift(&self.board.cells);
        let (rows, cols) = (by_row.len(), by_col.len());
        let block = |row: usize, col: usize| row * BLOCKS / rows * BLOCKS + col * BLOCKS / cols;
        let range = |line: &[f64]| {
            let greatest = line.iter().copied().fold(f64::MIN, f64::max);
            greatest - line.iter().copied().fold(f64::MAX, f64::min)
        };
        for height in &mut self.heights {
            *height *= SINKING;
        }
        let blank = self.board.blank;
        self.heights[block(blank / cols, blank % cols)] +=
            self.hills * (range(&by_row) + range(&by_col));
        for (row, line) in self.charges.chunks_mut(cols).enumerate() {
            for (col, charge) in line.iter_mut().enumerate() {
                let height = self.heights[block(row, col)];
                *charge = (self.drift * (by_row[row] + by_col[col]) + height) as i64;
            }
        }
    }

    /// The path to a leaf of the walk just made.
    fn path_to(&self, leaf: usize) -> Vec<Direction> {
        let shared = &self.board.path[..self.lowest];
        self.tree.path_to(leaf, shared, &self.begin)
    }
}

/// Less than a step's worth, from the state and a seed.
fn noise(hash: u64, seed: u64) -> i64 {
    ((hash ^ seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33) as i64 % UNIT
}

/// The sum over the tiles of a product of a random number of the tile and one of its cell, modulo 2⁶⁴: it changes with one
/// multiplication a step and needs no table of tiles by cells.
pub(super) struct Hashing {
    tiles: Vec<u64>,
    cells: Vec<u64>,
}

impl Hashing {
    pub(super) fn new(cells: usize) -> Hashing {
        let mut state = 0;
        let mut random = || splitmix(&mut state);
        Hashing {
            tiles: (0..cells).map(|_| random() | 1).collect(),
            cells: (0..cells).map(|_| random()).collect(),
        }
    }

    pub(super) fn of(&self, cells: &[u32], home: usize) -> u64 {
        let tiles = cells.iter().zip(&self.cells);
        tiles
            .filter(|&(&tile, _)| tile as usize != home)
            .map(|(&tile, cell)| self.tiles[tile as usize].wrapping_mul(*cell))
            .fold(0, u64::wrapping_add)
    }

    #[inline(always)]
    pub(super) fn after(&self, hash: u64, tile: usize, from: usize, to: usize) -> u64 {
        let moved = self.cells[to].wrapping_sub(self.cells[from]);
        hash.wrapping_add(self.tiles[tile].wrapping_mul(moved))
    }
}

/// The generator of Steele, Lea and Flood 2014.
fn splitmix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// The states of this layer and of the one two before it, forgetting some: a slot a hash, and the newer state stays. So a
/// state may survive twice, at the cost of a place in the beam; and that a state is lost to a false match of its 48
/// bits only costs its place.
struct Seen {
    slots: Vec<u64>,
    shift: u32,
    layer: u16,
}

impl Seen {
    fn new(width: usize) -> Seen {
        let bits = (width * 4).max(1024).next_power_of_two().ilog2();
        Seen {
            slots: vec![0; 1 << bits],
            shift: 64 - bits,
            layer: 2,
        }
    }

    fn next_layer(&mut self) {
        self.layer = self.layer.wrapping_add(1);
    }

    /// Whether the state was there already.
    #[inline(always)]
    fn insert(&mut self, hash: u64) -> bool {
        let slot = &mut self.slots[(hash >> self.shift) as usize];
        let entry = hash << 16 | u64::from(self.layer);
        let recent = self.layer.wrapping_sub(*slot as u16) <= 2;
        if recent && (*slot ^ entry) >> 16 == 0 {
            return true;
        }
        *slot = entry;
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::near::tests::{Unlimited, goal, pass, puzzle, random_puzzles};
    use crate::{Goal, Scrambler};

    /// A beam wide enough to hold every state is breadth-first search.
    #[test]
    fn a_beam_of_all_states_is_optimal() {
        let size = Size::new(2, 4).unwrap();
        let solver = crate::Solver::new();
        for home in [Cell(0), Cell(1), Cell(7)] {
            let goal = goal(size, home);
            let solver = solver.clone().goal(Goal::Explicit(goal.clone()));
            let mut scrambler = Scrambler::new(9);
            for _ in 0..5 {
                let board = scrambler.uniform(&goal);
                let puzzle = puzzle(&board, &goal);
                let Ending::Solved(path) = pass(20_160, size).run(&puzzle, &mut Unlimited).unwrap()
                else {
                    panic!("every state was kept");
                };
                assert!(puzzle.after(&path).is_solved());
                assert_eq!(path.len(), solver.distance(&board).unwrap());
            }
        }
    }

    #[test]
    fn one_seed_gives_one_path() {
        let size = Size::new(5, 5).unwrap();
        let puzzle = random_puzzles(size, Cell(0), 1).remove(0);
        let run = |seed| {
            Pass {
                seed,
                ..pass(100, size)
            }
            .run(&puzzle, &mut Unlimited)
            .unwrap()
        };
        assert_eq!(run(3), run(3));
        assert_ne!(run(3), run(4));
    }
}
