//! Which candidates of a layer survive.
//!
//! The board is divided into regions of up to 3×3 cells. Half of the survivors, more where there are more regions than that, are the
//! best of each region of the blank; the others are the best of the rest. So a layer never has all its blanks in one place, where there
//! may be nothing left to gain. On 20×20 at width 100 the beam got stuck at once with regions of one cell; with nine it came within
//! 34 Manhattan steps of the goal at 1.68 × Manhattan (0.9 million nodes, one thread).
//!
//! Candidates are put in order by as many buckets as there are candidates. A fixed number of buckets over a quarter of the range of
//! scores left the worse half of wide layers in no order.

use crate::Size;

/// A state that one step leads to from a leaf.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) hash: u64,
    pub(super) score: i64,
    pub(super) leaf: u32,
    /// The blank's cell.
    pub(super) blank: u16,
    pub(super) step: crate::Direction,
    pub(super) kept: bool,
}

/// Least number of buckets: the scores of few candidates may lie far apart, and should not all share one.
const LEAST_BUCKETS: usize = 1024;

/// Greatest number of rows and of columns of a region.
const GREATEST_SIDE: usize = 3;
/// Survivors per region from which on regions are made smaller.
const AMPLE_QUOTA: usize = 4;

/// Marks the survivors among the candidates, in linear time. Its buffers are used again.
pub(super) struct Selector {
    width: usize,
    /// The part of the width that is divided among regions.
    shared: usize,
    starts: Vec<u32>,
    order: Vec<u32>,
    /// By cell, its region.
    region: Vec<u16>,
    /// By region, the number of survivors with the blank there.
    by_region: Vec<u32>,
    present: Vec<u16>,
}

impl Selector {
    pub(super) fn new(width: usize, size: Size) -> Selector {
        let regions = |side| size.rows().div_ceil(side) * size.cols().div_ceil(side);
        let ample = |&side: &usize| width / 2 >= AMPLE_QUOTA * regions(side);
        let side = (1..GREATEST_SIDE).find(ample).unwrap_or(GREATEST_SIDE);
        let across = size.cols().div_ceil(side);
        let region = |cell| (size.row(cell) / side * across + size.col(cell) / side) as u16;
        Selector {
            width,
            shared: regions(side).clamp(width / 2, width - width / 10),
            starts: Vec::new(),
            order: Vec::new(),
            region: size.all_cells().map(region).collect(),
            by_region: vec![0; regions(side)],
            present: Vec::new(),
        }
    }

    /// Marks at most `width` candidates as kept.
    pub(super) fn select(&mut self, candidates: &mut [Candidate]) {
        if candidates.len() <= self.width {
            for candidate in candidates {
                candidate.kept = true;
            }
            return;
        }
        self.sort(candidates);
        self.present.clear();
        for candidate in &*candidates {
            let region = self.region[usize::from(candidate.blank)];
            let count = &mut self.by_region[usize::from(region)];
            if *count == 0 {
                self.present.push(region);
                *count = 1;
            }
        }
        self.forget_counts();
        let quota = self.shared.div_ceil(self.present.len()) as u32;
        let mut left = self.width;
        for &index in &self.order {
            if left <= self.width - self.shared {
                break;
            }
            let candidate = &mut candidates[index as usize];
            let region = self.region[usize::from(candidate.blank)];
            let count = &mut self.by_region[usize::from(region)];
            if *count < quota {
                *count += 1;
                candidate.kept = true;
                left -= 1;
            }
        }
        self.forget_counts();
        for &index in &self.order {
            if left == 0 {
                break;
            }
            let candidate = &mut candidates[index as usize];
            if !candidate.kept {
                candidate.kept = true;
                left -= 1;
            }
        }
    }

    fn forget_counts(&mut self) {
        for &region in &self.present {
            self.by_region[usize::from(region)] = 0;
        }
    }

    /// Puts the candidates in order of score; those of one bucket stay as they are.
    fn sort(&mut self, candidates: &[Candidate]) {
        let scores = || candidates.iter().map(|candidate| candidate.score);
        let best = scores().min().unwrap_or(0);
        let range = (scores().max().unwrap_or(0) - best) as u64;
        let buckets = (2 * candidates.len())
            .next_power_of_two()
            .max(LEAST_BUCKETS);
        let shift = (range / buckets as u64)
            .checked_ilog2()
            .map_or(0, |log| log + 1);
        let bucket = |score: i64| ((score - best) >> shift) as usize;
        self.starts.clear();
        self.starts.resize(bucket(best + range as i64) + 1, 0);
        for score in scores() {
            self.starts[bucket(score)] += 1;
        }
        let mut sum = 0;
        for start in &mut self.starts {
            sum += std::mem::replace(start, sum);
        }
        self.order.resize(candidates.len(), 0);
        for (index, score) in scores().enumerate() {
            let place = &mut self.starts[bucket(score)];
            self.order[*place as usize] = index as u32;
            *place += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_survive_and_each_blank_has_some() {
        let candidate = |index: u32| Candidate {
            hash: u64::from(index),
            // The blanks' scores are far apart.
            score: i64::from(index * 37 % 100) + 100 * i64::from(index % 5),
            leaf: index,
            blank: (index % 5) as u16,
            step: crate::Direction::Up,
            kept: false,
        };
        let mut candidates: Vec<Candidate> = (0..500).map(candidate).collect();
        let mut selector = Selector::new(100, Size::new(1, 5).unwrap());
        for _ in 0..2 {
            candidates
                .iter_mut()
                .for_each(|candidate| candidate.kept = false);
            selector.select(&mut candidates);
            for blank in 0..5 {
                let kept = |kept: bool| {
                    let of_blank = candidates.iter().filter(move |c| c.blank == blank);
                    of_blank.filter(move |c| c.kept == kept).map(|c| c.score)
                };
                let expected = if blank == 0 { 60 } else { 10 };
                assert_eq!(kept(true).count(), expected);
                assert!(kept(true).max() <= kept(false).min());
            }
        }
        selector.select(&mut candidates[..100]);
        assert!(candidates[..100].iter().all(|candidate| candidate.kept));
    }
}
