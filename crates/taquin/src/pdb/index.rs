//! Numbers every placement of a pattern: which cells its tiles occupy, where the blank is, and how the tiles are arranged.
//!
//! A placement is known by its **block** and its **arrangement**.
//!
//! - A block is a set of occupied cells together with one region of the blank: the other cells fall into regions that the
//!   blank cannot leave without moving a tile of the pattern. Sets are ranked by two look-ups, one for each half of the
//!   mask; the regions of a set are numbered in the order of their first cells.
//! - The arrangement is the order in which the tiles meet an eye that reads the occupied cells row by row, ranked
//!   lexicographically.
//!
//! A move of a pattern's tile leads to another block. A horizontal one keeps the arrangement; a vertical one takes one tile
//! past the at most cols − 1 pattern tiles that stand between its two cells, which a table of ranks gives.
//!
//! Blocks are numbered in two classes, by the number of occupied cells that are dark on a chessboard: a move of a tile always
//! changes the class, and with it the parity of the distance to any goal.

use super::pattern::{CellSet, MAX_CELLS, MAX_TILES, neighbors, region};
use crate::{Size, factorial};

/// For one set of occupied cells: its first block, and the region of each free cell.
pub(crate) trait RegionMap: Copy + Send + Sync + 'static {
    /// Packs the number of the first block and the region of each cell.
    fn pack(first_block: usize, regions: &[u8]) -> Self;

    /// The block if the blank is on `cell`.
    fn block(self, cell: u32) -> usize;
}

/// Regions are numbers below 8.
const REGION_BITS: u32 = 3;
const REGION_MASK: u64 = (1 << REGION_BITS) - 1;

/// At most 16 cells and 2¹⁶ blocks: three bits for each cell, then the first block.
#[derive(Clone, Copy)]
pub(crate) struct NarrowMap(u64);

impl RegionMap for NarrowMap {
    fn pack(first_block: usize, regions: &[u8]) -> NarrowMap {
        debug_assert!(first_block < 1 << 16 && regions.len() <= 16);
        NarrowMap((first_block as u64) << 48 | pack_regions(regions))
    }

    #[inline(always)]
    fn block(self, cell: u32) -> usize {
        (self.0 >> 48) as usize + (self.0 >> (REGION_BITS * cell) & REGION_MASK) as usize
    }
}

/// At most 32 cells and 2³² blocks: three bits for each cell of either half, and the first block.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
pub(crate) struct WideMap {
    low: u64,
    high: u64,
}

const WIDE_HALF: u32 = 16;
/// The first block is split: its high 16 bits stand in `high`, its low 16 bits in `low`.
const WIDE_SHIFT: u32 = 48;

impl RegionMap for WideMap {
    fn pack(first_block: usize, regions: &[u8]) -> WideMap {
        debug_assert!(first_block < 1 << 32 && regions.len() <= MAX_CELLS);
        let (low, high) = regions.split_at(regions.len().min(WIDE_HALF as usize));
        let first_block = first_block as u64;
        WideMap {
            low: (first_block & 0xffff) << WIDE_SHIFT | pack_regions(low),
            high: first_block >> 16 << WIDE_SHIFT | pack_regions(high),
        }
    }

    #[inline(always)]
    fn block(self, cell: u32) -> usize {
        let half = if cell < WIDE_HALF {
            self.low
        } else {
            self.high
        };
        let region = half >> (REGION_BITS * (cell % WIDE_HALF)) & REGION_MASK;
        let first = self.low >> WIDE_SHIFT | self.high >> WIDE_SHIFT << 16;
        (first + region) as usize
    }
}

fn pack_regions(regions: &[u8]) -> u64 {
    regions.iter().rev().fold(0, |packed, &region| {
        packed << REGION_BITS | u64::from(region)
    })
}

/// The region maps by rank of the set.
pub(crate) enum RegionMaps {
    Narrow(Box<[NarrowMap]>),
    Wide(Box<[WideMap]>),
}

/// Where the tiles of a pattern stand: the occupied cells, and the rank of the arrangement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Placement {
    pub(crate) cells: CellSet,
    pub(crate) rank: usize,
}

/// The numbering of all placements of a number of tiles on boards of one size.
pub(crate) struct Index {
    size: Size,
    tiles: usize,
    neighbors: Vec<[Option<u8>; 4]>,
    /// Sets are ranked by `low[mask's low half] + high[mask's high half]`.
    low_bits: u32,
    low: Box<[u32]>,
    high: Box<[u32]>,
    maps: RegionMaps,
    /// Blocks of either class; those of the odd class are numbered from `odd_start`.
    class_blocks: [usize; 2],
    odd_start: usize,
    rotations: Rotations,
}

