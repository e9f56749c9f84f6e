//! The command's modules import from those below them only, as lib.rs lists them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::support::repository;

/// A module by its names below the crate.
type Module = Vec<String>;

/// The code of every module, without comments and tests.
fn modules(folder: &Path, at: &Module, found: &mut BTreeMap<Module, String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let mut module = at.clone();
        let name = path.file_stem().unwrap().to_str().unwrap();
        if !["mod", "lib", "main"].contains(&name) {
            module.push(name.to_owned());
        }
        if path.is_dir() {
            modules(&path, &module, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") && name != "main" {
            let text = fs::read_to_string(&path).unwrap();
            let code = text.split("#[cfg(test)]\nmod tests").next().unwrap();
            let lines = code.lines().map(|line| line.split("//").next().unwrap());
            found.insert(module, lines.collect::<Vec<_>>().join("\n"));
        }
    }
}

/// The paths that begin here: one, or those of a list in braces. What follows is returned.
fn paths<'a>(code: &'a str, before: &Module, found: &mut Vec<Module>) -> &'a str {
    let code = code.trim_start();
    if let Some(mut list) = code.strip_prefix('{') {
        loop {
            list = paths(list, before, found).trim_start();
            match list.strip_prefix(',') {
                Some(next) => list = next,
                None => return list.strip_prefix('}').unwrap_or(list),
            }
        }
    }
    let is_of_name = |c: char| c.is_alphanumeric() || c == '_';
    let (name, rest) = code.split_at(code.find(|c| !is_of_name(c)).unwrap_or(code.len()));
    let path = [&before[..], &[name.to_owned()]].concat();
    match rest.strip_prefix("::") {
        Some(rest) => paths(rest, &path, found),
        None => {
            found.push(path);
            rest
        }
    }
}

/// The modules that a module's code names.
fn named(module: &Module, code: &str, all: &BTreeMap<Module, String>) -> BTreeSet<Module> {
    let mut found = Vec::new();
    for (at, _) in code
        .match_indices("crate::")
        .chain(code.match_indices("super::"))
    {
        let begins_here = !code[..at].ends_with(|c: char| c.is_alphanumeric() || "_:".contains(c));
        if begins_here {
            paths(&code[at..], &vec![], &mut found);
        }
    }
    let resolve = |path: Module| {
        let mut base = module.clone();
        for name in path {
            match name.as_str() {
                "crate" => base.clear(),
                "super" => drop(base.pop()),
                _ => base.push(name),
            }
        }
        while !all.contains_key(&base) {
            base.pop();
        }
        base
    };
    found.into_iter().map(resolve).collect()
}

/// The modules of circles, and those that need them; nothing if imports form no circle.
fn circle(graph: &BTreeMap<Module, BTreeSet<Module>>) -> Option<Vec<String>> {
    let mut without_circle = BTreeSet::new();
    // What can be taken away, because all that it needs was taken away before.
    while let Some((module, _)) = graph.iter().find(|(module, needs)| {
        !without_circle.contains(*module) && needs.is_subset(&without_circle)
    }) {
        without_circle.insert(module.clone());
    }
    let left = graph
        .keys()
        .filter(|module| !without_circle.contains(*module));
    let left: Vec<String> = left.map(|module| module.join("::")).collect();
    (!left.is_empty()).then_some(left)
}

#[test]
fn imports_run_down() {
    let source = repository("crates/taquin-cli/src");
    let mut all = BTreeMap::new();
    modules(&source, &vec![], &mut all);
    let root = fs::read_to_string(source.join("lib.rs")).unwrap();
    let order: Vec<&str> = root
        .lines()
        .filter_map(|line| line.strip_prefix("//! - `")?.split('`').next())
        .collect();
    let mut listed = order.clone();
    listed.sort_unstable();
    let tops: BTreeSet<&str> = all
        .keys()
        .filter_map(|m| m.first())
        .map(String::as_str)
        .collect();
    assert_eq!(
        listed,
        tops.into_iter().collect::<Vec<_>>(),
        "the list in lib.rs"
    );

    let place = |module: &Module| order.iter().position(|name| *name == module[0]);
    let mut graph = BTreeMap::new();
    for (module, code) in all.iter().filter(|(module, _)| !module.is_empty()) {
        let mut needs = named(module, code, &all);
        assert!(!needs.remove(&vec![]), "{module:?} imports from lib.rs");
        for needed in &needs {
            assert!(
                place(needed) >= place(module),
                "{module:?} imports from {needed:?} above it"
            );
        }
        needs.remove(module);
        // A folder's own module stands above those in it.
        let below = all
            .keys()
            .filter(|m| m.len() > module.len() && m.starts_with(module));
        needs.extend(below.cloned());
        graph.insert(module.clone(), needs);
    }
    assert!(graph.len() > 40 && graph.values().flatten().count() > 150);
    assert_eq!(circle(&graph), None, "imports go in a circle among these");
}

#[test]
fn circles_are_found() {
    let module = |name: &str| vec![name.to_owned()];
    let mut all = BTreeMap::new();
    all.insert(
        module("a"),
        "use crate::{b, c::{D, E}};\nfn f() -> super::b::B {}".to_owned(),
    );
    all.insert(module("b"), "use crate::c::C;".to_owned());
    all.insert(module("c"), String::new());
    let graph = |all: &BTreeMap<Module, String>| {
        let named = |(module, code): (&Module, &String)| (module.clone(), named(module, code, all));
        all.iter().map(named).collect()
    };
    assert_eq!(named(&module("a"), &all[&module("a")], &all).len(), 2);
    assert_eq!(circle(&graph(&all)), None);
    all.insert(module("c"), "let x = crate::a::X;".to_owned());
    let found = circle(&graph(&all)).unwrap();
    assert_eq!(found, ["a", "b", "c"]);
}
