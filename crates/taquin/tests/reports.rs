//! What users of other sliding-puzzle programs complained of, each as a test named for what it guards.
//!
//! The number in front of each name is the complaint's in the project's collection of reports.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::time::Duration;

use taquin::{
    Board, Direction, Engine, Error, Goal, Heuristic, Limits, Metric, Notation, Path, Problem,
    Scrambler, Size, Solver, Stop, Symmetry, solvability,
};

fn board(text: &str) -> Board {
    text.parse().unwrap()
}

fn solvable(start: &str, goal: &Goal) -> bool {
    let start = board(start);
    let goal = goal.board(start.size()).unwrap();
    solvability(&start, &goal).unwrap().is_solvable()
}

fn length(start: &str) -> usize {
    let start = board(start);
    let solution = Solver::new().solve(&start).unwrap();
    assert!(solution.is_optimal());
    solution.length().unwrap()
}

fn estimate(heuristic: Heuristic, start: &str) -> usize {
    let start = board(start);
    heuristic.estimate(&start, &Goal::Classic.board(start.size()).unwrap())
}

/// Refused before any search: no engine gets as far as a progress report or an expanded node.
fn assert_refused_at_once(start: &str) {
    let never = |_: &taquin::Progress| -> ControlFlow<()> { panic!("a search was begun") };
    for engine in [
        Engine::Auto,
        Engine::Bfs,
        Engine::AStar(Heuristic::Manhattan),
    ] {
        let solver = Solver::new().engine(engine).on_progress(never);
        match solver.solve(&board(start)) {
            Err(Error::Unsolvable(reason)) => {
                assert!(
                    reason.to_string().contains("permutation of the goal"),
                    "{reason}"
                );
            }
            other => panic!("{engine}: {other:?}"),
        }
    }
}

#[test]
fn r01_an_unsolvable_4x4_is_refused_before_any_search() {
    assert_refused_at_once("1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0");
}

#[test]
fn r02_an_unsolvable_3x3_is_refused_before_any_search() {
    assert_refused_at_once("1 2 3/4 5 6/8 7 0");
}

#[test]
fn r03_the_refusal_gives_the_reason() {
    let start = board("2 1 3/4 5 6/7 8 0");
    let error = Solver::new().solve(&start).unwrap_err();
    assert_eq!(
        error.to_string(),
        "unsolvable: the tiles form an odd permutation of the goal, but the blank is 0 cells from home: \
         every move changes both parities, so they can never both become even"
    );
}

#[test]
fn r04_rectangles_are_judged_by_their_width() {
    assert_eq!(length("1 2 3/4 5 6/7 8 0/10 11 9"), 1);
    assert_eq!(length("1 2 3 4/5 6 7 0/9 10 11 8"), 1);
    assert!(!solvable("2 1 3/4 5 6/7 8 0/10 11 9", &Goal::Classic));
}

#[test]
fn r05_the_blank_may_be_at_home_anywhere() {
    let solver = Solver::new().goal(Goal::BlankFirst);
    assert_eq!(solver.distance(&board("1 0 2/3 4 5/6 7 8")), Ok(1));
    for home in board("0 1 2/3 4 5/6 7 8").size().all_cells() {
        let mut tiles: Vec<u32> = (1..9).collect();
        tiles.insert(home.index(), 0);
        let goal = Board::new(Size::new(3, 3).unwrap(), &tiles).unwrap();
        for direction in goal.moves() {
            let mut start = goal.clone();
            start.step(direction);
            assert!(solvability(&start, &goal).unwrap().is_solvable());
        }
    }
}

#[test]
fn r06_r07_every_scrambled_board_is_solvable() {
    for (rows, cols) in [(4, 4), (3, 3), (3, 4), (4, 3), (1, 6)] {
        for goal in [Goal::Classic, Goal::BlankFirst, Goal::Snail] {
            let goal = goal.board(Size::new(rows, cols).unwrap()).unwrap();
            let mut scrambler = Scrambler::new(4);
            for _ in 0..1000 {
                let start = scrambler.uniform(&goal);
                assert!(solvability(&start, &goal).unwrap().is_solvable(), "{start}");
            }
        }
    }
}