impl Index {
    /// An index for 1 to 8 tiles on at most 32 cells, at least one of them free.
    pub(crate) fn new(size: Size, tiles: usize) -> Index {
        let cells = size.cells();
        assert!(cells <= MAX_CELLS && (1..=MAX_TILES.min(cells - 1)).contains(&tiles));
        let low_bits = (cells as u32).div_ceil(2);
        let (low, high, sets) = half_ranks(cells as u32, low_bits, tiles);
        let neighbors = neighbors(size);
        let dark = dark_cells(size);

        // First the regions, so that the blocks of each class can be counted, then their numbers.
        let mut regions: Vec<(Vec<u8>, u8)> = Vec::with_capacity(sets.len());
        let mut class_blocks = [0; 2];
        for &set in &sets {
            let (by_cell, count) = regions_of(&neighbors, set);
            class_blocks[class_of(set, dark)] += usize::from(count);
            regions.push((by_cell, count));
        }
        let odd_start = class_blocks[0].next_multiple_of(64);
        let mut next_block = [0, odd_start];
        let firsts: Vec<usize> = sets
            .iter()
            .zip(&regions)
            .map(|(&set, &(_, count))| {
                let next = &mut next_block[class_of(set, dark)];
                let first = *next;
                *next += usize::from(count);
                first
            })
            .collect();
        let packed = firsts.iter().zip(&regions);
        let maps = if cells <= 16 && next_block[1] <= 1 << 16 {
            let map =
                |(&first, (by_cell, _)): (&usize, &(Vec<u8>, u8))| NarrowMap::pack(first, by_cell);
            RegionMaps::Narrow(packed.map(map).collect())
        } else {
            let map =
                |(&first, (by_cell, _)): (&usize, &(Vec<u8>, u8))| WideMap::pack(first, by_cell);
            RegionMaps::Wide(packed.map(map).collect())
        };
        Index {
            size,
            tiles,
            neighbors,
            low_bits,
            low,
            high,
            maps,
            class_blocks,
            odd_start,
            rotations: Rotations::new(tiles, size.cols()),
        }
    }

    pub(crate) const fn size(&self) -> Size {
        self.size
    }

    pub(crate) const fn tiles(&self) -> usize {
        self.tiles
    }

    /// Number of arrangements: tiles!.
    pub(crate) const fn arrangements(&self) -> usize {
        factorial(self.tiles) as usize
    }

    /// Number of blocks of the even and of the odd class.
    pub(crate) const fn class_blocks(&self) -> [usize; 2] {
        self.class_blocks
    }

    /// The number of the odd class's first block: the even class's blocks, rounded up to 64.
    pub(crate) const fn odd_start(&self) -> usize {
        self.odd_start
    }

    /// One more than the greatest block number.
    pub(crate) const fn block_end(&self) -> usize {
        self.odd_start + self.class_blocks[1]
    }

    /// Number of placements, with the blank's region: the entries of a table.
    pub(crate) const fn entries(&self) -> u64 {
        (self.class_blocks[0] + self.class_blocks[1]) as u64 * self.arrangements() as u64
    }

    /// Number of entries from which the goal can be reached: all, or half of them where at most one tile is left out, so that
    /// the parity of the whole board decides.
    pub(crate) const fn reachable(&self) -> u64 {
        if self.tiles + 2 >= self.size.cells() {
            self.entries() / 2
        } else {
            self.entries()
        }
    }

    pub(crate) fn neighbors(&self) -> &[[Option<u8>; 4]] {
        &self.neighbors
    }

    pub(crate) const fn rotations(&self) -> &Rotations {
        &self.rotations
    }

    /// The raw parts a search needs to rank sets by itself: bits in the low half, and both halves' look-ups.
    pub(crate) fn halves(&self) -> (u32, &[u32], &[u32]) {
        (self.low_bits, &self.low, &self.high)
    }

    pub(crate) const fn maps(&self) -> &RegionMaps {
        &self.maps
    }

    /// The rank of a set of as many cells as there are tiles.
    #[inline]
    pub(crate) fn set_rank(&self, cells: CellSet) -> usize {
        debug_assert_eq!(cells.len(), self.tiles);
        let low = self.low[(cells.0 & ((1 << self.low_bits) - 1)) as usize];
        (low + self.high[(cells.0 >> self.low_bits) as usize]) as usize
    }

