//! Imports between the rooms of the library run down only: a room knows those before it in the list.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The rooms, each after all that it may import.
const ROOMS: [&str; 18] = [
    "board",
    "watch",
    "memory",
    "files",
    "heuristic",
    "arrangements",
    "listing",
    "engine",
    "line",
    "table",
    "textbook",
    "pdb",
    "runs",
    "near",
    "solver",
    "census",
    "scramble",
    "render",
];

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn files_below(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files_below(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// The code of a file, without comments and what only tests see.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    let lines = text.lines().map(str::trim_start);
    lines
        .filter(|line| !line.starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n")
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The names behind `crate::`, alone or in braces.
fn names_in_crate(code: &str) -> HashSet<String> {
    let mut names = HashSet::new();
    for (at, _) in code.match_indices("crate::") {
        if code[..at].ends_with(|c| is_word(c) || c == '$') {
            continue;
        }
        let rest = &code[at + "crate::".len()..];
        let first = |text: &str| text.trim().chars().take_while(|&c| is_word(c)).collect();
        match rest.strip_prefix('{') {
            None => _ = names.insert(first(rest)),
            Some(list) => {
                let mut depth = 0;
                let end = list.find(|c| {
                    depth += i32::from(c == '{') - i32::from(c == '}');
                    depth < 0
                });
                let mut inner = 0;
                let list = &list[..end.expect("braces are closed")];
                for part in list.split(|c| {
                    inner += i32::from(c == '{') - i32::from(c == '}');
                    inner == 0 && c == ','
                }) {
                    names.insert(first(part));
                }
            }
        }
    }
    names.remove("");
    names
}

/// The room that each name comes from which lib.rs exports.
fn exports() -> HashMap<String, String> {
    let text = code(&source().join("lib.rs"));
    let mut exports = HashMap::new();
    for statement in text.split("pub use ").skip(1) {
        let statement = statement.split(';').next().unwrap();
        let (room, names) = statement.split_once("::").unwrap();
        for name in names.split(|c| !is_word(c)).filter(|name| !name.is_empty()) {
            exports.insert(name.to_owned(), room.to_owned());
        }
    }
    exports
}

#[test]
fn imports_run_down_only() {
    let exports = exports();
    assert_eq!(exports["Board"], "board");
    let rank = |room: &str| ROOMS.iter().position(|&other| other == room);
    let mut files = Vec::new();
    files_below(&source(), &mut files);
    let (mut seen, mut upwards) = (0, Vec::new());
    for path in files {
        let name = path.strip_prefix(source()).unwrap().to_str().unwrap();
        let room = name.split(['/', '\\', '.']).next().unwrap();
        if matches!(room, "lib" | "oracle") || name.ends_with("tests.rs") {
            continue;
        }
        let own = rank(room).unwrap_or_else(|| panic!("{name}: no room of the list"));
        for import in names_in_crate(&code(&path)) {
            let from = exports.get(&import).unwrap_or(&import);
            let from = rank(from).unwrap_or_else(|| panic!("{name}: unknown crate::{import}"));
            seen += 1;
            if from > own {
                upwards.push(format!("{name} imports crate::{import}"));
            }
        }
    }
    assert!(seen > 200, "{seen} imports");
    assert!(upwards.is_empty(), "{upwards:#?}");
}
