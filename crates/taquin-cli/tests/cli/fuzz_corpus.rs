//! The functions that the fuzz targets run, over the known inputs and over what was found.

#[expect(unreachable_pub, reason = "the fuzz crate exports them")]
#[path = "../../../../fuzz/src/checks.rs"]
mod checks;

use std::fs;
use std::path::Path;

use crate::support::repository;

fn files(folder: &Path, found: &mut Vec<Vec<u8>>) {
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(fs::read(&path).unwrap());
        }
    }
}

/// Runs a check over the files of the data folders and over each of them damaged, and over what its target found.
fn run(target: &str, check: fn(&[u8]), at_least: usize) {
    let mut inputs = Vec::new();
    for folder in ["data/files", "data/judge"] {
        files(&repository(folder), &mut inputs);
    }
    inputs.retain(|input| input.len() <= 4096);
    files(&repository("fuzz/findings").join(target), &mut inputs);
    assert!(inputs.len() >= at_least, "{} inputs", inputs.len());
    for input in inputs {
        check(&input);
        check(&input[..input.len() / 2]);
        let mut damaged = input.clone();
        for (index, byte) in damaged.iter_mut().enumerate().skip(1) {
            if index % 7 == 0 {
                *byte ^= 1 << (index % 8);
            }
        }
        check(&damaged);
    }
}

#[test]
fn boards() {
    run("board", checks::board, 100);
}

#[test]
fn notations() {
    run("notation", checks::notation, 100);
    for notation in [
        "udlr",
        "1 2 3",
        "up down",
        "R2UL",
        "U99999999999999999999",
        "''",
    ] {
        checks::notation(format!("2 1 0/3 4 5\n{notation}").as_bytes());
    }
}

#[test]
fn dialects() {
    run("dialect", checks::dialect, 100);
    let mut samples = Vec::new();
    for entry in fs::read_dir(repository("data/judge")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "in") {
            let (input, answers) = (&path, path.with_extension("out"));
            samples.push(
                [
                    fs::read(input).unwrap(),
                    vec![0],
                    fs::read(answers).unwrap(),
                ]
                .concat(),
            );
        }
    }
    assert!(samples.len() >= 30);
    for sample in samples.iter().filter(|sample| sample.len() < 100_000) {
        checks::dialect(sample);
        checks::dialect(&sample[..sample.len() - sample.len() / 4]);
    }
}

#[test]
fn table_files() {
    run("table_file", checks::table_file, 100);
    let folder = tempfile::tempdir().unwrap();
    let size = taquin::Size::new(2, 6).unwrap();
    let goal = taquin::CanonicalGoal::new(size, taquin::Cell(0));
    let built = taquin::Databases::new(folder.path())
        .build(goal, &taquin::Watch::unlimited())
        .unwrap();
    for path in built {
        let good = fs::read(path).unwrap();
        checks::table_file(&good);
        // Wherever the head ends, a byte changed in it or after it is no reason to panic.
        for at in 0..200 {
            let mut bad = good[..good.len().min(20_000)].to_vec();
            bad[at] ^= 0x55;
            checks::table_file(&bad);
        }
    }
}

#[test]
fn checkpoints() {
    let mut inputs = Vec::new();
    files(&repository("fuzz/findings/checkpoint"), &mut inputs);
    for lines in [
        "",
        "iteration 8 10 20\niteration 10 30 60\n",
        "iteration 8 10 20\niteration 9 30 60\n",
        "iteration 8 10 20\nsearch 10 64\nunit 3 5 9\n",
        "iteration 18446744073709551614 1 1\n",
        "iteration 4000 18446744073709551615 18446744073709551615\n",
        "search 10 64\nunit 63 18446744073709551615 1\nunit 62 18446744073709551615 1\n",
        "search 10 64\nunit 64 1 1\n",
        "taquin checkpoint 2\nboard\nhome 0\n",
    ] {
        inputs.push(lines.as_bytes().to_vec());
    }
    for input in inputs {
        checks::checkpoint(&input);
    }
}

#[test]
fn every_target_is_built_and_run_and_told() {
    let read = |path: &str| fs::read_to_string(repository(path)).unwrap();
    let workflow = read(".github/workflows/fuzz.yml");
    let matrix = workflow.split_once("target: [").unwrap().1;
    let mut scheduled: Vec<&str> = matrix.split_once(']').unwrap().0.split(", ").collect();
    scheduled.sort_unstable();
    let targets = fs::read_dir(repository("fuzz/targets")).unwrap();
    let mut targets: Vec<String> = targets
        .map(|entry| entry.unwrap().path())
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    targets.sort_unstable();
    assert_eq!(targets, scheduled);
    let (manifest, readme) = (read("fuzz/Cargo.toml"), read("fuzz/README.md"));
    for target in targets {
        assert!(manifest.contains(&format!("path = \"targets/{target}.rs\"")));
        assert!(readme.contains(&format!("`{target}`")), "{target}");
    }
}