#[test]
fn r08_a_scrambled_board_is_a_permutation() {
    let goal = Goal::Classic.board(Size::new(4, 4).unwrap()).unwrap();
    let mut scrambler = Scrambler::new(8);
    for _ in 0..1000 {
        let tiles: Vec<u32> = scrambler
            .uniform(&goal)
            .tiles()
            .iter()
            .map(|t| t.0)
            .collect();
        assert!(Board::new(goal.size(), &tiles).is_ok());
    }
}

#[test]
fn r09_solvability_goes_by_the_goals_labels() {
    let goal = Goal::Explicit(board("7 3 5/1 0 2/8 6 4"));
    assert!(solvable("7 3 5/1 2 0/8 6 4", &goal));
    assert!(!solvable("3 7 5/1 0 2/8 6 4", &goal));
    assert_eq!(
        Solver::new()
            .goal(goal)
            .distance(&board("7 3 5/1 2 0/8 6 4")),
        Ok(1)
    );
}

#[test]
fn r10_an_example_of_a_course_is_refused_not_searched() {
    assert_refused_at_once("2 1 3/4 5 6/7 8 0");
}

#[test]
fn r11_repeated_tiles_and_several_blanks_are_named() {
    for (text, error) in [
        ("1 2 3/4 5 6/7 7 0", "tile 7 stands twice"),
        ("0 1 0/2 3 4/5 6 7", "the blank stands twice"),
    ] {
        let found = text.parse::<Board>().unwrap_err().to_string();
        assert!(found.contains(error), "{found}");
    }
}

#[test]
fn r12_the_blank_is_no_misplaced_tile() {
    assert_eq!(estimate(Heuristic::Hamming, "1 2 3/4 5 6/7 0 8"), 1);
}

#[test]
fn r13_the_blank_has_no_manhattan_distance() {
    for heuristic in Heuristic::ALL {
        assert_eq!(estimate(heuristic, "1 2 3/4 5 6/7 0 8"), 1, "{heuristic}");
        assert_eq!(estimate(heuristic, "1 2 3/4 5 6/0 7 8"), 2, "{heuristic}");
    }
}

#[test]
fn r14_linear_conflict_is_admissible_on_the_board_that_breaks_the_pairwise_sum() {
    let start = "7 8 0/6 5 4/1 2 3";
    assert_eq!(length(start), 26);
    assert_eq!(estimate(Heuristic::LinearConflict, start), 24);
}

#[test]
fn r15_two_independent_conflicts_of_a_row_count_four() {
    let start = "2 1 4 3/5 6 7 8/9 10 11 12/13 14 15 0";
    assert_eq!(
        estimate(Heuristic::LinearConflict, start),
        estimate(Heuristic::Manhattan, start) + 4
    );
}

#[test]
fn r16_linear_conflict_never_exceeds_a_walk_of_5x5() {
    let goal = Goal::Classic.board(Size::new(5, 5).unwrap()).unwrap();
    let mut scrambler = Scrambler::new(16);
    for steps in 0..300 {
        let mut start = goal.clone();
        // The walk's length bounds the distance from above.
        for _ in 0..steps {
            let ways: Vec<Direction> = start.moves().collect();
            let pick = scrambler.uniform(&goal).blank().index() % ways.len();
            start.step(ways[pick]);
        }
        let manhattan = Heuristic::Manhattan.estimate(&start, &goal);
        let conflict = Heuristic::LinearConflict.estimate(&start, &goal);
        assert!(manhattan <= conflict && conflict <= steps, "{start}");
    }
}

#[test]
fn r17_no_edge_of_the_neighbor_graph_is_missing() {
    let start = board("1 2 3/4 8 5/7 0 6");
    let solution = Solver::new().solve(&start).unwrap();
    assert_eq!(solution.length(), Some(3));
    assert_eq!(solution.path().unwrap()[0], Direction::Up);
}

#[test]
fn r18_symmetric_images_have_equal_lengths_and_paths_that_replay() {
    let goal = Goal::Classic.board(Size::new(3, 3).unwrap()).unwrap();
    let mut scrambler = Scrambler::new(18);
    for _ in 0..50 {
        let start = scrambler.uniform(&goal);
        let length = Solver::new().distance(&start).unwrap();
        for symmetry in Symmetry::ALL {
            let image_goal = symmetry.board(&goal);
            let image = symmetry.board(&start);
            let solver = Solver::new().goal(Goal::Explicit(image_goal.clone()));
            let solution = solver.solve(&image).unwrap();
            assert_eq!(solution.length(), Some(length));
            assert_eq!(image.after(solution.path().unwrap()).unwrap(), image_goal);
        }
    }
}