    /// The block of a set and a cell of the blank outside it.
    #[inline]
    pub(crate) fn block(&self, cells: CellSet, blank: usize) -> usize {
        debug_assert!(!cells.contains(blank));
        let rank = self.set_rank(cells);
        match &self.maps {
            RegionMaps::Narrow(maps) => maps[rank].block(blank as u32),
            RegionMaps::Wide(maps) => maps[rank].block(blank as u32),
        }
    }

    /// Every set of as many cells as there are tiles, with the class of its blocks, in no order that matters.
    pub(crate) fn sets(&self) -> impl Iterator<Item = (CellSet, usize)> {
        let dark = dark_cells(self.size);
        subsets(self.size.cells() as u32, self.tiles).map(move |set| (set, class_of(set, dark)))
    }

    /// The class of a block.
    pub(crate) const fn class(&self, block: usize) -> usize {
        (block >= self.odd_start) as usize
    }

    /// The placement after the tile on `from` moves to the free cell `to` beside it.
    #[inline]
    pub(crate) fn step(&self, placement: Placement, from: usize, to: usize) -> Placement {
        let old = placement.cells.0;
        let new = old ^ (1 << from) ^ (1 << to);
        let place = |mask: u32, cell: usize| (mask & ((1 << cell) - 1)).count_ones() as usize;
        let row = self.rotations.row(place(old, from), place(new, to));
        Placement {
            cells: CellSet(new),
            rank: self.rotations.apply(row, placement.rank),
        }
    }

    /// The placement of tiles given as (cell, number of the tile among its pattern's tiles).
    pub(crate) fn placement(&self, tiles: &mut [(usize, u8)]) -> Placement {
        debug_assert_eq!(tiles.len(), self.tiles);
        tiles.sort_unstable();
        let mut order = [0; MAX_TILES];
        for (place, &(_, tile)) in order.iter_mut().zip(&*tiles) {
            *place = tile;
        }
        Placement {
            cells: tiles.iter().map(|&(cell, _)| cell).collect(),
            rank: rank_order(&order[..tiles.len()]),
        }
    }
}

/// The cells that are dark on a chessboard.
fn dark_cells(size: Size) -> u32 {
    size.all_cells()
        .filter(|&cell| (size.row(cell) + size.col(cell)) % 2 == 1)
        .fold(0, |mask, cell| mask | 1 << cell.index())
}

const fn class_of(set: CellSet, dark: u32) -> usize {
    (set.0 & dark).count_ones() as usize & 1
}

/// Every set of `count` of the first `cells` cells, by increasing mask.
fn subsets(cells: u32, count: usize) -> impl Iterator<Item = CellSet> {
    let mut next = Some((1u64 << count) - 1);
    std::iter::from_fn(move || {
        let mask = next.filter(|mask| mask >> cells == 0)?;
        // The next larger number with as many bits (HAKMEM 175).
        let lowest = mask & mask.wrapping_neg();
        let carried = mask + lowest;
        next = Some(carried | (((mask ^ carried) / lowest) >> 2));
        Some(CellSet(mask as u32))
    })
}

/// For each half of a mask, its share of the rank; and the sets in order of their ranks.
fn half_ranks(cells: u32, low_bits: u32, tiles: usize) -> (Box<[u32]>, Box<[u32]>, Vec<CellSet>) {
    // Among low halves with equally many cells, the number of smaller ones.
    let mut seen = [0u32; MAX_CELLS + 1];
    let low: Box<[u32]> = (0u32..1 << low_bits)
        .map(|half| {
            let counter = &mut seen[half.count_ones() as usize];
            *counter += 1;
            *counter - 1
        })
        .collect();
    // The number of sets with a smaller high half.
    let mut total = 0;
    let high = (0u32..1 << (cells - low_bits))
        .map(|half| {
            let first = total;
            if let Some(rest) = tiles.checked_sub(half.count_ones() as usize) {
                total += seen[rest];
            }
            first
        })
        .collect();
    // By increasing mask is by increasing high half, then by increasing low half: in order of rank.
    let sets = subsets(cells, tiles).collect();
    (low, high, sets)
}

