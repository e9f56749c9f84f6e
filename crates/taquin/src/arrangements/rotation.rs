//! A rotation of neighbors, applied to a whole set of arrangements at once.
//!
//! The digits of the places before the rotated ones are not touched by it, and neither are those after, so with lexicographic
//! half ranks
//! - where five or more elements follow, whole words change place;
//! - where the rotated places are among the last five, each word keeps its bits and shuffles them;
//! - between the two, bits change words within small groups.
//!
//! The last two shuffle six bits at a time by table. Tables are made from the definition of the rotation, element by element.

use std::collections::HashMap;

use super::{
    MAX_ELEMENTS, WORD_ELEMENTS, half_factorial, half_rank, half_unrank, odd_heads, word_bits,
    word_count,
};

/// Which way neighbors are rotated by one place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Turn {
    /// The last comes to the front: the blank moves down, past them.
    LastToFront = 0,
    /// The first goes to the end: the blank moves up, past them.
    FirstToEnd = 1,
}

impl Turn {
    /// Both.
    pub(crate) const ALL: [Turn; 2] = [Turn::LastToFront, Turn::FirstToEnd];

    /// Rotates neighbors.
    pub(crate) fn apply<T>(self, neighbors: &mut [T]) {
        match self {
            Turn::LastToFront => neighbors.rotate_right(1),
            Turn::FirstToEnd => neighbors.rotate_left(1),
        }
    }

    /// The way back.
    pub(crate) const fn back(self) -> Turn {
        match self {
            Turn::LastToFront => Turn::FirstToEnd,
            Turn::FirstToEnd => Turn::LastToFront,
        }
    }
}

/// Bits per look-up of a shuffle.
const CHUNK: usize = 6;
const CHUNKS: usize = super::WORD_BITS / CHUNK;

/// Where the bits of one chunk go in one word.
type Spread = [u64; 1 << CHUNK];

/// A contribution to a word of a group: six bits from `bit` on of the group's word `word`, through spread `spread`.
#[derive(Clone, Copy)]
struct Part {
    word: u16,
    bit: u8,
    spread: u16,
}

enum Kind {
    /// Runs of `block` words change place: by output block in a group, the source block.
    Blocks { block: usize, sources: Box<[u32]> },
    /// Bits stay in their word. By parity of the word's arrangements.
    Words([Box<[Spread; CHUNKS]>; 2]),
    /// Bits stay in groups of words. By parity of the group's arrangements, the parts of each word.
    Groups {
        programs: [Box<[Box<[Part]>]>; 2],
        spreads: Box<[Spread]>,
    },
}

/// A rotation of `width` neighbors of `m` elements, as a map from the arrangements of one parity to those of its image.
pub(crate) struct Rotation {
    kind: Kind,
    /// Words that are computed together.
    unit: usize,
    /// By unit, for the last two kinds: whether its tail has the other parity than the whole.
    odd_heads: Box<[bool]>,
}

impl Rotation {
    /// Rotates places `first..first + width` of `m` elements; `odd` is the parity of the arrangements before the rotation.
    pub(crate) fn new(m: usize, first: usize, width: usize, odd: bool, turn: Turn) -> Rotation {
        debug_assert!(first + width <= m && m <= MAX_ELEMENTS);
        let odd_after = odd != width.is_multiple_of(2);
        let from_window = m - first;
        let after = from_window - width;
        if after >= WORD_ELEMENTS {
            return Rotation::of_blocks(from_window, width, odd_after, turn);
        }
        let tail = from_window.max(WORD_ELEMENTS).min(m);
        let window = tail - from_window..tail - after;
        let source = |rank: usize, odd: bool| {
            let mut order = [0; MAX_ELEMENTS];
            half_unrank(rank, odd, &mut order[..tail]);
            turn.back().apply(&mut order[window.clone()]);
            half_rank(&order[..tail])
        };
        let words = word_count(tail);
        let kind = if words == 1 {
            Kind::Words(
                [false, true]
                    .map(|flip| shuffle(word_bits(tail), |bit| source(bit, odd_after != flip))),
            )
        } else {
            let mut spreads = Spreads::default();
            let programs = [false, true].map(|flip| {
                (0..words)
                    .map(|word| spreads.parts(word, |rank| source(rank, odd_after != flip)))
                    .collect()
            });
            Kind::Groups {
                programs,
                spreads: spreads.list.into(),
            }
        };
        Rotation {
            kind,
            unit: words,
            odd_heads: odd_heads(m, tail),
        }
    }

