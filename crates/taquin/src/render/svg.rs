//! Scenes as SVG.

use std::fmt::{self, Write};

use super::{Scene, Segment, Shape};

/// A length with at most two decimals.
struct Short(f32);

impl std::fmt::Display for Short {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let rounded = (100.0 * self.0).round() / 100.0;
        write!(f, "{}", if rounded == 0.0 { 0.0 } else { rounded })
    }
}

impl Scene {
    /// The picture as an SVG document: no scripts, no fonts, no references to anything outside.
    pub fn to_svg(&self) -> String {
        let mut svg = String::new();
        // Writing to a string cannot fail.
        let _ = self.write_svg(&mut svg);
        svg
    }

    /// Writes the picture as [`Scene::to_svg`] has it, for those who do not want a large one at once or may end it halfway.
    ///
    /// # Errors
    /// Those of `svg`.
    pub fn write_svg(&self, svg: &mut impl Write) -> fmt::Result {
        let (width, height) = (Short(self.width), Short(self.height));
        write!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"{}\"/>\n",
            self.background
        )?;
        for shape in &self.shapes {
            match shape {
                Shape::Rect {
                    x,
                    y,
                    width,
                    height,
                    radius,
                    fill,
                } => writeln!(
                    svg,
                    "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" fill=\"{fill}\"/>",
                    Short(*x),
                    Short(*y),
                    Short(*width),
                    Short(*height),
                    Short(*radius)
                ),
                Shape::Stroke {
                    segments,
                    width,
                    color,
                } => writeln!(
                    svg,
                    "<path d=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{}\" \
                     stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
                    data(segments),
                    Short(*width)
                ),
            }?;
        }
        svg.write_str("</svg>\n")
    }
}

fn data(segments: &[Segment]) -> String {
    let mut data = String::new();
    for segment in segments {
        let _ = match *segment {
            Segment::Move(x, y) => write!(data, "M{} {}", Short(x), Short(y)),
            Segment::Line(x, y) => write!(data, "L{} {}", Short(x), Short(y)),
            Segment::Cubic(a, b, c, d, x, y) => write!(
                data,
                "C{} {} {} {} {} {}",
                Short(a),
                Short(b),
                Short(c),
                Short(d),
                Short(x),
                Short(y)
            ),
            Segment::Close => write!(data, "Z"),
        };
    }
    data
}
