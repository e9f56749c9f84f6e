//! Sets of arrangements as bits: half ranks, and what a rotation of neighbors does to such a set.
//!
//! An *arrangement* is the order of some elements, such as the tiles row by row without the blank. A horizontal move of the blank
//! keeps it; a vertical one rotates as many neighbors in it as a row has cells. Where the parity is known, the *half rank* numbers the
//! arrangements of m elements from 0 to m!/2 − 1: the lexicographic (Lehmer) rank without the digit of the last place but one, which the
//! parity implies. A word holds 60 bits, because the last five elements have 60 = 5!/2 arrangements.
//!
//! # Why lexicographic half ranks
//!
//! In this order a rotation is an operation on words: near the front of the arrangement it moves whole blocks of words, near the end it
//! shuffles bits within a word by small tables (see `rotation`).

mod rotation;

pub(crate) use rotation::{Rotation, Turn};

/// Number of last elements whose arrangements of one parity fill a word.
pub(crate) const WORD_ELEMENTS: usize = 5;

/// Bits in use per word: 5!/2.
pub(crate) const WORD_BITS: usize = 60;

/// Greatest number of elements that are unranked: the tiles of 16 cells.
const MAX_ELEMENTS: usize = 15;

/// The number of arrangements of `m` elements with one parity: m!/2, but 1 for fewer than two elements.
pub(crate) const fn half_factorial(m: usize) -> usize {
    if m < 2 {
        1
    } else {
        (crate::board::factorial(m) / 2) as usize
    }
}

/// How many bits of each word are in use for `m` elements: [`WORD_BITS`] from five elements on.
pub(crate) const fn word_bits(m: usize) -> usize {
    half_factorial(if m < WORD_ELEMENTS { m } else { WORD_ELEMENTS })
}

/// The number of words for the arrangements of `m` elements of one parity.
pub(crate) const fn word_count(m: usize) -> usize {
    half_factorial(m) / word_bits(m)
}

/// The half rank of distinct elements. Quadratic time.
pub(crate) fn half_rank(order: &[u8]) -> usize {
    let m = order.len();
    (0..m.saturating_sub(2)).fold(0, |rank, place| {
        rank * (m - place) + smaller_after(order, place)
    })
}

/// Whether an arrangement is an odd permutation. Quadratic time.
pub(crate) fn is_odd(order: &[u8]) -> bool {
    (0..order.len())
        .map(|place| smaller_after(order, place))
        .sum::<usize>()
        % 2
        == 1
}

fn smaller_after(order: &[u8], place: usize) -> usize {
    order[place + 1..]
        .iter()
        .filter(|&&later| later < order[place])
        .count()
}

/// The arrangement of the elements `0..order.len()` with a half rank and a parity. Quadratic time.
pub(crate) fn half_unrank(mut rank: usize, odd: bool, order: &mut [u8]) {
    let m = order.len();
    let mut digits = [0u8; MAX_ELEMENTS];
    let mut sum = 0;
    for place in (0..m.saturating_sub(2)).rev() {
        digits[place] = (rank % (m - place)) as u8;
        rank /= m - place;
        sum += digits[place];
    }
    if m >= 2 {
        digits[m - 2] = u8::from((sum % 2 == 1) != odd);
    }
    // From the back: an element comes before those after it that are not smaller.
    for place in (0..m).rev() {
        order[place] = digits[place];
        for later in place + 1..m {
            if order[later] >= order[place] {
                order[later] += 1;
            }
        }
    }
}

/// For each group of arrangements of `m` elements that differ in the last `tail` places alone: whether the digits of the
/// places before sum to an odd number, which decides the parity of what is left.
fn odd_heads(m: usize, tail: usize) -> Box<[bool]> {
    (0..half_factorial(m) / half_factorial(tail))
        .map(|mut head| {
            let mut sum = 0;
            for base in tail + 1..=m {
                sum += head % base;
                head /= base;
            }
            sum % 2 == 1
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Tile, unrank_permutation};

    #[test]
    fn half_ranks_number_each_parity_in_lexicographic_order() {
        for m in 1..=7 {
            let mut next = [0, 0];
            for rank in 0..crate::board::factorial(m) {
                let order: Vec<u8> = unrank_permutation(m, rank)
                    .unwrap()
                    .iter()
                    .map(|&Tile(tile)| tile as u8)
                    .collect();
                let odd = is_odd(&order);
                assert_eq!(half_rank(&order), next[usize::from(odd)], "{order:?}");
                let mut again = vec![0; m];
                half_unrank(half_rank(&order), odd, &mut again);
                assert_eq!(again, order);
                next[usize::from(odd)] += 1;
            }
            assert_eq!(next[0], half_factorial(m));
        }
    }

    #[test]
    fn heads_tell_the_parity_of_the_tail() {
        let heads = odd_heads(7, 5);
        for (rank, odd) in [(0, false), (61, true), (1000, false), (2519, true)] {
            let mut order = [0; 7];
            half_unrank(rank, odd, &mut order);
            assert_eq!(is_odd(&order[2..]) != heads[rank / 60], odd);
        }
    }
}
