//! The `taquin` command: glue between the arguments, the commands and the exit status.
//!
//! A library only so that fuzz targets reach the readers; what people use is the command, and the `taquin` library.

mod args;
mod commands;
mod databases;
mod exit;
mod goal;
mod input;
mod interrupt;
mod judge;
mod output;
mod report;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

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
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(told) => return tell(&told),
    };
    interrupt::install();
    interrupt::let_writes_fail();
    let mut out = io::BufWriter::with_capacity(1 << 16, io::stdout());
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

/// Prints help, the version, or what is wrong with the arguments.
fn tell(told: &clap::Error) -> ExitCode {
    let printed = told.print().and_then(|()| io::stdout().flush());
    match printed {
        Err(error) if !told.use_stderr() => Failure::from(error).report(),
        _ if told.use_stderr() => Status::BadInput.into(),
        _ => Status::Done.into(),
    }
}
