//! A finite automaton that rejects paths which reach a state that an earlier path reaches too (Taylor and Korf 1993).
//!
//! Order the words over the four directions by length, then as text. A word is *redundant* if a word before it leads to the
//! same arrangement, and fits wherever it fits: the box the blank travels in is no larger on any side. Replacing a redundant part
//! of a path by the word that makes it so gives a path that joins the same boards and comes before it. This can only be done
//! finitely often, so every board is reached by a shortest path without redundant parts, and a depth-first search that never
//! completes a redundant word still finds a shortest path.
//!
//! The words are found by enumeration up to a length, and recognised by the automaton of Aho and Corasick (1975).
//!
//! # Why not a transposition table
//!
//! On Korf's 15-puzzles with the 6-6-3 tables, words of up to 10 steps spare 36 % of the nodes and words of up to 12 steps 42 %; a
//! transposition table without limit spares 40 %. The automaton costs one look-up in 10 kB. The two must not be combined carelessly:
//! what the automaton prunes depends on the path, and what a transposition table stores must not.

use std::collections::HashMap;

use crate::{Direction, Size};

/// What follows a state of the automaton in one direction, if the word does not become redundant.
const REDUNDANT: u16 = u16::MAX;

/// Recognises redundant paths of one size.
pub(crate) struct Automaton {
    /// By state and direction, the next state.
    next: Box<[[u16; 4]]>,
    /// By state, a bit for each direction that is not redundant.
    allowed: Box<[u8]>,
}

impl Automaton {
    /// The state before the first move.
    pub(crate) const START: u16 = 0;

    /// An automaton for words of at most `max_len` steps, 2 to 16, on boards of a size with at most 32 cells.
    ///
    /// With 2 it rejects nothing but taking a step back.
    pub(crate) fn new(size: Size, max_len: usize) -> Automaton {
        assert!((2..=16).contains(&max_len) && size.cells() <= 32);
        Automaton::recognising(&redundant_words(size, max_len))
    }

    /// Number of states.
    #[cfg(test)]
    pub(crate) fn states(&self) -> usize {
        self.next.len()
    }

    /// The state after a step, or `None` if the step is redundant.
    #[cfg(test)]
    pub(crate) fn step(&self, state: u16, direction: Direction) -> Option<u16> {
        let next = self.next[state as usize][direction as usize];
        (next != REDUNDANT).then_some(next)
    }

    /// The transitions, and the bit sets of directions allowed, by state.
    pub(crate) fn parts(&self) -> (&[[u16; 4]], &[u8]) {
        (&self.next, &self.allowed)
    }

    /// Aho and Corasick's automaton of some words, none of which contains another, with the end of each a dead end.
    fn recognising(words: &[Word]) -> Automaton {
        const UNSET: u16 = u16::MAX - 1;
        let mut next = vec![[UNSET; 4]];
        for word in words {
            let mut state = 0;
            let mut letters = word.letters().peekable();
            while let Some(letter) = letters.next() {
                let target = next[state][letter];
                state = if letters.peek().is_none() {
                    next[state][letter] = REDUNDANT;
                    break;
                } else if target == UNSET {
                    let state_after = next.len();
                    assert!(state_after < UNSET as usize, "states fit 16 bits");
                    next[state][letter] = state_after as u16;
                    next.push([UNSET; 4]);
                    state_after
                } else {
                    target as usize
                };
            }
        }
        // Breadth-first, so that the state of the longest proper suffix is complete when it is needed.
        let mut suffix = vec![0u16; next.len()];
        let mut queue = std::collections::VecDeque::new();
        for target in &mut next[0] {
            match *target {
                UNSET => *target = 0,
                REDUNDANT => {}
                state => queue.push_back(state),
            }
        }
        while let Some(state) = queue.pop_front() {
            let after_suffix = next[suffix[state as usize] as usize];
            for (target, after_suffix) in next[state as usize].iter_mut().zip(after_suffix) {
                match *target {
                    UNSET => *target = after_suffix,
                    REDUNDANT => {}
                    state_after => {
                        suffix[state_after as usize] = after_suffix;
                        queue.push_back(state_after);
                    }
                }
            }
        }
        let allowed = next
            .iter()
            .map(|targets| {
                (0..4)
                    .filter(|&letter| targets[letter] != REDUNDANT)
                    .fold(0, |set, letter| set | 1 << letter)
            })
            .collect();
        Automaton {
            next: next.into(),
            allowed,
        }
    }
}

