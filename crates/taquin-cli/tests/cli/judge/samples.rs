//! The samples of the statements, in `data/judge`: NAME.in, and NAME.out as the judge prints it.

use std::fs;

use super::{check, dialects, judge, run};
use crate::support::{child, repository};

/// Where the sample output is one of several right answers.
const SPECIAL_JUDGE: &[&str] = &[
    "poj1077",
    "hdu1043",
    "uva652",
    "fei2002e",
    "acwing179",
    "uva10181",
    "poj3240",
    "hackerrank",
];

fn sample(file: &str) -> Option<String> {
    fs::read_to_string(repository("data/judge").join(file)).ok()
}

/// The samples of a dialect: input and output.
fn samples(name: &str) -> Vec<(String, String)> {
    ["", ".2", ".3"]
        .iter()
        .filter_map(|suffix| {
            let input = sample(&format!("{name}{suffix}.in"))?;
            let output = sample(&format!("{name}{suffix}.out"))
                .unwrap_or_else(|| panic!("{name}{suffix}.in has no .out"));
            Some((input, output))
        })
        .collect()
}

#[test]
fn every_sample_comes_out_as_stated() {
    for names in dialects() {
        let samples = samples(&names[0]);
        assert!(!samples.is_empty(), "{} has no sample", names[0]);
        for name in &names {
            for (input, output) in &samples {
                let ours = judge(name, input.as_str());
                assert_eq!((ours.status, ours.stderr.as_str()), (0, ""), "{name}");
                if SPECIAL_JUDGE.contains(&names[0].as_str()) {
                    let verdict = check(name, input.as_str(), &ours.stdout);
                    assert_eq!(verdict.status, 0, "{name}: {}", verdict.stdout);
                } else {
                    assert_eq!(ours.stdout, *output, "{name}");
                }
                let verdict = check(name, input.as_str(), output);
                assert_eq!(verdict.status, 0, "{name}: {}", verdict.stdout);
                assert!(verdict.stdout.starts_with("ok: "), "{}", verdict.stdout);
            }
        }
    }
}

#[test]
fn line_ends_blanks_and_a_missing_last_newline_do_not_matter() {
    for names in dialects() {
        let name = &names[0];
        for (input, _) in samples(name) {
            let expected = judge(name, input.as_str()).stdout;
            let variants = [
                input.replace('\n', "\r\n"),
                input.replace('\n', "  \t\n"),
                input.trim_end().to_string(),
                format!("\u{feff}{input}"),
                format!("{input}\n\n"),
                input.replace(' ', "  "),
            ];
            for variant in variants {
                let run = judge(name, variant.as_str());
                assert_eq!(
                    (run.status, run.stderr.as_str(), run.stdout.as_str()),
                    (0, "", expected.as_str()),
                    "{name}: {variant:?}"
                );
            }
        }
    }
}

#[test]
fn answers_may_have_other_line_ends_and_blanks() {
    for names in dialects() {
        let name = &names[0];
        for (input, output) in samples(name) {
            let variants = [
                output.replace('\n', "\r\n"),
                output.replace('\n', " \n"),
                output.trim_end().to_string(),
                format!("{output}\n\n"),
            ];
            for variant in variants {
                let run = check(name, input.as_str(), &variant);
                assert_eq!(run.status, 0, "{name}: {variant:?}: {}", run.stdout);
            }
        }
    }
}

#[test]
fn the_list_names_everything_a_dialect_is() {
    let list = run(&["--list"], "").stdout;
    let count = |line: &str| list.lines().filter(|l| l.starts_with(line)).count();
    let dialects = dialects().len();
    for line in [
        "  problem ",
        "  input ",
        "  goal ",
        "  output ",
        "  unsolvable ",
    ] {
        assert_eq!(count(line), dialects, "{line}");
    }
}

#[test]
fn a_mistyped_name_gets_the_nearest_one() {
    for (typed, meant) in [
        ("poj1707", "poj1077"),
        ("HDU1043", "hdu1043"),
        ("princton", "princeton"),
    ] {
        let run = judge(typed, "");
        assert_eq!(run.status, 2);
        assert!(
            run.stderr.contains(&format!("did you mean {meant}?")),
            "{}",
            run.stderr
        );
        assert_eq!(run.stdout, "");
    }
    assert!(!judge("chess", "").stderr.contains("did you mean"));
}

#[test]
fn a_name_is_needed() {
    assert_eq!(run(&[], "").status, 2);
}

#[test]
fn a_closed_pipe_ends_quietly() {
    use std::io::{Read, Write};
    let mut child = child(&["judge", "hdu1043"])
        .spawn()
        .expect("the command runs");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin
        .write_all("2 3 4 1 5 x 7 6 8\n".repeat(200_000).as_bytes())
        .expect("the command reads everything first");
    drop(stdin);
    let mut stderr = String::new();
    let mut pipe = child.stderr.take().expect("a pipe");
    pipe.read_to_string(&mut stderr).expect("stderr is text");
    assert_eq!(stderr, "");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

/// Where the fewest moves cannot be proven, no number is printed that might be wrong; where any path will do, one is.
#[test]
fn large_boards_get_a_path_but_no_unproven_length() {
    let board = "5\n1 9 24 0 13\n2 21 14 22 3\n19 5 17 7 12\n11 18 23 20 8\n10 16 6 4 15\n";
    let path = judge("poj3240", board);
    assert_eq!((path.status, path.stderr.as_str()), (0, ""));
    let verdict = check("poj3240", board, &path.stdout);
    assert_eq!(verdict.status, 0, "{}", verdict.stdout);

    let least = judge("princeton", board);
    assert_eq!((least.status, least.stdout.as_str()), (3, ""));
    assert!(
        least.stderr.starts_with("taquin: case 1: found ") && least.stderr.contains("as few as"),
        "{}",
        least.stderr
    );
}
