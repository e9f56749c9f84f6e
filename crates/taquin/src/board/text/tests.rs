//! The board parser: one case a rule of the format, and one a kind of damage.

use super::*;

fn read(text: &str) -> String {
    match parse_board(text, None) {
        Ok(board) => board.to_string(),
        Err(error) => format!("error: {error}"),
    }
}

fn read_sized(text: &str, size: &str) -> String {
    match parse_board(text, Some(size.parse().unwrap())) {
        Ok(board) => board.to_string(),
        Err(error) => format!("error: {error}"),
    }
}

#[test]
fn every_spelling_of_a_square() {
    for text in [
        "1 2 3 4 5 6 7 8 0",
        "1,2,3,4,5,6,7,8,x",
        "1 2 3/4 5 6/7 8 X",
        "1;2;3\n4;5;6\n7;8;_\n",
        "[[1,2,3],[4,5,6],[7,8,0]]",
        "[1, 2, 3, 4, 5, 6, 7, 8, 0]",
        "(1 2 3 4 5 6 7 8 .)",
        "((1,2,3),(4,5,6),(7,8,0))",
        "[\n [\n  1,\n 2,3],[4,5,6],\n[7,8,0]]",
        "123456780",
        "12345678x",
        "123/456/78.",
        "123\n456\n780",
        "3\n1 2 3\n4 5 6\n7 8 0",
        "3\n1\n2\n3\n4\n5\n6\n7\n8\n0\n",
        "3\n123456780",
        "3\n123\n456\n780",
        "3 3\n1 2 3\n4 5 6\n7 8 0",
        "\u{feff}3\r\n1 2 3\r\n4\t5 6\r\n\r\n7 8 0\r\n",
        "# a comment\n\n3 # size\n1 2 3# row\n#\n4 5 6\n7 8 0 # end",
        "1 2 3 /\n4 5 6 /\n7 8 0 /\n",
    ] {
        assert_eq!(read(text), "1 2 3/4 5 6/7 8 0", "{text:?}");
    }
}

#[test]
fn rectangles() {
    for text in [
        "1 2 3/4 5 0",
        "1 2 3\n4 5 0",
        "[[1,2,3],[4,5,0]]",
        "2 3\n1 2 3\n4 5 0",
        "2 3\n1\n2\n3\n4\n5\n0",
        "3 2\n1 2 3\n4 5 0",
        "123/450",
        "2 3\n123450",
    ] {
        assert_eq!(read(text), "1 2 3/4 5 0", "{text:?}");
    }
    assert_eq!(read("2 3 1 0/"), "2 3 1 0/");
    assert_eq!(read("[[2,3,1,0]]"), "2 3 1 0/");
    assert_eq!(read("1 4\n2 3 1 0"), "2 3 1 0/");
    assert_eq!(read("2\n1\n0\n"), "2/1/0");
    assert_eq!(read("3 0\n2 1"), "3 0/2 1");
    assert_eq!(read("3 2\n0 1\n2 3\n4 5"), "0 1/2 3/4 5");
}

#[test]
fn a_given_size_shapes_what_has_no_rows() {
    assert_eq!(read_sized("1 2 3 4 5 0", "2x3"), "1 2 3/4 5 0");
    assert_eq!(read_sized("123450", "3x2"), "1 2/3 4/5 0");
    assert_eq!(read_sized("1\n2\n3\n4\n5\n0", "3x2"), "1 2/3 4/5 0");
    assert_eq!(read_sized("2 3\n1 2 3\n4 5 0", "2x3"), "1 2 3/4 5 0");
    assert_eq!(read_sized("10", "1x2"), "1 0/");
    assert_eq!(
        read_sized("1 2/3 4/5 0", "2x3"),
        "error: line 1, column 3: row 1 has 2 tiles, expected 3 for 2x3"
    );
    assert_eq!(
        read_sized("3\n1 2 3\n4 5 6\n7 8 0", "2x3"),
        "error: line 1, column 1: the size line says 3x3, expected 2x3"
    );
}

#[test]
fn letters_go_on_after_nine() {
    assert_eq!(
        read("123456789ABCDEF0"),
        "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0"
    );
}

#[test]
fn a_column_of_large_numbers_is_no_run() {
    let text: Vec<String> = (10..=19).chain(0..10).map(|n| format!("{n:02}")).collect();
    assert_eq!(
        parse_board(&text.join("\n"), None).unwrap().size().rows(),
        20
    );
}

