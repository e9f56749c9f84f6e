//! Where the user's databases are.

use std::env;
use std::path::PathBuf;

use super::Databases;

impl Databases {
    /// The folder that the environment names: `$TAQUIN_DB`, or else `taquin` in the user's cache folder; `None` without a home folder.
    ///
    /// The library itself uses no databases unless it is told to.
    pub fn of_user() -> Option<Databases> {
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
}
