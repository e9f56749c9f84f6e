//! The `taquin` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    taquin_cli::main()
}
