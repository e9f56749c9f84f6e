//! Good solutions of boards of any size: one at once, and shorter ones until a limit.
//!
//! # How it works
//!
//! 1. A constructive solver (`construct`) answers at once. So a limit makes the answer longer and never withholds it.
//! 2. Passes of beam search (`beam`) follow, two a level: one from the start, and one from the goal through the inverse problem. Each
//!    level is 3.2 times as wide as the one before (`schedule`). `evaluate` ranks states, `select` chooses the survivors of a layer, and
//!    `tree` holds them.
//! 3. Pieces of each path are solved again as small puzzles (`window`).
//!
//! The order of the passes does not depend on limits or threads, so more time never gives a worse answer.
//!
//! # Large boards
//!
//! A narrow beam on a large board uses up what there is to gain near its blanks, and gets stuck. Three things prevent that: survivors
//! for each region of the board (`select`), a blank-position bias and, on the largest boards, a visit penalty (both in `beam`).
//!
//! A pass that gets stuck all the same goes on from its best state, with twice the width if it gained little. At last `repair` solves
//! what is left line by line, and the constructive solver what `repair` cannot. Most of what is left are pairs of neighbors, exchanged
//! and far from each other, which only a long way can bring together: 700 to 1,600 moves on 20×20 at width 200, the largest loss there.
//!
//! From 400 cells up there are *milestones*: at certain depths the constructive solver leads the best path to the goal, and the result
//! is offered as a solution. So a limit in the middle of a pass finds most of the pass's work done. Milestones once took 60 % of
//! the time on 100×100; now they are twice as far apart and do not look for loops.
//!
//! # Tried and dropped
//!
//! - The constructive solver from 64 places near the end of a stuck path: 1.78 to 2.00 × Manhattan on 20×20, against 1.61 to 1.87 by
//!   wider beams and repairs.
//! - A visit penalty on boards of all sizes.
//! - Sending the blank of a stuck pass to where most is left: it gets stuck there as soon. A wider beam is what helps.
//! - More layers without progress before a pass counts as stuck: longer paths (50×50 at width 24).

mod beam;
mod construct;
mod engine;
mod evaluate;
mod peel;
mod puzzle;
mod repair;
mod schedule;
mod select;
mod shorten;
#[cfg(test)]
mod tests;
mod tree;
mod window;

pub(crate) use engine::TIME;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use self::beam::{Ending, Pass, Supervisor};
use self::evaluate::Weights;
use self::puzzle::Puzzle;
use self::schedule::Schedule;
use crate::engine::{Found, Interrupted, Outcome};
use crate::{
    CanonicalProblem, Direction, Heuristic, Metric, Path, Phase, Progress, Size, Stats, Stop, Watch,
};

/// How long to look for better paths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effort {
    /// The first level of passes only.
    Quick,
    /// All passes, until a limit of the watch.
    Full,
}

/// The weights of the evaluation for a size. They were found by measurement; see `evaluate` and `beam`.
fn weights(size: Size) -> Weights {
    let side = (size.cells() as f64).sqrt();
    Weights {
        power: 1.9,
        edge_weight: (0.05 * side - 0.05).clamp(0.2, 0.4),
        conflict: (10.5 - side / 2.0).clamp(6.0, 8.0),
        unsolved_window: 0.9,
        blank_bias: ((side - 4.0) / 12.0).clamp(0.15, 1.3),
        // On boards of up to 20×20 it makes paths longer.
        visit_penalty: if side < 40.0 {
            0.0
        } else {
            (0.012 * side - 0.4).clamp(0.2, 1.0)
        },
    }
}

/// Finds a path of a board with two rows and two columns or more, and a lower bound.
///
/// The entry point of the engines near and quick, and of every engine that wants a path when a limit ends it. With
/// [`Effort::Quick`] it takes milliseconds up to 10×10; only a cancelled watch or one without memory withholds a path.
///
/// In [`Metric::Mtm`] the search is the same, and among its paths the one with fewest runs is the best.
/// A limit ends the search with the best path found; it is an error only where none was found yet, or the caller cancelled.
pub(crate) fn solve(
    problem: &CanonicalProblem,
    metric: Metric,
    effort: Effort,
    watch: &Watch<'_>,
) -> Outcome {
    let goal = problem.goal().board();
    let lower_bound = Heuristic::LinearConflict.estimate_in(metric, problem.start(), &goal);
    let puzzle = Puzzle::new(problem);
    let search = Search {
        watch,
        metric,
        lower_bound,
        best: Mutex::new(None),
        length: AtomicUsize::new(usize::MAX),
        stats: Mutex::default(),
    };
    let ended = search.run(&puzzle, effort);
    let best = search.best.into_inner();
    let best = best.unwrap_or_else(std::sync::PoisonError::into_inner);
    let stats = search.stats.into_inner();
    let stats = stats.unwrap_or_else(std::sync::PoisonError::into_inner);
    match (ended, best) {
        (Ok(()) | Err(Stop::Time | Stop::Nodes | Stop::Memory), Some(path)) => Ok(Found {
            path,
            lower_bound,
            stats,
        }),
        (ended, best) => Err(Interrupted {
            stop: ended.err().unwrap_or(Stop::Cancelled),
            best,
            lower_bound,
            stats,
        }),
    }
}

