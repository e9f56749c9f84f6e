//! The states of a whole puzzle as two bits each, and one layer of the breadth-first search after another.
//!
//! For each cell of the blank there is a plane of arrangements (see `arrangements`). A horizontal run of the blank leads to the
//! same bit of another plane of the row; a vertical one rotates. So a layer is a few passes of word operations over planes.
//!
//! Two bits tell four kinds of state: (visited, marked) = (0, 0) not seen, (1, 1) the frontier, (0, 1) the next layer, (1, 0) before
//! the frontier. So a layer is marked in place while the frontier is still read.
//!
//! The two metrics differ in one line: whether what passes a row goes on to the next one.

use crate::arrangements::{Rotation, Turn, half_factorial, word_count};
use crate::watch::parallel;
use crate::{Metric, Stop, Watch};

/// Bytes of two words of 60 bits.
const PAIR_BYTES: usize = 15;
const WORD_MASK: u64 = (1 << 60) - 1;

/// Words of a plane per piece of one thread's work, approximately: enough to outweigh the hand-over.
const CHUNK_WORDS: usize = 8192;

/// The planes of one cell of the blank.
struct Plane {
    visited: Vec<u8>,
    marked: Vec<u8>,
    frontier: u64,
}

/// A breadth-first search in progress. Rows ≥ columns ≥ 2: few neighbors are rotated by a vertical move.
pub(super) struct Planes {
    rows: usize,
    cols: usize,
    home: usize,
    metric: Metric,
    /// Words of a plane.
    words: usize,
    planes: Vec<Plane>,
    /// By the upper of two cells, the moves of the blank down and up between them.
    rotations: Vec<[Rotation; 2]>,
    /// Of one plane, unpacked to 60 bits a word: a set of arrangements and its image.
    set: Vec<u64>,
    image: Vec<u64>,
}

/// Bytes of all planes and work space for a puzzle of `cells` cells.
pub(super) fn bytes(cells: usize) -> u128 {
    // In u128, for sizes that no machine holds.
    let plane_bits = crate::board::factorial(cells - 1) / 2;
    let unpacked = 2 * 8 * plane_bits.div_ceil(60);
    cells as u128 * 2 * plane_bits.div_ceil(8) + unpacked
}

impl Planes {
    /// A search whose only visited state has the blank at `home` and its arrangement in order.
    pub(super) fn new(rows: usize, cols: usize, home: usize, metric: Metric) -> Planes {
        debug_assert!(rows >= cols && cols >= 2);
        let tiles = rows * cols - 1;
        let words = word_count(tiles);
        let bytes = words.div_ceil(2) * PAIR_BYTES;
        let mut planes: Vec<Plane> = (0..=tiles)
            .map(|_| Plane {
                visited: vec![0; bytes],
                marked: vec![0; bytes],
                frontier: 0,
            })
            .collect();
        let goal = &mut planes[home];
        (goal.visited[0], goal.marked[0], goal.frontier) = (1, 1, 1);
        let is_odd = |row: usize| is_odd_row(cols, home, row);
        let rotations = (0..planes.len() - cols)
            .map(|cell| {
                let row = cell / cols;
                [
                    Rotation::new(tiles, cell, cols, is_odd(row), Turn::LastToFront),
                    Rotation::new(tiles, cell, cols, is_odd(row + 1), Turn::FirstToEnd),
                ]
            })
            .collect();
        let unpacked = words.next_multiple_of(2);
        Planes {
            rows,
            cols,
            home,
            metric,
            words,
            planes,
            rotations,
            set: vec![0; unpacked],
            image: vec![0; unpacked],
        }
    }

    /// The number of states.
    pub(super) fn states(&self) -> u64 {
        (half_factorial(self.planes.len() - 1) * self.planes.len()) as u64
    }

    /// Replaces the frontier by the next layer and returns the number of its states.
    pub(super) fn advance(&mut self, watch: &Watch<'_>) -> Result<u64, Stop> {
        let threads = watch.limits().threads;
        for col in 0..self.cols {
            for turn in Turn::ALL {
                self.sweep(col, turn, threads);
            }
            if let Some(stop) = watch.stopped() {
                return Err(stop);
            }
        }
        Ok((0..self.rows).map(|row| self.close_row(row, threads)).sum())
    }

