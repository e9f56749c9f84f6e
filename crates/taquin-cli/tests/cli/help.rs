//! Help, topics, completions, the man page and the version. The examples of the topics are run.

use crate::support::{COMMANDS, run, words};
#[cfg(target_os = "linux")]
use crate::support::{Run, child};

fn ok(args: &[&str]) -> String {
    run(args).ok()
}

#[test]
fn examples_of_topics_are_true() {
    let mut examples = 0;
    for topic in ["boards", "goals", "notations"] {
        let text = ok(&["help", topic]);
        assert!(
            text.lines()
                .all(|line| line.len() <= 80 || line.starts_with("  "))
        );
        let mut lines = text.lines().peekable();
        while let Some(line) = lines.next() {
            let Some(command) = line.strip_prefix("  $ taquin ") else {
                continue;
            };
            let mut expected = String::new();
            while let Some(line) =
                lines.next_if(|line| line.starts_with("  ") && !line.starts_with("  $ "))
            {
                expected.push_str(&line[2..]);
                expected.push('\n');
            }
            let command = words(command);
            let args: Vec<&str> = command.iter().map(String::as_str).collect();
            let output = run(&args);
            let printed = [output.stdout, output.stderr].concat();
            assert_eq!(printed, expected, "{command:?}");
            examples += 1;
        }
    }
    assert!(examples > 18, "{examples}");
}

#[test]
fn help_explains_every_command() {
    let all = ok(&["help"]);
    for command in COMMANDS {
        let words: Vec<&str> = command.split(' ').collect();
        assert!(all.contains(&format!("  {} ", words[0])), "{command}");
        let help = ok(&[&["help"], &words[..]].concat());
        assert!(help.contains(&format!("Usage: taquin {command}")), "{help}");
    }
    assert!(ok(&["help", "db", "remove"]).contains("taquin db remove [OPTIONS] <SIZE|--all>"));
    for (words, hint) in [
        (&["help", "slove"][..], "; did you mean taquin help solve?"),
        (
            &["help", "notation"],
            "; did you mean taquin help notations?",
        ),
        (
            &["help", "db", "bild"],
            "the commands of db are build, list, verify, remove; did you mean taquin help db build?",
        ),
        (
            &["help", "solve", "it"],
            ": solve has no commands of its own",
        ),
    ] {
        let output = run(words);
        assert_eq!(output.status, 2);
        let stderr = output.stderr;
        assert!(stderr.ends_with(&format!("{hint}\n")), "{stderr}");
    }
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = ok(&["completions", shell]);
        for word in COMMANDS.iter().flat_map(|command| command.split(' ')) {
            assert!(script.contains(word), "{shell}: {word}");
        }
        assert!(script.contains("with-solution"), "{shell}");
    }
    assert_eq!(run(&["completions", "tcsh"]).status, 2);
}

/// The script in a bash: what it offers after some words.
#[cfg(target_os = "linux")]
#[test]
fn bash_completes_values() {
    const ASK: &str = r#"
        source "$1"; shift
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
        _taquin taquin "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}" 2>/dev/null
        printf '%s\n' "${COMPREPLY[@]}""#;
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("taquin.bash");
    std::fs::write(&script, ok(&["completions", "bash"])).unwrap();
    std::fs::write(folder.path().join("board.gif"), "").unwrap();
    for (line, offered) in [
        ("taquin solve --metric ", &["stm", "mtm"][..]),
        (
            "taquin solve --notation ",
            &["blank", "tile", "numbers", "words", "slidy"],
        ),
        ("taquin solve --goal ", &["classic", "blank-first", "snail"]),
        ("taquin solve --engine b", &["bfs", "bidirectional"]),
        ("taquin verify --goal s", &["snail"]),
        ("taquin scramble 4x4 --format l", &["list"]),
        ("taquin judge hdu1", &["hdu1043"]),
        ("taquin help not", &["notations"]),
        ("taquin help sol", &["solve"]),
        ("taquin bench kor", &["korf15", "korf24:"]),
        ("taquin completions f", &["fish"]),
        ("taquin render -o b", &["board.gif"]),
        ("taquin db bu", &["build"]),
    ] {
        let output = std::process::Command::new("bash")
            .args(["--norc", "-c", ASK, "bash"])
            .arg(&script)
            .args(line.split(' '))
            .current_dir(folder.path())
            .output()
            .unwrap();
        let output = Run::from(output);
        let found: Vec<&str> = output.stdout.lines().collect();
        assert_eq!(found, offered, "{line}");
    }
}

#[test]
fn the_man_page_has_every_command_and_option() {
    let page = ok(&["man"]);
    assert!(page.contains(".TH taquin 1"));
    for command in COMMANDS {
        let heading = format!(".SH TAQUIN {}", command.to_uppercase());
        assert!(page.contains(&heading), "{command}");
    }
    // There are no other pages to look at.
    assert_eq!(page.matches("(1)").count(), 0);
    assert!(page.contains("\\-\\-with\\-solution"));
}

#[test]
fn the_version_tells_the_build() {
    let version = ok(&["--version"]);
    let rest = version.strip_prefix("taquin ").unwrap();
    let (number, build) = rest.split_once(' ').unwrap();
    assert_eq!(number, env!("CARGO_PKG_VERSION"));
    assert!(build.contains(std::env::consts::ARCH), "{build}");
}

#[test]
fn mistyped_words_get_the_nearest() {
    for (args, hint) in [
        (
            &["solve", "--metric", "stn", "1230"][..],
            "a similar value exists: 'stm'",
        ),
        (
            &["solve", "--notation", "word", "1230"],
            "a similar value exists: 'words'",
        ),
        (
            &["solve", "--engine", "tabel", "1230"],
            "a similar value exists: 'table'",
        ),
        (
            &["bench", "korf15", "--engine", "astar-manhatan"],
            "a similar value exists: 'astar-manhattan'",
        ),
        (&["bench", "kor15"], "did you mean korf15?"),
        (&["bench", "radnom:4x4:3"], "did you mean random?"),
        (&["solve", "--goal", "Snial", "1230"], "did you mean snail?"),
        (&["solve", "--size", "3*4", "1230"], "did you mean 3x4?"),
        (&["scramble", "4"], "did you mean 4x4?"),
        (&["judge", "poj107"], "did you mean poj1077?"),
        (&["judge", "HDU1034"], "did you mean hdu1043?"),
        (&["completions", "bahs"], "bash"),
        (&["scramble", "3x3", "--format", "lits"], "list"),
        (&["sovle", "1230"], "solve"),
    ] {
        let output = run(args);
        assert_eq!(output.status, 2, "{args:?}");
        let stderr = output.stderr;
        assert!(stderr.contains(hint), "{stderr}");
    }
}

#[test]
fn quiet_is_everybodys() {
    for args in [
        &["--quiet", "solve", "1 2 3/4 0 5"][..],
        &["solve", "-q", "1 2 3/4 0 5"],
        &["check", "--quiet", "1 2 3/4 0 5"],
    ] {
        ok(args);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_a_failure() {
    for args in [
        &["--help"][..],
        &["--version"],
        &["help", "boards"],
        &["man"],
    ] {
        let full = std::fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .unwrap();
        let output = Run::from(child(args).stdout(full).output().unwrap());
        assert_eq!(output.status, 2, "{args:?}");
        assert!(!output.stderr.is_empty(), "{args:?}");
    }
}
