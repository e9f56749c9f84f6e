//! What `solve --json` prints keeps to data/answer.schema.json, and is read back as the library's record.

use std::fs;

use taquin::Record;

use crate::support::{self, repository};

const UNSOLVED_24: &str = "23 1 12 6 16/2 20 10 21 18/14 13 17 19 22/0 15 24 3 7/4 8 5 9 11";

#[test]
fn real_answers_keep_to_the_schema() {
    let schema = fs::read_to_string(repository("data/answer.schema.json")).unwrap();
    let schema: serde_json::Value = serde_json::from_str(&schema).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let mut limits = 0;
    for args in [
        &["2 3 4/1 5 x/7 6 8"][..],
        &["2 3 4/1 5 x/7 6 8", "--boards", "--metric", "mtm"],
        &["1 2 3/4 5 6/7 8 0", "--notation", "numbers"],
        &["2 1 3/4 5 6/7 8 0"],
        &["2 1 3/4 5 6/7 8 0", "--boards"],
        &["283104765", "--goal", "snail"],
        &[UNSOLVED_24, "--quick"],
        &[UNSOLVED_24, "--optimal", "--nodes", "1000"],
        &[UNSOLVED_24, "--nodes", "5000"],
        &["1 2 3/4 5 6/7 8 8"],
    ] {
        let run = support::run(&[&["solve", "--json"], args].concat());
        let answer: serde_json::Value = serde_json::from_str(run.stdout.trim_end()).unwrap();
        let faults: Vec<String> = validator
            .iter_errors(&answer)
            .map(|error| error.to_string())
            .collect();
        assert!(faults.is_empty(), "{args:?}: {faults:?}\n{answer}");
        if run.status == 2 {
            assert!(answer.get("error").is_some(), "{answer}");
            continue;
        }
        limits += usize::from(answer.get("limit").is_some());
        let record: Record = serde_json::from_value(answer.clone()).unwrap();
        assert_eq!(serde_json::to_value(record).unwrap(), answer, "{args:?}");
    }
    assert_eq!(limits, 1);
    // The schema refuses something.
    let solved = support::run(&["solve", "--json", "1 0/2 3"]).json();
    for (field, value) in [
        ("length", serde_json::Value::Null),
        ("metric", "qtm".into()),
        ("unknown", 1.into()),
    ] {
        let mut changed = solved.clone();
        changed[field] = value;
        assert!(!validator.is_valid(&changed), "{changed}");
    }
}