/// What the threads of one solve share.
struct Search<'w, 'a> {
    watch: &'w Watch<'a>,
    metric: Metric,
    lower_bound: usize,
    best: Mutex<Option<Path>>,
    /// Length of the best path.
    length: AtomicUsize,
    stats: Mutex<Stats>,
}

impl<'w, 'a> Search<'w, 'a> {
    fn run(&self, puzzle: &Puzzle, effort: Effort) -> Result<(), Stop> {
        let first = construct::solve(puzzle, self.watch)?;
        let length = first.len();
        self.offer(Path::from(first));
        let schedule = Schedule::new(puzzle.size(), length, effort);
        let threads = self.watch.limits().threads.max(1);
        if threads == 1 {
            return self.work(puzzle, &schedule);
        }
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads)
                .map(|_| scope.spawn(|| self.work(puzzle, &schedule)))
                .collect();
            let ends = workers.into_iter().map(|worker| match worker.join() {
                Ok(end) => end,
                Err(panic) => std::panic::resume_unwind(panic),
            });
            ends.fold(Ok(()), Result::and)
        })
    }

    /// Makes passes until none is left or a limit is reached.
    fn work(&self, puzzle: &Puzzle, schedule: &Schedule) -> Result<(), Stop> {
        let inverse = puzzle.inverse();
        while let Some(job) = schedule.next() {
            if self.length.load(Ordering::Relaxed) <= self.lower_bound {
                return Ok(());
            }
            self.watch
                .check_memory(beam::memory(puzzle.size().cells(), job.width))?;
            let pass = Pass {
                width: job.width,
                weights: weights(puzzle.size()),
                seed: job.seed,
            };
            let problem = if job.backwards { &inverse } else { puzzle };
            if let Some(path) = self.solve_by(pass, problem, job.backwards)? {
                self.offer(forwards(path, job.backwards));
            }
        }
        Ok(())
    }

    /// Solves a problem by a pass, or by several where the beam gets stuck. `None` if no path that is wanted was found.
    ///
    /// Where a pass gets stuck, the blank walks away to where more is left to gain, and the next pass begins there: wider, if the last
    /// one gained little. Repairs and the constructive solver end the path.
    fn solve_by(
        &self,
        mut pass: Pass,
        problem: &Puzzle,
        backwards: bool,
    ) -> Result<Option<Vec<Direction>>, Stop> {
        let (width, widest) = (pass.width, pass.width * 8);
        let cells = problem.size().cells();
        let mut path = Vec::new();
        let mut rest = problem.clone();
        let mut left = usize::MAX;
        loop {
            let mut worker = self.worker(problem, backwards, path.clone());
            match pass.run(&rest, &mut worker)? {
                Ending::Solved(end) => {
                    path.extend(end);
                    break;
                }
                Ending::TooLong => return Ok(None),
                Ending::Stuck(way) => {
                    let way = rest.best_part(&way);
                    rest = rest.after(way);
                    path.extend(way);
                }
            }
            let now = rest.manhattan();
            if now + cells / 4 >= left {
                if pass.width >= widest {
                    path = self.finish(pass, problem, path)?;
                    break;
                }
                pass.width *= 2;
            } else if now > cells {
                pass.width = width;
            }
            left = now;
            // Near the goal every step away would have to be taken back.
            if now > cells {
                let walk = rest.walk_away();
                rest = rest.after(&walk);
                path.extend(walk);
            }
        }
        let path = shorten::without_loops(problem, &path);
        self.offer(forwards(path.clone(), backwards));
        let pass = Pass {
            width: (width / 10).clamp(LEAST_WINDOW_WIDTH, GREATEST_WINDOW_WIDTH),
            ..pass
        };
        let mut worker = Worker {
            milestones: false,
            ..self.worker(problem, backwards, Vec::new())
        };
        Ok(Some(window::shorten(problem, &path, pass, &mut worker)?))
    }

    /// The supervisor of a pass that begins at the end of a path.
    fn worker<'s>(
        &'s self,
        problem: &'s Puzzle,
        backwards: bool,
        path: Vec<Direction>,
    ) -> Worker<'s, 'w, 'a> {
        Worker {
            search: self,
            problem,
            backwards,
            path,
            milestones: problem.size().cells() >= MILESTONE_CELLS,
        }
    }

    /// Leads a path near the goal to it.
    fn finish(
        &self,
        pass: Pass,
        problem: &Puzzle,
        mut path: Vec<Direction>,
    ) -> Result<Vec<Direction>, Stop> {
        let mut rest = problem.after(&path);
        let mut worker = Worker {
            milestones: false,
            ..self.worker(problem, false, path.clone())
        };
        let repairs = repair::repair(&rest, pass, &mut worker)?;
        rest = rest.after(&repairs);
        path.extend(repairs);
        path.extend(construct::solve(&rest, self.watch)?);
        Ok(path)
    }

    /// Keeps a path if it is better than the best so far.
    fn offer(&self, path: Path) {
        let length = path.length(self.metric);
        let mut best = self
            .best
            .lock()
            .expect("no thread panics while it holds this");
        // Of equally long paths the least one, so that the order of the threads does not matter.
        let better = best
            .as_ref()
            .is_none_or(|best| (length, &path) < (best.length(self.metric), best));
        if better {
            self.length.store(length, Ordering::Relaxed);
            *best = Some(path);
        }
    }
}

