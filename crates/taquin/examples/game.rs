//! What a game needs: fair scrambles, a hint, a board that is known to be hard, and its picture.

use taquin::render::{Style, Theme};
use taquin::{AtDistance, Goal, Scrambler, Size, Solver, Watch, solvability};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let goal = Goal::Classic.board(Size::new(3, 3)?)?;
    let mut scrambler = Scrambler::new(2026);
    let mut board = scrambler.uniform(&goal);
    assert!(solvability(&board, &goal)?.is_solvable());
    println!("play {board}");

    let solver = Solver::new();
    let hint = solver
        .solve(&board)?
        .path()
        .and_then(|path| path.first().copied());
    if let Some(step) = hint {
        println!("hint: move the blank {}", step.word());
        board.step(step);
    }

    // A week of boards, each a little harder.
    let watch = Watch::unlimited();
    for day in 1..=7 {
        let boards = AtDistance::new(&goal, 4 * day, &solver, &watch)?;
        let drawn = scrambler.at_distance(&boards, 1, &watch)?;
        assert_eq!(solver.distance(&drawn[0])?, 4 * day);
        println!("day {day}: {}, {} moves", drawn[0], 4 * day);
    }

    let style = Style {
        theme: Theme::Dark,
        ..Style::default()
    };
    let svg = style.board(&board, &goal).to_svg();
    println!("a picture of {} bytes", svg.len());
    Ok(())
}

#[test]
fn runs() {
    main().unwrap();
}
