//! Faults that were reported and mended, each as it was seen.

use std::path::Path;

use crate::support::{self, Run, child, run, run_on, unfinished, words};
#[cfg(unix)]
use crate::support::{TAQUIN, signal};

fn taquin_in(folder: &Path, args: &[&str]) -> Run {
    Run::of(support::taquin(args).env("TAQUIN_DB", folder))
}

#[test]
fn a_folder_of_databases_that_cannot_be_read_is_no_empty_one() {
    let file = tempfile::NamedTempFile::new().unwrap();
    for command in [
        &["db", "list"][..],
        &["db", "verify"],
        &["db", "remove", "--all"],
    ] {
        let output = taquin_in(file.path(), command);
        assert_eq!(output.status, 2, "{command:?}");
        assert!(!output.stderr.contains("no databases"), "{command:?}");
    }
    let output = run(&["db", "list"]);
    assert_eq!(output.status, 0);
    assert!(output.stderr.contains("no databases in"));
}

#[test]
fn what_is_built_needs_no_lock() {
    let folder = tempfile::tempdir().unwrap();
    let build = || taquin_in(folder.path(), &["db", "build", "2x6"]);
    let built = build();
    assert_eq!(built.status, 0);
    // Nobody can write a lock here any more.
    let lock = folder.path().join("lock");
    std::fs::remove_file(&lock).unwrap();
    std::fs::create_dir(&lock).unwrap();
    let again = build();
    assert_eq!(again.status, 0, "{}", again.stderr);
    assert_eq!(again.stdout, built.stdout);
    let other = taquin_in(folder.path(), &["db", "build", "3x4"]);
    assert_eq!(other.status, 2);
}

#[cfg(target_os = "linux")]
#[test]
fn a_limit_of_file_size_is_told_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let output = Run::of(
        assert_cmd::Command::new("sh")
            .args(["-c", "ulimit -f 100; exec \"$0\" db build 2x6", TAQUIN])
            .env("TAQUIN_DB", folder.path()),
    );
    assert_eq!(output.status, 2);
    assert!(output.stderr.contains("too large"), "{}", output.stderr);
    assert_eq!(unfinished(folder.path()), 0);
}

#[test]
fn remove_says_when_there_is_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let output = taquin_in(folder.path(), &["db", "remove", "4x4"]);
    assert_eq!(output.status, 0);
    assert!(output.stderr.contains("no databases of 4x4 in"));
    let output = taquin_in(folder.path(), &["db", "remove"]);
    assert_eq!(output.status, 2);
    assert!(output.stderr.contains("<SIZE|--all>"));
}

#[test]
fn a_limit_of_paths_needs_a_list() {
    let output = run(&["solve", "--limit", "3", "1 2 3/4 0 5"]);
    assert_eq!(output.status, 2);
    assert!(output.stderr.contains("--all|--slack"));
    for list in [
        &["--all"][..],
        &["--slack", "2"],
        &["--all", "--slack", "2"],
    ] {
        let args = [&["solve", "--limit", "3", "1 2 3/4 0 5"], list].concat();
        assert_eq!(run(&args).status, 0, "{list:?}");
    }
}

#[test]
fn answers_cannot_be_read_where_the_input_is() {
    let output = run_on(&["judge", "poj1077", "--check", "-"], "1 2 3 4 5 6 7 x 8\n");
    assert_eq!(output.status, 2);
    assert!(
        output.stderr.contains("standard input"),
        "{}",
        output.stderr
    );
}

#[test]
fn moves_that_cannot_be_read_are_bad_input_even_behind_illegal_ones() {
    let verify = |moves| {
        let args = ["verify", "--notation", "numbers", "2 1 0/3 4 5", moves];
        run(&args).status
    };
    assert_eq!(verify("1 3 soon"), 2);
    assert_eq!(verify("1 3 9"), 2);
    assert_eq!(verify("1 3"), 1);
}

