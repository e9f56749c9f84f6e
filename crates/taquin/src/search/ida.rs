//! IDA\*: depth-first searches under a rising bound on f = g + h (Korf 1985). Stores nothing but the path.

use super::outcome::Outcome;
use super::tally::Tally;
use super::{Stop, Watch};
use crate::heuristic::{Evaluator, Heuristic, Slide, with_evaluator};
use crate::{CanonicalProblem, Cell, Direction, Metric, Path, Size, Tile};

/// An optimal path by IDA\* with one of the heuristics: of all optimal ones the least, steps compared in the given order.
///
/// `order` lists the four directions. Steps that take back the one before are never tried. The problem must be solvable. If interrupted,
/// the lower bound is the bound of the iteration. `expanded` and `generated` count every visit of a state, in all iterations.
pub(crate) fn solve(
    problem: &CanonicalProblem,
    metric: Metric,
    heuristic: Heuristic,
    order: [Direction; 4],
    watch: &Watch<'_>,
) -> Outcome {
    let mut tally = Tally::new(watch, problem.goal().size(), metric);
    let goal = problem.goal().board();
    let result = with_evaluator!(heuristic, &goal, metric, |evaluator| {
        search(problem, metric, &mut evaluator, order, &mut tally)
    });
    tally.outcome(result)
}

fn search<E: Evaluator>(
    problem: &CanonicalProblem,
    metric: Metric,
    evaluator: &mut E,
    order: [Direction; 4],
    tally: &mut Tally<'_, '_>,
) -> Result<Path, Stop> {
    let start = problem.start();
    let turns = Turns::new(start.size(), order);
    tally.charge(evaluator.bytes() + turns.bytes())?;
    let root = evaluator.fresh(start.tiles());
    let mut bound = evaluator.value(root);
    if bound == 0 {
        return Ok(Path::new());
    }
    let mut deepening = Deepening {
        metric,
        evaluator,
        turns,
        tiles: start.tiles().into(),
        root: Frame {
            state: root,
            g: 0,
            blank: start.blank(),
            arrived: None,
            untried: Turns::NONE,
        },
        frames: Vec::new(),
    };
    loop {
        tally.prove(bound as usize)?;
        match deepening.iterate(bound, tally)? {
            Iteration::Found(path) => return Ok(path),
            Iteration::Exceeded(least) => {
                assert!(least > bound, "the problem is solvable");
                bound = least;
            }
        }
    }
}

/// For each cell of the blank and each direction it came from, the steps to try: packed in order, 4 bits each, 1 + the
/// direction's number, 0 after the last.
struct Turns {
    after: Box<[[u16; 5]]>,
    /// By direction, how the blank's cell changes.
    offsets: [i32; 4],
}

impl Turns {
    const NONE: u16 = 0;

    fn new(size: Size, order: [Direction; 4]) -> Turns {
        let pack = |cell, arrived: Option<Direction>| {
            let possible = order
                .into_iter()
                .filter(|&step| size.neighbor(cell, step).is_some())
                .filter(|&step| arrived.is_none_or(|arrived| step != arrived.opposite()));
            possible
                .enumerate()
                .map(|(place, step)| (1 + step as u16) << (4 * place))
                .sum()
        };
        let cols = size.cols() as i32;
        Turns {
            after: size
                .all_cells()
                .map(|cell| {
                    let [down, left, right, up] =
                        Direction::ALL.map(|arrived| pack(cell, Some(arrived)));
                    [down, left, right, up, pack(cell, None)]
                })
                .collect(),
            offsets: Direction::ALL.map(|step| match step {
                Direction::Down => cols,
                Direction::Left => -1,
                Direction::Right => 1,
                Direction::Up => -cols,
            }),
        }
    }

    #[inline]
    fn untried(&self, cell: Cell, arrived: Option<Direction>) -> u16 {
        let from = arrived.map_or(4, |arrived| arrived as usize);
        self.after[cell.index()][from]
    }

