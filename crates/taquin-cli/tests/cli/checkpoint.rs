//! `taquin solve --checkpoint`: long searches that end in every way and go on; and what a limit leaves.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use taquin::{Board, Goal, Scrambler, Size};

use crate::support::{self, HARD, Run};

fn run(args: &[&str]) -> Run {
    support::run(&[&["solve", "--optimal"], args].concat())
}

/// A 15-puzzle of 65 moves that takes some seconds without databases.
fn slow_board() -> String {
    let goal = Goal::Classic.board(Size::new(4, 4).unwrap()).unwrap();
    let mut scrambler = Scrambler::new(3);
    let mut boards = std::iter::repeat_with(|| scrambler.uniform(&goal));
    boards.nth(111).unwrap().to_string()
}

/// The finished iterations in a checkpoint.
fn iterations(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap();
    let lines = text.lines().filter(|line| line.starts_with("iteration "));
    lines.map(str::to_owned).collect()
}

#[test]
fn killed_at_any_time_and_continued_it_does_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let board = slow_board();
    let whole = folder.path().join("whole");
    let broken = folder.path().join("broken");
    let arguments = |file: &Path, threads: &'static str| {
        let file = file.to_str().unwrap().to_owned();
        [
            board.clone(),
            "--checkpoint".into(),
            file,
            "--threads".into(),
            threads.into(),
        ]
    };
    fn strs(arguments: &[String]) -> Vec<&str> {
        arguments.iter().map(String::as_str).collect()
    }

    let undisturbed = run(&strs(&arguments(&whole, "1")));
    assert_eq!(undisturbed.status, 0, "{}", undisturbed.stderr);
    assert_eq!(undisturbed.stdout.trim().len(), 65);

    let mut kills = 0;
    for round in 0..5 {
        let before = fs::read(&broken).unwrap_or_default();
        let mut child = support::child(
            &[&["solve", "--optimal"], &strs(&arguments(&broken, "2"))[..]].concat(),
        )
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
        // Until it has written something new, and then a moment of no special length.
        let deadline = Instant::now() + Duration::from_secs(60);
        while child.try_wait().unwrap().is_none()
            && fs::read(&broken).unwrap_or_default() == before
            && Instant::now() < deadline
        {
            std::thread::sleep(Duration::from_millis(5));
        }
        std::thread::sleep(Duration::from_millis(37 * round));
        if child.try_wait().unwrap().is_none() {
            child.kill().unwrap();
            kills += 1;
        }
        child.wait().unwrap();
    }
    assert!(kills > 0);
    assert!(iterations(&broken).len() <= iterations(&whole).len());
    let continued = run(&strs(&arguments(&broken, "2")));
    assert_eq!(continued.status, 0, "{}", continued.stderr);
    // Which of the shortest paths is found may depend on threads.
    let moves = continued.stdout.trim().to_owned();
    assert_eq!(moves.len(), 65);
    let board: Board = board.parse().unwrap();
    let steps = moves.chars().map(taquin::Direction::from_letter);
    let path: taquin::Path = steps.map(Option::unwrap).collect();
    let goal = Goal::Classic.board(board.size()).unwrap();
    assert_eq!(board.after(&path).unwrap(), goal);
    assert_eq!(iterations(&broken), iterations(&whole));
    assert!(iterations(&whole).len() > 5);
}

