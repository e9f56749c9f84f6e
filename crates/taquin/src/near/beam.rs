//! One pass of beam search: layer by layer, the most promising states of each depth.
//!
//! The survivors of a layer form a tree (see `tree`), and one board walks it by doing and undoing steps.
//!
//! # What a node costs
//!
//! At width 500 on 5×5: ten steps of the walk, 2.1 candidates, some 1,700 instructions; one branch of the walk in six is mispredicted.
//! Boards that are copied from layer to layer instead were 5 % faster on 5×5 and took twice the memory.
//!
//! # Penalties of the blank's place
//!
//! They are added to the scores while survivors are chosen, and taken off again. Figures are of one thread and one board each.
//! - **Blank-position bias** ([`Evaluation::blank_bias`]). 50×50 at width 200 without it: stuck after 63,421 moves with 58,194
//!   Manhattan steps left. With it: 406 steps left after 133,437 moves (1.61 × Manhattan; the best of several settings). On boards below
//!   10×10 it is worth nothing, and nearly off.
//! - **Visit penalty**, from 40×40 up: it rises for the block of cells where the blank is and decays when it has gone. 100×100 at width
//!   40 got stuck after 62,000 to 90,000 moves without it. Its size grows with the board: on 100×100 a whole pass took 134 million nodes
//!   at width 32 with half of it, and 66 million at width 24 with the present one (2.20 and 2.38 × Manhattan). On 50×50 at width 150 the
//!   smaller one is better (1.70 against 1.77). On 20×20 it makes paths longer, so it is off there.

use super::evaluate::{Evaluation, UNIT, Weights};
use super::puzzle::Puzzle;
use super::select::{Candidate, Selector};
use super::tree::Tree;
use crate::{Cell, Direction, Size, Stop};

/// The caller of a pass: it counts nodes, may stop the pass, and takes paths on the way.
pub(super) trait Supervisor {
    /// Counts nodes expanded and generated since the last call.
    fn tick(&mut self, expanded: u64, generated: u64) -> Result<(), Stop>;
    /// A path is of use only if it has fewer steps than this.
    fn wanted(&self) -> usize;
    /// The depth of the first milestone beyond a depth, if any is wanted.
    fn milestone_after(&self, _depth: usize) -> usize {
        usize::MAX
    }
    /// Takes the path to a good state of the layer at a milestone.
    fn milestone(&mut self, _path: &[Direction]) -> Result<(), Stop> {
        Ok(())
    }
}

/// One pass.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pass {
    /// Survivors per layer.
    pub(super) width: usize,
    pub(super) weights: Weights,
    /// Varies the choice among states with nearly the same score.
    pub(super) seed: u64,
}

/// Where the blank may go in a pass, and which tiles the pass brings home.
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

/// Greatest number of cells: cells have 16-bit numbers here, and on larger boards a beam is of no use.
pub(super) const MAX_BEAM_CELLS: usize = u16::MAX as usize;

/// Blocks along each side of the board for which visits are counted.
const VISIT_BLOCKS: usize = 8;
/// Factor of the visit penalties at each update.
const VISIT_DECAY: f64 = 0.97;

/// Bytes that a pass allocates, approximately.
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

    /// A pass for repairs of a few tiles: without the unsolved-window term and without penalties of the blank's place.
    pub(super) fn for_repairs(self, width: usize) -> Pass {
        Pass {
            width,
            weights: Weights {
                unsolved_window: 0.0,
                blank_bias: 0.0,
                visit_penalty: 0.0,
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
    /// By tile, whether the pass brings it home.
    wanted: Vec<bool>,
    /// Number of wanted tiles that are not at home on the walked board.
    wrong: usize,
    /// By cell and direction, the neighbor.
    neighbors: Vec<[u16; 4]>,
    /// By cell, a bit for each direction that the blank may take from there.
    exits: Vec<u8>,
    blank_name: u16,
    tree: Tree,
    next_tree: Tree,
    /// By leaf, hash and score.
    leaves: Vec<(u64, i64)>,
    /// Number of first steps that all paths of the present walk share, and the further steps of its first path.
    lowest: usize,
    begin: Vec<Direction>,
    candidates: Vec<Candidate>,
    selector: Selector,
    seen: Seen,
    noise: u64,
    blank_bias: f64,
    visit_penalty: f64,
    /// By block of the board, the visit penalty.
    visits: Vec<f64>,
    /// By cell, the penalty for the blank's being there.
    penalties: Vec<i64>,
    /// Layers between two updates of the penalties, and layers until the next.
    penalty_every: usize,
    penalty_in: usize,
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
            blank_bias: pass.weights.blank_bias,
            visit_penalty: pass.weights.visit_penalty,
            visits: vec![0.0; VISIT_BLOCKS * VISIT_BLOCKS],
            penalties: vec![0; size.cells()],
            penalty_every: 16.max(2 * size.cells() / pass.width),
            penalty_in: 0,
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
        if self.penalty_in == 0 {
            self.penalty_in = self.penalty_every;
            self.update_penalties();
        }
        self.penalty_in -= 1;
        // For the choice only: taken off again below.
        let (penalties, seed) = (&self.penalties, self.noise);
        let added = |candidate: &Candidate| {
            penalties[usize::from(candidate.blank)] + noise(candidate.hash, seed)
        };
        for candidate in &mut self.candidates {
            candidate.score += added(candidate);
        }
        self.selector.select(&mut self.candidates);
        for candidate in &mut self.candidates {
            candidate.score -= added(candidate);
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

    /// Sets the penalties by the walked board; the other boards of the layer differ little from it.
    ///
    /// The visit penalty sends the blank on from where it has used up what there was to gain.
    fn update_penalties(&mut self) {
        let [by_row, by_col] = self.evaluation.blank_bias(&self.board.cells);
        let (rows, cols) = (by_row.len(), by_col.len());
        let block = |row: usize, col: usize| {
            row * VISIT_BLOCKS / rows * VISIT_BLOCKS + col * VISIT_BLOCKS / cols
        };
        let range = |line: &[f64]| {
            let greatest = line.iter().copied().fold(f64::MIN, f64::max);
            greatest - line.iter().copied().fold(f64::MAX, f64::min)
        };
        for visit in &mut self.visits {
            *visit *= VISIT_DECAY;
        }
        let blank = self.board.blank;
        self.visits[block(blank / cols, blank % cols)] +=
            self.visit_penalty * (range(&by_row) + range(&by_col));
        for (row, line) in self.penalties.chunks_mut(cols).enumerate() {
            for (col, penalty) in line.iter_mut().enumerate() {
                let visits = self.visits[block(row, col)];
                *penalty = (self.blank_bias * (by_row[row] + by_col[col]) + visits) as i64;
            }
        }
    }

    /// The path to a leaf of the walk just made.
    fn path_to(&self, leaf: usize) -> Vec<Direction> {
        let shared = &self.board.path[..self.lowest];
        self.tree.path_to(leaf, shared, &self.begin)
    }
}

/// A pseudo-random value below one step, from the state and a seed.
fn noise(hash: u64, seed: u64) -> i64 {
    ((hash ^ seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33) as i64 % UNIT
}

/// Hash of a board: the sum over the tiles of (random number of the tile) × (random number of its cell), modulo 2⁶⁴. A step costs one
/// multiplication, and no table of tiles by cells is needed.
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

/// The states of this layer and of the one two before it, in slots by hash where the newer state replaces the older one.
///
/// A state that was replaced may survive twice, and one whose 48 bits match another's is lost. Either costs one place in the beam.
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
