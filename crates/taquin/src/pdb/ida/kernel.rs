//! Expands nodes in batches, without a branch that depends on a table's bit.
//!
//! # Why in batches
//!
//! This search spends its time waiting. Each child needs one look-up for every partition; a look-up is a chain of dependent loads that
//! ends in a table far larger than the caches. Whether the child is pruned is as good as a coin toss, so a search that branches on it
//! waits for the whole chain each time it guesses wrong.
//!
//! Here up to [`BATCH`] nodes are taken from a stack and expanded together, partition by partition: first the address of each child's
//! bit, with a prefetch, then all the bits. Children that fail are left out by not advancing the write position. The order stays
//! depth-first, but for the width of a batch.
//!
//! On Korf's boards with the 7-8 tables, one thread: 69 ns a generated node one at a time, 34 ns in batches of 24. Large pages take a
//! third off (see `memory`). bench/pdb.md has all that was tried.
//!
//! A node carries, for each partition, the *slack*: half of what the bound leaves beyond g + h. A move of a tile towards the goal
//! of its pattern keeps the slack, one away from it takes one off, and below 0 the node is pruned.
//!
//! Nothing is checked in the inner loop: what makes that right stands at [`Node`].

use std::borrow::Cow;

use super::KindOfMap;
use super::automaton::Automaton;
use crate::pdb::{MAX_VIEWS, Pockets, TableSet};
use crate::{Board, Direction};

/// Nodes expanded together.
const BATCH: usize = 24;

/// The most children of one node, at the root.
const MOVES: usize = 4;

/// Moves that a node remembers.
pub(super) const TRAIL: usize = u128::BITS as usize / 2;

/// The sign bits of the slacks.
const OVERDRAWN: u64 = 0x8000_8000_8000_8000;

/// Bits of slack for each partition.
const SLACK_BITS: usize = 16;

/// A board on its way to the goal, with the placement of each pattern's tiles.
///
/// # What a node promises
///
/// The kernel looks things up without checks, so all that it relies on holds of every node from the moment it is made. Nodes are made
/// by [`Start::within`], whose start the kernel made of a valid board, and by [`Kernel::expand`], which moves the blank of a node along an
/// edge of the board; nothing outside this file can write to one. Of the kernel that made it, a node's
///
/// - `blank` is the blank's cell, and so below the board's cells, which are at most `CELLS`;
/// - `tiles` are, on all other cells of the board, each home but the blank's once: below `CELLS`, and in one pattern of each partition;
/// - `slots` are, for each pattern, the cells and the arrangement of its tiles as they lie on the board, in the table's cells: a
///   placement that the pattern's index knows, with its distance in the table;
/// - `word` is a state of the automaton;
/// - `slack` is not overdrawn in any partition.
///
/// A node of another kernel promises nothing: hence the functions that take nodes are `unsafe`.
#[derive(Clone, Copy)]
#[repr(C)]
pub(super) struct Node<const CELLS: usize, const SLOTS: usize> {
    /// By cell, the home cell of the tile on it. The blank's cell holds anything.
    tiles: [u8; CELLS],
    /// By partition, 16 bits of slack.
    slack: u64,
    /// The automaton's state.
    word: u16,
    /// Moves left within the bound.
    left: u16,
    blank: u8,
    /// The last [`TRAIL`] moves, two bits each, the last one lowest.
    trail: u128,
    /// By slot, the pattern's [`SlotState`].
    slots: [SlotState; SLOTS],
}

impl<const CELLS: usize, const SLOTS: usize> Node<CELLS, SLOTS> {
    /// Moves left within the bound.
    pub(super) const fn left(&self) -> usize {
        self.left as usize
    }

    /// The node as if no move had led to it, so that none is redundant for its sake.
    pub(super) const fn without_word(mut self) -> Self {
        self.word = Automaton::START;
        self
    }

    #[cfg(test)]
    pub(super) const fn blank(&self) -> usize {
        self.blank as usize
    }