#[test]
fn boards_without_quotes_are_put_together() {
    let solved = run(&["solve", "1", "2", "3", "4", "5", "6", "7", "0", "8"]);
    assert_eq!((solved.status, solved.stdout.as_str()), (0, "r\n"));
    let solved = run(&["solve", "1", "2", "3", "/", "4", "x", "5"]);
    assert_eq!((solved.status, solved.stdout.as_str()), (0, "r\n"));
    let compared = run(&["compare", "1", "2", "3", "/", "4", "x", "5"]);
    assert_eq!(compared.status, 0);
    // One message, not one a tile.
    let refused = run(&["solve", "1", "2", "3", "4", "5", "6", "7", "8", "8"]);
    assert_eq!(refused.status, 2);
    assert_eq!(refused.stderr.lines().count(), 1);
}

#[test]
fn several_boards_on_standard_input_get_a_hint() {
    for text in ["1 2 3/4 5 0\n1 2 3/4 0 5\n", "# two\n1230\n\n1203\n"] {
        for command in ["solve", "check"] {
            let output = run_on(&[command], text);
            assert_eq!(output.status, 2);
            assert!(output.stderr.contains("--batch"), "{}", output.stderr);
        }
    }
    let output = run_on(&["solve"], "1 2 3\n4 5 5\n");
    assert!(!output.stderr.contains("--batch"));
}

#[test]
fn errors_are_objects_where_answers_are() {
    let bad = "1 2 3/4 5 5";
    for args in [
        &["solve", "--json", bad][..],
        &["solve", "--json", "--batch", "/no/such/file"],
        &["solve", "--json", "--goal", "snial", "1230"],
        &["solve", "--json", "--all", bad],
        &["check", "--json", bad],
        &["verify", "--json", bad, "u"],
        &["verify", "--json", "1230", "east"],
        &["compare", "--json", bad],
        &["scramble", "--json", "3x3", "--distance", "99"],
        &["census", "--json", "9x9"],
        &["census", "--json", "3x3", "--time", "0s"],
        &["bench", "--json", "nothing"],
        &["bench", "--json", "random:4x4:1", "--time", "0s", "--cold"],
    ] {
        let output = run(args);
        let status = output.status;
        assert!(status == 2 || status == 3, "{args:?}");
        let object = output.json();
        let error = object["error"].as_str().unwrap();
        assert_eq!(output.stderr, format!("taquin: {error}\n"), "{args:?}");
    }
    // One object a board, in order.
    let output = run(&["solve", "--json", "1230", bad, "1203"]);
    let objects: Vec<serde_json::Value> = output
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(output.status, 2);
    assert_eq!(
        (&objects[0]["length"], &objects[2]["length"]),
        (&0.into(), &1.into())
    );
    assert!(objects[1]["error"].is_string() && objects.len() == 3);
}

#[test]
fn an_error_is_told_once() {
    for args in [
        &["census", "3x3", "--distance", "54"][..],
        &["scramble", "3x3", "--distance", "54"],
        &["census", "6x6"],
    ] {
        let output = run(args);
        assert_eq!(output.stderr.lines().count(), 1, "{}", output.stderr);
    }
}

#[test]
fn nothing_is_compared_on_an_unsolvable_board() {
    let output = run(&["compare", "1 2 3/4 5 6/8 7 0"]);
    assert_eq!(output.status, 1);
    assert!(output.stdout.starts_with("unsolvable: "));
    assert_eq!(output.stdout.lines().count(), 1);
}

#[test]
fn a_delay_that_a_gif_cannot_have_is_refused() {
    for delay in ["1ms", "25ms", "2m"] {
        let output = run(&["render", "1203", "-o", "x.gif", "--delay", delay]);
        assert_eq!(output.status, 2, "{delay}");
        assert!(output.stderr.contains("20ms to 60s"), "{delay}");
    }
}

