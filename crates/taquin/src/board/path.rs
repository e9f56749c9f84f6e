//! Paths of the blank, and the two ways to count them.

use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use super::Direction;

/// How moves are counted.
///
/// | metric | one move is | diameter of 3×3 and 4×4, blank home in a corner |
/// |---|---|---|
/// | [`Stm`](Metric::Stm) | one tile by one cell | 31 and 80 (OEIS A087725) |
/// | [`Mtm`](Metric::Mtm) | one straight run of the blank, whatever its length | 24 and 43 |
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Metric {
    /// Single-tile moves.
    #[default]
    Stm,
    /// Multi-tile moves: a straight run of the blank is one move.
    Mtm,
}

impl Metric {
    /// Both metrics.
    pub const ALL: [Metric; 2] = [Metric::Stm, Metric::Mtm];

    /// The short name, `stm` or `mtm`.
    pub const fn name(self) -> &'static str {
        match self {
            Metric::Stm => "stm",
            Metric::Mtm => "mtm",
        }
    }

    /// The number of moves of a path in this metric. Linear time.
    pub fn length(self, path: &[Direction]) -> usize {
        match self {
            Metric::Stm => path.len(),
            Metric::Mtm => path.chunk_by(|a, b| a == b).count(),
        }
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is no metric.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown metric {0:?}, expected stm or mtm")]
pub struct UnknownMetric(pub String);

impl FromStr for Metric {
    type Err = UnknownMetric;

    fn from_str(name: &str) -> Result<Metric, UnknownMetric> {
        Metric::ALL
            .into_iter()
            .find(|metric| metric.name() == name)
            .ok_or_else(|| UnknownMetric(name.into()))
    }
}

/// A sequence of single steps of the blank; the same type in both metrics.
///
/// Dereferences to a slice of [`Direction`]. Displays as lower-case blank letters; for other spellings see
/// [`Notation`](crate::Notation).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Path(Vec<Direction>);

impl Path {
    /// A path without steps.
    pub const fn new() -> Path {
        Path(Vec::new())
    }

    /// An empty path with room for `steps`.
    pub fn with_capacity(steps: usize) -> Path {
        Path(Vec::with_capacity(steps))
    }

    /// Adds a step at the end.
    #[inline]
    pub fn push(&mut self, direction: Direction) {
        self.0.push(direction);
    }

    /// Takes the last step off.
    pub fn pop(&mut self) -> Option<Direction> {
        self.0.pop()
    }

    /// Keeps the first `steps` steps.
    pub fn truncate(&mut self, steps: usize) {
        self.0.truncate(steps);
    }

    /// The number of moves in a metric.
    pub fn length(&self, metric: Metric) -> usize {
        metric.length(&self.0)
    }

    /// The path back: opposite steps in reverse order.
    pub fn inverse(&self) -> Path {
        self.iter().rev().map(|step| step.opposite()).collect()
    }

    /// The path without steps that the next one takes back, until none is left. Linear time.
    ///
    /// The result joins the same boards and is never longer.
    pub fn cancelled(&self) -> Path {
        let mut kept = Path::with_capacity(self.len());
        for &step in self.iter() {
            if kept.last() == Some(&step.opposite()) {
                kept.pop();
            } else {
                kept.push(step);
            }
        }
        kept
    }
}

impl Deref for Path {
    type Target = [Direction];

    fn deref(&self) -> &[Direction] {
        &self.0
    }
}

impl From<Vec<Direction>> for Path {
    fn from(steps: Vec<Direction>) -> Path {
        Path(steps)
    }
}

impl FromIterator<Direction> for Path {
    fn from_iter<I: IntoIterator<Item = Direction>>(steps: I) -> Path {
        Path(steps.into_iter().collect())
    }
}

impl Extend<Direction> for Path {
    fn extend<I: IntoIterator<Item = Direction>>(&mut self, steps: I) {
        self.0.extend(steps);
    }
}

impl<'a> IntoIterator for &'a Path {
    type Item = &'a Direction;
    type IntoIter = std::slice::Iter<'a, Direction>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter()
            .try_for_each(|step| fmt::Write::write_char(f, step.letter()))
    }
}

impl fmt::Debug for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Path({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(letters: &str) -> Path {
        letters
            .chars()
            .map(|letter| Direction::from_letter(letter).unwrap())
            .collect()
    }

    #[test]
    fn metrics_count_runs_and_steps() {
        for (letters, stm, mtm) in [("", 0, 0), ("uuu", 3, 1), ("uuldd", 5, 3), ("lrl", 3, 3)] {
            assert_eq!(path(letters).length(Metric::Stm), stm);
            assert_eq!(path(letters).length(Metric::Mtm), mtm);
        }
    }

    #[test]
    fn cancelled_removes_nested_reversals() {
        for (letters, kept) in [("lr", ""), ("ulrd", ""), ("ulru", "uu"), ("uld", "uld")] {
            assert_eq!(path(letters).cancelled(), path(kept), "{letters}");
        }
    }

    #[test]
    fn an_inverse_cancels_its_path() {
        let there = path("uulldrdl");
        let mut round: Path = there.clone();
        round.extend(there.inverse().iter().copied());
        assert!(round.cancelled().is_empty());
    }
}
