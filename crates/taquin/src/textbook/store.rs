//! The states that a search remembers: packed boards without duplicates, each with the state it came from.

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use super::successors::Packing;
use super::tally::Tally;
use crate::Stop;
use crate::{Cell, Direction, Size};

/// A state's place in its [`Store`], in the order of insertion.
pub(super) type Id = u32;

/// How a state was reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    /// The state it came from; its own id for the first.
    pub(super) parent: Id,
    /// The direction of the move from there.
    pub(super) arrived: Option<Direction>,
}

impl Link {
    /// The link of a search's first state.
    pub(super) const ROOT: Link = Link {
        parent: 0,
        arrived: None,
    };
}

/// Packed boards side by side, found by a hash table of their ids; with each, what its search notes about it.
pub(super) struct Store<N> {
    size: Size,
    packing: Packing,
    keys: Vec<u64>,
    notes: Vec<N>,
    index: HashTable<Id>,
    /// Bytes that the search keeps elsewhere for each state, charged with it.
    elsewhere: usize,
}

impl<N: Copy> Store<N> {
    /// An empty store; the search itself uses `elsewhere` more bytes a state.
    pub(super) fn new(size: Size, elsewhere: usize) -> Store<N> {
        Store {
            size,
            packing: Packing::new(size),
            keys: Vec::new(),
            notes: Vec::new(),
            index: HashTable::new(),
            elsewhere,
        }
    }

    /// Number of states.
    pub(super) fn len(&self) -> Id {
        self.notes.len() as Id
    }

    /// The packed board of a state.
    pub(super) fn key(&self, id: Id) -> &[u64] {
        key(&self.keys, self.packing.words(), id)
    }

    pub(super) fn note(&self, id: Id) -> &N {
        &self.notes[id as usize]
    }

    pub(super) fn note_mut(&mut self, id: Id) -> &mut N {
        &mut self.notes[id as usize]
    }

    /// The state of a packed board, if it is stored.
    pub(super) fn find(&self, board: &[u64]) -> Option<Id> {
        self.index
            .find(hash(board), |&id| self.key(id) == board)
            .copied()
    }

    /// The state of a packed board, stored with `note` if it is new; and whether it is.
    ///
    /// # Errors
    /// [`Stop::Memory`] if there is no room for another.
    pub(super) fn insert(
        &mut self,
        board: &[u64],
        note: N,
        tally: &mut Tally<'_, '_>,
    ) -> Result<(Id, bool), Stop> {
        if self.notes.len() == self.notes.capacity() {
            self.grow(tally)?;
        }
        let words = self.packing.words();
        let entry = self.index.entry(
            hash(board),
            |&id| key(&self.keys, words, id) == board,
            |&id| hash(key(&self.keys, words, id)),
        );
        match entry {
            Entry::Occupied(found) => Ok((*found.get(), false)),
            Entry::Vacant(vacant) => {
                let id = self.notes.len() as Id;
                vacant.insert(id);
                self.keys.extend_from_slice(board);
                self.notes.push(note);
                tally.stats.peak_stored += 1;
                Ok((id, true))
            }
        }
    }

    /// Makes room for twice as many states, charged beforehand.
    fn grow(&mut self, tally: &mut Tally<'_, '_>) -> Result<(), Stop> {
        const FIRST_BYTES: usize = 1 << 14;
        let held = self.notes.capacity();
        let key_bytes = self.packing.words() * size_of::<u64>();
        let more = if held == 0 {
            (FIRST_BYTES / key_bytes).max(1)
        } else {
            // Past this no id is left.
            held.min(Id::MAX as usize - held)
        };
        // An index entry and its control byte, at most 7/8 and at least 7/16 full.
        let index_bytes = (size_of::<Id>() + 1) * 2;
        let each = key_bytes + size_of::<N>() + index_bytes + self.elsewhere;
        tally.charge((more as u64).saturating_mul(each as u64))?;
        if more == 0 {
            return Err(tally.out_of_memory());
        }
        self.keys.reserve_exact(more * self.packing.words());
        self.notes.reserve_exact(more);
        let words = self.packing.words();
        self.index
            .reserve(more, |&id| hash(key(&self.keys, words, id)));
        Ok(())
    }

    /// The blank's cells on the way from the first state to this one.
    pub(super) fn trail(&self, id: Id, link: impl Fn(&N) -> Link) -> Vec<Cell> {
        let mut trail = Vec::new();
        let mut id = id;
        loop {
            trail.push(self.packing.blank(self.key(id), self.size));
            let parent = link(self.note(id)).parent;
            if parent == id {
                break;
            }
            id = parent;
        }
        trail.reverse();
        trail
    }
}

fn key(keys: &[u64], words: usize, id: Id) -> &[u64] {
    let first = id as usize * words;
    &keys[first..first + words]
}

/// Mixes words by folded multiplication: both halves of each 128-bit product. Not for hostile input, which cannot choose states.
fn hash(words: &[u64]) -> u64 {
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15; // 2⁶⁴ / the golden ratio
    words.iter().fold(FACTOR, |hash, &word| {
        let product = u128::from(hash ^ word) * u128::from(FACTOR);
        (product >> 64) as u64 ^ product as u64
    })
}