#[test]
fn damage_is_placed() {
    for (text, error) in [
        (
            "",
            "line 1, column 1: found no tiles, expected a board such as 1 2 3/4 5 6/7 8 0",
        ),
        (
            "# only a comment\n",
            "line 2, column 1: found no tiles, expected a board such as 1 2 3/4 5 6/7 8 0",
        ),
        (
            "1 2 3\n4 5 6\n7 8 9",
            "line 3, column 5: no blank, expected one 0 (or x, X, _ or .)",
        ),
        (
            "1 2 3\n4 5 6\n7 7 0",
            "line 3, column 3: tile 7 stands twice, expected each tile once; it stands first in row 3, column 1 of the board",
        ),
        (
            "1 0 3\n4 5 6\n7 8 x",
            "line 3, column 5: the blank stands twice, expected each tile once; it stands first in row 1, column 2 of the board",
        ),
        (
            "1 2 3\n4 5 9\n7 8 0",
            "line 2, column 5: tile 9 is out of range, expected 0 to 8",
        ),
        (
            "-1 3 4\n8 6 2\n7 0 5",
            "line 1, column 1: tile -1 is out of range, expected 0 or more",
        ),
        (
            "3\n1 2 3\n4 5\n7 8 0",
            "line 3, column 3: row 2 has 2 tiles, expected 3 for 3x3",
        ),
        (
            "3\n1 2 3\n4 5 6 6\n7 8 0",
            "line 3, column 7: row 2 has 4 tiles, expected 3 for 3x3",
        ),
        (
            "3\n1 2 3\n4 5 6",
            "line 3, column 6: found 2 rows, expected 3 for 3x3",
        ),
        (
            "3\n1 2 3\n4 5 6\n7 8 0\n1 2 3",
            "line 5, column 1: found row 4, expected 3 rows for 3x3",
        ),
        (
            "3\n1 2 3\n4a 5 6\n7 8 0",
            "line 3, column 1: found \"4a\", expected a tile number or a blank (0, x, X, _ or .)",
        ),
        (
            "0\n1 2 3\n4 5 6\n7 8 0",
            "line 1, column 1: size line: size 0x0 has no room for a tile and a blank, expected at least 1x2",
        ),
        (
            "1 2 3 4 5 0",
            "line 1, column 1: found 6 tiles without rows, which is not square: the board may be 1x6, 6x1, 2x3 or 3x2; separate the rows with / or give the size",
        ),
        (
            "1 2/3 0 4",
            "line 1, column 9: row 2 has 3 tiles, expected 2 for 2x2; if the first row is a size line, line 1, column 9: found \"4\" after the board, expected 2 tiles for 1x2",
        ),
        (
            "{1,2},{3,0}",
            "line 1, column 1: found \"{1\", but '{' separates nothing here; tiles are separated by white space or any of , / ; [ ] ( )",
        ),
        (
            "1|2|3|0",
            "line 1, column 1: found \"1|2|3|0\", but '|' separates nothing here; tiles are separated by white space or any of , / ; [ ] ( )",
        ),
        ("4", "line 1, column 1: found only \"4\", expected a board"),
        (
            "1 2 3/4 5/7 8 0",
            "line 1, column 9: row 2 has 2 tiles, expected 3 for 3x3",
        ),
        (
            "[[1,2],[3,0]",
            "line 1, column 1: found '[' without its closing bracket",
        ),
        (
            "[1,2,3,0)",
            "line 1, column 9: found ')', expected to close the '[' of line 1, column 1",
        ),
        (
            "1 2 3 0]",
            "line 1, column 8: found ']', but no bracket is open",
        ),
        (
            "23415?768",
            "line 1, column 6: found \"?\", expected a tile or a blank",
        ),
        (
            "１ 2 3\n4 5 6\n7 8 0",
            "line 1, column 1: found \"１\", expected a tile number or a blank (0, x, X, _ or .)",
        ),
        (
            "99999999999 1 2 0",
            "line 1, column 1: tile 99999999999 is out of range",
        ),
    ] {
        assert_eq!(read(text), format!("error: {error}"), "{text:?}");
    }
}

#[test]
fn a_huge_stated_size_is_only_a_number() {
    for text in [
        "1000000000000000000000\n1",
        "1000000000000000000000\n1 2 3\n4 5 6\n7 8 0",
        "4294967297\n0",
        "8000\n1 2 3\n4 5 6\n7 8 0",
        "-4\n1 2 3\n4 5 6\n7 8 0",
    ] {
        let error = read(text);
        assert!(error.starts_with("error: line "), "{text:?}: {error}");
    }
}

#[test]
fn a_board_of_known_size_has_no_size_line() {
    let size = Size::new(2, 2).unwrap();
    let sized = |text: &str| super::parse_sized_board(text, size).map_err(|e| e.to_string());
    for text in ["1 2\n3 0", "1 2 3 0", "1\n2\n3\n0", "[[1,2],[3,0]]", "123x"] {
        assert_eq!(sized(text).unwrap().to_string(), "1 2/3 0", "{text:?}");
    }
    assert_eq!(
        sized("2 2\n1 2\n3 0").unwrap_err(),
        "line 3, column 1: found row 3, expected 2 rows for 2x2"
    );
    assert!(
        sized("2\n1 2\n3 0")
            .unwrap_err()
            .starts_with("line 1, column 1: row 1 has 1 tiles")
    );
    assert!(sized(" ").unwrap_err().contains("found no tiles"));
}
