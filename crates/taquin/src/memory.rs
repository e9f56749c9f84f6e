//! Memory for bit tables: words of the process on large pages where the system offers them, or the words of a mapped file.
//!
//! # Why large pages
//!
//! A search looks up bits all over a table. With pages of 4 KiB every look-up in 178 MB also misses the caches of the address
//! translation: on Korf's boards with the 7-8 tables 1.20 ms a board, against 0.84 ms with pages of 2 MiB. Linux from 6.16 on maps files
//! in large pages where the file system keeps them so (ext4, XFS); see `pdb::file`.

use std::ops::{Deref, DerefMut};

/// Words of a table. Writing to those of a file makes a copy first.
pub(crate) struct Words {
    storage: Storage,
}

enum Storage {
    Heap(Vec<u64>),
    #[cfg(feature = "files")]
    Mapped {
        map: memmap2::MmapMut,
        /// Words before the first that is used.
        first: usize,
        len: usize,
    },
    #[cfg(feature = "files")]
    File {
        map: memmap2::Mmap,
        /// Words before the first that is used.
        first: usize,
        len: usize,
    },
}

/// Size of a large page. Tables from this size on start on a boundary of it.
#[cfg(feature = "files")]
pub(super) const LARGE_PAGE: usize = 2 << 20;

/// Smaller tables stay on the heap.
#[cfg(feature = "files")]
const MAP_FROM: usize = LARGE_PAGE / 4;

impl Words {
    /// `len` words of zero.
    pub(crate) fn zeroed(len: usize) -> Words {
        #[cfg(feature = "files")]
        if len * 8 >= MAP_FROM
            && let Some(words) = Words::mapped(len)
        {
            return words;
        }
        Words {
            storage: Storage::Heap(vec![0; len]),
        }
    }

    #[cfg(feature = "files")]
    fn mapped(len: usize) -> Option<Words> {
        let bytes = (len * 8).checked_next_multiple_of(LARGE_PAGE)?;
        let map = memmap2::MmapMut::map_anon(bytes.checked_add(LARGE_PAGE)?).ok()?;
        let first = map.as_ptr().align_offset(LARGE_PAGE);
        #[cfg(target_os = "linux")]
        // A request that the kernel may refuse; the memory serves either way.
        let _ = map.advise_range(memmap2::Advice::HugePage, first, bytes);
        Some(Words {
            storage: Storage::Mapped {
                map,
                first: first / 8,
                len,
            },
        })
    }

    /// `len` words of a mapped file from the byte `start`, which is a whole number of words.
    ///
    /// # Panics
    /// Unless the mapping holds these words.
    #[cfg(feature = "files")]
    pub(crate) fn of_file(map: memmap2::Mmap, start: usize, len: usize) -> Words {
        assert!(start.is_multiple_of(8) && map.len() >= start + 8 * len);
        assert!(map.as_ptr().cast::<u64>().is_aligned());
        let first = start / 8;
        Words {
            storage: Storage::File { map, first, len },
        }
    }
}

impl Deref for Words {
    type Target = [u64];

    fn deref(&self) -> &[u64] {
        match &self.storage {
            Storage::Heap(words) => words,
            #[cfg(feature = "files")]
            Storage::Mapped { map, first, len } => {
                // SAFETY: `first` is the offset in words of a 2 MiB boundary inside the mapping, which holds `len` words
                // after it; every bit pattern is a u64; the mapping is private to this value and lives as long as it.
                unsafe { std::slice::from_raw_parts(map.as_ptr().cast::<u64>().add(*first), *len) }
            }
            #[cfg(feature = "files")]
            Storage::File { map, first, len } => {
                // SAFETY: checked by `of_file`: the mapping is aligned and holds `len` words from `first` on; every bit pattern
                // is a u64; the mapping lives as long as this value. That nobody writes to the file is what its opener vouches for.
                unsafe { std::slice::from_raw_parts(map.as_ptr().cast::<u64>().add(*first), *len) }
            }
        }
    }
}

impl DerefMut for Words {
    fn deref_mut(&mut self) -> &mut [u64] {
        #[cfg(feature = "files")]
        if matches!(self.storage, Storage::File { .. }) {
            let mut copy = Words::zeroed(self.len());
            copy.copy_from_slice(self);
            *self = copy;
        }
        match &mut self.storage {
            Storage::Heap(words) => words,
            #[cfg(feature = "files")]
            Storage::Mapped { map, first, len } => {
                // SAFETY: as in `deref`; the exclusive borrow of `self` makes this the only reference.
                unsafe {
                    std::slice::from_raw_parts_mut(map.as_mut_ptr().cast::<u64>().add(*first), *len)
                }
            }
            #[cfg(feature = "files")]
            Storage::File { .. } => unreachable!("copied above"),
        }
    }
}

/// The bytes of some words, in the order of this machine.
#[cfg(feature = "files")]
pub(crate) fn as_bytes(words: &[u64]) -> &[u8] {
    // SAFETY: the same memory; bytes need no alignment and every one is valid.
    unsafe { std::slice::from_raw_parts(words.as_ptr().cast(), size_of_val(words)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_zero_and_can_be_written_to_the_last() {
        for len in [1, 1000, 65_536, 300_001] {
            let mut words = Words::zeroed(len);
            assert_eq!(words.len(), len);
            assert!(words.iter().all(|&word| word == 0));
            words[len - 1] = u64::MAX;
            words[0] |= 1;
            assert_eq!(words.iter().filter(|&&word| word != 0).count(), 2.min(len));
        }
    }
}
