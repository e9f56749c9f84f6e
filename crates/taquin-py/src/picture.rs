//! `taquin.render`: pictures of boards and solutions.

use pyo3::prelude::*;
use taquin::render::{Style, Theme};

use crate::board::{BoardArgument, GoalArgument, PathArgument, notation_of};
use crate::errors::invalid;

/// The largest strip: what is more would not be looked at, and could fill the memory.
const MAX_TILES: usize = 10_000_000;

/// A board, or with moves all the boards on the way, as an SVG document.
#[pyfunction]
pub(crate) fn render(
    board: BoardArgument,
    moves: Option<PathArgument>,
    goal: GoalArgument,
    notation: &str,
    theme: &str,
    cell: f32,
) -> PyResult<String> {
    let board = board.0;
    let goal = goal.0.board(board.size()).map_err(invalid)?;
    let theme = match theme {
        "light" => Theme::Light,
        "dark" => Theme::Dark,
        other => {
            return Err(invalid(format!("theme={other:?}, expected light or dark")));
        }
    };
    if !(1.0..=1000.0).contains(&cell) {
        return Err(invalid(format!("cell={cell}, expected 1 to 1000 pixels")));
    }
    let style = Style {
        theme,
        cell,
        ..Style::default()
    };
    let Some(moves) = moves else {
        return Ok(style.board(&board, &goal).to_svg());
    };
    let path = moves
        .path(&board, notation_of(notation)?)
        .map_err(|fault| invalid(fault.into_reason()))?;
    if path.len().saturating_mul(board.size().cells()) > MAX_TILES {
        return Err(invalid(format!(
            "a picture of {} boards of {}, expected at most {MAX_TILES} tiles in all",
            path.len() + 1,
            board.size()
        )));
    }
    let strip = style.strip(&board, &path, &goal).map_err(invalid)?;
    Ok(strip.to_svg())
}
