//! Wrong answers are caught, and the first bad case is named.

use super::check;

/// Asserts that answers are refused for a reason.
#[track_caller]
fn refused(dialect: &str, input: &str, answers: &str, reason: &str) {
    let run = check(dialect, input, answers);
    assert_eq!((run.status, run.stderr.as_str()), (1, ""), "{}", run.stdout);
    assert_eq!(run.stdout, format!("wrong: {reason}\n"));
}

#[track_caller]
fn accepted(dialect: &str, input: &str, answers: &str) {
    let run = check(dialect, input, answers);
    assert_eq!(run.status, 0, "{}{}", run.stdout, run.stderr);
}

const EIGHT: &str = "2 3 4 1 5 x 7 6 8\n";
const PATH: &str = "ullddrurdllurdruldr";
/// One board of 19 moves, one solved, one unsolvable, one of a single move.
const FOUR: &str = "2 3 4 1 5 x 7 6 8\n1 2 3 4 5 6 7 8 x\n1 2 3 4 5 6 8 7 x\n1 2 3 4 5 6 7 x 8\n";

#[test]
fn an_illegal_move() {
    refused(
        "poj1077",
        EIGHT,
        "rullddrurdllurdruldr\n",
        "case 1, line 1: move 1 would take the blank right over the edge of the board",
    );
}

#[test]
fn a_path_that_misses_the_goal() {
    refused(
        "poj1077",
        EIGHT,
        "ullddrurdllurdruld\n",
        "case 1, line 1: found a path of 18 moves that ends on 1 2 3/4 5 6/7 0 8, expected 1 2 3/4 5 6/7 8 0",
    );
}

#[test]
fn a_detour_where_the_shortest_is_wanted() {
    let detour = format!("{PATH}ud\n");
    accepted("poj1077", EIGHT, &detour);
    refused(
        "acwing179",
        EIGHT,
        &detour,
        "case 1, line 1: found 21 moves, expected the fewest, 19",
    );
    refused(
        "acwing845",
        EIGHT,
        "21\n",
        "case 1, line 1: found 21 moves, expected the fewest, 19",
    );
}

#[test]
fn a_shortest_path_that_is_not_the_least() {
    let input = "1\n23415X768\n12345678X\n";
    accepted("hdu3567", input, "Case 1: 19\ndlurullddrurdllurdr\n");
    refused(
        "hdu3567",
        input,
        &format!("Case 1: 19\n{PATH}\n"),
        &format!(
            "case 1, line 1: found {PATH}, expected the lexicographically least path, dlurullddrurdllurdr"
        ),
    );
}

#[test]
fn a_wrong_word() {
    refused(
        "hdu1043",
        "1 2 3 4 5 6 8 7 x\n",
        "unsolveable\n",
        "case 1, line 1: found \"nsolveable\", expected u, d, l or r; or \"unsolvable\" in full",
    );
    refused(
        "acwing845",
        "1 2 3 4 5 6 8 7 x\n",
        "unsolvable\n",
        "case 1, line 1: found \"unsolvable\", expected the number of moves; or \"-1\" in full",
    );
}

#[test]
fn wrong_letters() {
    refused(
        "poj1077",
        EIGHT,
        "ULLDDRURDLLURDRULDR\n",
        "case 1, line 1: found \"ULLDDRURDLLURDRULDR\", expected u, d, l or r; or \"unsolvable\" in full",
    );
}

#[test]
fn a_refusal_of_a_solvable_board_and_a_path_for_an_unsolvable_one() {
    refused(
        "poj1077",
        EIGHT,
        "unsolvable\n",
        "case 1, line 1: found a refusal, but the board can be solved",
    );
    let run = check("poj1077", "1 2 3 4 5 6 8 7 x\n", "udud\n");
    assert_eq!(run.status, 1);
    assert!(
        run.stdout.starts_with(
            "wrong: case 1, line 1: found an answer, expected \"unsolvable\": the tiles form an odd"
        ),
        "{}",
        run.stdout
    );
    refused(
        "sgu139",
        "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 0\n",
        "NO\n",
        "case 1, line 1: found a refusal, but the board can be solved",
    );
}

#[test]
fn a_missing_answer_an_extra_one_and_two_exchanged() {
    let right = format!("{PATH}\n\nunsolvable\nr\n");
    accepted("hdu1043", FOUR, &right);
    refused(
        "hdu1043",
        FOUR,
        &format!("{PATH}\nunsolvable\nr\n"),
        "case 2, line 2: found a refusal, but the board can be solved",
    );
    refused(
        "hdu1043",
        FOUR,
        &format!("{right}r\n"),
        "line 5: found \"r\", expected the end after the answer to the last case",
    );
    refused(
        "hdu1043",
        FOUR,
        &format!("{PATH}\n\nr\nunsolvable\n"),
        "case 3, line 3: found an answer, expected \"unsolvable\": the tiles form an odd permutation of the goal, \
         but the blank is 0 cells from home: every move changes both parities, so they can never both become even",
    );
    refused(
        "acwing845",
        EIGHT,
        "",
        "case 1, line 1: found the end of the answers, expected the number of moves; or \"-1\" in full",
    );
}