/// A path of a problem or of its inverse, as a path of the problem.
fn forwards(mut path: Vec<Direction>, backwards: bool) -> Path {
    if backwards {
        path.reverse();
        path.iter_mut().for_each(|step| *step = step.opposite());
    }
    Path::from(path)
}

/// Least number of cells of boards with milestones: a pass takes long there, so it should be of use before it ends.
const MILESTONE_CELLS: usize = 400;
/// Layers between two milestones, per cell. A milestone takes as long as some thousands of layers.
const MILESTONE_DEPTH: usize = 8;

/// Least width of the beams that solve pieces of a path again. It is a tenth of the width that found the path: all pieces
/// together then take a fifth of the pass's nodes, except with the narrowest beams.
const LEAST_WINDOW_WIDTH: usize = 8;
/// Greatest width of those beams.
const GREATEST_WINDOW_WIDTH: usize = 100;

/// Inverse of the share by which a path may be longer than the best and still be worth its pieces' being solved again.
const WINDOWS_GAIN: usize = 16;

/// One thread's link to the search.
struct Worker<'s, 'w, 'a> {
    search: &'s Search<'w, 'a>,
    problem: &'s Puzzle,
    backwards: bool,
    /// The moves before this pass.
    path: Vec<Direction>,
    milestones: bool,
}

impl Supervisor for Worker<'_, '_, '_> {
    fn tick(&mut self, expanded: u64, generated: u64) -> Result<(), Stop> {
        let search = self.search;
        let mut stats = search
            .stats
            .lock()
            .expect("no thread panics while it holds this");
        stats.expanded += expanded;
        stats.generated += generated;
        drop(stats);
        search.watch.tick(expanded, || Progress {
            bound: Some(search.lower_bound),
            best: Some(search.length.load(Ordering::Relaxed)).filter(|&best| best != usize::MAX),
            ..Progress::of(Phase::Improve)
        })
    }

    fn wanted(&self) -> usize {
        let length = self.search.length.load(Ordering::Relaxed);
        let wanted = match self.search.metric {
            Metric::Stm => length.saturating_add(length / WINDOWS_GAIN),
            // A path of more steps may have fewer runs.
            Metric::Mtm => length.saturating_mul(3),
        };
        wanted.saturating_sub(self.path.len())
    }

    fn milestone_after(&self, depth: usize) -> usize {
        let apart = MILESTONE_DEPTH * self.problem.size().cells();
        if self.milestones {
            depth + apart
        } else {
            usize::MAX
        }
    }

    /// Offers the path with the constructive solver's end, at depths that do not depend on time.
    fn milestone(&mut self, path: &[Direction]) -> Result<(), Stop> {
        let mut whole = [&self.path[..], path].concat();
        let rest = self.problem.after(&whole);
        whole.extend(construct::solve(&rest, self.search.watch)?);
        let whole = Path::from(whole).cancelled();
        self.search.offer(forwards(whole.to_vec(), self.backwards));
        Ok(())
    }
}
