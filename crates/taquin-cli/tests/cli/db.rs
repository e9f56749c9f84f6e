//! `taquin db` and `taquin bench`, and how solving uses databases.

use std::path::Path;
use std::time::Duration;

use crate::support::{self, Run, child, unfinished};

/// A run with databases in a folder.
fn taquin(folder: &Path, args: &[&str]) -> Run {
    Run::of(support::taquin(args).env("TAQUIN_DB", folder))
}

/// Standard output of a command that must succeed without a word on stderr.
fn ok(folder: &Path, args: &[&str]) -> String {
    taquin(folder, args).ok()
}

const BOARD: &str = "11 10 9 8 7 6/5 4 3 1 2 0";

#[test]
fn build_list_verify_solve_remove() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let cold = ok(folder, &["solve", BOARD]);
    let built = ok(folder, &["db", "build", "2x6"]);
    assert_eq!(built.lines().count(), 2);
    assert!(built.lines().all(|path| Path::new(path).is_file()));
    assert_eq!(ok(folder, &["db", "build", "6x2", "--threads", "1"]), built);
    let listed = ok(folder, &["db", "list"]);
    assert_eq!(
        listed
            .lines()
            .filter(|line| line.contains("checksums right"))
            .count(),
        2
    );
    let json = ok(folder, &["db", "list", "--json"]);
    assert!(
        json.lines().all(|line| line.contains("\"size\":\"2x6\"")
            && line.contains("\"state\":\"checksums right\"")),
        "{json}"
    );
    let verified = ok(folder, &["db", "verify"]);
    assert_eq!(
        verified
            .lines()
            .filter(|line| line.contains("entries right"))
            .count(),
        2
    );
    assert_eq!(
        ok(folder, &["solve", BOARD]).trim().len(),
        cold.trim().len()
    );
    let bench = ok(folder, &["bench", "random:2x6:3", "--json"]);
    assert!(
        bench.lines().last().unwrap().contains("\"databases\":true"),
        "{bench}"
    );
    let bench = ok(folder, &["bench", "random:2x6:3", "--json", "--cold"]);
    assert!(
        bench
            .lines()
            .last()
            .unwrap()
            .contains("\"databases\":false"),
        "{bench}"
    );
    assert_eq!(ok(folder, &["db", "remove", "2x6"]), built);
    let empty = taquin(folder, &["db", "list"]);
    assert!(empty.status == 0 && empty.stdout.is_empty());
    assert!(empty.stderr.contains("no databases in"));
}

#[test]
fn a_damaged_database_is_named_and_solve_still_answers() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let built = ok(folder, &["db", "build", "2x6"]);
    let path = built.lines().next().unwrap();
    let mut bytes = std::fs::read(path).unwrap();
    bytes[5000] ^= 1;
    std::fs::write(path, &bytes).unwrap();
    let solved = taquin(folder, &["solve", BOARD]);
    assert_eq!(solved.status, 0);
    assert!(solved.stderr.contains(path), "{}", solved.stderr);
    assert!(!solved.stdout.is_empty());
    for command in ["list", "verify"] {
        let output = taquin(folder, &["db", command]);
        assert_eq!(output.status, 1, "{command}");
        assert!(output.stderr.contains(path), "{command}");
    }
    let json = taquin(folder, &["db", "list", "--json"]).stdout;
    let refused = json.lines().find(|line| line.contains(path)).unwrap();
    assert!(
        refused.contains("\"state\":\"refused\",\"error\":\""),
        "{json}"
    );
    assert_eq!(ok(folder, &["db", "build", "2x6"]), built);
    ok(folder, &["db", "verify"]);
}

#[test]
fn a_build_killed_at_any_moment_leaves_no_half_file() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for wait in [20, 120, 300, 500, 700] {
        let mut child = child(&["db", "build", "3x5"])
            .env("TAQUIN_DB", folder)
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(wait));
        child.kill().unwrap();
        child.wait().unwrap();
        let listed = taquin(folder, &["db", "list"]);
        assert_eq!(listed.status, 0, "{}", listed.stderr);
    }
    assert_eq!(ok(folder, &["db", "build", "3x5"]).lines().count(), 2);
    ok(folder, &["db", "list"]);
    assert_eq!(unfinished(folder), 0);
}

#[test]
fn what_cannot_be_done_is_said_with_status_2() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    for (folder, args, word) in [
        (folder.path(), &["db", "build", "3x3"][..], "3x3"),
        (folder.path(), &["db", "build", "9x9"], "9x9"),
        (folder.path(), &["db", "build", "4"], "ROWSxCOLS"),
        (folder.path(), &["db", "remove"], "SIZE"),
        (file.as_path(), &["db", "build", "2x6"], "file"),
        (folder.path(), &["bench", "korf16"], "korf15"),
        (folder.path(), &["bench", "random:4x4:many"], "many"),
        (folder.path(), &["bench", "random:4x4:0"], "no boards"),
    ] {
        let output = taquin(folder, args);
        assert_eq!(output.status, 2, "{args:?}");
        assert!(output.stdout.is_empty(), "{args:?}");
        let stderr = &output.stderr;
        assert!(
            stderr.contains(word) && !stderr.contains("panicked"),
            "{args:?}: {stderr}"
        );
    }
}

#[test]
fn a_limit_ends_a_build_with_status_3() {
    let folder = tempfile::tempdir().unwrap();
    let output = taquin(folder.path(), &["db", "build", "4x4", "--time", "1ms"]);
    assert_eq!(output.status, 3);
    let listed = taquin(folder.path(), &["db", "list"]);
    assert!(listed.stdout.is_empty());
}

#[test]
fn bench_of_korfs_boards_checks_the_lengths() {
    let folder = tempfile::tempdir().unwrap();
    let output = ok(folder.path(), &["bench", "korf15"]);
    let lines: Vec<&str> = output.lines().collect();
    assert_eq!(lines.len(), 1 + 100 + 4);
    assert!(lines[102].starts_with("mean 53.05 moves"), "{}", lines[102]);
}
