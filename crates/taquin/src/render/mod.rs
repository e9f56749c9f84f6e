//! Pictures of boards and solutions, as shapes and as SVG.
//!
//! A [`Scene`] is a picture made of rectangles and strokes. [`Scene::to_svg`] writes it; a rasteriser can paint the same shapes, as the
//! command does for PNG and GIF. Digits are strokes, too, so there is no font to ship or to miss, and a picture looks the same in every
//! format and on every face. The SVG is written without dependencies; resvg would have brought a parser for what is written here.
//!
//! ```
//! use taquin::render::{Colors, Style, Theme};
//! use taquin::{Board, Goal, Solver};
//! let board: Board = "1 2 3/4 0 5".parse()?;
//! let goal = Goal::Classic.board(board.size())?;
//! let style = Style { colors: Colors::Row, theme: Theme::Dark, ..Style::default() };
//! let svg = style.board(&board, &goal).to_svg();
//! assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
//! let answer = Solver::new().solve(&board)?;
//! let strip = style.strip(&board, answer.path().expect("no limit"), &goal)?;
//! assert!(strip.width > style.board(&board, &goal).width);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod color;
mod digits;
mod svg;

pub use color::{Color, Colors, Theme};
pub use digits::Segment;

use crate::{BlockedMove, Board, Cell, Path, Size, Tile};

/// How boards look.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Style {
    /// The side of a cell in pixels, more than 0.
    pub cell: f32,
    /// What a tile's colour tells.
    pub colors: Colors,
    /// Light or dark.
    pub theme: Theme,
    /// Whether tiles have their numbers.
    pub numbers: bool,
    /// Boards in a row of a strip, at least 1.
    pub boards_in_row: usize,
}

impl Default for Style {
    /// 64 pixels a cell, coloured by home row, light, with numbers, eight boards in a row.
    fn default() -> Style {
        Style {
            cell: 64.0,
            colors: Colors::Row,
            theme: Theme::Light,
            numbers: true,
            boards_in_row: 8,
        }
    }
}

/// A picture: a background and shapes, painted in order. Lengths in pixels, from the top left.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
    /// What is behind all shapes.
    pub background: Color,
    /// The shapes.
    pub shapes: Vec<Shape>,
}

/// A part of a [`Scene`].
#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    /// A filled rectangle with round corners.
    Rect {
        /// Left edge.
        x: f32,
        /// Upper edge.
        y: f32,
        /// Width.
        width: f32,
        /// Height.
        height: f32,
        /// Of the corners.
        radius: f32,
        /// What it is filled with.
        fill: Color,
    },
    /// A line with round ends and joints.
    Stroke {
        /// The line, which may consist of several.
        segments: Vec<Segment>,
        /// Its width.
        width: f32,
        /// Its colour.
        color: Color,
    },
}

/// Gap between tiles, as a share of a cell.
const GAP: f32 = 0.04;
/// Radius of a tile's corners, as a share of a cell.
const RADIUS: f32 = 0.12;
/// Width of the frame around a board, as a share of a cell.
const FRAME: f32 = 0.12;
/// Height of digits, as a share of a cell.
const DIGIT_HEIGHT: f32 = 0.42;
/// Greatest width of a number, as a share of a cell.
const NUMBER_WIDTH: f32 = 0.62;
/// Width of a stroke, as a share of a digit's height.
const STROKE: f32 = 0.17;
/// Gap between the boards of a strip, as a share of a cell.
const BETWEEN: f32 = 0.5;

impl Style {
    /// Width and height of a board of a size.
    fn extent(&self, board: &Board) -> (f32, f32) {
        let side = |cells: usize| (cells as f32 + 2.0 * FRAME) * self.cell;
        (side(board.size().cols()), side(board.size().rows()))
    }

    /// The side of a cell that makes a board about `width` pixels wide.
    #[must_use]
    pub fn with_width(self, board: &Board, width: f32) -> Style {
        let cell = width / (board.size().cols() as f32 + 2.0 * FRAME);
        Style { cell, ..self }
    }

    /// A board. The goal gives tiles their homes, and so their colours.
    ///
    /// # Panics
    /// If the goal has another size.
    pub fn board(&self, board: &Board, goal: &Board) -> Scene {
        self.part(board, goal, board.size().all_cells())
    }

