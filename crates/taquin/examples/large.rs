//! Boards too large to solve optimally: a good solution within limits, with progress, and a lower bound.

use std::ops::ControlFlow;

use taquin::{Goal, Limits, Scrambler, Size, Solver};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let goal = Goal::Classic.board(Size::new(6, 6)?)?;
    let board = Scrambler::new(1).uniform(&goal);
    let limits = Limits {
        nodes: Some(200_000),
        ..Limits::default()
    };
    let solver = Solver::new().limits(limits).on_progress(|progress| {
        if let Some(best) = progress.best {
            println!("{:?}: {best} moves so far", progress.elapsed);
        }
        ControlFlow::Continue(())
    });
    let answer = solver.solve(&board)?;
    let lower_bound = answer.lower_bound();
    let path = answer.into_path().ok_or("no path within the limits")?;
    assert_eq!(board.after(&path)?, goal);
    println!("{} moves, at least {lower_bound} needed", path.len());
    Ok(())
}

#[test]
fn runs() {
    main().unwrap();
}
