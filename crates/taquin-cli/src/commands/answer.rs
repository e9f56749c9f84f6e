//! How the answer to one board is written: as moves, with a summary, or in JSON.

use std::io::{self, Write};
use std::time::Instant;

use serde::Serialize;
use taquin::{Board, Error, Notation, Path, Solution, Solver, Stop};

use crate::exit::{Failure, Status, complain};
use crate::report::{JsonBoard, JsonText, json_line, write_grid};

/// How answers are written.
pub(super) struct Answer {
    pub(super) notation: Notation,
    /// Whether the board after every move follows.
    pub(super) boards: bool,
    pub(super) json: bool,
    /// Whether a line such as `19 moves, optimal (stm)` precedes the moves.
    pub(super) summary: bool,
    pub(super) goal: String,
}

/// One solved, refused or unfinished board.
#[derive(Serialize)]
pub(super) struct Report<'a> {
    board: JsonBoard<'a>,
    goal: &'a str,
    metric: &'static str,
    solvable: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    optimal: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lower_bound: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    boards: Option<Vec<Vec<Vec<u32>>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<JsonText<Stop>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    engine: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expanded: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    generated: Option<u64>,
    seconds: f64,
    #[serde(skip)]
    path: Option<Path>,
}

impl<'a> Report<'a> {
    /// What a solve said; a failure where it cannot be done at all.
    pub(super) fn new(
        board: &'a Board,
        solver: &Solver,
        answer: &'a Answer,
        result: Result<Solution, Error>,
        started: Instant,
    ) -> Result<Report<'a>, Failure> {
        let metric = solver.chosen_metric();
        let mut report = Report {
            board: JsonBoard(board),
            goal: &answer.goal,
            metric: metric.name(),
            solvable: true,
            reason: None,
            length: None,
            optimal: None,
            lower_bound: None,
            moves: None,
            boards: None,
            limit: None,
            engine: None,
            expanded: None,
            generated: None,
            seconds: started.elapsed().as_secs_f64(),
            path: None,
        };
        let (stats, engine) = match result {
            Ok(solution) => {
                report.lower_bound = Some(solution.lower_bound());
                let known = (solution.stats(), solution.engine());
                report.path = Some(solution.into_path());
                known
            }
            Err(Error::Limit(limit)) => {
                report.lower_bound = Some(limit.lower_bound);
                report.limit = Some(JsonText(limit.stop));
                report.path = limit.best;
                (limit.stats, limit.engine)
            }
            Err(Error::Unsolvable(reason)) => {
                report.solvable = false;
                report.reason = Some(reason.to_string());
                return Ok(report);
            }
            Err(error) => return Err(Failure::input(error)),
        };
        report.engine = Some(engine.to_string());
        report.expanded = Some(stats.expanded);
        report.generated = Some(stats.generated);
        report.optimal = Some(false);
        if let Some(path) = &report.path {
            let length = path.length(metric);
            report.length = Some(length);
            report.optimal = Some(report.lower_bound == Some(length));
            report.moves = Some(answer.notation.write(path, board));
            if answer.boards && answer.json {
                report.boards = Some(board_sequence(board, path).map(|b| rows(&b)).collect());
            }
        }
        Ok(report)
    }

    pub(super) fn status(&self) -> Status {
        match &self.limit {
            _ if !self.solvable => Status::Negative,
            Some(JsonText(stop)) => (*stop).into(),
            None => Status::Done,
        }
    }

    /// Says on stderr why there is no path.
    pub(super) fn complain_unsolvable(&self) {
        if let Some(reason) = &self.reason {
            complain(format!("unsolvable: {reason}"));
        }
    }

    /// Says on stderr, after a place in the input or nothing, that a limit was reached.
    pub(super) fn complain_limit(&self, place: &str) {
        if let Some(JsonText(stop)) = &self.limit {
            let bound = self.lower_bound.unwrap_or(0);
            let metric = self.metric;
            let known = match self.length {
                Some(length) => format!(", {length} known to suffice"),
                None => String::new(),
            };
            complain(format!(
                "{place}{stop}: at least {bound} moves needed{known} ({metric})"
            ));
        }
    }

    /// Writes the answer: one line, in JSON or as moves alone; on a terminal with a summary.
    pub(super) fn write(&self, answer: &Answer, out: &mut dyn Write) -> io::Result<()> {
        if answer.json {
            return json_line(out, self);
        }
        let Some(moves) = &self.moves else {
            // A line for each board, so that answers can be paired with their boards.
            let word = if self.solvable {
                "unknown"
            } else {
                "unsolvable"
            };
            return writeln!(out, "{word}");
        };
        if answer.summary {
            let length = self.length.unwrap_or(0);
            let plural = if length == 1 { "move" } else { "moves" };
            let proof = match self.lower_bound {
                Some(bound) if bound < length => format!("at least {bound} needed"),
                _ => "optimal".into(),
            };
            writeln!(out, "{length} {plural}, {proof} ({})", self.metric)?;
        }
        writeln!(out, "{moves}")?;
        if answer.boards
            && let Some(path) = &self.path
        {
            for board in board_sequence(self.board.0, path) {
                writeln!(out)?;
                write_grid(out, &board)?;
            }
        }
        Ok(())
    }
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

fn rows(board: &Board) -> Vec<Vec<u32>> {
    board
        .rows()
        .map(|row| row.iter().map(|tile| tile.0).collect())
        .collect()
}
