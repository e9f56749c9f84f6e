//! A first solution of any board with two rows and two columns or more, in time linear in its moves.
//!
//! Outer lines are solved one after the other, always on the longer side of the rectangle that is left and never the one with the
//! blank's home. The last 2×2 cells are solved by turning. In a line all tiles but two are brought home one by one. The last two
//! enter together, through a window of 3×2 cells, where a breadth-first search of 120 states finds the shortest way.
//! Row by row is the textbook method; Parberry 1995 bounds it by 5n³ + O(n²) moves on n×n.

use std::collections::VecDeque;

use super::peel::{Line, Rectangle, peel};
use super::puzzle::Puzzle;
use crate::{Cell, Direction, Phase, Progress, Size, Stop, Watch};

/// A path from the start to the goal.
///
/// # Errors
/// The [`Stop`] of the watch.
pub(super) fn solve(puzzle: &Puzzle, watch: &Watch<'_>) -> Result<Vec<Direction>, Stop> {
    let size = puzzle.size();
    debug_assert!(!size.is_line());
    let mut stands = vec![0; size.cells()];
    for (cell, &home) in puzzle.cells().iter().enumerate() {
        stands[home as usize] = cell;
    }
    let mut builder = Builder {
        puzzle: puzzle.clone(),
        stands,
        path: Vec::new(),
        fixed: vec![false; size.cells()],
        route: Route::new(size),
        watch,
        ticked: 0,
    };
    builder.run()?;
    debug_assert!(builder.puzzle.is_solved());
    Ok(builder.path)
}

struct Builder<'w, 'a> {
    puzzle: Puzzle,
    /// By tile, the cell on which it stands.
    stands: Vec<usize>,
    path: Vec<Direction>,
    /// Cells that the blank must not enter.
    fixed: Vec<bool>,
    route: Route,
    watch: &'w Watch<'a>,
    /// Number of steps reported to the watch.
    ticked: usize,
}

impl Builder<'_, '_> {
    fn run(&mut self) -> Result<(), Stop> {
        let home = Cell(self.puzzle.home() as u32);
        let (lines, rest) = peel(self.puzzle.size(), home, 2);
        for line in &lines {
            self.line(line)?;
        }
        self.turn(rest)
    }

    /// Brings the tiles of a line home and fixes them.
    fn line(&mut self, line: &Line) -> Result<(), Stop> {
        let (last, singles) = line.cells.split_at(2);
        for &tile in singles.iter().rev() {
            self.bring(tile, tile)?;
            self.fixed[tile] = true;
        }
        let &[a, b] = last else {
            unreachable!("a line has two cells or more");
        };
        self.pair(a, b, line.inward)?;
        self.fixed[a] = true;
        self.fixed[b] = true;
        Ok(())
    }

    /// Brings two tiles home that are neighbors at the open end of a line.
    fn pair(&mut self, a: usize, b: usize, inward: Direction) -> Result<(), Stop> {
        if self.stands[a] == a && self.stands[b] == b {
            return Ok(());
        }
        let size = self.puzzle.size();
        let inside = |cell: usize| {
            let next = size.neighbor(Cell(cell as u32), inward);
            next.expect("three lines or more are left").index()
        };
        let window = [
            a,
            b,
            inside(a),
            inside(b),
            inside(inside(a)),
            inside(inside(b)),
        ];
        let inside_window = |builder: &Self, tile: usize| window.contains(&builder.stands[tile]);
        let all_inside = [a, b].iter().all(|&tile| inside_window(self, tile))
            && window.contains(&self.puzzle.blank());
        if !all_inside {
            // With one tile on the line, the way is free for the other, and for the blank.
            self.bring(a, a)?;
            if !inside_window(self, b) {
                self.fixed[a] = true;
                let brought = self.bring(b, inside(b));
                self.fixed[a] = false;
                brought?;
            }
        }
        let (at_a, at_b) = (self.stands[a], self.stands[b]);
        if !window.contains(&self.puzzle.blank()) {
            self.fixed[at_a] = true;
            self.fixed[at_b] = true;
            let free = window
                .into_iter()
                .filter(|&cell| cell != at_a && cell != at_b);
            let entered = self.send_blank_to_any(&free.collect::<Vec<_>>());
            self.fixed[at_a] = false;
            self.fixed[at_b] = false;
            entered?;
        }
        for step in window_path(size, &window, [a, b], [at_a, at_b], self.puzzle.blank()) {
            self.step(step)?;
        }
        Ok(())
    }

