//! `--time` and Ctrl-C end work of every kind, and leave no half file. Each case would go on for hours or fill gigabytes.

use std::path::Path;

use crate::support::{self, HARD, PATIENCE, Run};

fn taquin(args: &[&str]) -> Run {
    Run::of(support::taquin(args).timeout(PATIENCE))
}

/// A file that was there before.
fn precious(folder: &Path) -> String {
    let path = folder.join("picture.gif");
    std::fs::write(&path, "precious").unwrap();
    path.to_str().unwrap().to_owned()
}

fn is_untouched(folder: &Path) -> bool {
    let content = std::fs::read(folder.join("picture.gif")).unwrap();
    content == b"precious" && std::fs::read_dir(folder).unwrap().count() == 1
}

/// A board of `side` rows and columns, drawn from a seed.
fn drawn(side: usize) -> String {
    let output = taquin(&["scramble", &format!("{side}x{side}"), "--seed", "1"]);
    output.stdout.trim().to_owned()
}

/// A file with so many moves to and fro.
fn moves(count: usize) -> tempfile::NamedTempFile {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(&file, "rl".repeat(count / 2)).unwrap();
    file
}

#[test]
fn time_ends_draws() {
    for args in [
        &["scramble", "4x4", "--moves", "1000000000000000"][..],
        &["scramble", "6000x6000"],
        &["scramble", "6000x6000", "--moves", "1000000000000000"],
        &["scramble", "3x3", "-n", "1000000000000"],
        &["scramble", "3x3", "--distance", "20", "-n", "1000000000000"],
        &["scramble", "4x4", "--distance", "9", "-n", "1000000000000"],
        &["scramble", "4x4", "-n", "1000000", "--with-solution"],
        &["scramble", "4x4", "--distance", "79"],
        &["census", "3x3", "--distance", "20", "-n", "1000000000000"],
    ] {
        let output = taquin(&[args, &["--time", "200ms"]].concat());
        assert_eq!(output.status, 3, "{args:?}");
        assert!(output.stderr.contains("time limit reached"), "{args:?}");
        // Whole boards only.
        let ends_well = output.stdout.is_empty() || output.stdout.ends_with('\n');
        assert!(ends_well, "{args:?}");
    }
}

#[test]
fn a_limit_while_frames_are_drawn_leaves_the_file_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = precious(folder.path());
    let output = taquin(&["render", &drawn(40), "-o", &file, "--time", "1s"]);
    assert_eq!(output.status, 3);
    assert!(output.stderr.contains("time limit reached"));
    assert!(is_untouched(folder.path()));
}

#[test]
fn what_a_limit_leaves_is_drawn_and_told_as_not_proven() {
    let folder = tempfile::tempdir().unwrap();
    let file = precious(folder.path());
    let output = taquin(&["render", HARD, "-o", &file, "--nodes", "1000"]);
    assert_eq!(output.status, 3);
    let message = &output.stderr;
    assert!(
        message.contains("node limit reached: at least ")
            && message.contains(" known to suffice (stm)"),
        "{message}"
    );
    let gif = std::fs::read(&file).unwrap();
    assert!(gif.starts_with(b"GIF89a") && gif.ends_with(b";"));
    // The search of a large board proves nothing, limit or not.
    let output = taquin(&[
        "render",
        &drawn(6),
        "-o",
        &file,
        "--nodes",
        "1000",
        "--width",
        "60",
    ]);
    let message = &output.stderr;
    assert!(
        message.contains(" moves needed") || message.contains(" needed (stm)"),
        "{message}"
    );
}

#[test]
fn pictures_that_no_memory_holds_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let moves = moves(100_000);
    let moves = format!("@{}", moves.path().display());
    for name in ["strip.svg", "strip.png"] {
        let file = folder.path().join(name);
        let file = file.to_str().unwrap();
        let output = taquin(&["render", "1 2 3 4/0 5 6 7/8 9 10 11", &moves, "-o", file]);
        assert_eq!(output.status, 2);
        assert!(output.stderr.contains("too large"), "{}", output.stderr);
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[cfg(unix)]
mod interrupted {
    use std::process::{Child, Stdio};
    use std::time::{Duration, Instant};

    use super::*;
    use crate::support::{child, signal};

    /// A command that is at work, once its handler stands.
    fn start(args: &[&str]) -> Child {
        let child = child(args)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_secs(1));
        child
    }

    /// The exit status after one Ctrl-C.
    fn interrupt(mut child: Child) -> Option<i32> {
        signal("INT", child.id());
        let deadline = Instant::now() + PATIENCE;
        while Instant::now() < deadline {
            if let Some(status) = child.try_wait().unwrap() {
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        child.kill().unwrap();
        panic!("still at work");
    }

    #[test]
    fn draws() {
        for args in [
            &["scramble", "4x4", "--moves", "1000000000000000"][..],
            &["scramble", "3x3", "-n", "1000000000000"],
            &["scramble", "3x3", "--distance", "20", "-n", "1000000000000"],
            &["census", "3x3", "--distance", "20", "-n", "1000000000000"],
        ] {
            assert_eq!(interrupt(start(args)), Some(130), "{args:?}");
        }
    }

    #[test]
    fn a_picture_is_written_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let file = precious(folder.path());
        // While it searches, and while it draws frames.
        let moves = moves(2_000_000);
        let moves = format!("@{}", moves.path().display());
        for args in [
            &["render", HARD][..],
            &["render", "1 2 3 4/0 5 6 7/8 9 10 11", &moves],
        ] {
            let args = [args, &["-o", &file]].concat();
            assert_eq!(interrupt(start(&args)), Some(130));
            assert!(is_untouched(folder.path()));
        }
    }
}