    fn of_blocks(from_window: usize, width: usize, odd_after: bool, turn: Turn) -> Rotation {
        let ranks = half_factorial(from_window - width);
        let blocks = half_factorial(from_window) / ranks;
        let sources = (0..blocks)
            .map(|block| {
                let mut order = [0; MAX_ELEMENTS];
                half_unrank(block * ranks, odd_after, &mut order[..from_window]);
                turn.back().apply(&mut order[..width]);
                (half_rank(&order[..from_window]) / ranks) as u32
            })
            .collect();
        let block = word_count(from_window - width);
        Rotation {
            kind: Kind::Blocks { block, sources },
            unit: block,
            odd_heads: Box::default(),
        }
    }

    /// The number of words that [`Rotation::apply`] computes together: ranges of output are multiples of it.
    pub(crate) const fn unit(&self) -> usize {
        self.unit
    }

    /// Computes the words `first..first + out.len()` of the image of a set, and returns whether any bit is set in them.
    pub(crate) fn apply(&self, set: &[u64], first: usize, out: &mut [u64]) -> bool {
        debug_assert!(first.is_multiple_of(self.unit) && out.len().is_multiple_of(self.unit));
        let mut any = 0;
        match &self.kind {
            Kind::Blocks { block, sources } => {
                for (index, out) in (first / block..).zip(out.chunks_exact_mut(*block)) {
                    let (group, place) = (index / sources.len(), index % sources.len());
                    let source = (group * sources.len() + sources[place] as usize) * block;
                    for (out, &word) in out.iter_mut().zip(&set[source..source + block]) {
                        *out = word;
                        any |= word;
                    }
                }
            }
            Kind::Words(shuffles) => {
                let words = &set[first..first + out.len()];
                let odd_heads = &self.odd_heads[first..first + out.len()];
                for ((out, &word), &odd) in out.iter_mut().zip(words).zip(odd_heads) {
                    *out = 0;
                    // Most layers leave most words empty.
                    if word != 0 {
                        for (chunk, spread) in shuffles[usize::from(odd)].iter().enumerate() {
                            *out |= look_up(spread, word >> (CHUNK * chunk));
                        }
                        any |= *out;
                    }
                }
            }
            Kind::Groups { programs, spreads } => {
                let groups = set[first..first + out.len()].chunks_exact(self.unit);
                let odd_heads = &self.odd_heads[first / self.unit..];
                for ((out, words), &odd) in
                    out.chunks_exact_mut(self.unit).zip(groups).zip(odd_heads)
                {
                    if words.iter().all(|&word| word == 0) {
                        out.fill(0);
                        continue;
                    }
                    for (out, parts) in out.iter_mut().zip(&programs[usize::from(odd)]) {
                        *out = parts.iter().fold(0, |image, part| {
                            let spread = &spreads[usize::from(part.spread)];
                            image | look_up(spread, words[usize::from(part.word)] >> part.bit)
                        });
                        any |= *out;
                    }
                }
            }
        }
        any != 0
    }
}

#[inline]
fn look_up(spread: &Spread, bits: u64) -> u64 {
    spread[(bits & ((1 << CHUNK) - 1)) as usize]
}

/// Adds to a spread that its bit `from` goes to bit `to`.
fn send(spread: &mut Spread, from: usize, to: usize) {
    for (chunk, image) in spread.iter_mut().enumerate() {
        if chunk >> from & 1 == 1 {
            *image |= 1 << to;
        }
    }
}

