//! Digits as strokes: 0.6 wide and 1 tall, drawn with a round pen.

/// A part of a line. Coordinates to the right and down.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Segment {
    /// The pen is put down.
    Move(f32, f32),
    /// A straight line.
    Line(f32, f32),
    /// A cubic Bézier curve: two control points and the end.
    Cubic(f32, f32, f32, f32, f32, f32),
    /// Back to where the pen was put down.
    Close,
}

use Segment::{Close, Cubic, Line, Move};

impl Segment {
    pub(super) fn scaled(self, scale: f32, left: f32, top: f32) -> Segment {
        self.map(|x, y| (left + scale * x, top + scale * y))
    }

    fn map(self, f: impl Fn(f32, f32) -> (f32, f32)) -> Segment {
        match self {
            Move(x, y) => {
                let (x, y) = f(x, y);
                Move(x, y)
            }
            Line(x, y) => {
                let (x, y) = f(x, y);
                Line(x, y)
            }
            Cubic(a, b, c, d, x, y) => {
                let ((a, b), (c, d), (x, y)) = (f(a, b), f(c, d), f(x, y));
                Cubic(a, b, c, d, x, y)
            }
            Close => Close,
        }
    }
}

/// Width of a digit, as a share of its height.
const WIDTH: f32 = 0.6;
/// Space between two digits, as a share of their height.
const SPACE: f32 = 0.26;

/// A six; turned by half a turn it is a nine.
const SIX: &[Segment] = &[
    Move(0.47, 0.0),
    Cubic(0.2, 0.12, 0.0, 0.38, 0.0, 0.68),
    Cubic(0.0, 0.87, 0.13, 1.0, 0.3, 1.0),
    Cubic(0.47, 1.0, 0.6, 0.87, 0.6, 0.69),
    Cubic(0.6, 0.51, 0.47, 0.39, 0.3, 0.39),
    Cubic(0.16, 0.39, 0.04, 0.5, 0.01, 0.64),
];

const DIGITS: [&[Segment]; 9] = [
    &[
        Move(0.3, 0.0),
        Cubic(0.47, 0.0, 0.6, 0.22, 0.6, 0.5),
        Cubic(0.6, 0.78, 0.47, 1.0, 0.3, 1.0),
        Cubic(0.13, 1.0, 0.0, 0.78, 0.0, 0.5),
        Cubic(0.0, 0.22, 0.13, 0.0, 0.3, 0.0),
        Close,
    ],
    &[Move(0.08, 0.2), Line(0.36, 0.0), Line(0.36, 1.0)],
    &[
        Move(0.02, 0.25),
        Cubic(0.03, 0.1, 0.15, 0.0, 0.3, 0.0),
        Cubic(0.46, 0.0, 0.58, 0.11, 0.58, 0.27),
        Cubic(0.58, 0.4, 0.51, 0.49, 0.4, 0.6),
        Line(0.0, 1.0),
        Line(0.6, 1.0),
    ],
    &[
        Move(0.03, 0.17),
        Cubic(0.09, 0.06, 0.18, 0.0, 0.3, 0.0),
        Cubic(0.46, 0.0, 0.57, 0.1, 0.57, 0.24),
        Cubic(0.57, 0.38, 0.46, 0.47, 0.26, 0.47),
        Cubic(0.47, 0.47, 0.6, 0.57, 0.6, 0.73),
        Cubic(0.6, 0.89, 0.47, 1.0, 0.3, 1.0),
        Cubic(0.16, 1.0, 0.05, 0.94, 0.0, 0.82),
    ],
    &[
        Move(0.44, 1.0),
        Line(0.44, 0.0),
        Line(0.0, 0.7),
        Line(0.6, 0.7),
    ],
    &[
        Move(0.54, 0.0),
        Line(0.1, 0.0),
        Line(0.05, 0.46),
        Cubic(0.12, 0.4, 0.2, 0.37, 0.3, 0.37),
        Cubic(0.48, 0.37, 0.6, 0.5, 0.6, 0.68),
        Cubic(0.6, 0.87, 0.47, 1.0, 0.29, 1.0),
        Cubic(0.16, 1.0, 0.05, 0.94, 0.0, 0.83),
    ],
    SIX,
    &[Move(0.0, 0.0), Line(0.6, 0.0), Line(0.22, 1.0)],
    &[
        Move(0.3, 0.0),
        Cubic(0.44, 0.0, 0.54, 0.1, 0.54, 0.235),
        Cubic(0.54, 0.37, 0.44, 0.47, 0.3, 0.47),
        Cubic(0.16, 0.47, 0.06, 0.37, 0.06, 0.235),
        Cubic(0.06, 0.1, 0.16, 0.0, 0.3, 0.0),
        Close,
        Move(0.3, 0.47),
        Cubic(0.47, 0.47, 0.6, 0.58, 0.6, 0.735),
        Cubic(0.6, 0.89, 0.47, 1.0, 0.3, 1.0),
        Cubic(0.13, 1.0, 0.0, 0.89, 0.0, 0.735),
        Cubic(0.0, 0.58, 0.13, 0.47, 0.3, 0.47),
        Close,
    ],
];

/// The width of a number whose digits are 1 tall, the pen left out.
pub(super) fn width(text: &str) -> f32 {
    let digits = text.len() as f32;
    digits * WIDTH + (digits - 1.0) * SPACE
}

/// The strokes of a number, from the top left.
pub(super) fn segments(text: &str) -> impl Iterator<Item = Segment> {
    text.bytes().enumerate().flat_map(|(index, digit)| {
        let left = index as f32 * (WIDTH + SPACE);
        let turned = digit == b'9';
        let strokes = match digit {
            b'9' => SIX,
            digit => DIGITS[usize::from(digit - b'0')],
        };
        strokes.iter().map(move |segment| {
            segment.map(|x, y| {
                if turned {
                    (left + WIDTH - x, 1.0 - y)
                } else {
                    (left + x, y)
                }
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strokes_stay_in_their_box() {
        for digit in 0..10 {
            let text = digit.to_string();
            let mut strokes = segments(&text);
            assert!(matches!(strokes.next(), Some(Move(..))), "{digit}");
            for segment in segments(&text) {
                segment.map(|x, y| {
                    assert!(
                        (-0.01..=0.61).contains(&x) && (-0.01..=1.01).contains(&y),
                        "{digit}"
                    );
                    (x, y)
                });
            }
        }
        assert!((width("100") - 2.32).abs() < 1e-6);
        assert_eq!(segments("42").filter(|s| matches!(s, Move(..))).count(), 2);
    }
}