    /// Marks what the frontier reaches by moves of the blank along a column, all down or all up.
    fn sweep(&mut self, col: usize, turn: Turn, threads: usize) {
        // Whether `image` holds the states that runs through the last row lead to.
        let mut carried = false;
        for step in 0..self.rows - 1 {
            let (from, to) = match turn {
                Turn::LastToFront => (step, step + 1),
                Turn::FirstToEnd => (self.rows - 1 - step, self.rows - 2 - step),
            };
            let upper = from.min(to) * self.cols + col;
            let (from, to) = (from * self.cols + col, to * self.cols + col);
            // This is all that tells the metrics apart: a run goes on, a single-tile move does not.
            carried &= self.metric == Metric::Mtm;
            if !carried && self.planes[from].frontier == 0 {
                continue;
            }
            if carried {
                std::mem::swap(&mut self.set, &mut self.image);
            }
            let chunk = CHUNK_WORDS.min(self.set.len());
            let plane = &self.planes[from];
            let pieces = self
                .set
                .chunks_mut(chunk)
                .zip(chunks(&plane.visited, chunk))
                .zip(chunks(&plane.marked, chunk));
            parallel::map(threads, pieces.collect(), |((set, visited), marked)| {
                unpack_frontier(visited, marked, carried, set);
            });
            let rotation = &self.rotations[upper][turn as usize];
            // Pieces end where both a unit of the rotation and a pair of words do.
            let chunk = CHUNK_WORDS.next_multiple_of(rotation.unit() * (1 + rotation.unit() % 2));
            let (set, words) = (&self.set, self.words);
            let plane = &mut self.planes[to];
            let pieces = self
                .image
                .chunks_mut(chunk)
                .zip(chunks(&plane.visited, chunk))
                .zip(chunks_mut(&mut plane.marked, chunk));
            let any = parallel::map(
                threads,
                pieces.enumerate().collect(),
                |(index, ((image, visited), marked))| {
                    let first = index * chunk;
                    let len = image.len().min(words - first);
                    let any = rotation.apply(set, first, &mut image[..len]);
                    if any {
                        mark(image, visited, marked);
                    }
                    any
                },
            );
            carried = any.contains(&true);
        }
    }

    /// Marks what the frontier reaches by moves along a row, and then makes the marked states of the row the frontier.
    fn close_row(&mut self, row: usize, threads: usize) -> u64 {
        let planes = &mut self.planes[row * self.cols..][..self.cols];
        let bytes = planes[0].visited.len();
        let chunk = bytes.min(CHUNK_WORDS / 2 * PAIR_BYTES);
        let mut pieces: Vec<Vec<(&mut [u8], &mut [u8])>> = Vec::new();
        pieces.resize_with(bytes.div_ceil(chunk), || Vec::with_capacity(self.cols));
        for plane in planes.iter_mut() {
            let both = plane
                .visited
                .chunks_mut(chunk)
                .zip(plane.marked.chunks_mut(chunk));
            for (piece, both) in pieces.iter_mut().zip(both) {
                piece.push(both);
            }
        }
        let metric = self.metric;
        let counts = parallel::map(threads, pieces, |mut cells| {
            mark_row(metric, &mut cells);
            cells
                .into_iter()
                .map(|(visited, marked)| settle(visited, marked))
                .collect::<Vec<u64>>()
        });
        for (cell, plane) in planes.iter_mut().enumerate() {
            plane.frontier = counts.iter().map(|count| count[cell]).sum();
        }
        planes.iter().map(|plane| plane.frontier).sum()
    }

    /// Calls `visit` with the blank's cell, the half rank and the parity of those states of the frontier that have the given
    /// places in its order; `wanted` is ascending.
    pub(super) fn frontier(
        &self,
        wanted: impl IntoIterator<Item = u64>,
        mut visit: impl FnMut(usize, usize, bool),
    ) {
        let mut wanted = wanted.into_iter().peekable();
        let mut before = 0;
        for (cell, plane) in self.planes.iter().enumerate() {
            let odd = is_odd_row(self.cols, self.home, cell / self.cols);
            if wanted
                .peek()
                .is_none_or(|&next| next >= before + plane.frontier)
            {
                before += plane.frontier;
                continue;
            }
            for (index, &byte) in plane.marked.iter().enumerate() {
                let mut rest = byte;
                while rest != 0 {
                    if wanted.next_if_eq(&before).is_some() {
                        let word_bits = crate::arrangements::word_bits(self.planes.len() - 1);
                        let at = 8 * index + rest.trailing_zeros() as usize;
                        visit(cell, at / 60 * word_bits + at % 60, odd);
                    }
                    before += 1;
                    rest &= rest - 1;
                }
            }
        }
    }
}

