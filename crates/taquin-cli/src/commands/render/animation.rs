//! A solution as an animated GIF: a frame a step, of which only the two cells that change are stored.
//!
//! Cells are whole pixels here, so that they look alike everywhere and one palette serves all frames.

use std::borrow::Cow;
use std::collections::HashMap;
use std::time::Duration;

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use taquin::render::{Scene, Style};
use taquin::{Board, Cell, Path, Phase, Progress, Size, Watch};

use super::raster::{self, Window};
use crate::exit::Failure;

/// Delay of the last frame, as a multiple of the others'.
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
    let first = style.board(&board, goal);
    let whole = Window::whole(&first);
    let first = pixels(&first, whole, whole, watch)?;
    let palette = colors.learn(&first);
    let side = |length: u32| {
        u16::try_from(length).map_err(|_| {
            Failure::input(format!("a GIF is at most 65535 pixels wide, not {length}"))
        })
    };
    let (width, height) = (side(whole.right)?, side(whole.bottom)?);
    // Hundredths of a second; a minute at most.
    let delay = (delay.as_millis() / 10) as u16;
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width, height, &palette).map_err(Failure::input)?;
    encoder
        .set_repeat(Repeat::Infinite)
        .map_err(Failure::input)?;
    for index in 0..=path.len() {
        let drawn = || {
            let mut progress = Progress::of(Phase::Frames);
            progress.fraction = Some(index as f64 / path.len() as f64);
            progress
        };
        watch
            .tick(0, drawn)
            .map_err(|stop| Failure::ended(stop, stop))?;
        let (window, shown) = match index.checked_sub(1) {
            None => (whole, Cow::Borrowed(&first)),
            Some(last) => {
                let before = board.blank();
                board.step(path[last]);
                let cells = [before, board.blank()];
                let window = around(cells, &style, board.size(), whole);
                let scene = style.part(&board, goal, near(cells, board.size()));
                (window, Cow::Owned(pixels(&scene, window, whole, watch)?))
            }
        };
        let buffer: Vec<u8> = shown.iter().map(|&color| colors.index(color)).collect();
        let rests = index == 0 || index == path.len();
        let frame = Frame {
            left: side(window.left)?,
            top: side(window.top)?,
            width: side(window.right - window.left)?,
            height: side(window.bottom - window.top)?,
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
    }
    drop(encoder);
    Ok(bytes)
}

/// The colours of a part of a picture, row by row.
fn pixels(
    scene: &Scene,
    window: Window,
    whole: Window,
    watch: &Watch<'_>,
) -> Result<Vec<Rgb>, Failure> {
    /// Thin lines look otherwise where they are cut off, so nothing that is shown is near where the painting ends.
    const MARGIN: u32 = 4;
    let painted = Window {
        left: window.left.saturating_sub(MARGIN),
        top: window.top.saturating_sub(MARGIN),
        right: (window.right + MARGIN).min(whole.right),
        bottom: (window.bottom + MARGIN).min(whole.bottom),
    };
    let pixmap = raster::paint(scene, painted, watch)?;
    let rows = pixmap.pixels().chunks_exact(pixmap.width() as usize);
    let columns = (window.left - painted.left) as usize..(window.right - painted.left) as usize;
    Ok(rows
        .take((window.bottom - painted.top) as usize)
        .skip((window.top - painted.top) as usize)
        .flat_map(|row| &row[columns.clone()])
        .map(|pixel| [pixel.red(), pixel.green(), pixel.blue()])
        .collect())
}

/// The pixels of two cells that touch, those on their edges included.
fn around(cells: [Cell; 2], style: &Style, size: Size, whole: Window) -> Window {
    let corners = cells.map(|cell| style.corner(size, cell));
    let least = |of: fn((f32, f32)) -> f32| of(corners[0]).min(of(corners[1])).floor() as u32;
    let most = |of: fn((f32, f32)) -> f32| {
        let end = of(corners[0]).max(of(corners[1])) + style.cell;
        end.ceil() as u32
    };
    Window {
        left: least(|(x, _)| x),
        top: least(|(_, y)| y),
        right: most(|(x, _)| x).min(whole.right),
        bottom: most(|(_, y)| y).min(whole.bottom),
    }
}

/// Two cells and those around them, whose tiles may share pixels with theirs.
fn near(cells: [Cell; 2], size: Size) -> impl Iterator<Item = Cell> {
    let range = |of: &dyn Fn(Cell) -> usize, end: usize| {
        let (a, b) = (of(cells[0]), of(cells[1]));
        a.min(b).saturating_sub(1)..(a.max(b) + 2).min(end)
    };
    let rows = range(&|cell| size.row(cell), size.rows());
    let cols = range(&|cell| size.col(cell), size.cols());
    rows.flat_map(move |row| cols.clone().map(move |col| size.cell(row, col)))
}

/// The most frequent colours, and for others the nearest of them.
#[derive(Default)]
struct Quantizer {
    palette: Vec<Rgb>,
    known: HashMap<Rgb, u8>,
    /// Most pixels have their left neighbor's colour.
    last: Option<(Rgb, u8)>,
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
        match self.last {
            Some((last, index)) if last == color => index,
            _ => {
                let index = self.look_up(color);
                self.last = Some((color, index));
                index
            }
        }
    }

    fn look_up(&mut self, color: Rgb) -> u8 {
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

#[cfg(test)]
mod tests {
    use super::*;
    use taquin::{Direction, Goal, Limits};

    #[test]
    fn what_a_move_changes_is_all_in_its_window() {
        use Direction::{Down, Left, Right, Up};
        let watch = Watch::new(Limits::default(), None);
        let start: Board = "11 10 9 8/7 6 5 4/3 2 1 0".parse().unwrap();
        let goal = Goal::Classic.board(start.size()).unwrap();
        for cell in [4.0, 5.0, 13.0, 64.0] {
            let style = Style {
                cell,
                ..Style::default()
            };
            let mut board = start.clone();
            let whole = Window::whole(&style.board(&board, &goal));
            let mut screen = pixels(&style.board(&board, &goal), whole, whole, &watch).unwrap();
            for step in [Up, Left, Left, Up, Left, Down, Right, Down, Right] {
                let before = board.blank();
                assert!(board.step(step));
                let cells = [before, board.blank()];
                let window = around(cells, &style, board.size(), whole);
                let scene = style.part(&board, &goal, near(cells, board.size()));
                let mut part = pixels(&scene, window, whole, &watch).unwrap().into_iter();
                for row in window.top..window.bottom {
                    for col in window.left..window.right {
                        screen[(row * whole.right + col) as usize] = part.next().unwrap();
                    }
                }
                assert_eq!(part.next(), None);
                let expected = pixels(&style.board(&board, &goal), whole, whole, &watch).unwrap();
                assert!(screen == expected, "{cell} pixels, {step}");
            }
        }
    }
}
