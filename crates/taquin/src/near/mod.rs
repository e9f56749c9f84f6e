//! Good solutions of boards of any size: one at once, and shorter ones until a limit.
//!
//! A constructive solver answers first. Then passes of beam search follow, each level wider than the one before, from the start and,
//! through the inverse problem, from the goal; pieces of each path are then solved again as small puzzles. The passes and their
//! order do not depend on the limits, so that more time can only give a better answer.

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
    /// The first good path: the first level of passes.
    Quick,
    /// Until a limit of the watch, or no pass is left.
    Full,
}

/// The weights of the evaluation, found by measurement; see the project's DESIGN.md.
fn weights(size: Size) -> Weights {
    let side = (size.cells() as f64).sqrt();
    Weights {
        power: 1.9,
        rim: (0.05 * side - 0.05).clamp(0.2, 0.4),
        conflict: (10.5 - side / 2.0).clamp(6.0, 8.0),
        disorder: 0.9,
        drift: ((side - 4.0) / 12.0).clamp(0.15, 1.3),
        // On boards of up to 20×20 they make paths longer.
        hills: if side < 40.0 {
            0.0
        } else {
            (0.012 * side - 0.4).clamp(0.2, 1.0)
        },
    }
}

/// Finds a path of a board with two rows and two columns or more, and a lower bound.
///
/// The entry point of the facade's engines near and quick, and of any engine that wants a path when a limit ends it: with
/// [`Effort::Quick`] it takes milliseconds up to 10×10, and only a cancelled watch or one without memory withholds a path.
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
    /// Of the best path.
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
    /// On large boards a narrow beam uses up what is to be gained around its blanks. Then the blank strolls to where there is more
    /// to do, and the next pass begins there, wider if the last one brought little. The constructive solver does the rest.
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
                let stroll = rest.stroll();
                rest = rest.after(&stroll);
                path.extend(stroll);
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

    /// For a pass that goes on from the end of a path.
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

    /// Takes a path, if it is better than the best.
    fn offer(&self, path: Path) {
        let length = path.length(self.metric);
        let mut best = self
            .best
            .lock()
            .expect("no thread panics while it holds this");
        // Of equally long ones the least, so that it does not matter which thread is first.
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

/// On boards of so many cells a pass takes so long that it is to be of use before it ends.
const MILESTONE_CELLS: usize = 400;
/// So many layers a cell lie between two milestones: the constructive solver's way to the goal takes as long as some thousands.
const MILESTONE_DEPTH: usize = 8;

/// Survivors of a layer where pieces of a path are solved again: a tenth of what the path was found with, so that all pieces cost a fifth
/// of it, but for the narrowest beams.
const LEAST_WINDOW_WIDTH: usize = 8;
const GREATEST_WINDOW_WIDTH: usize = 100;

/// A path that is longer than the best by no more than such a share may become the best by its windows.
const WINDOWS_GAIN: usize = 16;

/// One thread's link to the search.
struct Worker<'s, 'w, 'a> {
    search: &'s Search<'w, 'a>,
    problem: &'s Puzzle,
    backwards: bool,
    /// What comes before this pass's moves.
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
            // More steps may be fewer runs.
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
