//! One table in one file.
//!
//! # Layout
//!
//! Numbers are little-endian. The *head* takes whole 4 KiB pages; the *body*, the table's words, follows it.
//!
//! | offset | bytes | content |
//! |---|---|---|
//! | 0 | 8 | `TAQUINDB` |
//! | 8 | 4 | format version, 1 |
//! | 12 | 4 | kind of table: 1, distances modulo 4 as one bit for each placement and region of the blank |
//! | 16 | 4 | metric: 1, single-tile moves |
//! | 20 | 4 | rows |
//! | 24 | 4 | columns, not fewer than rows |
//! | 28 | 4 | the blank's home cell |
//! | 32 | 4 | the pattern: bit c for the tile at home on cell c |
//! | 36 | 4 | CRC-32 of the head, with zero in this place |
//! | 40 | 8 | bytes of the body |
//! | 48 | 4 × n | CRC-32 of each MiB of the body, the last one perhaps shorter |
//! | | | zeros up to the body |
//!
//! A CRC-32 finds every change that lies within 32 bits, so any one byte that differs is found for certain.
//!
//! # Why files are mapped
//!
//! Copying 189 MB into memory of the process took 0.07 s of processor time for clearing pages alone; a mapping is there at once. But
//! with 4 KiB pages the search takes a third longer (see `memory`). Linux from 6.16 on maps a file of ext4 or XFS in large pages if it
//! was written in whole ones, or read through a mapping that asks for them. So files are written in pieces of 2 MiB, and the mapping
//! asks. Elsewhere the search is slower, not wrong. All cores check the checksums.
//!
//! # Stability
//!
//! The order of the bits belongs to the version: a file of another version is refused.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::index::Index;
use super::pattern::{CellSet, MAX_PATTERN_CELLS, MAX_TILES, Pattern};
use super::pattern_table::PatternTable;
use crate::files::{UNFINISHED, write_whole};
use crate::memory::{LARGE_PAGE, Words};
use crate::watch::parallel;
use crate::{CanonicalGoal, Cell, Size, Stop};

const MAGIC: &[u8; 8] = b"TAQUINDB";
const VERSION: u32 = 1;
const KIND: u32 = 1;
const METRIC: u32 = 1;

/// Bytes of the head's fixed part.
const FIXED: usize = 48;
/// Offset of the head's CRC-32, in bytes.
const HEAD_CRC_AT: usize = 36;
/// Bytes of a page; the head takes whole ones.
const PAGE: usize = 4096;

/// Bytes of the body per checksum.
const CHUNK: usize = 1 << 20;

/// Chunks per piece of one thread's work.
const SPAN: usize = 8;

/// Why a database file cannot be used, or could not be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DatabaseError {
    /// The system refused to read or write.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The file does not begin as a database does.
    #[error("{}: not a database of taquin", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// Written by another version of the format.
    #[error("{}: format version {found}, expected {VERSION}", path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
    },
    /// A table of something else than was asked for.
    #[error("{}: holds {found}, expected {expected}", path.display())]
    OtherTable {
        /// The file.
        path: PathBuf,
        /// What it says it holds.
        found: String,
        /// What was wanted.
        expected: String,
    },
    /// Cut short, or longer than it says.
    #[error("{}: {found} bytes long, expected {expected}", path.display())]
    Length {
        /// The file.
        path: PathBuf,
        /// Its length.
        found: u64,
        /// The length its table has.
        expected: u64,
    },
    /// A checksum does not match.
    #[error("{}: damaged, the checksum of {part} does not match", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where.
        part: String,
    },
    /// The checksums match, but the distances are not those of the pattern.
    #[error("{}: {faults} entries are wrong", path.display())]
    Wrong {
        /// The file.
        path: PathBuf,
        /// How many entries.
        faults: u64,
    },
    /// A limit or the caller ended the work.
    #[error("{0}")]
    Stopped(#[from] Stop),
}

/// What a file says it holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Head {
    rows: u32,
    cols: u32,
    home: u32,
    homes: u32,
}

