//! What needs no search.

use taquin::{Board, Goal, Metric, Notation, Path, Scrambler, Size, solvability};

/// What went wrong, in one sentence: all that a page does with errors is to show them.
#[derive(Debug, PartialEq)]
pub(crate) struct Sentence(pub(crate) String);

impl<E: std::error::Error> From<E> for Sentence {
    fn from(error: E) -> Sentence {
        Sentence(error.to_string())
    }
}

pub(crate) type Said<T> = Result<T, Sentence>;

pub(crate) fn size(rows: u32, cols: u32) -> Said<Size> {
    Ok(Size::new(rows.into(), cols.into())?)
}

pub(crate) fn board(text: &str) -> Said<Board> {
    Ok(text.parse()?)
}

pub(crate) fn goal(name: &str) -> Said<Goal> {
    match Goal::from_name(name) {
        Some(goal) => Ok(goal),
        None => board(name).map(Goal::Explicit),
    }
}

pub(crate) fn metric(name: &str) -> Said<Metric> {
    Ok(name.parse()?)
}

fn notation(name: &str) -> Said<Notation> {
    Ok(name.parse()?)
}

pub(crate) fn parse_board(text: &str, rows_and_cols: Option<(u32, u32)>) -> Said<String> {
    let size = rows_and_cols
        .map(|(rows, cols)| size(rows, cols))
        .transpose()?;
    Ok(taquin::parse_board(text, size)?.to_string())
}

pub(crate) fn goal_board(name: &str, rows: u32, cols: u32) -> Said<String> {
    let board = goal(name)?.board(size(rows, cols)?)?;
    Ok(board.to_string())
}

pub(crate) fn why_unsolvable(start: &str, name: &str) -> Said<Option<String>> {
    let start = board(start)?;
    let goal = goal(name)?.board(start.size())?;
    let verdict = solvability(&start, &goal)?;
    Ok(verdict.obstacle().map(|obstacle| obstacle.to_string()))
}

pub(crate) fn scramble(name: &str, rows: u32, cols: u32, seed: u64) -> Said<String> {
    let goal = goal(name)?.board(size(rows, cols)?)?;
    Ok(Scrambler::new(seed).uniform(&goal).to_string())
}

pub(crate) fn convert_moves(start: &str, moves: &str, from: &str, to: &str) -> Said<String> {
    let start = board(start)?;
    let path: Path = notation(from)?.parse(moves, &start)?;
    start.after(&path)?;
    Ok(notation(to)?.write(&path, &start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_read_in_any_spelling() {
        assert_eq!(parse_board("12345678x", None).unwrap(), "1 2 3/4 5 6/7 8 0");
        assert_eq!(
            parse_board("1 2 3 4 5 0", Some((2, 3))).unwrap(),
            "1 2 3/4 5 0"
        );
        let Sentence(error) = parse_board("1 2\n2 0", None).unwrap_err();
        assert!(error.starts_with("line 2, column 1"), "{error}");
        assert!(parse_board("1 0", Some((0, 3))).is_err());
    }

    #[test]
    fn goals_are_names_or_boards() {
        assert_eq!(goal_board("snail", 3, 3).unwrap(), "1 2 3/8 0 4/7 6 5");
        assert_eq!(goal_board("3 2/1 0", 2, 2).unwrap(), "3 2/1 0");
        assert!(goal_board("3 2/1 0", 2, 3).is_err());
        assert!(goal_board("spiral", 2, 2).is_err());
    }

    #[test]
    fn the_reason_is_a_sentence() {
        assert_eq!(why_unsolvable("1 2 3/4 5 6/7 0 8", "classic"), Ok(None));
        let reason = why_unsolvable("1 2 3/4 5 6/8 7 0", "classic").unwrap();
        assert!(reason.unwrap().contains("odd permutation"));
    }

    #[test]
    fn scrambles_are_solvable_and_stable() {
        let board = scramble("snail", 4, 4, 7).unwrap();
        assert_eq!(board, scramble("snail", 4, 4, 7).unwrap());
        assert_ne!(board, scramble("snail", 4, 4, 8).unwrap());
        assert_eq!(why_unsolvable(&board, "snail"), Ok(None));
    }

    #[test]
    fn moves_are_converted_and_checked() {
        let start = "1 2 3/4 0 5";
        assert_eq!(
            convert_moves(start, "lu", "blank", "numbers").unwrap(),
            "4 1"
        );
        assert_eq!(
            convert_moves(start, "4 1", "numbers", "slidy").unwrap(),
            "RD"
        );
        assert!(convert_moves(start, "dd", "blank", "tile").is_err());
        assert!(convert_moves(start, "u", "blank", "runes").is_err());
    }
}
