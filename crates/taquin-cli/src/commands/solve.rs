//! `taquin solve`: boards in, paths out.

use std::io::{self, IsTerminal, Write};
use std::time::Instant;

use taquin::{Engine, Solver};

use super::answer::{Report, Style};
use super::{batch, listing};
use crate::args::SolveArgs;
use crate::databases;
use crate::exit::{Failure, Status};
use crate::goal;
use crate::input;
use crate::progress::ProgressLine;
use crate::report::bad_board;

pub(crate) fn run(args: &SolveArgs, out: &mut dyn Write) -> Result<Status, Failure> {
    let goal = goal::parse(&args.boards.goal.goal, args.boards.goal.size)?;
    let engine = args.engine();
    let needs_proof = [
        ("--least", args.least.is_some()),
        ("--all", args.all),
        ("--slack", args.slack.is_some()),
    ];
    if let Engine::Near | Engine::Quick = engine
        && let Some((option, _)) = needs_proof.iter().find(|(_, given)| *given)
    {
        return Err(Failure::input(format!(
            "{option} needs shortest paths, and --engine {engine} proves none"
        )));
    }
    let mut solver = databases::used_by(Solver::new())
        .goal(goal.clone())
        .metric(args.metric)
        .engine(engine)
        .limits(args.limits.limits());
    if let Some(order) = args.least {
        solver = solver.least(order);
    }
    if let Some(file) = &args.checkpoint {
        if args.boards.boards.len() > 1 {
            return Err(Failure::input(format!(
                "a checkpoint keeps one search: expected one board, found {}",
                args.boards.boards.len()
            )));
        }
        solver = solver.checkpoint(file);
    }
    let style = Style {
        notation: args.notation,
        boards: args.show_boards,
        json: args.json,
        summary: !args.json && args.batch.is_none() && io::stdout().is_terminal(),
        goal: goal.clone(),
    };
    if let Some(file) = &args.batch {
        return batch::run(file, args, &solver, &style, out);
    }
    let mut status = Status::Done;
    for source in input::sources(&args.boards.boards) {
        let board = match source.and_then(|source| source.board(args.boards.goal.size)) {
            Ok(board) => board,
            Err(Failure::Input(message)) => {
                status = status.and(bad_board(out, args.json, &message)?);
                continue;
            }
            Err(failure) => return Err(failure),
        };
        let progress = ProgressLine::new(args.quiet);
        let line = progress.clone();
        let solver = solver.clone().on_progress(move |p| line.update(p));
        if args.all || args.slack.is_some() {
            let listed = listing::run(&board, &solver, args, &style.goal.to_string(), out);
            progress.clear();
            status = status.and(listed?);
            out.flush()?;
            if status == Status::Interrupted {
                break;
            }
            continue;
        }
        let is_searched =
            matches!(engine, Engine::Optimal | Engine::Pdb) || args.checkpoint.is_some();
        if !args.quiet && is_searched {
            databases::suggest_for(&board, &goal, args.metric);
        }
        let started = Instant::now();
        let result = solver.solve(&board);
        progress.clear();
        let report = match Report::new(&board, &solver, &style, result, started) {
            Ok(report) => report,
            Err(Failure::Input(message)) => {
                status = status.and(bad_board(out, args.json, &message)?);
                continue;
            }
            Err(failure) => return Err(failure),
        };
        report.complain_unsolvable();
        report.complain_limit("");
        report.write(out)?;
        out.flush()?;
        status = status.and(report.status());
        if report.status() == Status::Interrupted {
            break;
        }
    }
    Ok(status)
}
