//! `taquin play`, and the progress of other commands, in a pseudo-terminal: keys in, the screen that a person would see out.
#![cfg(unix)]

use std::io::{Read, Write};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, PtySize, native_pty_system};

use crate::support::{PATIENCE, TAQUIN, run, signal};

struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    keys: Box<dyn Write + Send>,
    output: Receiver<Vec<u8>>,
    screen: vt100::Parser,
    /// Closing it hangs up.
    _pty: Box<dyn portable_pty::MasterPty + Send>,
}

impl Terminal {
    fn play(args: &[&str], cols: u16, rows: u16) -> Terminal {
        Terminal::start(&[&["play"], args].concat(), cols, rows)
    }

    fn start(args: &[&str], cols: u16, rows: u16) -> Terminal {
        let size = PtySize {
            rows,
            cols,
            pixel_width: 0,
            pixel_height: 0,
        };
        let pty = native_pty_system().openpty(size).unwrap();
        let mut command = CommandBuilder::new(TAQUIN);
        command.args(args);
        command.env("TERM", "xterm-256color");
        command.env("TAQUIN_DB", "/nonexistent");
        let child = pty.slave.spawn_command(command).unwrap();
        drop(pty.slave);
        let mut reader = pty.master.try_clone_reader().unwrap();
        let (sender, output) = channel();
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(count) = reader.read(&mut buffer) {
                if count == 0 || sender.send(buffer[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        Terminal {
            child,
            keys: pty.master.take_writer().unwrap(),
            output,
            screen: vt100::Parser::new(rows.try_into().unwrap(), cols.try_into().unwrap(), 0),
            _pty: pty.master,
        }
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    fn kill(&self, name: &str) {
        signal(name, self.child.process_id().unwrap());
    }

    fn wait_until_stopped(&self) {
        let pid = self.child.process_id().unwrap().to_string();
        let deadline = Instant::now() + PATIENCE;
        while Instant::now() < deadline {
            let state = std::process::Command::new("ps")
                .args(["-o", "stat=", "-p", &pid])
                .output();
            if state.unwrap().stdout.starts_with(b"T") {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("the process does not stop");
    }

    /// Reads until the screen has a text.
    fn wait_for(&mut self, text: &str) -> String {
        self.wait_until(text, |screen| screen.contents().contains(text));
        self.screen.screen().contents()
    }

    /// Reads until the screen is as it should be.
    fn wait_until(&mut self, what: &str, is_so: impl Fn(&vt100::Screen) -> bool) {
        let deadline = Instant::now() + PATIENCE;
        while !is_so(self.screen.screen()) {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left) {
                Ok(bytes) => self.screen.process(&bytes),
                Err(error) => {
                    let screen = self.screen.screen().contents();
                    panic!("{error} waiting for {what:?}:\n{screen}");
                }
            }
        }
    }

    /// What stands on the screen in the end.
    fn ends(mut self) -> String {
        while let Ok(bytes) = self.output.recv_timeout(PATIENCE) {
            self.screen.process(&bytes);
        }
        self.screen.screen().contents()
    }

    /// The exit status, once the screen was given back.
    fn leaves(mut self) -> u32 {
        let status = self.child.wait().unwrap().exit_code();
        while let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(300)) {
            self.screen.process(&bytes);
        }
        let screen = self.screen.screen();
        assert!(!screen.alternate_screen(), "the screen is given back");
        assert!(!screen.hide_cursor(), "the cursor is shown");
        assert_eq!(
            screen.mouse_protocol_mode(),
            vt100::MouseProtocolMode::None,
            "the mouse is let go"
        );
        status
    }
}

#[test]
fn a_whole_solve_with_every_kind_of_key() {
    // 1 2 3/0 4 6/7 5 8 is solved by r, d, r of the blank: tiles 4, 5 and 8 move left, up, left.
    let mut terminal = Terminal::play(&["1 2 3/0 4 6/7 5 8"], 80, 24);
    terminal.wait_for("moves 0 (stm)");
    assert!(terminal.screen.screen().alternate_screen());
    terminal.press("\x1b[D");
    terminal.wait_for("moves 1 (stm)");
    terminal.press("w");
    terminal.wait_for("moves 2 (stm)");
    terminal.press("u");
    terminal.wait_for("moves 1 (stm)");
    terminal.press("k");
    terminal.wait_for("moves 2 (stm)");
    terminal.press("h");
    let screen = terminal.wait_for("solved!");
    assert!(
        screen.contains("moves 3 (stm)") && screen.contains("3 (mtm)"),
        "{screen}"
    );
    terminal.press("q");
    assert_eq!(terminal.leaves(), 0);
}

#[test]
fn a_scramble_is_solved_by_hint_and_watching() {
    let mut terminal = Terminal::play(&["3x3", "--seed", "1"], 80, 24);
    terminal.wait_for("taquin 3x3");
    terminal.press("?");
    terminal.wait_for("hint: move");
    terminal.press("v");
    terminal.wait_for("any key stops");
    terminal.press(" ");
    terminal.wait_until("nothing goes on", |screen| {
        !screen.contents().contains("any key stops")
    });
    terminal.press("v");
    let screen = terminal.wait_for("solved, with help");
    assert!(screen.contains("1") && screen.contains("(mtm)"), "{screen}");
    terminal.press("n");
    terminal.wait_for("moves 0 (stm)");
    terminal.press("\x03");
    assert_eq!(terminal.leaves(), 130);
}

#[test]
fn a_click_moves_a_run_of_tiles() {
    let mut terminal = Terminal::play(&["1 2 3/4 5 6/0 7 8"], 80, 24);
    terminal.wait_for("moves 0 (stm)");
    // The lower right cell: cells are ten columns wide and five rows high here. SGR mouse reports count from 1.
    terminal.press("\x1b[<0;28;14M");
    let screen = terminal.wait_for("solved!");
    assert!(
        screen.contains("moves 2 (stm)") && screen.contains("1 (mtm)"),
        "{screen}"
    );
    terminal.press("q");
    assert_eq!(terminal.leaves(), 0);
}

#[test]
fn a_small_window_is_told_and_can_be_left() {
    let mut terminal = Terminal::play(&["10x10"], 60, 20);
    terminal.wait_for("10x10 needs 69x22 or more");
    terminal.press("q");
    assert_eq!(terminal.leaves(), 0);
}

#[test]
fn a_signal_gives_the_terminal_back() {
    for name in ["TERM", "HUP", "INT", "QUIT"] {
        let mut terminal = Terminal::play(&["4x4"], 80, 24);
        terminal.wait_for("taquin 4x4");
        terminal.kill(name);
        assert_eq!(terminal.leaves(), 130, "{name}");
    }
}

#[test]
fn who_is_stopped_gives_the_terminal_back_and_takes_it_again() {
    let mut terminal = Terminal::play(&["1 2 3/0 4 6/7 5 8"], 80, 24);
    terminal.wait_for("moves 0 (stm)");
    for stop in ["by a signal", "by a key"] {
        match stop {
            "by a signal" => terminal.kill("TSTP"),
            _ => terminal.press("\x1a"),
        }
        terminal.wait_until("the screen is given back", |screen| {
            !screen.alternate_screen() && !screen.hide_cursor()
        });
        // A signal that comes before the process has stopped would be lost.
        terminal.wait_until_stopped();
        terminal.kill("CONT");
        terminal.wait_until(stop, |screen| {
            screen.alternate_screen() && screen.contents().contains("moves 0 (stm)")
        });
    }
    terminal.press("h");
    terminal.wait_for("moves 1 (stm)");
    terminal.press("\x1c");
    assert_eq!(terminal.leaves(), 130, "Ctrl-\\");
}

#[test]
fn the_clock_stops_with_the_process() {
    let mut terminal = Terminal::play(&["1 2 3/0 4 6/7 5 8"], 80, 24);
    terminal.wait_for("moves 0 (stm)");
    let begun = Instant::now();
    terminal.press("h");
    terminal.wait_for("moves 1 (stm)");
    terminal.press("\x1a");
    terminal.wait_until("the screen is given back", |s| !s.alternate_screen());
    terminal.wait_until_stopped();
    let stopped = Instant::now();
    std::thread::sleep(Duration::from_secs(4));
    let pause = stopped.elapsed();
    terminal.kill("CONT");
    terminal.wait_until("the game again", |screen| {
        screen.alternate_screen() && screen.contents().contains("time  ")
    });
    let screen = terminal.screen.screen().contents();
    let played = begun.elapsed() - pause;
    let shown = screen.split("time  ").nth(1).unwrap();
    let (minutes, seconds) = shown
        .split_whitespace()
        .next()
        .unwrap()
        .split_once(':')
        .unwrap();
    let number = |digits: &str| digits.parse::<u64>().unwrap();
    let shown = 60 * number(minutes) + number(seconds);
    assert!(shown <= played.as_secs(), "{screen}");
    terminal.press("q");
    assert_eq!(terminal.leaves(), 0);
}

#[test]
fn what_cannot_be_played() {
    for (args, status, word) in [
        (&["play", "11x11"][..], 2, "from 2x2 to 10x10"),
        (&["play", "1x4"], 2, "from 2x2 to 10x10"),
        (&["play", "1 2 3/4 5 6/8 7 0"], 1, "unsolvable"),
        (&["play", "3x3"], 2, "needs a terminal"),
        (&["play", "4"], 2, "needs a terminal"),
        (&["play", "1", "2", "3", "0"], 2, "needs a terminal"),
        (&["play", "clasic"], 2, "expected"),
    ] {
        let output = run(args);
        assert_eq!(output.status, status, "{args:?}");
        assert!(output.stderr.contains(word), "{}", output.stderr);
    }
}

#[test]
fn progress_leaves_nothing_between_what_is_printed() {
    // A walk of more than a second before each board, and a path that is told before its animation is drawn.
    let scramble = "scramble 4x4 --distance 66 -n 2 --seed 2 --threads 1";
    let render = "render @BOARD -o /dev/null --format gif --time 5s --threads 1";
    let folder = tempfile::tempdir().unwrap();
    let board = folder.path().join("board");
    let drawn = run(&["scramble", "40x40", "--seed", "1"]);
    std::fs::write(&board, drawn.stdout).unwrap();
    for (line, printed) in [(scramble, "/"), (render, "taquin: ")] {
        let line = line.replace("BOARD", board.to_str().unwrap());
        let args: Vec<&str> = line.split(' ').collect();
        let screen = Terminal::start(&args, 100, 24).ends();
        assert!(screen.contains(printed), "{screen}");
        for progress in [" walk, ", " nodes, ", "/s "] {
            assert!(!screen.contains(progress), "{screen}");
        }
    }
}
