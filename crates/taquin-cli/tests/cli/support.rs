//! What the tests share: runs of the command, signals, words of a command line, unfinished files.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::time::Duration;

use assert_cmd::Command;

/// The command that is tested.
pub(crate) const TAQUIN: &str = env!("CARGO_BIN_EXE_taquin");

/// Longer than anything takes on a busy machine: who is still at work then does not end by itself.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

/// One of the hardest 15-puzzles, of 80 moves.
pub(crate) const HARD: &str = "0 12 9 13/15 11 10 14/7 8 5 6/4 3 2 1";

/// Every command, and those below `db`, as people type them.
pub(crate) const COMMANDS: [&str; 19] = [
    "solve",
    "check",
    "verify",
    "compare",
    "scramble",
    "render",
    "play",
    "census",
    "bench",
    "judge",
    "completions",
    "man",
    "web",
    "help",
    "db",
    "db build",
    "db list",
    "db verify",
    "db remove",
];

/// What a run of the command left behind.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Run {
    /// Runs a command to its end.
    pub(crate) fn of(command: &mut Command) -> Run {
        command.output().expect("the command runs").into()
    }

    /// What it printed, which is all that it had to say.
    pub(crate) fn ok(self) -> String {
        assert_eq!((self.status, self.stderr.as_str()), (0, ""));
        self.stdout
    }

    /// The one JSON object that it printed.
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).expect("one object")
    }
}

impl From<Output> for Run {
    fn from(output: Output) -> Run {
        Run {
            status: output.status.code().expect("no signal ended it"),
            stdout: String::from_utf8(output.stdout).expect("text"),
            stderr: String::from_utf8(output.stderr).expect("text"),
        }
    }
}

/// The command with arguments, without databases unless the test says where they are.
pub(crate) fn taquin<S: AsRef<OsStr>>(args: &[S]) -> Command {
    let mut command = Command::new(TAQUIN);
    command.env("TAQUIN_DB", "/nonexistent").args(args);
    command
}

/// The same, to be spawned: with everything piped that is not said otherwise.
pub(crate) fn child<S: AsRef<OsStr>>(args: &[S]) -> std::process::Command {
    let mut command = std::process::Command::new(TAQUIN);
    command.env("TAQUIN_DB", "/nonexistent").args(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    command.stderr(Stdio::piped());
    command
}

/// A run of the command.
pub(crate) fn run<S: AsRef<OsStr>>(args: &[S]) -> Run {
    Run::of(&mut taquin(args))
}

/// A run that reads an input.
pub(crate) fn run_on<S: AsRef<OsStr>>(args: &[S], stdin: impl Into<Vec<u8>>) -> Run {
    Run::of(taquin(args).write_stdin(stdin))
}

/// Sends a signal, such as `INT`, to a process.
#[cfg(unix)]
pub(crate) fn signal(name: &str, process: u32) {
    let sent = std::process::Command::new("kill")
        .args([format!("-{name}"), process.to_string()])
        .status();
    assert!(sent.expect("kill runs").success());
}

/// Words as a shell has them: double quotes keep white space together.
pub(crate) fn words(line: &str) -> Vec<String> {
    let mut words = vec![];
    for (index, part) in line.split('"').enumerate() {
        if index % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(String::from));
        }
    }
    words
}

/// How many files of a folder are named as unfinished ones are, which a killed or failed writer might leave.
pub(crate) fn unfinished(folder: &Path) -> usize {
    let entries = std::fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    paths
        .filter(|path| path.extension().is_some_and(|ending| ending == "part"))
        .count()
}

/// A file or folder of the repository.
pub(crate) fn repository(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path)
}
