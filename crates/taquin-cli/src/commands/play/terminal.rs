//! The terminal, taken over and given back on every way out, a panic included.

use std::io::{self, Stdout, Write};
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crossterm::cursor::Show;
use crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use crossterm::execute;
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
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
        let mut taken = Taken {
            terminal: Terminal::new(CrosstermBackend::new(io::stdout()))?,
        };
        // Where this fails, what was taken is given back.
        taken.enter()?;
        Ok(taken)
    }

    fn enter(&mut self) -> io::Result<()> {
        enable_raw_mode()?;
        execute!(
            self.terminal.backend_mut(),
            EnterAlternateScreen,
            EnableMouseCapture,
            Clear(ClearType::All)
        )
    }

    /// Stops the process as Ctrl-Z does, with the terminal given back meanwhile.
    #[cfg(unix)]
    pub(super) fn suspend(&mut self) -> io::Result<()> {
        give_back();
        signal_hook::low_level::emulate_default_handler(libc::SIGTSTP)?;
        // One that knows of nothing on the screen, and so draws all.
        self.terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
        self.enter()
    }

    /// Only Unix can stop a process.
    #[cfg(not(unix))]
    pub(super) fn suspend(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The signals that would end or stop the process while the terminal is taken. Those to end it politely, SIGTERM and SIGHUP
/// among them, are [`crate::interrupt`]'s.
#[derive(Default)]
pub(super) struct Signals {
    quit: Arc<AtomicBool>,
    stop: Arc<AtomicBool>,
}

impl Signals {
    /// Listens from now on.
    pub(super) fn listen() -> io::Result<Signals> {
        let signals = Signals::default();
        #[cfg(unix)]
        {
            use signal_hook::flag::register;
            register(libc::SIGQUIT, Arc::clone(&signals.quit))?;
            register(libc::SIGTSTP, Arc::clone(&signals.stop))?;
        }
        Ok(signals)
    }

    /// Whether SIGQUIT (Ctrl-\ elsewhere) came.
    pub(super) fn quit(&self) -> bool {
        self.quit.load(Ordering::Relaxed)
    }

    /// Whether SIGTSTP came since this was asked last.
    pub(super) fn stop(&self) -> bool {
        self.stop.swap(false, Ordering::Relaxed)
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

    /// Runs itself in a pseudo-terminal, where it panics with the terminal taken.
    #[cfg(unix)]
    #[test]
    fn a_panic_gives_the_terminal_back_before_its_message() {
        use std::io::Read;

        use portable_pty::{CommandBuilder, PtySize, native_pty_system};

        const INSIDE: &str = "TAQUIN_TEST_PANIC";
        const NAME: &str =
            "commands::play::terminal::tests::a_panic_gives_the_terminal_back_before_its_message";
        if std::env::var_os(INSIDE).is_some() {
            let _taken = Taken::take().unwrap();
            // Not the player: the game goes on.
            let helper = thread::spawn(|| panic!("the helper's message"));
            assert!(helper.join().is_err());
            print!("still taken");
            panic!("the player's message");
        }
        let size = PtySize {
            rows: 24,
            cols: 100,
            pixel_width: 0,
            pixel_height: 0,
        };
        let pty = native_pty_system().openpty(size).unwrap();
        let mut command = CommandBuilder::new(std::env::current_exe().unwrap());
        command.args([NAME, "--exact", "--nocapture"]);
        command.env(INSIDE, "1");
        // A long one would push the message off the screen.
        command.env("RUST_BACKTRACE", "0");
        let mut child = pty.slave.spawn_command(command).unwrap();
        drop(pty.slave);
        let mut reader = pty.master.try_clone_reader().unwrap();
        let mut screen = vt100::Parser::new(24.try_into().unwrap(), 100.try_into().unwrap(), 0);
        let (mut seen, mut taken) = (Vec::new(), false);
        let mut buffer = [0; 256];
        // The end of a pseudo-terminal is an error on some systems.
        while let Ok(count @ 1..) = reader.read(&mut buffer) {
            for &byte in &buffer[..count] {
                screen.process(&[byte]);
                taken |= screen.screen().alternate_screen();
            }
            seen.extend_from_slice(&buffer[..count]);
        }
        assert!(!child.wait().unwrap().success());
        assert!(taken, "the screen was taken");
        let screen = screen.screen();
        assert!(!screen.alternate_screen() && !screen.hide_cursor());
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        let seen = String::from_utf8_lossy(&seen);
        assert!(seen.contains("still taken"), "{seen}");
        assert!(!seen.contains("the helper's message"), "{seen}");
        // On the screen that came back, lines begin at the left again.
        let shown = screen.contents();
        assert!(shown.contains("the player's message"), "{shown}");
        let lines: Vec<&str> = shown.lines().collect();
        let at = lines
            .iter()
            .position(|line| line.contains("the player's message"));
        assert!(
            lines[at.unwrap()].starts_with("the player's message"),
            "{shown}"
        );
    }

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
