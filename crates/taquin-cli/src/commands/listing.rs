//! `taquin solve --all` and `--slack`: every shortest path, or every one a little longer.

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::time::Instant;

use serde::Serialize;
use taquin::{Board, Error, Listing, Path, Solver, Stop};

use crate::args::SolveArgs;
use crate::exit::{Failure, Status, complain};
use crate::report::{JsonBoard, JsonText, json_line};

/// The paths of one board, in JSON.
#[derive(Serialize)]
struct Report<'a> {
    board: JsonBoard<'a>,
    goal: &'a str,
    metric: &'static str,
    solvable: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    longest: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lower_bound: Option<usize>,
    /// All paths, listed or not.
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u128>,
    #[serde(skip_serializing_if = "Option::is_none")]
    paths: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<JsonText<Stop>>,
    seconds: f64,
}

/// Lists the paths of a board: each on a line as it is found, or one JSON object.
pub(super) fn run(
    board: &Board,
    solver: &Solver,
    args: &SolveArgs,
    goal: &str,
    out: &mut dyn Write,
) -> Result<Status, Failure> {
    let started = Instant::now();
    let mut report = Report {
        board: JsonBoard(board),
        goal,
        metric: solver.chosen_metric().name(),
        solvable: true,
        reason: None,
        length: None,
        longest: None,
        lower_bound: None,
        count: None,
        paths: args.json.then(Vec::new),
        limit: None,
        seconds: 0.0,
    };
    let slack = args.slack.unwrap_or(0);
    let outcome = list(board, solver, args, slack, &mut report, out)?;
    let status = match outcome {
        Ok(listing) => {
            report.length = Some(listing.optimum);
            report.longest = Some(listing.longest);
            report.lower_bound = Some(listing.optimum);
            Status::Done
        }
        Err(Error::Stopped { stop, lower_bound }) => {
            report.lower_bound = Some(lower_bound);
            report.limit = Some(JsonText(stop));
            complain(format!(
                "{stop}: at least {lower_bound} moves needed ({}); paths may be missing",
                report.metric
            ));
            stop.into()
        }
        Err(Error::Unsolvable(reason)) => {
            report.solvable = false;
            report.reason = Some(reason.to_string());
            report.paths = None;
            complain(format!("unsolvable: {reason}"));
            if !args.json {
                writeln!(out, "unsolvable")?;
            }
            Status::Negative
        }
        Err(error) => return Err(Failure::input(error)),
    };
    if args.json {
        report.seconds = started.elapsed().as_secs_f64();
        json_line(out, &report)?;
    }
    Ok(status)
}

/// Counts where somebody will read the count, then lists. Failures to write come first, those to solve second.
fn list(
    board: &Board,
    solver: &Solver,
    args: &SolveArgs,
    slack: usize,
    report: &mut Report<'_>,
    out: &mut dyn Write,
) -> io::Result<Result<Listing, Error>> {
    let summary = !args.json && io::stdout().is_terminal();
    if summary || args.json {
        match solver.count_paths(board, slack) {
            Err(error) => return Ok(Err(error)),
            Ok((listing, count)) => {
                report.count = Some(count);
                if summary {
                    let Listing { optimum, longest } = listing;
                    let plural = if count == 1 { "path" } else { "paths" };
                    let moves = if longest == optimum {
                        format!("{optimum} moves, optimal")
                    } else {
                        format!("{optimum} to {longest} moves")
                    };
                    writeln!(out, "{count} {plural} of {moves} ({})", report.metric)?;
                }
            }
        }
    }
    let mut left = args.limit.unwrap_or(u64::MAX);
    if left == 0 {
        return Ok(solver.paths(board, slack, |_| ControlFlow::Break(())));
    }
    let mut written = Ok(());
    let result = solver.paths(board, slack, |path: &Path| {
        let moves = args.notation.write(path, board);
        match &mut report.paths {
            Some(paths) => paths.push(moves),
            None => written = writeln!(out, "{moves}"),
        }
        left -= 1;
        if left == 0 || written.is_err() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    written.map(|()| result)
}
