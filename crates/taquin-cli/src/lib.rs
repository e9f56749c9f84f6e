//! The `taquin` command: glue between the arguments, the commands and the exit status.
//!
//! A library only so that fuzz targets reach the readers; what people use is the command, and the `taquin` library.
//!
//! Imports run down this list only, which a test keeps (`tests/cli/imports.rs`):
//! - `commands`: one file a subcommand
//! - `args`: the command line
//! - `judge`: the judges' dialects, their input, answers and checks
//! - `databases`: where the user's pattern databases are
//! - `goal`: the argument of `--goal`
//! - `report`: boards and answers as JSON and as text
//! - `input`: where boards come from
//! - `progress`: the line that long work shows
//! - `interrupt`: Ctrl-C
//! - `output`: files that are written whole or not at all
//! - `exit`: exit statuses and failures
//! - `screen`: the terminal under the progress line
//! - `ordered`: work on several threads, results in order
//! - `hints`: the nearest word for a mistyped one

mod args;
mod commands;
mod databases;
mod exit;
mod goal;
mod hints;
mod input;
mod interrupt;
mod judge;
mod ordered;
mod output;
mod progress;
mod report;
mod screen;

use std::io::{self, Write};
use std::process::ExitCode;

use args::Args;
use exit::{Failure, Status};

/// What fuzz targets reach of the command; no interface for anything else.
#[doc(hidden)]
pub mod fuzzing {
    /// Reads bytes as every judge's input and text as answers to it; how much was read.
    pub fn read_in_every_dialect(input: &[u8], answers: &str) -> usize {
        crate::judge::read_in_every_dialect(input, answers)
    }
}

/// Runs the command with the process's arguments.
pub fn main() -> ExitCode {
    let args = match Args::read() {
        Ok(args) => args,
        Err(told) => return tell(&told),
    };
    interrupt::install();
    interrupt::let_writes_fail();
    let mut out = io::BufWriter::with_capacity(1 << 16, screen::Stdout::new());
    let json = args.command.json();
    let result = commands::run(args.command, &mut out)
        .and_then(|status| out.flush().map(|()| status).map_err(Failure::from));
    match result {
        Ok(status) => status.into(),
        Err(failure) => {
            // What was answered before the failure counts, unless the reader is gone.
            if let (true, Some(message)) = (json, failure.message()) {
                let _ = report::json_error(&mut out, message);
            }
            let _ = out.flush();
            failure.report()
        }
    }
}

/// Whether `--json` is among arguments that cannot be parsed.
fn asked_for_json() -> bool {
    let mut options = std::env::args_os().skip(1).take_while(|arg| arg != "--");
    options.any(|arg| arg == "--json")
}

/// What is wrong with the arguments on one line, without tips and usage.
fn gist(told: &clap::Error) -> String {
    let text = told.to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    let first = text.split("\n\n").next().unwrap_or_default();
    first.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Prints help, the version, or what is wrong with the arguments.
fn tell(told: &clap::Error) -> ExitCode {
    if told.use_stderr() && asked_for_json() {
        // The reader may be gone; stderr says it all the same.
        let _ = report::json_error(&mut io::stdout(), &gist(told));
    }
    let printed = told.print().and_then(|()| io::stdout().flush());
    match printed {
        Err(error) if !told.use_stderr() => Failure::from(error).report(),
        _ if told.use_stderr() => Status::BadInput.into(),
        _ => Status::Done.into(),
    }
}
