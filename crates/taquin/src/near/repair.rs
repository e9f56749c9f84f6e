//! The end of a path: brings home the few tiles, in many places, that a beam left away from home.
//!
//! Lines are solved from the outside in. The blank walks to the first misplaced tile of a line, and a narrow beam in a small window
//! solves the line up to a little beyond that cell. The beam must not touch the lines before it, and its evaluation counts all other
//! tiles, so it displaces few of them. A defect that cannot be mended where it is moves inward, to the blank's home. What no beam can do
//! is left to the constructive solver.

use super::beam::{Ending, Pass, Supervisor, Task};
use super::construct::Route;
use super::peel::peel;
use super::puzzle::Puzzle;
use crate::{Cell, Direction, Size, Stop};

/// Width of the beams that repair.
const WIDTH: usize = 200;
/// Cells of a line, on either side of the first misplaced one, that are in the window too.
const BESIDE: usize = 3;
/// Lines in the window, this one included.
const DEPTH: usize = 5;
/// Rows and columns of the last rectangle, which is solved as a whole.
const LAST: usize = 5;

/// Leads a puzzle to the goal or, if a beam gets stuck, a part of the way.
///
/// # Errors
/// The [`Stop`] of the supervisor.
pub(super) fn repair(
    puzzle: &Puzzle,
    pass: Pass,
    supervisor: &mut impl Supervisor,
) -> Result<Vec<Direction>, Stop> {
    let size = puzzle.size();
    let mut now = puzzle.clone();
    let mut path = Vec::new();
    let mut route = Route::new(size);
    let mut fixed = vec![false; size.cells()];
    let pass = pass.for_repairs(WIDTH);
    let (lines, last) = peel(size, Cell(puzzle.home() as u32), LAST);
    for line in &lines {
        while let Some(wrong) = first_wrong(&now, &line.cells) {
            let from = wrong.saturating_sub(BESIDE);
            let to = (wrong + BESIDE + 1).min(line.cells.len());
            // Not along the line: solved cells on it should stay solved.
            let inward = |cell: usize| size.neighbor(Cell(cell as u32), line.inward);
            let near = line.cells[from..to].iter();
            let near: Vec<usize> = near
                .flat_map(|&cell| [Some(cell), inward(cell).map(Cell::index)])
                .flatten()
                .collect();
            let walk = route.find(now.blank(), &near, &fixed);
            now = now.after(&walk);
            path.extend(walk);
            let mut window = vec![line.cells[from], line.cells[to - 1]];
            let mut inner = line.cells[wrong];
            for _ in 1..DEPTH {
                inner = inward(inner).map_or(inner, Cell::index);
            }
            let tile = line.cells[wrong] as u32;
            let stands = now.cells().iter().position(|&other| other == tile);
            window.extend([
                inner,
                stands.expect("every tile stands somewhere"),
                now.blank(),
            ]);
            let mut task = Task {
                blocked: outside(size, &window),
                wanted: vec![false; size.cells()],
            };
            for (blocked, &fixed) in task.blocked.iter_mut().zip(&fixed) {
                *blocked |= fixed;
            }
            for &cell in &line.cells[from..=wrong] {
                task.wanted[cell] = true;
            }
            match pass.run_task(&now, &task, supervisor)? {
                Ending::Solved(way) => {
                    now = now.after(&way);
                    path.extend(way);
                }
                Ending::Stuck(_) | Ending::TooLong => return Ok(path),
            }
        }
        for &cell in &line.cells {
            fixed[cell] = true;
        }
    }
    let mut task = Task {
        blocked: fixed,
        wanted: vec![false; size.cells()],
    };
    for cell in last.cells(size) {
        task.wanted[cell] = true;
    }
    if let Ending::Solved(way) = pass.run_task(&now, &task, supervisor)? {
        path.extend(way);
    }
    Ok(path)
}

/// By cell, whether it lies outside the smallest rectangle around some cells.
fn outside(size: Size, cells: &[usize]) -> Vec<bool> {
    let cells = || cells.iter().map(|&cell| Cell(cell as u32));
    let rows = || cells().map(|cell| size.row(cell));
    let cols = || cells().map(|cell| size.col(cell));
    let (rows, cols) = (rows().min()..=rows().max(), cols().min()..=cols().max());
    size.all_cells()
        .map(|cell| !rows.contains(&Some(size.row(cell))) || !cols.contains(&Some(size.col(cell))))
        .collect()
}

fn first_wrong(puzzle: &Puzzle, cells: &[usize]) -> Option<usize> {
    cells
        .iter()
        .position(|&cell| puzzle.cells()[cell] as usize != cell)
}
