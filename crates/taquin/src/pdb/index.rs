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
//!
//! # Why maps of four bytes
//!
//! A *map* leads from a set of occupied cells to its first block, and from there by the blank's cell to the block of its region. Beyond 16
//! cells it holds the first block and the number of the set's *pockets*: all regions but the largest. The 177,100 sets of six cells on 5×5
//! have only 3,322 different pockets, so both numbers fit 32 bits, and all maps of 5×5 take 0.7 MB: half a second-level cache. With 16
//! bytes a set they took 2.8 MB, and loading them a fifth of the samples of a 24-puzzle search (bench/korf24.md).

use std::collections::HashMap;

#[cfg(test)]
mod tests;

use super::pattern::{CellSet, MAX_PATTERN_CELLS, MAX_TILES, neighbors, region};
use crate::Size;
use crate::board::factorial;

/// For one set of occupied cells: its first block, and the region of each free cell.
pub(crate) trait RegionMap: Copy + Send + Sync + 'static {
    /// The block if the blank is on `cell`; `pockets` are those of the same [`RegionMaps`].
    fn block(self, pockets: &[Pockets], cell: u32) -> usize;
}

/// Bits of a region's number, which is below 8.
const REGION_BITS: u32 = 3;
const REGION_MASK: u64 = (1 << REGION_BITS) - 1;

/// At most 16 cells and 2¹⁶ blocks: three bits for each cell, then the first block.
#[derive(Clone, Copy)]
pub(crate) struct NarrowMap(u64);

impl NarrowMap {
    fn pack(first_block: usize, regions: &[u8]) -> NarrowMap {
        debug_assert!(first_block < 1 << 16 && regions.len() <= 16);
        NarrowMap((first_block as u64) << 48 | pack_regions(regions))
    }
}

impl RegionMap for NarrowMap {
    #[inline(always)]
    fn block(self, _: &[Pockets], cell: u32) -> usize {
        (self.0 >> 48) as usize + (self.0 >> (REGION_BITS * cell) & REGION_MASK) as usize
    }
}

/// The regions of a set but the largest, which has the number 0 as do the occupied cells: many sets have the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C, align(16))]
pub(crate) struct Pockets([u64; 2]);

const POCKETS_HALF: u32 = 16;

impl Pockets {
    fn new(regions: &[u8]) -> Pockets {
        debug_assert!(regions.len() <= MAX_PATTERN_CELLS);
        let (low, high) = regions.split_at(regions.len().min(POCKETS_HALF as usize));
        Pockets([pack_regions(low), pack_regions(high)])
    }

    #[inline(always)]
    fn region(self, cell: u32) -> usize {
        let half = self.0[(cell / POCKETS_HALF) as usize];
        (half >> (REGION_BITS * (cell % POCKETS_HALF)) & REGION_MASK) as usize
    }
}

/// More than 16 cells, as far as four bytes suffice: the maps of six tiles on 5×5 fit a second-level cache.
#[derive(Clone, Copy)]
pub(crate) struct PackedMap(u32);

/// Bits of the number of a set's pockets; the others hold the first block.
const POCKETS_BITS: u32 = 13;

impl PackedMap {
    fn pack(first_block: usize, pockets: usize) -> Option<PackedMap> {
        let fits = first_block < 1 << (u32::BITS - POCKETS_BITS) && pockets < 1 << POCKETS_BITS;
        fits.then_some(PackedMap((first_block << POCKETS_BITS | pockets) as u32))
    }
}

impl RegionMap for PackedMap {
    #[inline(always)]
    fn block(self, pockets: &[Pockets], cell: u32) -> usize {
        let number = (self.0 & ((1 << POCKETS_BITS) - 1)) as usize;
        debug_assert!(number < pockets.len());
        // SAFETY: `pockets` has one for each number that was packed.
        let pockets = unsafe { pockets.get_unchecked(number) };
        (self.0 >> POCKETS_BITS) as usize + pockets.region(cell)
    }
}

/// Any other numbers of cells and blocks.
#[derive(Clone, Copy)]
pub(crate) struct WideMap {
    first_block: u32,
    pockets: u32,
}

impl From<PackedMap> for WideMap {
    fn from(map: PackedMap) -> WideMap {
        WideMap {
            first_block: map.0 >> POCKETS_BITS,
            pockets: map.0 & ((1 << POCKETS_BITS) - 1),
        }
    }
}

impl RegionMap for WideMap {
    #[inline(always)]
    fn block(self, pockets: &[Pockets], cell: u32) -> usize {
        debug_assert!((self.pockets as usize) < pockets.len());
        // SAFETY: `pockets` has one for each number that is in a map.
        let pockets = unsafe { pockets.get_unchecked(self.pockets as usize) };
        self.first_block as usize + pockets.region(cell)
    }
}

fn pack_regions(regions: &[u8]) -> u64 {
    regions.iter().rev().fold(0, |packed, &region| {
        packed << REGION_BITS | u64::from(region)
    })
}

/// The region maps by rank of the set, of the smallest kind that serves, and the pockets that they name.
pub(crate) struct RegionMaps {
    pub(crate) kind: MapKind,
    pub(crate) pockets: Box<[Pockets]>,
}