/// The region of each free cell, numbered by first cells, and how many there are. Occupied cells get 0.
fn regions_of(neighbors: &[[Option<u8>; 4]], occupied: CellSet) -> (Vec<u8>, u8) {
    let mut by_cell = vec![0; neighbors.len()];
    let mut seen = occupied;
    let mut count = 0;
    for cell in 0..neighbors.len() {
        if !seen.contains(cell) {
            let found = region(neighbors, occupied, cell);
            for member in found.iter() {
                by_cell[member] = count;
            }
            seen.0 |= found.0;
            count += 1;
        }
    }
    assert!(u64::from(count) <= REGION_MASK + 1, "at most eight regions");
    (by_cell, count)
}

/// The lexicographic rank of an order of `0..order.len()`.
fn rank_order(order: &[u8]) -> usize {
    order.iter().enumerate().fold(0, |rank, (place, tile)| {
        let smaller = order[place..].iter().filter(|later| *later < tile).count();
        rank * (order.len() - place) + smaller
    })
}

/// What becomes of the rank of an arrangement when one tile goes past its neighbors.
pub(crate) struct Rotations {
    /// By 8 × old place + new place, the row's start in `ranks`. Row 0 changes nothing.
    rows: [u32; MAX_TILES * MAX_TILES],
    /// Length of a row: the number of arrangements rounded up to 64, so that a row splits into words' worth.
    row_len: usize,
    ranks: Box<[u16]>,
}

impl Rotations {
    fn new(tiles: usize, cols: usize) -> Rotations {
        let orders = factorial(tiles) as usize;
        let row_len = orders.next_multiple_of(64);
        // A tile goes past several neighbors one after the other, so only exchanges of neighbors need to be ranked.
        let exchanges: Vec<Vec<u16>> = (1..tiles)
            .map(|place| {
                let inner = factorial(tiles - place - 1) as usize;
                (0..orders)
                    .map(|rank| exchange_neighbors(rank, tiles - place, inner) as u16)
                    .collect()
            })
            .collect();
        let mut ranks: Vec<u16> = (0..orders as u16).collect();
        ranks.resize(row_len, 0);
        let mut rows = [0; MAX_TILES * MAX_TILES];
        for old in 0..tiles {
            for new in (0..tiles).filter(|&new| new != old && new.abs_diff(old) < cols) {
                rows[old * MAX_TILES + new] = ranks.len() as u32;
                ranks.extend((0..orders).map(|rank| {
                    let exchange = |rank: u16, place: usize| exchanges[place][usize::from(rank)];
                    let rank = rank as u16;
                    if old < new {
                        (old..new).fold(rank, exchange)
                    } else {
                        (new..old).rev().fold(rank, exchange)
                    }
                }));
                ranks.resize(ranks.len().next_multiple_of(64), 0);
            }
        }
        Rotations {
            rows,
            row_len,
            ranks: ranks.into(),
        }
    }

    /// The row for a tile that goes from the `old`-th place to the `new`-th.
    #[inline]
    pub(crate) fn row(&self, old: usize, new: usize) -> u32 {
        self.rows[old * MAX_TILES + new]
    }

    /// The new rank of an arrangement.
    #[inline]
    pub(crate) fn apply(&self, row: u32, rank: usize) -> usize {
        usize::from(self.ranks[row as usize + rank])
    }

    /// The new ranks of all arrangements, padded to a multiple of 64.
    pub(crate) fn ranks_of(&self, row: u32) -> &[u16] {
        &self.ranks[row as usize..row as usize + self.row_len]
    }

    /// All rows' starts and all rows, for a search that looks them up by itself.
    pub(crate) fn parts(&self) -> (&[u32; MAX_TILES * MAX_TILES], &[u16]) {
        (&self.rows, &self.ranks)
    }
}

