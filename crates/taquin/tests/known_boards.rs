//! Boards with answers known from elsewhere: data/princeton.tsv, data/fortytwo.tsv and data/korf15.tsv.

use std::fs;
use std::path::PathBuf;

use taquin::{Board, Error, Goal, Size, Solver, parse_board, solvability};

fn data(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../data")
        .join(path)
}

fn rows_of(table: &str) -> Vec<Vec<String>> {
    fs::read_to_string(data(table))
        .unwrap()
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .map(|line| line.split('\t').map(str::to_owned).collect())
        .collect()
}

fn read(folder: &str, file: &str) -> Result<Board, taquin::ParseError> {
    let text = fs::read_to_string(data("files").join(folder).join(file)).unwrap();
    parse_board(&text, None)
}

fn is_solvable(start: &Board, goal: &Goal) -> bool {
    let goal = goal.board(start.size()).unwrap();
    solvability(start, &goal).unwrap().is_solvable()
}

#[test]
fn princeton_minima() {
    let mut solved = 0;
    for row in rows_of("princeton.tsv") {
        let [file, size, solvable, minimum] = &row[..] else {
            panic!("{row:?}");
        };
        let start = read("princeton", file).unwrap_or_else(|error| panic!("{file}: {error}"));
        assert_eq!(start.size(), size.parse::<Size>().unwrap(), "{file}");
        assert_eq!(
            is_solvable(&start, &Goal::Classic),
            solvable == "yes",
            "{file}"
        );
        if solvable == "no" {
            assert!(
                matches!(Solver::new().solve(&start), Err(Error::Unsolvable(_))),
                "{file}"
            );
        } else if start.size().cells() <= 16 {
            let solution = Solver::new().solve(&start).unwrap();
            assert!(solution.is_optimal());
            assert_eq!(solution.length(), minimum.parse().ok(), "{file}");
            solved += 1;
        }
    }
    assert!(solved >= 45, "{solved}");
}

#[test]
fn fortytwo_readings_solvability_and_minima() {
    let snail = Solver::new().goal(Goal::Snail);
    let (mut damaged, mut solved) = (0, 0);
    for row in rows_of("fortytwo.tsv") {
        let [file, size, reading, to_snail, to_classic, minimum, _] = &row[..] else {
            panic!("{row:?}");
        };
        let start = read("fortytwo", file);
        // Allowed here, unlike there: no size line, and one number on each line.
        let allowed = ["no size line", "if line breaks are ignored"];
        let fails =
            reading.starts_with("FAIL") && !allowed.iter().any(|word| reading.contains(word));
        if fails {
            assert!(start.is_err(), "{file}: {reading}");
            damaged += 1;
            continue;
        }
        let start = start.unwrap_or_else(|error| panic!("{file}: {error}"));
        if size == "-" {
            assert_eq!(start.size(), Size::new(3, 3).unwrap(), "{file}");
            continue;
        }
        assert_eq!(start.size(), size.parse::<Size>().unwrap(), "{file}");
        assert_eq!(
            is_solvable(&start, &Goal::Snail),
            to_snail == "yes",
            "{file}"
        );
        assert_eq!(
            is_solvable(&start, &Goal::Classic),
            to_classic == "yes",
            "{file}"
        );
        if let Ok(minimum) = minimum.parse::<usize>() {
            assert_eq!(snail.distance(&start), Ok(minimum), "{file}");
            solved += 1;
        }
    }
    assert_eq!((damaged, solved), (14, 22));
}

/// The hundred instances of Korf 1985, with tables built in memory.
#[test]
fn korfs_boards() {
    let solver = Solver::new().goal(Goal::BlankFirst);
    let mut solved = 0;
    for row in rows_of("korf15.tsv") {
        let [id, stm, _, tiles] = &row[..] else {
            panic!("{row:?}");
        };
        let stm: usize = stm.parse().unwrap();
        let distance = solver.distance(&tiles.parse().unwrap());
        assert_eq!(distance, Ok(stm), "board {id}");
        solved += 1;
    }
    assert_eq!(solved, 100);
}
