//! Damaged input: the case is named with its place, the other cases are answered, nothing panics.

use super::judge;

#[track_caller]
fn damaged(dialect: &str, input: impl Into<Vec<u8>>, stdout: &str, stderr: &[&str]) {
    let run = judge(dialect, input);
    let errors: String = stderr
        .iter()
        .map(|line| format!("taquin: standard input, {line}\n"))
        .collect();
    assert_eq!((run.stdout.as_str(), run.stderr), (stdout, errors));
    assert_eq!(run.status, 2);
}

#[test]
fn lines_of_tiles() {
    damaged(
        "hdu1043",
        "1 2 3 4 5 6 7 x 8\n1 2 3 4 5 6 7 8\n1 2 3 4 5 q 7 x 8\n1 2 3 4 5 6 7 8 x x\n\
         1 1 3 4 5 6 7 x 8\n1 2 3 4 5 6 7 9 8\n1 2 3 4 5 x 7 8 6\n",
        "r\nd\n",
        &[
            "case 2, line 2, column 16: found 8 tiles, expected 9 for 3x3",
            "case 3, line 3, column 11: found \"q\", expected a tile number or a blank (0, x, X, _ or .)",
            "case 4, line 4, column 19: found \"x\" after the board, expected 9 tiles for 3x3",
            "case 5, line 5, column 3: tile 1 stands twice, expected each tile once; it stands first in row 1, column 1 of the board",
            "case 6, line 6, column 15: no blank, expected one 0 (or x, X, _ or .)",
        ],
    );
}

#[test]
fn rows_of_tiles() {
    let good = "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 0 15\n";
    damaged(
        "hdu6620",
        format!("3\n{good}1 2 3 4\n5 6 7\n9 10 11 12\n13 14 8 15\n{good}"),
        "Yes\nYes\n",
        &["case 2, line 7, column 5: row 2 has 3 tiles, expected 4 for 4x4"],
    );
    damaged(
        "hdu6620",
        format!("3\n{good}\n1 2 3 4\n9 10 11 12\n13 14 8 15\n\n{good}"),
        "Yes\nYes\n",
        &["case 2, line 9, column 11: found 3 rows, expected 4 for 4x4"],
    );
}

#[test]
fn pairs_of_runs_stay_pairs() {
    damaged(
        "hdu3567",
        "2\n12X45378\n12345678X\n564178X23\n7568X4123\n",
        "Case 2: 8\nurrulldr\n",
        &["case 1, line 2, column 1: found \"12X45378\", 8 characters, expected 9 for 3x3"],
    );
}

#[test]
fn data_sets_between_words() {
    let good = "START 3 9\n1 2 3\n4 5 6\n7 X 8\n1 2 3\n4 5 6\n7 8 X\nEND\n";
    let few_rows = "START 3 9\n1 2 3\n7 X 8\n1 2 3\n7 8 X\nEND\n";
    damaged(
        "poj2224",
        format!("{good}{few_rows}junk\n{good}START q 9\n{good}"),
        "SOLVABLE WITHIN 1 MOVES\nSOLVABLE WITHIN 1 MOVES\nSOLVABLE WITHIN 1 MOVES\n",
        &[
            "case 2, line 12, column 1: tile 1 stands twice, expected each tile once; it stands first in row 1, column 1 of the board",
            "case 4, line 24, column 7: found \"q\", expected the number of rows and columns",
        ],
    );
}

#[test]
fn a_wrong_number_of_cases() {
    damaged(
        "uva652",
        "3\n\n1 2 3 4 5 6 7 x 8\n",
        "r\n",
        &["line 4, column 1: found the end of the input, expected case 2 of 3"],
    );
    damaged(
        "uva652",
        "1\n\n1 2 3 4 5 6 7 x 8\n\n1 2 3 4 5 6 7 8 x\n",
        "r\n",
        &["line 5, column 1: found \"1\", expected the end of the input after 1 cases"],
    );
    damaged(
        "uva652",
        "many\n",
        "",
        &["line 1, column 1: found \"many\", expected the number of cases"],
    );
    damaged(
        "uva652",
        "999999999999999999999999\n",
        "",
        &["line 1, column 1: found \"999999999999999999999999\", expected the number of cases"],
    );
}

