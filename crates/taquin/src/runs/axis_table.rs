//! One table: by the blank's row and the places of the pattern's tiles in the arrangement, the vertical runs still needed, modulo 3.
//!
//! Index: the blank's row; then the set of the pattern's places; then the order of its tiles, as its parity and its half rank
//! (see `arrangements`). Bit k of word w of that order is written as the *padded rank* 64 w + k, so that no search divides by 60.

use std::ops::Range;

use crate::Size;
use crate::arrangements::{Turn, half_rank, half_unrank, is_odd, word_bits, word_count};
use crate::memory::Words;

/// The places of a pattern's tiles in an arrangement: the set of them as bits, and the padded rank of the tiles' order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Class {
    pub(super) places: u16,
    pub(super) rank: u16,
}

/// How the order of `k` tiles is numbered.
#[derive(Clone, Copy)]
pub(super) struct Orders {
    pub(super) k: usize,
}

impl Orders {
    /// Words of a block: all orders, first the even ones.
    pub(super) const fn words(self) -> usize {
        2 * word_count(self.k)
    }

    /// Padded ranks are below this.
    const fn ranks(self) -> usize {
        64 * self.words()
    }

    pub(super) fn padded_rank(self, order: &[u8]) -> u16 {
        let (rank, bits) = (half_rank(order), word_bits(self.k));
        let word = usize::from(is_odd(order)) * word_count(self.k) + rank / bits;
        (64 * word + rank % bits) as u16
    }

    /// The order with a padded rank; `None` where that is padding.
    fn order(self, padded: usize) -> Option<Vec<u8>> {
        let (word, bit) = (padded / 64, padded % 64);
        let (bits, half) = (word_bits(self.k), word_count(self.k));
        (bit < bits).then(|| {
            let mut order = vec![0; self.k];
            half_unrank(word % half * bits + bit, word >= half, &mut order);
            order
        })
    }
}

/// A table of vertical runs for one pattern.
pub(crate) struct AxisTable {
    pub(super) rows: usize,
    pub(super) cols: usize,
    pub(super) orders: Orders,
    /// The pattern: places in the goal's arrangement.
    pub(super) pattern: Range<usize>,
    /// By set of places, its number among the sets of as many.
    pub(super) set_numbers: Box<[u16]>,
    pub(super) sets: usize,
    /// By the tiles of the pattern before the window, the window's bits and the turn: which of the rotations follows.
    selects: Box<[u16]>,
    /// For each rotation of an order, the padded rank after it; the first is none.
    rotations: Box<[u16]>,
    /// For each word of orders two words: the low and the high bit of (1 + distance) modulo 3 + 1 … 0 where never reached.
    pub(super) entries: Words,
}

/// Moves `width` bits at `first` as a turn moves neighbors.
#[inline]
pub(super) fn turn_bits(set: u16, first: usize, width: usize, turn: Turn) -> u16 {
    let all = ((1u32 << width) - 1) as u16;
    let window = set >> first & all;
    let turned = match turn {
        Turn::LastToFront => (window << 1 | window >> (width - 1)) & all,
        Turn::FirstToEnd => window >> 1 | (window & 1) << (width - 1),
    };
    set & !(all << first) | turned << first
}

/// Whether the element that a turn takes past the others is in the set.
#[inline]
pub(super) fn travels(window: u16, width: usize, turn: Turn) -> bool {
    match turn {
        Turn::LastToFront => window >> (width - 1) & 1 == 1,
        Turn::FirstToEnd => window & 1 == 1,
    }
}

impl AxisTable {
    /// A table without entries.
    pub(super) fn empty(size: Size, pattern: Range<usize>) -> AxisTable {
        let tiles = size.cells() - 1;
        let orders = Orders { k: pattern.len() };
        let mut set_numbers = vec![0; 1 << tiles];
        let mut sets = 0;
        for (set, number) in set_numbers.iter_mut().enumerate() {
            if set.count_ones() as usize == orders.k {
                *number = sets as u16;
                sets += 1;
            }
        }
        let (selects, rotations) = rotations(orders, size.cols());
        AxisTable {
            rows: size.rows(),
            cols: size.cols(),
            orders,
            pattern,
            set_numbers: set_numbers.into(),
            sets,
            selects,
            rotations,
            entries: Words::zeroed(2 * size.rows() * sets * orders.words()),
        }
    }

    /// Bytes of a table for a pattern of `k` tiles.
    pub(super) fn bytes(size: Size, k: usize) -> u64 {
        let sets = (0..1u32 << (size.cells() - 1))
            .filter(|set| set.count_ones() as usize == k)
            .count();
        (16 * size.rows() * sets * Orders { k }.words()) as u64
    }