/// The spreads that shuffle a word of `bits` bits: output bit `to` comes from bit `source(to)`.
fn shuffle(bits: usize, source: impl Fn(usize) -> usize) -> Box<[Spread; CHUNKS]> {
    let mut spreads = Box::new([[0; 1 << CHUNK]; CHUNKS]);
    for to in 0..bits {
        let from = source(to);
        send(&mut spreads[from / CHUNK], from % CHUNK, to);
    }
    spreads
}

/// Spreads, each kept once: a rotation needs few different ones.
#[derive(Default)]
struct Spreads {
    list: Vec<Spread>,
    known: HashMap<Spread, u16>,
}

impl Spreads {
    /// The parts of a word of a group, where the group's bit `to` comes from bit `source(to)`.
    fn parts(&mut self, word: usize, source: impl Fn(usize) -> usize) -> Box<[Part]> {
        let bits = super::WORD_BITS;
        // Sorted, so that tables and programs do not depend on the hasher.
        let mut chunks = std::collections::BTreeMap::new();
        for to in 0..bits {
            let from = source(word * bits + to);
            let chunk = (from / bits, from % bits / CHUNK);
            send(
                chunks.entry(chunk).or_insert([0; 1 << CHUNK]),
                from % bits % CHUNK,
                to,
            );
        }
        chunks
            .into_iter()
            .map(|((word, chunk), spread)| {
                let list = &mut self.list;
                let spread = *self.known.entry(spread).or_insert_with(|| {
                    list.push(spread);
                    (list.len() - 1) as u16
                });
                Part {
                    word: word as u16,
                    bit: (chunk * CHUNK) as u8,
                    spread,
                }
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{is_odd, word_bits};
    use super::*;

    /// The image of a set, arrangement by arrangement.
    fn naive(m: usize, first: usize, width: usize, odd: bool, turn: Turn, set: &[u64]) -> Vec<u64> {
        let bits = word_bits(m);
        let mut image = vec![0; set.len()];
        for rank in 0..half_factorial(m) {
            if set[rank / bits] >> (rank % bits) & 1 == 1 {
                let mut order = vec![0; m];
                half_unrank(rank, odd, &mut order);
                turn.apply(&mut order[first..first + width]);
                assert_eq!(is_odd(&order), odd != width.is_multiple_of(2));
                let rank = half_rank(&order);
                image[rank / bits] |= 1 << (rank % bits);
            }
        }
        image
    }

    #[test]
    fn sets_are_rotated_like_their_arrangements() {
        let mut seed = 1u64;
        for m in [3, 4, 5, 6, 7, 8, 9] {
            for width in 1..=m.min(7) {
                for first in 0..=m - width {
                    // The largest groups take long to prepare; their kind is met with fewer elements as well.
                    if m - first > 8 && m - first - width < WORD_ELEMENTS {
                        continue;
                    }
                    for (odd, turn) in [
                        (false, Turn::LastToFront),
                        (true, Turn::LastToFront),
                        (true, Turn::FirstToEnd),
                    ] {
                        let set: Vec<u64> = (0..word_count(m))
                            .map(|_| {
                                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                                (seed >> 3) & ((1 << word_bits(m)) - 1) & (seed >> 2)
                            })
                            .collect();
                        let rotation = Rotation::new(m, first, width, odd, turn);
                        let mut image = vec![u64::MAX; set.len()];
                        let any = rotation.apply(&set, 0, &mut image);
                        assert_eq!(any, image.iter().any(|&word| word != 0));
                        let expected = naive(m, first, width, odd, turn, &set);
                        assert!(image == expected, "{m} {first} {width} {odd} {turn:?}");
                        let unit = rotation.unit();
                        let middle = set.len() / unit / 2 * unit;
                        let mut part = vec![0; set.len() - middle];
                        rotation.apply(&set, middle, &mut part);
                        assert!(part == expected[middle..], "{m} {first} {width}");
                    }
                }
            }
        }
    }
}
