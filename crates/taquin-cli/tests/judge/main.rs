//! `taquin judge`, through the real command.

mod damaged;
mod random;
mod samples;
mod wrong;

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What a run of the command left behind.
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

fn run(arguments: &[&str], input: impl Into<Vec<u8>>) -> Run {
    let output = assert_cmd::Command::cargo_bin("taquin")
        .expect("the command was built")
        .arg("judge")
        .args(arguments)
        .write_stdin(input)
        .output()
        .expect("the command runs");
    Run {
        status: output.status.code().expect("no signal ended it"),
        stdout: String::from_utf8(output.stdout).expect("stdout is text"),
        stderr: String::from_utf8(output.stderr).expect("stderr is text"),
    }
}

/// Answers an input.
pub(crate) fn judge(dialect: &str, input: impl Into<Vec<u8>>) -> Run {
    run(&[dialect], input)
}

/// Judges somebody's answers to an input.
pub(crate) fn check(dialect: &str, input: impl Into<Vec<u8>>, answers: &str) -> Run {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("answers-{}-{number}.txt", std::process::id()));
    fs::write(&file, answers).expect("the test's folder can be written");
    let run = run(
        &[dialect, "--check", file.to_str().expect("a plain path")],
        input,
    );
    fs::remove_file(&file).expect("the test's file is there");
    run
}

/// Every dialect, with its aliases after its name, as `--list` prints them.
pub(crate) fn dialects() -> Vec<Vec<String>> {
    let run = run(&["--list"], "");
    assert_eq!(run.status, 0);
    run.stdout
        .lines()
        .filter(|line| !line.starts_with(' '))
        .map(|line| line.split(", ").map(String::from).collect())
        .collect()
}