#[test]
fn values_are_refused_with_an_example() {
    for (args, example) in [
        (
            &["solve", "--memory", "banana", "1230"][..],
            "500MiB or 4GiB",
        ),
        (
            &["census", "2x2", "--memory", "4 bananas"],
            "500MiB or 4GiB",
        ),
        (&["solve", "--time", "soon", "1230"], "500ms, 10s or 2h"),
        (&["solve", "--nodes", "many", "1230"], "such as 1000"),
        (&["solve", "--threads", "0", "1230"], "from 1 to 1024"),
        (&["scramble", "3x3", "-n", "x"], "such as 1000"),
        (&["scramble", "3x3", "--seed", "0x1"], "such as 1000"),
        (&["web", "--port", "99999"], "from 0 to 65535"),
        (&["scramble", "3x3", "-n", "-1"], "0 or more, such as 1000"),
        (&["census", "3x3", "--distance", "-1"], "0 or more"),
        (&["solve", "--nodes", "-1", "1230"], "0 or more"),
        (&["solve", "--time", "-1", "1230"], "500ms, 10s or 2h"),
        (&["solve", "--threads", "-1", "1230"], "from 1 to 1024"),
    ] {
        let output = run(args);
        assert_eq!(output.status, 2, "{args:?}");
        assert!(output.stderr.contains(example), "{}", output.stderr);
    }
}