/// A word of at most 16 directions: two bits each, the last one lowest, and its length.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Word {
    letters: u32,
    len: u8,
}

impl Word {
    const EMPTY: Word = Word { letters: 0, len: 0 };

    const fn followed_by(self, letter: usize) -> Word {
        Word {
            letters: self.letters << 2 | letter as u32,
            len: self.len + 1,
        }
    }

    /// The word without its first letter.
    const fn tail(self) -> Word {
        let len = self.len - 1;
        Word {
            letters: self.letters & ((1u64 << (2 * len)) - 1) as u32,
            len,
        }
    }

    fn letters(self) -> impl Iterator<Item = usize> {
        (0..self.len)
            .rev()
            .map(move |place| (self.letters >> (2 * place) & 3) as usize)
    }
}

/// How far the blank travels: least and greatest row and column, relative to its first cell.
#[derive(Clone, Copy, Default)]
struct Reach {
    rows: [i8; 2],
    cols: [i8; 2],
}

impl Reach {
    fn fits_in(self, other: Reach) -> bool {
        self.rows[0] >= other.rows[0]
            && self.rows[1] <= other.rows[1]
            && self.cols[0] >= other.cols[0]
            && self.cols[1] <= other.cols[1]
    }
}

/// A board large enough for any word that fits `size`, the blank in its middle.
struct Arena {
    rows: i8,
    cols: i8,
    width: usize,
    tiles: Vec<u8>,
    /// By cell and tile, a random number; a board's key is the sum of those of its displaced tiles.
    keys: Vec<u64>,
}

impl Arena {
    fn new(size: Size) -> Arena {
        let (rows, cols) = (size.rows(), size.cols());
        let width = 2 * cols - 1;
        let cells = width * (2 * rows - 1);
        // SplitMix64 (Steele, Lea and Flood 2014).
        let mut state = 0u64;
        let keys = (0..cells * cells)
            .map(|_| {
                state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
                let z = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
                z ^ z >> 31
            })
            .collect();
        Arena {
            rows: rows as i8,
            cols: cols as i8,
            width,
            tiles: (0..cells).map(|cell| cell as u8).collect(),
            keys,
        }
    }

    fn key(&self, cell: usize) -> u64 {
        let tile = self.tiles[cell] as usize;
        if tile == cell {
            0
        } else {
            self.keys[cell * self.tiles.len() + tile]
        }
    }

    /// Carries a word out, calls `look` with the key of the board it leads to and the board, and takes it back.
    /// `None` if the word does not fit the size.
    fn after<R>(&mut self, word: Word, look: impl FnOnce(u64, Reach, &[u8]) -> R) -> Option<R> {
        let middle = (self.rows as usize - 1) * self.width + self.cols as usize - 1;
        let (mut row, mut col, mut blank, mut key) = (0i8, 0i8, middle, 0u64);
        let mut reach = Reach::default();
        let mut visited = [0u8; 17];
        let mut steps = 0;
        let mut fits = true;
        for letter in word.letters() {
            let next = match Direction::ALL[letter] {
                Direction::Down => {
                    row += 1;
                    blank + self.width
                }
                Direction::Up => {
                    row -= 1;
                    blank.wrapping_sub(self.width)
                }
                Direction::Left => {
                    col -= 1;
                    blank.wrapping_sub(1)
                }
                Direction::Right => {
                    col += 1;
                    blank + 1
                }
            };
            reach.rows = [reach.rows[0].min(row), reach.rows[1].max(row)];
            reach.cols = [reach.cols[0].min(col), reach.cols[1].max(col)];
            if reach.rows[1] - reach.rows[0] >= self.rows
                || reach.cols[1] - reach.cols[0] >= self.cols
            {
                fits = false;
                break;
            }
            key = key
                .wrapping_sub(self.key(blank))
                .wrapping_sub(self.key(next));
            self.tiles.swap(blank, next);
            key = key
                .wrapping_add(self.key(blank))
                .wrapping_add(self.key(next));
            visited[steps] = blank as u8;
            steps += 1;
            blank = next;
        }
        let result = fits.then(|| look(key, reach, &self.tiles));
        for &back in visited[..steps].iter().rev() {
            self.tiles.swap(blank, back as usize);
            blank = back as usize;
        }
        result
    }
}