/// The first bad case is the one reported, however many there are and whichever thread finds one first.
#[test]
fn the_first_of_many() {
    let cases = 20_000;
    let input = "1 2 3 4 5 6 7 x 8\n".repeat(cases);
    let mut answers = vec!["r"; cases];
    accepted("hdu1043", &input, &answers.join("\n"));
    for bad in (1_234..cases).step_by(700) {
        answers[bad] = "l";
    }
    let run = check("hdu1043", input, &answers.join("\n"));
    assert_eq!(run.status, 1);
    assert!(
        run.stdout.starts_with("wrong: case 1235, line 1235: "),
        "{}",
        run.stdout
    );
}

#[test]
fn a_case_number_that_is_wrong() {
    refused(
        "hdu3567",
        "2\n12X453786\n12345678X\n564178X23\n7568X4123\n",
        "Case 1: 2\ndd\nCase 3: 8\nurrulldr\n",
        "case 2, line 3: found \"3: 8\", expected the number of the case, 2; or \"Case <case>: unsolvable\" in full",
    );
}

#[test]
fn a_length_that_is_not_the_path_s() {
    refused(
        "hdu3567",
        "1\n12X453786\n12345678X\n",
        "Case 1: 3\ndd\n",
        "case 1, line 1: found a length of 3 and a path of 2 moves",
    );
    refused(
        "hackerrank",
        "2\n1\n0\n2\n3\n",
        "2\nLEFT\n",
        "case 1, line 3: found the end of the answers, expected UP, DOWN, LEFT or RIGHT; or \"unsolvable\" in full",
    );
}

#[test]
fn boards_that_are_no_path() {
    let input = "2\n1 2\n0 3\n";
    accepted(
        "princeton",
        input,
        "Minimum number of moves = 1\n2\n1 2\n0 3\n\n2\n1 2\n3 0\n",
    );
    refused(
        "princeton",
        input,
        "Minimum number of moves = 1\n2\n1 2\n0 3\n2\n2 1\n3 0\n",
        "case 1, line 6: board 2 is 2 1/3 0, expected one that is a move away from board 1, 1 2/0 3; \
         or \"No solution possible\" in full",
    );
    refused(
        "princeton",
        input,
        "Minimum number of moves = 0\n2\n1 2\n0 3\n",
        "case 1, line 1: found a path of 0 moves that ends on 1 2/0 3, expected 1 2/3 0",
    );
    refused(
        "princeton",
        input,
        "Minimum number of moves = 0\n2\n1 2\n3 0\n",
        "case 1, line 3: found 1 2/3 0, expected the start 1 2/0 3; or \"No solution possible\" in full",
    );
}

#[test]
fn limits_of_a_case() {
    let board = "1 5 2\n4 X 3\n7 8 6\n1 2 3\n4 5 6\n7 8 X\nEND\n";
    refused(
        "poj2224",
        &format!("START 3 3\n{board}"),
        "SOLVABLE WITHIN 4 MOVES\n",
        "case 1, line 1: found 4 moves, expected \"NOT SOLVABLE WITHIN <limit> MOVES\": the board needs more than 3",
    );
    refused(
        "poj2224",
        &format!("START 3 4\n{board}"),
        "NOT SOLVABLE WITHIN 4 MOVES\n",
        "case 1, line 1: found a refusal, but the board can be solved in 4 of at most 4 moves",
    );
    refused(
        "poj2224",
        &format!("START 3 3\n{board}"),
        "NOT SOLVABLE WITHIN 4 MOVES\n",
        "case 1, line 1: found \"NOT SOLVABLE WITHIN 4 MOVES\", expected \"SOLVABLE WITHIN \"; \
         or \"NOT SOLVABLE WITHIN <limit> MOVES\" in full",
    );
}

#[test]
fn the_empty_line_between_answers() {
    let input = "2\n\n1 2 3 4 5 6 7 x 8\n\n1 2 3 4 5 6 7 8 x\n";
    accepted("uva652", input, "r\n\n\n");
    refused(
        "uva652",
        input,
        "r\nr\n",
        "case 2, line 2: found \"r\", expected an empty line",
    );
}

#[test]
fn a_replayed_board() {
    let input = "1 2 3 4\n5 6 7 8\n9 10 0 11\n13 14 15 12\n11\n";
    refused(
        "ntu50004",
        input,
        "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 0\n",
        "case 1, line 1: found 1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0, \
         expected 1 2 3 4/5 6 7 8/9 10 11 0/13 14 15 12",
    );
}

#[test]
fn input_that_cannot_be_read_is_not_judged() {
    let run = check("hdu1043", "1 2 3\n", "unsolvable\n");
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    let run = super::run(&["hdu1043", "--check", "no/such/file"], "");
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("no/such/file"), "{}", run.stderr);
}
