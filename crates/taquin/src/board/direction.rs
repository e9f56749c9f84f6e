//! The four directions, each the motion of the blank.

use std::fmt;

/// The way the **blank** travels: `Up` moves the blank one row up (and so a tile one row down).
///
/// The order `Down < Left < Right < Up` is that of the letters `d l r u`, so that sorting paths sorts their texts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Direction {
    /// The blank moves one row down.
    Down = 0,
    /// The blank moves one column to the left.
    Left = 1,
    /// The blank moves one column to the right.
    Right = 2,
    /// The blank moves one row up.
    Up = 3,
}

impl Direction {
    /// All four, in their order `d l r u`.
    pub const ALL: [Direction; 4] = [
        Direction::Down,
        Direction::Left,
        Direction::Right,
        Direction::Up,
    ];

    /// The direction with a number: the inverse of `direction as u8`.
    ///
    /// # Panics
    /// If `number` is above 3.
    #[inline]
    pub const fn from_number(number: u8) -> Direction {
        Direction::ALL[number as usize]
    }

    /// The way back.
    #[inline]
    pub const fn opposite(self) -> Direction {
        Direction::from_number(3 - self as u8)
    }

    /// Whether the blank stays in its row.
    #[inline]
    pub const fn is_horizontal(self) -> bool {
        matches!(self, Direction::Left | Direction::Right)
    }

    /// Whether two directions run along the same axis.
    #[inline]
    pub const fn same_axis(self, other: Direction) -> bool {
        self.is_horizontal() == other.is_horizontal()
    }

    /// Rows and columns exchanged: `Up` ↔ `Left`, `Down` ↔ `Right`.
    pub const fn transposed(self) -> Direction {
        match self {
            Direction::Up => Direction::Left,
            Direction::Left => Direction::Up,
            Direction::Down => Direction::Right,
            Direction::Right => Direction::Down,
        }
    }

    /// The lower-case letter: `u`, `d`, `l` or `r`.
    #[inline]
    pub const fn letter(self) -> char {
        match self {
            Direction::Up => 'u',
            Direction::Down => 'd',
            Direction::Left => 'l',
            Direction::Right => 'r',
        }
    }

    /// The direction that a letter of either case names.
    #[inline]
    pub const fn from_letter(letter: char) -> Option<Direction> {
        match letter {
            'u' | 'U' => Some(Direction::Up),
            'd' | 'D' => Some(Direction::Down),
            'l' | 'L' => Some(Direction::Left),
            'r' | 'R' => Some(Direction::Right),
            _ => None,
        }
    }

    /// The lower-case English word: `up`, `down`, `left` or `right`.
    pub const fn word(self) -> &'static str {
        match self {
            Direction::Up => "up",
            Direction::Down => "down",
            Direction::Left => "left",
            Direction::Right => "right",
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_is_that_of_the_letters() {
        let letters = Direction::ALL.map(Direction::letter);
        assert!(letters.is_sorted());
        assert!(Direction::ALL.is_sorted());
    }

    #[test]
    fn opposites_and_transposes_undo_themselves() {
        for direction in Direction::ALL {
            assert_ne!(direction, direction.opposite());
            assert!(direction.same_axis(direction.opposite()));
            assert_eq!(direction, direction.opposite().opposite());
            assert_eq!(direction, direction.transposed().transposed());
            assert_ne!(
                direction.is_horizontal(),
                direction.transposed().is_horizontal()
            );
            assert_eq!(direction, Direction::from_number(direction as u8));
            assert_eq!(Some(direction), Direction::from_letter(direction.letter()));
        }
    }
}