/// The region maps of one kind.
pub(crate) enum MapKind {
    Narrow(Box<[NarrowMap]>),
    Packed(Box<[PackedMap]>),
    Wide(Box<[WideMap]>),
}

impl RegionMaps {
    /// Maps of sets given by first block and regions.
    fn new(cells: usize, sets: &[(usize, Vec<u8>)]) -> RegionMaps {
        if cells <= NARROW_CELLS {
            let narrow = sets
                .iter()
                .map(|(first, by_cell)| NarrowMap::pack(*first, by_cell));
            return RegionMaps {
                kind: MapKind::Narrow(narrow.collect()),
                pockets: Box::default(),
            };
        }
        RegionMaps::with_pockets(sets)
    }

    /// Maps for any number of cells.
    fn with_pockets(sets: &[(usize, Vec<u8>)]) -> RegionMaps {
        let mut pockets = Vec::new();
        let mut numbers = HashMap::new();
        let wide: Box<[WideMap]> = sets
            .iter()
            .map(|(first, by_cell)| {
                let of_set = Pockets::new(by_cell);
                let number = *numbers.entry(of_set).or_insert_with(|| {
                    pockets.push(of_set);
                    pockets.len() - 1
                });
                WideMap {
                    first_block: *first as u32,
                    pockets: number as u32,
                }
            })
            .collect();
        let packed: Option<Box<[PackedMap]>> = wide
            .iter()
            .map(|map| PackedMap::pack(map.first_block as usize, map.pockets as usize))
            .collect();
        RegionMaps {
            kind: packed.map_or(MapKind::Wide(wide), MapKind::Packed),
            pockets: pockets.into(),
        }
    }

    #[inline]
    fn block(&self, rank: usize, cell: u32) -> usize {
        match &self.kind {
            MapKind::Narrow(maps) => maps[rank].block(&self.pockets, cell),
            MapKind::Packed(maps) => maps[rank].block(&self.pockets, cell),
            MapKind::Wide(maps) => maps[rank].block(&self.pockets, cell),
        }
    }
}

/// Greatest number of cells with narrow maps.
const NARROW_CELLS: usize = 16;

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
    low: Box<[u16]>,
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
        assert!(cells <= MAX_PATTERN_CELLS && (1..=MAX_TILES.min(cells - 1)).contains(&tiles));
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
        let numbered: Vec<(usize, Vec<u8>)> = sets
            .iter()
            .zip(regions)
            .map(|(&set, (by_cell, count))| {
                let next = &mut next_block[class_of(set, dark)];
                let first = *next;
                *next += usize::from(count);
                (first, by_cell)
            })
            .collect();
        Index {
            size,
            tiles,
            neighbors,
            low_bits,
            low,
            high,
            maps: RegionMaps::new(cells, &numbered),
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
    pub(crate) fn halves(&self) -> (u32, &[u16], &[u32]) {
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
        (u32::from(low) + self.high[(cells.0 >> self.low_bits) as usize]) as usize
    }

    /// The block of a set and a cell of the blank outside it.
    #[inline]
    pub(crate) fn block(&self, cells: CellSet, blank: usize) -> usize {
        debug_assert!(!cells.contains(blank));
        self.maps.block(self.set_rank(cells), blank as u32)
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
fn half_ranks(cells: u32, low_bits: u32, tiles: usize) -> (Box<[u16]>, Box<[u32]>, Vec<CellSet>) {
    // Among low halves with equally many cells, the number of smaller ones: below 16 choose 8.
    let mut seen = [0u16; MAX_PATTERN_CELLS + 1];
    let low: Box<[u16]> = (0u32..1 << low_bits)
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
                total += u32::from(seen[rest]);
            }
            first
        })
        .collect();
    // By increasing mask is by increasing high half, then by increasing low half: in order of rank.
    let sets = subsets(cells, tiles).collect();
    (low, high, sets)
}

/// The region of each free cell, and how many there are. Occupied cells get 0.
///
/// Regions are numbered by their first cells; on boards of more than 16 cells the largest (the first such) comes before the others.
fn regions_of(neighbors: &[[Option<u8>; 4]], occupied: CellSet) -> (Vec<u8>, u8) {
    let mut regions = Vec::new();
    let mut seen = occupied;
    for cell in 0..neighbors.len() {
        if !seen.contains(cell) {
            let found = region(neighbors, occupied, cell);
            seen.0 |= found.0;
            regions.push(found);
        }
    }
    if neighbors.len() > NARROW_CELLS {
        let largest = regions.iter().map(|region| region.len()).max();
        let position = regions
            .iter()
            .position(|region| Some(region.len()) == largest);
        regions[..=position.unwrap_or(0)].rotate_right(1);
    }
    let mut by_cell = vec![0; neighbors.len()];
    for (number, region) in (0..).zip(&regions) {
        for cell in region.iter() {
            by_cell[cell] = number;
        }
    }
    assert!(
        regions.len() as u64 <= REGION_MASK + 1,
        "at most eight regions"
    );
    (by_cell, regions.len() as u8)
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
