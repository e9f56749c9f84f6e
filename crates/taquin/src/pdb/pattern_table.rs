//! A pattern database: for every placement of a pattern's tiles, how many moves of those tiles bring them home.
//!
//! # What is counted
//!
//! An entry is a placement of the pattern's tiles together with the region of the blank (the cells it can reach without moving
//! one of them). Its distance is the least number of moves *of pattern tiles* that bring them home with the blank in the region
//! of its home; moves of other tiles are free. So distances of patterns without a common tile add up to a lower bound on the
//! number of single-tile moves: admissible and consistent in that metric. The blank's region makes the bound larger than that of
//! tables without it ("zero-aware"; Felner, Korf and Hanan 2004; Clausecker and Reinefeld 2019).
//!
//! # One bit an entry
//!
//! Each move of a pattern tile changes the distance by exactly one, and the occupied cells fix its parity. So bit 1 of the
//! distance tells whether a neighbor is nearer or farther, and a search that starts with the right distance always has it. The
//! first distance comes from walking down to the goal. On 4×4 six tiles take 1.5 MB, seven 17 MB, eight 172 MB.
//!
//! A table without the blank's region would need more: there a move changes the distance by ±1, ±3 and now and then ±5.
//!
//! # Order of the bits
//!
//! By arrangement, and within it by block. Horizontal moves, and all moves past no tile of the pattern, keep the arrangement and so stay
//! within 4.4 kB of the table, most of which the search has just seen.

use std::sync::Arc;

#[cfg(feature = "files")]
use super::flood::value_bit;
use super::flood::{ClassBits, block_words, class_bits, flood};
use super::index::{Index, Placement};
use super::pattern::Pattern;
use crate::Stop;
use crate::memory::Words;
use crate::watch::parallel;

/// Bits of a cache line; the bits of one arrangement fill whole ones.
const LINE_BITS: usize = 512;

/// The distances of one pattern.
pub(crate) struct PatternTable {
    pattern: Pattern,
    index: Arc<Index>,
    /// Bits of one arrangement.
    stride: usize,
    bits: Words,
}

impl PatternTable {
    /// Computes the table, layer by layer. `on_layer` gets the number of entries reached so far.
    ///
    /// # Errors
    /// What `on_layer` returns.
    pub(crate) fn build(
        pattern: Pattern,
        index: &Arc<Index>,
        threads: usize,
        on_layer: impl FnMut(u64) -> Result<(), Stop>,
    ) -> Result<PatternTable, Stop> {
        let mut values = class_bits(index);
        let set = |values: &mut [u64], layer: &[u64], bit: bool| {
            if bit {
                for (value, word) in values.iter_mut().zip(layer) {
                    *value |= word;
                }
            }
            0
        };
        let (layers, _) = flood(index, pattern, threads, &mut values, set, on_layer)?;
        debug_assert_eq!(layers.iter().sum::<u64>(), index.reachable());
        let mut table = PatternTable::empty(pattern, index);
        transpose(&values, index, &mut table.bits, table.stride, threads);
        Ok(table)
    }

    /// A table whose bits are all zero.
    fn empty(pattern: Pattern, index: &Arc<Index>) -> PatternTable {
        let words = Words::zeroed(stride(index) / 64 * index.arrangements());
        PatternTable::from_words(pattern, index, words)
    }

    /// A table of words that another one had.
    ///
    /// # Panics
    /// If there are more or fewer than the pattern has.
    pub(crate) fn from_words(pattern: Pattern, index: &Arc<Index>, bits: Words) -> PatternTable {
        assert_eq!(pattern.homes().len(), index.tiles());
        assert_eq!(pattern.goal().size(), index.size());
        let stride = stride(index);
        assert_eq!(bits.len(), stride / 64 * index.arrangements());
        PatternTable {
            pattern,
            index: Arc::clone(index),
            stride,
            bits,
        }
    }

    /// Bytes of the table of as many tiles as the index is for.
    pub(crate) fn bytes(index: &Index) -> u64 {
        (stride(index) / 8 * index.arrangements()) as u64
    }

    pub(crate) const fn pattern(&self) -> Pattern {
        self.pattern
    }

    pub(crate) const fn index(&self) -> &Arc<Index> {
        &self.index
    }

    pub(crate) const fn stride(&self) -> usize {
        self.stride
    }

    pub(crate) fn words(&self) -> &[u64] {
        &self.bits
    }

