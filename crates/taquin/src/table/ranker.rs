//! States of small boards: the blank's cell and the arrangement of the tiles, ranked by table look-up.
//!
//! The *arrangement* is the tiles row by row with the blank left out. A horizontal move keeps it, a vertical one rotates `cols`
//! neighbors in it. Its lexicographic rank is a sum over places of (smaller tiles further on) × (places after it)!. For the
//! first places that term depends on those tiles alone, for the last ones on their order alone: two look-ups give both sums.

use crate::{Direction, Size};

/// The most cells: nine tiles as nibbles, the first and the last four of them looked up.
pub(crate) const MAX_TABLE_CELLS: usize = 10;

/// Tiles whose order is looked up at the end, and at most as many at the front.
const LOOKED_UP: u32 = 4;

/// A state: the arrangement as nibbles (tile − 1 at bits 4i for its i-th place), its rank, and the blank's cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct State {
    pub(crate) arrangement: u64,
    pub(crate) rank: u32,
    pub(crate) blank: u8,
}

/// Steps and ranks the states of one size.
pub(crate) struct Ranker {
    cols: u32,
    tiles: u32,
    /// By the first tiles: their share of the rank, then the set of them, then the parity of their inversions.
    head: Box<[u32]>,
    head_tiles: u32,
    /// By the last tiles: the rank of their order, then the parity of their inversions.
    tail: Box<[u8]>,
}

const SET_SHIFT: u32 = 20;
const HEAD_ODD: u32 = 1 << 31;
const TAIL_ODD: u8 = 1 << 7;

impl Ranker {
    /// A ranker for a size of at most [`MAX_TABLE_CELLS`] cells and at least two rows and columns.
    pub(crate) fn new(size: Size) -> Ranker {
        let tiles = size.cells() as u32 - 1;
        debug_assert!(!size.is_line() && size.cells() <= MAX_TABLE_CELLS);
        let tail_tiles = tiles.min(LOOKED_UP);
        let head_tiles = (tiles - tail_tiles).min(LOOKED_UP);
        let mut head = vec![0; 1 << (4 * head_tiles)];
        for_each_selection(tiles, head_tiles, |code, chosen| {
            let (mut rank, mut odd, mut set) = (0, 0, 0u32);
            for (place, &tile) in (0..).zip(chosen) {
                let digit = tile - (set & ((1 << tile) - 1)).count_ones();
                rank += digit * factorial(tiles - 1 - place);
                odd ^= digit & 1;
                set |= 1 << tile;
            }
            head[code] = rank | set << SET_SHIFT | if odd == 1 { HEAD_ODD } else { 0 };
        });
        let mut tail = vec![0; 1 << (4 * tail_tiles)];
        for_each_selection(tiles, tail_tiles, |code, chosen| {
            let (mut rank, mut odd) = (0, 0);
            for (place, tile) in chosen.iter().enumerate() {
                let smaller = chosen[place..].iter().filter(|&later| later < tile).count() as u32;
                rank += smaller * factorial(tail_tiles - 1 - place as u32);
                odd ^= smaller & 1;
            }
            tail[code] = rank as u8 | if odd == 1 { TAIL_ODD } else { 0 };
        });
        Ranker {
            cols: size.cols() as u32,
            tiles,
            head: head.into(),
            head_tiles,
            tail: tail.into(),
        }
    }

