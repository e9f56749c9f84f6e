//! Values of arguments that are words or sizes, with the nearest valid one for a mistyped one.

use std::fmt;

use clap::ValueEnum;
use taquin::{Direction, Metric, Notation, Size, Solver};

/// How boards are printed. Each is read back by every command; a single row on a line needs --size.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BoardFormat {
    /// 1 2 3/4 5 6/7 8 0
    Rows,
    /// The rows on lines, an empty line after each board
    Grid,
    /// The same under a line with the size
    Sized,
    /// [[1,2,3],[4,5,6],[7,8,0]]
    List,
    /// 123456780, letters after 9; squares of up to 36 cells
    Run,
}

/// The format of a picture.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PictureFormat {
    /// Scalable
    Svg,
    /// Pixels
    Png,
    /// Animated
    Gif,
}

/// What the colours of tiles tell.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Palette {
    /// The row where the tile is at home
    Row,
    /// The column where it is at home
    Column,
    /// The smaller of both
    Ring,
    /// Nothing
    Plain,
}

/// How many moves more than the shortest paths may have.
pub(super) fn slack(text: &str) -> Result<usize, String> {
    text.parse()
        .ok()
        .filter(|slack| *slack <= Solver::MAX_SLACK)
        .ok_or_else(|| format!("expected a number from 0 to {}", Solver::MAX_SLACK))
}

pub(super) fn metric(text: &str) -> Result<Metric, String> {
    named(text, Metric::ALL.map(Metric::name))
}

pub(super) fn notation(text: &str) -> Result<Notation, String> {
    named(text, Notation::ALL.map(Notation::name))
}

/// One of a few names.
fn named<T: std::str::FromStr<Err: fmt::Display>>(
    text: &str,
    names: impl IntoIterator<Item = &'static str>,
) -> Result<T, String> {
    text.parse()
        .map_err(|error| format!("{error}{}", did_you_mean(text, names)))
}

/// A size; other separators than `x`, and a side alone, get the right spelling as a hint.
pub(super) fn size(text: &str) -> Result<Size, String> {
    text.parse().map_err(|error: taquin::SizeError| {
        let sides: Vec<&str> = text
            .split(|c: char| !c.is_ascii_digit())
            .filter(|side| !side.is_empty())
            .collect();
        let meant = match sides[..] {
            [side] => format!("{side}x{side}"),
            [rows, cols] => format!("{rows}x{cols}"),
            _ => String::new(),
        };
        match meant.parse::<Size>() {
            Ok(meant) => format!("{error}; did you mean {meant}?"),
            Err(_) => error.to_string(),
        }
    })
}

/// A permutation of the letters d, l, r, u.
pub(super) fn order(text: &str) -> Result<[Direction; 4], String> {
    let order: Option<Vec<Direction>> = text.chars().map(Direction::from_letter).collect();
    order
        .and_then(|order| <[Direction; 4]>::try_from(order).ok())
        .filter(|order| {
            let mut sorted = *order;
            sorted.sort_unstable();
            sorted == Direction::ALL
        })
        .ok_or_else(|| "expected each of the letters d, l, r, u once, such as dlru".into())
}

/// `; did you mean …?` with the word nearest to a mistyped one; nothing if none is near.
pub(crate) fn did_you_mean<'a>(word: &str, words: impl IntoIterator<Item = &'a str>) -> String {
    nearest(&word.to_ascii_lowercase(), words)
        .map_or(String::new(), |near| format!("; did you mean {near}?"))
}

fn nearest<'a>(word: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    words
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(word, candidate), candidate))
        .filter(|&(distance, candidate)| distance <= candidate.len().div_ceil(3))
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word() {
        let words = ["classic", "blank-first", "snail"];
        for (word, hint) in [
            ("clasic", "; did you mean classic?"),
            ("Snial", "; did you mean snail?"),
            ("zzz", ""),
            ("", ""),
        ] {
            assert_eq!(did_you_mean(word, words), hint);
        }
    }

    #[test]
    fn sizes_in_other_spellings_get_a_hint() {
        for (text, meant) in [
            ("4", "4x4"),
            ("3*4", "3x4"),
            ("3-4", "3x4"),
            ("3, 4", "3x4"),
            ("4x", "4x4"),
        ] {
            let error = size(text).unwrap_err();
            assert!(
                error.ends_with(&format!("; did you mean {meant}?")),
                "{error}"
            );
        }
        for text in ["", "x", "1x1", "1", "2x3x4", "99999x99999"] {
            assert!(!size(text).unwrap_err().contains("did you mean"), "{text}");
        }
    }

    #[test]
    fn orders() {
        assert!(order("dlru").is_ok());
        assert!(order("URDL").is_ok());
        for text in ["", "dlr", "dlrr", "dlrux", "dlrx"] {
            assert!(order(text).is_err(), "{text}");
        }
    }
}
