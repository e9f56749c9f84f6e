//! Whole permutations as numbers, in lexicographic order (Lehmer code; contest programmers say Cantor expansion).
//!
//! Numbers reach n! − 1. They fit `u128` up to 34 elements; engines keep faster rankings of their own and are tested
//! against this one.

use super::{Board, Size, Tile};

/// Greatest number of elements whose permutations a `u128` can rank: 34! < 2¹²⁸ < 35!.
pub const MAX_RANKED_CELLS: usize = 34;

/// n!, the number of permutations of `n` elements.
///
/// # Panics
/// Above [`MAX_RANKED_CELLS`].
pub(crate) const fn factorial(n: usize) -> u128 {
    assert!(n <= MAX_RANKED_CELLS, "35! exceeds u128");
    let (mut product, mut k) = (1, 2);
    while k <= n {
        product *= k as u128;
        k += 1;
    }
    product
}

/// The number of permutations of `0..n` that come before this one in lexicographic order.
///
/// # Panics
/// If there are more than [`MAX_RANKED_CELLS`] elements. Elements must be a permutation of `0..n`.
pub fn rank_permutation(permutation: &[Tile]) -> u128 {
    let n = permutation.len();
    assert!(n <= MAX_RANKED_CELLS, "35! exceeds u128");
    let mut unused: u64 = (1 << n) - 1;
    let mut rank = 0;
    for (place, element) in permutation.iter().enumerate() {
        let bit = 1u64 << element.0;
        let smaller = (unused & (bit - 1)).count_ones();
        rank = rank * (n - place) as u128 + u128::from(smaller);
        unused &= !bit;
    }
    rank
}

/// The permutation of `0..n` with a rank; `None` if `rank` is n! or more.
///
/// # Panics
/// If `n` exceeds [`MAX_RANKED_CELLS`].
pub fn unrank_permutation(n: usize, rank: u128) -> Option<Vec<Tile>> {
    let mut weight = factorial(n);
    if rank >= weight {
        return None;
    }
    let mut rest = rank;
    let mut unused: Vec<Tile> = (0..n as u32).map(Tile).collect();
    Some(
        (0..n)
            .map(|place| {
                weight /= (n - place) as u128;
                let smaller = (rest / weight) as usize;
                rest %= weight;
                unused.remove(smaller)
            })
            .collect(),
    )
}

impl Board {
    /// The rank of the board's tiles, blank included, among all permutations in lexicographic order.
    ///
    /// # Panics
    /// If the board has more than [`MAX_RANKED_CELLS`] cells.
    pub fn rank(&self) -> u128 {
        rank_permutation(self.tiles())
    }

    /// The board of a size with a rank: the inverse of [`Board::rank`]. `None` if `rank` is n! or more.
    ///
    /// # Panics
    /// If the size has more than [`MAX_RANKED_CELLS`] cells.
    pub fn unrank(size: Size, rank: u128) -> Option<Board> {
        let tiles = unrank_permutation(size.cells(), rank)?;
        Some(Board::from_permutation(size, tiles.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_lexicographic_and_invert() {
        let mut before: Option<Vec<Tile>> = None;
        for rank in 0..factorial(6) {
            let permutation = unrank_permutation(6, rank).unwrap();
            assert_eq!(rank_permutation(&permutation), rank);
            assert!(before.is_none_or(|before| before < permutation));
            before = Some(permutation);
        }
        assert_eq!(unrank_permutation(6, factorial(6)), None);
    }

    #[test]
    fn the_largest_rank_fits() {
        let last: Vec<Tile> = (0..34).rev().map(Tile).collect();
        assert_eq!(rank_permutation(&last), factorial(34) - 1);
        assert_eq!(unrank_permutation(34, factorial(34) - 1), Some(last));
    }

    #[test]
    fn the_goal_of_pku_1077_has_the_published_rank() {
        // 1 2 3 4 5 6 7 8 9 with the blank as 9 has Cantor rank 0; with the blank as 0 it is 123456780.
        let goal: Board = "1 2 3/4 5 6/7 8 0".parse().unwrap();
        assert_eq!(goal.rank(), 46_233);
        assert_eq!(Board::unrank(goal.size(), 46_233), Some(goal));
    }
}
