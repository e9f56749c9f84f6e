//! Boards too large to solve optimally: a good solution within limits, with progress, and a lower bound.

use std::ops::ControlFlow;

use taquin::{Error, Goal, Limits, Scrambler, Size, Solver};

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
    let (path, lower_bound) = match solver.solve(&board) {
        Ok(solution) => (solution.path().clone(), solution.lower_bound()),
        Err(Error::Limit(reached)) => {
            let best = reached.best.ok_or("no solution within the limits")?;
            (best, reached.lower_bound)
        }
        Err(error) => return Err(error.into()),
    };
    assert_eq!(board.after(&path)?, goal);
    println!("{} moves, at least {lower_bound} needed", path.len());
    Ok(())
}

#[test]
fn runs() {
    main().unwrap();
}