/// Whether the arrangements of the states with the blank in a row are odd permutations of the goal's: a vertical move rotates
/// `cols` tiles, which is odd for an even number.
fn is_odd_row(cols: usize, home: usize, row: usize) -> bool {
    cols.is_multiple_of(2) && (home / cols).abs_diff(row) % 2 == 1
}

/// The bytes of a packed plane, as many words a piece as the pieces of an unpacked one.
fn chunks(bytes: &[u8], words: usize) -> std::slice::Chunks<'_, u8> {
    bytes.chunks(words.div_ceil(2) * PAIR_BYTES)
}

fn chunks_mut(bytes: &mut [u8], words: usize) -> std::slice::ChunksMut<'_, u8> {
    bytes.chunks_mut(words.div_ceil(2) * PAIR_BYTES)
}

/// Unpacks the frontier of a plane, and adds it to what is there if `add`.
fn unpack_frontier(visited: &[u8], marked: &[u8], add: bool, set: &mut [u64]) {
    let load = |bytes: &[u8], at: usize| -> u64 {
        u64::from_le_bytes(std::array::from_fn(|i| bytes[at + i]))
    };
    let pairs = visited
        .chunks_exact(PAIR_BYTES)
        .zip(marked.chunks_exact(PAIR_BYTES));
    for ((visited, marked), set) in pairs.zip(set.chunks_exact_mut(2)) {
        let low = load(visited, 0) & load(marked, 0) & WORD_MASK;
        let high = (load(visited, 7) & load(marked, 7)) >> 4;
        if add {
            set[0] |= low;
            set[1] |= high;
        } else {
            set[0] = low;
            set[1] = high;
        }
    }
}

/// Marks the states of an unpacked set that are not visited.
fn mark(set: &[u64], visited: &[u8], marked: &mut [u8]) {
    let pairs = visited
        .chunks_exact(PAIR_BYTES)
        .zip(marked.chunks_exact_mut(PAIR_BYTES));
    for ((visited, marked), set) in pairs.zip(set.chunks_exact(2)) {
        let both = u128::from(set[0]) | u128::from(set[1]) << 60;
        if both != 0 {
            for ((marked, &visited), new) in marked.iter_mut().zip(visited).zip(both.to_le_bytes())
            {
                *marked |= new & !visited;
            }
        }
    }
}

/// Marks in the planes (visited, marked) of a row what horizontal moves from their frontiers reach.
fn mark_row(metric: Metric, cells: &mut [(&mut [u8], &mut [u8])]) {
    let len = cells[0].0.len();
    let mut carried = vec![0; len];
    let mut frontier = vec![0; len];
    let mut sweep = |cells: &mut dyn Iterator<Item = &mut (&mut [u8], &mut [u8])>| {
        carried.fill(0);
        for (visited, marked) in cells {
            for ((frontier, visited), marked) in
                frontier.iter_mut().zip(visited.iter()).zip(marked.iter())
            {
                *frontier = visited & marked;
            }
            for ((marked, visited), new) in marked.iter_mut().zip(visited.iter()).zip(&carried) {
                *marked |= new & !visited;
            }
            match metric {
                Metric::Stm => carried.copy_from_slice(&frontier),
                Metric::Mtm => {
                    for (carried, frontier) in carried.iter_mut().zip(&frontier) {
                        *carried |= frontier;
                    }
                }
            }
        }
    };
    sweep(&mut cells.iter_mut());
    sweep(&mut cells.iter_mut().rev());
}

/// Turns the frontier into visited states and marked ones into the frontier; returns their number.
fn settle(visited: &mut [u8], marked: &mut [u8]) -> u64 {
    for (visited, marked) in visited.iter_mut().zip(marked.iter_mut()) {
        *marked &= !*visited;
        *visited |= *marked;
    }
    let (words, rest) = marked.as_chunks::<8>();
    let words = words
        .iter()
        .map(|&word| u64::from_le_bytes(word).count_ones());
    let rest = rest.iter().map(|byte| byte.count_ones());
    words.chain(rest).map(u64::from).sum()
}
