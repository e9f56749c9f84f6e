//! The complete table of a goal: of every state the distance and the moves that lead nearer, for boards of at most ten cells.
//!
//! # Numbering
//!
//! The blank's row fixes the parity of the arrangement of the tiles (see `ranker`). Of the two arrangements with ranks 2k and 2k + 1,
//! which differ in their last two tiles, only one has it. So `blank × (tiles! / 2) + rank / 2` numbers the reachable states without
//! holes. The table is built breadth-first from the goal.
//!
//! # Why moves and not only distances
//!
//! An entry has the distance and a bit for each direction that leads one move nearer. So a walk home looks up one entry a step, and the
//! lexicographically least path is a choice among bits.
//!
//! # Speed
//!
//! Ranks by two look-ups, and each edge expanded once, took a whole `taquin solve` of a 3×3 board from 78 to 36 million instructions.

use std::sync::Arc;

pub(crate) use ranker::State;
use ranker::{MAX_TABLE_CELLS, Ranker};
mod engine;
mod ranker;

pub(crate) use engine::Table;

use crate::listing::Guide;
use crate::{Board, CanonicalGoal, Canonicalizer, Cell, Direction, Metric, Path, Size};
use crate::{Phase, Progress, Stop, Watch};

/// Whether a size has a complete table. A single line needs none.
pub(crate) const fn covers(size: Size) -> bool {
    size.cells() <= MAX_TABLE_CELLS && !size.is_line()
}

/// Bits of an entry that hold the moves downhill, one for each direction; above them stands the distance.
const MASK_BITS: u32 = 4;
const UNSEEN: u16 = u16::MAX;

/// Distances and downhill moves of every state that can reach a canonical goal, in one metric.
pub(crate) struct CompleteTable {
    goal: CanonicalGoal,
    metric: Metric,
    ranker: Ranker,
    /// Reachable states for each cell of the blank.
    arrangements: usize,
    /// By the blank's cell and a direction, how many cells the blank can travel in one move.
    runs: [[u8; 4]; MAX_TABLE_CELLS],
    /// By state index: distance × 16 + a bit for each direction that leads one move nearer.
    entries: Box<[u16]>,
}

impl CompleteTable {
    /// Bytes of the table of a size.
    pub(crate) fn bytes(size: Size) -> u64 {
        2 * Self::states(size) as u64
    }

    /// Number of reachable states: half of all permutations.
    pub(crate) const fn states(size: Size) -> usize {
        crate::board::factorial(size.cells()) as usize / 2
    }

    /// Builds the table breadth-first.
    ///
    /// # Errors
    /// The [`Stop`] of the watch.
    pub(crate) fn build(
        goal: CanonicalGoal,
        metric: Metric,
        watch: &Watch<'_>,
    ) -> Result<CompleteTable, Stop> {
        let size = goal.size();
        debug_assert!(covers(size));
        let states = Self::states(size);
        watch.check_memory(Self::bytes(size))?;
        let mut table = CompleteTable {
            goal,
            metric,
            ranker: Ranker::new(size),
            arrangements: states / size.cells(),
            runs: longest_runs(metric, size),
            entries: vec![UNSEEN; states].into(),
        };
        let home = table.home();
        let index = table.index(home);
        table.entries[index] = 0;
        let mut frontier = vec![home];
        let mut next = Vec::new();
        let mut seen = 1;
        for distance in 1.. {
            for &state in &frontier {
                table.expand(state, distance, &mut next);
            }
            if next.is_empty() {
                break;
            }
            seen += next.len();
            watch.tick(0, || Progress {
                fraction: Some(seen as f64 / states as f64),
                ..Progress::of(Phase::Tables)
            })?;
            frontier.clear();
            std::mem::swap(&mut frontier, &mut next);
        }
        debug_assert_eq!(seen, states);
        Ok(table)
    }

    /// Visits the neighbors of a state, which are at most `distance` moves from the goal.
    fn expand(&mut self, state: State, distance: u16, next: &mut Vec<State>) {
        let runs = self.runs[usize::from(state.blank)];
        // Every single-tile move changes the distance by one, so those downhill need no second look.
        let skip = match self.metric {
            Metric::Stm => self.entries[self.index(state)],
            Metric::Mtm => 0,
        };
        for direction in Direction::ALL {
            if skip & (1 << direction as u16) != 0 {
                continue;
            }
            let back = 1 << direction.opposite() as u16;
            let mut neighbor = state;
            for _ in 0..runs[direction as usize] {
                neighbor = self.ranker.step(neighbor, direction);
                let index = self.index(neighbor);
                let entry = &mut self.entries[index];
                if *entry == UNSEEN {
                    *entry = distance << MASK_BITS | back;
                    next.push(neighbor);
                } else if *entry >> MASK_BITS == distance {
                    *entry |= back;
                }
            }
        }
    }

    fn home(&self) -> State {
        let tiles = self.goal.size().cells() as u64 - 1;
        State {
            arrangement: (0..tiles).map(|tile| tile << (4 * tile)).sum(),
            rank: 0,
            blank: self.goal.home().0 as u8,
        }
    }

