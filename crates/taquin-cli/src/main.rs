//! The `taquin` command: glue between the arguments, the commands and the exit status.

mod args;
mod commands;
mod databases;
mod exit;
mod goal;
mod input;
mod interrupt;
mod judge;
mod report;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use args::Args;
use exit::Failure;

fn main() -> ExitCode {
    let args = Args::parse();
    interrupt::install();
    let mut out = io::BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let result = commands::run(args.command, &mut out)
        .and_then(|status| out.flush().map(|()| status).map_err(Failure::from));
    match result {
        Ok(status) => status.into(),
        Err(failure) => {
            // What was answered before the failure counts, unless the reader is gone.
            let _ = out.flush();
            failure.report()
        }
    }
}