    /// The class of an arrangement, whose elements are places in the goal's.
    pub(super) fn class(&self, arrangement: &[u8]) -> Class {
        let mut places = 0;
        let mut order = Vec::with_capacity(self.orders.k);
        for (place, &element) in arrangement.iter().enumerate() {
            if self.pattern.contains(&usize::from(element)) {
                places |= 1 << place;
                order.push(element);
            }
        }
        Class {
            places,
            rank: self.orders.padded_rank(&order),
        }
    }

    /// The class of the goal.
    pub(super) fn goal(&self) -> Class {
        let arrangement: Vec<u8> = (0..(self.rows * self.cols - 1) as u8).collect();
        self.class(&arrangement)
    }

    /// The class after the blank moved one row down or up, the upper of the two cells being `upper`.
    #[inline]
    pub(super) fn step(&self, class: Class, upper: usize, turn: Turn) -> Class {
        let width = self.cols;
        let window = usize::from(class.places) >> upper & ((1 << width) - 1);
        let before = (class.places & ((1 << upper) - 1)).count_ones() as usize;
        let select = self.selects[(before << width | window) << 1 | turn as usize];
        Class {
            places: turn_bits(class.places, upper, width, turn),
            rank: self.rotations
                [usize::from(select) * self.orders.ranks() + usize::from(class.rank)],
        }
    }

    /// The distance of a class, modulo 3.
    #[inline]
    pub(super) fn modulo_3(&self, row: usize, class: Class) -> u8 {
        let set = usize::from(self.set_numbers[usize::from(class.places)]);
        let word = (row * self.sets + set) * self.orders.words() + usize::from(class.rank >> 6);
        let bit = class.rank & 63;
        let [low, high] = [self.entries[2 * word], self.entries[2 * word + 1]];
        // Stored as 1, 2, 3, so that zeroed memory says that nothing was there yet.
        ((low >> bit & 1) as u8 | ((high >> bit & 1) as u8) << 1) - 1
    }

    /// The distance of a class: walks to the goal and counts.
    pub(super) fn distance(&self, row: usize, class: Class, home_row: usize) -> u8 {
        let goal = (home_row, self.goal());
        let mut at = (row, class);
        let mut distance = 0;
        while at != goal {
            let nearer = (self.modulo_3(at.0, at.1) + 2) % 3;
            // Distances of neighbors differ by one at most, so this residue is that of the next nearer distance alone.
            at = self
                .neighbors(at.0, at.1)
                .find(|&(row, class)| self.modulo_3(row, class) == nearer)
                .expect("every class but the goal has a nearer neighbor");
            distance += 1;
        }
        distance
    }

    /// The classes one vertical run away.
    pub(super) fn neighbors(
        &self,
        row: usize,
        class: Class,
    ) -> impl Iterator<Item = (usize, Class)> {
        let down = (0..self.cols).flat_map(move |col| {
            let mut class = class;
            (row..self.rows - 1).map(move |row| {
                class = self.step(class, row * self.cols + col, Turn::LastToFront);
                (row + 1, class)
            })
        });
        let up = (0..self.cols).flat_map(move |col| {
            let mut class = class;
            (0..row).rev().map(move |row| {
                class = self.step(class, row * self.cols + col, Turn::FirstToEnd);
                (row, class)
            })
        });
        down.chain(up)
    }
}

/// The tables `selects` and `rotations` for windows of `width` places.
fn rotations(orders: Orders, width: usize) -> (Box<[u16]>, Box<[u16]>) {
    let k = orders.k;
    let mut selects = vec![0u16; (k + 1) << width << 1];
    let mut rotations: Vec<u16> = (0..orders.ranks() as u16).collect();
    for before in 0..k {
        for inside in 2..=width.min(k - before) {
            for turn in Turn::ALL {
                let number = (rotations.len() / orders.ranks()) as u16;
                rotations.extend((0..orders.ranks()).map(|rank| {
                    orders.order(rank).map_or(0, |mut order| {
                        turn.apply(&mut order[before..before + inside]);
                        orders.padded_rank(&order)
                    })
                }));
                for window in 0..1u16 << width {
                    if window.count_ones() as usize == inside && travels(window, width, turn) {
                        selects[(before << width | usize::from(window)) << 1 | turn as usize] =
                            number;
                    }
                }
            }
        }
    }
    (selects.into(), rotations.into())
}
