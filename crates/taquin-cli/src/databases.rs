//! Where the user's pattern databases are.

use std::env;
use std::path::PathBuf;

use taquin::{Databases, Solver};

use crate::exit::{Failure, complain};

/// `$TAQUIN_DB`, or else `taquin` in the user's cache folder.
pub(crate) fn of_user() -> Option<Databases> {
    let set = |name| env::var_os(name).filter(|value| !value.is_empty());
    if let Some(folder) = set("TAQUIN_DB") {
        return Some(Databases::new(folder));
    }
    let cache = if cfg!(windows) {
        set("LOCALAPPDATA").map(PathBuf::from)
    } else if cfg!(target_os = "macos") {
        set("HOME").map(|home| PathBuf::from(home).join("Library/Caches"))
    } else {
        // The XDG Base Directory Specification: a relative path is ignored.
        set("XDG_CACHE_HOME")
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
            .or_else(|| set("HOME").map(|home| PathBuf::from(home).join(".cache")))
    };
    Some(Databases::new(cache?.join("taquin")))
}

/// The folder for a command that cannot do without.
pub(crate) fn required() -> Result<Databases, Failure> {
    of_user().ok_or_else(|| {
        Failure::input("no folder for databases: neither TAQUIN_DB nor a home folder is set")
    })
}

/// A solver that uses the user's databases and warns of those it refuses.
pub(crate) fn used_by(solver: Solver) -> Solver {
    let solver = solver.on_refused(|error| {
        complain(format!(
            "{error}; not used, small tables in memory serve instead"
        ));
    });
    match of_user() {
        Some(databases) => solver.databases(databases),
        None => solver,
    }
}