impl Head {
    fn of(pattern: Pattern) -> Head {
        let size = pattern.goal().size();
        Head {
            rows: size.rows() as u32,
            cols: size.cols() as u32,
            home: pattern.goal().home().0,
            homes: pattern.homes().0,
        }
    }

    /// The pattern, if these numbers are one.
    fn pattern(self) -> Option<Pattern> {
        let size = Size::new(self.rows.into(), self.cols.into()).ok()?;
        let homes = CellSet(self.homes);
        let cells = size.cells();
        let fits = cells <= MAX_PATTERN_CELLS
            && (1..=MAX_TILES.min(cells - 1)).contains(&homes.len())
            && homes
                .iter()
                .chain([self.home as usize])
                .all(|cell| cell < cells)
            && !homes.contains(self.home as usize);
        let goal = fits.then(|| CanonicalGoal::new(size, Cell(self.home)))?;
        // Sizes without databases could make an index of any size.
        let known = super::covers(size);
        let canonical = goal.size() == size && goal.home().0 == self.home;
        (known && canonical).then(|| Pattern::new(goal, homes))
    }

    fn describe(self) -> String {
        format!(
            "the {}x{} table of pattern {:x} with the blank at home on cell {}",
            self.rows, self.cols, self.homes, self.home
        )
    }
}

/// The name of a pattern's file.
pub(crate) fn file_name(pattern: Pattern) -> String {
    let goal = pattern.goal();
    format!(
        "{}-{}-{:x}.{EXTENSION}",
        goal.size(),
        goal.home().0,
        pattern.homes().0
    )
}

/// Whether a path is a file with such a name.
pub(crate) fn is_database(path: &Path) -> bool {
    let name = path.file_name().and_then(std::ffi::OsStr::to_str);
    path.is_file()
        && name
            .and_then(|name| name.split_once('.'))
            .is_some_and(|(stem, end)| end == EXTENSION && is_stem(stem))
}

/// Whether a path is a file that a writer of such a file left unfinished, of this version or an earlier one.
pub(crate) fn is_unfinished(path: &Path) -> bool {
    let name = path.file_name().and_then(std::ffi::OsStr::to_str);
    let name = name.and_then(|name| name.strip_suffix(UNFINISHED)?.strip_suffix('.'));
    path.is_file() && name.is_some_and(|name| name.split('.').next().is_some_and(is_stem))
}

/// Whether a name begins as [`file_name`] does.
fn is_stem(stem: &str) -> bool {
    let [size, home, homes] = stem.split('-').collect::<Vec<_>>()[..] else {
        return false;
    };
    size.parse::<Size>().is_ok()
        && home.parse::<u32>().is_ok()
        && u32::from_str_radix(homes, 16).is_ok()
}

/// The extension of database files.
pub(crate) const EXTENSION: &str = "pdb";

const fn body_start(chunks: usize) -> usize {
    (FIXED + 4 * chunks).next_multiple_of(PAGE)
}

fn io_error(path: &Path) -> impl Fn(io::Error) -> DatabaseError {
    let path = path.to_path_buf();
    move |source| DatabaseError::Io {
        path: path.clone(),
        source,
    }
}

/// Writes a table, as a whole: a file of this name is complete whenever there is one.
pub(crate) fn write(table: &PatternTable, path: &Path) -> Result<(), DatabaseError> {
    let body = little_endian(table.words());
    let chunks: Vec<&[u8]> = body.chunks(CHUNK).collect();
    let head = Head::of(table.pattern());
    let mut bytes = Vec::with_capacity(body_start(chunks.len()));
    bytes.extend_from_slice(MAGIC);
    for number in [
        VERSION, KIND, METRIC, head.rows, head.cols, head.home, head.homes, 0,
    ] {
        bytes.extend_from_slice(&number.to_le_bytes());
    }
    bytes.extend_from_slice(&(body.len() as u64).to_le_bytes());
    for chunk in &chunks {
        bytes.extend_from_slice(&crc32fast::hash(chunk).to_le_bytes());
    }
    bytes.resize(body_start(chunks.len()), 0);
    let crc = crc32fast::hash(&bytes);
    bytes[HEAD_CRC_AT..HEAD_CRC_AT + 4].copy_from_slice(&crc.to_le_bytes());

    write_whole(path, |file| {
        // Writes of whole large pages leave the file in large pages in the system's cache, from which it can be mapped as such.
        let (first, rest) = body.split_at(body.len().min(LARGE_PAGE - bytes.len() % LARGE_PAGE));
        bytes.extend_from_slice(first);
        file.write_all(&bytes)?;
        rest.chunks(LARGE_PAGE)
            .try_for_each(|piece| file.write_all(piece))
    })
    .map_err(io_error(path))
}

