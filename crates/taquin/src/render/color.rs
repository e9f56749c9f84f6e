//! Colours: light and dark, and by a tile's home.

use std::fmt;

use crate::{Cell, Size};

/// An opaque colour. Displays as `#rrggbb`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Color {
    /// Red.
    pub r: u8,
    /// Green.
    pub g: u8,
    /// Blue.
    pub b: u8,
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.r, self.g, self.b)
    }
}

impl Color {
    const fn new(r: u8, g: u8, b: u8) -> Color {
        Color { r, g, b }
    }

    /// Black or white, whichever is easier to read on it.
    pub fn readable_ink(self) -> Color {
        let brightness =
            0.299 * f32::from(self.r) + 0.587 * f32::from(self.g) + 0.114 * f32::from(self.b);
        if brightness > 140.0 {
            Color::new(0x1c, 0x1f, 0x26)
        } else {
            Color::new(0xff, 0xff, 0xff)
        }
    }

    /// From hue in turns, saturation and lightness in 0..=1.
    fn from_hsl(hue: f32, saturation: f32, lightness: f32) -> Color {
        let chroma = saturation * lightness.min(1.0 - lightness);
        let channel = |offset: f32| {
            let k = (offset + 12.0 * hue).rem_euclid(12.0);
            let value = lightness - chroma * (k - 3.0).min(9.0 - k).clamp(-1.0, 1.0);
            (255.0 * value).round() as u8
        };
        Color::new(channel(0.0), channel(8.0), channel(4.0))
    }
}

/// Light or dark.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// Dark on light.
    #[default]
    Light,
    /// Light on dark.
    Dark,
}

impl Theme {
    /// Behind everything.
    pub const fn background(self) -> Color {
        match self {
            Theme::Light => Color::new(0xff, 0xff, 0xff),
            Theme::Dark => Color::new(0x12, 0x14, 0x18),
        }
    }

    /// Behind the tiles, and of the blank.
    pub const fn frame(self) -> Color {
        match self {
            Theme::Light => Color::new(0xd9, 0xdc, 0xe3),
            Theme::Dark => Color::new(0x2a, 0x2e, 0x37),
        }
    }

    /// Of text.
    pub const fn ink(self) -> Color {
        match self {
            Theme::Light => Color::new(0x3a, 0x3f, 0x4b),
            Theme::Dark => Color::new(0xc8, 0xcc, 0xd6),
        }
    }
}

/// What a tile's colour tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Colors {
    /// Nothing: all tiles are alike.
    Plain,
    /// The row of its home.
    #[default]
    Row,
    /// The column of its home.
    Column,
    /// The smaller of both: rings that are solved one after the other, from the top left.
    Ring,
}

impl Colors {
    /// The colour of a tile whose home is `home`.
    pub fn of_home(self, size: Size, home: Cell, theme: Theme) -> Color {
        let (row, col) = (size.row(home), size.col(home));
        let (index, of) = match self {
            Colors::Plain => (0, 1),
            Colors::Row => (row, size.rows()),
            Colors::Column => (col, size.cols()),
            Colors::Ring => (row.min(col), size.rows().min(size.cols())),
        };
        // From blue over green and yellow to red; not around to blue again.
        let hue = 0.6 - 0.62 * index as f32 / (of.max(2) - 1) as f32;
        match theme {
            Theme::Light => Color::from_hsl(hue, 0.62, 0.64),
            Theme::Dark => Color::from_hsl(hue, 0.48, 0.42),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hues() {
        assert_eq!(Color::from_hsl(0.0, 1.0, 0.5), Color::new(255, 0, 0));
        assert_eq!(Color::from_hsl(1.0 / 3.0, 1.0, 0.5), Color::new(0, 255, 0));
        assert_eq!(Color::from_hsl(-1.0 / 3.0, 1.0, 0.5), Color::new(0, 0, 255));
        assert_eq!(Color::from_hsl(0.3, 0.0, 1.0), Color::new(255, 255, 255));
        assert_eq!(Color::new(1, 2, 255).to_string(), "#0102ff");
    }

    #[test]
    fn numbers_can_be_read_on_every_tile() {
        let size = Size::new(10, 10).unwrap();
        let light =
            |c: Color| 0.299 * f32::from(c.r) + 0.587 * f32::from(c.g) + 0.114 * f32::from(c.b);
        for theme in [Theme::Light, Theme::Dark] {
            for home in size.all_cells() {
                let color = Colors::Row.of_home(size, home, theme);
                let difference = light(color) - light(color.readable_ink());
                assert!(difference.abs() > 100.0, "{color}");
            }
        }
    }
}