    /// The lexicographic rank of an arrangement, and whether it is an odd permutation.
    #[inline]
    pub(crate) fn rank(&self, arrangement: u64) -> (u32, bool) {
        let head_bits = 4 * self.head_tiles;
        let head = self.head[arrangement as usize & ((1 << head_bits) - 1)];
        let tail_start = 4 * self.tiles.saturating_sub(LOOKED_UP);
        let tail = self.tail[(arrangement >> tail_start) as usize];
        let mut rank = (head & ((1 << SET_SHIFT) - 1)) + u32::from(tail & !TAIL_ODD);
        let mut odd = (head & HEAD_ODD != 0) != (tail & TAIL_ODD != 0);
        if head_bits < tail_start {
            // Nine tiles leave one between the two.
            let tile = (arrangement >> head_bits) as u32 & 15;
            let smaller = (head >> SET_SHIFT) & ((1 << tile) - 1);
            let digit = tile - smaller.count_ones();
            rank += digit * factorial(LOOKED_UP);
            odd ^= digit & 1 == 1;
        }
        (rank, odd)
    }

    /// Moves the blank one cell; the caller knows that the edge does not stop it.
    #[inline]
    pub(crate) fn step(&self, state: State, direction: Direction) -> State {
        let (blank, cols) = (u32::from(state.blank), self.cols);
        let (arrangement, blank) = match direction {
            Direction::Left => {
                let blank = state.blank - 1;
                return State { blank, ..state };
            }
            Direction::Right => {
                let blank = state.blank + 1;
                return State { blank, ..state };
            }
            Direction::Down => (rotate(state.arrangement, blank, cols, 1), blank + cols),
            Direction::Up => {
                let blank = blank - cols;
                (rotate(state.arrangement, blank, cols, cols - 1), blank)
            }
        };
        State {
            arrangement,
            rank: self.rank(arrangement).0,
            blank: blank as u8,
        }
    }
}

const fn factorial(n: u32) -> u32 {
    crate::board::factorial(n as usize) as u32
}

/// Rotates the `cols` nibbles from place `first` towards higher places by `by`.
#[inline]
fn rotate(arrangement: u64, first: u32, cols: u32, by: u32) -> u64 {
    let (low, width) = (4 * first, 4 * cols);
    let mask = ((1u64 << width) - 1) << low;
    let segment = (arrangement & mask) >> low;
    let turned = (segment << (4 * by)) | (segment >> (width - 4 * by));
    (arrangement & !mask) | ((turned << low) & mask)
}

/// Calls `visit` with each ordered selection of `count` of the tiles `0..tiles`, packed as nibbles and as a list.
fn for_each_selection(tiles: u32, count: u32, mut visit: impl FnMut(usize, &[u32])) {
    fn extend(
        tiles: u32,
        count: u32,
        code: usize,
        chosen: &mut Vec<u32>,
        visit: &mut impl FnMut(usize, &[u32]),
    ) {
        if chosen.len() as u32 == count {
            visit(code, chosen);
            return;
        }
        for tile in 0..tiles {
            if !chosen.contains(&tile) {
                let code = code | (tile as usize) << (4 * chosen.len());
                chosen.push(tile);
                extend(tiles, count, code, chosen, visit);
                chosen.pop();
            }
        }
    }
    extend(tiles, count, 0, &mut Vec::new(), &mut visit);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{rank_permutation, unrank_permutation};

    #[test]
    fn looked_up_ranks_equal_the_lexicographic_ones() {
        for (rows, cols) in [(2, 2), (2, 3), (2, 4), (3, 3), (2, 5)] {
            let size = Size::new(rows, cols).unwrap();
            let tiles = size.cells() - 1;
            let ranker = Ranker::new(size);
            for rank in 0..crate::board::factorial(tiles) {
                let permutation = unrank_permutation(tiles, rank).unwrap();
                debug_assert_eq!(rank_permutation(&permutation), rank);
                let packed = permutation
                    .iter()
                    .rev()
                    .fold(0, |packed, tile| packed << 4 | u64::from(tile.0));
                let inversions = (0..tiles)
                    .flat_map(|i| (i..tiles).map(move |j| (i, j)))
                    .filter(|&(i, j)| permutation[i] > permutation[j])
                    .count();
                assert_eq!(
                    ranker.rank(packed),
                    (rank as u32, inversions % 2 == 1),
                    "{permutation:?}"
                );
            }
        }
    }
}
