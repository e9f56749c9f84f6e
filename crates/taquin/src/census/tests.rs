use super::*;
use crate::{Goal, Limits, Solver};

fn run(goal: &Board, metric: Metric) -> Census {
    Census::run(goal, metric, &Watch::unlimited()).unwrap()
}

fn size(rows: u64, cols: u64) -> Size {
    Size::new(rows, cols).unwrap()
}

/// Compares with the published layer counts of the sizes with as many cells as `wanted` says.
fn compare_with_published(wanted: impl Fn(usize) -> bool) -> usize {
    let mut compared = 0;
    for line in include_str!("../../../../data/layers.tsv").lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [metric, rows, cols, counts] = fields[..] else {
            continue;
        };
        let Ok(metric) = metric.parse::<Metric>() else {
            continue;
        };
        let size = size(rows.parse().unwrap(), cols.parse().unwrap());
        if !wanted(size.cells()) {
            continue;
        }
        let counts: Vec<u64> = counts.split(' ').map(|n| n.parse().unwrap()).collect();
        let goals = [size, size.transposed()].map(|size| Goal::Classic.board(size).unwrap());
        // The goal's orientation makes no difference; the large sizes are searched once.
        let goals = &goals[..if size.cells() > 10 { 1 } else { 2 }];
        for goal in goals {
            let limits = Limits {
                threads: 2,
                ..Limits::default()
            };
            let census = Census::run(goal, metric, &Watch::new(limits, None)).unwrap();
            assert_eq!(census.counts(), counts, "{metric} {goal}");
        }
        compared += 1;
    }
    compared
}

#[test]
fn layers_up_to_ten_cells_are_those_published() {
    assert_eq!(compare_with_published(|cells| cells <= 10), 10);
}

/// 239,500,800 states four times.
#[test]
fn layers_of_twelve_cells_are_those_published() {
    assert_eq!(compare_with_published(|cells| cells == 12), 4);
}

/// Maxima of the 8-puzzle for a blank home on an edge and in the centre: 31 and 30 moves; in runs 24 for every home.
#[test]
fn every_home_of_3x3() {
    for (goal, stm) in [
        ("1 2 3/4 5 6/7 8 0", 31),
        ("1 2 3/4 5 6/7 0 8", 31),
        ("1 2 3/8 0 4/7 6 5", 30),
    ] {
        let goal: Board = goal.parse().unwrap();
        for (metric, max) in [(Metric::Stm, stm), (Metric::Mtm, 24)] {
            let census = run(&goal, metric);
            assert_eq!(
                (census.max(), census.states()),
                (max, 181_440),
                "{goal} {metric}"
            );
        }
    }
}

/// Every layer of small puzzles holds exactly the boards that a table says are that far away.
#[test]
fn layers_hold_the_boards_of_their_distance() {
    for goal in ["1 2 3/4 0 5", "3 1/0 2", "5 4/3 0/2 1", "1 2 3 4/5 0 6 7"] {
        let goal: Board = goal.parse().unwrap();
        for metric in Metric::ALL {
            let solver = Solver::new()
                .goal(Goal::Explicit(goal.clone()))
                .metric(metric);
            let counts = run(&goal, metric).counts().to_vec();
            for (distance, &count) in counts.iter().enumerate() {
                let census = Census::up_to(&goal, metric, distance, &Watch::unlimited()).unwrap();
                assert_eq!(census.counts(), &counts[..=distance]);
                let boards: Vec<Board> = census.last_layer().collect();
                assert!(boards.is_sorted_by(|a, b| a.tiles() < b.tiles()));
                assert_eq!(boards.len() as u64, count);
                for board in boards {
                    assert_eq!(solver.distance(&board), Ok(distance), "{board}");
                }
            }
        }
    }
}

#[test]
fn boards_by_place_are_those_of_the_layer() {
    let goal = Goal::Classic.board(size(3, 3)).unwrap();
    let census = Census::up_to(&goal, Metric::Stm, 20, &Watch::unlimited()).unwrap();
    assert_eq!(census.last_count(), 16_993);
    let all = census.boards(0..16_993);
    let places = [0, 1, 500, 9999, 16_991, 16_992];
    let some = census.boards(places);
    assert_eq!(some, places.map(|place| all[place as usize].clone()));
}

#[test]
fn no_board_is_farther_than_the_farthest() {
    let goal = Goal::Classic.board(size(3, 3)).unwrap();
    let error = Census::up_to(&goal, Metric::Stm, 32, &Watch::unlimited())
        .err()
        .unwrap();
    assert_eq!(
        error,
        CensusError::TooFar {
            size: size(3, 3),
            distance: 32,
            max: 31
        }
    );
    assert_eq!(
        error.to_string(),
        "no board of 3x3 is 32 moves from the goal; the farthest are 31"
    );
}

#[test]
fn a_line_has_a_state_for_each_cell_of_the_blank() {
    let goal: Board = "1 2 0 3 4/".parse().unwrap();
    assert_eq!(run(&goal, Metric::Stm).counts(), [1, 2, 2]);
    let census = run(&goal, Metric::Mtm);
    assert_eq!(census.counts(), [1, 4]);
    let boards: Vec<String> = census.last_layer().map(|board| board.to_string()).collect();
    assert_eq!(
        boards,
        ["0 1 2 3 4/", "1 0 2 3 4/", "1 2 3 0 4/", "1 2 3 4 0/"]
            .map(|text| text.parse::<Board>().unwrap().to_string())
    );
    assert_eq!(
        run(&"1/2/0".parse().unwrap(), Metric::Stm).counts(),
        [1, 1, 1]
    );
    assert_eq!(run(&"1 0/".parse().unwrap(), Metric::Mtm).counts(), [1, 1]);
}

#[test]
fn what_does_not_fit_is_refused_with_its_bytes() {
    let limits = Limits {
        memory: Some(50_000_000),
        ..Limits::default()
    };
    let goal = Goal::Classic.board(size(3, 4)).unwrap();
    let error = Census::run(&goal, Metric::Stm, &Watch::new(limits, None))
        .err()
        .unwrap();
    let CensusError::Memory { bytes, limit, .. } = error else {
        panic!("{error}")
    };
    assert!(
        (59_875_200..65_500_000).contains(&bytes),
        "two bits a state and two planes of work space: {bytes}"
    );
    assert_eq!(limit, Some(50_000_000));
    for (rows, cols) in [(5, 5), (6, 6), (100, 100)] {
        let goal = Goal::Classic.board(size(rows, cols)).unwrap();
        let error = Census::run(&goal, Metric::Mtm, &Watch::unlimited())
            .err()
            .unwrap();
        assert!(
            matches!(error, CensusError::Memory { limit: None, .. }),
            "{error}"
        );
    }
}

#[test]
fn threads_make_no_difference_and_a_break_stops() {
    let goal = Goal::BlankFirst.board(size(2, 5)).unwrap();
    let threads = |threads| {
        let limits = Limits {
            threads,
            ..Limits::default()
        };
        let census = Census::run(&goal, Metric::Mtm, &Watch::new(limits, None)).unwrap();
        (
            census.counts().to_vec(),
            census.last_layer().collect::<Vec<_>>(),
        )
    };
    assert_eq!(threads(1), threads(3));
    let watch = Watch::unlimited();
    watch.stop(Stop::Cancelled);
    let stopped = Census::run(&goal, Metric::Stm, &watch).err();
    assert_eq!(stopped, Some(CensusError::Stopped(Stop::Cancelled)));
}
