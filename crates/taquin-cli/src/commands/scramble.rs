//! `taquin scramble`: random boards, a line each.

use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};

use serde::Serialize;
use taquin::{AtDistance, Board, Limits, ScrambleError, Scrambler, Solver, Stop, Watch};

use crate::args::ScrambleArgs;
use crate::databases;
use crate::exit::{Failure, Status, complain};
use crate::goal;
use crate::interrupt;
use crate::progress::ProgressLine;
use crate::report::{BoardFormat, JsonBoard, JsonText, json_line, write_board};

pub(crate) fn run(args: &ScrambleArgs, out: &mut dyn Write) -> Result<Status, Failure> {
    let goal = goal::parse(&args.goal, Some(args.size))?;
    let name = goal.to_string();
    let home = goal.board(args.size).map_err(Failure::input)?;
    if args.format == BoardFormat::Run && !(args.size.is_square() && args.size.cells() <= 36) {
        return Err(Failure::input(format!(
            "--format run writes squares of up to 36 cells, not {}",
            args.size
        )));
    }
    // From the system where none is given; --json tells it, so that the boards can be had again.
    let seed = args
        .draw
        .seed
        .unwrap_or_else(|| RandomState::new().hash_one(0) >> 32);
    let progress = ProgressLine::new(args.quiet);
    let line = progress.clone();
    let on_progress = |p: &taquin::Progress| progress.update(p);
    let limits = args.limits.limits();
    let watch = Watch::new(limits, Some(&on_progress));
    let solver = databases::used_by(Solver::new())
        .goal(goal)
        .metric(args.metric)
        .limits(limits)
        .on_progress(move |p| line.update(p));
    let printer = Printer {
        args,
        goal: &name,
        seed,
        solver: &solver,
        limits,
        watch: &watch,
    };
    let drawn = draw(args, &home, seed, &printer, out);
    progress.clear();
    drawn
}

/// Draws and prints, many boards at a time where that is cheaper.
fn draw(
    args: &ScrambleArgs,
    home: &Board,
    seed: u64,
    printer: &Printer<'_>,
    out: &mut dyn Write,
) -> Result<Status, Failure> {
    let watch = printer.watch;
    let distance = args
        .draw
        .distance
        .map(|distance| AtDistance::new(home, distance, printer.solver, watch));
    let distance = distance.transpose().map_err(stopped)?;
    let most = match &distance {
        Some(boards) if boards.is_listed() => AtDistance::BATCH,
        _ => 1,
    };
    let mut scrambler = Scrambler::new(seed);
    let mut status = Status::Done;
    let mut left = args.draw.count;
    while left > 0 {
        let count = left.min(most);
        let drawn = match (&distance, args.moves) {
            (Some(boards), _) => scrambler.at_distance(boards, count, watch),
            (None, Some(moves)) => scrambler.walk(home, moves, watch).map(|board| vec![board]),
            (None, None) => match scrambler.uniform_within(home, watch) {
                Ok(board) => Ok(vec![board]),
                Err(stop) => Err(stop.into()),
            },
        };
        for board in drawn.map_err(stopped)? {
            status = status.and(printer.print(&board, out)?);
            if interrupt::check().is_break() {
                return Ok(Status::Interrupted);
            }
        }
        // What is found by search is shown as it is found.
        if distance.is_some() {
            out.flush()?;
        }
        left -= count;
    }
    Ok(status)
}

fn stopped(error: ScrambleError) -> Failure {
    match error {
        ScrambleError::Stopped(stop) => Failure::ended(stop, error),
        ScrambleError::NotFound { .. } => Failure::ended(Status::Limit, error),
        _ => Failure::input(error),
    }
}

/// A board in JSON.
#[derive(Serialize)]
struct Row<'a> {
    board: JsonBoard<'a>,
    goal: &'a str,
    seed: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    metric: Option<&'static str>,
    /// Where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    distance: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    optimal: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lower_bound: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<JsonText<Stop>>,
}

struct Printer<'a> {
    args: &'a ScrambleArgs,
    goal: &'a str,
    seed: u64,
    solver: &'a Solver,
    limits: Limits,
    watch: &'a Watch<'a>,
}

impl Printer<'_> {
    fn print(&self, board: &Board, out: &mut dyn Write) -> Result<Status, Failure> {
        let args = self.args;
        let mut status = Status::Done;
        let mut row = Row {
            board: JsonBoard(board),
            goal: self.goal,
            seed: self.seed,
            metric: None,
            distance: args.draw.distance,
            length: None,
            optimal: None,
            lower_bound: None,
            moves: None,
            limit: None,
        };
        if args.draw.distance.is_some() || args.with_solution {
            row.metric = Some(args.metric.name());
        }
        if args.with_solution {
            let solver = self.solver.clone().limits(Limits {
                time: self.watch.remaining(),
                ..self.limits
            });
            let answer = solver.solve(board).map_err(Failure::input)?;
            row.length = answer.length();
            row.optimal = answer.path().map(|_| answer.is_optimal());
            row.moves = answer.path().map(|path| args.notation.write(path, board));
            if let Some(stop) = answer.stop() {
                complain(format!(
                    "{stop}: at least {} moves needed ({})",
                    answer.lower_bound(),
                    args.metric
                ));
                status = stop.into();
                row.limit = Some(JsonText(stop));
                row.lower_bound = Some(answer.lower_bound());
            }
        }
        if args.json {
            json_line(out, &row)?;
        } else {
            self.text(board, row.moves.as_deref(), out)?;
        }
        Ok(status)
    }

    /// The board, and its solution behind a tab or, under a board of several lines, on a line.
    fn text(&self, board: &Board, moves: Option<&str>, out: &mut dyn Write) -> io::Result<()> {
        let format = self.args.format;
        write_board(out, board, format)?;
        let several = matches!(format, BoardFormat::Grid | BoardFormat::Sized);
        if self.args.with_solution {
            let between = if several { "" } else { "\t" };
            write!(out, "{between}{}", moves.unwrap_or("unknown"))?;
        }
        if several && self.args.with_solution {
            writeln!(out)?;
        }
        writeln!(out)
    }
}