    /// Moves one tile to a cell, the blank going around it.
    fn bring(&mut self, tile: usize, target: usize) -> Result<(), Stop> {
        let size = self.puzzle.size();
        while self.stands[tile] != target {
            let at = self.stands[tile];
            let nearer = |cell: usize| {
                size.taxicab(Cell(cell as u32), Cell(target as u32))
                    < size.taxicab(Cell(at as u32), Cell(target as u32))
            };
            let goals: Vec<usize> = neighbors(size, at)
                .filter(|&cell| nearer(cell) && !self.fixed[cell])
                .collect();
            self.fixed[at] = true;
            let near = self.send_blank_to_any(&goals);
            self.fixed[at] = false;
            near?;
            self.step(direction(size, self.puzzle.blank(), at))?;
        }
        Ok(())
    }

    /// Sends the blank to the nearest of some cells, past the fixed ones.
    fn send_blank_to_any(&mut self, goals: &[usize]) -> Result<(), Stop> {
        let steps = self.route.find(self.puzzle.blank(), goals, &self.fixed);
        for step in steps {
            self.step(step)?;
        }
        Ok(())
    }

    /// Turns the last 2×2 cells until they are solved, in at most twelve steps of the blank.
    fn turn(&mut self, rest: Rectangle) -> Result<(), Stop> {
        let size = self.puzzle.size();
        let ring = [
            size.cell(rest.top, rest.left).index(),
            size.cell(rest.top, rest.left + 1).index(),
            size.cell(rest.top + 1, rest.left + 1).index(),
            size.cell(rest.top + 1, rest.left).index(),
        ];
        let ways = [1, 3].map(|turn| {
            let mut puzzle = self.puzzle.clone();
            let mut path = Vec::new();
            let solved = |puzzle: &Puzzle| ring.iter().all(|&c| puzzle.cells()[c] as usize == c);
            while !solved(&puzzle) && path.len() < 12 {
                let at = ring.iter().position(|&cell| cell == puzzle.blank());
                let at = at.expect("the blank is in the rectangle that is left");
                let step = direction(size, ring[at], ring[(at + turn) % 4]);
                puzzle.step(step);
                path.push(step);
            }
            path
        });
        let [one, other] = ways;
        for step in if one.len() <= other.len() { one } else { other } {
            self.step(step)?;
        }
        Ok(())
    }

    fn step(&mut self, step: Direction) -> Result<(), Stop> {
        if self.path.len() - self.ticked >= 1024 {
            self.watch.check_memory(self.path.len() as u64)?;
            // These steps are no search: a limit on nodes does not keep back the first answer.
            self.watch.tick(0, || Progress::of(Phase::Construct))?;
            self.ticked = self.path.len();
        }
        let blank = self.puzzle.blank();
        self.puzzle.step(step);
        let tile = self.puzzle.cells()[blank] as usize;
        self.stands[tile] = blank;
        self.stands[self.puzzle.home()] = self.puzzle.blank();
        if self.path.last() == Some(&step.opposite()) {
            self.path.pop();
            self.ticked = self.ticked.min(self.path.len());
        } else {
            self.path.push(step);
        }
        Ok(())
    }
}

fn neighbors(size: Size, cell: usize) -> impl Iterator<Item = usize> {
    Direction::ALL
        .into_iter()
        .filter_map(move |step| size.neighbor(Cell(cell as u32), step))
        .map(Cell::index)
}

/// The direction from a cell to its neighbor.
fn direction(size: Size, from: usize, to: usize) -> Direction {
    Direction::ALL
        .into_iter()
        .find(|&step| size.neighbor(Cell(from as u32), step) == Some(Cell(to as u32)))
        .expect("the cells are neighbors")
}

/// Breadth-first search for the blank's way. It ends at the first goal, so its cost grows with the distance.
pub(super) struct Route {
    /// By cell and direction, the neighbor; itself where there is none.
    neighbors: Vec<[u32; 4]>,
    /// By cell, the search that visited it last and the step that entered it.
    visited: Vec<(u32, Direction)>,
    search: u32,
    queue: VecDeque<usize>,
}

