//! The account of a long search in a file, so that it can go on after an end of any kind.
//!
//! # Layout
//!
//! Lines of text; the last one is a CRC-32 of all before it.
//!
//! ```text
//! taquin checkpoint 2
//! board 5x5 14 5 9 ...        the canonical start; its goal's blank is at home on the cell that the next line names
//! home 0
//! tables 1ce+630+...,...      the patterns of each partition; nothing from here on until they are known
//! iteration 81 1047 2290      a finished iteration: its bound, expanded and generated nodes
//! search 83 4096              the iteration at hand: its bound and number of units
//! unit 17 30121 66120         an exhausted unit of it: its number, expanded and generated nodes
//! crc 1a2b3c4d
//! ```
//!
//! # When it is written
//!
//! As a whole, and at most a fraction of a second late. Where writing is slow it takes at most a fiftieth of the time. A failing disk does
//! not end a search of days: only a search that ends unfinished and could not write its checkpoint is an error.
//!
//! # Stability
//!
//! How iterations are divided into units belongs to the version: a file of another version is refused. Bounds rise by two from what the
//! tables say of the board, and the number of units follows from the iteration before, so a file that says otherwise is refused, too.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::deepening::{Account, Current};
use super::kernel::Counts;
use crate::CanonicalProblem;
use crate::files::{WholeFile, behind_links};

const TITLE: &str = "taquin checkpoint";
const VERSION: u32 = 2;
const TABLES: &str = "tables";

/// Numbers beyond these are none that a search writes, and their sums would overflow.
const BOUNDS_END: u64 = 1 << 12;
const NUMBERS_END: u64 = 1 << 48;

/// More than the longest account takes: a line for each of 2¹⁶ units.
const MAX_BYTES: u64 = 16 << 20;

/// The least time between two writes.
const WRITE_EVERY: Duration = Duration::from_millis(250);

/// Where writing takes long, it may take this share of the time.
const WRITE_SHARE: u32 = 50;

/// Why a checkpoint file cannot be used, or could not be written.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The system refused to read or write.
    #[error("{}: {reason}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        reason: String,
    },
    /// The file does not begin as a checkpoint does.
    #[error("{}: not a checkpoint of taquin", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// Written by another version of the format.
    #[error("{}: checkpoint of version {found}, expected {VERSION}", path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: String,
    },
    /// Cut short or changed.
    #[error("{}: damaged checkpoint: {what}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// A checkpoint of another search.
    #[error("{}: checkpoint of another {what}: {found}, expected {expected}", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// `board`, `home` (the cell of the blank in the goal) or `tables`.
        what: &'static str,
        /// What the file says.
        found: String,
        /// What is to be searched.
        expected: String,
    },
    /// Another process, or another solve of this one, keeps its account there.
    #[error("{}: in use by another search", path.display())]
    InUse {
        /// The file.
        path: PathBuf,
    },
}