    /// [`Style::board`] with only the tiles on some cells: what a move changes can so be painted alone.
    ///
    /// # Panics
    /// If the goal has another size.
    pub fn part(
        &self,
        board: &Board,
        goal: &Board,
        cells: impl IntoIterator<Item = Cell>,
    ) -> Scene {
        let (width, height) = self.extent(board);
        let mut scene = Scene {
            width,
            height,
            background: self.theme.background(),
            shapes: Vec::new(),
        };
        self.paint(board, goal, 0.0, 0.0, cells, &mut scene);
        scene
    }

    /// Where a cell begins in the picture of [`Style::board`], from the left and from the top; it is [`Style::cell`] wide and high.
    pub fn corner(&self, size: Size, cell: Cell) -> (f32, f32) {
        let place = |index: usize| (FRAME + index as f32) * self.cell;
        (place(size.col(cell)), place(size.row(cell)))
    }

    /// A board and the boards after each step of a path, in rows, each with the number of steps before it.
    ///
    /// # Errors
    /// [`BlockedMove`] if the path leaves the board.
    ///
    /// # Panics
    /// If the goal has another size.
    pub fn strip(&self, start: &Board, path: &Path, goal: &Board) -> Result<Scene, BlockedMove> {
        start.after(path)?;
        let (width, height) = self.extent(start);
        let (between, caption) = (BETWEEN * self.cell, 0.6 * self.cell);
        let in_row = self.boards_in_row.clamp(1, path.len() + 1);
        let rows = (path.len() + 1).div_ceil(in_row);
        let mut scene = Scene {
            width: in_row as f32 * (width + between) + between,
            height: rows as f32 * (height + caption + between) + between,
            background: self.theme.background(),
            shapes: Vec::new(),
        };
        let mut board = start.clone();
        for index in 0..=path.len() {
            if let Some(&step) = index.checked_sub(1).and_then(|last| path.get(last)) {
                board.step(step);
            }
            let x = between + (index % in_row) as f32 * (width + between);
            let y = between + (index / in_row) as f32 * (height + caption + between);
            let center = (x + width / 2.0, y + caption / 2.0);
            let ink = self.theme.ink();
            self.number(index, center, 0.3 * self.cell, width, ink, &mut scene);
            let cells = board.size().all_cells();
            self.paint(&board, goal, x, y + caption, cells, &mut scene);
        }
        Ok(scene)
    }

    /// The colour of a tile.
    pub fn tile_color(&self, tile: Tile, goal: &Board) -> Color {
        let homes = goal.cells_by_tile();
        self.colors
            .of_home(goal.size(), homes[tile.index()], self.theme)
    }

    fn paint(
        &self,
        board: &Board,
        goal: &Board,
        x: f32,
        y: f32,
        cells: impl IntoIterator<Item = Cell>,
        scene: &mut Scene,
    ) {
        assert_eq!(board.size(), goal.size(), "the goal has another size");
        let (width, height) = self.extent(board);
        let size = board.size();
        scene.shapes.push(Shape::Rect {
            x,
            y,
            width,
            height,
            radius: (RADIUS + FRAME) * self.cell,
            fill: self.theme.frame(),
        });
        let homes = goal.cells_by_tile();
        for cell in cells {
            let tile = board.tile(cell);
            if tile.is_blank() {
                continue;
            }
            let (left, top) = self.corner(size, cell);
            let (left, top) = (x + left, y + top);
            let side = (1.0 - 2.0 * GAP) * self.cell;
            let fill = self.colors.of_home(size, homes[tile.index()], self.theme);
            scene.shapes.push(Shape::Rect {
                x: left + GAP * self.cell,
                y: top + GAP * self.cell,
                width: side,
                height: side,
                radius: RADIUS * self.cell,
                fill,
            });
            if self.numbers {
                let center = (left + self.cell / 2.0, top + self.cell / 2.0);
                let (tall, wide) = (DIGIT_HEIGHT * self.cell, NUMBER_WIDTH * self.cell);
                self.number(tile.index(), center, tall, wide, fill.readable_ink(), scene);
            }
        }
    }

