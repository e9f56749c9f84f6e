//! What every subcommand prints: help, an answer, JSON, and an error. Times and paths are taken out.
//!
//! After a change on purpose: `INSTA_UPDATE=always cargo test -p taquin-cli --test cli snapshots::`, and look at the
//! difference. Not on Windows, where the system words its errors otherwise.
#![cfg(unix)]

use insta::assert_snapshot;

use crate::support::{COMMANDS, Run, taquin, words};

struct Transcript {
    text: String,
}

impl Transcript {
    fn new() -> Transcript {
        Transcript {
            text: String::new(),
        }
    }

    /// Runs a command line.
    fn run(mut self, line: &str) -> Transcript {
        let folder = tempfile::tempdir().unwrap();
        let output = Run::of(
            taquin(&words(line))
                .env("TAQUIN_DB", folder.path().join("databases"))
                .env("COLUMNS", "100")
                .current_dir(folder.path()),
        );
        let status = output.status;
        self.text.push_str(&format!("$ taquin {line}\n"));
        for text in [output.stdout, output.stderr] {
            let text = text.replace(&folder.path().display().to_string(), "FOLDER");
            for line in text.lines() {
                self.text.push_str(untimed(line).trim_end());
                self.text.push('\n');
            }
        }
        self.text.push_str(&format!("[{status}]\n\n"));
        self
    }
}

/// A line without the measured times, in JSON and at the end of a table's row.
fn untimed(line: &str) -> String {
    let mut rest = line;
    let mut kept = String::new();
    while let Some((before, after)) = rest.split_once("seconds\":") {
        kept.push_str(before);
        kept.push_str("seconds\":…");
        rest = after.trim_start_matches(|c: char| c.is_ascii_digit() || ".e-".contains(c));
    }
    kept.push_str(rest);
    let is_time = |word: &str| {
        word.split_once('.')
            .is_some_and(|(_, digits)| digits.len() == 4 && word.parse::<f64>().is_ok())
    };
    match kept.trim_end().rsplit_once(' ') {
        Some((before, last)) if is_time(last) => format!("{} …", before.trim_end()),
        _ => kept,
    }
}

fn all(lines: &[&str]) -> String {
    lines
        .iter()
        .fold(Transcript::new(), |transcript, line| transcript.run(line))
        .text
}

#[test]
fn help() {
    assert_snapshot!(all(&["help", "--version-please", "help nobody"]));
    for command in COMMANDS {
        let name = format!("help_{}", command.replace(' ', "_"));
        assert_snapshot!(name, all(&[&format!("help {command}")]));
    }
}

#[test]
fn solve() {
    assert_snapshot!(all(&[
        "solve \"2 3 4 1 5 x 7 6 8\"",
        "solve --json \"1 2 3/4 0 5\"",
        "solve --all \"1 2 3/0 5 6/4 7 8\"",
        "solve --boards \"1 2/0 3\"",
        "solve --json \"1 2 3/4 5 6/8 7 0\"",
        "solve \"1 2 3/4 5 6/7 8 8\"",
        "solve --time never 1230",
        "solve @missing",
        "solve",
    ]));
}

#[test]
fn check() {
    assert_snapshot!(all(&[
        "check \"2 3 4 1 5 x 7 6 8\"",
        "check --json \"1 2 3/4 5 6/8 7 0\"",
        "check \"1 2 3/4 5 6/8 7 0\"",
        "check \"1 2\"",
    ]));
}

#[test]
fn verify() {
    assert_snapshot!(all(&[
        "verify \"1 2 3/4 5 6/0 7 8\" rr",
        "verify --json \"1 2 3/4 5 6/0 7 8\" rr",
        "verify \"1 2 3/4 5 6/0 7 8\" r",
        "verify --json \"1 2 3/4 5 6/0 7 8\" l",
        "verify \"1 2 3/4 5 6/0 7 8\" east",
    ]));
}

#[test]
fn compare() {
    assert_snapshot!(all(&[
        "compare \"1 2 3/4 5 6/0 7 8\"",
        "compare --json \"1 0/3 2\"",
        "compare \"1 2 3/4 5 6/8 7 0\"",
        "compare 1230 1203",
    ]));
}

#[test]
fn scramble() {
    assert_snapshot!(all(&[
        "scramble 4x4 --seed 1 -n 2",
        "scramble 4x4 --seed 1 --json",
        "scramble 3x3 --seed 1 --distance 31 --with-solution",
        "scramble 3x3 --distance 32",
        "scramble 5",
    ]));
}

#[test]
fn render() {
    assert_snapshot!(all(&[
        "render 1203 -o - --format svg --width 50",
        "render 1203 -o -",
        "render 1203 -o board.jpeg",
        "render 1203 l -o board.svg",
    ]));
}

#[test]
fn play() {
    assert_snapshot!(all(&["play", "play 20x20", "play \"1 2 3/4 5 6/8 7 0\""]));
}

#[test]
fn census() {
    assert_snapshot!(all(&[
        "census 2x2",
        "census 2x3 --json --farthest 1",
        "census 3x3 --distance 31 --seed 1",
        "census 3x3 --distance 99",
        "census 6x6",
    ]));
}

#[test]
fn db() {
    assert_snapshot!(all(&[
        "db list",
        "db list --json",
        "db verify",
        "db remove 4x4",
        "db remove",
        "db build 3x3",
        "db biuld 4x4",
    ]));
}

#[test]
fn bench() {
    let text = all(&[
        "bench random:3x3:2 --cold",
        "bench random:3x3:1 --cold --json",
        "bench near:2x3:1 --threads 1 --nodes 1000",
        "bench near:2x3:1 --threads 1 --nodes 1000 --json",
        "bench nothing",
    ]);
    // Most of a suite's figures are times: nothing with a decimal point is compared.
    let shown = text.split_inclusive([' ', ',', ':', '\n']).map(|word| {
        let number = word.trim_end_matches([' ', ',', ':', '\n', '}']);
        match number.contains('.') && number.parse::<f64>().is_ok() {
            true => word.replace(number, "…"),
            false => word.to_string(),
        }
    });
    // Columns of times are as wide as the times.
    let lines: String = shown.collect();
    let lines: Vec<String> = lines
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    assert_snapshot!(lines.join("\n"));
}

#[test]
fn judge() {
    assert_snapshot!(all(&[
        "judge poj1077",
        "judge --list",
        "judge poj1077 --check missing",
        "judge poj1078",
        "judge",
    ]));
}

#[test]
fn completions_and_man() {
    assert_snapshot!(all(&["completions shell", "completions", "man page"]));
}