/// The words as bytes in the file's order.
fn little_endian(words: &[u64]) -> std::borrow::Cow<'_, [u8]> {
    if cfg!(target_endian = "little") {
        crate::memory::as_bytes(words).into()
    } else {
        words
            .iter()
            .flat_map(|word| word.to_le_bytes())
            .collect::<Vec<u8>>()
            .into()
    }
}

/// A file whose head is right.
pub(crate) struct Opened {
    path: PathBuf,
    pattern: Pattern,
    crcs: Vec<u32>,
    body_bytes: u64,
}

impl Opened {
    /// Reads and checks the head.
    ///
    /// Reads no more than the head of the largest table that the file can be, given its length.
    pub(crate) fn new(path: &Path) -> Result<Opened, DatabaseError> {
        let io = io_error(path);
        let foreign = || DatabaseError::Foreign {
            path: path.to_path_buf(),
        };
        // Asked before opening: to open a named pipe waits for its writer.
        if !std::fs::metadata(path).map_err(&io)?.is_file() {
            return Err(foreign());
        }
        let mut file = File::open(path).map_err(&io)?;
        let length = file.metadata().map_err(&io)?.len();
        let mut fixed = [0; FIXED];
        file.read_exact(&mut fixed).map_err(|_| foreign())?;
        if fixed[..8] != *MAGIC {
            return Err(foreign());
        }
        let number =
            |at: usize| u32::from_le_bytes(fixed[at..at + 4].try_into().expect("four bytes"));
        if number(8) != VERSION {
            return Err(DatabaseError::Version {
                path: path.to_path_buf(),
                found: number(8),
            });
        }
        let body_bytes = u64::from_le_bytes(fixed[40..48].try_into().expect("eight bytes"));
        let chunks = body_bytes.div_ceil(CHUNK as u64);
        // The head of a file is never longer than the file.
        let start = 4 * u128::from(chunks) + FIXED as u128;
        let expected = start.next_multiple_of(PAGE as u128) + u128::from(body_bytes);
        if expected != u128::from(length) {
            return Err(DatabaseError::Length {
                path: path.to_path_buf(),
                found: length,
                expected: u64::try_from(expected).unwrap_or(u64::MAX),
            });
        }
        let mut head = fixed.to_vec();
        head.resize(body_start(chunks as usize), 0);
        file.read_exact(&mut head[FIXED..]).map_err(&io)?;
        let crc = number(HEAD_CRC_AT);
        head[HEAD_CRC_AT..HEAD_CRC_AT + 4].fill(0);
        if crc32fast::hash(&head) != crc {
            return Err(DatabaseError::Damaged {
                path: path.to_path_buf(),
                part: "the head".into(),
            });
        }
        let claimed = Head {
            rows: number(20),
            cols: number(24),
            home: number(28),
            homes: number(32),
        };
        let pattern = claimed
            .pattern()
            .filter(|_| (number(12), number(16)) == (KIND, METRIC))
            .ok_or_else(foreign)?;
        let crcs = head[FIXED..FIXED + 4 * chunks as usize]
            .chunks_exact(4)
            .map(|bytes| u32::from_le_bytes(bytes.try_into().expect("four bytes")))
            .collect();
        Ok(Opened {
            path: path.to_path_buf(),
            pattern,
            crcs,
            body_bytes,
        })
    }

