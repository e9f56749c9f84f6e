//! A shortest solution, and all of them.

use std::ops::ControlFlow;

use taquin::{Board, Error, Goal, Metric, Notation, Solver};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let board: Board = "2 3 4/1 5 x/7 6 8".parse()?;
    let solver = Solver::new().goal(Goal::Classic);
    let answer = solver.solve(&board)?;
    assert!(answer.is_optimal());
    let path = answer.into_path().expect("no limit was set");
    println!("{} moves: {path}", path.len());
    let numbers = Notation::Numbers.write(&path, &board);
    println!("the tiles that move: {numbers}");
    println!("runs of the blank: {}", path.length(Metric::Mtm));

    let mut count = 0;
    solver.paths(&board, 0, |_| {
        count += 1;
        ControlFlow::Continue(())
    })?;
    println!("{count} shortest solutions");

    let swapped: Board = "1 2 3/4 5 6/8 7 0".parse()?;
    match solver.solve(&swapped) {
        Err(Error::Unsolvable(reason)) => println!("no solution: {reason}"),
        other => panic!("half of all boards are unsolvable, this one, too: {other:?}"),
    }
    Ok(())
}

#[test]
fn runs() {
    main().unwrap();
}
