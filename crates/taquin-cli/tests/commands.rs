//! What the commands print, and their exit statuses.

use std::process::Output;

use assert_cmd::Command;
use insta::assert_snapshot;

fn taquin(args: &[&str], stdin: &str) -> Output {
    Command::cargo_bin("taquin")
        .unwrap()
        .args(args)
        .write_stdin(stdin)
        .output()
        .unwrap()
}

/// Exit status, stdout, and stderr, with the measured times taken out.
fn transcript(args: &[&str], stdin: &str) -> String {
    let output = taquin(args, stdin);
    let stdout = String::from_utf8(output.stdout).unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    let status = output.status.code().unwrap();
    let untimed: Vec<String> = stdout.lines().map(without_seconds).collect();
    format!("status {status}\n{}\n{stderr}", untimed.join("\n"))
}

fn without_seconds(line: &str) -> String {
    match line.split_once("\"seconds\":") {
        Some((before, after)) => {
            let rest = after.trim_start_matches(|c: char| c.is_ascii_digit() || ".e-".contains(c));
            format!("{before}\"seconds\":…{rest}")
        }
        None => line.to_owned(),
    }
}

const POJ: &str = "2 3 4 1 5 x 7 6 8";

#[test]
fn solve_prints_moves_alone_through_a_pipe() {
    assert_snapshot!(transcript(&["solve", POJ, "1 2 3/4 5 6/7 8 0", "1 0/3 2"], ""), @"");
    assert_snapshot!(transcript(&["solve"], POJ), @"");
}

#[test]
fn solve_in_every_notation() {
    let moves = |notation| transcript(&["solve", "--notation", notation, "0 2 3/1 4 6/7 5 8"], "");
    assert_snapshot!(moves("blank"), @"");
    assert_snapshot!(moves("tile"), @"");
    assert_snapshot!(moves("numbers"), @"");
    assert_snapshot!(moves("words"), @"");
    assert_snapshot!(moves("slidy"), @"");
}

#[test]
fn solve_with_boards() {
    assert_snapshot!(transcript(&["solve", "--boards", "1 2 3/4 0 5"], ""), @"");
}

#[test]
fn solve_as_json() {
    assert_snapshot!(transcript(&["solve", "--json", "1 2 3/4 0 5", "2 1 3/4 5 0"], ""), @"");
}

#[test]
fn solve_unsolvable() {
    assert_snapshot!(transcript(&["solve", "1 2 3/4 5 6/8 7 0"], ""), @"");
}

#[test]
fn solve_under_a_limit_tells_the_bound() {
    let hard = "0 12 9 13/15 11 10 14/7 8 5 6/4 3 2 1";
    let output = taquin(&["solve", "--optimal", "--nodes", "1000", hard], "");
    assert_eq!(output.status.code(), Some(3));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.contains("node limit reached: at least"), "{stderr}");
}

#[test]
fn batch_answers_in_order_and_goes_on_after_bad_lines() {
    let lines = "1 2 3/4 5 6/7 0 8\n\n# a comment\n1 2 3/4 5 6/8 7 0\n1 2 3/4 5\n12345678x\n";
    assert_snapshot!(transcript(&["solve", "--batch", "-"], lines), @"");
    assert_snapshot!(transcript(&["solve", "--batch", "-", "--json"], lines), @"");
}

#[test]
fn batch_keeps_the_order_of_many_boards_on_several_threads() {
    let mut lines = String::new();
    let mut expected = String::new();
    for i in 0..20_000 {
        let (line, moves) = [("12345678x", ""), ("1234567x8", "r"), ("12345x786", "d")][i % 3];
        lines.push_str(line);
        lines.push('\n');
        expected.push_str(moves);
        expected.push('\n');
    }
    for threads in ["1", "3"] {
        let output = taquin(&["solve", "--batch", "-", "--threads", threads], &lines);
        assert_eq!(String::from_utf8(output.stdout).unwrap(), expected);
    }
}

#[test]
fn batch_status_is_the_gravest() {
    let status = |lines: &str| {
        taquin(&["solve", "--batch", "-"], lines)
            .status
            .code()
            .unwrap()
    };
    assert_eq!(status("12345678x\n"), 0);
    assert_eq!(status("12345687x\n12345678x\n"), 1);
    assert_eq!(status("12345687x\nnonsense\n12345678x\n"), 2);
    assert_eq!(status(""), 0);
}

#[test]
fn check_shows_why() {
    assert_snapshot!(transcript(&["check", "1 2 3/4 5 6/8 7 0", "2 3 1 0/"], ""), @"");
    assert_snapshot!(transcript(&["check", "--goal", "snail", "1 2 3/8 6 4/7 0 5"], ""), @"");
    assert_snapshot!(transcript(&["check", "--json", "1 0 2"], ""), @"");
}

#[test]
fn verify_counts_and_says_where_it_breaks() {
    let verify = |moves, notation| {
        transcript(
            &["verify", "1 2 3/4 5 6/7 0 8", moves, "--notation", notation],
            "",
        )
    };
    assert_snapshot!(verify("r", "blank"), @"");
    assert_snapshot!(verify("lrr", "blank"), @"");
    assert_snapshot!(verify("lu", "blank"), @"");
    assert_snapshot!(verify("rr", "blank"), @"");
    assert_snapshot!(verify("8 8 1", "numbers"), @"");
    assert_snapshot!(verify("r?", "blank"), @"");
}

#[test]
fn compare_prints_a_line_for_each_engine() {
    let output = taquin(&["compare", POJ], "");
    assert_eq!(output.status.code(), Some(0));
    let stdout = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = stdout.lines().collect();
    assert!(lines.len() > 10, "{stdout}");
    for line in &lines[1..] {
        let fields: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(fields[1], "19", "{line}");
    }
    let unsolvable = taquin(&["compare", "1 2 3/4 5 6/8 7 0"], "");
    assert_eq!(unsolvable.status.code(), Some(1));
}

#[test]
fn help_names_every_command() {
    let output = taquin(&["--help"], "");
    assert_eq!(output.status.code(), Some(0));
    let help = String::from_utf8(output.stdout).unwrap();
    for command in ["solve", "check", "verify", "compare", "Exit status"] {
        assert!(help.contains(command), "{help}");
    }
}

/// A reader that goes away ends the command quietly.
#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_quietly() {
    use std::io::{Read, Write};
    use std::process::Stdio;
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("taquin"))
        .args(["solve", "--batch", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    // The command may end before it has read everything.
    let _ = stdin.write_all("1234567x8\n".repeat(200_000).as_bytes());
    drop(stdin);
    let mut stderr = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut stderr)
        .unwrap();
    assert_eq!(stderr, "");
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
