//! A folder of database files.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use super::file::{self, DatabaseError, EXTENSION, Opened};
use super::index::Index;
use super::partition::large_partitions;
use super::pattern::Pattern;
use super::pattern_table::PatternTable;
use super::set::{Plan, TableSet};
use crate::files::UNFINISHED;
use crate::watch::parallel;
use crate::{CanonicalGoal, Metric, Phase, Problem, Progress, Size, Watch};

/// A folder where pattern databases are kept, one file for each table.
///
/// A database is used only if its checksums are right. Files are complete from the moment they have their name, whatever
/// happens to the process that writes them; two processes that build at once do the work once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Databases {
    folder: PathBuf,
}

/// One file of a [`Databases`] folder.
#[derive(Debug)]
#[non_exhaustive]
pub struct DatabaseFile {
    /// Where it is.
    pub path: PathBuf,
    /// Its length in bytes.
    pub bytes: u64,
    /// When it was written, if the system tells.
    pub modified: Option<SystemTime>,
    /// What it holds, if its checksums are right.
    pub content: Result<DatabaseContent, DatabaseError>,
}

/// What a database is about.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct DatabaseContent {
    /// The goal: a size and the blank's home.
    pub goal: CanonicalGoal,
    /// The canonical goal with `#` for each tile of the pattern, `-` for the others and `.` for the blank.
    pub picture: String,
    /// Number of entries, one bit each.
    pub entries: u64,
}

impl DatabaseContent {
    fn of(pattern: Pattern, index: &Index) -> DatabaseContent {
        let goal = pattern.goal();
        let mark =
            |cell: crate::Cell| match (cell == goal.home(), pattern.homes().contains(cell.index()))
            {
                (true, _) => '.',
                (false, true) => '#',
                (false, false) => '-',
            };
        let size = goal.size();
        let rows: Vec<String> = (0..size.rows())
            .map(|row| {
                (0..size.cols())
                    .map(|col| mark(size.cell(row, col)))
                    .collect()
            })
            .collect();
        DatabaseContent {
            goal,
            picture: rows.join("/"),
            entries: index.entries(),
        }
    }
}