    #[cfg(test)]
    pub(super) const fn slots(&self) -> &[SlotState; SLOTS] {
        &self.slots
    }

    #[cfg(test)]
    pub(super) const fn slack(&self, view: usize) -> usize {
        (self.slack >> (SLACK_BITS * view)) as usize & 0xffff
    }
}

/// Where a search starts, without a bound.
pub(super) struct Start<const CELLS: usize, const SLOTS: usize> {
    node: Node<CELLS, SLOTS>,
    /// By partition, the bound.
    distances: Vec<usize>,
}

impl<const CELLS: usize, const SLOTS: usize> Start<CELLS, SLOTS> {
    /// What the tables say of the start.
    pub(super) fn bound(&self) -> usize {
        self.distances.iter().copied().max().unwrap_or(0)
    }

    /// The start's node, if it may lead to the goal within a bound.
    pub(super) fn within(&self, bound: usize) -> Option<Node<CELLS, SLOTS>> {
        let fits = |distance: &usize| *distance <= bound && (bound - distance).is_multiple_of(2);
        if !self.distances.iter().all(fits) || bound > usize::from(u16::MAX) {
            return None;
        }
        let slacks = self.distances.iter().map(|distance| (bound - distance) / 2);
        Some(Node {
            slack: pack_slacks(slacks),
            left: bound as u16,
            ..self.node
        })
    }
}

/// A pattern's placement and distance: the occupied cells in the low half, then 16 bits of the arrangement's rank, then 16 bits
/// of one more than the distance, whose bit 1 is that of a neighbor farther away.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct SlotState(u64);

impl SlotState {
    pub(super) const fn new(cells: u32, rank: usize, distance: usize) -> SlotState {
        SlotState(cells as u64 | (rank as u64) << 32 | (distance as u64 + 1) << 48)
    }

    #[inline(always)]
    const fn cells(self) -> u32 {
        self.0 as u32
    }

    #[inline(always)]
    const fn rank(self) -> u32 {
        (self.0 >> 32) as u16 as u32
    }

    /// Another placement, one move away, with the distance as yet unchanged.
    #[inline(always)]
    const fn at(self, cells: u32, rank: u16) -> SlotState {
        SlotState(self.0 >> 48 << 48 | (rank as u64) << 32 | cells as u64)
    }

    /// The state with its distance changed according to the placement's bit, and 1 if it is farther from the goal, else 0.
    #[inline(always)]
    const fn moved(self, bit: u64) -> (SlotState, u64) {
        let nearer = (self.0 >> 49 ^ bit) & 1;
        (SlotState(self.0 + (1 << 48) - (nearer << 49)), nearer ^ 1)
    }
}

/// Packs slacks, one for each partition.
fn pack_slacks(slacks: impl IntoIterator<Item = usize>) -> u64 {
    slacks
        .into_iter()
        .enumerate()
        .fold(0, |packed, (view, slack)| {
            assert!(view < MAX_VIEWS && slack < 1 << (SLACK_BITS - 1));
            packed | (slack as u64) << (SLACK_BITS * view)
        })
}

/// All that a look-up in one pattern's table needs, in the cells of the board searched.
#[repr(align(64))]
struct Slot<'t, M: KindOfMap, const CELLS: usize> {
    maps: Cow<'t, [M]>,
    pockets: &'t [Pockets],
    rotated: &'t [u16],
    table: &'t [u64],
    low: &'t [u16],
    high: &'t [u32],
    stride: u32,
    low_bits: u32,
    rows: [u32; 64],
    /// By the blank's cell and a direction, the table's cells that the blank leaves and enters.
    edges: [[[u8; 2]; MOVES]; CELLS],
}

