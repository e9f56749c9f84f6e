//! The terminal, taken over and given back on every way out, a panic included.

use std::io::{self, Stdout, Write};
use std::panic;
use std::thread;

use crossterm::cursor::Show;
use crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use crossterm::execute;
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;

/// The terminal while it is ours.
pub(super) struct Taken {
    pub(super) terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Taken {
    /// Takes the terminal over: raw mode, a screen of its own, the mouse.
    pub(super) fn take() -> io::Result<Taken> {
        // A panic's message is for the screen that comes back. Where the solver's thread panics, the game goes on without it.
        let (before, player) = (panic::take_hook(), thread::current().id());
        panic::set_hook(Box::new(move |info| {
            if thread::current().id() == player {
                give_back();
                before(info);
            }
        }));
        enable_raw_mode()?;
        // From here on, whatever fails, what was taken is given back.
        let mut taken = Taken {
            terminal: Terminal::new(CrosstermBackend::new(io::stdout())).inspect_err(|_| {
                give_back();
            })?,
        };
        execute!(
            taken.terminal.backend_mut(),
            EnterAlternateScreen,
            EnableMouseCapture
        )?;
        Ok(taken)
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        give_back();
    }
}

/// Nothing can be done where this fails.
fn give_back() {
    let _ = disable_raw_mode();
    let _ = write_give_back(&mut io::stdout());
}

fn write_give_back(out: &mut impl Write) -> io::Result<()> {
    execute!(out, DisableMouseCapture, LeaveAlternateScreen, Show)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_is_given_back() {
        let mut written = Vec::new();
        write_give_back(&mut written).unwrap();
        let written = String::from_utf8(written).unwrap();
        for sequence in ["\x1b[?1049l", "\x1b[?25h", "\x1b[?1000l"] {
            assert!(written.contains(sequence), "{written:?}");
        }
    }
}
