//! Near-optimal solving: every answer is valid, and says no more than is proven.

use std::ops::ControlFlow;

use taquin::{
    Answer, Board, Direction, Engine, Error, Goal, Heuristic, Limits, Metric, Scrambler, Size,
    Solver, Stop,
};

const GOALS: [Goal; 3] = [Goal::Classic, Goal::BlankFirst, Goal::Snail];

fn within(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

fn near(nodes: u64) -> Solver {
    Solver::new().engine(Engine::Near).limits(within(nodes))
}

/// What holds of every answer.
fn check(start: &Board, goal: &Board, solution: &Answer) {
    let path = solution.path().unwrap();
    assert_eq!(solution.stop(), None);
    assert_eq!(start.after(path).as_ref(), Ok(goal), "{start}");
    let turns_back = |pair: &[Direction]| pair[0] == pair[1].opposite();
    assert!(!path.windows(2).any(turns_back), "{start}: {path}");
    let length = path.length(solution.metric());
    assert_eq!(solution.length(), Some(length));
    assert!(length >= solution.lower_bound(), "{start}");
}

/// Ten thousand boards: every rectangle from 2×2 to 12×12, three goals. The node limit stops most of them in their first pass
/// or after it; one of each kind may finish the first level.
#[test]
fn ten_thousand_boards_of_every_shape() {
    let optimal = Solver::new().engine(Engine::Optimal);
    let mut scrambler = Scrambler::new(6);
    let mut boards = 0;
    let mut optima = 0;
    for goal in GOALS {
        for (rows, cols) in (2..=12).flat_map(|rows| (2..=12).map(move |cols| (rows, cols))) {
            let size = Size::new(rows, cols).unwrap();
            let target = goal.board(size).unwrap();
            let quick = near(40_000).goal(goal.clone()).engine(Engine::Quick);
            let brief = near(2_000).goal(goal.clone());
            let optimal = optimal.clone().goal(goal.clone());
            for turn in 0..28 {
                let start = scrambler.uniform(&target);
                let solver = if turn == 0 { &quick } else { &brief };
                let solution = solver.solve(&start).unwrap();
                check(&start, &target, &solution);
                if size.cells() <= 9 {
                    let optimum = optimal.distance(&start).unwrap();
                    assert!(
                        solution.length().unwrap() >= optimum && optimum >= solution.lower_bound()
                    );
                    optima += 1;
                }
                boards += 1;
            }
        }
    }
    assert!(boards >= 10_000 && optima >= 400, "{boards} {optima}");
}

#[test]
fn multi_tile_moves_have_their_own_bound() {
    let mut scrambler = Scrambler::new(8);
    for goal in GOALS {
        for (rows, cols) in [(3, 3), (2, 4), (5, 6)] {
            let size = Size::new(rows, cols).unwrap();
            let target = goal.board(size).unwrap();
            let solver = Solver::new().goal(goal.clone()).metric(Metric::Mtm);
            for _ in 0..20 {
                let start = scrambler.uniform(&target);
                let quick = solver.clone().engine(Engine::Quick).limits(within(20_000));
                let solution = quick.solve(&start).unwrap();
                check(&start, &target, &solution);
                if size.cells() <= 9 {
                    let optimum = solver.distance(&start).unwrap();
                    assert!(
                        solution.length().unwrap() >= optimum && optimum >= solution.lower_bound()
                    );
                }
            }
        }
    }
}

/// The passes do not depend on the limit, so a larger one can only add some.
#[test]
fn more_nodes_never_give_a_worse_answer() {
    let mut scrambler = Scrambler::new(3);
    for (rows, cols) in [(4, 4), (3, 10), (6, 6), (2, 12)] {
        let target = Goal::Classic.board(Size::new(rows, cols).unwrap()).unwrap();
        for _ in 0..3 {
            let start = scrambler.uniform(&target);
            let solve = |nodes| near(nodes).solve(&start).unwrap();
            let lengths = [1, 10_000, 60_000, 200_000, 600_000].map(|nodes| solve(nodes).length());
            assert!(
                lengths.is_sorted_by(|fewer, more| fewer >= more),
                "{lengths:?}"
            );
            assert!(lengths[4] < lengths[0], "{lengths:?}");
            let twice = [solve(60_000), solve(60_000)];
            assert_eq!(twice[0].path(), twice[1].path());
        }
    }
}

/// On large boards a pass offers paths before it ends; they come at depths that do not depend on the limit.
#[test]
fn more_nodes_never_give_a_worse_answer_in_mid_pass() {
    let target = Goal::Classic.board(Size::new(20, 20).unwrap()).unwrap();
    let start = Scrambler::new(7).uniform(&target);
    let limits = |nodes| Limits {
        memory: Some(1 << 30),
        ..within(nodes)
    };
    let solve = |nodes| {
        let solution = near(nodes).limits(limits(nodes)).solve(&start).unwrap();
        check(&start, &target, &solution);
        solution.length()
    };
    let lengths = [1, 50_000, 100_000, 150_000, 300_000].map(solve);
    assert!(
        lengths.is_sorted_by(|fewer, more| fewer >= more),
        "{lengths:?}"
    );
    // Half way through the first pass there is something to show already.
    assert!(
        lengths[2] < lengths[0] && lengths[4] < lengths[2],
        "{lengths:?}"
    );
}

#[test]
fn threads_share_the_passes() {
    let target = Goal::Classic.board(Size::new(5, 5).unwrap()).unwrap();
    let start = Scrambler::new(4).uniform(&target);
    let quick = |threads| {
        let limits = Limits {
            threads,
            ..Limits::default()
        };
        let solver = Solver::new().engine(Engine::Quick).limits(limits);
        solver.solve(&start).unwrap()
    };
    let (one, two) = (quick(1), quick(2));
    check(&start, &target, &two);
    assert_eq!(one.length(), two.length());
}

#[test]
fn a_cancelled_search_returns_its_best() {
    let target = Goal::Snail.board(Size::new(8, 8).unwrap()).unwrap();
    let start = Scrambler::new(5).uniform(&target);
    let solver = Solver::new().engine(Engine::Near).goal(Goal::Snail);
    let solver = solver.on_progress(|progress| match progress.best {
        Some(_) => ControlFlow::Break(()),
        None => ControlFlow::Continue(()),
    });
    let answer = solver.solve(&start).unwrap();
    assert_eq!(answer.stop(), Some(Stop::Cancelled));
    let best = answer.path().unwrap();
    assert_eq!(start.after(best), Ok(target));
    assert!(best.len() >= answer.lower_bound() && answer.lower_bound() > 0);
}

/// What is chosen without being asked for: a proof where one is at hand, else a path and a bound.
#[test]
fn the_answer_says_which_engine_it_is_from() {
    let solve = |text: &str| {
        let board: Board = text.parse().unwrap();
        let solution = Solver::new().limits(within(30_000)).solve(&board).unwrap();
        let goal = Goal::Classic.board(board.size()).unwrap();
        check(&board, &goal, &solution);
        solution
    };
    let table = solve("2 3 4/1 5 x/7 6 8");
    assert!(table.is_optimal() && table.engine() == Engine::Table);
    let target = Goal::Classic.board(Size::new(7, 7).unwrap()).unwrap();
    let board = Scrambler::new(1).uniform(&target);
    let near = solve(&board.to_string());
    assert!(!near.is_optimal() && near.engine() == Engine::Near);
    assert_eq!(near.engine().to_string(), "near");
    // Solved already, and one step away: proven all the same.
    assert!(solve(&target.to_string()).is_optimal());
    let mut moved = target;
    assert!(moved.step(Direction::Up));
    assert_eq!(solve(&moved.to_string()).length(), Some(1));
}

#[test]
fn a_node_limit_of_one_still_gives_a_path() {
    let target = Goal::Classic.board(Size::new(12, 12).unwrap()).unwrap();
    let start = Scrambler::new(2).uniform(&target);
    check(&start, &target, &near(1).solve(&start).unwrap());
}

/// data/near.tsv holds the boards that the seed draws, and lengths that are possible.
#[test]
fn the_public_set_is_what_it_says() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/near.tsv");
    let text = std::fs::read_to_string(path).unwrap();
    let mut boards = 0;
    let mut drawn: Option<(Size, Scrambler)> = None;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [size, id, manhattan, lower_bound, best, tiles] = fields[..] else {
            panic!("{line}");
        };
        let size: Size = size.parse().unwrap();
        if id == "1" {
            drawn = Some((size, Scrambler::new(1)));
        }
        let (drawn_size, scrambler) = drawn.as_mut().unwrap();
        assert_eq!(*drawn_size, size);
        let goal = Goal::Classic.board(size).unwrap();
        let tiles: Vec<u32> = tiles.split(' ').map(|tile| tile.parse().unwrap()).collect();
        let start = Board::new(size, &tiles).unwrap();
        assert_eq!(start, scrambler.uniform(&goal), "{size} {id}");
        let bound = |heuristic: Heuristic| heuristic.estimate(&start, &goal);
        let number = |text: &str| -> usize { text.parse().unwrap() };
        assert_eq!(bound(Heuristic::Manhattan), number(manhattan));
        assert_eq!(bound(Heuristic::LinearConflict), number(lower_bound));
        let best = number(best);
        assert!(best >= number(lower_bound));
        // Every step changes the blank's distance from home by one.
        assert_eq!(best % 2, size.taxicab(start.blank(), goal.blank()) % 2);
        boards += 1;
    }
    assert_eq!(boards, 220);
}

/// The files from elsewhere that no optimal engine is asked to solve.
#[test]
fn large_boards_of_files() {
    let mut solved = 0;
    for (folder, goal) in [("princeton", Goal::Classic), ("fortytwo", Goal::Snail)] {
        let path = format!("{}/../../data/files/{folder}", env!("CARGO_MANIFEST_DIR"));
        for entry in std::fs::read_dir(path).unwrap() {
            let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
            // Files that are no boards have their own tests.
            let Ok(start) = taquin::parse_board(&text, None) else {
                continue;
            };
            if start.size().cells() <= 16 {
                continue;
            }
            let solver = near(500_000).engine(Engine::Quick).goal(goal.clone());
            match solver.solve(&start) {
                Ok(solution) => {
                    check(&start, &goal.board(start.size()).unwrap(), &solution);
                    solved += 1;
                }
                Err(Error::Unsolvable(_)) => {}
                Err(error) => panic!("{error}"),
            }
        }
    }
    assert!(solved >= 10, "{solved}");
}
