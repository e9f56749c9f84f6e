//! What scrambles look like in bulk. Bounds are five standard deviations or more, and seeds are fixed.

use taquin::{Board, Goal, Limits, Metric, Scrambler, Size, Solver, Watch, solvability};

fn goal(rows: u64, cols: u64) -> Board {
    Goal::Classic.board(Size::new(rows, cols).unwrap()).unwrap()
}

/// Σ (observed − expected)² / expected must stay within five standard deviations of its mean, the degrees of freedom.
fn assert_chi_squared(name: &str, observed: &[u64], expected: &[f64]) {
    assert_eq!(observed.len(), expected.len());
    // Rare classes are counted together: the approximation needs some five of each.
    let (mut chi_squared, mut classes) = (0.0, 0);
    let (mut rare, mut rare_expected) = (0, 0.0);
    let mut add = |observed: u64, expected: f64| {
        chi_squared += (observed as f64 - expected).powi(2) / expected;
        classes += 1;
    };
    for (&observed, &expected) in observed.iter().zip(expected) {
        if expected >= 5.0 {
            add(observed, expected);
        } else {
            rare += observed;
            rare_expected += expected;
        }
    }
    if rare_expected > 0.0 {
        add(rare, rare_expected);
    }
    let freedom = f64::from(classes - 1);
    assert!(
        chi_squared < freedom + 5.0 * (2.0 * freedom).sqrt(),
        "{name}: {chi_squared} with {freedom} degrees of freedom"
    );
}

#[test]
fn a_hundred_thousand_scrambles_of_3x3_are_as_far_as_all_states() {
    const BOARDS: usize = 100_000;
    let goal = goal(3, 3);
    let census = taquin::Census::run(&goal, Metric::Stm, &Watch::unlimited()).unwrap();
    let solver = Solver::new();
    let mut scrambler = Scrambler::new(20_261_130);
    let mut distances = vec![0; census.counts().len()];
    let mut places = vec![0u64; 81];
    for _ in 0..BOARDS {
        let board = scrambler.uniform(&goal);
        assert!(solvability(&board, &goal).unwrap().is_solvable());
        distances[solver.distance(&board).unwrap()] += 1;
        for (cell, tile) in board.tiles().iter().enumerate() {
            places[9 * tile.index() + cell] += 1;
        }
    }
    let share = BOARDS as f64 / census.states() as f64;
    let expected: Vec<f64> = census.counts().iter().map(|&n| n as f64 * share).collect();
    assert_chi_squared("distances", &distances, &expected);
    let total: u64 = distances.iter().zip(0..).map(|(&n, d)| n * d).sum();
    let mean = total as f64 / BOARDS as f64;
    assert!((mean - 21.97).abs() < 0.05, "{mean}");
    for (tile, cells) in places.chunks(9).enumerate() {
        assert_chi_squared(&format!("tile {tile}"), cells, &[BOARDS as f64 / 9.0; 9]);
    }
}

#[test]
fn a_thousand_scrambles_of_4x4_need_as_many_moves_as_uniform_boards_do() {
    const BOARDS: usize = 1_000;
    let goal = goal(4, 4);
    let mut scrambler = Scrambler::new(1);
    let boards: Vec<Board> = (0..BOARDS).map(|_| scrambler.uniform(&goal)).collect();
    let mut places = vec![0u64; 256];
    for board in &boards {
        assert!(solvability(board, &goal).unwrap().is_solvable());
        for (cell, tile) in board.tiles().iter().enumerate() {
            places[16 * tile.index() + cell] += 1;
        }
    }
    for (tile, cells) in places.chunks(16).enumerate() {
        assert_chi_squared(&format!("tile {tile}"), cells, &[BOARDS as f64 / 16.0; 16]);
    }
    let solver = Solver::new().limits(Limits {
        threads: 1,
        ..Limits::default()
    });
    solver.prepare(&goal).unwrap();
    let (first, second) = boards.split_at(BOARDS / 2);
    let sum = |boards: &[Board]| -> usize {
        boards
            .iter()
            .map(|board| solver.distance(board).unwrap())
            .sum()
    };
    let total = std::thread::scope(|scope| {
        let other = scope.spawn(|| sum(second));
        sum(first) + other.join().unwrap()
    });
    let mean = total as f64 / BOARDS as f64;
    assert!((mean - 52.59).abs() <= 0.5, "{mean}");
}
