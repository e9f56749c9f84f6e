//! What a killed or failed writer might leave.

use std::path::Path;

/// How many files of a folder are named as unfinished ones are.
pub(crate) fn unfinished(folder: &Path) -> usize {
    let entries = std::fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    paths
        .filter(|path| path.extension().is_some_and(|ending| ending == "part"))
        .count()
}