    pub(crate) const fn pattern(&self) -> Pattern {
        self.pattern
    }

    /// Refuses a file of another pattern.
    pub(crate) fn expect(self, pattern: Pattern) -> Result<Opened, DatabaseError> {
        if self.pattern == pattern {
            return Ok(self);
        }
        Err(DatabaseError::OtherTable {
            path: self.path,
            found: Head::of(self.pattern).describe(),
            expected: Head::of(pattern).describe(),
        })
    }

    /// Maps the file and checks each chunk of the body on several threads.
    ///
    /// What is mapped stays right as long as nobody writes into the file: [`write`] never does, it gives another file the name.
    /// Whoever shortens a file in use ends the process (`SIGBUS`).
    pub(crate) fn map(&self, threads: usize) -> Result<Mapped, DatabaseError> {
        let io = io_error(&self.path);
        let file = File::open(&self.path).map_err(&io)?;
        // SAFETY: read only, and what the doc comment asks for holds of every file that taquin writes.
        let map = unsafe { memmap2::Mmap::map(&file) }.map_err(&io)?;
        #[cfg(target_os = "linux")]
        // A request that kernels and file systems without large pages of files refuse; the mapping serves either way.
        let _ = map.advise(memmap2::Advice::HugePage);
        let start = body_start(self.crcs.len());
        // The file may have changed since its head was read.
        if map.len() as u64 != start as u64 + self.body_bytes {
            return Err(DatabaseError::Length {
                path: self.path.clone(),
                found: map.len() as u64,
                expected: start as u64 + self.body_bytes,
            });
        }
        self.check(&map[start..], threads)?;
        Ok(Mapped {
            path: self.path.clone(),
            pattern: self.pattern,
            map,
            start,
        })
    }

    /// Compares the body with the checksums of its chunks.
    fn check(&self, body: &[u8], threads: usize) -> Result<(), DatabaseError> {
        let spans = body.chunks(SPAN * CHUNK).zip(self.crcs.chunks(SPAN));
        let results = parallel::map(
            threads,
            spans.enumerate().collect(),
            |(span, (bytes, crcs))| {
                let chunks = bytes.chunks(CHUNK).zip(crcs);
                match chunks
                    .into_iter()
                    .position(|(chunk, crc)| crc32fast::hash(chunk) != *crc)
                {
                    Some(wrong) => Err(DatabaseError::Damaged {
                        path: self.path.clone(),
                        part: format!("MiB {} of the table", span * SPAN + wrong),
                    }),
                    None => Ok(()),
                }
            },
        );
        results.into_iter().collect()
    }
}

/// A mapped file whose checksums are right.
pub(crate) struct Mapped {
    path: PathBuf,
    pattern: Pattern,
    map: memmap2::Mmap,
    /// Where the body starts.
    start: usize,
}

impl Mapped {
    /// The table, with the index for as many tiles as its pattern has.
    pub(crate) fn table(self, index: &Arc<Index>) -> Result<PatternTable, DatabaseError> {
        let found = (self.map.len() - self.start) as u64;
        let expected = PatternTable::bytes(index);
        if found != expected {
            return Err(DatabaseError::Length {
                path: self.path,
                found,
                expected,
            });
        }
        let mut words = Words::of_file(self.map, self.start, expected as usize / 8);
        if cfg!(target_endian = "big") {
            for word in &mut words[..] {
                *word = u64::from_le(*word);
            }
        }
        Ok(PatternTable::from_words(self.pattern, index, words))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small_table() -> (Arc<Index>, PatternTable) {
        let goal = CanonicalGoal::new(Size::new(3, 4).unwrap(), Cell(1));
        let index = Arc::new(Index::new(goal.size(), 5));
        let pattern = Pattern::new(goal, CellSet(0b1101_1010_0000));
        let table = PatternTable::build(pattern, &index, 1, |_| Ok(())).unwrap();
        (index, table)
    }

    #[test]
    fn a_table_comes_back_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let (index, table) = small_table();
        let path = folder.path().join(file_name(table.pattern()));
        write(&table, &path).unwrap();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        for threads in [1, 2] {
            let opened = Opened::new(&path).unwrap().expect(table.pattern()).unwrap();
            let mapped = opened.map(threads).unwrap().table(&index).unwrap();
            assert!(mapped.words() == table.words());
        }
    }