#[test]
fn sizes_that_lie() {
    damaged(
        "poj2893",
        "2 2\n1 2\n3 0\n8000 8000\n1 2\n0 0\n",
        "YES\n",
        &["case 2, line 5, column 3: row 1 has 2 tiles, expected 8000 for 8000x8000"],
    );
    for (size, message) in [
        (
            "-4 4",
            "line 1, column 1: found \"-4\", expected the number of rows",
        ),
        (
            "1000000000000000000000 2",
            "line 1, column 1: found \"1000000000000000000000\", expected the number of rows",
        ),
        (
            "1000000 1000000",
            "line 1, column 1: size 1000000x1000000 is too large, expected at most 67108864 cells",
        ),
        (
            "0 5",
            "line 1, column 1: size 0x5 has no room for a tile and a blank, expected at least 1x2",
        ),
    ] {
        let lost = "; the cases from here on cannot be told apart and are not read";
        damaged(
            "poj2893",
            format!("{size}\n1 2\n3 0\n"),
            "",
            &[&format!("case 1, {message}{lost}")],
        );
    }
    for size in ["0", "-4", "1000000000000000000000", "8000", "4294967297"] {
        for dialect in ["princeton", "poj3240", "hackerrank", "fortytwo"] {
            let run = judge(dialect, format!("{size}\n1 2 3\n"));
            assert_eq!(
                (run.status, run.stdout.as_str()),
                (2, ""),
                "{dialect} {size}"
            );
            assert_eq!(
                run.stderr.lines().count(),
                1,
                "{dialect} {size}: {}",
                run.stderr
            );
        }
    }
    // 8191² − 1 tiles: the goal is not made before there are as many.
    let run = judge("fmi", "67092480\n-1\n1 2 3\n");
    assert_eq!(
        (run.status, run.stderr.lines().count()),
        (2, 1),
        "{}",
        run.stderr
    );
}

#[test]
fn one_case_and_no_more() {
    damaged(
        "poj1077",
        "1 2 3 4 5 6 7 x 8\n1 2 3 4 5 6 7 8 x\n",
        "",
        &["case 1, line 2, column 1: found \"1\", expected the end of the input"],
    );
    damaged(
        "tioj1198",
        "1 2 3 4 5 6 7 0 8\n1 2 3 4 5 6 7 8 0\n5\n",
        "",
        &["case 1, line 3, column 1: found \"5\", expected the end of the input"],
    );
    for dialect in [
        "poj1077",
        "p1379",
        "sgu139",
        "princeton",
        "fortytwo",
        "jutge-p27048",
    ] {
        let run = judge(dialect, "");
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{dialect}");
        assert!(
            run.stderr.contains("found the end of the input"),
            "{}",
            run.stderr
        );
    }
}

/// Princeton's client reads n × n numbers and nothing more.
#[test]
fn what_follows_a_princeton_board_is_not_read() {
    let run = judge("princeton", "2\n1 2\n3 0\n\n4 5 6 q");
    assert_eq!(
        (run.status, run.stdout.as_str()),
        (0, "Minimum number of moves = 0\n2\n 1  2\n 3  0\n\n")
    );
}

#[test]
fn bytes_that_are_no_text() {
    damaged(
        "hdu1043",
        b"1 2 3 4 5 6 7 x 8\n1 2 \xff 4 5 6 7 x 8\n1 2 3 4 5 6 7 8 x\n".to_vec(),
        "r\n\n",
        &[
            "case 2, line 2, column 5: found \"\u{fffd}\", expected a tile number or a blank (0, x, X, _ or .)",
        ],
    );
}

/// No bytes make a reader panic, hang or answer.
#[test]
fn noise() {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let bytes: Vec<u8> = (0..300_000).map(|_| next() as u8).collect();
    let signs = b"0123456789x \n\n  -,[]#/STARTEND.";
    let likely: Vec<u8> = (0..300_000)
        .map(|_| signs[next() as usize % signs.len()])
        .collect();
    for names in super::dialects() {
        for noise in [&bytes, &likely] {
            let run = judge(&names[0], noise.as_slice());
            assert_eq!(run.status, 2, "{}", names[0]);
            assert!(
                run.stderr.starts_with("taquin: standard input, "),
                "{}",
                names[0]
            );
            assert!(!run.stderr.contains("panicked"), "{}", names[0]);
        }
    }
}