#[test]
fn files_of_other_searches_are_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("search.txt");
    let file = path.to_str().unwrap();
    let board = "11 10 9 8 7 6/5 4 3 1 2 0";
    let other = "11 10 9 8 7 6/5 4 3 2 1 0";
    assert_eq!(run(&[board, "--checkpoint", file]).status, 0);
    // The same search again: its end is in the file.
    assert_eq!(run(&[board, "--checkpoint", file]).status, 0);

    let refused = |args: &[&str], words: &str| {
        let output = run(args);
        let message = output.stderr;
        assert_eq!(output.status, 2, "{message}");
        assert_eq!(output.stdout, "");
        assert!(
            message.contains("search.txt") && message.contains(words),
            "{message}"
        );
    };
    let unlike: Board = other.parse().unwrap();
    let goal = Goal::BlankFirst.board(unlike.size()).unwrap();
    assert!(taquin::solvability(&unlike, &goal).unwrap().check().is_ok());
    refused(
        &[other, "--goal", "blank-first", "--checkpoint", file],
        "another board",
    );
    refused(
        &["1 2 3/4 5 6/7 8 0", "--checkpoint", file],
        "keeps no checkpoints",
    );

    let sound = fs::read(&path).unwrap();
    let mut damaged = sound.clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    for bytes in [&damaged[..], &sound[..middle], b"", b"something else\n"] {
        fs::write(&path, bytes).unwrap();
        let words = if bytes.len() < middle {
            "not a checkpoint"
        } else {
            "damaged"
        };
        refused(&[board, "--checkpoint", file], words);
        assert_eq!(fs::read(&path).unwrap(), bytes, "left as it was");
    }
    let no_file = folder.path().join("no-search.txt");
    fs::create_dir(&no_file).unwrap();
    refused(
        &[board, "--checkpoint", no_file.to_str().unwrap()],
        "not a checkpoint",
    );
    let missing = folder.path().join("missing/search.txt");
    refused(
        &[board, "--checkpoint", missing.to_str().unwrap()],
        "search.txt",
    );
    let two = run(&[board, board, "--checkpoint", file]);
    assert_eq!(two.status, 2);
}

#[test]
fn a_second_process_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("search.txt");
    let board = slow_board();
    let args = [board.as_str(), "--checkpoint", path.to_str().unwrap()];
    let mut first = support::child(&[&["solve", "--optimal"], &args[..]].concat())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let deadline = Instant::now() + Duration::from_secs(60);
    while !path.exists() && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(5));
    }
    let second = run(&args);
    let still_running = first.try_wait().unwrap().is_none();
    first.kill().unwrap();
    first.wait().unwrap();
    assert!(still_running);
    assert_eq!(second.status, 2);
    let message = second.stderr;
    assert!(message.contains("search.txt: in use"), "{message}");
    // Only as long as it runs.
    let limited = run(&[&args[..], &["--nodes", "1"]].concat());
    assert_eq!(limited.status, 3, "{}", limited.stderr);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_limit_leaves_the_bound_and_a_path() {
    // Korf's board 50, of 113 moves; and one of the hardest 15-puzzles, of 80.
    for (board, goal_board, length, extra) in [
        (
            "23 1 12 6 16/2 20 10 21 18/14 13 17 19 22/0 15 24 3 7/4 8 5 9 11",
            Goal::BlankFirst,
            113,
            &["--memory", "1MiB"][..],
        ),
        (HARD, Goal::Classic, 80, &["--nodes", "300000"][..]),
    ] {
        let goal = &goal_board.to_string();
        let args = [&[board, "--goal", goal, "--json", "--quiet"][..], extra].concat();
        let output = run(&args);
        assert_eq!(output.status, 3);
        let json = output.json();
        let number = |key: &str| json[key].as_u64().unwrap();
        assert!(
            number("lower_bound") <= length && number("length") >= length,
            "{json}"
        );
        assert_eq!(json["optimal"], false);
        let leads_to_the_goal = |moves: &str| {
            let mut board: Board = board.parse().unwrap();
            for letter in moves.chars() {
                assert!(board.step(taquin::Direction::from_letter(letter).unwrap()));
            }
            board == goal_board.board(board.size()).unwrap()
        };
        assert!(leads_to_the_goal(json["moves"].as_str().unwrap()));

        let args = [&[board, "--goal", goal, "--quiet"][..], extra].concat();
        let output = run(&args);
        assert_eq!(output.status, 3);
        // Perhaps another path: the time to find one is limited.
        assert!(leads_to_the_goal(output.stdout.trim()));
        let message = output.stderr;
        let bound = format!("at least {} moves needed", number("lower_bound"));
        assert!(message.contains(&bound), "{message}");
    }
}
