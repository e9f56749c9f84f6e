//! What long work shows on a terminal, and the JSON forms of boards and answers.

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::{Serialize, Serializer};
use taquin::{Board, Progress};

use crate::args::BoardFormat;
use crate::exit::{Status, complain};
use crate::interrupt;

/// The line on the screen, for those who write over it.
static SHOWN: Mutex<Option<ProgressBar>> = Mutex::new(None);

fn shown() -> MutexGuard<'static, Option<ProgressBar>> {
    SHOWN.lock().unwrap_or_else(PoisonError::into_inner)
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

/// Work that ends sooner shows no progress.
const SHOW_AFTER: Duration = Duration::from_secs(1);

/// A progress line on stderr: only on a terminal, and only for work over a second.
#[derive(Clone)]
pub(crate) struct ProgressLine {
    bar: ProgressBar,
}

impl ProgressLine {
    /// A line that shows nothing yet; nothing ever if `quiet` or where stderr is no terminal.
    pub(crate) fn new(quiet: bool) -> ProgressLine {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        if !quiet && io::stderr().is_terminal() {
            let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}");
            if let Ok(style) = style {
                bar.set_style(style);
            }
            bar.reset_elapsed();
            return ProgressLine { bar };
        }
        bar.finish();
        ProgressLine { bar }
    }

    /// Shows a report; `Break` once Ctrl-C was pressed. The callback of a solver.
    pub(crate) fn update(&self, progress: &Progress) -> ControlFlow<()> {
        if !self.bar.is_finished() && progress.elapsed >= SHOW_AFTER {
            if self.bar.is_hidden() {
                self.bar.set_draw_target(ProgressDrawTarget::stderr());
                *shown() = Some(self.bar.clone());
            }
            self.bar.set_message(describe(progress));
            self.bar.tick();
        }
        interrupt::check()
    }

    /// Takes the line off the screen.
    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
        *shown() = None;
    }
}

/// `search, 12 %, bound 54, 120,000,000 nodes, 15,000,000/s, 2m left`, with what is known.
fn describe(progress: &Progress) -> String {
    let mut parts = vec![progress.phase.to_string()];
    if let Some(fraction) = progress.fraction {
        parts.push(format!("{:.0} %", 100.0 * fraction));
    }
    if let Some(bound) = progress.bound {
        parts.push(format!("bound {bound}"));
    }
    if let Some(best) = progress.best {
        parts.push(format!("best {best}"));
    }
    if progress.expanded > 0 {
        let rate = progress.expanded as f64 / progress.elapsed.as_secs_f64().max(1e-9);
        parts.push(format!(
            "{} nodes, {}/s",
            HumanCount(progress.expanded),
            HumanCount(rate as u64)
        ));
    }
    if let Some(left) = progress.left {
        let seconds = Duration::from_secs(left.as_secs());
        parts.push(format!("{} left", humantime::format_duration(seconds)));
    }
    parts.join(", ")
}

/// A board as nested JSON arrays.
pub(crate) struct JsonBoard<'a>(pub(crate) &'a Board);

impl Serialize for JsonBoard<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(
            self.0
                .rows()
                .map(|row| row.iter().map(|tile| tile.0).collect::<Vec<u32>>()),
        )
    }
}

/// A value that prints as its display text.
pub(crate) struct JsonText<T>(pub(crate) T);

impl<T: std::fmt::Display> Serialize for JsonText<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

/// One JSON object on a line.
pub(crate) fn json_line(out: &mut dyn io::Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    out.write_all(b"\n")
}

/// What could not be answered, as a JSON object on a line.
pub(crate) fn json_error(out: &mut dyn io::Write, message: &str) -> io::Result<()> {
    #[derive(Serialize)]
    struct Error<'a> {
        error: &'a str,
    }
    json_line(out, &Error { error: message })
}

/// Tells of a board that cannot be used, in JSON also where its answer would be; the others go on.
pub(crate) fn bad_board(out: &mut dyn io::Write, json: bool, message: &str) -> io::Result<Status> {
    if json {
        json_error(out, message)?;
    }
    complain(message);
    Ok(Status::BadInput)
}

/// A board as rows of right-aligned tiles, each row on a line.
pub(crate) fn write_grid(out: &mut dyn io::Write, board: &Board) -> io::Result<()> {
    let width = (board.tiles().len() - 1).to_string().len();
    for row in board.rows() {
        for (col, tile) in row.iter().enumerate() {
            let space = if col > 0 { " " } else { "" };
            write!(out, "{space}{tile:>width$}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// A board in a format; those of several lines end with their last row's newline, the others without one.
pub(crate) fn write_board(
    out: &mut dyn io::Write,
    board: &Board,
    format: BoardFormat,
) -> io::Result<()> {
    match format {
        BoardFormat::Rows => write!(out, "{board}"),
        BoardFormat::Grid => write_grid(out, board),
        BoardFormat::Sized => {
            let size = board.size();
            if size.is_square() {
                writeln!(out, "{}", size.rows())?;
            } else {
                writeln!(out, "{} {}", size.rows(), size.cols())?;
            }
            write_grid(out, board)
        }
        BoardFormat::List => serde_json::to_writer(out, &JsonBoard(board)).map_err(io::Error::from),
        BoardFormat::Run => {
            let digit = |tile: &taquin::Tile| char::from_digit(tile.0, 36).unwrap_or('?');
            let run: String = board.tiles().iter().map(digit).collect();
            out.write_all(run.as_bytes())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin::Phase;

    #[test]
    fn a_report_says_what_is_known() {
        let mut progress = Progress::of(Phase::Search);
        progress.elapsed = Duration::from_secs(2);
        assert_eq!(describe(&progress), "search");
        progress.expanded = 3_000_000;
        progress.bound = Some(54);
        progress.fraction = Some(0.5);
        assert_eq!(
            describe(&progress),
            "search, 50 %, bound 54, 3,000,000 nodes, 1,500,000/s"
        );
        progress.left = Some(Duration::from_millis(61_500));
        assert!(describe(&progress).ends_with("/s, 1m 1s left"));
    }
    #[test]
    fn every_format_is_read_back() {
        use clap::ValueEnum;
        for text in ["1 2 3/4 5 6/7 0 8", "3 1 2/5 4 0", "1 0/", "2/0/1"] {
            let board: Board = text.parse().unwrap();
            for &format in BoardFormat::value_variants() {
                if format == BoardFormat::Run && !board.size().is_square() {
                    continue;
                }
                let mut written = Vec::new();
                write_board(&mut written, &board, format).unwrap();
                let written = String::from_utf8(written).unwrap();
                let size = (board.size().rows() == 1).then_some(board.size());
                assert_eq!(
                    taquin::parse_board(&written, size),
                    Ok(board.clone()),
                    "{written}"
                );
            }
        }
        let board: Board = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0".parse().unwrap();
        let mut written = Vec::new();
        write_board(&mut written, &board, BoardFormat::Run).unwrap();
        assert_eq!(written, b"123456789abcdef0");
    }
}
