//! Files that are written whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::exit::Failure;

/// Writes a file: under another name first, synced, then renamed, so that nobody sees a part of it. What is no regular
/// file, such as a device or a pipe, is written to as it is.
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
    if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        return fs::write(path, bytes);
    }
    let path = behind_links(path)?;
    let unfinished = unfinished(&path)?;
    note(Some(unfinished.clone()));
    let written = File::create_new(&unfinished).and_then(|mut file| {
        if let Ok(metadata) = fs::metadata(&path) {
            file.set_permissions(metadata.permissions())?;
        }
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&unfinished, &path)
    });
    if written.is_err() {
        let _ = fs::remove_file(&unfinished);
    }
    note(None);
    written
}

/// What a link names, if it is there or not: a link stays a link.
fn behind_links(path: &Path) -> io::Result<PathBuf> {
    const DEEPEST: usize = 40;
    let mut path = path.to_path_buf();
    for _ in 0..DEEPEST {
        match fs::read_link(&path) {
            Ok(named) => path = path.with_file_name("").join(named),
            Err(_) => return Ok(path),
        }
    }
    // A ring of links, which the system names better.
    fs::metadata(&path).map(|_| path)
}

fn unfinished(path: &Path) -> io::Result<PathBuf> {
    let mut name = path
        .file_name()
        .ok_or_else(|| io::Error::from(io::ErrorKind::InvalidFilename))?
        .to_owned();
    name.push(format!(".{}.part", std::process::id()));
    Ok(path.with_file_name(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn links_stay_links() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        symlink("second", at("first")).unwrap();
        symlink(at("file"), at("second")).unwrap();
        for bytes in [b"new", b"old"] {
            write(&at("first"), bytes).unwrap();
            assert_eq!(fs::read(at("file")).unwrap(), bytes);
        }
        assert!(fs::symlink_metadata(at("first")).unwrap().is_symlink());
        assert!(fs::symlink_metadata(at("second")).unwrap().is_symlink());
        assert!(!fs::symlink_metadata(at("file")).unwrap().is_symlink());
        symlink("ring", at("ring")).unwrap();
        assert!(write(&at("ring"), b"").is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4);
    }

    #[test]
    fn files_are_replaced_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("picture.svg");
        write(&path, b"first").unwrap();
        write(&path, b"second").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"second");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        assert!(write(&folder.path().join("none/picture.svg"), b"").is_err());
        assert!(write(folder.path(), b"").is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn who_ends_the_process_takes_away_what_is_unfinished() {
        let folder = tempfile::tempdir().unwrap();
        let path = unfinished(&folder.path().join("picture.svg")).unwrap();
        fs::write(&path, b"half").unwrap();
        note(Some(path.clone()));
        abandon();
        assert!(!path.exists());
        note(None);
        abandon();
    }
}
