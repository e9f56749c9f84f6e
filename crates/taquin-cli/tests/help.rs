//! Help, topics, completions, the man page and the version. The examples of the topics are run.

use std::process::Output;

use assert_cmd::Command;

fn taquin(args: &[&str]) -> Output {
    Command::cargo_bin("taquin")
        .unwrap()
        .args(args)
        .output()
        .unwrap()
}

fn ok(args: &[&str]) -> String {
    let output = taquin(args);
    assert_eq!(output.status.code(), Some(0), "{args:?}");
    assert!(output.stderr.is_empty(), "{args:?}");
    String::from_utf8(output.stdout).unwrap()
}

const COMMANDS: [&str; 14] = [
    "solve",
    "check",
    "verify",
    "compare",
    "scramble",
    "render",
    "play",
    "census",
    "db",
    "bench",
    "judge",
    "completions",
    "man",
    "help",
];

/// Words as a shell has them: double quotes keep white space together.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![];
    for (index, part) in line.split('"').enumerate() {
        if index % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(String::from));
        }
    }
    words
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
            let output = taquin(&args);
            let printed = [output.stdout, output.stderr].concat();
            assert_eq!(String::from_utf8(printed).unwrap(), expected, "{command:?}");
            examples += 1;
        }
    }
    assert!(examples > 18, "{examples}");
}

#[test]
fn help_explains_every_command() {
    let all = ok(&["help"]);
    for command in COMMANDS {
        assert!(all.contains(&format!("  {command} ")), "{command}");
        let help = ok(&["help", command]);
        assert!(help.contains(&format!("Usage: taquin {command}")), "{help}");
    }
    assert!(ok(&["help", "db", "remove"]).contains("taquin db remove [OPTIONS] <SIZE|--all>"));
    for (words, hint) in [
        (&["help", "slove"][..], "; did you mean solve?"),
        (&["help", "notation"], "; did you mean notations?"),
        (&["help", "db", "lsit"], "; did you mean list?"),
    ] {
        let output = taquin(words);
        assert_eq!(output.status.code(), Some(2));
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.ends_with(&format!("{hint}\n")), "{stderr}");
    }
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = ok(&["completions", shell]);
        for command in COMMANDS {
            assert!(script.contains(command), "{shell}: {command}");
        }
        assert!(script.contains("with-solution"), "{shell}");
    }
    assert_eq!(taquin(&["completions", "tcsh"]).status.code(), Some(2));
}

#[test]
fn the_man_page_has_every_command_and_option() {
    let page = ok(&["man"]);
    assert!(page.contains(".TH taquin 1"));
    for command in COMMANDS {
        let heading = format!(".SH TAQUIN {}", command.to_uppercase());
        assert!(page.contains(&heading), "{command}");
    }
    assert!(page.contains(".SH TAQUIN DB BUILD"));
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
            "did you mean stm?",
        ),
        (
            &["solve", "--notation", "word", "1230"],
            "did you mean words?",
        ),
        (&["solve", "--goal", "Snial", "1230"], "did you mean snail?"),
        (&["solve", "--size", "3*4", "1230"], "did you mean 3x4?"),
        (&["scramble", "4"], "did you mean 4x4?"),
        (&["judge", "poj107"], "did you mean poj1077?"),
        (&["judge", "HDU1034"], "did you mean hdu1043?"),
        (&["completions", "bahs"], "bash"),
        (&["scramble", "3x3", "--format", "lits"], "list"),
        (&["sovle", "1230"], "solve"),
    ] {
        let output = taquin(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let stderr = String::from_utf8(output.stderr).unwrap();
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
        let output = std::process::Command::new(assert_cmd::cargo::cargo_bin("taquin"))
            .args(args)
            .stdout(full)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(!output.stderr.is_empty(), "{args:?}");
    }
}
