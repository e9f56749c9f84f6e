//! Files that are written whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::{NamedTempFile, TempPath};

/// What the names of unfinished files end in.
pub(crate) const UNFINISHED: &str = "part";

/// A file that takes its name when it is complete: until then it stands beside that name, under one of its own that ends in `.part`.
///
/// Dropped before [`WholeFile::finish`], it leaves nothing behind. Links stay links, what they name is replaced; permissions of a
/// file that is replaced are kept. What is no regular file, such as a device or a pipe, is written to as it is.
#[derive(Debug)]
pub struct WholeFile {
    file: File,
    target: PathBuf,
    /// Where the bytes go until they are complete; `None` where they are written as they come.
    unfinished: Option<TempPath>,
}

impl WholeFile {
    /// Begins a file that will be at `path`.
    ///
    /// # Errors
    /// What the system says.
    pub fn create(path: &Path) -> io::Result<WholeFile> {
        if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
            return Ok(WholeFile {
                file: OpenOptions::new().write(true).open(path)?,
                target: path.to_path_buf(),
                unfinished: None,
            });
        }
        let target = behind_links(path)?;
        let mut prefix: OsString = target
            .file_name()
            .ok_or_else(|| io::Error::from(io::ErrorKind::InvalidFilename))?
            .into();
        prefix.push(".");
        let suffix = format!(".{UNFINISHED}");
        // Opened here, so that it has the mode of any new file, and errors are the system's own.
        let open = |path: &Path| OpenOptions::new().write(true).create_new(true).open(path);
        let mut names = tempfile::Builder::new();
        let names = names.prefix(&prefix).suffix(&suffix);
        let (file, unfinished) = names.make_in(folder_of(&target), open)?.into_parts();
        if let Ok(metadata) = fs::metadata(&target) {
            file.set_permissions(metadata.permissions())?;
        }
        Ok(WholeFile {
            file,
            target,
            unfinished: Some(unfinished),
        })
    }

    /// The file to write to.
    pub const fn file(&mut self) -> &mut File {
        &mut self.file
    }

    /// Where the unfinished file is: for those who end the process at once and so have to delete it themselves. None where bytes are
    /// written as they come.
    pub fn unfinished(&self) -> Option<&Path> {
        self.unfinished.as_deref()
    }

    /// Gives the file its name, in the place of what had it before. Returns the file, still open.
    ///
    /// # Errors
    /// What the system says; nothing is left behind then.
    pub fn finish(self) -> io::Result<File> {
        self.take_name(NamedTempFile::persist)
    }

    /// Gives the file its name, unless something has it.
    ///
    /// # Errors
    /// As [`WholeFile::finish`]; [`io::ErrorKind::AlreadyExists`].
    pub(crate) fn finish_new(self) -> io::Result<File> {
        self.take_name(NamedTempFile::persist_noclobber)
    }

    fn take_name<E: Into<io::Error>>(
        self,
        persist: impl FnOnce(NamedTempFile, PathBuf) -> Result<File, E>,
    ) -> io::Result<File> {
        let Some(unfinished) = self.unfinished else {
            return Ok(self.file);
        };
        self.file.sync_all()?;
        let whole = NamedTempFile::from_parts(self.file, unfinished);
        let file = persist(whole, self.target.clone()).map_err(Into::into)?;
        // Makes the name durable. Not every folder can be opened, and the file is whole in any case.
        #[cfg(unix)]
        let _ = File::open(folder_of(&self.target)).and_then(|folder| folder.sync_all());
        Ok(file)
    }
}

/// Writes a file as a whole or, if that fails, not at all: a [`WholeFile`] in one call.
///
/// # Errors
/// What the system or `write` says.
///
/// ```
/// use std::io::Write;
/// # let folder = tempfile::tempdir()?;
/// let path = folder.path().join("board.txt");
/// taquin::write_whole(&path, |file| writeln!(file, "1 2 3/4 5 6/7 8 0"))?;
/// assert_eq!(std::fs::read_to_string(&path)?, "1 2 3/4 5 6/7 8 0\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn write_whole(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let mut whole = WholeFile::create(path)?;
    write(whole.file())?;
    whole.finish().map(drop)
}

/// The folder that a file is in.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// What a link names, whether that is there or not.
///
/// # Errors
/// What the system says of a ring of links.
pub(crate) fn behind_links(path: &Path) -> io::Result<PathBuf> {
    const DEEPEST: usize = 40;
    let mut path = path.to_path_buf();
    for _ in 0..DEEPEST {
        match fs::read_link(&path) {
            Ok(named) => path = path.with_file_name("").join(named),
            Err(_) => return Ok(path),
        }
    }
    // The system names a ring of links better.
    fs::metadata(&path).map(|_| path)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
        write_whole(path, |file| file.write_all(bytes))
    }

    fn entries(folder: &Path) -> usize {
        fs::read_dir(folder).unwrap().count()
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_links_and_files_keep_their_mode() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        symlink("second", at("first")).unwrap();
        symlink(at("file"), at("second")).unwrap();
        for bytes in [b"new", b"old"] {
            write(&at("first"), bytes).unwrap();
            assert_eq!(fs::read(at("file")).unwrap(), bytes);
            fs::set_permissions(at("file"), fs::Permissions::from_mode(0o640)).unwrap();
        }
        write(&at("first"), b"again").unwrap();
        let mode = fs::metadata(at("file")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
        assert!(fs::symlink_metadata(at("first")).unwrap().is_symlink());
        assert!(fs::symlink_metadata(at("second")).unwrap().is_symlink());
        assert!(!fs::symlink_metadata(at("file")).unwrap().is_symlink());
        symlink("ring", at("ring")).unwrap();
        assert!(write(&at("ring"), b"").is_err());
        assert_eq!(entries(folder.path()), 4);
    }

    /// As any other program would make it.
    #[cfg(unix)]
    #[test]
    fn a_new_file_has_the_usual_mode() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let mode = |name: &str| {
            let metadata = fs::metadata(folder.path().join(name)).unwrap();
            metadata.permissions().mode()
        };
        write(&folder.path().join("ours"), b"").unwrap();
        fs::write(folder.path().join("usual"), b"").unwrap();
        assert_eq!(mode("ours"), mode("usual"));
    }

    #[test]
    fn files_are_replaced_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("picture.svg");
        write(&path, b"first").unwrap();
        write(&path, b"second").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"second");
        let fails = write_whole(&path, |file| {
            file.write_all(b"th")?;
            Err(io::Error::other("no more"))
        });
        assert!(fails.is_err());
        assert_eq!(fs::read(&path).unwrap(), b"second");
        assert!(write(&folder.path().join("none/picture.svg"), b"").is_err());
        assert!(write(folder.path(), b"").is_err());
        assert_eq!(entries(folder.path()), 1);
    }

    #[test]
    fn a_name_that_is_taken_can_be_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        for expected in [None, Some(io::ErrorKind::AlreadyExists)] {
            let whole = WholeFile::create(&path).unwrap();
            let unfinished = whole.unfinished().unwrap();
            assert_eq!(unfinished.extension().unwrap(), UNFINISHED);
            assert_eq!(whole.finish_new().err().map(|error| error.kind()), expected);
            assert_eq!(entries(folder.path()), 1);
        }
    }
}
