//! The census of a puzzle: how many states there are at each distance from a goal, and which are the farthest.
//!
//! A layer of the search is word operations on planes of bits: see `planes` for how states are held, and `arrangements` for their order.
//! Boards are turned so that a vertical move rotates few neighbors.

mod planes;

use planes::Planes;

use crate::arrangements::half_unrank;
use crate::watch::parallel;
use crate::{Board, Cell, Metric, Phase, Progress, Size, Stop, Tile, Watch};

/// A limit of moves that no census reaches.
const NEVER: usize = usize::MAX;

/// A complete breadth-first search from a goal, in either metric.
///
/// Two bits a state in memory: 60 MB for 3×4, and up to 11 GB for 2×7.
///
/// ```
/// use taquin::{Board, Census, Metric, Watch};
/// let goal: Board = "1 2 3/4 5 6/7 8 0".parse()?;
/// let census = Census::run(&goal, Metric::Stm, &Watch::unlimited())?;
/// assert_eq!(census.counts()[..5], [1, 2, 4, 8, 16]);
/// assert_eq!((census.max(), census.states()), (31, 181_440));
/// let farthest: Vec<String> = census.last_layer().map(|board| board.to_string()).collect();
/// assert_eq!(farthest, ["6 4 7/8 5 0/3 2 1", "8 6 7/2 5 4/3 0 1"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Census {
    goal: Board,
    counts: Vec<u64>,
    states: Space,
}

/// The states of the last layer searched.
enum Space {
    /// On a single line, a state is a cell of the blank.
    Line(Vec<Cell>),
    Planes(Box<Planes>),
}

/// Why there is no census.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CensusError {
    /// The states do not fit. Nothing was searched.
    #[error("the census of {size} takes {}, {}", match *.bytes {
        u128::MAX => "more bytes than can be counted".to_owned(),
        bytes => format!("{bytes} bytes"),
    }, match .limit {
        Some(limit) => format!("the memory limit is {limit} bytes"),
        None => "more than there are".to_owned(),
    })]
    Memory {
        /// The size of the puzzle.
        size: Size,
        /// What its census takes; the greatest number stands for more.
        bytes: u128,
        /// What is allowed.
        limit: Option<u64>,
    },
    /// A limit or the caller ended the search.
    #[error("{0}")]
    Stopped(Stop),
    /// No state is that far from the goal.
    #[error("no board of {size} is {distance} moves from the goal; the farthest are {max}")]
    TooFar {
        /// The size of the puzzle.
        size: Size,
        /// The distance asked for.
        distance: usize,
        /// The greatest distance.
        max: usize,
    },
}

impl Census {
    /// Bytes of memory that the census of a size takes.
    pub fn bytes(size: Size) -> u128 {
        if size.is_line() {
            return 8 * size.cells() as u128;
        }
        if size.cells() > crate::MAX_RANKED_CELLS {
            return u128::MAX;
        }
        planes::bytes(size.cells())
    }

    /// Searches all states that can reach the goal.
    ///
    /// # Errors
    /// [`CensusError::Memory`] before any work if [`Census::bytes`] exceeds the memory limit or what can be had;
    /// [`CensusError::Stopped`] at another limit of the watch.
    pub fn run(goal: &Board, metric: Metric, watch: &Watch<'_>) -> Result<Census, CensusError> {
        Census::until(goal, metric, NEVER, watch)
    }

    /// Searches no farther than `distance`; the last layer then has exactly the states that far from the goal.
    ///
    /// # Errors
    /// As [`Census::run`]; [`CensusError::TooFar`] if there are no such states.
    pub fn up_to(
        goal: &Board,
        metric: Metric,
        distance: usize,
        watch: &Watch<'_>,
    ) -> Result<Census, CensusError> {
        let census = Census::until(goal, metric, distance, watch)?;
        if census.max() < distance {
            return Err(CensusError::TooFar {
                size: goal.size(),
                distance,
                max: census.max(),
            });
        }
        Ok(census)
    }

    fn until(
        goal: &Board,
        metric: Metric,
        distance: usize,
        watch: &Watch<'_>,
    ) -> Result<Census, CensusError> {
        let size = goal.size();
        let bytes = Census::bytes(size);
        let limit = watch.limits().memory;
        if limit.is_some_and(|limit| bytes > u128::from(limit)) || !fits(bytes) {
            return Err(CensusError::Memory { size, bytes, limit });
        }
        if size.is_line() {
            return Ok(Census::of_line(goal, metric, distance));
        }
        parallel::on_threads(watch.limits().threads, || {
            Census::of_planes(goal, metric, distance, watch)
        })
        .map_err(CensusError::Stopped)
    }

    fn of_planes(
        goal: &Board,
        metric: Metric,
        distance: usize,
        watch: &Watch<'_>,
    ) -> Result<Census, Stop> {
        let size = goal.size();
        let home = upright_cells(size)
            .position(|cell| cell == goal.blank())
            .expect("every cell is there");
        let (short, long) = (size.rows().min(size.cols()), size.rows().max(size.cols()));
        let mut planes = Planes::new(long, short, home, metric);
        let mut counts = vec![1];
        let (mut seen, states) = (1, planes.states());
        while seen < states && counts.len() <= distance {
            watch.tick(0, || Progress {
                bound: Some(counts.len()),
                fraction: Some(seen as f64 / states as f64),
                ..Progress::of(Phase::Census)
            })?;
            let count = planes.advance(watch)?;
            counts.push(count);
            seen += count;
        }
        Ok(Census {
            goal: goal.clone(),
            counts,
            states: Space::Planes(Box::new(planes)),
        })
    }

