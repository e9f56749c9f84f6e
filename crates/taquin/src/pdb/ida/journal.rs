//! The account of a long search in a file, so that it can go on after an end of any kind.
//!
//! # Layout
//!
//! Lines of text; the last one is a CRC-32 of all before it.
//!
//! ```text
//! taquin checkpoint 1
//! board 5x5 14 5 9 ...        the canonical start; its goal's blank is at home on the cell that the next line names
//! home 0
//! tables 1ce+630+...,...      the patterns of each partition
//! iteration 81 1047 2290      a finished iteration: its bound, expanded and generated nodes
//! search 83 4096              the iteration at hand: its bound and number of units
//! unit 17 30121 66120         a finished unit of it: its number, expanded and generated nodes
//! crc 1a2b3c4d
//! ```
//!
//! # Stability
//!
//! How iterations are divided into units belongs to the version: a file of another version is refused.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::iterate::Journal;
use super::kernel::Counts;
use crate::CanonicalProblem;

const TITLE: &str = "taquin checkpoint";
const VERSION: u32 = 1;

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
    /// The engine that would solve the board needs no checkpoints, or has none.
    #[error("{}: engine {engine} keeps no checkpoints", path.display())]
    Engine {
        /// The file.
        path: PathBuf,
        /// The engine.
        engine: crate::Engine,
    },
}