    fn bit(&self, entry: Entry) -> bool {
        let at = entry.placement.rank * self.stride + self.block(entry);
        self.bits[at / 64] >> (at % 64) & 1 == 1
    }

    fn block(&self, entry: Entry) -> usize {
        self.index.block(entry.placement.cells, entry.blank)
    }

    /// The distance modulo 4: bit 1 is stored, bit 0 is the difference of classes.
    fn distance_mod_4(&self, entry: Entry) -> usize {
        let home = self.home();
        let odd = self.index.class(self.block(entry)) ^ self.index.class(self.block(home));
        usize::from(self.bit(entry)) << 1 | odd
    }

    fn home(&self) -> Entry {
        Entry {
            placement: Placement {
                cells: self.pattern.homes(),
                rank: 0,
            },
            blank: self.pattern.goal().home().index(),
        }
    }

    fn is_home(&self, entry: Entry) -> bool {
        entry.placement == self.home().placement && self.block(entry) == self.block(self.home())
    }

    /// The entries one move of a pattern tile away.
    fn moves(&self, entry: Entry) -> impl Iterator<Item = Entry> {
        let index = &*self.index;
        let occupied = entry.placement.cells;
        let block = self.block(entry);
        (0..index.neighbors().len())
            .filter(move |&blank| {
                !occupied.contains(blank) && index.block(occupied, blank) == block
            })
            .flat_map(move |blank| {
                index.neighbors()[blank]
                    .into_iter()
                    .flatten()
                    .map(usize::from)
                    .filter(move |&tile| occupied.contains(tile))
                    .map(move |tile| Entry {
                        placement: index.step(entry.placement, tile, blank),
                        blank: tile,
                    })
            })
    }

    /// The distance of a placement with the blank on a free cell, by walking down to the goal.
    ///
    /// # Panics
    /// If the table is damaged.
    pub(crate) fn distance(&self, placement: Placement, blank: usize) -> usize {
        let mut entry = Entry { placement, blank };
        let mut distance = 0;
        let mut residue = self.distance_mod_4(entry);
        while !self.is_home(entry) {
            residue = (residue + 3) % 4;
            // Every neighbor is looked up before one is chosen: their cache misses overlap.
            let mut next = None;
            for neighbor in self.moves(entry) {
                if self.distance_mod_4(neighbor) == residue {
                    next = Some(neighbor);
                }
            }
            entry = next.expect("every entry but the goal has a nearer neighbor");
            distance += 1;
            assert!(distance < 1 << 12, "distances of a pattern are small");
        }
        distance
    }

    /// The placement and its distance after a tile of the pattern moved between two cells, from those before.
    pub(crate) fn after(
        &self,
        placement: Placement,
        distance: usize,
        from: usize,
        to: usize,
    ) -> (Placement, usize) {
        let placement = self.index.step(placement, from, to);
        let blank = from;
        let nearer = self.distance_mod_4(Entry { placement, blank }) == (distance + 3) % 4;
        // Every move of the pattern changes its distance by one.
        (placement, if nearer { distance - 1 } else { distance + 1 })
    }

    /// Recomputes every layer and counts the entries whose bit disagrees, those that no move reaches included.
    ///
    /// # Errors
    /// What `on_layer` returns.
    #[cfg(feature = "files")]
    pub(crate) fn count_faults(
        &self,
        threads: usize,
        on_layer: impl FnMut(u64) -> Result<(), Stop>,
    ) -> Result<u64, Stop> {
        let index = &*self.index;
        let mut values = class_bits(index);
        transpose_back(&self.bits, index, &mut values, self.stride, threads);
        let compare = |values: &mut [u64], layer: &[u64], bit: bool| {
            let expected = if bit { u64::MAX } else { 0 };
            values
                .iter()
                .zip(layer)
                .map(|(value, word)| u64::from(((value ^ expected) & word).count_ones()))
                .sum()
        };
        let (layers, wrong) = flood(index, self.pattern, threads, &mut values, compare, on_layer)?;
        let unreached = index.reachable() - layers.iter().sum::<u64>();
        let home = u64::from(self.bit(self.home()) != value_bit(0));
        Ok(wrong + unreached + home)
    }
}

/// A placement and the blank's cell, which stands for its region.
#[derive(Clone, Copy)]
struct Entry {
    placement: Placement,
    blank: usize,
}

/// Bits of one arrangement: a bit for each block, padded.
fn stride(index: &Index) -> usize {
    index.block_end().next_multiple_of(LINE_BITS)
}