impl Databases {
    /// The databases in a folder, which need not exist.
    pub fn new(folder: impl Into<PathBuf>) -> Databases {
        Databases {
            folder: folder.into(),
        }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Whether there are databases for the boards of a problem: from 11 to 32 cells, in single-tile moves.
    pub fn covers(problem: &Problem) -> bool {
        problem.metric == Metric::Stm && super::covers(problem.size())
    }

    /// Bytes on disk of the databases of a goal.
    ///
    /// # Panics
    /// Unless [`Databases::covers`] the goal's size.
    pub fn bytes(goal: CanonicalGoal) -> u64 {
        let indices = Plan::new(goal, &large_partitions(goal)).indices();
        indices.iter().map(|index| PatternTable::bytes(index)).sum()
    }

    /// Whether there is a file for each database of a goal, sound or not.
    ///
    /// # Panics
    /// Unless [`Databases::covers`] the goal's size.
    pub fn contains(&self, goal: CanonicalGoal) -> bool {
        let plan = Plan::new(goal, &large_partitions(goal));
        let mut patterns = plan.patterns().iter();
        patterns.all(|&pattern| self.path(pattern).exists())
    }

    /// Builds the databases of a goal that are not there yet or are damaged; returns the paths of all of them.
    ///
    /// Waits for another process that is building.
    ///
    /// # Errors
    /// [`DatabaseError`] if the folder cannot be written, or with the watch's [`Stop`](crate::Stop); the tables finished
    /// before that are kept.
    ///
    /// # Panics
    /// Unless [`Databases::covers`] the goal's size.
    pub fn build(
        &self,
        goal: CanonicalGoal,
        watch: &Watch<'_>,
    ) -> Result<Vec<PathBuf>, DatabaseError> {
        let plan = Plan::new(goal, &large_partitions(goal));
        let indices = plan.indices();
        let total: u64 = indices.iter().map(|index| index.entries()).sum();
        let largest = indices
            .iter()
            .map(|index| 3 * PatternTable::bytes(index))
            .max();
        watch.check_memory(largest.unwrap_or(0))?;
        let threads = watch.limits().threads;
        let is_right = |pattern: Pattern, index: &Arc<Index>| {
            Opened::new(&self.path(pattern))
                .and_then(|opened| opened.expect(pattern))
                .and_then(|opened| {
                    // On a pool of its own, as everywhere here: the process's would outlive the call.
                    let mapped = parallel::on_threads(threads, || opened.map(threads))?;
                    mapped.table(index)
                })
                .is_ok()
        };
        let all = || plan.patterns().iter().zip(&indices);
        // What is complete need not be written to, and perhaps cannot be.
        if all().all(|(&pattern, index)| is_right(pattern, index)) {
            return Ok(all().map(|(&pattern, _)| self.path(pattern)).collect());
        }
        let _lock = self.lock(watch)?;
        let mut done = 0;
        let mut paths = Vec::new();
        for (&pattern, index) in plan.patterns().iter().zip(&indices) {
            let path = self.path(pattern);
            if !is_right(pattern, index) {
                let on_layer = |reached| {
                    watch.tick(0, || Progress {
                        fraction: Some((done + reached) as f64 / total as f64),
                        ..Progress::of(Phase::Databases)
                    })
                };
                let table = parallel::on_threads(threads, || {
                    PatternTable::build(pattern, index, threads, on_layer)
                })?;
                file::write(&table, &path)?;
            }
            done += index.entries();
            paths.push(path);
        }
        Ok(paths)
    }

    /// Makes the folder, waits for other builds and clears away what killed ones left.
    fn lock(&self, watch: &Watch<'_>) -> Result<File, DatabaseError> {
        let io = |path: &Path| {
            let path = path.to_path_buf();
            move |source| DatabaseError::Io { path, source }
        };
        fs::create_dir_all(&self.folder).map_err(io(&self.folder))?;
        let path = self.folder.join("lock");
        let lock = File::create(&path).map_err(io(&path))?;
        loop {
            match lock.try_lock() {
                Ok(()) => break,
                Err(fs::TryLockError::WouldBlock) => {
                    watch.tick(0, || Progress::of(Phase::Waiting))?;
                    std::thread::sleep(std::time::Duration::from_millis(50));
                }
                Err(fs::TryLockError::Error(source)) => return Err(io(&path)(source)),
            }
        }
        for path in self.paths_with_extension(UNFINISHED) {
            // Whoever holds the lock is the only one to write.
            if file::is_unfinished(&path) {
                fs::remove_file(&path).map_err(io(&path))?;
            }
        }
        Ok(lock)
    }

    fn path(&self, pattern: Pattern) -> PathBuf {
        self.folder.join(file::file_name(pattern))
    }

    fn paths_with_extension(&self, extension: &str) -> Vec<PathBuf> {
        let Ok(entries) = fs::read_dir(&self.folder) else {
            return Vec::new();
        };
        let mut paths: Vec<PathBuf> = entries
            .filter_map(|entry| entry.ok().map(|entry| entry.path()))
            .filter(|path| path.extension().is_some_and(|found| found == extension))
            .collect();
        paths.sort();
        paths
    }

    /// The paths of all database files in the folder, unread.
    pub fn files(&self) -> Vec<PathBuf> {
        self.paths_with_extension(EXTENSION)
    }

    /// All database files in the folder, their checksums verified.
    pub fn list(&self, threads: usize) -> Vec<DatabaseFile> {
        self.paths_with_extension(EXTENSION)
            .into_iter()
            .map(|path| {
                let metadata = fs::metadata(&path).ok();
                let content = parallel::on_threads(threads, || {
                    let opened = Opened::new(&path)?;
                    let index = index_of(&opened);
                    opened.map(threads)?.table(&index)?;
                    Ok(DatabaseContent::of(opened.pattern(), &index))
                });
                DatabaseFile {
                    bytes: metadata.as_ref().map_or(0, fs::Metadata::len),
                    modified: metadata.and_then(|metadata| metadata.modified().ok()),
                    path,
                    content,
                }
            })
            .collect()
    }

    /// Proves a database right, beyond its checksums: layer by layer from the goal, every entry that a move of a pattern tile
    /// reaches must be one farther than that layer, or one nearer and reached before; and every entry must be reached.
    ///
    /// Costs as much as building it.
    ///
    /// # Errors
    /// [`DatabaseError`] with what is wrong.
    pub fn verify(&self, path: &Path, watch: &Watch<'_>) -> Result<DatabaseContent, DatabaseError> {
        let threads = watch.limits().threads;
        let opened = Opened::new(path)?;
        let index = index_of(&opened);
        let on_layer = |reached| {
            watch.tick(0, || Progress {
                fraction: Some(reached as f64 / index.reachable() as f64),
                ..Progress::of(Phase::Verify)
            })
        };
        let faults = parallel::on_threads(threads, || {
            let table = opened.map(threads)?.table(&index)?;
            Ok::<u64, DatabaseError>(table.count_faults(threads, on_layer)?)
        })?;
        if faults > 0 {
            let path = path.to_path_buf();
            return Err(DatabaseError::Wrong { path, faults });
        }
        Ok(DatabaseContent::of(opened.pattern(), &index))
    }

    /// Deletes all database files of a size, or of all sizes, with what unfinished builds left; returns their paths.
    ///
    /// # Errors
    /// [`DatabaseError::Io`] for the first that cannot be deleted.
    pub fn remove(
        &self,
        size: Option<Size>,
        watch: &Watch<'_>,
    ) -> Result<Vec<PathBuf>, DatabaseError> {
        if !self.folder.exists() {
            return Ok(Vec::new());
        }
        let _lock = self.lock(watch)?;
        let prefix =
            size.map(|size| format!("{}-", CanonicalGoal::new(size, crate::Cell(0)).size()));
        let is_of_size = |path: &Path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            // Others' files may end in the same letters.
            file::is_database(path)
                && prefix
                    .as_ref()
                    .is_none_or(|prefix| name.starts_with(prefix))
        };
        let mut removed = Vec::new();
        for path in self.paths_with_extension(EXTENSION) {
            if is_of_size(&path) {
                fs::remove_file(&path).map_err(|source| DatabaseError::Io {
                    path: path.clone(),
                    source,
                })?;
                removed.push(path);
            }
        }
        Ok(removed)
    }