    #[inline]
    fn index(&self, state: State) -> usize {
        usize::from(state.blank) * self.arrangements + state.rank as usize / 2
    }

    /// Whether the arrangement of a state with this blank must be odd.
    #[inline]
    fn is_odd_row(&self, blank: u8) -> bool {
        let size = self.goal.size();
        let rows = size
            .row(Cell(blank.into()))
            .abs_diff(size.row(self.goal.home()));
        rows % 2 == 1 && size.cols().is_multiple_of(2)
    }

    /// The distance of a reachable state, in moves of the table's metric.
    #[inline]
    pub(crate) fn distance(&self, state: State) -> usize {
        usize::from(self.entries[self.index(state)] >> MASK_BITS)
    }

    /// The number of states at each distance.
    #[cfg(test)]
    pub(crate) fn layers(&self) -> Vec<u64> {
        let mut layers = Vec::new();
        for entry in &self.entries {
            let distance = usize::from(entry >> MASK_BITS);
            if layers.len() <= distance {
                layers.resize(distance + 1, 0);
            }
            layers[distance] += 1;
        }
        layers
    }

    /// Walks downhill, at each state in the first direction of `first_of` (by mask) that leads nearer.
    fn walk(&self, mut state: State, first_of: &[Direction; 16], mut push: impl FnMut(Direction)) {
        let mut entry = self.entries[self.index(state)];
        while entry != 0 {
            let direction = first_of[usize::from(entry & 15)];
            let nearer = (entry >> MASK_BITS) - 1;
            // In the single-tile metric the first step always is one move nearer.
            loop {
                state = self.ranker.step(state, direction);
                push(direction);
                entry = self.entries[self.index(state)];
                if entry >> MASK_BITS == nearer {
                    break;
                }
            }
        }
    }
}

/// By the blank's cell and a direction, how many cells the blank can travel in one move.
fn longest_runs(metric: Metric, size: Size) -> [[u8; 4]; MAX_TABLE_CELLS] {
    let mut runs = [[0; 4]; MAX_TABLE_CELLS];
    for cell in size.all_cells() {
        for direction in Direction::ALL {
            let mut at = cell;
            let mut run = 0;
            while let Some(next) = size.neighbor(at, direction)
                && (run == 0 || metric == Metric::Mtm)
            {
                at = next;
                run += 1;
            }
            runs[cell.index()][direction as usize] = run;
        }
    }
    runs
}

/// A complete table seen from a goal of any orientation and labels.
#[derive(Clone)]
pub(crate) struct TableView {
    table: Arc<CompleteTable>,
    /// By canonical cell, the original cell.
    cells: [u8; MAX_TABLE_CELLS],
    /// By original tile, the canonical one.
    tiles: [u8; MAX_TABLE_CELLS],
    /// By canonical direction, the original one.
    directions: [Direction; 4],
    /// By mask of canonical directions, the one to try first.
    first_of: [Direction; 16],
}

impl TableView {
    /// A view whose walks prefer directions in the given (original) order.
    pub(crate) fn new(
        table: Arc<CompleteTable>,
        canonicalizer: &Canonicalizer,
        order: [Direction; 4],
    ) -> TableView {
        debug_assert_eq!(table.goal, canonicalizer.goal());
        let mut view = TableView {
            table,
            cells: [0; MAX_TABLE_CELLS],
            tiles: [0; MAX_TABLE_CELLS],
            directions: Direction::ALL,
            first_of: [Direction::Down; 16],
        };
        for (original, &canonical) in canonicalizer.cells().iter().enumerate() {
            view.cells[canonical.index()] = original as u8;
        }
        for (original, &canonical) in canonicalizer.relabelled().iter().enumerate() {
            view.tiles[original] = canonical.0 as u8;
        }
        for original in order.into_iter().rev() {
            let canonical = canonicalizer.direction_in(original);
            view.directions[canonical as usize] = original;
            for mask in 0..16 {
                if mask & (1 << canonical as usize) != 0 {
                    view.first_of[mask] = canonical;
                }
            }
        }
        view
    }

    /// The table.
    pub(crate) fn table(&self) -> &CompleteTable {
        &self.table
    }

    /// The state of a board of the goal's size, or `None` if the goal cannot be reached from it.
    #[inline]
    pub(crate) fn locate(&self, board: &Board) -> Option<State> {
        let cells = board.tiles().len();
        let (mut arrangement, mut blank, mut place) = (0, 0, 0);
        for (cell, &original) in self.cells[..cells].iter().enumerate() {
            let tile = self.tiles[board.tiles()[usize::from(original)].index()];
            if tile == 0 {
                blank = cell as u8;
            } else {
                arrangement |= u64::from(tile - 1) << (4 * place);
                place += 1;
            }
        }
        let (rank, odd) = self.table.ranker.rank(arrangement);
        (odd == self.table.is_odd_row(blank)).then_some(State {
            arrangement,
            rank,
            blank,
        })
    }

    /// The distance of a state.
    #[inline]
    pub(crate) fn distance(&self, state: State) -> usize {
        self.table.distance(state)
    }

