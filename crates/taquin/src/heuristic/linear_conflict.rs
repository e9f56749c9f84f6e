//! Linear conflict: Manhattan distance, and two slides more for each tile that must leave its line.
//!
//! Tiles that stand on the row where they belong can keep to it only if their order is that of their homes. So all but a
//! longest increasing run of them must leave the row and come back: two vertical slides each that the Manhattan distance does not
//! count. Columns likewise. Counting conflicting *pairs* instead is not admissible: of three tiles in reverse order two must
//! leave, not three. (Hansson, Mayer and Yung, 1992.)

use super::evaluator::{Evaluator, HORIZONTAL, PerAxis, Places, Slide, VERTICAL, axis_of};
use super::manhattan::Manhattan;
use crate::{Board, Metric, Tile};

/// Manhattan distance with the tiles that must leave each line.
pub(crate) struct LinearConflict {
    manhattan: Manhattan,
    /// By axis of motion, the lines across it: a tile must leave a row vertically.
    lines: [Lines; 2],
    buffer: Buffer,
}

impl LinearConflict {
    pub(crate) fn new(goal: &Board, metric: Metric) -> LinearConflict {
        let size = goal.size();
        let mut buffer = Buffer::default();
        LinearConflict {
            manhattan: Manhattan::new(goal, metric),
            lines: [
                Lines::new(VERTICAL, size.cols(), size.cols(), 1, &mut buffer),
                Lines::new(HORIZONTAL, size.rows(), 1, size.cols(), &mut buffer),
            ],
            buffer,
        }
    }
}

impl Evaluator for LinearConflict {
    type State = PerAxis;

    fn fresh(&mut self, tiles: &[Tile]) -> PerAxis {
        let mut slides = self.manhattan.fresh(tiles);
        let size = self.manhattan.places.size();
        for (axis, lines) in [VERTICAL, HORIZONTAL]
            .into_iter()
            .zip([size.rows(), size.cols()])
        {
            for line in 0..lines as u32 {
                let row = &self.lines[axis];
                let leaving = row.leaving(&self.manhattan.places, tiles, line, &mut self.buffer);
                slides[axis] += 2 * leaving;
            }
        }
        slides
    }

    #[inline]
    fn after(&mut self, tiles: &[Tile], slides: PerAxis, slide: Slide) -> PerAxis {
        let mut slides = self.manhattan.after(tiles, slides, slide);
        let places = &self.manhattan.places;
        let axis = axis_of(slide.blank_goes);
        let home = places.home(slide.tile)[axis];
        let leaves = home == places.of(slide.from)[axis];
        let enters = home == places.of(slide.to)[axis];
        if leaves || enters {
            // Sliding along a line keeps the order on it: only the home line across the motion can change.
            let [without, with] =
                self.lines[axis].leaving_without_and_with(places, tiles, slide, &mut self.buffer);
            let (before, after) = if leaves {
                (with, without)
            } else {
                (without, with)
            };
            slides[axis] = slides[axis] + 2 * after - 2 * before;
        }
        slides
    }

    #[inline]
    fn value(&self, slides: PerAxis) -> u64 {
        self.manhattan.value(slides)
    }

    fn bytes(&self) -> u64 {
        self.manhattan.bytes() + self.lines.iter().map(Lines::bytes).sum::<u64>()
    }
}

/// Greatest number of cells of lines with a table of all their contents: at most 6⁵ entries.
const LONGEST_TABULATED: usize = 5;

/// The parallel lines across an axis of motion.
struct Lines {
    axis: usize,
    length: usize,
    /// Cells from one line to the next, and from one place of a line to the next.
    line_stride: usize,
    place_stride: usize,
    /// By content, the tiles that must leave; empty if lines are too long. The content of a line is a number in base
    /// length + 1 whose digits are, by place, 0 for a tile that belongs elsewhere, 1 + the place where it belongs otherwise.
    table: Box<[u8]>,
    weights: [u32; LONGEST_TABULATED],
}

/// Room for the tiles of one line, so that evaluating allocates nothing.
#[derive(Default)]
struct Buffer {
    own: Vec<u32>,
    ends: Vec<u32>,
}

impl Buffer {
    /// How many of `own` must leave.
    fn leaving(&mut self) -> u64 {
        (self.own.len() - longest_increasing(&self.own, &mut self.ends)) as u64
    }
}

/// The length of a longest increasing subsequence of different numbers (patience sorting).
fn longest_increasing(numbers: &[u32], ends: &mut Vec<u32>) -> usize {
    ends.clear();
    for &number in numbers {
        let longer_than = ends.partition_point(|&end| end < number);
        if longer_than == ends.len() {
            ends.push(number);
        } else {
            ends[longer_than] = number;
        }
    }
    ends.len()
}