impl<M: KindOfMap, const CELLS: usize> Slot<'_, M, CELLS> {
    /// Where the bit is of the placement after the blank goes in `direction`, and that placement.
    ///
    /// # Safety
    /// `blank` must be a cell and `direction` one that no edge stops there; `state` a placement of this pattern's tiles, one of them on the
    /// cell that the blank enters, none on `blank`.
    #[inline(always)]
    unsafe fn look(&self, state: SlotState, blank: usize, direction: usize) -> (usize, u32, u16) {
        // SAFETY: `blank` < CELLS and `direction` < 4. The mask after the move has as many bits as the pattern has tiles,
        // none of them past the board, so either half is inside its look-up and the sum is the rank of a set. Places are below
        // 8, rows start rows of the rotation table that are as long as there are arrangements, and ranks are of arrangements.
        unsafe {
            let [leaves, enters] = *self.edges.get_unchecked(blank).get_unchecked(direction);
            let (leaves, enters) = (u32::from(leaves), u32::from(enters));
            let before = state.cells();
            let after = before ^ (1 << leaves) ^ (1 << enters);
            let old_place = (before & ((1 << enters) - 1)).count_ones();
            let new_place = (after & ((1 << leaves) - 1)).count_ones();
            let low = *self
                .low
                .get_unchecked((after & ((1 << self.low_bits) - 1)) as usize);
            let high = *self.high.get_unchecked((after >> self.low_bits) as usize);
            let map = *self.maps.get_unchecked((u32::from(low) + high) as usize);
            let row = *self
                .rows
                .get_unchecked((old_place * 8 + new_place) as usize);
            let rank = *self.rotated.get_unchecked((row + state.rank()) as usize);
            let at = usize::from(rank) * self.stride as usize + map.block(self.pockets, enters);
            (at, after, rank)
        }
    }
}

/// The tables, the rules and the automaton of one canonical goal, ready to expand nodes.
pub(super) struct Kernel<'t, M: KindOfMap, const CELLS: usize, const SLOTS: usize> {
    set: &'t TableSet,
    slots: Vec<Slot<'t, M, CELLS>>,
    /// By partition and a tile's home, the index in `slots` of the pattern it belongs to.
    slot_of: Vec<[u8; CELLS]>,
    /// By cell and direction, the neighbor (itself at an edge), and a bit for each direction that the edge does not stop.
    neighbors: [[u8; MOVES]; CELLS],
    legal: [u8; CELLS],
    next_words: &'t [[u16; MOVES]],
    allowed: &'t [u8],
}

/// Each number below that of the most children. (Counted at compile time: closures are not inlined across target features.)
const FIRST_NUMBERS: [u8; BATCH * MOVES] = {
    let mut numbers = [0; BATCH * MOVES];
    let mut number = 0;
    while number < numbers.len() {
        numbers[number] = number as u8;
        number += 1;
    }
    numbers
};

/// A child under examination.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Child {
    /// Where the bit of the partition at hand is.
    word: *const u64,
    shift: u8,
    parent: u8,
    direction: u8,
    blank: u8,
    tile: u8,
    slack: u64,
    slots: [SlotState; MAX_VIEWS],
}

impl Child {
    const NONE: Child = Child {
        word: std::ptr::null(),
        shift: 0,
        parent: 0,
        direction: 0,
        blank: 0,
        tile: 0,
        slack: 0,
        slots: [SlotState(0); MAX_VIEWS],
    };
}

/// A node that is the goal: how it was reached.
#[derive(Clone, Copy)]
pub(super) struct Arrival {
    trail: u128,
}

impl Arrival {
    /// The last moves, at most [`TRAIL`] of them.
    pub(super) fn last_moves(&self, count: usize) -> impl Iterator<Item = Direction> {
        debug_assert!(count <= TRAIL);
        let trail = self.trail;
        (0..count)
            .rev()
            .map(move |place| Direction::from_number((trail >> (2 * place)) as u8 & 3))
    }
}

/// What a run did.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Counts {
    pub(super) expanded: u64,
    pub(super) generated: u64,
}