    /// Loads the databases of a goal if all of them are there.
    ///
    /// # Errors
    /// Why one that is there is refused.
    pub(crate) fn load(&self, goal: CanonicalGoal) -> Result<Option<TableSet>, DatabaseError> {
        if !self.contains(goal) {
            return Ok(None);
        }
        let plan = Plan::new(goal, &large_partitions(goal));
        // Reading is over in a moment, so all processors may help even where a search may not use them.
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let mapped = || {
            plan.patterns()
                .iter()
                .map(|&pattern| {
                    Opened::new(&self.path(pattern))?
                        .expect(pattern)?
                        .map(threads)
                })
                .collect::<Result<Vec<_>, DatabaseError>>()
        };
        let (mapped, indices) = parallel::on_threads(threads, || {
            parallel::both(threads, mapped, || plan.indices())
        });
        let tables = mapped?
            .into_iter()
            .zip(&indices)
            .map(|(mapped, index)| Ok(Arc::new(mapped.table(index)?)))
            .collect::<Result<Vec<_>, DatabaseError>>()?;
        Ok(Some(plan.assemble(&tables)))
    }
}

fn index_of(opened: &Opened) -> Arc<Index> {
    let pattern = opened.pattern();
    Arc::new(Index::new(pattern.goal().size(), pattern.homes().len()))
}
