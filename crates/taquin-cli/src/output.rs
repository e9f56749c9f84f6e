//! Files that are written whole or not at all, and what is left of them when the process ends meanwhile.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use taquin::WholeFile;

use crate::exit::Failure;

/// Writes a file so that nobody sees a part of it; a device or a pipe is written to as it is.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    write(path, bytes).map_err(|error| Failure::input(format!("{}: {error}", path.display())))
}

/// The file that is being written, for those who end the process meanwhile.
static UNFINISHED: Mutex<Option<PathBuf>> = Mutex::new(None);

fn note(unfinished: Option<PathBuf>) {
    *UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner) = unfinished;
}

/// Takes away what is not finished; for an end of the process that cannot wait.
pub(crate) fn abandon() {
    let unfinished = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(path) = &*unfinished {
        let _ = fs::remove_file(path);
    }
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut whole = WholeFile::create(path)?;
    note(whole.unfinished().map(Path::to_path_buf));
    let written = whole.file().write_all(bytes).and_then(|()| whole.finish());
    note(None);
    written.map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_ends_the_process_takes_away_what_is_unfinished() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("picture.svg");
        write(&path, b"whole").unwrap();
        let mut whole = WholeFile::create(&path).unwrap();
        whole.file().write_all(b"half").unwrap();
        note(whole.unfinished().map(Path::to_path_buf));
        abandon();
        note(None);
        abandon();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        assert_eq!(fs::read(&path).unwrap(), b"whole");
    }
}
