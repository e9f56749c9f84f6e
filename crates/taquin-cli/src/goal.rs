//! The `--goal` argument.

use taquin::{Goal, Size, parse_board};

use crate::args::did_you_mean;
use crate::exit::Failure;
use crate::input::Source;

/// Reads a goal: a name, a board, or `@FILE` with a board.
pub(crate) fn parse(argument: &str, size: Option<Size>) -> Result<Goal, Failure> {
    if let Some(goal) = Goal::from_name(argument) {
        return Ok(goal);
    }
    if argument.starts_with('@') || argument == "-" {
        return Ok(Goal::Explicit(
            Source::from_argument(argument)?.board(size)?,
        ));
    }
    if argument.chars().any(|c| c.is_ascii_digit()) {
        return parse_board(argument, size)
            .map(Goal::Explicit)
            .map_err(|error| Failure::input(format!("--goal: {error}")));
    }
    Err(Failure::input(format!(
        "--goal: unknown goal {argument:?}, expected {} or a board{}",
        Goal::NAMES.join(", "),
        did_you_mean(argument, Goal::NAMES)
    )))
}
