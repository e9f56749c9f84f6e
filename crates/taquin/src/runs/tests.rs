use std::collections::{HashMap, VecDeque};

use super::*;
use crate::arrangements::Turn;
use crate::{Goal, Metric, Path, Solver, parse_board};

fn tables(size: Size, home: Cell) -> RunTables {
    RunTables::build(CanonicalGoal::new(size, home), &Watch::unlimited()).unwrap()
}

fn size(rows: u64, cols: u64) -> Size {
    Size::new(rows, cols).unwrap()
}

/// What a table keeps of a state, written down plainly: the blank's row, and the arrangement with other tiles alike.
type Plain = (usize, Vec<Option<u8>>);

/// The number of vertical runs of every class, by a breadth-first search of plain arrangements.
fn naive(size: Size, home_row: usize, pattern: &std::ops::Range<usize>) -> HashMap<Plain, u8> {
    let (rows, cols) = (size.rows(), size.cols());
    let goal: Vec<Option<u8>> = (0..rows * cols - 1)
        .map(|place| pattern.contains(&place).then_some(place as u8))
        .collect();
    let mut distances = HashMap::from([((home_row, goal.clone()), 0)]);
    let mut queue = VecDeque::from([(home_row, goal)]);
    while let Some(from) = queue.pop_front() {
        let distance = distances[&from] + 1;
        for col in 0..cols {
            for turn in Turn::ALL {
                let (mut row, mut arrangement) = from.clone();
                loop {
                    let upper = match turn {
                        Turn::LastToFront if row + 1 < rows => row,
                        Turn::FirstToEnd if row > 0 => row - 1,
                        _ => break,
                    };
                    turn.apply(&mut arrangement[upper * cols + col..][..cols]);
                    row = if turn == Turn::LastToFront {
                        row + 1
                    } else {
                        row - 1
                    };
                    let to = (row, arrangement.clone());
                    if !distances.contains_key(&to) {
                        distances.insert(to.clone(), distance);
                        queue.push_back(to);
                    }
                }
            }
        }
    }
    distances
}

#[test]
fn tables_equal_a_plain_search() {
    for (rows, cols, home_row, pattern) in [
        (2, 2, 0, 0..1),
        (2, 3, 1, 1..4),
        (3, 2, 1, 0..3),
        (3, 3, 0, 0..5),
        (3, 3, 1, 2..8 - 2),
        (2, 5, 0, 0..6),
        (5, 2, 2, 4..9),
    ] {
        let size = size(rows, cols);
        let table = AxisTable::build(size, home_row, pattern.clone(), &Watch::unlimited()).unwrap();
        let expected = naive(size, home_row, &pattern);
        let classes = size.rows() as u128 * crate::board::factorial(size.cells() - 1)
            / crate::board::factorial(size.cells() - 1 - pattern.len());
        assert_eq!(expected.len() as u128, classes, "{size} {pattern:?}");
        for ((row, arrangement), &distance) in &expected {
            // Any element outside the pattern stands for all of them.
            let outside = (0..u8::MAX)
                .find(|&e| !pattern.contains(&usize::from(e)))
                .unwrap();
            let elements: Vec<u8> = arrangement.iter().map(|e| e.unwrap_or(outside)).collect();
            let class = table.class(&elements);
            assert_eq!(
                table.modulo_3(*row, class),
                distance % 3,
                "{size} {row} {arrangement:?}"
            );
            assert_eq!(table.distance(*row, class, home_row), distance);
        }
    }
}

/// On every state of small puzzles: the bounds are admissible and change by one at most, and the search is as short as the table.
#[test]
fn searches_are_as_short_as_the_complete_table() {
    for (size, home) in [
        (size(2, 2), 0),
        (size(2, 3), 0),
        (size(2, 3), 1),
        (size(2, 4), 1),
    ] {
        let tables = tables(size, Cell(home));
        let goal = tables.goal.board();
        let solver = Solver::new()
            .goal(Goal::Explicit(goal.clone()))
            .metric(Metric::Mtm);
        let mut solvable = 0;
        for rank in 0..crate::board::factorial(size.cells()) {
            let start = Board::unrank(size, rank).unwrap();
            let Ok(distance) = solver.distance(&start) else {
                continue;
            };
            solvable += 1;
            let sides = tables.sides(&start);
            let (vertical, horizontal) = (sides[0].bound(), sides[1].bound());
            assert!(vertical + horizontal <= distance, "{start}");
            assert!(
                (2 * vertical.max(horizontal)).saturating_sub(1) <= distance,
                "{start}"
            );
            let found = tables.search(&start, &Watch::unlimited()).unwrap();
            assert_eq!(found.path.length(Metric::Mtm), distance, "{start}");
            assert_eq!(found.lower_bound, distance);
            assert_eq!(start.after(&found.path).unwrap(), goal);
        }
        assert_eq!(solvable, crate::board::factorial(size.cells()) / 2);
    }
}

