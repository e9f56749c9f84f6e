//! A solution as an animated GIF: a frame a step, of which only the two cells that change are stored.

use std::borrow::Cow;
use std::collections::HashMap;
use std::time::Duration;

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use taquin::render::Style;
use taquin::{Board, Path, Progress, Watch};

use super::raster;
use crate::exit::Failure;

/// The last frame stays so many times as long as the others.
const REST: u16 = 6;

type Rgb = [u8; 3];

/// The boards from the start to the end of a path.
pub(super) fn gif(
    start: &Board,
    path: &Path,
    goal: &Board,
    style: &Style,
    delay: Duration,
    watch: &Watch<'_>,
) -> Result<Vec<u8>, Failure> {
    // Cells of whole pixels look alike wherever they are, so one palette serves all frames.
    let style = Style {
        cell: style.cell.round().max(1.0),
        ..*style
    };
    let mut colors = Quantizer::default();
    let mut board = start.clone();
    let first = Picture::of(&board, goal, &style)?;
    let palette = colors.learn(&first.pixels);
    let side = |length: usize| {
        u16::try_from(length).map_err(|_| {
            Failure::input(format!("a GIF is at most 65535 pixels wide, not {length}"))
        })
    };
    let (width, height) = (side(first.width)?, side(first.height())?);
    // Hundredths of a second; a minute at most.
    let delay = (delay.as_millis() / 10) as u16;
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width, height, &palette).map_err(Failure::input)?;
    encoder
        .set_repeat(Repeat::Infinite)
        .map_err(Failure::input)?;
    let mut shown: Option<Picture> = None;
    for index in 0..=path.len() {
        let drawn = || {
            let mut progress = Progress::of("frames");
            progress.fraction = Some(index as f64 / path.len() as f64);
            progress
        };
        watch
            .tick(0, drawn)
            .map_err(|stop| Failure::ended(stop, stop))?;
        if let Some(&step) = index.checked_sub(1).and_then(|last| path.get(last)) {
            board.step(step);
        }
        let picture = if index == 0 {
            first.clone()
        } else {
            Picture::of(&board, goal, &style)?
        };
        let (left, top, right, bottom) = match &shown {
            None => (0, 0, first.width, first.height()),
            Some(shown) => picture.changed_since(shown),
        };
        let mut buffer = Vec::with_capacity((right - left) * (bottom - top));
        for row in top..bottom {
            let row = &picture.pixels[row * picture.width..][left..right];
            buffer.extend(row.iter().map(|&color| colors.index(color)));
        }
        let rests = index == 0 || index == path.len();
        let frame = Frame {
            left: side(left)?,
            top: side(top)?,
            width: side(right - left)?,
            height: side(bottom - top)?,
            delay: if rests {
                delay.saturating_mul(REST)
            } else {
                delay
            },
            dispose: DisposalMethod::Keep,
            buffer: Cow::Owned(buffer),
            ..Frame::default()
        };
        encoder.write_frame(&frame).map_err(Failure::input)?;
        shown = Some(picture);
    }
    drop(encoder);
    Ok(bytes)
}

/// A frame in colours.
#[derive(Clone)]
struct Picture {
    width: usize,
    pixels: Vec<Rgb>,
}

impl Picture {
    fn of(board: &Board, goal: &Board, style: &Style) -> Result<Picture, Failure> {
        let pixmap = raster::paint(&style.board(board, goal))?;
        Ok(Picture {
            width: pixmap.width() as usize,
            pixels: pixmap
                .pixels()
                .iter()
                .map(|pixel| [pixel.red(), pixel.green(), pixel.blue()])
                .collect(),
        })
    }

    fn height(&self) -> usize {
        self.pixels.len() / self.width
    }

    /// The least rectangle that has all changes: left, top, right, bottom. One pixel if there is none.
    fn changed_since(&self, before: &Picture) -> (usize, usize, usize, usize) {
        let changed = || {
            (0..self.pixels.len())
                .filter(|&at| self.pixels[at] != before.pixels[at])
                .map(|at| (at % self.width, at / self.width))
        };
        let columns = || changed().map(|(x, _)| x);
        let rows = || changed().map(|(_, y)| y);
        let (left, right) = (columns().min(), columns().max());
        let (top, bottom) = (rows().min(), rows().max());
        match (left, top, right, bottom) {
            (Some(left), Some(top), Some(right), Some(bottom)) => {
                (left, top, right + 1, bottom + 1)
            }
            _ => (0, 0, 1, 1),
        }
    }
}

/// The most frequent colours, and for others the nearest of them.
#[derive(Default)]
struct Quantizer {
    palette: Vec<Rgb>,
    known: HashMap<Rgb, u8>,
}

impl Quantizer {
    /// Takes up to 256 colours of a picture; the palette as a GIF has it.
    fn learn(&mut self, pixels: &[Rgb]) -> Vec<u8> {
        let mut counts: HashMap<Rgb, usize> = HashMap::new();
        for &pixel in pixels {
            *counts.entry(pixel).or_default() += 1;
        }
        let mut colors: Vec<(Rgb, usize)> = counts.into_iter().collect();
        // By the colour, too, so that the same picture gives the same bytes.
        colors.sort_unstable_by_key(|&(color, count)| (usize::MAX - count, color));
        self.palette = colors
            .into_iter()
            .take(256)
            .map(|(color, _)| color)
            .collect();
        self.palette.concat()
    }

    fn index(&mut self, color: Rgb) -> u8 {
        *self.known.entry(color).or_insert_with(|| {
            let distance = |other: &Rgb| -> u32 {
                let squares = color
                    .iter()
                    .zip(other)
                    .map(|(&a, &b)| u32::from(a.abs_diff(b)).pow(2));
                squares.sum()
            };
            let nearest = (0..self.palette.len()).min_by_key(|&i| distance(&self.palette[i]));
            nearest.unwrap_or(0) as u8
        })
    }
}