    fn of_line(goal: &Board, metric: Metric, distance: usize) -> Census {
        let home = goal.blank().0;
        let moves = |cell: Cell| match (metric, cell.0.abs_diff(home) as usize) {
            (Metric::Mtm, 1..) => 1,
            (_, steps) => steps,
        };
        let mut counts = vec![];
        for cell in goal.size().all_cells() {
            let moves = moves(cell);
            if moves <= distance {
                counts.resize(counts.len().max(moves + 1), 0);
                counts[moves] += 1;
            }
        }
        let last = counts.len() - 1;
        let cells = goal
            .size()
            .all_cells()
            .filter(|&cell| moves(cell) == last)
            .collect();
        Census {
            goal: goal.clone(),
            counts,
            states: Space::Line(cells),
        }
    }

    /// The goal that distances are counted from.
    pub const fn goal(&self) -> &Board {
        &self.goal
    }

    /// The number of states at each distance from the goal, from distance 0.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The number of states searched.
    pub fn states(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The greatest distance.
    pub fn max(&self) -> usize {
        self.counts.len() - 1
    }

    /// The mean distance of the states searched.
    pub fn mean(&self) -> f64 {
        let sum: u128 = (0..)
            .zip(&self.counts)
            .map(|(distance, &count)| distance * u128::from(count))
            .sum();
        sum as f64 / self.states() as f64
    }

    /// The number of states at the greatest distance.
    pub fn last_count(&self) -> u64 {
        self.counts[self.max()]
    }

    /// The states at the greatest distance, sorted. They are in memory at once, as boards.
    pub fn last_layer(&self) -> impl Iterator<Item = Board> {
        let mut boards = self.boards(0..self.last_count());
        boards.sort_unstable_by(|a, b| a.tiles().cmp(b.tiles()));
        boards.into_iter()
    }

    /// The states of the last layer with the given places in an order of them that a size, goal and metric fix.
    ///
    /// To draw one at random, draw a place below [`Census::last_count`]. One pass over the planes, so ask for many at once.
    ///
    /// # Panics
    /// If the places are not ascending and below [`Census::last_count`].
    pub fn boards(&self, places: impl IntoIterator<Item = u64>) -> Vec<Board> {
        let mut last = None;
        let places = places.into_iter().inspect(|&place| {
            assert!(
                place < self.last_count() && last < Some(place),
                "places are ascending and in the layer"
            );
            last = Some(place);
        });
        let mut boards = Vec::new();
        match &self.states {
            Space::Line(cells) => {
                boards.extend(places.map(|place| self.line_board(cells[place as usize])));
            }
            Space::Planes(planes) => planes.frontier(places, |blank, rank, odd| {
                boards.push(self.board(blank, rank, odd));
            }),
        }
        boards
    }

    /// The goal with its blank moved along the line.
    fn line_board(&self, blank: Cell) -> Board {
        let mut tiles = self.goal.tiles().to_vec();
        let home = self.goal.blank().index();
        match blank.index() {
            to if to > home => tiles[home..=to].rotate_left(1),
            to => tiles[to..=home].rotate_right(1),
        }
        Board::from_permutation(self.goal.size(), tiles.into())
    }

    fn board(&self, blank: usize, rank: usize, odd: bool) -> Board {
        let size = self.goal.size();
        let goal: Vec<Tile> = upright_cells(size)
            .map(|cell| self.goal.tile(cell))
            .filter(|tile| !tile.is_blank())
            .collect();
        let mut order = vec![0; goal.len()];
        half_unrank(rank, odd, &mut order);
        let mut order = order.iter();
        let mut tiles = vec![Tile::BLANK; size.cells()];
        for (index, cell) in upright_cells(size).enumerate() {
            if index != blank {
                let place = *order
                    .next()
                    .expect("as many tiles as cells without the blank");
                tiles[cell.index()] = goal[usize::from(place)];
            }
        }
        Board::from_permutation(size, tiles.into())
    }
}

/// Whether this number of bytes can be reserved. Where the system promises more memory than it has, only the promise is tested.
fn fits(bytes: u128) -> bool {
    usize::try_from(bytes).is_ok_and(|bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_ok())
}

/// The cells of a board, transposed where that makes rows ≥ columns, row by row.
fn upright_cells(size: Size) -> impl Iterator<Item = Cell> {
    let transpose = size.rows() < size.cols();
    let (rows, cols) = if transpose {
        (size.cols(), size.rows())
    } else {
        (size.rows(), size.cols())
    };
    (0..rows * cols).map(move |index| {
        let (row, col) = (index / cols, index % cols);
        if transpose {
            size.cell(col, row)
        } else {
            size.cell(row, col)
        }
    })
}

#[cfg(test)]
mod tests;