#[test]
fn r19_the_inverse_of_a_solution_draws_the_board() {
    let goal = Goal::Classic.board(Size::new(3, 3).unwrap()).unwrap();
    let solver = Solver::new();
    let mut scrambler = Scrambler::new(19);
    for _ in 0..10_000 {
        let start = scrambler.uniform(&goal);
        let path = solver.solve(&start).unwrap().into_path().unwrap();
        assert_eq!(start.after(&path).unwrap(), goal);
        assert_eq!(goal.after(&path.inverse()).unwrap(), start);
    }
}

#[test]
fn r20_scrambles_are_uniform() {
    const DRAWS: usize = 20_000;
    let goal = Goal::Classic.board(Size::new(3, 3).unwrap()).unwrap();
    let solver = Solver::new();
    let mut scrambler = Scrambler::new(20);
    let mut total = 0;
    let mut on_cell = [[0u32; 9]; 9];
    for _ in 0..DRAWS {
        let start = scrambler.uniform(&goal);
        total += solver.distance(&start).unwrap();
        for (cell, tile) in start.tiles().iter().enumerate() {
            on_cell[cell][tile.index()] += 1;
        }
    }
    // The mean over all states is 21.97, the standard deviation of one 3.4, of the mean of 20,000 0.024.
    let mean = total as f64 / DRAWS as f64;
    assert!((mean - 21.97).abs() < 0.12, "{mean}");
    let expected = DRAWS as f64 / 9.0;
    for counts in on_cell {
        for count in counts {
            assert!(
                (f64::from(count) - expected).abs() < 5.0 * expected.sqrt(),
                "{count}"
            );
        }
    }
}

#[test]
fn r21_moves_that_cancel_at_a_join_are_taken_out() {
    let start = board("1 2 3/4 5 6/7 8 0");
    let read = |text: &str| Notation::Slidy.parse(text, &start).unwrap();
    assert_eq!(read("DRL").cancelled(), read("D"));
    assert_eq!(read("R2DUL2").cancelled(), Path::new());
    assert_eq!(Notation::Slidy.write(&read("RR"), &start), "R2");
}

#[test]
fn r22_a_hard_board_is_solved_or_a_limit_honestly_reported() {
    assert_eq!(length("8 6 7/2 5 4/3 0 1"), 31);
    let limits = Limits {
        nodes: Some(1000),
        ..Limits::default()
    };
    let solver = Solver::new()
        .engine(Engine::IdaStar(Heuristic::Manhattan))
        .limits(limits);
    let start = board("8 6 7/2 5 4/3 0 1");
    let answer = solver.solve(&start).unwrap();
    assert_eq!((answer.stop(), answer.path()), (Some(Stop::Nodes), None));
    let lower_bound = answer.lower_bound();
    assert!((1..=31).contains(&lower_bound), "{lower_bound}");
}

#[test]
fn r23_a_solution_is_optimal_not_merely_valid() {
    // Thirty boards by two unrelated engines.
    let goal = Goal::Classic.board(Size::new(3, 3).unwrap()).unwrap();
    let mut scrambler = Scrambler::new(23);
    for _ in 0..30 {
        let start = scrambler.uniform(&goal);
        let by = |engine| Solver::new().engine(engine).distance(&start).unwrap();
        assert_eq!(by(Engine::Auto), by(Engine::Bidirectional));
    }
}

#[test]
fn r24_the_transposed_board_is_solvable_and_never_bounded_too_high() {
    let start = board("1 5 9 13/2 6 10 14/3 7 11 15/4 8 12 0");
    let limits = Limits {
        nodes: Some(5_000_000),
        ..Limits::default()
    };
    let answer = Solver::new().limits(limits).solve(&start).unwrap();
    match answer.stop() {
        None => assert_eq!(answer.length(), Some(72)),
        Some(_) => assert!((40..=72).contains(&answer.lower_bound())),
    }
}