/// The rank of an order after two neighbors change places, the second with `behind` − 1 tiles behind it; `inner` is (`behind` − 1)!.
///
/// A place's digit in the rank counts the smaller tiles behind it: the exchange lengthens one tile's view and shortens the other's.
fn exchange_neighbors(rank: usize, behind: usize, inner: usize) -> usize {
    let outer = inner * behind;
    let first = rank / outer % (behind + 1);
    let second = rank / inner % behind;
    let (new_first, new_second) = if first <= second {
        (second + 1, first)
    } else {
        (second, first - 1)
    };
    rank - first * outer - second * inner + new_first * outer + new_second * inner
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Direction;
    use std::collections::HashSet;

    fn size(rows: u64, cols: u64) -> Size {
        Size::new(rows, cols).unwrap()
    }

    #[test]
    fn every_placement_has_a_number_of_its_own() {
        for (size, tiles) in [
            (size(3, 3), 3),
            (size(2, 4), 4),
            (size(3, 4), 2),
            (size(4, 5), 2),
        ] {
            let index = Index::new(size, tiles);
            let mut seen = HashSet::new();
            for (set, class) in index.sets() {
                let mut regions = HashSet::new();
                for blank in (0..size.cells()).filter(|&cell| !set.contains(cell)) {
                    let block = index.block(set, blank);
                    assert_eq!(index.class(block), class);
                    assert!(block < index.block_end());
                    let cells = region(index.neighbors(), set, blank);
                    assert_eq!(index.block(set, cells.iter().next().unwrap()), block);
                    regions.insert((block, cells));
                }
                for (block, _) in &regions {
                    assert!(seen.insert(*block), "{set:?}");
                }
                let blocks: HashSet<usize> = regions.iter().map(|&(block, _)| block).collect();
                assert_eq!(blocks.len(), regions.len());
            }
            assert_eq!(seen.len(), index.class_blocks().iter().sum::<usize>());
        }
    }

    #[test]
    fn the_known_sizes_of_tables() {
        // Counted independently for the design brief.
        assert_eq!(Index::new(size(4, 4), 7).entries(), 139_849_920);
        assert_eq!(Index::new(size(4, 4), 8).entries(), 1_425_191_040);
    }

    #[test]
    fn narrow_and_wide_maps_agree() {
        let regions: Vec<u8> = (0..16).map(|cell| (cell * 5 % 8) as u8).collect();
        let narrow = NarrowMap::pack(54_321, &regions);
        let wide = WideMap::pack(54_321, &regions);
        let regions: Vec<u8> = (0..32).map(|cell| (cell * 5 % 8) as u8).collect();
        let wider = WideMap::pack(0x9876_5432, &regions);
        for cell in 0..16 {
            assert_eq!(narrow.block(cell), 54_321 + (cell * 5 % 8) as usize);
            assert_eq!(wide.block(cell), narrow.block(cell));
        }
        for cell in 0..32 {
            assert_eq!(wider.block(cell), 0x9876_5432 + (cell * 5 % 8) as usize);
        }
    }

    /// All orders of `0..tiles`, lexicographically, each at the beginning of an array.
    fn all_orders(tiles: usize) -> Vec<[u8; MAX_TILES]> {
        let mut order = [0; MAX_TILES];
        for (place, tile) in order[..tiles].iter_mut().zip(0..) {
            *place = tile;
        }
        let mut orders = vec![order];
        // The next order: exchange the last tile that is smaller than its successor with the last one larger than it, and turn
        // the rest round (Narayana Pandita).
        while let Some(place) = (1..tiles)
            .rev()
            .find(|&place| order[place - 1] < order[place])
        {
            let smaller = order[place - 1];
            let larger = (place..tiles)
                .rev()
                .find(|&other| order[other] > smaller)
                .expect("the successor is larger");
            order.swap(place - 1, larger);
            order[place..tiles].reverse();
            orders.push(order);
        }
        orders
    }

    #[test]
    fn exchanged_neighbors_are_ranked_as_from_scratch() {
        for tiles in 2..=MAX_TILES {
            for (rank, mut order) in all_orders(tiles).into_iter().enumerate() {
                assert_eq!(rank_order(&order[..tiles]), rank);
                for place in 1..tiles {
                    order.swap(place - 1, place);
                    let inner = factorial(tiles - place - 1) as usize;
                    let exchanged = exchange_neighbors(rank, tiles - place, inner);
                    assert_eq!(exchanged, rank_order(&order[..tiles]));
                    order.swap(place - 1, place);
                }
            }
        }
    }

    #[test]
    fn a_step_equals_the_rank_of_the_moved_tiles() {
        for (size, tiles) in [(size(3, 3), 4), (size(2, 5), 3), (size(4, 4), 3)] {
            let index = Index::new(size, tiles);
            for (set, _) in index.sets().step_by(7) {
                for order in all_orders(tiles) {
                    let mut placed: Vec<(usize, u8)> = set.iter().zip(order).collect();
                    let placement = index.placement(&mut placed);
                    for moved in 0..tiles {
                        let from = placed[moved].0;
                        for to in Direction::ALL
                            .iter()
                            .filter_map(|&d| index.neighbors()[from][d as usize])
                            .map(usize::from)
                            .filter(|&to| !set.contains(to))
                        {
                            let mut after = placed.clone();
                            after[moved].0 = to;
                            assert_eq!(
                                index.step(placement, from, to),
                                index.placement(&mut after),
                                "{placed:?} {from} {to}"
                            );
                        }
                    }
                }
            }
        }
    }
}