/// Calls `work` with 64 arrangements' bits at a time, and the number of the first one divided by 64.
fn for_each_64<T: Send>(items: Vec<T>, threads: usize, work: impl Fn(usize, T) + Sync + Send) {
    parallel::map(
        threads,
        items.into_iter().enumerate().collect(),
        |(i, item)| {
            work(i, item);
        },
    );
}

/// From bits by block, then arrangement, to bits by arrangement, then block.
fn transpose(from: &ClassBits, index: &Index, to: &mut [u64], stride: usize, threads: usize) {
    let row = stride / 64;
    let words = block_words(index);
    for_each_64(
        to.chunks_mut(64 * row).collect(),
        threads,
        |column, rows| {
            for (class, blocks) in index.class_blocks().into_iter().enumerate() {
                let first = class * index.odd_start() / 64;
                for group in 0..blocks.div_ceil(64) {
                    let mut square = [0; 64];
                    for (word, block) in square.iter_mut().zip(group * 64..blocks) {
                        *word = from[class][block * words + column];
                    }
                    transpose_square(&mut square);
                    for (row, word) in rows.chunks_mut(row).zip(square) {
                        row[first + group] = word;
                    }
                }
            }
        },
    );
}

/// The inverse of [`transpose`].
#[cfg(feature = "files")]
fn transpose_back(from: &[u64], index: &Index, to: &mut ClassBits, stride: usize, threads: usize) {
    let row = stride / 64;
    let words = block_words(index);
    for (class, to) in to.iter_mut().enumerate() {
        let first = class * index.odd_start() / 64;
        for_each_64(
            to.chunks_mut(64 * words).collect(),
            threads,
            |group, blocks| {
                for column in 0..words {
                    let mut square = [0; 64];
                    let rows = from.chunks(row).skip(64 * column);
                    for (word, row) in square.iter_mut().zip(rows) {
                        *word = row[first + group];
                    }
                    transpose_square(&mut square);
                    for (block, word) in blocks.chunks_mut(words).zip(square) {
                        block[column] = word;
                    }
                }
            },
        );
    }
}

