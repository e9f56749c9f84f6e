//! `taquin compare`: every algorithm with every heuristic, on one board.

use std::io::Write;
use std::time::Instant;

use serde::Serialize;
use taquin::{Engine, Error, Limits, Solver, solvability};

use crate::args::CompareArgs;
use crate::exit::{Failure, Status};
use crate::goal;
use crate::input;
use crate::interrupt;
use crate::progress::ProgressLine;
use crate::report::{JsonText, json_line};

#[derive(Serialize)]
struct Row {
    engine: JsonText<Engine>,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<usize>,
    lower_bound: usize,
    expanded: u64,
    generated: u64,
    peak_stored: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<String>,
}

pub(crate) fn run(args: &CompareArgs, out: &mut dyn Write) -> Result<Status, Failure> {
    let goal = goal::parse(&args.goal.goal, args.goal.size)?;
    let source = input::only_source(&args.board)?;
    let board = source.board(args.goal.size)?;
    let limits = Limits {
        time: Some(args.time),
        memory: Some(args.memory.as_u64()),
        ..Limits::default()
    };
    let home = goal.board(board.size()).map_err(Failure::input)?;
    let verdict = solvability(&board, &home).map_err(Failure::input)?;
    if let Some(reason) = verdict.obstacle() {
        return unsolvable(args, &reason.to_string(), out);
    }
    let solver = Solver::new().goal(goal).metric(args.metric).limits(limits);
    if !args.json {
        writeln!(
            out,
            "{:<26} {:>6} {:>13} {:>13} {:>13} {:>10}",
            "algorithm", "moves", "expanded", "generated", "peak states", "seconds"
        )?;
    }
    let mut status = Status::Done;
    for engine in Engine::all().filter(|engine| engine.is_optimal()) {
        let progress = ProgressLine::new(args.quiet);
        let line = progress.clone();
        let solver = solver
            .clone()
            .engine(engine)
            .on_progress(move |p| line.update(p));
        let started = Instant::now();
        let result = solver.solve(&board);
        progress.clear();
        let seconds = started.elapsed().as_secs_f64();
        let row = match result {
            Ok(answer) => {
                let stats = answer.stats();
                if answer.stop().is_some() {
                    status = status.and(Status::Limit);
                }
                Row {
                    engine: JsonText(engine),
                    length: answer.length(),
                    lower_bound: answer.lower_bound(),
                    expanded: stats.expanded,
                    generated: stats.generated,
                    peak_stored: stats.peak_stored,
                    seconds,
                    limit: answer.stop().map(|stop| stop.to_string()),
                }
            }
            Err(Error::Unsupported { .. }) => continue,
            Err(error) => return Err(Failure::input(error)),
        };
        if args.json {
            json_line(out, &row)?;
        } else {
            row.write(out)?;
        }
        out.flush()?;
        if interrupt::requested() {
            return Ok(Status::Interrupted);
        }
    }
    Ok(status)
}

fn unsolvable(args: &CompareArgs, reason: &str, out: &mut dyn Write) -> Result<Status, Failure> {
    #[derive(Serialize)]
    struct Unsolvable<'a> {
        solvable: bool,
        reason: &'a str,
    }
    if args.json {
        let solvable = false;
        json_line(out, &Unsolvable { solvable, reason })?;
    } else {
        writeln!(out, "unsolvable: {reason}")?;
    }
    Ok(Status::Negative)
}

impl Row {
    fn write(&self, out: &mut dyn Write) -> std::io::Result<()> {
        let moves = match self.length {
            Some(length) => length.to_string(),
            None => format!("≥ {}", self.lower_bound),
        };
        write!(
            out,
            "{:<26} {:>6} {:>13} {:>13} {:>13} {:>10.4}",
            self.engine.0.to_string(),
            moves,
            self.expanded,
            self.generated,
            self.peak_stored,
            self.seconds
        )?;
        match &self.limit {
            Some(limit) => writeln!(out, "  {limit}"),
            None => writeln!(out),
        }
    }
}
