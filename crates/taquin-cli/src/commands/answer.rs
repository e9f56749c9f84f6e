//! How the answer to one board is written: as moves, with a summary, or in JSON.

use std::io::{self, Write};
use std::time::Instant;

use taquin::{Answer, Board, Error, Goal, Metric, Notation, Path, Record, Solver};

use crate::exit::{Failure, Status, complain};
use crate::report::{json_line, write_grid};

/// How answers are written.
pub(super) struct Style {
    pub(super) notation: Notation,
    /// Whether the board after every move follows.
    pub(super) boards: bool,
    pub(super) json: bool,
    /// Whether a line such as `19 moves, optimal (stm)` precedes the moves.
    pub(super) summary: bool,
    pub(super) goal: Goal,
}

/// One solved, refused or unfinished board.
pub(super) struct Report<'a> {
    board: &'a Board,
    style: &'a Style,
    metric: Metric,
    /// Either an answer, or that there is none because the board is unsolvable.
    result: Result<Answer, Error>,
    seconds: f64,
}

impl<'a> Report<'a> {
    /// What a solve said; a failure where it cannot be done at all.
    pub(super) fn new(
        board: &'a Board,
        solver: &Solver,
        style: &'a Style,
        result: Result<Answer, Error>,
        started: Instant,
    ) -> Result<Report<'a>, Failure> {
        match result {
            Ok(_) | Err(Error::Unsolvable(_)) => Ok(Report {
                board,
                style,
                metric: solver.chosen_metric(),
                result,
                seconds: started.elapsed().as_secs_f64(),
            }),
            Err(error) => Err(Failure::input(error)),
        }
    }

    pub(super) fn status(&self) -> Status {
        match &self.result {
            Ok(answer) => answer.stop().map_or(Status::Done, Status::from),
            Err(_) => Status::Negative,
        }
    }

    /// Says on stderr why there is no path.
    pub(super) fn complain_unsolvable(&self) {
        if let Err(error) = &self.result {
            complain(error);
        }
    }

    /// Says on stderr, after a place in the input or nothing, that a limit was reached.
    pub(super) fn complain_limit(&self, place: &str) {
        let Ok(answer) = &self.result else { return };
        if let Some(stop) = answer.stop() {
            complain(format!("{place}{}", known(answer, &stop)));
        }
    }

    /// Writes the answer: one line, in JSON or as moves alone; on a terminal with a summary.
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.style.json {
            return json_line(out, &self.record());
        }
        let path = match &self.result {
            Err(_) => None,
            Ok(answer) => answer.path().zip(answer.length()),
        };
        let Some((path, length)) = path else {
            // A line for each board, so that answers can be paired with their boards.
            let word = if self.result.is_ok() {
                "unknown"
            } else {
                "unsolvable"
            };
            return writeln!(out, "{word}");
        };
        if let (true, Ok(answer)) = (self.style.summary, &self.result) {
            let plural = if length == 1 { "move" } else { "moves" };
            let proof = if answer.is_optimal() {
                "optimal".into()
            } else {
                format!("at least {} needed", answer.lower_bound())
            };
            writeln!(out, "{length} {plural}, {proof} ({})", self.metric)?;
        }
        writeln!(out, "{}", self.style.notation.write(path, self.board))?;
        if self.style.boards {
            for board in board_sequence(self.board, path) {
                writeln!(out)?;
                write_grid(out, &board)?;
            }
        }
        Ok(())
    }

    fn record(&self) -> Record {
        let Style { goal, notation, .. } = self.style;
        let record = Record::new(
            self.board,
            goal,
            self.metric,
            *notation,
            &self.result,
            self.seconds,
        );
        let record = record.expect("other errors are no reports");
        match &self.result {
            Ok(answer) if self.style.boards => match answer.path() {
                Some(path) => {
                    let boards: Vec<Board> = board_sequence(self.board, path).collect();
                    record.with_boards(&boards)
                }
                None => record,
            },
            _ => record,
        }
    }
}

/// `time limit reached: at least 92 moves needed, 104 known to suffice (stm)`.
pub(super) fn known(answer: &Answer, stop: &taquin::Stop) -> String {
    let suffice = match answer.length() {
        Some(length) => format!(", {length} known to suffice"),
        None => String::new(),
    };
    let (bound, metric) = (answer.lower_bound(), answer.metric());
    format!("{stop}: at least {bound} moves needed{suffice} ({metric})")
}

/// The start and the board after every step.
fn board_sequence<'a>(start: &Board, path: &'a Path) -> impl Iterator<Item = Board> + use<'a> {
    let mut board = start.clone();
    let after = path.iter().copied().map(move |step| {
        board.step(step);
        board.clone()
    });
    std::iter::once(start.clone()).chain(after)
}
