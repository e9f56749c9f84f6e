//! The order in which boards are solved line by line, from the outside in.

use crate::{Cell, Direction, Size};

/// An outer row or column of the rectangle that is left.
pub(super) struct Line {
    /// From one end to the other.
    pub(super) cells: Vec<usize>,
    /// The step from it into the rectangle.
    pub(super) inward: Direction,
}

/// Rows `top..bottom` and columns `left..right`, which hold the blank's home.
#[derive(Clone, Copy)]
pub(super) struct Rectangle {
    pub(super) top: usize,
    pub(super) bottom: usize,
    pub(super) left: usize,
    pub(super) right: usize,
}

impl Rectangle {
    /// Its cells, row by row.
    pub(super) fn cells(self, size: Size) -> impl Iterator<Item = usize> {
        let cell = move |row, col| size.cell(row, col).index();
        (self.top..self.bottom)
            .flat_map(move |row| (self.left..self.right).map(move |col| cell(row, col)))
    }
}

/// Takes off lines until at most `least` rows and columns are left: always from the longer side, and never the blank's home.
pub(super) fn peel(size: Size, home: Cell, least: usize) -> (Vec<Line>, Rectangle) {
    let mut lines = Vec::new();
    let mut rest = Rectangle {
        top: 0,
        bottom: size.rows(),
        left: 0,
        right: size.cols(),
    };
    loop {
        let (rows, cols) = (rest.bottom - rest.top, rest.right - rest.left);
        if rows > least && rows >= cols {
            let (row, inward) = if size.row(home) == rest.top {
                rest.bottom -= 1;
                (rest.bottom, Direction::Up)
            } else {
                rest.top += 1;
                (rest.top - 1, Direction::Down)
            };
            let cells = (rest.left..rest.right).map(|col| size.cell(row, col).index());
            let cells = cells.collect();
            lines.push(Line { cells, inward });
        } else if cols > least {
            let (col, inward) = if size.col(home) == rest.left {
                rest.right -= 1;
                (rest.right, Direction::Left)
            } else {
                rest.left += 1;
                (rest.left - 1, Direction::Right)
            };
            let cells = (rest.top..rest.bottom).map(|row| size.cell(row, col).index());
            let cells = cells.collect();
            lines.push(Line { cells, inward });
        } else {
            return (lines, rest);
        }
    }
}
