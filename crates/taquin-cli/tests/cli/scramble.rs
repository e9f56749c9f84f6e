//! `taquin scramble`: what it prints, and that it prints the same for ever.

use insta::assert_snapshot;

use crate::support::{Run, run};

fn scramble(args: &str) -> Run {
    let args: Vec<&str> = args.split_whitespace().collect();
    run(&[&["scramble"], &args[..]].concat())
}

fn ok(args: &str) -> String {
    scramble(args).ok()
}

fn refused(args: &str) -> String {
    let output = scramble(args);
    assert_eq!(output.status, 2, "{args}");
    assert!(output.stdout.is_empty(), "{args}");
    output.stderr
}

/// One seed gives the same boards on every platform and in every version: these lines never change.
#[test]
fn the_first_boards_of_seeds() {
    assert_snapshot!(ok("3x3 -n 3 --seed 1"), @"
    6 8 0/3 2 1/7 4 5
    4 1 6/2 0 5/7 3 8
    6 4 3/8 0 5/2 7 1
    ");
    assert_snapshot!(ok("4x4 -n 2 --seed 2026 --goal snail"), @"
    14 15 0 3/13 10 6 5/2 9 7 8/4 12 11 1
    12 9 15 8/7 13 6 5/4 11 10 3/14 2 1 0
    ");
    assert_snapshot!(ok("5x5 --seed 1"), @"18 20 3 11 9/16 17 13 1 22/19 6 7 24 0/21 15 4 8 12/5 2 23 10 14");
    assert_snapshot!(ok("4x4 -n 2 --seed 1 --moves 30"), @"
    2 3 4 7/1 10 15 6/0 5 13 8/14 9 12 11
    1 2 7 4/10 11 3 8/0 9 6 12/14 5 13 15
    ");
    assert_snapshot!(ok("3x4 -n 2 --seed 1 --distance 30"), @"
    9 1 7 3/4 2 10 8/6 0 11 5
    2 6 8 9/0 3 4 11/10 1 7 5
    ");
    assert_snapshot!(ok("4x4 -n 2 --seed 1 --distance 10"), @"
    1 2 3 4/10 9 6 7/5 11 0 8/13 14 15 12
    1 2 3 4/5 11 6 8/9 7 12 15/13 10 14 0
    ");
    assert_snapshot!(ok("4x4 --seed 1 --distance 25"), @"1 2 4 8/9 7 5 6/10 14 3 12/0 13 15 11");
}

#[test]
fn formats() {
    assert_snapshot!(ok("3x3 --seed 1 --format grid -n 2"), @"
    6 8 0
    3 2 1
    7 4 5

    4 1 6
    2 0 5
    7 3 8
    ");
    assert_snapshot!(ok("2x3 --seed 1 --format sized --with-solution"), @"
    2 3
    2 5 1
    0 3 4
    rruldlurdruldlurdr
    ");
    assert_snapshot!(ok("3x3 --seed 1 --format list"), @"[[6,8,0],[3,2,1],[7,4,5]]");
    assert_snapshot!(ok("3x3 --seed 1 --format run --with-solution --notation slidy"), @"680321745	R2UL2DR2ULULD2R2ULUL");
    assert_snapshot!(ok("3x3 --seed 1 --json"), @r#"{"board":[[6,8,0],[3,2,1],[7,4,5]],"goal":"classic","seed":1}"#);
    assert_snapshot!(ok("3x3 --seed 1 --distance 5 --json --with-solution --metric mtm"), @r#"{"board":[[4,1,3],[0,2,5],[7,8,6]],"goal":"classic","seed":1,"metric":"mtm","distance":5,"length":5,"optimal":true,"moves":"urdrd"}"#);
}

#[test]
fn solutions_solve_and_distances_are_kept() {
    for args in [
        "3x3 -n 20 --seed 3 --distance 17 --with-solution",
        "3x3 -n 20 --seed 3 --distance 17 --with-solution --goal snail",
        "4x4 -n 5 --seed 3 --distance 17 --with-solution",
    ] {
        let lines = ok(args);
        let goal = if args.contains("snail") {
            "snail"
        } else {
            "classic"
        };
        for line in lines.lines() {
            let (board, moves) = line.split_once('\t').unwrap();
            assert_eq!(moves.len(), 17, "{line}");
            let verified = run(&["verify", "--goal", goal, board, moves]);
            assert_eq!(verified.status, 0, "{line}");
        }
    }
}

#[test]
fn census_and_scramble_draw_the_same() {
    let census = "census 3x3 --distance 20 -n 5 --seed 4".split(' ');
    let census = run(&census.collect::<Vec<_>>()).ok();
    assert_eq!(ok("3x3 --distance 20 -n 5 --seed 4"), census);
}

#[test]
fn without_a_seed_boards_differ() {
    let (first, second) = (ok("5x5"), ok("5x5"));
    assert_ne!(first, second);
}

#[test]
fn what_cannot_be_is_refused_with_the_range() {
    assert!(refused("3x3 --distance 32").contains("expected 0 to 31 moves"));
    assert!(refused("3x3 --distance 25 --metric mtm").contains("expected 0 to 24 moves"));
    assert!(refused("4x4 --distance 81").contains("expected 0 to 80 moves"));
    assert!(refused("1x5 --distance 5").contains("expected 0 to 4 moves"));
    assert!(refused("1x5 --moves 5").contains("ends after 4"));
    assert!(refused("3x3 --moves 5 --distance 5").contains("cannot be used with"));
    assert!(refused("7x7 --format run").contains("up to 36 cells"));
    assert!(refused("3x3 --notation slidy").contains("--with-solution"));
}

#[test]
fn a_solution_that_a_limit_ends_is_told_as_such() {
    let output = scramble("4x4 --seed 1 --with-solution --nodes 100 --json");
    assert_eq!(output.status, 3);
    let row = output.json();
    assert_eq!(row["limit"], "node limit reached");
    assert_eq!(row["optimal"], false);
    let number = |key: &str| row[key].as_u64().unwrap();
    assert!(number("lower_bound") < number("length"), "{row}");
    assert_eq!(
        row["moves"].as_str().unwrap().len() as u64,
        number("length")
    );
}

#[test]
fn a_limit_ends_a_search_for_a_distance() {
    let output = scramble("4x4 --distance 80 --time 100ms");
    assert_eq!(output.status, 3);
    assert!(output.stdout.is_empty());
}
