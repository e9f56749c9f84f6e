//! Damaged input: one clear line with its place on stderr, nothing on stdout, exit status 2.

use std::path::PathBuf;

use crate::support::{Run, repository, run, run_on};

fn data(path: &str) -> PathBuf {
    repository("data").join(path)
}

/// One line on stderr that names a place; nothing on stdout; status 2.
fn assert_refused(output: &Run, context: &str) -> String {
    let stderr = output.stderr.clone();
    assert_eq!(output.status, 2, "{context}: {stderr}");
    assert!(output.stdout.is_empty(), "{context}");
    assert_eq!(stderr.lines().count(), 1, "{context}: {stderr}");
    assert!(stderr.starts_with("taquin: "), "{context}: {stderr}");
    assert!(
        stderr.contains("line ") && stderr.contains("column "),
        "{context}: {stderr}"
    );
    assert!(!stderr.contains("panicked"), "{context}: {stderr}");
    stderr
}

#[test]
fn damaged_files_are_refused_by_every_command_that_reads_boards() {
    let fails = |line: &str| {
        let mut fields = line.split('\t');
        let (file, reading) = (fields.next()?, fields.nth(1)?);
        let allowed = reading.contains("no size line") || reading.contains("line breaks");
        (reading.starts_with("FAIL") && !allowed).then(|| format!("files/fortytwo/{file}"))
    };
    let table = std::fs::read_to_string(data("fortytwo.tsv")).unwrap();
    let mut files: Vec<String> = table.lines().filter_map(fails).collect();
    for file in ["fullwidth_digit", "no_blank", "size_overflow_u32"] {
        files.push(format!("files/synthetic/{file}.txt"));
    }
    assert_eq!(files.len(), 17);
    for file in files {
        let path = data(&file);
        let argument = format!("@{}", path.display());
        for command in ["solve", "check", "compare"] {
            let stderr = assert_refused(&run(&[command, &argument]), &file);
            assert!(stderr.contains(path.to_str().unwrap()), "{stderr}");
        }
        assert_refused(&run(&["verify", &argument, "u"]), &file);
        let bytes = std::fs::read(&path).unwrap();
        let stderr = assert_refused(&run_on(&["solve"], bytes), &file);
        assert!(stderr.contains("standard input"), "{stderr}");
    }
}

#[test]
fn good_files_among_the_synthetic_ones_are_solved() {
    for (file, goal, moves) in [
        ("crlf_3x3_opt4_classic", "classic", 4),
        ("one_number_per_line_3x3_opt4_classic", "classic", 4),
        ("tabs_comments_no_newline_3x3_opt15_snail", "snail", 15),
    ] {
        let argument = format!(
            "@{}",
            data(&format!("files/synthetic/{file}.txt")).display()
        );
        let output = run(&["solve", "--goal", goal, &argument]);
        assert_eq!(output.status, 0, "{file}");
        assert_eq!(output.stdout.len(), moves + 1, "{file}");
    }
    // A judge's string of nine characters is a board, too.
    let argument = format!("@{}", data("files/synthetic/judge_no_spaces.txt").display());
    let output = run(&["solve", &argument]);
    assert_eq!(output.stdout.len(), 20);
    let argument = format!("@{}", data("files/synthetic/unsolvable_2x2.txt").display());
    assert_eq!(run(&["solve", &argument]).status, 1);
}

#[test]
fn kinds_of_damage() {
    for text in [
        "1 2 3/4 5 6/7 7 0",
        "1 2 3/4 5 6/7 8 9",
        "1 2 3/4 0 6/7 8 0",
        "1 2 3/4 5 6/7 80 0",
        "0\n1 2 3\n4 5 6\n7 8 0",
        "-4\n1 2 3\n4 5 6\n7 8 0",
        "1000000000000000000000\n1 2 3\n4 5 6\n7 8 0",
        "99999 99999\n1 2 3\n4 5 6\n7 8 0",
        "1",
        "0",
        "\n\n",
        "[[[[",
        "\u{feff}",
        "\0\0\0",
    ] {
        let stderr = assert_refused(&run_on(&["solve"], text), text);
        assert!(stderr.len() < 300, "{stderr}");
    }
}

#[test]
fn random_bytes_and_long_lines_are_refused() {
    // A linear congruential generator: reproducible noise.
    let mut seed = 1u64;
    let noise: Vec<u8> = std::iter::repeat_with(|| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 56) as u8
    })
    .take(10 << 20)
    .collect();
    let stderr = assert_refused(&run_on(&["solve"], noise), "10 MiB of noise");
    assert!(stderr.contains("UTF-8"), "{stderr}");
    let digits = vec![b'7'; 10 << 20];
    let stderr = assert_refused(&run_on(&["solve"], digits), "10 MiB of digits");
    assert!(stderr.len() < 300, "{stderr}");
    let ones = "1 ".repeat(5 << 20);
    let stderr = assert_refused(&run_on(&["solve"], ones), "five million tiles");
    assert!(stderr.len() < 30_000, "{stderr}");
}

#[test]
fn a_bad_board_does_not_stop_the_others() {
    let output = run(&["solve", "1 2 3/4 5 6/7 0 8", "1 2/3", "1 2 3/4 5 0/7 8 6"]);
    assert_eq!(output.status, 2);
    assert_eq!(output.stdout, "r\nd\n");
}

#[test]
fn unusable_arguments_end_with_status_2() {
    for args in [
        &["solve", "--goal", "snial", "1 2 3 0"][..],
        &["solve", "--goal", "1 2 3/4 5 6/7 8 0", "1 2 3 0"],
        &["solve", "--size", "2x", "1 2 3 0"],
        &["solve", "--time", "soon", "1 2 3 0"],
        &["solve", "--metric", "htm", "1 2 3 0"],
        &["solve", "--notation", "morse", "1 2 3 0"],
        &["solve", "--least", "dlrx", "1 2 3 0"],
        &["solve", "--threads", "0", "1 2 3 0"],
        &["solve", "@/no/such/file"],
        &["solve", "--batch", "/no/such/file"],
        &["verify", "-", "-"],
        &["verify", "1 2 3 0", "sideways"],
        &["slove", "1 2 3 0"],
        &[],
    ] {
        let output = run(args);
        assert_eq!(output.status, 2, "{args:?}");
        assert!(output.stdout.is_empty(), "{args:?}");
        assert!(!output.stderr.is_empty(), "{args:?}");
    }
}

#[test]
fn a_mistyped_goal_gets_the_nearest_name() {
    let output = run(&["solve", "--goal", "clasic", "1 2 3 0"]);
    let stderr = output.stderr;
    assert!(stderr.contains("did you mean classic?"), "{stderr}");
}