impl Route {
    pub(super) fn new(size: Size) -> Route {
        let neighbors =
            |cell| Direction::ALL.map(|step| size.neighbor(cell, step).unwrap_or(cell).0);
        Route {
            neighbors: size.all_cells().map(neighbors).collect(),
            visited: vec![(0, Direction::Down); size.cells()],
            search: 0,
            queue: VecDeque::new(),
        }
    }

    /// The shortest way to one of the goals.
    ///
    /// # Panics
    /// If there is none.
    pub(super) fn find(&mut self, from: usize, goals: &[usize], fixed: &[bool]) -> Vec<Direction> {
        if self.search == u32::MAX {
            self.visited.fill((0, Direction::Down));
            self.search = 0;
        }
        self.search += 1;
        self.queue.clear();
        self.queue.push_back(from);
        self.visited[from].0 = self.search;
        let mut at = loop {
            let cell = self.queue.pop_front().expect("some goal can be reached");
            if goals.contains(&cell) {
                break cell;
            }
            for (step, next) in Direction::ALL.into_iter().zip(self.neighbors[cell]) {
                let next = next as usize;
                if !fixed[next] && self.visited[next].0 != self.search {
                    self.visited[next] = (self.search, step);
                    self.queue.push_back(next);
                }
            }
        };
        let mut steps = Vec::new();
        while at != from {
            let step = self.visited[at].1;
            steps.push(step);
            at = self.neighbors[at][step.opposite() as usize] as usize;
        }
        steps.reverse();
        steps
    }
}

/// The shortest way that brings two tiles home without leaving a window of six cells.
fn window_path(
    size: Size,
    window: &[usize; 6],
    homes: [usize; 2],
    stand: [usize; 2],
    blank: usize,
) -> Vec<Direction> {
    let place = |cell: usize| {
        let place = window.iter().position(|&w| w == cell);
        place.expect("all three are in the window") as u8
    };
    let start = [place(stand[0]), place(stand[1]), place(blank)];
    let index =
        |[a, b, blank]: [u8; 3]| (usize::from(a) * 6 + usize::from(b)) * 6 + usize::from(blank);
    // By state, the state before it.
    let mut before = [None; 216];
    before[index(start)] = Some(start);
    let mut queue = VecDeque::from([start]);
    let goal = loop {
        let state = queue
            .pop_front()
            .expect("four other cells make every arrangement reachable");
        let [a, b, blank] = state;
        if window[usize::from(a)] == homes[0] && window[usize::from(b)] == homes[1] {
            break state;
        }
        for cell in neighbors(size, window[usize::from(blank)]) {
            let Some(to) = window.iter().position(|&w| w == cell) else {
                continue;
            };
            let to = to as u8;
            let moved = |tile: u8| if tile == to { blank } else { tile };
            let next = [moved(a), moved(b), to];
            if before[index(next)].is_none() {
                before[index(next)] = Some(state);
                queue.push_back(next);
            }
        }
    };
    let mut steps = Vec::new();
    let mut state = goal;
    while state != start {
        let previous = before[index(state)].expect("visited states have a predecessor");
        let (from, to) = (usize::from(previous[2]), usize::from(state[2]));
        steps.push(direction(size, window[from], window[to]));
        state = previous;
    }
    steps.reverse();
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::near::tests::random_puzzles;

    #[test]
    fn every_rectangle_and_every_home() {
        for rows in 2..=6 {
            for cols in rows..=7 {
                let size = Size::new(rows, cols).unwrap();
                for home in size.all_cells() {
                    for puzzle in random_puzzles(size, home, 6) {
                        let path = solve(&puzzle, &Watch::unlimited()).unwrap();
                        assert!(puzzle.after(&path).is_solved(), "{puzzle:?}");
                        assert!(path.windows(2).all(|pair| pair[0] != pair[1].opposite()));
                    }
                }
            }
        }
    }

    #[test]
    fn a_watch_stops_it() {
        let size = Size::new(60, 60).unwrap();
        let limits = crate::Limits {
            memory: Some(5000),
            ..crate::Limits::default()
        };
        let puzzle = random_puzzles(size, Cell(0), 1).remove(0);
        assert_eq!(solve(&puzzle, &Watch::new(limits, None)), Err(Stop::Memory));
    }
}
