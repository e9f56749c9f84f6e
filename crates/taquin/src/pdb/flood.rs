//! Breadth-first layers over all placements of a pattern, whole blocks at a time.
//!
//! Layer *d* holds the placements (with the blank's region) from which the pattern's tiles are at home, and the blank in its
//! home's region, after no fewer than *d* moves of pattern tiles. Moving one tile goes from block to block, so the layer of a
//! block is gathered from its neighbors: as it is after horizontal moves, bit by bit through a rotation after vertical ones.
//!
//! Any move of a tile changes *d* by exactly one, so what is gathered from layer *d* lies in layer *d* − 1 or *d* + 1, and the
//! former is just what stood in the block before: no set of all placements seen is needed. The classes of blocks take turns,
//! so that one class is read while the other is written, each of its blocks by one thread and without locks.
//!
//! Processor time on 4×4: 0.66 s for seven tiles, 8.5 s for 7-8. A queue of placements with the blank's cell took 654 s for eight tiles.

use super::index::Index;
use super::pattern::{CellSet, Pattern};
use crate::Stop;
use crate::memory::Words;
use crate::watch::parallel;

/// Greatest number of words of a block: room for 8! bits. It is a power of two, so that a 16-bit rank always falls inside.
const MAX_WORDS: usize = 1 << 10;

/// Blocks per piece of one thread's work.
const GROUP: usize = 64;

/// A value for each placement of either class: by block within the class, then by rank of the arrangement.
pub(crate) type ClassBits = [Words; 2];

/// Words of one block.
pub(crate) const fn block_words(index: &Index) -> usize {
    index.arrangements().div_ceil(64)
}

/// One bit for each placement, all zero.
pub(crate) fn class_bits(index: &Index) -> ClassBits {
    index
        .class_blocks()
        .map(|blocks| Words::zeroed(blocks * block_words(index)))
}

/// Bit 1 of a distance: what tells neighbors one nearer from neighbors one farther, given the parity.
pub(crate) const fn value_bit(distance: usize) -> bool {
    distance >> 1 & 1 == 1
}

/// Visits every layer but the first, block by block.
///
/// `visit` gets a block of `values`, the placements of the block that are in the layer, and the layer's [`value_bit`]; what it
/// returns is added up. `on_layer` gets the number of placements reached so far. Returns the size of each layer, and the sum.
pub(crate) fn flood(
    index: &Index,
    pattern: Pattern,
    threads: usize,
    values: &mut ClassBits,
    visit: impl Fn(&mut [u64], &[u64], bool) -> u64 + Sync,
    mut on_layer: impl FnMut(u64) -> Result<(), Stop>,
) -> Result<(Vec<u64>, u64), Stop> {
    let words = block_words(index);
    let edges = [0, 1].map(|class| Edges::new(index, class));
    let mut layer = class_bits(index);
    let mut alive: [Vec<bool>; 2] = index.class_blocks().map(|blocks| vec![false; blocks]);

    let home = index.block(pattern.homes(), pattern.goal().home().index());
    let mut class = index.class(home);
    let home = home - class * index.odd_start();
    layer[class][home * words] = 1;
    alive[class][home] = true;

    let mut sizes = vec![1];
    let (mut reached, mut sum) = (1, 0);
    for distance in 1.. {
        let other = class ^ 1;
        let [even, odd] = &mut layer;
        let (from, to) = if class == 0 {
            (&*even, odd)
        } else {
            (&*odd, even)
        };
        let [even, odd] = &mut alive;
        let (alive_from, alive_to) = if class == 0 {
            (&*even, odd)
        } else {
            (&*odd, even)
        };
        let groups: Vec<_> = to
            .chunks_mut(GROUP * words)
            .zip(values[other].chunks_mut(GROUP * words))
            .zip(alive_to.chunks_mut(GROUP))
            .enumerate()
            .collect();
        let gather = Gather {
            words,
            index,
            edges: &edges[other],
            from,
            alive: alive_from,
        };
        let counts = parallel::map(threads, groups, |(group, ((to, values), alive))| {
            let mut scratch = [0; MAX_WORDS];
            let (mut size, mut sum) = (0, 0);
            let blocks = to
                .chunks_exact_mut(words)
                .zip(values.chunks_exact_mut(words))
                .zip(alive);
            for (offset, ((to, values), alive)) in blocks.enumerate() {
                let found = gather.block(group * GROUP + offset, to, alive, &mut scratch);
                if found > 0 {
                    size += found;
                    sum += visit(values, to, value_bit(distance));
                }
            }
            (size, sum)
        });
        let size = counts.iter().map(|&(size, _)| size).sum();
        if size == 0 {
            break;
        }
        sum += counts.iter().map(|&(_, sum)| sum).sum::<u64>();
        sizes.push(size);
        reached += size;
        on_layer(reached)?;
        class = other;
    }
    Ok((sizes, sum))
}