impl Lines {
    fn new(
        axis: usize,
        length: usize,
        line_stride: usize,
        place_stride: usize,
        buffer: &mut Buffer,
    ) -> Lines {
        let mut lines = Lines {
            axis,
            length,
            line_stride,
            place_stride,
            table: Box::default(),
            weights: [0; LONGEST_TABULATED],
        };
        if length <= LONGEST_TABULATED {
            let base = length as u32 + 1;
            for place in 0..length {
                lines.weights[place] = base.pow(place as u32);
            }
            lines.table = (0..base.pow(length as u32))
                .map(|content| {
                    buffer.own.clear();
                    let digits = lines.weights[..length]
                        .iter()
                        .map(|weight| content / weight % base);
                    buffer
                        .own
                        .extend(digits.filter(|&digit| digit > 0).map(|digit| digit - 1));
                    buffer.leaving() as u8
                })
                .collect();
        }
        lines
    }

    fn bytes(&self) -> u64 {
        self.table.len() as u64
    }

    fn is_tabulated(&self) -> bool {
        !self.table.is_empty()
    }

    /// The line's own tiles: the places where they stand and where they belong.
    #[inline]
    fn own<'a>(
        &'a self,
        places: &'a Places,
        tiles: &'a [Tile],
        line: u32,
    ) -> impl Iterator<Item = (usize, u32)> + 'a {
        let first = line as usize * self.line_stride;
        (0..self.length).filter_map(move |place| {
            let home = places.home(tiles[first + place * self.place_stride]);
            (home[self.axis] == line).then_some((place, home[1 - self.axis]))
        })
    }

    /// How many tiles must leave a line.
    fn leaving(&self, places: &Places, tiles: &[Tile], line: u32, buffer: &mut Buffer) -> u64 {
        if self.is_tabulated() {
            return self.look_up(self.own(places, tiles, line));
        }
        buffer.own.clear();
        let own = self.own(places, tiles, line);
        buffer.own.extend(own.map(|(_, home)| home));
        buffer.leaving()
    }

    #[inline]
    fn look_up(&self, own: impl Iterator<Item = (usize, u32)>) -> u64 {
        u64::from(self.table[self.content(own) as usize])
    }

    #[inline]
    fn content(&self, own: impl Iterator<Item = (usize, u32)>) -> u32 {
        own.map(|(place, home)| (home + 1) * self.weights[place])
            .sum()
    }

    /// How many tiles must leave the line that the sliding tile leaves or enters, without that tile and with it.
    #[inline]
    fn leaving_without_and_with(
        &self,
        places: &Places,
        tiles: &[Tile],
        slide: Slide,
        buffer: &mut Buffer,
    ) -> [u64; 2] {
        let home = places.home(slide.tile);
        let line = home[self.axis];
        let tile = (
            places.of(slide.from)[1 - self.axis] as usize,
            home[1 - self.axis],
        );
        let others = self
            .own(places, tiles, line)
            .filter(|&(place, _)| place != tile.0);
        if self.is_tabulated() {
            let without = self.content(others);
            let with = without + self.content(std::iter::once(tile));
            return [without, with].map(|content| u64::from(self.table[content as usize]));
        }
        buffer.own.clear();
        let mut before = 0;
        for (place, home) in others {
            before += usize::from(place < tile.0);
            buffer.own.push(home);
        }
        let without = buffer.leaving();
        buffer.own.insert(before, tile.1);
        [without, buffer.leaving()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unrank_permutation;

    /// The fewest numbers to drop so that the rest increases, by trying every subset.
    fn fewest_dropped(numbers: &[u32]) -> u64 {
        (0u32..1 << numbers.len())
            .filter(|kept| {
                let kept: Vec<u32> = (0..numbers.len())
                    .filter(|i| kept >> i & 1 == 1)
                    .map(|i| numbers[i])
                    .collect();
                kept.is_sorted()
            })
            .map(|kept| numbers.len() as u64 - u64::from(kept.count_ones()))
            .min()
            .unwrap()
    }

    #[test]
    fn leaving_tiles_are_as_few_as_can_be() {
        let mut buffer = Buffer::default();
        for n in 1..=7 {
            for rank in 0..crate::board::factorial(n) {
                let order: Vec<u32> = unrank_permutation(n, rank)
                    .unwrap()
                    .iter()
                    .map(|tile| tile.0)
                    .collect();
                buffer.own.clone_from(&order);
                assert_eq!(buffer.leaving(), fewest_dropped(&order), "{order:?}");
            }
        }
    }
}
