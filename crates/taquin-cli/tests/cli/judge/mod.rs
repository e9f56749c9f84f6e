//! `taquin judge`, through the real command.

mod damaged;
mod random;
mod samples;
mod wrong;

use std::fs;

use crate::support::{Run, run_on};

fn run(arguments: &[&str], input: impl Into<Vec<u8>>) -> Run {
    run_on(&[&["judge"], arguments].concat(), input)
}

/// Answers an input.
pub(super) fn judge(dialect: &str, input: impl Into<Vec<u8>>) -> Run {
    run(&[dialect], input)
}

/// Judges somebody's answers to an input.
pub(super) fn check(dialect: &str, input: impl Into<Vec<u8>>, answers: &str) -> Run {
    let file = tempfile::NamedTempFile::new().expect("a folder for it");
    fs::write(&file, answers).expect("it can be written");
    let file = file.path().to_str().expect("a plain path");
    run(&[dialect, "--check", file], input)
}

/// Every dialect, with its aliases after its name, as `--list` prints them.
pub(super) fn dialects() -> Vec<Vec<String>> {
    let run = run(&["--list"], "");
    assert_eq!(run.status, 0);
    run.stdout
        .lines()
        .filter(|line| !line.starts_with(' '))
        .map(|line| line.split(", ").map(String::from).collect())
        .collect()
}