#[test]
fn r25_a_3x3_needs_no_more_than_its_states() {
    let start = board("7 2 4/5 0 6/8 3 1");
    assert_eq!(length("7 2 4/5 0 6/8 3 1"), 20);
    let problem = Problem::new(&Goal::Classic, start.size(), Metric::Stm).unwrap();
    for engine in Engine::all() {
        if !engine.supports(&problem) || !engine.is_optimal() {
            continue;
        }
        let solution = Solver::new().engine(engine).solve(&start).unwrap();
        assert_eq!(solution.length(), Some(20), "{engine}");
        assert!(solution.stats().peak_stored <= 181_440, "{engine}");
    }
    let limits = Limits {
        memory: Some(32 << 20),
        ..Limits::default()
    };
    let within = Solver::new().limits(limits).solve(&start).unwrap();
    assert!(within.is_optimal());
}

#[test]
fn r26_a_long_search_can_be_cancelled_and_limited() {
    // The hardest 15-puzzle: 80 moves, out of reach of breadth-first search.
    let start = board("0 12 9 13/15 11 10 14/7 8 5 6/4 3 2 1");
    let cancelled = Solver::new()
        .engine(Engine::Bfs)
        .on_progress(|_| ControlFlow::Break(()))
        .solve(&start);
    assert_eq!(cancelled.unwrap().stop(), Some(Stop::Cancelled));
    let limits = Limits {
        time: Some(Duration::from_millis(50)),
        ..Limits::default()
    };
    let late = Solver::new()
        .engine(Engine::Bfs)
        .limits(limits)
        .solve(&start);
    assert_eq!(late.unwrap().stop(), Some(Stop::Time));
}

#[test]
fn r33_tile_letters_and_blank_letters_are_told_apart() {
    let solved = board("1 2 3/4 5 6/7 8 0");
    let blank = Notation::Blank.parse("R", &solved).unwrap();
    let tile = Notation::Tile.parse("R", &solved).unwrap();
    assert!(solved.after(&blank).is_err());
    assert_eq!(solved.after(&tile).unwrap(), board("1 2 3/4 5 6/7 0 8"));
}

#[test]
fn r34_rows_and_columns_are_not_swapped() {
    let mut start = board("1 2 3/4 0 5");
    assert!(start.step(Direction::Up));
    assert_eq!(start, board("1 0 3/4 2 5"));
    assert!(!start.step(Direction::Up));
}

#[test]
fn r35_every_step_of_a_solution_is_one_legal_move() {
    let mut at = board("8 6 7/2 5 4/3 0 1");
    let path = Solver::new().solve(&at).unwrap().into_path().unwrap();
    let mut seen = HashSet::from([at.clone()]);
    for &step in &path {
        let blank = at.blank();
        assert!(at.step(step));
        assert_eq!(at.size().neighbor(blank, step), Some(at.blank()));
        assert!(
            seen.insert(at.clone()),
            "an optimal path visits no board twice"
        );
    }
}

#[test]
fn r36_both_metrics_and_a_count_without_back_and_forth() {
    let start = board("1 2 3/4 0 5/7 8 6");
    let path = Notation::Blank.parse("lr", &start).unwrap();
    assert_eq!(path.length(Metric::Stm), 2);
    assert_eq!(path.length(Metric::Mtm), 2);
    assert_eq!(path.cancelled().len(), 0);
}

#[test]
fn r37_a_solution_can_be_seen_step_by_step() {
    let start = board("1 2 3/0 4 6/7 5 8");
    let path = Solver::new().solve(&start).unwrap().into_path().unwrap();
    assert_eq!(Notation::Blank.write(&path, &start), "rdr");
    assert_eq!(Notation::Numbers.write(&path, &start), "4 5 8");
    assert_eq!(Notation::Words.write(&path, &start), "right down right");
}

#[test]
fn r38_words_name_the_blanks_motion() {
    // "up": the blank goes up, so the tile above it comes down.
    let start = board("1 2 3/4 5 6/7 8 0");
    let path = Notation::Words.parse("up", &start).unwrap();
    assert_eq!(start.after(&path).unwrap(), board("1 2 3/4 5 0/7 8 6"));
    assert_eq!(Direction::Up.word(), "up");
}
