//! `taquin census`, and every shortest path of `taquin solve`.

use insta::assert_snapshot;
use serde_json::Value;

use crate::support::run;

/// Exit status, stdout and stderr.
fn transcript(args: &[&str]) -> String {
    let output = run(args);
    let status = output.status;
    format!("status {status}\n{}\n{}", output.stdout, output.stderr)
}

fn json(args: &[&str]) -> Value {
    let output = run(args);
    assert_eq!(output.status, 0, "{output:?}");
    output.json()
}

#[test]
fn a_census_is_a_table_with_the_farthest_boards() {
    assert_snapshot!(transcript(&["census", "2x2"]), @"
    status 0
    moves  states
        0       1
        1       2
        2       2
        3       2
        4       2
        5       2
        6       1

    12 states, mean 3.0000, maximum 6 (stm)

    farthest boards: 1
    0 3/2 1
    ");
    assert_snapshot!(transcript(&["census", "1x4", "--metric", "mtm", "--farthest", "2"]), @"
    status 0
    moves  states
        0       1
        1       3

    4 states, mean 0.7500, maximum 1 (mtm)

    farthest boards: 3, 2 of them
    0 1 2 3/
    1 0 2 3/
    ");
}

#[test]
fn a_census_in_json() {
    let census = json(&[
        "census",
        "3x3",
        "--metric",
        "mtm",
        "--goal",
        "1 2 3/8 0 4/7 6 5",
        "--json",
    ]);
    assert_eq!(census["size"], "3x3");
    assert_eq!(census["metric"], "mtm");
    assert_eq!(census["max"], 24);
    let counts = census["counts"].as_array().unwrap();
    assert_eq!(counts.len(), 25);
    assert_eq!(
        counts
            .iter()
            .map(|count| count.as_u64().unwrap())
            .sum::<u64>(),
        181_440
    );
    let farthest = census["farthest"].as_array().unwrap();
    assert_eq!(farthest.len() as u64, counts[24].as_u64().unwrap());
    assert_eq!(farthest[0].as_array().unwrap().len(), 3);
}

#[test]
fn a_census_that_does_not_fit_is_refused_with_its_bytes() {
    assert_snapshot!(transcript(&["census", "4x4"]), @"
    status 3

    taquin: the census of 4x4 takes 2789705318400 bytes, the memory limit is 4294967296 bytes
    ");
    assert_snapshot!(transcript(&["census", "2x5", "--memory", "100KB"]), @"
    status 3

    taquin: the census of 2x5 takes 501984 bytes, the memory limit is 100000 bytes
    ");
    assert_snapshot!(transcript(&["census", "3x3", "--goal", "1 0/2 3"]), @"
    status 2

    taquin: --goal: line 1, column 3: row 1 has 2 tiles, expected 3 for 3x3
    ");
}

#[test]
fn a_plot_has_a_bar_for_each_distance() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("plot.svg");
    let output = run(&["census", "2x3", "--plot", file.to_str().unwrap()]);
    assert_eq!(output.status, 0);
    let svg = std::fs::read_to_string(&file).unwrap();
    assert!(
        svg.starts_with("<svg ") && svg.ends_with("</svg>\n"),
        "{svg}"
    );
    assert_eq!(svg.matches(" moves: ").count(), 22);
    let nowhere = folder.path().join("none/plot.svg");
    let output = run(&["census", "2x3", "--plot", nowhere.to_str().unwrap()]);
    assert_eq!(output.status, 2);
}

#[test]
fn all_shortest_paths_sorted() {
    let all = run(&["solve", "--all", "8 6 7/2 5 4/3 0 1"]);
    let text = all.stdout;
    let paths: Vec<&str> = text.lines().collect();
    assert_eq!(paths.len(), 40);
    assert!(paths.is_sorted());
    assert!(paths.iter().all(|path| path.len() == 31));
    assert_snapshot!(transcript(&["solve", "--all", "--metric", "mtm", "5 4 3/2 1 0"]), @"
    status 0
    llurdruldlurrd
    llurrdlurdllurrd
    ulldrruldrulldrr
    ulldrurdluldrr
    ");
    assert_snapshot!(transcript(&["solve", "--all", "--least", "urld", "--limit", "2", "8 6 7/2 5 4/3 0 1"]), @"
    status 0
    uurdlldrrullurrdldluurddluurrdd
    uulddrruuldldrruuldldrruullddrr
    ");
    assert_snapshot!(transcript(&["solve", "--all", "2 1 3/4 5 6/7 8 0"]), @"
    status 1
    unsolvable

    taquin: unsolvable: the tiles form an odd permutation of the goal, but the blank is 0 cells from home: every move changes both parities, so they can never both become even
    ");
}

#[test]
fn paths_with_slack_and_their_count() {
    let listed = json(&[
        "solve",
        "--slack",
        "2",
        "--json",
        "--limit",
        "3",
        "2 3 4/1 5 x/7 6 8",
    ]);
    assert_eq!(listed["length"], 19);
    assert_eq!(listed["longest"], 21);
    let paths: Vec<&str> = listed["paths"]
        .as_array()
        .unwrap()
        .iter()
        .map(|path| path.as_str().unwrap())
        .collect();
    assert_eq!(paths.len(), 3);
    assert!(paths.is_sorted());
    let count = listed["count"].as_u64().unwrap();
    let all = run(&["solve", "--slack", "2", "2 3 4/1 5 x/7 6 8"]);
    let lines = all.stdout;
    assert_eq!(lines.lines().count() as u64, count);
    assert!(
        lines.lines().any(|path| path.len() == 21) && lines.lines().any(|path| path.len() == 19)
    );
}

/// Twelve cells, in runs.
#[test]
fn solve_in_runs() {
    let solved = json(&[
        "solve",
        "--metric",
        "mtm",
        "--json",
        "--size",
        "3x4",
        "4 1 2 3 5 6 7 11 8 9 10 0",
        "--goal",
        "blank-first",
    ]);
    assert_eq!(solved["engine"], "runs");
    assert_eq!(solved["moves"], "ulllu");
    assert_eq!(solved["optimal"], true);
    assert_eq!(solved["length"], solved["lower_bound"]);
}

/// Boards of an exact distance: as many as asked for, each that far by the solver's own count, the same for one seed.
#[test]
fn boards_of_an_exact_distance_are_drawn() {
    let taquin = |args: &[&str]| {
        let output = run(args);
        (output.status, output.stdout)
    };
    for metric in ["stm", "mtm"] {
        let draw = |seed| {
            let wanted = [
                "census",
                "3x3",
                "--distance",
                "20",
                "-n",
                "30",
                "--metric",
                metric,
            ];
            taquin(&[&wanted[..], &["--seed", seed]].concat())
        };
        let (status, boards) = draw("5");
        assert_eq!((status, boards.lines().count()), (0, 30));
        assert_eq!(draw("5").1, boards);
        assert_ne!(draw("6").1, boards);
        for board in boards.lines() {
            let (_, solved) = taquin(&["solve", "--json", "--metric", metric, board]);
            assert!(solved.contains("\"length\":20,"), "{solved}");
        }
    }
    assert_eq!(taquin(&["census", "3x3", "--distance", "32"]).0, 2);
}