/// The file that keeps the account of one search, opened before anything is searched and locked while it is open.
///
/// Two processes that wrote to one file would undo each other's work: the second is refused. (Not on file systems without locks.) The
/// lock is on the file itself, and ends with the process, however that ends. A link stays a link; the file keeps its mode.
#[derive(Debug)]
pub struct Checkpoint {
    /// As the caller names it.
    path: PathBuf,
    /// What that is behind links.
    target: PathBuf,
    /// What tells this search from others: keys and values.
    problem: [(&'static str, String); 2],
    /// The tables that the account was made with, if they are known.
    tables: Option<String>,
    /// What the file said, until somebody takes it.
    account: Account,
    /// The file that has the name now. Its lock is held.
    held: Option<File>,
    /// When to write next.
    due: Instant,
}

impl Checkpoint {
    /// Opens a file that is there, and checks that it is about a problem; or makes one.
    ///
    /// # Errors
    /// Why the file cannot be used or made; [`CheckpointError::InUse`] at once if another search has it open.
    pub fn open(path: &Path, problem: &CanonicalProblem) -> Result<Checkpoint, CheckpointError> {
        let board = problem.start();
        let tiles: Vec<String> = board
            .tiles()
            .iter()
            .map(|tile| tile.0.to_string())
            .collect();
        let mut checkpoint = Checkpoint {
            path: path.to_path_buf(),
            target: PathBuf::new(),
            problem: [
                ("board", format!("{} {}", board.size(), tiles.join(" "))),
                ("home", problem.goal().home().0.to_string()),
            ],
            tables: None,
            account: Account::default(),
            held: None,
            due: Instant::now(),
        };
        checkpoint.target = behind_links(path).map_err(|error| checkpoint.io(&error))?;
        loop {
            match fs::metadata(&checkpoint.target) {
                Ok(metadata) => {
                    // Asked before opening: to open a named pipe waits for its writer.
                    if !metadata.is_file() || metadata.len() > MAX_BYTES {
                        return Err(checkpoint.foreign());
                    }
                    let file = File::open(&checkpoint.target);
                    let file = file.map_err(|error| checkpoint.io(&error))?;
                    if let Err(TryLockError::WouldBlock) = file.try_lock() {
                        let path = checkpoint.path;
                        return Err(CheckpointError::InUse { path });
                    }
                    // Whoever had it may have replaced it meanwhile: then the lock is on what has no name any more.
                    if has_name(&file, &checkpoint.target) {
                        checkpoint.read(&file)?;
                        checkpoint.held = Some(file);
                        return Ok(checkpoint);
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    let whole = checkpoint.whole(&Account::default());
                    match whole.and_then(WholeFile::finish_new) {
                        Ok(file) => {
                            checkpoint.held = Some(file);
                            return Ok(checkpoint);
                        }
                        // Another process was first.
                        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                        Err(error) => return Err(checkpoint.io(&error)),
                    }
                }
                Err(error) => return Err(checkpoint.io(&error)),
            }
        }
    }

    /// Refuses an account that was made with other tables.
    ///
    /// # Errors
    /// [`CheckpointError::Other`].
    pub fn expect_tables(&mut self, tables: &str) -> Result<(), CheckpointError> {
        match &self.tables {
            Some(found) if found != tables => Err(self.other("tables", found, tables)),
            _ => {
                self.tables = Some(tables.into());
                Ok(())
            }
        }
    }

    /// The account in the file.
    pub(super) fn take_account(&mut self) -> Account {
        std::mem::take(&mut self.account)
    }

    /// Whether the last time that the file was written is long enough ago.
    pub(super) fn is_due(&self) -> bool {
        Instant::now() >= self.due
    }

    /// Replaces the file.
    pub(super) fn write(&mut self, account: &Account) -> Result<(), CheckpointError> {
        let began = Instant::now();
        let written = self.whole(account).and_then(WholeFile::finish);
        let now = Instant::now();
        self.due = now + WRITE_EVERY.max((now - began) * WRITE_SHARE);
        // The new file is locked before the old one is let go.
        self.held = Some(written.map_err(|error| self.io(&error))?);
        Ok(())
    }

    /// The file with an account, still without its name, and locked.
    fn whole(&self, account: &Account) -> io::Result<WholeFile> {
        let mut whole = WholeFile::create(&self.target)?;
        let file = whole.file();
        let _ = file.try_lock();
        file.write_all(self.text(account).as_bytes())?;
        Ok(whole)
    }

    fn text(&self, account: &Account) -> String {
        let mut text = format!("{TITLE} {VERSION}\n");
        let tables = self.tables.iter().map(|tables| (TABLES, tables));
        let problem = self.problem.iter().map(|(key, value)| (*key, value));
        for (key, value) in problem.chain(tables) {
            let _ = writeln!(text, "{key} {value}");
        }
        let line = |key: &str, number: usize, counts: Counts| {
            format!("{key} {number} {} {}\n", counts.expanded, counts.generated)
        };
        for &(bound, counts) in &account.iterations {
            text += &line("iteration", bound, counts);
        }
        if let Some(current) = &account.current {
            let _ = writeln!(text, "search {} {}", current.bound, current.units);
            for (&unit, &counts) in &current.exhausted {
                text += &line("unit", unit, counts);
            }
        }
        let crc = crc32fast::hash(text.as_bytes());
        let _ = writeln!(text, "crc {crc:08x}");
        text
    }

    /// Reads a file's tables and account.
    fn read(&mut self, mut file: &File) -> Result<(), CheckpointError> {
        let mut bytes = Vec::new();
        let read = file.read_to_end(&mut bytes);
        read.map_err(|error| self.io(&error))?;
        let text = String::from_utf8_lossy(&bytes);
        let first = text.lines().next().unwrap_or_default();
        let version = first.strip_prefix(TITLE).ok_or_else(|| self.foreign())?;
        if version.trim() != VERSION.to_string() {
            let (path, found) = (self.path.clone(), version.trim().into());
            return Err(CheckpointError::Version { path, found });
        }
        let end = text
            .strip_suffix('\n')
            .and_then(|text| text.rfind('\n'))
            .map(|at| at + 1)
            .ok_or_else(|| self.damaged("it ends too early".into()))?;
        let (body, last) = text.split_at(end);
        if last != format!("crc {:08x}\n", crc32fast::hash(body.as_bytes())) {
            return Err(self.damaged("its checksum does not match".into()));
        }
        let mut lines = body.lines().zip(1..).skip(1);
        let value = |(line, number): (&'_ str, i32), key: &str| {
            let value = line
                .strip_prefix(key)
                .and_then(|rest| rest.strip_prefix(' '));
            let damaged = || self.damaged(format!("line {number}: expected {key:?}"));
            value.map(str::to_owned).ok_or_else(damaged)
        };
        for (key, expected) in &self.problem {
            let found = value(lines.next().unwrap_or_default(), key)?;
            if found != *expected {
                return Err(self.other(key, &found, expected));
            }
        }
        // Until the tables are known there is no more.
        let tables = lines.next().map(|line| value(line, TABLES)).transpose()?;
        let mut account = Account::default();
        for (line, number) in lines {
            let taken = account.take(line);
            taken.ok_or_else(|| self.damaged(format!("line {number}: {line:?}")))?;
        }
        (self.tables, self.account) = (tables, account);
        Ok(())
    }

    fn io(&self, error: &io::Error) -> CheckpointError {
        CheckpointError::Io {
            path: self.path.clone(),
            reason: error.to_string(),
        }
    }

    fn foreign(&self) -> CheckpointError {
        CheckpointError::Foreign {
            path: self.path.clone(),
        }
    }

    pub(super) fn damaged(&self, what: String) -> CheckpointError {
        CheckpointError::Damaged {
            path: self.path.clone(),
            what,
        }
    }

    fn other(&self, what: &'static str, found: &str, expected: &str) -> CheckpointError {
        CheckpointError::Other {
            path: self.path.clone(),
            what,
            found: found.into(),
            expected: expected.into(),
        }
    }
}

/// Whether an open file is the one that has a name now.
#[cfg(unix)]
fn has_name(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let number = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    match (file.metadata(), fs::metadata(path)) {
        (Ok(ours), Ok(named)) => number(ours) == number(named),
        _ => false,
    }
}

/// Elsewhere there is no number to ask for; a replacement in this moment goes unseen.
#[cfg(not(unix))]
fn has_name(_file: &File, _path: &Path) -> bool {
    true
}

impl Account {
    /// Takes a line; `None` if it makes no sense here.
    fn take(&mut self, line: &str) -> Option<()> {
        let mut words = line.split(' ');
        let key = words.next()?;
        let number = |word: &str| word.parse().ok().filter(|&number| number < NUMBERS_END);
        let numbers: Vec<u64> = words.map(number).collect::<Option<_>>()?;
        if key != "unit" && *numbers.first()? >= BOUNDS_END {
            return None;
        }
        let counts = |expanded, generated| Counts {
            expanded,
            generated,
        };
        match (key, numbers[..].as_ref(), &mut self.current) {
            ("iteration", &[bound, expanded, generated], None) => {
                let iteration = (bound as usize, counts(expanded, generated));
                self.iterations.push(iteration);
            }
            ("search", &[bound, units], None) => {
                self.current = Some(Current {
                    bound: bound as usize,
                    units: units.try_into().ok()?,
                    exhausted: BTreeMap::new(),
                });
            }
            ("unit", &[unit, expanded, generated], Some(current)) => {
                let unit = usize::try_from(unit).ok();
                let unit = unit.filter(|&unit| unit < current.units)?;
                let counts = counts(expanded, generated);
                if current.exhausted.insert(unit, counts).is_some() {
                    return None;
                }
            }
            _ => return None,
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdb::ida::PdbSearcher;
    use crate::pdb::ida::deepening::Deepening;
    use crate::{Board, Goal, Watch};

    fn problem(board: &str) -> CanonicalProblem {
        let board: Board = board.parse().unwrap();
        let goal = Goal::Classic.board(board.size()).unwrap();
        CanonicalProblem::new(&board, &goal)
    }

    const BOARD: &str = "2 5 3 4/1 9 7 8/0 6 10 11";
    const COUNTS: Counts = Counts {
        expanded: 5,
        generated: 11,
    };

    fn account() -> Account {
        Account {
            iterations: vec![(20, COUNTS)],
            current: Some(Current {
                bound: 22,
                units: 8,
                exhausted: [(0, COUNTS), (3, COUNTS)].into(),
            }),
        }
    }

    #[test]
    fn an_account_comes_back_and_no_change_of_it_is_accepted() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("search");
        let problem = problem(BOARD);
        let open = || Checkpoint::open(&path, &problem);
        let mut first = open().unwrap();
        assert_eq!(first.take_account(), Account::default());
        first.expect_tables("1e").unwrap();
        first.write(&account()).unwrap();
        drop(first);
        let mut second = open().unwrap();
        assert_eq!(second.take_account(), account());
        assert!(matches!(
            second.expect_tables("1d"),
            Err(CheckpointError::Other { what: "tables", .. })
        ));
        assert_eq!(second.expect_tables("1e"), Ok(()));
        drop(second);

        let bytes = fs::read(&path).unwrap();
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            fs::write(&path, &changed).unwrap();
            let error = open().expect_err("a changed file is refused");
            assert!(error.to_string().contains("search"), "{error}");
            fs::write(&path, &bytes[..at]).unwrap();
            assert!(open().is_err(), "{at} bytes");
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_file_is_for_one_search_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("search");
        let problem = problem(BOARD);
        let open = || Checkpoint::open(&path, &problem);
        let mut first = open().unwrap();
        let is_in_use = || matches!(open(), Err(CheckpointError::InUse { .. }));
        assert!(is_in_use());
        // Also after it was replaced.
        for _ in 0..3 {
            first.write(&Account::default()).unwrap();
            assert!(is_in_use());
        }
        let bytes = fs::read(&path).unwrap();
        drop(first);
        assert!(open().is_ok());
        assert_eq!(fs::read(&path).unwrap(), bytes);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_links() {
        let folder = tempfile::tempdir().unwrap();
        let [path, link] = ["search", "link"].map(|name| folder.path().join(name));
        std::os::unix::fs::symlink("search", &link).unwrap();
        let mut checkpoint = Checkpoint::open(&link, &problem(BOARD)).unwrap();
        assert!(matches!(
            Checkpoint::open(&path, &problem(BOARD)),
            Err(CheckpointError::InUse { .. })
        ));
        checkpoint.write(&account()).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert!(fs::symlink_metadata(&path).unwrap().is_file());
    }

    /// What has a right checksum, but cannot be of this search.
    #[test]
    fn iterations_begin_at_the_first_bound_and_leave_none_out() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("search");
        let problem = problem(BOARD);
        let searcher = PdbSearcher::cold(problem.goal(), &Watch::unlimited()).unwrap();
        let first = searcher.deepening(&problem).bound();
        let resume = |account: &Account| -> Result<Deepening, CheckpointError> {
            let _ = fs::remove_file(&path);
            let mut checkpoint = Checkpoint::open(&path, &problem)?;
            checkpoint.expect_tables(&searcher.describe_tables())?;
            checkpoint.write(account)?;
            drop(checkpoint);
            let written = fs::read(&path).unwrap();
            let resumed = searcher.resume(&problem, Checkpoint::open(&path, &problem)?);
            assert_eq!(fs::read(&path).unwrap(), written);
            resumed
        };
        let account = |bounds: &[usize], current: Option<(usize, usize)>| Account {
            iterations: bounds.iter().map(|&bound| (bound, COUNTS)).collect(),
            current: current.map(|(bound, units)| Current {
                bound,
                units,
                exhausted: BTreeMap::new(),
            }),
        };
        for (bounds, current) in [
            (&[first + 2][..], None),
            (&[first - 2, first], None),
            (&[first, first + 4], None),
            (&[first, first + 1], None),
            (&[first, first], None),
            (&[], Some((first + 2, 1))),
            (&[first], Some((first + 3, 1))),
            (&[first], Some((first + 2, 4096))),
        ] {
            let refused = resume(&account(bounds, current)).err();
            assert!(
                matches!(refused, Some(CheckpointError::Damaged { .. })),
                "{bounds:?} {current:?}: {refused:?}"
            );
        }
        let goes_on = resume(&account(&[first, first + 2], Some((first + 4, 1)))).unwrap();
        assert_eq!((goes_on.bound(), goes_on.left().len()), (first + 4, 1));
    }

    #[test]
    fn a_place_that_cannot_be_written_is_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("missing/search");
        let opened = Checkpoint::open(&path, &problem(BOARD));
        assert!(matches!(opened, Err(CheckpointError::Io { .. })));
    }

    #[test]
    fn a_failed_write_leaves_nothing_and_the_next_one_may_succeed() {
        let folder = tempfile::tempdir().unwrap();
        let [inside, moved] = ["inside", "moved"].map(|name| folder.path().join(name));
        fs::create_dir(&inside).unwrap();
        let mut checkpoint = Checkpoint::open(&inside.join("search"), &problem(BOARD)).unwrap();
        fs::rename(&inside, &moved).unwrap();
        assert!(checkpoint.write(&account()).is_err());
        fs::rename(&moved, &inside).unwrap();
        assert_eq!(checkpoint.write(&account()), Ok(()));
        assert_eq!(fs::read_dir(&inside).unwrap().count(), 1);
    }
}
