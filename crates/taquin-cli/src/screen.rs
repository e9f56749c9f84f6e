//! The terminal shared by the progress line and whatever else is printed.

use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use indicatif::ProgressBar;

/// The line on the screen, for those who write over it.
static SHOWN: Mutex<Option<ProgressBar>> = Mutex::new(None);

fn shown() -> MutexGuard<'static, Option<ProgressBar>> {
    SHOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Says which line is on the screen, if one is.
pub(crate) fn show(line: Option<ProgressBar>) {
    *shown() = line;
}

/// Writes to the terminal where the progress line stands, which goes on below.
pub(crate) fn over_progress<T>(write: impl FnOnce() -> T) -> T {
    let bar = shown().clone();
    match bar {
        Some(bar) => bar.suspend(write),
        None => write(),
    }
}

/// Standard output, which takes the progress line off the screen where both are on it.
pub(crate) struct Stdout {
    stdout: io::Stdout,
    is_terminal: bool,
}

impl Stdout {
    pub(crate) fn new() -> Stdout {
        let stdout = io::stdout();
        let is_terminal = stdout.is_terminal();
        Stdout {
            stdout,
            is_terminal,
        }
    }
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_terminal {
            over_progress(|| self.stdout.write(bytes))
        } else {
            self.stdout.write(bytes)
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stdout.flush()
    }
}
