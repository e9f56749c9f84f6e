//! One file a subcommand.

mod answer;
mod batch;
mod bench;
mod census;
mod check;
mod compare;
mod db;
mod help;
mod judge;
mod listing;
mod play;
mod render;
mod scramble;
mod solve;
mod verify;
mod web;

use std::io::Write;

use crate::args::Command;
use crate::exit::{Failure, Status};

/// Runs a subcommand, its answers going to `out`.
pub(crate) fn run(command: Command, out: &mut dyn Write) -> Result<Status, Failure> {
    match command {
        Command::Solve(args) => solve::run(&args, out),
        Command::Check(args) => check::run(&args, out),
        Command::Verify(args) => verify::run(&args, out),
        Command::Compare(args) => compare::run(&args, out),
        Command::Scramble(args) => scramble::run(&args, out),
        Command::Render(args) => render::run(&args, out),
        Command::Play(args) => play::run(&args),
        Command::Census(args) => census::run(&args, out),
        Command::Db(command) => db::run(&command, out),
        Command::Bench(args) => bench::run(&args, out),
        Command::Judge(args) => judge::run(&args, out),
        Command::Completions(args) => help::completions(args.shell, out),
        Command::Man => help::man(out),
        Command::Help(args) => help::run(&args.words, out),
        Command::Web(args) => web::run(&args, out),
    }
}
