//! Exact distances in bulk, as labels for learning: all of a small size at once, and many boards of a larger one.

use taquin::{Board, Census, Goal, Heuristic, Metric, Scrambler, Size, Solver, Watch};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let goal = Goal::Classic.board(Size::new(2, 4)?)?;
    let census = Census::run(&goal, Metric::Stm, &Watch::unlimited())?;
    println!(
        "{} states, mean {:.2}, maximum {}",
        census.states(),
        census.mean(),
        census.max()
    );

    let goal = Goal::Classic.board(Size::new(3, 3)?)?;
    let mut scrambler = Scrambler::new(7);
    let boards: Vec<Board> = (0..10_000).map(|_| scrambler.uniform(&goal)).collect();
    // The first call makes the table, which clones of the solver on other threads share.
    let solver = Solver::new();
    let labels: Vec<usize> = boards
        .iter()
        .map(|board| solver.distance(board))
        .collect::<Result<_, _>>()?;
    let estimates: Vec<usize> = boards
        .iter()
        .map(|board| Heuristic::Manhattan.estimate(board, &goal))
        .collect();
    assert!(estimates.iter().zip(&labels).all(|(h, d)| h <= d));
    let mean = |of: &[usize]| of.iter().sum::<usize>() as f64 / of.len() as f64;
    println!(
        "distance {:.2}, Manhattan {:.2}",
        mean(&labels),
        mean(&estimates)
    );
    Ok(())
}

#[test]
fn runs() {
    main().unwrap();
}
