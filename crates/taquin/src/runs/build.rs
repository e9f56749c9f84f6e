//! Building a table: breadth-first from the goal over sets of classes held as bits.
//!
//! A step of the blank takes the classes with one set of places to those with another, and either keeps their orders or rotates
//! some neighbors in them. So a layer is, for each column and direction, a pass over blocks of words: copied where the order is
//! kept, rotated where it is not.

use std::ops::Range;

use super::axis_table::{AxisTable, Orders, travels, turn_bits};
use crate::arrangements::{Rotation, Turn, word_count};
use crate::watch::parallel;
use crate::{Phase, Progress, Size, Stop, Watch};

/// Sets of places per piece of one thread's work.
const CHUNK_SETS: usize = 64;

/// Bytes used while a table for a pattern of `k` tiles is built, beside the table.
pub(super) fn work_bytes(size: Size, k: usize) -> u64 {
    // The frontier and the next layer are half a table each; one row's set and its image come on top.
    let table = AxisTable::bytes(size, k);
    table + table / size.rows() as u64
}

/// The rotations of a window that holds more than one tile of the pattern, by turn and by parity of the order before.
type Turned = [[Rotation; 2]; 2];

struct Builder {
    table: AxisTable,
    /// By number, the set of places.
    sets: Vec<u16>,
    /// By tiles before the window and tiles in it.
    rotations: Vec<Option<Turned>>,
    /// By row, the classes of a layer: a bit for each order of each set.
    frontier: Vec<Vec<u64>>,
    next: Vec<Vec<u64>>,
    /// Classes of one row that the blank passes, and where it takes them.
    passing: Vec<u64>,
    image: Vec<u64>,
}

impl AxisTable {
    /// Builds the table of the tiles whose places in the goal's arrangement are `pattern`.
    ///
    /// # Errors
    /// The [`Stop`] of the watch.
    pub(super) fn build(
        size: Size,
        home_row: usize,
        pattern: Range<usize>,
        watch: &Watch<'_>,
    ) -> Result<AxisTable, Stop> {
        let table = AxisTable::empty(size, pattern);
        let orders = table.orders;
        let row_words = table.sets * orders.words();
        let sets = (0..1u32 << (size.cells() - 1))
            .filter(|set| set.count_ones() as usize == orders.k)
            .map(|set| set as u16)
            .collect();
        let layer = || vec![vec![0; row_words]; size.rows()];
        let mut builder = Builder {
            sets,
            rotations: all_rotations(orders, size.cols()),
            frontier: layer(),
            next: layer(),
            passing: vec![0; row_words],
            image: vec![0; row_words],
            table,
        };
        builder.run(home_row, watch)?;
        Ok(builder.table)
    }
}

fn all_rotations(orders: Orders, width: usize) -> Vec<Option<Turned>> {
    let k = orders.k;
    let mut rotations = Vec::new();
    for before in 0..=k {
        for inside in 0..=width {
            let several = inside >= 2 && before + inside <= k;
            rotations.push(several.then(|| {
                Turn::ALL.map(|turn| {
                    [false, true].map(|odd| Rotation::new(k, before, inside, odd, turn))
                })
            }));
        }
    }
    rotations
}

impl Builder {
    fn run(&mut self, home_row: usize, watch: &Watch<'_>) -> Result<(), Stop> {
        let threads = watch.limits().threads;
        let goal = self.table.goal();
        let block = usize::from(self.table.set_numbers[usize::from(goal.places)])
            * self.table.orders.words();
        self.frontier[home_row][block + usize::from(goal.rank >> 6)] = 1 << (goal.rank & 63);
        let classes = (self.table.rows * self.table.sets) as u128
            * crate::board::factorial(self.table.orders.k);
        let mut seen = 0;
        for distance in 0.. {
            seen += self.record(distance, threads);
            if seen == classes as u64 {
                break;
            }
            watch.tick(0, || Progress {
                fraction: Some(seen as f64 / classes as f64),
                ..Progress::of(Phase::Tables)
            })?;
            for row in &mut self.next {
                row.fill(0);
            }
            for col in 0..self.table.cols {
                for turn in Turn::ALL {
                    self.sweep(col, turn, threads);
                }
            }
            std::mem::swap(&mut self.frontier, &mut self.next);
        }
        Ok(())
    }

