//! A histogram of distances as an SVG picture.

use std::fmt::Write as _;

/// Width of a bar with its share of the space between bars, and of the picture without its margins.
const BAR: usize = 14;
const MARGIN: usize = 48;
const HEIGHT: usize = 260;

/// One bar a distance, as high as its share of the largest count; the count shows when a bar is pointed at.
pub(super) fn histogram(title: &str, counts: &[u64]) -> String {
    let largest = counts.iter().copied().max().unwrap_or(0).max(1);
    let width = counts.len() * BAR + 2 * MARGIN;
    let height = HEIGHT + 2 * MARGIN;
    let base = HEIGHT + MARGIN;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\" font-size=\"11\">\n\
         <title>{title}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n\
         <text x=\"{MARGIN}\" y=\"{y}\" font-size=\"14\">{title}</text>\n\
         <text x=\"{MARGIN}\" y=\"{top}\" fill=\"#555\">{largest}</text>\n",
        title = escape(title),
        y = MARGIN / 2,
        top = MARGIN - 6,
    );
    for (distance, &count) in counts.iter().enumerate() {
        let x = MARGIN + distance * BAR;
        // Rounded up, so that a single state still shows.
        let bar = (u128::from(count) * HEIGHT as u128).div_ceil(u128::from(largest)) as usize;
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{}\" width=\"{}\" height=\"{bar}\" fill=\"#3a6ea5\"><title>{distance} moves: {count}</title></rect>",
            base - bar,
            BAR - 2,
        );
        if distance % 5 == 0 {
            let _ = writeln!(
                svg,
                "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{distance}</text>",
                x + BAR / 2 - 1,
                base + 16,
            );
        }
    }
    let _ = writeln!(
        svg,
        "<line x1=\"{MARGIN}\" y1=\"{base}\" x2=\"{}\" y2=\"{base}\" stroke=\"#333\"/>\n\
         <text x=\"{}\" y=\"{}\" text-anchor=\"middle\">moves from the goal</text>\n</svg>",
        width - MARGIN,
        width / 2,
        base + 34,
    );
    svg
}

/// Text as XML.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_in_proportion_and_none_vanishes() {
        let svg = histogram("2x2 <&>", &[1, 200, 0, 100]);
        assert!(svg.contains("<title>2x2 &lt;&amp;&gt;</title>"), "{svg}");
        assert_eq!(
            svg.matches("<rect ").count(),
            5,
            "a bar each and the background"
        );
        for (height, label) in [
            (2, "0 moves: 1"),
            (260, "1 moves: 200"),
            (0, "2 moves: 0"),
            (130, "3 moves: 100"),
        ] {
            assert!(
                svg.contains(&format!(
                    "height=\"{height}\" fill=\"#3a6ea5\"><title>{label}<"
                )),
                "{svg}"
            );
        }
    }
}