/// A search's account, kept in a file.
pub(crate) struct Checkpoint {
    path: PathBuf,
    /// What tells this search from others: keys and values.
    identity: [(&'static str, String); 3],
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    account: Account,
    /// When to write next.
    due: Option<Instant>,
    /// Why the file could not be written the last time.
    failure: Option<CheckpointError>,
}

/// What is finished.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct Account {
    iterations: Vec<(usize, Counts)>,
    /// The bound and the number of units of the iteration at hand.
    current: Option<(usize, usize)>,
    units: BTreeMap<usize, Counts>,
}

impl Checkpoint {
    /// Goes on with the account in a file, or starts one.
    ///
    /// # Errors
    /// Why the file cannot be used or written.
    pub(crate) fn open(
        path: &Path,
        problem: &CanonicalProblem,
        tables: String,
    ) -> Result<Checkpoint, CheckpointError> {
        let size = problem.start().size();
        let tiles: Vec<String> = problem
            .start()
            .tiles()
            .iter()
            .map(|tile| tile.0.to_string())
            .collect();
        let mut checkpoint = Checkpoint {
            path: path.to_path_buf(),
            identity: [
                ("board", format!("{size} {}", tiles.join(" "))),
                ("home", problem.goal().home().0.to_string()),
                ("tables", tables),
            ],
            state: Mutex::default(),
        };
        match read_checkpoint(path) {
            Ok(None) => {
                let path = path.to_path_buf();
                return Err(CheckpointError::Foreign { path });
            }
            Ok(Some(bytes)) => {
                let account = checkpoint.read(&bytes)?;
                checkpoint.state = Mutex::new(State {
                    account,
                    ..State::default()
                });
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(checkpoint.io(&error)),
        }
        // A place that cannot be written is better found now than after hours.
        checkpoint.save();
        match checkpoint.failure() {
            Some(failure) => Err(failure),
            None => Ok(checkpoint),
        }
    }

    /// Writes what is finished by now.
    pub(crate) fn save(&self) {
        self.write(&mut self.state());
    }

    /// Why the file could not be written the last time, if so.
    pub(crate) fn failure(&self) -> Option<CheckpointError> {
        self.state().failure.clone()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn io(&self, error: &io::Error) -> CheckpointError {
        CheckpointError::Io {
            path: self.path.clone(),
            reason: error.to_string(),
        }
    }

    fn write_if_due(&self, state: &mut State) {
        if state.due.is_none_or(|due| Instant::now() >= due) {
            self.write(state);
        }
    }

    /// Replaces the file. A failure is kept until a later attempt succeeds: a full disk must not end a search.
    fn write(&self, state: &mut State) {
        let began = Instant::now();
        let text = self.text(&state.account);
        let replace = || {
            let mut name = self.path.as_os_str().to_owned();
            name.push(format!(".{}.part", std::process::id()));
            let part = PathBuf::from(name);
            let mut file = File::create(&part)?;
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
            fs::rename(&part, &self.path)
        };
        state.failure = replace().err().map(|error| self.io(&error));
        let now = Instant::now();
        state.due = Some(now + WRITE_EVERY.max((now - began) * WRITE_SHARE));
    }

    fn text(&self, account: &Account) -> String {
        let mut text = format!("{TITLE} {VERSION}\n");
        for (key, value) in &self.identity {
            let _ = writeln!(text, "{key} {value}");
        }
        let line = |key: &str, number: usize, counts: Counts| {
            format!("{key} {number} {} {}\n", counts.expanded, counts.generated)
        };
        for &(bound, counts) in &account.iterations {
            text += &line("iteration", bound, counts);
        }
        if let Some((bound, total)) = account.current {
            let _ = writeln!(text, "search {bound} {total}");
            for (&unit, &counts) in &account.units {
                text += &line("unit", unit, counts);
            }
        }
        let crc = crc32fast::hash(text.as_bytes());
        let _ = writeln!(text, "crc {crc:08x}");
        text
    }

    /// Reads a file's account.
    fn read(&self, bytes: &[u8]) -> Result<Account, CheckpointError> {
        let path = || self.path.clone();
        let damaged = |what: String| CheckpointError::Damaged { path: path(), what };
        let text = String::from_utf8_lossy(bytes);
        let first = text.lines().next().unwrap_or_default();
        let Some(version) = first.strip_prefix(TITLE) else {
            return Err(CheckpointError::Foreign { path: path() });
        };
        if version.trim() != VERSION.to_string() {
            let found = version.trim().into();
            return Err(CheckpointError::Version {
                path: path(),
                found,
            });
        }
        let end = text
            .strip_suffix('\n')
            .and_then(|text| text.rfind('\n'))
            .map(|at| at + 1)
            .ok_or_else(|| damaged("it ends too early".into()))?;
        let (body, last) = text.split_at(end);
        if last != format!("crc {:08x}\n", crc32fast::hash(body.as_bytes())) {
            return Err(damaged("its checksum does not match".into()));
        }
        let mut lines = body.lines().zip(1..).skip(1);
        for (key, expected) in &self.identity {
            let (line, number) = lines.next().unwrap_or_default();
            let found = line
                .strip_prefix(key)
                .and_then(|rest| rest.strip_prefix(' '))
                .ok_or_else(|| damaged(format!("line {number}: expected {key:?}")))?;
            if found != expected {
                return Err(CheckpointError::Other {
                    path: path(),
                    what: key,
                    found: found.into(),
                    expected: expected.clone(),
                });
            }
        }
        let mut account = Account::default();
        for (line, number) in lines {
            account
                .take(line)
                .ok_or_else(|| damaged(format!("line {number}: {line:?}")))?;
        }
        Ok(account)
    }
}

/// The bytes of a file; `None` of what is none, such as a device or a pipe, or larger than any checkpoint.
fn read_checkpoint(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let metadata = fs::metadata(path)?;
    if !metadata.is_file() || metadata.len() > MAX_BYTES {
        return Ok(None);
    }
    fs::read(path).map(Some)
}

impl Account {
    /// Takes a line; `None` if it makes no sense here.
    fn take(&mut self, line: &str) -> Option<()> {
        let mut words = line.split(' ');
        let key = words.next()?;
        let number = |word: &str| word.parse().ok().filter(|&number| number < NUMBERS_END);
        let numbers: Vec<u64> = words.map(number).collect::<Option<_>>()?;
        if numbers.len() > 1 && key != "unit" && numbers[0] >= BOUNDS_END {
            return None;
        }
        let counts = |expanded, generated| Counts {
            expanded,
            generated,
        };
        match (key, numbers[..].as_ref(), self.current) {
            ("iteration", &[bound, expanded, generated], None) => {
                let bound = usize::try_from(bound).ok()?;
                let follows = |&(last, _): &(usize, Counts)| bound == last + 2;
                if !self.iterations.last().is_none_or(follows) {
                    return None;
                }
                self.iterations.push((bound, counts(expanded, generated)));
            }
            ("search", &[bound, total], None) => {
                self.current = Some((bound.try_into().ok()?, total.try_into().ok()?));
            }
            ("unit", &[unit, expanded, generated], Some((_, total))) => {
                let unit = usize::try_from(unit).ok().filter(|&unit| unit < total)?;
                let before = self.units.insert(unit, counts(expanded, generated));
                if before.is_some() {
                    return None;
                }
            }
            _ => return None,
        }
        Some(())
    }
}

impl Journal for Checkpoint {
    fn iterations(&self) -> Vec<(usize, Counts)> {
        self.state().account.iterations.clone()
    }

    fn begin(&self, bound: usize, units: usize) -> Vec<(usize, Counts)> {
        let account = &mut self.state().account;
        if account.current != Some((bound, units)) {
            account.current = Some((bound, units));
            account.units.clear();
        }
        account
            .units
            .iter()
            .map(|(&unit, &counts)| (unit, counts))
            .collect()
    }

    fn unit(&self, unit: usize, counts: Counts) {
        let mut state = self.state();
        state.account.units.insert(unit, counts);
        self.write_if_due(&mut state);
    }

    fn iteration(&self, bound: usize, counts: Counts) {
        let mut state = self.state();
        state.account.iterations.push((bound, counts));
        state.account.current = None;
        state.account.units.clear();
        self.write_if_due(&mut state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Board, Goal};

    fn problem(board: &str) -> CanonicalProblem {
        let board: Board = board.parse().unwrap();
        let goal = Goal::Classic.board(board.size()).unwrap();
        CanonicalProblem::new(&board, &goal)
    }

    const COUNTS: Counts = Counts {
        expanded: 5,
        generated: 11,
    };

    #[test]
    fn an_account_comes_back_and_no_change_of_it_is_accepted() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("search");
        let problem = problem("2 5 3 4/1 9 7 8/0 6 10 11");
        let open = |tables: &str| Checkpoint::open(&path, &problem, tables.into());
        let first = open("1e").unwrap();
        first.iteration(20, COUNTS);
        assert!(first.begin(22, 8).is_empty());
        for unit in [3, 0] {
            first.unit(unit, COUNTS);
        }
        first.save();
        drop(first);
        let second = open("1e").unwrap();
        assert_eq!(second.iterations(), [(20, COUNTS)]);
        assert_eq!(second.begin(22, 8), [(0, COUNTS), (3, COUNTS)]);
        assert!(matches!(
            open("1d"),
            Err(CheckpointError::Other { what: "tables", .. })
        ));

        let bytes = fs::read(&path).unwrap();
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            fs::write(&path, &changed).unwrap();
            let error = open("1e").err().expect("a changed file is refused");
            assert!(error.to_string().contains("search"), "{error}");
            fs::write(&path, &bytes[..at]).unwrap();
            assert!(open("1e").is_err(), "{at} bytes");
        }
    }

    #[test]
    fn an_iteration_that_is_divided_otherwise_begins_anew() {
        let folder = tempfile::tempdir().unwrap();
        let problem = problem("2 5 3 4/1 9 7 8/0 6 10 11");
        let checkpoint =
            Checkpoint::open(&folder.path().join("search"), &problem, String::new()).unwrap();
        checkpoint.begin(22, 8);
        checkpoint.unit(1, COUNTS);
        assert_eq!(checkpoint.begin(22, 8).len(), 1);
        assert!(checkpoint.begin(22, 9).is_empty());
    }

    #[test]
    fn a_place_that_cannot_be_written_is_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("missing/search");
        let opened = Checkpoint::open(&path, &problem("2 5 3 4/1 9 7 8/0 6 10 11"), "".into());
        assert!(matches!(opened, Err(CheckpointError::Io { .. })));
    }
}