    /// Writes a distance to the entries of the frontier; returns how many there are.
    fn record(&mut self, distance: usize, threads: usize) -> u64 {
        let value = distance % 3 + 1;
        let masks = [value & 1, value >> 1].map(|bit| if bit == 1 { u64::MAX } else { 0 });
        let row_words = self.passing.len();
        let chunk = CHUNK_SETS * self.table.orders.words();
        let rows = self
            .table
            .entries
            .chunks_mut(2 * row_words)
            .zip(&self.frontier);
        let pieces = rows.flat_map(|(entries, frontier)| {
            entries.chunks_mut(2 * chunk).zip(frontier.chunks(chunk))
        });
        let counts = parallel::map(threads, pieces.collect(), |(entries, frontier)| {
            let mut count = 0;
            for (entry, &word) in entries.chunks_exact_mut(2).zip(frontier) {
                entry[0] |= word & masks[0];
                entry[1] |= word & masks[1];
                count += u64::from(word.count_ones());
            }
            count
        });
        counts.iter().sum()
    }

    /// Adds to the next layer what runs along a column, all down or all up, lead to.
    fn sweep(&mut self, col: usize, turn: Turn, threads: usize) {
        let (rows, cols, words) = (self.table.rows, self.table.cols, self.table.orders.words());
        let row_words = self.passing.len();
        let chunk = CHUNK_SETS * words;
        for step in 0..rows - 1 {
            let (from, to) = match turn {
                Turn::LastToFront => (step, step + 1),
                Turn::FirstToEnd => (rows - 1 - step, rows - 2 - step),
            };
            // A run goes on from where it was: what passes a row is its frontier and what came from the row before.
            std::mem::swap(&mut self.passing, &mut self.image);
            let first = step == 0;
            let pieces = self
                .passing
                .chunks_mut(chunk)
                .zip(self.frontier[from].chunks(chunk));
            parallel::map(threads, pieces.collect(), |(passing, frontier)| {
                for (passing, &word) in passing.iter_mut().zip(frontier) {
                    *passing = if first { word } else { *passing | word };
                }
            });
            let upper = from.min(to) * cols + col;
            let entries = &self.table.entries[2 * to * row_words..][..2 * row_words];
            let image = self.image.chunks_mut(chunk);
            let rest = self.next[to]
                .chunks_mut(chunk)
                .zip(entries.chunks(2 * chunk));
            let sets = self.sets.chunks(CHUNK_SETS);
            let (table, passing, rotations) = (&self.table, &self.passing, &self.rotations);
            parallel::map(
                threads,
                image.zip(rest).zip(sets).collect(),
                |((image, (next, entries)), sets)| {
                    for (&set, image) in sets.iter().zip(image.chunks_exact_mut(words)) {
                        turn_block(table, rotations, upper, turn, passing, set, image);
                    }
                    let new = next
                        .iter_mut()
                        .zip(image.iter())
                        .zip(entries.chunks_exact(2));
                    for ((next, &image), entry) in new {
                        *next |= image & !(entry[0] | entry[1]);
                    }
                },
            );
        }
    }
}

/// Fills the block of a set of places with where a step of the blank takes what passes.
fn turn_block(
    table: &AxisTable,
    rotations: &[Option<Turned>],
    upper: usize,
    turn: Turn,
    passing: &[u64],
    set: u16,
    image: &mut [u64],
) {
    let width = table.cols;
    let before = turn_bits(set, upper, width, turn.back());
    let source = usize::from(table.set_numbers[usize::from(before)]) * image.len();
    let source = &passing[source..source + image.len()];
    let window = before >> upper & ((1u32 << width) - 1) as u16;
    let inside = window.count_ones() as usize;
    if inside < 2 || !travels(window, width, turn) {
        image.copy_from_slice(source);
        return;
    }
    let ahead = (set & ((1 << upper) - 1)).count_ones() as usize;
    let by_parity = &rotations[ahead * (width + 1) + inside]
        .as_ref()
        .expect("the window's tiles are among the pattern's")[turn as usize];
    let half = word_count(table.orders.k);
    let (even, odd) = image.split_at_mut(half);
    let (from_even, from_odd) = source.split_at(half);
    // An even number of neighbors rotated changes the parity of the order.
    let (to_even, to_odd) = if inside.is_multiple_of(2) {
        (odd, even)
    } else {
        (even, odd)
    };
    by_parity[0].apply(from_even, 0, to_even);
    by_parity[1].apply(from_odd, 0, to_odd);
}