/// All 181,440 states of 3×3 with the blank home in a corner, and a share of those for the other two canonical homes.
#[test]
fn every_state_of_3x3() {
    for (home, share) in [(0, 1), (1, 29), (4, 29)] {
        let size = size(3, 3);
        let tables = tables(size, Cell(home));
        let goal = tables.goal.board();
        let solver = Solver::new()
            .goal(Goal::Explicit(goal.clone()))
            .metric(Metric::Mtm);
        let ranks: Vec<u128> = (0..crate::board::factorial(9)).step_by(share).collect();
        let searched = crate::watch::parallel::map(2, ranks, |rank| {
            let start = Board::unrank(size, rank).unwrap();
            let Ok(distance) = solver.distance(&start) else {
                return 0;
            };
            let found = tables.search(&start, &Watch::unlimited()).unwrap();
            assert_eq!(found.lower_bound, distance, "{start}");
            assert_eq!(found.path.length(Metric::Mtm), distance, "{start}");
            assert_eq!(start.after(&found.path).unwrap(), goal);
            1
        });
        let searched: usize = searched.into_iter().sum();
        assert!(searched.abs_diff(181_440 / share) <= 181_440 / share / 20);
        assert!(share > 1 || searched == 181_440);
    }
}

/// Optimal lengths in runs of Korf's hundred boards (data/korf15.tsv), on one thread and on two.
#[test]
fn korfs_boards() {
    let tables = tables(size(4, 4), Cell(0));
    let mut solved = 0;
    for line in include_str!("../../../../data/korf15.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'))
    {
        let fields: Vec<&str> = line.split('\t').collect();
        let [id, stm, mtm, board] = fields[..] else {
            panic!("{line}")
        };
        let (stm, mtm): (usize, usize) = (stm.parse().unwrap(), mtm.parse().unwrap());
        let start = parse_board(board, Some(size(4, 4))).unwrap();
        let limits = crate::Limits {
            threads: 1 + solved % 2,
            ..crate::Limits::default()
        };
        let found = tables.search(&start, &Watch::new(limits, None)).unwrap();
        assert_eq!(
            (found.lower_bound, found.path.length(Metric::Mtm)),
            (mtm, mtm),
            "board {id}"
        );
        assert!(mtm <= stm);
        assert_eq!(start.after(&found.path).unwrap(), tables.goal.board());
        solved += 1;
    }
    assert_eq!(solved, 100);
}

/// Boards that are their own transpose are searched from one side; all of those of 3×3.
#[test]
fn boards_that_are_their_own_transpose() {
    let size = size(3, 3);
    let tables = tables(size, Cell(0));
    let goal = tables.goal.board();
    let solver = Solver::new().goal(Goal::BlankFirst).metric(Metric::Mtm);
    let transposed = |tile: u32| (tile % 3) * 3 + tile / 3;
    let mut own = 0;
    for rank in 0..crate::board::factorial(9) {
        let start = Board::unrank(size, rank).unwrap();
        let tiles = start.tiles();
        if (0..9)
            .any(|cell| tiles[transposed(cell) as usize].0 != transposed(tiles[cell as usize].0))
        {
            continue;
        }
        let Ok(distance) = solver.distance(&start) else {
            continue;
        };
        let found = tables.search(&start, &Watch::unlimited()).unwrap();
        assert_eq!(found.lower_bound, distance, "{start}");
        assert_eq!(start.after(&found.path).unwrap(), goal);
        own += 1;
    }
    assert!(own > 10, "{own}");
}

#[test]
fn limits_stop_a_search_with_its_bound() {
    let tables = tables(size(3, 4), Cell(0));
    let start = parse_board("0 4 8 11/9 6 10 2/1 5 7 3", None).unwrap();
    let start = if crate::solvability(&start, &tables.goal.board())
        .unwrap()
        .is_solvable()
    {
        start
    } else {
        parse_board("0 8 4 11/9 6 10 2/1 5 7 3", None).unwrap()
    };
    let full = tables.search(&start, &Watch::unlimited()).unwrap();
    let limits = crate::Limits {
        nodes: Some(1),
        ..crate::Limits::default()
    };
    let stopped = tables
        .search(&start, &Watch::new(limits, None))
        .unwrap_err();
    assert_eq!(stopped.stop, Stop::Nodes);
    assert!(stopped.lower_bound <= full.lower_bound);
    assert_eq!(stopped.best, None::<Path>);
}