    /// A number around a point, at most so tall and so wide.
    fn number(
        &self,
        number: usize,
        center: (f32, f32),
        tallest: f32,
        widest: f32,
        color: Color,
        scene: &mut Scene,
    ) {
        let text = number.to_string();
        let scale = tallest.min(widest / digits::width(&text));
        let left = center.0 - digits::width(&text) * scale / 2.0;
        let top = center.1 - scale / 2.0;
        let segments = digits::segments(&text)
            .map(|segment| segment.scaled(scale, left, top))
            .collect();
        scene.shapes.push(Shape::Stroke {
            segments,
            width: STROKE * scale,
            color,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Goal;

    fn board(text: &str) -> (Board, Board) {
        let board: Board = text.parse().unwrap();
        let goal = Goal::Classic.board(board.size()).unwrap();
        (board, goal)
    }

    #[test]
    fn a_tile_is_a_rectangle_and_a_number() {
        let (start, goal) = board("1 2 3/4 0 5");
        let style = Style::default();
        let scene = style.board(&start, &goal);
        assert_eq!(scene.shapes.len(), 1 + 2 * 5);
        let bare = Style {
            numbers: false,
            ..style
        };
        assert_eq!(bare.board(&start, &goal).shapes.len(), 1 + 5);
        for shape in &scene.shapes {
            let Shape::Rect {
                x,
                y,
                width,
                height,
                ..
            } = *shape
            else {
                continue;
            };
            assert!(x >= 0.0 && x + width <= scene.width + 0.01);
            assert!(y >= 0.0 && y + height <= scene.height + 0.01);
        }
    }

    #[test]
    fn a_part_is_what_the_whole_has_there() {
        let (start, goal) = board("1 2 3/4 0 5");
        let style = Style::default();
        let whole = style.board(&start, &goal);
        let part = style.part(&start, &goal, [Cell(4), Cell(5)]);
        assert_eq!((part.width, part.height), (whole.width, whole.height));
        assert_eq!(part.shapes.len(), 1 + 2, "frame, tile 5 and its number");
        assert_eq!(part.shapes[1..], whole.shapes[whole.shapes.len() - 2..]);
        let (left, top) = style.corner(start.size(), Cell(5));
        let Shape::Rect { x, y, width, .. } = part.shapes[1] else {
            panic!("a tile's rectangle");
        };
        assert!(left < x && x + width < left + style.cell && top < y);
    }

    #[test]
    fn colors_follow_homes() {
        let (start, goal) = board("0 5 4/3 2 1");
        for (colors, different) in [
            (Colors::Plain, 1),
            (Colors::Row, 2),
            (Colors::Column, 3),
            (Colors::Ring, 2),
        ] {
            let style = Style {
                colors,
                ..Style::default()
            };
            let mut seen: Vec<Color> = (1..6).map(|t| style.tile_color(Tile(t), &goal)).collect();
            let by_tile = seen.clone();
            seen.sort_unstable();
            seen.dedup();
            assert_eq!(seen.len(), different, "{colors:?}");
            // Where a tile stands does not matter.
            let scene = style.board(&start, &goal);
            let Shape::Rect { fill, .. } = scene.shapes[1] else {
                panic!("a tile's rectangle");
            };
            assert_eq!(fill, by_tile[4]);
        }
    }

    #[test]
    fn a_strip_has_all_boards() {
        let (start, goal) = board("1 2 3/0 4 5");
        let path = Path::from(vec![crate::Direction::Right; 2]);
        let style = Style {
            boards_in_row: 2,
            ..Style::default()
        };
        let strip = style.strip(&start, &path, &goal).unwrap();
        assert_eq!(strip.shapes.len(), 3 * (1 + 1 + 2 * 5));
        let one = style.board(&start, &goal);
        assert!(strip.width > 2.0 * one.width && strip.height > 2.0 * one.height);
        let blocked = Path::from(vec![crate::Direction::Left]);
        assert!(style.strip(&start, &blocked, &goal).is_err());
    }

    #[test]
    fn svg_is_balanced_and_has_no_foreign_numbers() {
        let (start, goal) = board("11 10 9 8/7 6 5 4/3 2 1 0");
        let svg = Style::default()
            .with_width(&start, 333.0)
            .board(&start, &goal)
            .to_svg();
        assert!(svg.contains("width=\"333\""), "{svg}");
        assert_eq!(svg.matches("<rect ").count(), 1 + 1 + 11);
        assert_eq!(svg.matches("<path ").count(), 11);
        assert_eq!(svg.matches('<').count(), svg.matches('>').count());
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }
}