    /// Every byte of the head and a sample of those of the body: flipped bits, then a cut there.
    #[test]
    fn any_change_is_refused_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let (index, table) = small_table();
        let path = folder.path().join("sound.pdb");
        write(&table, &path).unwrap();
        let sound = std::fs::read(&path).unwrap();
        let damaged_path = folder.path().join("damaged.pdb");
        let load = || {
            Opened::new(&damaged_path)?
                .expect(table.pattern())?
                .map(1)?
                .table(&index)
        };
        let refused = |bytes: &[u8], what: &str| {
            std::fs::write(&damaged_path, bytes).unwrap();
            let error = load()
                .err()
                .unwrap_or_else(|| panic!("{what} was accepted"));
            assert!(error.to_string().contains("damaged.pdb"), "{error}");
        };
        let places = (0..PAGE).step_by(3).chain((PAGE..sound.len()).step_by(97));
        for (place, flip) in places.zip([0x01, 0x80, 0xff, 0x10].into_iter().cycle()) {
            let mut bytes = sound.clone();
            bytes[place] ^= flip;
            refused(&bytes, &format!("byte {place}"));
        }
        for cut in [
            0,
            7,
            8,
            47,
            48,
            PAGE - 1,
            PAGE,
            sound.len() / 2,
            sound.len() - 1,
        ] {
            refused(&sound[..cut], &format!("{cut} bytes"));
        }
        refused(&[&sound[..], &[0]].concat(), "a byte too many");
        std::fs::write(&damaged_path, &sound).unwrap();
        assert!(load().is_ok());
    }

    #[test]
    fn another_version_and_another_table_are_told_apart() {
        let folder = tempfile::tempdir().unwrap();
        let (_, table) = small_table();
        let path = folder.path().join("table.pdb");
        write(&table, &path).unwrap();
        let other = Pattern::new(table.pattern().goal(), CellSet(0b0000_0101_0001));
        let error = Opened::new(&path).unwrap().expect(other).err().unwrap();
        assert!(matches!(error, DatabaseError::OtherTable { .. }), "{error}");
        let mut bytes = std::fs::read(&path).unwrap();
        bytes[8] = 2;
        std::fs::write(&path, &bytes).unwrap();
        let error = Opened::new(&path).err().unwrap();
        assert!(
            matches!(error, DatabaseError::Version { found: 2, .. }),
            "{error}"
        );
    }

    #[test]
    fn a_head_with_a_right_checksum_but_nonsense_in_it_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let (_, table) = small_table();
        let path = folder.path().join("table.pdb");
        write(&table, &path).unwrap();
        let sound = std::fs::read(&path).unwrap();
        // Rows, columns, home and pattern, each out of range; more rows than columns; a home that is not canonical.
        for (at, value) in [
            (20, 0),
            (20, 9),
            (24, u32::MAX),
            (28, 12),
            (28, 11),
            (32, 0),
            (32, u32::MAX),
            (20, 5),
        ] {
            let mut bytes = sound.clone();
            bytes[at..at + 4].copy_from_slice(&u32::to_le_bytes(value));
            bytes[HEAD_CRC_AT..HEAD_CRC_AT + 4].fill(0);
            let crc = crc32fast::hash(&bytes[..PAGE]);
            bytes[HEAD_CRC_AT..HEAD_CRC_AT + 4].copy_from_slice(&crc.to_le_bytes());
            std::fs::write(&path, &bytes).unwrap();
            let error = Opened::new(&path).err().unwrap();
            assert!(
                matches!(error, DatabaseError::Foreign { .. }),
                "{at} {value}: {error}"
            );
        }
    }
}
