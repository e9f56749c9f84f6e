//! The `--goal` argument.

use taquin::{Goal, Size, parse_board};

use crate::exit::Failure;
use crate::hints::did_you_mean;
use crate::input::{Argument, Source};

/// Reads a goal: a name, a board, or `@FILE` with a board.
pub(crate) fn parse(argument: &Argument, size: Option<Size>) -> Result<Goal, Failure> {
    let Argument::Text(argument) = argument else {
        return Ok(Goal::Explicit(Source::of(argument)?.board(size)?));
    };
    if let Some(goal) = Goal::from_name(argument) {
        return Ok(goal);
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
