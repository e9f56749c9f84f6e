//! Scenes as pixels.

use taquin::render::{Color, Scene, Segment, Shape};
use taquin::{Phase, Progress, Watch};
use tiny_skia::{FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, Transform};

use crate::exit::Failure;

/// Pixels of a picture, at most.
pub(super) const MOST_PIXELS: f32 = 64e6;

/// Shapes painted, or pieces of text written, before the watch is asked again: well under a millisecond's worth.
pub(super) const TICK_AFTER: usize = 256;

/// The picture as PNG.
pub(super) fn png(scene: &Scene, watch: &Watch<'_>) -> Result<Vec<u8>, Failure> {
    paint(scene, Window::whole(scene), watch)?
        .encode_png()
        .map_err(Failure::input)
}

/// A part of a picture, in pixels.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) left: u32,
    pub(super) top: u32,
    pub(super) right: u32,
    pub(super) bottom: u32,
}

impl Window {
    /// The whole picture.
    pub(super) fn whole(scene: &Scene) -> Window {
        let side = |length: f32| (length.round() as u32).max(1);
        Window {
            left: 0,
            top: 0,
            right: side(scene.width),
            bottom: side(scene.height),
        }
    }
}

/// A part of the picture in pixels, its edges smoothed, unless the watch ends it.
pub(super) fn paint(scene: &Scene, window: Window, watch: &Watch<'_>) -> Result<Pixmap, Failure> {
    let (width, height) = (window.right - window.left, window.bottom - window.top);
    let pixels = width as f32 * height as f32;
    let pixmap = if pixels <= MOST_PIXELS {
        Pixmap::new(width, height)
    } else {
        None
    };
    let mut pixmap = pixmap.ok_or_else(|| too_large(pixels))?;
    let place = Transform::from_translate(-(window.left as f32), -(window.top as f32));
    pixmap.fill(paint_color(scene.background));
    for (index, shape) in scene.shapes.iter().enumerate() {
        if index > 0 && index.is_multiple_of(TICK_AFTER) {
            let drawn = || {
                let mut progress = Progress::of(Phase::Drawing);
                progress.fraction = Some(index as f64 / scene.shapes.len() as f64);
                progress
            };
            watch
                .tick(0, drawn)
                .map_err(|stop| Failure::ended(stop, stop))?;
        }
        match shape {
            Shape::Rect {
                x,
                y,
                width,
                height,
                radius,
                fill,
            } => {
                if let Some(path) = round_rect(*x, *y, *width, *height, *radius) {
                    pixmap.fill_path(&path, &paint_of(*fill), FillRule::Winding, place, None);
                }
            }
            Shape::Stroke {
                segments,
                width,
                color,
            } => {
                let stroke = Stroke {
                    width: *width,
                    line_cap: LineCap::Round,
                    line_join: LineJoin::Round,
                    ..Stroke::default()
                };
                if let Some(path) = line(segments) {
                    pixmap.stroke_path(&path, &paint_of(*color), &stroke, place, None);
                }
            }
        }
    }
    Ok(pixmap)
}

/// A picture of more than [`MOST_PIXELS`].
pub(super) fn too_large(pixels: f32) -> Failure {
    Failure::input(format!(
        "a picture of {:.0} million pixels is too large, expected at most {:.0} million: try --width, or SVG",
        pixels / 1e6,
        MOST_PIXELS / 1e6
    ))
}

fn paint_color(color: Color) -> tiny_skia::Color {
    tiny_skia::Color::from_rgba8(color.r, color.g, color.b, 0xff)
}

fn paint_of(color: Color) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color(paint_color(color));
    paint.anti_alias = true;
    paint
}

fn round_rect(x: f32, y: f32, width: f32, height: f32, radius: f32) -> Option<Path> {
    // How far the control points of a cubic are from the corner that they round, for a quarter of a circle.
    const CONTROL: f32 = 1.0 - 0.552_284_8;
    let (right, bottom) = (x + width, y + height);
    let (r, c) = (radius, CONTROL * radius);
    let mut path = PathBuilder::new();
    path.move_to(x + r, y);
    path.line_to(right - r, y);
    path.cubic_to(right - c, y, right, y + c, right, y + r);
    path.line_to(right, bottom - r);
    path.cubic_to(right, bottom - c, right - c, bottom, right - r, bottom);
    path.line_to(x + r, bottom);
    path.cubic_to(x + c, bottom, x, bottom - c, x, bottom - r);
    path.line_to(x, y + r);
    path.cubic_to(x, y + c, x + c, y, x + r, y);
    path.close();
    path.finish()
}

fn line(segments: &[Segment]) -> Option<Path> {
    let mut path = PathBuilder::new();
    for segment in segments {
        match *segment {
            Segment::Move(x, y) => path.move_to(x, y),
            Segment::Line(x, y) => path.line_to(x, y),
            Segment::Cubic(a, b, c, d, x, y) => path.cubic_to(a, b, c, d, x, y),
            Segment::Close => path.close(),
        }
    }
    path.finish()
}