#[test]
fn boards_are_counted_by_count_and_shown_by_boards() {
    let counted = run(&words("scramble 3x3 --seed 1 --count 2")).ok();
    assert_eq!(counted.lines().count(), 2);
    for line in [
        "scramble 3x3 --boards 2",
        "scramble 3x3 --boards",
        "census 3x3 --distance 4 --boards=2",
    ] {
        let output = run(&words(line));
        assert_eq!(output.status, 2, "{line}");
        assert!(
            output.stderr.contains("'--boards")
                && output
                    .stderr
                    .contains("a similar argument exists: '--count'"),
            "{}",
            output.stderr
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_has_no_end_is_refused() {
    let zero = || std::process::Stdio::from(std::fs::File::open("/dev/zero").unwrap());
    for args in [
        &["solve"][..],
        &["solve", "@/dev/zero"],
        &["solve", "--goal", "@/dev/zero", "1230"],
        &["solve", "--batch", "-"],
        &["solve", "--batch", "/dev/zero"],
        &["check", "-"],
        &["verify", "1230", "@/dev/zero"],
        &["judge", "hdu1043"],
    ] {
        let output = Run::from(child(args).stdin(zero()).output().unwrap());
        assert_eq!(output.status, 2, "{args:?}");
        let message = &output.stderr;
        assert_eq!(message.lines().count(), 1, "{args:?}: {message}");
        assert!(
            message.contains("longer than 1 GiB") || message.contains("\\0"),
            "{args:?}: {message}"
        );
    }
    let answers = run_on(
        &["judge", "poj1077", "--check", "/dev/zero"],
        "1 2 3 4 5 6 7 x 8\n",
    );
    assert_eq!(answers.status, 2);
    assert!(answers.stderr.contains("longer than 1 GiB"));
}

/// Not on macOS, whose file systems take UTF-8 alone.
#[cfg(target_os = "linux")]
#[test]
fn names_of_files_may_be_any_bytes() {
    use std::ffi::OsString;
    use std::os::unix::ffi::OsStringExt;
    let folder = tempfile::tempdir().unwrap();
    let name = |prefix: &str, ending: &str| {
        OsString::from_vec([prefix.as_bytes(), b"caf\xe9.", ending.as_bytes()].concat())
    };
    let run = |args: &[OsString]| {
        Run::of(
            support::taquin(args)
                .current_dir(folder.path())
                .write_stdin("1 2 3 4 5 6 7 x 8\n"),
        )
    };
    std::fs::write(folder.path().join(name("", "txt")), "1 2 3/4 5 6/7 0 8").unwrap();
    std::fs::write(folder.path().join(name("", "answers")), "r\n").unwrap();
    for (args, status) in [
        (vec!["solve".into(), name("@", "txt")], 0),
        (vec!["check".into(), name("@", "txt")], 0),
        (vec!["verify".into(), name("@", "txt"), "r".into()], 0),
        (
            vec![
                "solve".into(),
                "--goal".into(),
                name("@", "txt"),
                "1 2 3/4 5 6/7 8 0".into(),
            ],
            0,
        ),
        (
            vec![
                "render".into(),
                name("@", "txt"),
                "-o".into(),
                name("", "svg"),
            ],
            0,
        ),
        (
            vec![
                "render".into(),
                name("@", "txt"),
                "-o".into(),
                name("", "gif"),
            ],
            0,
        ),
        (
            vec![
                "judge".into(),
                "poj1077".into(),
                "--check".into(),
                name("", "answers"),
            ],
            0,
        ),
        (vec!["solve".into(), name("@", "none")], 2),
        (vec!["solve".into(), name("1 2", "")], 2),
    ] {
        let output = run(&args);
        assert_eq!(output.status, status, "{args:?}: {}", output.stderr);
    }
    std::fs::write(folder.path().join(name("", "batch")), "1230\n").unwrap();
    let batch = run(&["solve".into(), "--batch".into(), name("", "batch")]);
    assert_eq!((batch.status, batch.stdout.as_str()), (0, "\n"));
    for ending in ["svg", "gif"] {
        assert!(folder.path().join(name("", ending)).is_file());
    }
    let databases = folder.path().join(name("", "databases"));
    let build = taquin_in(&databases, &["db", "build", "2x6"]);
    assert_eq!(build.status, 0);
    let list = taquin_in(&databases, &["db", "list", "--json"]);
    assert_eq!(list.status, 0);
    for line in list.stdout.lines() {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(
            object["path"]
                .as_str()
                .unwrap()
                .contains("caf\u{fffd}.databases")
        );
    }
}

#[test]
fn who_waits_for_the_lock_says_so_and_can_be_interrupted() {
    use std::io::{BufRead, BufReader};
    let folder = tempfile::tempdir().unwrap();
    let lock = std::fs::File::create(folder.path().join("lock")).unwrap();
    lock.lock().unwrap();
    let start = |args: &[&str]| {
        let mut child = child(args).env("TAQUIN_DB", folder.path()).spawn().unwrap();
        let mut told = String::new();
        let stderr = child.stderr.take().unwrap();
        BufReader::new(stderr).read_line(&mut told).unwrap();
        assert!(told.contains("waiting for another process"), "{told}");
        child
    };
    let mut removal = start(&["db", "remove", "--all"]);
    let mut build = start(&["db", "build", "2x6"]);
    #[cfg(unix)]
    {
        let mut interrupted = start(&["db", "remove", "2x6"]);
        signal("INT", interrupted.id());
        assert_eq!(interrupted.wait().unwrap().code(), Some(130));
    }
    lock.unlock().unwrap();
    assert_eq!(removal.wait().unwrap().code(), Some(0));
    assert_eq!(build.wait().unwrap().code(), Some(0));
}

#[test]
fn a_mistyped_option_is_not_taken_for_moves() {
    for args in [
        &["verify", "1230", "--jsn", "r"][..],
        &["verify", "1230", "--jsn"],
        &["render", "1203", "--drak", "-o", "board.svg"],
        &["render", "1203", "-o", "board.svg", "--json"],
    ] {
        let output = run(args);
        assert_eq!(output.status, 2, "{args:?}");
        let told = format!(
            "unexpected argument '{}'",
            args.iter().find(|arg| arg.starts_with("--")).unwrap()
        );
        assert!(output.stderr.contains(&told), "{}", output.stderr);
    }
    assert_eq!(run_on(&["verify", "1 2/0 3", "-"], "r").status, 0);
}

#[test]
fn an_option_without_effect_is_refused() {
    for (line, told) in [
        ("scramble 3x3 --metric mtm", "--with-solution"),
        ("render 1203 -o board.svg --notation tile", "<MOVES>"),
        ("render 1203 -o board.svg --in-row 2", "--strip"),
        ("render 1203 -o board.svg --delay 1s", "--delay is for GIF"),
        (
            "render 1203 -o board.gif --strip",
            "--strip is for SVG and PNG",
        ),
        (
            "render 1203 u -o board.gif --in-row 2",
            "--in-row is for SVG and PNG",
        ),
        ("judge --list poj1077", "cannot be used with"),
        ("judge --list --check answers", "cannot be used with"),
        ("census 2x2 --plot board.png", "ends in .svg"),
        ("census 2x2 --plot -", "ends in .svg"),
        ("solve --quick --all 1230", "cannot be used with"),
        ("solve --engine bfs --optimal 1230", "cannot be used with"),
        ("solve --engine near --quick 1230", "cannot be used with"),
        (
            "solve --engine near --least dlru 1230",
            "--least needs shortest paths",
        ),
        (
            "solve --engine quick --slack 1 1230",
            "--slack needs shortest paths",
        ),
        (
            "solve --engine bfs --checkpoint file 1230",
            "engine bfs keeps no checkpoints",
        ),
        ("bench near:3x3:1 --engine pdb", "near and quick, not pdb"),
        ("solve --quick --slack 2 1230", "cannot be used with"),
        ("bench korf15 --seed 1", "--seed is for random boards"),
        ("bench korf24:1 --seed 1", "--seed is for random boards"),
        ("bench near:3x3:1 --cold", "--cold is for optimal suites"),
        ("play 3x4 --size 4x4", "3x4 is a size already"),
        ("play 4 --size 4x4", "4 is a size already"),
        ("db build 2x6 --nodes 1", "unexpected argument '--nodes'"),
        ("db verify --memory 1GB", "unexpected argument '--memory'"),
        ("scramble 3x3 --nodes 1", "--with-solution"),
        ("scramble 3x3 --memory 1GB", "--with-solution"),
        ("scramble 3x3 --moves 3 --threads 1", "--with-solution"),
        ("census 3x3 --seed 1", "--distance"),
        ("census 3x3 -n 1", "--distance"),
        ("render 1203 l -o board.svg --strip", "cannot be used with"),
        (
            "render 1203 -o board.svg --nodes 1",
            "--nodes is for the search",
        ),
        (
            "render 1203 l -o board.gif --memory 1GB",
            "--memory is for the search",
        ),
        (
            "render 1203 l -o board.gif --threads 1",
            "--threads is for the search",
        ),
    ] {
        let args: Vec<&str> = line.split(' ').collect();
        let output = run(&args);
        assert_eq!(output.status, 2, "{line}");
        assert!(output.stderr.contains(told), "{line}: {}", output.stderr);
        assert_eq!(output.stdout, "", "{line}");
    }
    let measured = run_on(
        &[
            "scramble",
            "3x3",
            "--seed",
            "1",
            "--metric",
            "mtm",
            "--with-solution",
            "--json",
        ],
        "",
    );
    assert!(measured.stdout.contains("\"metric\":\"mtm\""));
}

#[test]
fn bytes_beyond_counting_are_no_number() {
    let output = run(&["census", "3x33"]);
    assert_eq!(output.status, 3);
    assert!(
        output
            .stderr
            .contains("3x33 takes more bytes than can be counted, the memory limit"),
        "{}",
        output.stderr
    );
}

#[test]
fn mistyped_arguments_are_json_errors_too() {
    for (line, told) in [
        ("scramble 3 --json", "invalid value '3' for '<SIZE>'"),
        (
            "solve --json --metric qtm 1230",
            "[possible values: stm, mtm]",
        ),
        (
            "verify --json 1230",
            "the following required arguments were not provided: <MOVES>",
        ),
        (
            "check --json --sizes 2x2 1230",
            "unexpected argument '--sizes' found",
        ),
    ] {
        let args: Vec<&str> = line.split(' ').collect();
        let output = run(&args);
        assert_eq!(output.status, 2, "{line}");
        let object = output.json();
        let error = object["error"].as_str().unwrap();
        assert!(error.contains(told), "{line}: {error}");
        assert!(
            !error.contains('\n') && !error.contains("error:"),
            "{error}"
        );
        assert!(output.stderr.starts_with("error: "), "{line}");
    }
    // What stands behind -- is no option, and nobody asked for JSON.
    for line in ["verify 1230 -- r --json", "scramble 3"] {
        let args: Vec<&str> = line.split(' ').collect();
        assert_eq!(run(&args).stdout, "", "{line}");
    }
}

/// As `nohup` starts it.
#[cfg(unix)]
#[test]
fn who_was_started_to_ignore_a_hangup_goes_on() {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;
    // More than a pipe holds, so that it is not done when the signal comes.
    const BOARDS: usize = 100_000;
    let line = format!("trap '' HUP; exec \"$0\" scramble 5x5 --seed 1 -n {BOARDS}");
    let mut child = std::process::Command::new("sh")
        .args(["-c", &line])
        .arg(TAQUIN)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.next().is_some());
    signal("HUP", child.id());
    assert_eq!(1 + lines.count(), BOARDS);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