/// Transposes 64 × 64 bits by exchanging ever smaller quarters (Warren, Hacker's Delight, 7-3).
fn transpose_square(square: &mut [u64; 64]) {
    let mut width = 32;
    let mut mask = 0xffff_ffff_u64;
    while width != 0 {
        for i in (0..64).filter(|i| i & width == 0) {
            let differing = (square[i] >> width ^ square[i + width]) & mask;
            square[i] ^= differing << width;
            square[i + width] ^= differing;
        }
        width /= 2;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use super::super::pattern::CellSet;
    use super::*;
    use crate::{CanonicalGoal, Cell, Size};

    fn goals(rows: u64, cols: u64) -> Vec<CanonicalGoal> {
        let size = Size::new(rows, cols).unwrap();
        let mut goals: Vec<_> = size
            .all_cells()
            .map(|home| CanonicalGoal::new(size, home))
            .collect();
        goals.sort_by_key(|goal| goal.home());
        goals.dedup();
        goals
    }

    /// For every placement that can reach the goal the least number of moves of pattern tiles, found by Dijkstra's algorithm
    /// on single moves of the blank, which cost nothing past other tiles.
    struct Oracle<const CELLS: usize> {
        tiles: usize,
        /// By code: the cells of the tiles as digits, then the blank's.
        distances: Vec<u8>,
    }

    impl<const CELLS: usize> Oracle<CELLS> {
        const UNSEEN: u8 = u8::MAX;

        fn new(pattern: Pattern) -> Self {
            assert_eq!(pattern.goal().size().cells(), CELLS);
            let tiles = pattern.homes().len();
            // Where the tiles leave one cell free, that is the blank's.
            let digits = if tiles + 1 == CELLS { tiles } else { tiles + 1 };
            let mut oracle = Self {
                tiles,
                distances: vec![Self::UNSEEN; CELLS.pow(digits as u32)],
            };
            let neighbors = super::super::pattern::neighbors(pattern.goal().size());
            let mut goal = [0; 9];
            for (digit, home) in goal.iter_mut().zip(pattern.homes().iter()) {
                *digit = home;
            }
            goal[tiles] = pattern.goal().home().index();
            let mut layer = vec![oracle.code(&goal)];
            for distance in 0.. {
                let mut next_layer = Vec::new();
                while let Some(code) = layer.pop() {
                    if oracle.distances[code] != Self::UNSEEN {
                        continue;
                    }
                    oracle.distances[code] = distance;
                    let state = oracle.state(code);
                    let blank = state[tiles];
                    for next in neighbors[blank].into_iter().flatten().map(usize::from) {
                        let mut moved = state;
                        moved[tiles] = next;
                        match state[..tiles].iter().position(|&tile| tile == next) {
                            Some(tile) => {
                                moved[tile] = blank;
                                next_layer.push(oracle.code(&moved));
                            }
                            None => layer.push(oracle.code(&moved)),
                        }
                    }
                }
                if next_layer.is_empty() {
                    break;
                }
                layer = next_layer;
            }
            oracle
        }

        fn code(&self, state: &[usize; 9]) -> usize {
            let digits = if self.tiles + 1 == CELLS {
                self.tiles
            } else {
                self.tiles + 1
            };
            state[..digits]
                .iter()
                .rev()
                .fold(0, |code, cell| code * CELLS + cell)
        }

        fn state(&self, mut code: usize) -> [usize; 9] {
            let mut state = [0; 9];
            for digit in &mut state[..=self.tiles] {
                *digit = code % CELLS;
                code /= CELLS;
            }
            if self.tiles + 1 == CELLS {
                let sum: usize = state[..self.tiles].iter().sum();
                state[self.tiles] = CELLS * self.tiles / 2 - sum;
            }
            state
        }
    }

    fn assert_equals_the_oracle<const CELLS: usize>(pattern: Pattern, index: &Arc<Index>) {
        let table = PatternTable::build(pattern, index, 1, |_| Ok(())).unwrap();
        let oracle = Oracle::<CELLS>::new(pattern);
        let tiles = index.tiles();
        let home_class = index.class(table.block(table.home()));
        let mut reached = vec![false; table.bits.len() * 64];
        let mut entries = 0;
        for (code, &distance) in oracle.distances.iter().enumerate() {
            if distance == Oracle::<CELLS>::UNSEEN {
                continue;
            }
            let distance = usize::from(distance);
            let state = oracle.state(code);
            let mut placed = [(0, 0); 9];
            for ((place, &cell), number) in placed.iter_mut().zip(&state[..tiles]).zip(0..) {
                *place = (cell, number);
            }
            let placement = index.placement(&mut placed[..tiles]);
            let block = index.block(placement.cells, state[tiles]);
            let at = placement.rank * table.stride + block;
            let bit = table.bits[at / 64] >> (at % 64) & 1 == 1;
            assert_eq!(bit, value_bit(distance), "{pattern:?} {state:?}");
            assert_eq!(index.class(block) != home_class, distance % 2 == 1);
            // Distances themselves are walks; a sample of them is enough.
            if code % 4099 == 0 {
                assert_eq!(table.distance(placement, state[tiles]), distance);
            }
            entries += u64::from(!std::mem::replace(&mut reached[at], true));
        }
        assert_eq!(entries, index.reachable(), "{pattern:?}");
        assert_eq!(table.count_faults(1, |_| Ok(())), Ok(0));
    }

    fn patterns(goal: CanonicalGoal, tiles: usize) -> impl Iterator<Item = Pattern> {
        let cells = goal.size().cells();
        (0u32..1 << cells)
            .map(CellSet)
            .filter(move |set| set.len() == tiles && !set.contains(goal.home().index()))
            .map(move |homes| Pattern::new(goal, homes))
    }

    /// Of the patterns of some goals, those whose tables are not another's seen from another side: two tables are the same if
    /// a symmetry of the board takes the tiles' homes to each other, and the region of the blank's home to the other's.
    fn different_patterns(goals: &[CanonicalGoal], tiles: usize) -> Vec<Pattern> {
        let mut seen = std::collections::HashSet::new();
        let is_new = |pattern: &Pattern| {
            let size = pattern.goal().size();
            let images = super::super::pattern::size_symmetries(size).map(|symmetry| {
                let map = super::super::pattern::cell_map(size, symmetry);
                (
                    pattern.homes().image(&map),
                    pattern.home_region().image(&map),
                )
            });
            seen.insert(images.min().expect("the board itself"))
        };
        let all = goals.iter().flat_map(|&goal| patterns(goal, tiles));
        all.filter(is_new).collect()
    }

    fn assert_all_equal<const CELLS: usize>(
        goals: &[CanonicalGoal],
        tiles: std::ops::RangeInclusive<usize>,
        threads: usize,
    ) {
        let size = goals[0].size();
        for tiles in tiles {
            let index = Arc::new(Index::new(size, tiles));
            let all = different_patterns(goals, tiles);
            crate::watch::parallel::on_threads(threads, || {
                crate::watch::parallel::map(threads, all, |pattern| {
                    assert_equals_the_oracle::<CELLS>(pattern, &index);
                })
            });
        }
    }

    /// What lets [`different_patterns`] leave out one of two goals.
    #[test]
    fn a_table_depends_on_the_region_of_the_blanks_home_alone() {
        let index = Arc::new(Index::new(Size::new(4, 4).unwrap(), 4));
        let goals = goals(4, 4);
        let mut compared = 0;
        for pattern in patterns(goals[0], 4).step_by(29) {
            for &goal in &goals[1..] {
                if pattern.homes().contains(goal.home().index()) {
                    continue;
                }
                let other = Pattern::new(goal, pattern.homes());
                if pattern.home_region() == other.home_region() {
                    let tables = [pattern, other]
                        .map(|pattern| PatternTable::build(pattern, &index, 1, |_| Ok(())));
                    let [one, two] = tables.map(Result::unwrap);
                    assert!(one.words() == two.words(), "{pattern:?}");
                    compared += 1;
                }
            }
        }
        assert!(compared > 30, "{compared}");
    }

    #[test]
    fn every_table_of_3x3_equals_the_oracle() {
        assert_all_equal::<9>(&goals(3, 3), 1..=8, 2);
    }

    #[test]
    fn every_table_of_up_to_four_tiles_of_4x4_equals_the_oracle() {
        assert_all_equal::<16>(&goals(4, 4), 1..=4, 2);
    }

    #[test]
    fn small_patterns_of_other_sizes_equal_the_oracle() {
        fn assert_some_equal<const CELLS: usize>(rows: u64, cols: u64, tiles: usize, step: usize) {
            let index = Arc::new(Index::new(Size::new(rows, cols).unwrap(), tiles));
            for goal in goals(rows, cols) {
                for pattern in patterns(goal, tiles).step_by(step) {
                    assert_equals_the_oracle::<CELLS>(pattern, &index);
                }
            }
        }
        assert_some_equal::<10>(2, 5, 3, 5);
        assert_some_equal::<16>(2, 8, 2, 7);
        assert_some_equal::<12>(3, 4, 3, 17);
        assert_some_equal::<15>(3, 5, 2, 9);
        assert_some_equal::<20>(4, 5, 2, 31);
    }

    #[test]
    fn any_flipped_bit_is_counted() {
        let goal = CanonicalGoal::new(Size::new(3, 4).unwrap(), Cell(0));
        let index = Arc::new(Index::new(goal.size(), 4));
        let pattern = Pattern::new(goal, CellSet(0b11_0011 << 1));
        let mut table = PatternTable::build(pattern, &index, 1, |_| Ok(())).unwrap();
        let used = |block: usize| {
            let class = index.class(block);
            block - class * index.odd_start() < index.class_blocks()[class]
        };
        for at in (0..table.bits.len() * 64).step_by(997) {
            if used(at % table.stride) {
                table.bits[at / 64] ^= 1 << (at % 64);
                assert_eq!(table.count_faults(1, |_| Ok(())), Ok(1), "bit {at}");
                table.bits[at / 64] ^= 1 << (at % 64);
            }
        }
    }

    #[test]
    fn threads_do_not_change_a_table() {
        let goal = CanonicalGoal::new(Size::new(4, 4).unwrap(), Cell(0));
        let index = Arc::new(Index::new(goal.size(), 5));
        let pattern = Pattern::new(goal, CellSet(0b1_0111_0010));
        let one = PatternTable::build(pattern, &index, 1, |_| Ok(())).unwrap();
        let two = crate::watch::parallel::on_threads(2, || {
            PatternTable::build(pattern, &index, 2, |_| Ok(())).unwrap()
        });
        assert!(one.bits[..] == two.bits[..]);
    }

    #[test]
    fn a_build_can_be_stopped() {
        let goal = CanonicalGoal::new(Size::new(4, 4).unwrap(), Cell(0));
        let index = Arc::new(Index::new(goal.size(), 4));
        let pattern = Pattern::new(goal, CellSet(0b1111_0000));
        let built = PatternTable::build(pattern, &index, 1, |_| Err(Stop::Time));
        assert_eq!(built.err(), Some(Stop::Time));
    }
}