    /// A shortest path from a state. In the single-tile metric it is the lexicographically least for the view's order.
    pub(crate) fn path(&self, state: State) -> Path {
        let mut path = Path::with_capacity(self.distance(state));
        self.table.walk(state, &self.first_of, |step| {
            path.push(self.directions[step as usize]);
        });
        path
    }
}

impl Guide for &CompleteTable {
    type State = State;

    fn root(&mut self, board: &Board) -> State {
        let tiles = board.tiles().iter().filter(|tile| !tile.is_blank());
        let arrangement = (0..)
            .zip(tiles)
            .map(|(place, tile)| u64::from(tile.0 - 1) << (4 * place))
            .sum();
        State {
            arrangement,
            rank: self.ranker.rank(arrangement).0,
            blank: board.blank().0 as u8,
        }
    }

    fn after(&mut self, _board: &Board, state: State, step: Direction) -> State {
        self.ranker.step(state, step)
    }

    fn bound(&self, state: State, _arrived: Option<Direction>) -> usize {
        self.distance(state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Goal, solvability};

    fn view(goal: &Board, metric: Metric) -> TableView {
        let canonicalizer = Canonicalizer::new(goal);
        let table = CompleteTable::build(canonicalizer.goal(), metric, &Watch::unlimited());
        TableView::new(
            Arc::new(table.ok().unwrap()),
            &canonicalizer,
            Direction::ALL,
        )
    }

    /// The layer counts of complete searches published by others, in both metrics; see data/layers.tsv.
    #[test]
    fn layers_are_those_published() {
        let mut compared = 0;
        for line in include_str!("../../../../data/layers.tsv").lines() {
            let fields: Vec<&str> = line.split('\t').collect();
            let [metric, rows, cols, counts] = fields[..] else {
                continue;
            };
            let Ok(metric) = metric.parse::<Metric>() else {
                continue;
            };
            let size = Size::new(rows.parse().unwrap(), cols.parse().unwrap()).unwrap();
            if !covers(size) {
                continue;
            }
            let counts: Vec<u64> = counts.split(' ').map(|n| n.parse().unwrap()).collect();
            let goal = Goal::Classic.board(size).unwrap();
            assert_eq!(
                view(&goal, metric).table.layers(),
                counts,
                "{metric} {size}"
            );
            compared += 1;
        }
        assert_eq!(compared, 10, "2x2, 2x3, 2x4, 2x5 and 3x3 in two metrics");
    }

    #[test]
    fn every_state_of_3x3_is_walked_home_and_every_other_is_refused() {
        let size = Size::new(3, 3).unwrap();
        for goal in [Goal::Classic, Goal::BlankFirst, Goal::Snail] {
            let goal = goal.board(size).unwrap();
            let view = view(&goal, Metric::Stm);
            let mut solvable = 0;
            for rank in 0..crate::board::factorial(9) {
                let board = Board::unrank(size, rank).unwrap();
                let state = view.locate(&board);
                assert_eq!(
                    state.is_some(),
                    solvability(&board, &goal).unwrap().is_solvable(),
                    "{board}"
                );
                let Some(state) = state else { continue };
                solvable += 1;
                let path = view.path(state);
                assert_eq!(path.len(), view.distance(state));
                assert_eq!(board.after(&path).unwrap(), goal);
            }
            assert_eq!(solvable, 181_440);
        }
    }

    #[test]
    fn small_sizes_in_both_metrics_and_all_orientations() {
        for (rows, cols) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2)] {
            let size = Size::new(rows, cols).unwrap();
            for goal in [Goal::Classic, Goal::BlankFirst, Goal::Snail] {
                let goal = goal.board(size).unwrap();
                for metric in Metric::ALL {
                    let view = view(&goal, metric);
                    let mut solvable = 0;
                    for rank in 0..crate::board::factorial(size.cells()) {
                        let board = Board::unrank(size, rank).unwrap();
                        let Some(state) = view.locate(&board) else {
                            assert!(!solvability(&board, &goal).unwrap().is_solvable());
                            continue;
                        };
                        solvable += 1;
                        let path = view.path(state);
                        assert_eq!(path.length(metric), view.distance(state), "{board}");
                        assert_eq!(board.after(&path).unwrap(), goal);
                    }
                    assert_eq!(solvable, CompleteTable::states(size));
                }
            }
        }
    }

    #[test]
    fn a_step_agrees_with_the_board() {
        let goal: Board = "0 1 2 3/4 5 6 7".parse().unwrap();
        let view = view(&goal, Metric::Stm);
        let mut board = goal.clone();
        // A walk that turns at every chance, by a small generator.
        let mut seed = 1u32;
        let mut state = view.locate(&board).unwrap();
        for _ in 0..10_000 {
            seed = seed.wrapping_mul(1_103_515_245).wrapping_add(12_345);
            let direction = Direction::from_number((seed >> 16) as u8 & 3);
            if board.step(direction) {
                state = view.table.ranker.step(state, direction);
            }
            assert_eq!(view.locate(&board), Some(state));
        }
    }
}