impl<'t, M: KindOfMap, const CELLS: usize, const SLOTS: usize> Kernel<'t, M, CELLS, SLOTS> {
    /// The kernel of a set of tables.
    pub(super) fn new(set: &'t TableSet, automaton: &'t Automaton) -> Kernel<'t, M, CELLS, SLOTS> {
        let cells = set.goal().size().cells();
        assert!(cells <= CELLS && set.slots().count() <= SLOTS && set.views().len() <= MAX_VIEWS);
        let of_size = crate::pdb::neighbors(set.goal().size());
        let mut neighbors = [[0; MOVES]; CELLS];
        let mut legal = [0; CELLS];
        for (cell, of_cell) in of_size.iter().enumerate() {
            for (direction, neighbor) in of_cell.iter().enumerate() {
                neighbors[cell][direction] = neighbor.unwrap_or(cell as u8);
                legal[cell] |= u8::from(neighbor.is_some()) << direction;
            }
        }
        let slots = set
            .slots()
            .map(|slot| {
                let index = slot.table().index();
                let (low_bits, low, high) = index.halves();
                let (rows, rotated) = index.rotations().parts();
                let mut edges = [[[0; 2]; MOVES]; CELLS];
                for (cell, edges) in edges.iter_mut().enumerate().take(cells) {
                    for (edge, &neighbor) in edges.iter_mut().zip(&neighbors[cell]) {
                        *edge = [slot.table_cell(cell), slot.table_cell(neighbor.into())];
                    }
                }
                Slot {
                    maps: M::of(&index.maps().kind),
                    pockets: &index.maps().pockets,
                    rotated,
                    table: slot.table().words(),
                    low,
                    high,
                    stride: slot.table().stride() as u32,
                    low_bits,
                    rows: *rows,
                    edges,
                }
            })
            .collect();
        let mut number = 0;
        let slot_of = set
            .views()
            .iter()
            .map(|view| {
                let mut of_tile = [0; CELLS];
                for slot in view.slots() {
                    for home in slot.homes().iter() {
                        of_tile[home] = number;
                    }
                    number += 1;
                }
                of_tile
            })
            .collect();
        let (next_words, allowed) = automaton.parts();
        Kernel {
            set,
            slots,
            slot_of,
            neighbors,
            legal,
            next_words,
            allowed,
        }
    }

    /// The start of a search.
    pub(super) fn start(&self, board: &Board) -> Start<CELLS, SLOTS> {
        let goal = self.set.goal();
        assert_eq!(board.size(), goal.size());
        let mut tiles = [0; CELLS];
        let mut cell_of_home = [0; CELLS];
        for (cell, &tile) in board.tiles().iter().enumerate() {
            let home = goal.home_of(tile).index();
            tiles[cell] = home as u8;
            cell_of_home[home] = cell;
        }
        let blank = board.blank().index();
        let mut slots = [SlotState::default(); SLOTS];
        let mut states = slots.iter_mut();
        let mut distances = Vec::new();
        for view in self.set.views() {
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
        Start { node, distances }
    }

    /// Expands nodes depth-first until none is left or a child is the goal; returns how that child was reached.
    ///
    /// `stack` holds the nodes to begin with, the first to be expanded last; `pause` is called every few thousand nodes with the
    /// number expanded since, and its error ends the run.
    ///
    /// # Safety
    /// This kernel made all nodes on the stack.
    pub(super) unsafe fn run<E>(
        &self,
        stack: &mut Vec<Node<CELLS, SLOTS>>,
        counts: &mut Counts,
        pause: impl FnMut(u64) -> Result<(), E>,
    ) -> Result<Option<Arrival>, E> {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("avx2")
        {
            // SAFETY: the processor has the features; the caller vouches for the nodes.
            return unsafe { self.run_with_bit_instructions(stack, counts, pause) };
        }
        // SAFETY: the caller vouches for the nodes.
        unsafe { self.run_inlined(stack, counts, pause) }
    }

    /// Pushes the children of one node that are within the bound.
    ///
    /// # Safety
    /// This kernel made the node.
    pub(super) unsafe fn children(
        &self,
        node: &Node<CELLS, SLOTS>,
        children: &mut Vec<Node<CELLS, SLOTS>>,
        counts: &mut Counts,
    ) {
        counts.expanded += 1;
        let mut scratch = [Child::NONE; BATCH * MOVES];
        // SAFETY: it is one node, for which the caller vouches.
        unsafe {
            self.expand(std::slice::from_ref(node), &mut scratch, counts, children);
        }
    }

    /// The step from a node to one of its children.
    pub(super) fn step(&self, node: &Node<CELLS, SLOTS>, child: &Node<CELLS, SLOTS>) -> Direction {
        let direction = self.neighbors[usize::from(node.blank)]
            .iter()
            .position(|&neighbor| neighbor == child.blank)
            .expect("neighbors");
        Direction::ALL[direction]
    }

    /// # Safety
    /// As [`Kernel::run`].
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "popcnt,bmi1,bmi2,avx2")]
    unsafe fn run_with_bit_instructions<E>(
        &self,
        stack: &mut Vec<Node<CELLS, SLOTS>>,
        counts: &mut Counts,
        pause: impl FnMut(u64) -> Result<(), E>,
    ) -> Result<Option<Arrival>, E> {
        // SAFETY: the caller vouches for the nodes.
        unsafe { self.run_inlined(stack, counts, pause) }
    }

    /// # Safety
    /// As [`Kernel::run`].
    #[inline(always)]
    unsafe fn run_inlined<E>(
        &self,
        stack: &mut Vec<Node<CELLS, SLOTS>>,
        counts: &mut Counts,
        mut pause: impl FnMut(u64) -> Result<(), E>,
    ) -> Result<Option<Arrival>, E> {
        /// Nodes between two pauses.
        const PAUSE_EVERY: u64 = 1 << 13;
        let mut children = [Child::NONE; BATCH * MOVES];
        let mut batch = Vec::with_capacity(BATCH);
        let mut since_pause = 0;
        while !stack.is_empty() {
            let rest = stack.len().saturating_sub(BATCH);
            batch.clear();
            batch.extend_from_slice(&stack[rest..]);
            stack.truncate(rest);
            counts.expanded += batch.len() as u64;
            since_pause += batch.len() as u64;
            // SAFETY: not more than a batch; the caller vouches for the nodes it gave, and all others are made by `expand`.
            let goal = unsafe { self.expand(&batch, &mut children, counts, stack) };
            if goal.is_some() {
                return Ok(goal);
            }
            if since_pause >= PAUSE_EVERY {
                pause(since_pause)?;
                since_pause = 0;
            }
        }
        pause(since_pause)?;
        Ok(None)
    }

    /// Pushes the children within the bound of a batch of nodes; returns how one that is the goal was reached.
    ///
    /// # Safety
    /// At most [`BATCH`] nodes, all made by this kernel.
    #[inline(always)]
    unsafe fn expand(
        &self,
        batch: &[Node<CELLS, SLOTS>],
        children: &mut [Child; BATCH * MOVES],
        counts: &mut Counts,
        stack: &mut Vec<Node<CELLS, SLOTS>>,
    ) -> Option<Arrival> {
        debug_assert!(batch.len() <= BATCH);
        // SAFETY: by what nodes promise, cells and tiles are below CELLS, words are states of the automaton, and a tile has a slot in each
        // partition. Parents are indices of `batch`. A node makes at most MOVES children, so `children` has room for all, and `stack` for
        // those that live. `look` is called for the pattern of the tile that the blank changes places with, in a direction that no edge
        // stops; what it returns lies inside that pattern's table. What is written to `stack` keeps the promises: blank and tile change
        // places, and so they do in that tile's placements, whose distances the table's bits tell; no slack that lives is overdrawn.
        unsafe {
            let mut alive = 0;
            for (parent, node) in batch.iter().enumerate() {
                let blank = usize::from(node.blank);
                let moves = *self.legal.get_unchecked(blank)
                    & *self.allowed.get_unchecked(usize::from(node.word));
                let neighbors = self.neighbors.get_unchecked(blank);
                for (direction, &neighbor) in neighbors.iter().enumerate() {
                    let child = children.get_unchecked_mut(alive);
                    child.parent = parent as u8;
                    child.direction = direction as u8;
                    child.blank = neighbor;
                    child.tile = *node.tiles.get_unchecked(usize::from(neighbor));
                    child.slack = node.slack;
                    alive += usize::from(moves >> direction & 1);
                }
            }
            counts.generated += alive as u64;
            // Indices of the children that no partition has pruned yet.
            let mut living = FIRST_NUMBERS;
            for (view, slot_of) in self.slot_of.iter().enumerate() {
                for &index in living.get_unchecked(..alive) {
                    let child = children.get_unchecked_mut(usize::from(index));
                    let node = batch.get_unchecked(usize::from(child.parent));
                    let slot = *slot_of.get_unchecked(usize::from(child.tile));
                    let state = *node.slots.get_unchecked(usize::from(slot));
                    let slot = self.slots.get_unchecked(usize::from(slot));
                    let (at, cells, rank) =
                        slot.look(state, node.blank.into(), child.direction.into());
                    let word = slot.table.as_ptr().add(at / 64);
                    prefetch(word);
                    child.word = word;
                    child.shift = (at % 64) as u8;
                    *child.slots.get_unchecked_mut(view) = state.at(cells, rank);
                }
                let mut left = 0;
                for position in 0..alive {
                    let index = *living.get_unchecked(position);
                    let child = children.get_unchecked_mut(usize::from(index));
                    let state = child.slots.get_unchecked_mut(view);
                    let (moved, farther) = state.moved(*child.word >> child.shift);
                    *state = moved;
                    child.slack = child.slack.wrapping_sub(farther << (SLACK_BITS * view));
                    *living.get_unchecked_mut(left) = index;
                    left += usize::from(child.slack & (0x8000 << (SLACK_BITS * view)) == 0);
                }
                alive = left;
            }
            debug_assert!(
                living[..alive]
                    .iter()
                    .all(|&index| children[usize::from(index)].slack & OVERDRAWN == 0)
            );
            stack.reserve(alive);
            let mut goal = None;
            let end = stack.len();
            // Written in place: a node made up elsewhere would be copied right after its parts are stored, which stalls.
            let mut free = stack.as_mut_ptr().add(end);
            for &index in living.get_unchecked(..alive) {
                let child = children.get_unchecked(usize::from(index));
                let parent = batch.get_unchecked(usize::from(child.parent));
                free.write(*parent);
                let node = &mut *free;
                free = free.add(1);
                for (view, slot_of) in self.slot_of.iter().enumerate() {
                    let slot = *slot_of.get_unchecked(usize::from(child.tile));
                    *node.slots.get_unchecked_mut(usize::from(slot)) =
                        *child.slots.get_unchecked(view);
                }
                *node.tiles.get_unchecked_mut(usize::from(parent.blank)) = child.tile;
                node.blank = child.blank;
                node.slack = child.slack;
                node.left = parent.left - 1;
                node.trail = parent.trail << 2 | u128::from(child.direction);
                node.word = *self
                    .next_words
                    .get_unchecked(usize::from(parent.word))
                    .get_unchecked(usize::from(child.direction));
                if node.left == 0 {
                    // No move is left and no slack is overdrawn: every distance is 0.
                    goal = Some(Arrival { trail: node.trail });
                }
            }
            stack.set_len(end + alive);
            goal
        }
    }
}

/// Asks for the cache line of a word, which need not exist.
#[inline(always)]
fn prefetch(word: *const u64) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch never faults.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(word.cast());
    }
    // Elsewhere stable Rust has no prefetch; the loads of a batch still overlap.
    #[cfg(not(target_arch = "x86_64"))]
    let _ = word;
}
