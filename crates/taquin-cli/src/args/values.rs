//! Values of arguments that are words or sizes, with the nearest valid one for a mistyped one.
//!
//! Where a value is one of a few words (metrics, notations, formats), clap has the list. Then help, completions and refusals with the
//! nearest word come from it. Where other values are valid, too, as boards are for a goal, the parser only suggests the names.

use std::ffi::OsStr;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::LazyLock;
use std::time::Duration;

use bytesize::ByteSize;
use clap::builder::{
    OsStringValueParser, PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser,
};
use clap::{Arg, Command, ValueEnum};
use taquin::{Direction, Engine, Goal, Metric, Notation, Size, Solver};

use crate::input::Argument;
use crate::judge;

/// How the names of suites begin.
pub(crate) const SUITES: [&str; 4] = ["korf15", "korf24:", "random:", "near:"];

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

/// One of a few words that name a value: others are refused with the nearest, and help and completions list them.
fn words<T: FromStr + Clone + Send + Sync + 'static>(
    words: impl IntoIterator<Item = PossibleValue>,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(words)
        .map(|word: String| word.parse().ok().expect("one of the possible values"))
}

pub(super) fn metric() -> impl TypedValueParser<Value = Metric> {
    words(Metric::ALL.map(|metric| {
        PossibleValue::new(metric.name()).help(match metric {
            Metric::Stm => "single-tile moves",
            Metric::Mtm => "straight runs of the blank",
        })
    }))
}

pub(super) fn notation() -> impl TypedValueParser<Value = Notation> {
    words(Notation::ALL.map(|notation| {
        PossibleValue::new(notation.name()).help(match notation {
            Notation::Blank => "udlr, the blank's motion",
            Notation::Tile => "udlr, the tile's motion",
            Notation::Numbers => "the numbers of the tiles moved",
            Notation::Words => "up, down, left, right, the blank's motion",
            Notation::Slidy => "R2UL, the tiles' motion, runs counted",
        })
    }))
}

pub(super) fn engine() -> impl TypedValueParser<Value = Engine> {
    static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
        let engines = [Engine::Auto, Engine::Optimal].into_iter();
        let engines = engines.chain(Engine::all());
        engines.map(|engine| engine.to_string()).collect()
    });
    words(NAMES.iter().map(|name| PossibleValue::new(name.as_str())))
}

/// What another parser takes; completions offer some words of it.
#[derive(Clone)]
struct Suggest<P> {
    parser: P,
    words: fn() -> Vec<&'static str>,
}

impl<P: TypedValueParser> TypedValueParser for Suggest<P> {
    type Value = P::Value;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<P::Value, clap::Error> {
        self.parser.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.words)().into_iter().map(PossibleValue::new)))
    }
}

/// A board, `@FILE` or `-`.
pub(super) fn argument() -> impl TypedValueParser<Value = Argument> {
    OsStringValueParser::new().try_map(Argument::new)
}

/// The name of a goal, or else as [`argument`].
pub(super) fn goal() -> impl TypedValueParser<Value = Argument> {
    Suggest {
        parser: argument(),
        words: || Goal::NAMES.into(),
    }
}

/// The name of a judge's problem; others are told by the command.
pub(super) fn dialect() -> impl TypedValueParser<Value = String> {
    suggest(|| judge::names().collect())
}

/// A suite of boards; others are told by the command.
pub(super) fn suite() -> impl TypedValueParser<Value = String> {
    suggest(|| SUITES.into())
}

/// Any text, for which completions offer some words; others are told by the command.
pub(super) fn suggest(words: fn() -> Vec<&'static str>) -> impl TypedValueParser<Value = String> {
    let parser = StringValueParser::new();
    Suggest { parser, words }
}

/// How many moves more than the shortest paths may have.
pub(super) fn slack(text: &str) -> Result<usize, String> {
    within(text, 0..=Solver::MAX_SLACK)
}

/// Worker threads.
pub(super) fn threads(text: &str) -> Result<u32, String> {
    within(text, 1..=1024)
}

/// Width of a board in pixels.
pub(super) fn pixels(text: &str) -> Result<u32, String> {
    within(text, 8..=8192)
}

/// A port of TCP.
pub(super) fn port(text: &str) -> Result<u16, String> {
    within(text, 0..=u16::MAX)
}

/// At least one.
pub(super) fn positive(text: &str) -> Result<u32, String> {
    within(text, 1..=u32::MAX)
}

/// A number of a range.
fn within<T: FromStr + PartialOrd + fmt::Display>(
    text: &str,
    range: RangeInclusive<T>,
) -> Result<T, String> {
    text.parse()
        .ok()
        .filter(|number| range.contains(number))
        .ok_or_else(|| {
            format!(
                "expected a number from {} to {}",
                range.start(),
                range.end()
            )
        })
}

/// A whole number, not below 0.
pub(super) fn number<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| {
        "expected a whole number, 0 or more, such as 1000, that is not too large".into()
    })
}

/// A time.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    humantime::parse_duration(text)
        .map_err(|_| "expected a number and a unit, such as 500ms, 10s or 2h".into())
}

/// How long a picture is shown.
pub(super) fn delay(text: &str) -> Result<Duration, String> {
    let delay = duration(text)?;
    let times = Duration::from_millis(20)..=Duration::from_secs(60);
    if times.contains(&delay) && delay.subsec_nanos() % 10_000_000 == 0 {
        return Ok(delay);
    }
    Err("expected 20ms to 60s in steps of 10ms, as a GIF counts time".into())
}

/// An amount of memory.
pub(super) fn memory(text: &str) -> Result<ByteSize, String> {
    text.parse()
        .map_err(|_| "expected a number and a unit, such as 500MiB or 4GiB".into())
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

#[cfg(test)]
mod tests {
    use super::*;

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
    fn numbers_times_and_sizes_are_refused_in_words_of_ours() {
        assert_eq!(number::<u64>("1000"), Ok(1000));
        assert_eq!(within("7", 1..=7), Ok(7));
        assert_eq!(duration("1m 30s"), Ok(Duration::from_secs(90)));
        assert_eq!(memory("4GiB"), Ok(ByteSize::gib(4)));
        assert_eq!(delay("20ms"), Ok(Duration::from_millis(20)));
        for text in ["banana", "", "-1", "1e99"] {
            assert!(number::<u64>(text).unwrap_err().contains("such as 1000"));
            assert!(within(text, 1..=7).unwrap_err().contains("from 1 to 7"));
            assert!(duration(text).unwrap_err().contains("such as 500ms"));
            assert!(
                memory(text).unwrap_err().contains("500MiB or 4GiB"),
                "{text}"
            );
        }
        for text in ["19ms", "25ms", "61s"] {
            assert!(delay(text).unwrap_err().contains("20ms to 60s"), "{text}");
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