    /// Only the step that goes on in the same direction, if the edge allows it.
    fn straight_on(&self, cell: Cell, arrived: Direction) -> u16 {
        let mut untried = self.untried(cell, Some(arrived));
        while let Some(step) = Turns::take(&mut untried) {
            if step == arrived {
                return 1 + arrived as u16;
            }
        }
        Turns::NONE
    }

    /// Takes the next step off the list.
    #[inline]
    fn take(untried: &mut u16) -> Option<Direction> {
        let code = *untried & 0xF;
        if code == 0 {
            return None;
        }
        *untried >>= 4;
        Some(Direction::from_number(code as u8 - 1))
    }

    #[inline]
    fn neighbor(&self, cell: Cell, step: Direction) -> Cell {
        Cell(cell.0.wrapping_add_signed(self.offsets[step as usize]))
    }

    fn bytes(&self) -> u64 {
        size_of_val(&*self.after) as u64
    }
}

/// One state of the current path.
#[derive(Clone, Copy)]
struct Frame<S> {
    state: S,
    g: u64,
    blank: Cell,
    arrived: Option<Direction>,
    /// See [`Turns`].
    untried: u16,
}

enum Iteration {
    Found(Path),
    /// The least f over the bound.
    Exceeded(u64),
}

struct Deepening<'e, E: Evaluator> {
    metric: Metric,
    evaluator: &'e mut E,
    turns: Turns,
    /// The board at the end of the current path; the start between iterations.
    tiles: Box<[Tile]>,
    root: Frame<E::State>,
    /// The current path is the first `depth` of them; the vector is as long as the longest.
    frames: Vec<Frame<E::State>>,
}

impl<E: Evaluator> Deepening<'_, E> {
    /// One depth-first search for a path of at most `bound` moves.
    ///
    /// In [`Metric::Mtm`] a step straight on is free. So a state over the bound, where no new run may begin, still lets its own
    /// run go on; but not more than 1 over it, since h is consistent and the whole run is one move.
    fn iterate(&mut self, bound: u64, tally: &mut Tally<'_, '_>) -> Result<Iteration, Stop> {
        let mut least = u64::MAX;
        self.root.untried = self.turns.untried(self.root.blank, None);
        let mut depth = 0;
        let mut top = self.root;
        tally.expand()?;
        loop {
            let Some(step) = Turns::take(&mut top.untried) else {
                if depth == 0 {
                    break;
                }
                depth -= 1;
                let parent = self.frames[depth];
                self.tiles.swap(parent.blank.index(), top.blank.index());
                top = parent;
                continue;
            };
            let next = self.turns.neighbor(top.blank, step);
            let slide = Slide {
                tile: self.tiles[next.index()],
                from: next,
                to: top.blank,
                blank_goes: step,
            };
            let state = self.evaluator.after(&self.tiles, top.state, slide);
            let h = self.evaluator.value(state);
            let free = self.metric == Metric::Mtm && top.arrived == Some(step);
            let g = top.g + u64::from(!free);
            let f = g + h;
            tally.stats.generated += 1;
            let untried = if f <= bound {
                self.turns.untried(next, Some(step))
            } else if self.metric == Metric::Stm {
                least = least.min(f);
                continue;
            } else if f > bound + 1 {
                least = least.min(f - 1);
                continue;
            } else {
                least = least.min(f);
                self.turns.straight_on(next, step)
            };
            if depth == self.frames.len() {
                self.frames.push(top);
            } else {
                self.frames[depth] = top;
            }
            depth += 1;
            self.tiles.swap(next.index(), top.blank.index());
            top = Frame {
                state,
                g,
                blank: next,
                arrived: Some(step),
                untried,
            };
            if h == 0 && f <= bound {
                tally.stats.peak_stored = self.frames.len() as u64 + 1;
                let path = self.frames[1..depth].iter().chain([&top]);
                return Ok(Iteration::Found(
                    path.filter_map(|frame| frame.arrived).collect(),
                ));
            }
            if let Err(stop) = tally.expand() {
                tally.stats.peak_stored = self.frames.len() as u64 + 1;
                return Err(stop);
            }
        }
        Ok(Iteration::Exceeded(least))
    }
}
