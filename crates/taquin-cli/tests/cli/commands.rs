//! What the commands print, and their exit statuses.

use insta::assert_snapshot;

use crate::support::{HARD, run, run_on};
#[cfg(unix)]
use crate::support::{child, signal};

/// Exit status, stdout, and stderr, with the measured times taken out.
fn transcript(args: &[&str], stdin: &str) -> String {
    let output = run_on(args, stdin);
    let status = output.status;
    let untimed: Vec<String> = output.stdout.lines().map(without_seconds).collect();
    format!("status {status}\n{}\n{}", untimed.join("\n"), output.stderr)
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
    assert_snapshot!(transcript(&["solve", POJ, "1 2 3/4 5 6/7 8 0", "1 0/3 2"], ""), @"
    status 0
    dlurullddrurdllurdr

    d
    ");
    assert_snapshot!(transcript(&["solve"], POJ), @"
    status 0
    dlurullddrurdllurdr
    ");
}

#[test]
fn solve_in_every_notation() {
    let moves = |notation| transcript(&["solve", "--notation", notation, "0 2 3/1 4 6/7 5 8"], "");
    assert_snapshot!(moves("blank"), @"
    status 0
    drdr
    ");
    assert_snapshot!(moves("tile"), @"
    status 0
    ulul
    ");
    assert_snapshot!(moves("numbers"), @"
    status 0
    1 4 5 8
    ");
    assert_snapshot!(moves("words"), @"
    status 0
    down right down right
    ");
    assert_snapshot!(moves("slidy"), @"
    status 0
    ULUL
    ");
}

#[test]
fn solve_with_boards() {
    assert_snapshot!(transcript(&["solve", "--boards", "1 2 3/4 0 5"], ""), @"
    status 0
    r

    1 2 3
    4 0 5

    1 2 3
    4 5 0
    ");
}

#[test]
fn solve_as_json() {
    assert_snapshot!(transcript(&["solve", "--json", "1 2 3/4 0 5", "2 1 3/4 5 0"], ""), @r#"
    status 1
    {"board":[[1,2,3],[4,0,5]],"goal":"classic","metric":"stm","solvable":true,"length":1,"optimal":true,"lower_bound":1,"moves":"r","engine":"table","expanded":0,"generated":0,"seconds":…}
    {"board":[[2,1,3],[4,5,0]],"goal":"classic","metric":"stm","solvable":false,"reason":"the tiles form an odd permutation of the goal, but the blank is 0 cells from home: every move changes both parities, so they can never both become even","seconds":…}
    taquin: unsolvable: the tiles form an odd permutation of the goal, but the blank is 0 cells from home: every move changes both parities, so they can never both become even
    "#);
}

#[test]
fn solve_unsolvable() {
    assert_snapshot!(transcript(&["solve", "1 2 3/4 5 6/8 7 0"], ""), @"
    status 1
    unsolvable
    taquin: unsolvable: the tiles form an odd permutation of the goal, but the blank is 0 cells from home: every move changes both parities, so they can never both become even
    ");
}

#[test]
fn solve_under_a_limit_tells_the_bound() {
    let output = run(&["solve", "--optimal", "--nodes", "1000", HARD]);
    assert_eq!(output.status, 3);
    let stderr = output.stderr;
    assert!(stderr.contains("node limit reached: at least"), "{stderr}");
    // Even where no search was begun the board itself tells a bound.
    let output = run(&["solve", "--optimal", "--memory", "1KiB", HARD]);
    assert_eq!(output.status, 3);
    let stderr = output.stderr;
    assert!(
        stderr.contains("memory limit reached: at least 58"),
        "{stderr}"
    );
}

#[test]
fn solve_by_the_engine_asked_for() {
    for engine in [
        "table",
        "bfs",
        "bidirectional",
        "astar-hamming",
        "astar-walking-distance",
        "idastar-manhattan",
        "idastar-linear-conflict",
    ] {
        let record = run(&["solve", "--json", "--engine", engine, POJ]).json();
        assert_eq!(record["engine"], engine);
        assert_eq!(
            (&record["length"], &record["optimal"]),
            (&19.into(), &true.into())
        );
    }
    for (engine, used) in [
        ("auto", "table"),
        ("optimal", "table"),
        ("near", "near"),
        ("quick", "quick"),
    ] {
        let record = run(&["solve", "--json", "--engine", engine, "--nodes", "100", POJ]).json();
        assert_eq!(record["engine"], used);
    }
    let pdb = "1 2 3 4/5 6 7 8/9 10 11 0";
    for (engine, metric) in [("pdb", "stm"), ("runs", "mtm")] {
        let args = [
            "solve", "--engine", engine, "--metric", metric, "--json", pdb,
        ];
        assert_eq!(run(&args).json()["engine"], engine);
    }
    // Bare moves, so that an algorithm can be looked at by itself.
    assert_eq!(run(&["solve", "--engine", "line", "1 0 2/"]).ok(), "r\n");
}

#[test]
fn an_engine_that_does_not_solve_a_board_says_so_and_the_others_go_on() {
    let boards = ["1 2 3 4/5 6 7 8/9 10 11 0", "1 2 3/4 0 5"];
    assert_snapshot!(transcript(&["solve", "--engine", "table", boards[0], boards[1]], ""), @"
    status 2
    r
    taquin: engine table does not solve 3x4 boards in stm
    ");
    assert_snapshot!(transcript(&["solve", "--engine", "table", "--batch", "-"], &boards.join("\n")), @"
    status 2
    error
    r
    taquin: standard input: line 1: engine table does not solve 3x4 boards in stm
    ");
    assert_snapshot!(transcript(&["bench", "random:4x4:1", "--engine", "table"], ""), @"
    status 2

    taquin: engine table does not solve 4x4 boards in stm
    ");
}

#[test]
fn bench_by_the_engine_asked_for() {
    for engine in ["bfs", "idastar-manhattan", "quick"] {
        let output = run(&["bench", "random:3x3:2", "--engine", engine, "--json"]).ok();
        let summary: serde_json::Value =
            serde_json::from_str(output.lines().last().unwrap()).unwrap();
        assert_eq!(summary["engine"], engine);
        assert!(summary["mean_length"].as_f64().unwrap() > 10.0);
    }
    let near = run(&["bench", "near:3x3:1", "--engine", "quick"]);
    assert_eq!(near.status, 0, "{}", near.stderr);
}

#[test]
fn batch_answers_in_order_and_goes_on_after_bad_lines() {
    let lines = "1 2 3/4 5 6/7 0 8\n\n# a comment\n1 2 3/4 5 6/8 7 0\n1 2 3/4 5\n12345678x\n";
    assert_snapshot!(transcript(&["solve", "--batch", "-"], lines), @"
    status 2
    r
    unsolvable
    error

    taquin: standard input: line 5, column 9: row 2 has 2 tiles, expected 3 for 2x3
    ");
    assert_snapshot!(transcript(&["solve", "--batch", "-", "--json"], lines), @r#"
    status 2
    {"board":[[1,2,3],[4,5,6],[7,0,8]],"goal":"classic","metric":"stm","solvable":true,"length":1,"optimal":true,"lower_bound":1,"moves":"r","engine":"table","expanded":0,"generated":0,"seconds":…}
    {"board":[[1,2,3],[4,5,6],[8,7,0]],"goal":"classic","metric":"stm","solvable":false,"reason":"the tiles form an odd permutation of the goal, but the blank is 0 cells from home: every move changes both parities, so they can never both become even","seconds":…}
    {"error":"standard input: line 5, column 9: row 2 has 2 tiles, expected 3 for 2x3"}
    {"board":[[1,2,3],[4,5,6],[7,8,0]],"goal":"classic","metric":"stm","solvable":true,"length":0,"optimal":true,"lower_bound":0,"moves":"","engine":"table","expanded":0,"generated":0,"seconds":…}
    taquin: standard input: line 5, column 9: row 2 has 2 tiles, expected 3 for 2x3
    "#);
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
        let output = run_on(
            &["solve", "--batch", "-", "--threads", threads],
            lines.as_str(),
        );
        assert_eq!(output.stdout, expected);
    }
}

#[test]
fn batch_status_is_the_gravest() {
    let status = |lines: &str| run_on(&["solve", "--batch", "-"], lines).status;
    assert_eq!(status("12345678x\n"), 0);
    assert_eq!(status("12345687x\n12345678x\n"), 1);
    assert_eq!(status("12345687x\nnonsense\n12345678x\n"), 2);
    assert_eq!(status(""), 0);
}

#[test]
fn check_shows_why() {
    assert_snapshot!(transcript(&["check", "1 2 3/4 5 6/8 7 0", "2 3 1 0/"], ""), @"
    status 1
    unsolvable: the tiles form an odd permutation of the goal, but the blank is 0 cells from home: every move changes both parities, so they can never both become even
    board:        1 2 3/4 5 6/8 7 0
    goal:         1 2 3/4 5 6/7 8 0 (classic)
    permutation:  (7 8), 9 cells - 8 cycles = 1: odd
    blank:        0 cells from home: even

    unsolvable: on a single line tiles cannot pass each other, and tile 2 comes where the goal's order has 1
    board:        2 3 1 0/
    goal:         1 2 3 0/ (classic)
    permutation:  (1 2 3), 4 cells - 2 cycles = 2: even
    blank:        0 cells from home: even
    ");
    assert_snapshot!(transcript(&["check", "--goal", "snail", "1 2 3/8 6 4/7 0 5"], ""), @"
    status 0
    solvable: the permutation and the blank's distance are both odd
    board:        1 2 3/8 6 4/7 0 5
    goal:         1 2 3/8 0 4/7 6 5 (snail)
    permutation:  (0 6), 9 cells - 8 cycles = 1: odd
    blank:        1 cell from home: odd
    lower bounds: hamming 1, manhattan 1, linear-conflict 1, walking-distance 1 (stm)
    ");
    assert_snapshot!(transcript(&["check", "--json", "1 0 2"], ""), @r#"
    status 2
    {"error":"argument: line 1, column 1: found 3 tiles without rows, which is not square: the board may be 1x3 or 3x1; separate the rows with / or give the size"}
    taquin: argument: line 1, column 1: found 3 tiles without rows, which is not square: the board may be 1x3 or 3x1; separate the rows with / or give the size
    "#);
}

#[test]
fn verify_counts_and_says_where_it_breaks() {
    let verify = |moves, notation| {
        transcript(
            &["verify", "1 2 3/4 5 6/7 0 8", moves, "--notation", notation],
            "",
        )
    };
    assert_snapshot!(verify("r", "blank"), @"
    status 0
    valid: the moves solve the board
    moves: 1 (stm), 1 (mtm), 1 (stm) without those taken back at once
    ");
    assert_snapshot!(verify("lrr", "blank"), @"
    status 0
    valid: the moves solve the board
    moves: 3 (stm), 2 (mtm), 1 (stm) without those taken back at once
    ");
    assert_snapshot!(verify("lu", "blank"), @"
    status 1
    wrong: the moves end with 3 tiles misplaced
    moves: 2 (stm), 2 (mtm), 2 (stm) without those taken back at once
    end:   1 2 3/0 5 6/4 7 8
    ");
    assert_snapshot!(verify("rr", "blank"), @"
    status 1
    wrong: move 2 would take the blank right over the edge of the board
    ");
    assert_snapshot!(verify("8 8 1", "numbers"), @r#"
    status 1
    wrong: move 3, character 5: found "1", expected a tile next to the blank: 5, 7, 8
    "#);
    assert_snapshot!(verify("r?", "blank"), @r#"
    status 2

    taquin: moves: move 2, character 2: found "?", expected u, d, l or r
    "#);
}

#[test]
fn compare_prints_a_line_for_each_engine() {
    let output = run(&["compare", POJ]);
    assert_eq!(output.status, 0);
    let stdout = output.stdout;
    let lines: Vec<&str> = stdout.lines().collect();
    assert!(lines.len() > 10, "{stdout}");
    for line in &lines[1..] {
        let fields: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(fields[1], "19", "{line}");
    }
    let unsolvable = run(&["compare", "1 2 3/4 5 6/8 7 0"]);
    assert_eq!(unsolvable.status, 1);
}

#[test]
fn help_names_every_command() {
    let output = run(&["--help"]);
    assert_eq!(output.status, 0);
    let help = output.stdout;
    for command in ["solve", "check", "verify", "compare", "Exit status"] {
        assert!(help.contains(command), "{help}");
    }
}

/// A reader that goes away ends the command quietly.
#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_quietly() {
    use std::io::{Read, Write};
    let mut child = child(&["solve", "--batch", "-"]).spawn().unwrap();
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

/// Ctrl-C ends a command that awaits its input, and a search, which first tells what it knows.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_every_wait() {
    use std::io::Read;
    for args in [&["solve"][..], &["judge", "hdu1043"], &["solve", HARD]] {
        let mut child = child(args).spawn().unwrap();
        // Held open: a wait for the child would close it.
        let stdin = child.stdin.take();
        // Long enough for the handler to be there.
        std::thread::sleep(std::time::Duration::from_millis(500));
        signal("INT", child.id());
        assert_eq!(child.wait().unwrap().code(), Some(130), "{args:?}");
        drop(stdin);
        let mut stderr = String::new();
        child
            .stderr
            .take()
            .unwrap()
            .read_to_string(&mut stderr)
            .unwrap();
        assert_eq!(
            stderr.contains("at least"),
            args.len() == 2 && args[0] == "solve",
            "{stderr}"
        );
    }
}
