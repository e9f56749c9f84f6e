//! Faults that were reported and mended, each as it was seen.

use std::path::Path;
use std::process::Output;

use assert_cmd::Command;

fn taquin_in(folder: &Path, args: &[&str], stdin: &str) -> Output {
    Command::cargo_bin("taquin")
        .unwrap()
        .env("TAQUIN_DB", folder)
        .args(args)
        .write_stdin(stdin)
        .output()
        .unwrap()
}

fn taquin(args: &[&str], stdin: &str) -> Output {
    taquin_in(Path::new("/nonexistent"), args, stdin)
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

#[test]
fn a_folder_of_databases_that_cannot_be_read_is_no_empty_one() {
    let file = tempfile::NamedTempFile::new().unwrap();
    for command in [
        &["db", "list"][..],
        &["db", "verify"],
        &["db", "remove", "--all"],
    ] {
        let output = taquin_in(file.path(), command, "");
        assert_eq!(output.status.code(), Some(2), "{command:?}");
        assert!(!stderr(&output).contains("no databases"), "{command:?}");
    }
    let output = taquin(&["db", "list"], "");
    assert_eq!(output.status.code(), Some(0));
    assert!(stderr(&output).contains("no databases in"));
}

#[test]
fn what_is_built_needs_no_lock() {
    let folder = tempfile::tempdir().unwrap();
    let build = || taquin_in(folder.path(), &["db", "build", "2x6"], "");
    let built = build();
    assert_eq!(built.status.code(), Some(0));
    // Nobody can write a lock here any more.
    let lock = folder.path().join("lock");
    std::fs::remove_file(&lock).unwrap();
    std::fs::create_dir(&lock).unwrap();
    let again = build();
    assert_eq!(again.status.code(), Some(0), "{}", stderr(&again));
    assert_eq!(stdout(&again), stdout(&built));
    let other = taquin_in(folder.path(), &["db", "build", "3x4"], "");
    assert_eq!(other.status.code(), Some(2));
}

#[cfg(target_os = "linux")]
#[test]
fn a_limit_of_file_size_is_told_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let taquin = assert_cmd::cargo::cargo_bin("taquin");
    let output = std::process::Command::new("sh")
        .args(["-c", "ulimit -f 100; exec \"$0\" db build 2x6"])
        .arg(taquin)
        .env("TAQUIN_DB", folder.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("too large"), "{}", stderr(&output));
    let unfinished = std::fs::read_dir(folder.path())
        .unwrap()
        .filter(|entry| {
            let path = entry.as_ref().unwrap().path();
            path.extension()
                .is_some_and(|extension| extension == "part")
        })
        .count();
    assert_eq!(unfinished, 0);
}

#[test]
fn remove_says_when_there_is_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let output = taquin_in(folder.path(), &["db", "remove", "4x4"], "");
    assert_eq!(output.status.code(), Some(0));
    assert!(stderr(&output).contains("no databases of 4x4 in"));
    let output = taquin_in(folder.path(), &["db", "remove"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("<SIZE|--all>"));
}

#[test]
fn a_limit_of_paths_needs_a_list() {
    let output = taquin(&["solve", "--limit", "3", "1 2 3/4 0 5"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("--all|--slack"));
    for list in [
        &["--all"][..],
        &["--slack", "2"],
        &["--all", "--slack", "2"],
    ] {
        let args = [&["solve", "--limit", "3", "1 2 3/4 0 5"], list].concat();
        assert_eq!(taquin(&args, "").status.code(), Some(0), "{list:?}");
    }
}

#[test]
fn answers_cannot_be_read_where_the_input_is() {
    let output = taquin(&["judge", "poj1077", "--check", "-"], "1 2 3 4 5 6 7 x 8\n");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("standard input"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn moves_that_cannot_be_read_are_bad_input_even_behind_illegal_ones() {
    let verify = |moves| {
        let args = ["verify", "--notation", "numbers", "2 1 0/3 4 5", moves];
        taquin(&args, "").status.code()
    };
    assert_eq!(verify("1 3 soon"), Some(2));
    assert_eq!(verify("1 3 9"), Some(2));
    assert_eq!(verify("1 3"), Some(1));
}

#[test]
fn boards_without_quotes_are_put_together() {
    let solved = taquin(&["solve", "1", "2", "3", "4", "5", "6", "7", "0", "8"], "");
    assert_eq!((solved.status.code(), stdout(&solved)), (Some(0), "r\n"));
    let solved = taquin(&["solve", "1", "2", "3", "/", "4", "x", "5"], "");
    assert_eq!((solved.status.code(), stdout(&solved)), (Some(0), "r\n"));
    let compared = taquin(&["compare", "1", "2", "3", "/", "4", "x", "5"], "");
    assert_eq!(compared.status.code(), Some(0));
    // One message, not one a tile.
    let refused = taquin(&["solve", "1", "2", "3", "4", "5", "6", "7", "8", "8"], "");
    assert_eq!(refused.status.code(), Some(2));
    assert_eq!(stderr(&refused).lines().count(), 1);
}

#[test]
fn several_boards_on_standard_input_get_a_hint() {
    for text in ["1 2 3/4 5 0\n1 2 3/4 0 5\n", "# two\n1230\n\n1203\n"] {
        for command in ["solve", "check"] {
            let output = taquin(&[command], text);
            assert_eq!(output.status.code(), Some(2));
            assert!(stderr(&output).contains("--batch"), "{}", stderr(&output));
        }
    }
    let output = taquin(&["solve"], "1 2 3\n4 5 5\n");
    assert!(!stderr(&output).contains("--batch"));
}
