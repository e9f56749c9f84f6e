//! The passes and their order, which depends neither on limits nor on threads.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::{Effort, beam};
use crate::Size;

/// One pass to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Job {
    pub(super) width: usize,
    /// From the goal to the start.
    pub(super) backwards: bool,
    pub(super) seed: u64,
}

/// A queue of passes: levels of growing width, each with one pass from the start and one from the goal.
pub(super) struct Schedule {
    first_width: f64,
    jobs: usize,
    taken: AtomicUsize,
}

/// Ratio of the widths of one level and the one before. 4.5 is better by 0.3 moves for Korf's 5×5 boards at 67 ms, and worse by 1 % on 6×6
/// and by 2.4 % on 8×8 at 1 s.
const GROWTH: f64 = 3.2;
/// Nodes that a pass of the first level expands, approximately.
const FIRST_NODES: f64 = 50_000.0;
/// Greatest number of nodes of a quick pass.
const QUICK_NODES: f64 = 1e6;
/// Least width of the first level on small boards: a narrower beam seldom reaches the goal.
const LEAST_WIDTH: f64 = 16.0;
/// Cells per survivor of the least width on larger boards.
const CELLS_A_SURVIVOR: f64 = 40.0;
/// Least width of the first level on the largest boards: a wider beam takes too long there.
const AMPLE_LEAST_WIDTH: f64 = 24.0;
/// Greatest width of a level: two passes at a time then take 1 GiB.
const GREATEST_WIDTH: f64 = 1.8e6;

impl Schedule {
    /// The passes for boards of a size on which the constructive solver needs `constructed` moves.
    pub(super) fn new(size: Size, constructed: usize, effort: Effort) -> Schedule {
        // Good paths have fewer than half of the constructed moves.
        let depth = constructed as f64 / 2.0 + 1.0;
        let least = (size.cells() as f64 / CELLS_A_SURVIVOR).clamp(LEAST_WIDTH, AMPLE_LEAST_WIDTH);
        let first_width = (FIRST_NODES / depth).max(least);
        let levels = (GREATEST_WIDTH / first_width).log(GROWTH).ceil().max(1.0) as usize;
        let jobs = match effort {
            _ if size.cells() > beam::MAX_BEAM_CELLS => 0,
            Effort::Quick if first_width * depth > QUICK_NODES => 0,
            Effort::Quick => 2,
            Effort::Full => 2 * levels,
        };
        Schedule {
            first_width,
            jobs,
            taken: AtomicUsize::new(0),
        }
    }

    /// The next pass, for any thread.
    pub(super) fn next(&self) -> Option<Job> {
        let index = self.taken.fetch_add(1, Ordering::Relaxed);
        (index < self.jobs).then(|| {
            let level = (index / 2) as i32;
            Job {
                width: (self.first_width * GROWTH.powi(level)) as usize,
                backwards: index % 2 == 1,
                seed: index as u64 + 1,
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_grow_and_end() {
        let schedule = Schedule::new(Size::new(10, 10).unwrap(), 2600, Effort::Full);
        let jobs: Vec<Job> = std::iter::from_fn(|| schedule.next()).collect();
        assert!(jobs.len() > 10);
        for pair in jobs.chunks(2) {
            assert_eq!(pair[0].width, pair[1].width);
            assert!(!pair[0].backwards && pair[1].backwards);
        }
        assert!(jobs.windows(3).all(|three| three[0].width < three[2].width));
        let quick = Schedule::new(Size::new(10, 10).unwrap(), 2600, Effort::Quick);
        assert_eq!(std::iter::from_fn(|| quick.next()).count(), 2);
        let large = Schedule::new(Size::new(50, 50).unwrap(), 320_000, Effort::Quick);
        assert_eq!(large.next(), None);
        let huge = Schedule::new(Size::new(500, 500).unwrap(), 100, Effort::Full);
        assert_eq!(huge.next(), None);
    }
}