/// Moves into the blocks of one class.
struct Edges {
    /// By block within the class, where its edges start in `edges`.
    starts: Vec<u32>,
    /// The block within the other class that the move comes from, and the rotation of its arrangements.
    edges: Vec<(u32, u32)>,
}

impl Edges {
    fn new(index: &Index, class: usize) -> Edges {
        let mut starts = vec![0];
        let mut edges = Vec::new();
        let mut of_set: Vec<(usize, u32, u32)> = Vec::new();
        let place = |set: CellSet, cell: usize| (set.0 & ((1 << cell) - 1)).count_ones() as usize;
        let other_start = if class == 0 { index.odd_start() } else { 0 };
        let neighbors = index.neighbors();
        // Blocks are numbered by the ranks of their sets, which is the order of `sets`, then by region.
        for (set, _) in index.sets().filter(|&(_, set_class)| set_class == class) {
            of_set.clear();
            for blank in (0..neighbors.len()).filter(|&cell| !set.contains(cell)) {
                let block = index.block(set, blank);
                for tile in neighbors[blank].into_iter().flatten().map(usize::from) {
                    if set.contains(tile) {
                        // The tile came from the blank's cell, and the blank from the tile's.
                        let before = CellSet(set.0 ^ 1 << blank ^ 1 << tile);
                        let from = index.block(before, tile) - other_start;
                        let row = index
                            .rotations()
                            .row(place(before, blank), place(set, tile));
                        of_set.push((block, from as u32, row));
                    }
                }
            }
            of_set.sort_unstable();
            for edges_of_block in of_set.chunk_by(|a, b| a.0 == b.0) {
                edges.extend(edges_of_block.iter().map(|&(_, from, row)| (from, row)));
                starts.push(edges.len() as u32);
            }
        }
        debug_assert_eq!(starts.len(), index.class_blocks()[class] + 1);
        Edges { starts, edges }
    }

    fn moves_into(&self, block: usize) -> &[(u32, u32)] {
        &self.edges[self.starts[block] as usize..self.starts[block + 1] as usize]
    }
}

struct Gather<'a> {
    words: usize,
    index: &'a Index,
    edges: &'a Edges,
    from: &'a [u64],
    alive: &'a [bool],
}

impl Gather<'_> {
    /// Replaces a block's share of layer d − 1 by its share of layer d + 1; returns the number of its placements.
    fn block(
        &self,
        block: usize,
        to: &mut [u64],
        alive: &mut bool,
        scratch: &mut [u64; MAX_WORDS],
    ) -> u64 {
        let mut found = false;
        for &(from, row) in self.edges.moves_into(block) {
            let from = from as usize;
            if !self.alive[from] {
                continue;
            }
            if !found {
                scratch[..self.words].fill(0);
                found = true;
            }
            let source = &self.from[from * self.words..(from + 1) * self.words];
            if row == 0 {
                for (gathered, word) in scratch.iter_mut().zip(source) {
                    *gathered |= word;
                }
            } else {
                let (ranks, _) = self.index.rotations().ranks_of(row).as_chunks::<64>();
                for (&word, ranks) in source.iter().zip(ranks) {
                    let mut left = word;
                    while left != 0 {
                        let rank = ranks[left.trailing_zeros() as usize];
                        left &= left - 1;
                        scratch[usize::from(rank >> 6)] |= 1 << (rank & 63);
                    }
                }
            }
        }
        let mut size = 0;
        if found {
            for (word, gathered) in to.iter_mut().zip(scratch.iter()) {
                *word = gathered & !*word;
                size += u64::from(word.count_ones());
            }
        } else if *alive {
            to.fill(0);
        }
        *alive = size != 0;
        size
    }
}