/// The redundant words of at most `max_len` letters that contain no shorter one, in order.
fn redundant_words(size: Size, max_len: usize) -> Vec<Word> {
    let mut arena = Arena::new(size);
    // By key, the words kept so far that lead there.
    let mut kept: HashMap<u64, Vec<(Word, Reach)>> = HashMap::new();
    kept.insert(0, vec![(Word::EMPTY, Reach::default())]);
    let mut level = vec![Word::EMPTY];
    let mut redundant = Vec::new();
    let mut tiles = arena.tiles.clone();
    for _ in 0..max_len {
        let mut next_level = Vec::new();
        for &word in &level {
            for letter in 0..4 {
                let longer = word.followed_by(letter);
                // A word contains a redundant one if its beginning or its end does; the beginning is in the last level.
                if longer.len > 1
                    && level
                        .binary_search_by_key(&longer.tail().letters, |word| word.letters)
                        .is_err()
                {
                    continue;
                }
                let looked = arena.after(longer, |key, reach, board| {
                    tiles.copy_from_slice(board);
                    (key, reach)
                });
                let Some((key, reach)) = looked else {
                    continue;
                };
                let earlier = kept.entry(key).or_default();
                let is_redundant = earlier.iter().any(|&(other, other_reach)| {
                    // Keys may coincide by chance, boards do not.
                    other_reach.fits_in(reach)
                        && arena.after(other, |_, _, board| *board == tiles[..]) == Some(true)
                });
                if is_redundant {
                    redundant.push(longer);
                } else {
                    earlier.push((longer, reach));
                    next_level.push(longer);
                }
            }
        }
        level = next_level;
    }
    redundant
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Board;
    use std::collections::{HashMap, HashSet};

    fn size(rows: u64, cols: u64) -> Size {
        Size::new(rows, cols).unwrap()
    }

    #[test]
    fn two_steps_forbid_only_the_way_back() {
        let automaton = Automaton::new(size(4, 4), 2);
        assert_eq!(automaton.states(), 5);
        for first in Direction::ALL {
            let state = automaton.step(Automaton::START, first).unwrap();
            for second in Direction::ALL {
                let redundant = automaton.step(state, second).is_none();
                assert_eq!(redundant, second == first.opposite());
            }
        }
    }

    #[test]
    fn going_round_a_square_of_cells_is_redundant_one_way() {
        // Twelve steps round 2×2 cells return to the start, so six one way equal six the other way.
        let automaton = Automaton::new(size(4, 4), 6);
        let accepts = |word: &str| {
            word.chars()
                .try_fold(Automaton::START, |state, letter| {
                    automaton.step(state, Direction::from_letter(letter).unwrap())
                })
                .is_some()
        };
        for (one, other) in [("drulDR", "rdlurd"), ("lurdlu", "uldrul")] {
            let (one, other) = (one.to_lowercase(), other.to_lowercase());
            assert!(accepts(&one) != accepts(&other), "{one} {other}");
        }
        assert!(accepts("drdrdr"));
    }

    /// Every state keeps a shortest path that the automaton accepts.
    #[test]
    fn no_shortest_length_is_lost() {
        for (rows, cols, max_len) in [(3, 3, 10), (2, 4, 14), (2, 3, 10), (4, 2, 8)] {
            let size = size(rows, cols);
            let automaton = Automaton::new(size, max_len);
            let start = crate::CanonicalGoal::new(size, crate::Cell(1)).board();
            assert_all_reached(&start, &automaton);
        }
    }

    fn assert_all_reached(start: &Board, automaton: &Automaton) {
        let mut seen: HashSet<Board> = HashSet::from([start.clone()]);
        let mut layer: HashMap<Board, HashSet<u16>> =
            HashMap::from([(start.clone(), HashSet::from([Automaton::START]))]);
        while !layer.is_empty() {
            let mut all = HashSet::new();
            let mut accepted: HashMap<Board, HashSet<u16>> = HashMap::new();
            for (board, states) in &layer {
                for direction in board.moves() {
                    let mut next = board.clone();
                    next.step(direction);
                    if seen.contains(&next) {
                        continue;
                    }
                    let words = states
                        .iter()
                        .filter_map(|&state| automaton.step(state, direction));
                    accepted.entry(next.clone()).or_default().extend(words);
                    all.insert(next);
                }
            }
            for board in &all {
                assert!(!accepted[board].is_empty(), "{board} is lost");
            }
            seen.extend(all);
            layer = accepted;
        }
    }
}
