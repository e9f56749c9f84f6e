//! The facade over all engines.

use super::*;
use crate::Unsolvable;

fn board(text: &str) -> Board {
    text.parse().unwrap()
}

#[test]
fn lines_of_any_length() {
    let tiles: Vec<u32> = (1..500).chain([0]).chain(500..1000).collect();
    let size = Size::new(1, 1000).unwrap();
    let start = Board::new(size, &tiles).unwrap();
    let solution = Solver::new().solve(&start).unwrap();
    assert_eq!(solution.length(), Some(500));
    let solution = Solver::new().metric(Metric::Mtm).solve(&start).unwrap();
    assert_eq!(solution.length(), Some(1));
    assert!(solution.is_optimal());
    assert!(matches!(
        Solver::new().solve(&board("2 3 1 0/")),
        Err(Error::Unsolvable(Unsolvable::Order { .. }))
    ));
    assert_eq!(
        Solver::new().solve(&board("1/2/0")).unwrap().length(),
        Some(0)
    );
}

#[test]
fn one_solver_serves_sizes_goals_and_threads() {
    let solver = Solver::new();
    assert_eq!(solver.distance(&board("2 3 4/1 5 x/7 6 8")), Ok(19));
    assert_eq!(solver.distance(&board("1 0/3 2")), Ok(1));
    let snail = solver.clone().goal(Goal::Snail);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                assert_eq!(snail.distance(&board("2 8 3/1 0 4/7 6 5")), Ok(4));
            });
        }
    });
}

#[test]
fn the_least_path_follows_its_order() {
    let start = board("2 3 4/1 5 x/7 6 8");
    let dlru = Solver::new().solve(&start).unwrap();
    assert_eq!(dlru.path().unwrap().to_string(), "dlurullddrurdllurdr");
    let order = [
        Direction::Up,
        Direction::Right,
        Direction::Left,
        Direction::Down,
    ];
    let urld = Solver::new().least(order).solve(&start).unwrap();
    assert_eq!(urld.length(), Some(19));
    assert!(urld.path().unwrap().to_string().starts_with('u'));
}

/// Neither a length that the limit allows is refused, nor one beyond it returned; what is proven is beyond the limit.
#[test]
fn a_limit_on_moves_is_exact() {
    for (start, length) in [
        ("2 3 4/1 5 x/7 6 8", 19),
        ("1 2 3 4/6 7 8 0/5 10 11 12/9 13 14 15", 8),
        ("1 0 2 3 4 5/", 4),
    ] {
        let start = board(start);
        let problem = Problem::new(&Goal::Classic, start.size(), Metric::Stm).unwrap();
        for engine in Engine::all() {
            if !engine.supports(&problem) || !engine.is_optimal() {
                continue;
            }
            for moves in [0, length - 1, length, length + 1] {
                let limits = Limits {
                    moves: Some(moves),
                    ..Limits::default()
                };
                let solver = Solver::new().engine(engine).limits(limits);
                let answer = solver.solve(&start).unwrap();
                match answer.stop() {
                    None => {
                        assert!(length <= moves);
                        assert_eq!(answer.length(), Some(length), "{engine}");
                    }
                    Some(stop) => {
                        assert!(length > moves, "{engine}");
                        assert_eq!((stop, answer.path()), (Stop::Moves, None));
                        assert!((moves + 1..=length).contains(&answer.lower_bound()));
                    }
                }
                assert_eq!(solver.distance(&start).is_ok(), length <= moves);
            }
        }
    }
}

#[test]
fn a_memory_limit_refuses_a_table() {
    let limits = Limits {
        memory: Some(1000),
        ..Limits::default()
    };
    let answer = Solver::new()
        .limits(limits)
        .solve(&board("8 6 7/2 5 4/3 0 1"))
        .unwrap();
    assert_eq!(answer.stop(), Some(Stop::Memory));
    assert!(answer.lower_bound() <= 31 && answer.length().is_some_and(|length| length >= 31));
}

/// The budget is divided wherever an optimal engine searches, also where only the least path asks for one.
#[test]
fn a_limited_search_for_the_least_path_keeps_its_reserve() {
    let start =
        crate::Scrambler::new(1).uniform(&board("1 2 3 4 5 6/7 8 9 10 11 12/13 14 15 16 17 0"));
    let limits = Limits {
        nodes: Some(400_000),
        ..Limits::default()
    };
    let solver = Solver::new().least(Direction::ALL).limits(limits);
    let answer = solver.solve(&start).unwrap();
    let stats = answer.stats();
    assert_eq!(
        (answer.stop(), answer.engine()),
        (Some(Stop::Nodes), Engine::Pdb)
    );
    assert!(stats.expanded < 375_000 && stats.suggested > 0, "{stats:?}");
    assert!(answer.length() >= Some(answer.lower_bound()));
}
