//! IDA\*: depth-first searches under a rising bound on f = g + h (Korf 1985). Stores nothing but the path.

use super::tally::Tally;
use crate::engine::Outcome;
use crate::heuristic::{Evaluator, Heuristic, Slide, with_evaluator};
use crate::{CanonicalProblem, Cell, Direction, Metric, Path, Size, Tile};
use crate::{Stop, Watch};

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
        // Two loops are compiled, so that the one for single tiles knows nothing of runs.
        let iteration = match metric {
            Metric::Stm => deepening.iterate::<false>(bound, tally)?,
            Metric::Mtm => deepening.iterate::<true>(bound, tally)?,
        };
        match iteration {
            Iteration::Found(path) => return Ok(path),
            Iteration::Exceeded(least) => {
                assert!(least > bound, "the problem is solvable");
                bound = least;
            }
        }
    }
}

/// For each cell of the blank and each direction it came from, the steps to try: packed in order, 4 bits each, 4 + the
/// direction's number, 0 after the last.
struct Turns {
    after: Box<[[u16; 5]]>,
    /// By direction, how the blank's cell changes.
    offsets: [i32; 4],
}

impl Turns {
    const NONE: u16 = 0;
    /// Tells a step from none.
    const SOME: u16 = 4;

    fn new(size: Size, order: [Direction; 4]) -> Turns {
        let pack = |cell, arrived: Option<Direction>| {
            let possible = order
                .into_iter()
                .filter(|&step| size.neighbor(cell, step).is_some())
                .filter(|&step| arrived.is_none_or(|arrived| step != arrived.opposite()));
            possible
                .enumerate()
                .map(|(place, step)| Turns::code(step) << (4 * place))
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
                return Turns::code(arrived);
            }
        }
        Turns::NONE
    }

    /// Takes the next step off the list.
    #[inline]
    fn take(untried: &mut u16) -> Option<Direction> {
        let code = *untried;
        *untried >>= 4;
        // Spelled out, the match compiles to nothing; Direction::from_number is a checked table.
        (code & Turns::SOME != 0).then_some(match code & 3 {
            0 => Direction::Down,
            1 => Direction::Left,
            2 => Direction::Right,
            _ => Direction::Up,
        })
    }

    const fn code(step: Direction) -> u16 {
        Turns::SOME | step as u16
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
    evaluator: &'e mut E,
    turns: Turns,
    /// The board at the end of the current path; the start between iterations.
    tiles: Box<[Tile]>,
    root: Frame<E::State>,
    /// The current path is the first `depth` of them; the vector is as long as the longest.
    frames: Vec<Frame<E::State>>,
}

impl<E: Evaluator> Deepening<'_, E> {
    /// One depth-first search for a path of at most `bound` moves, which are runs if `RUNS`.
    ///
    /// In runs a step straight on is free. So a state over the bound, where no new run may begin, still lets its own
    /// run go on; but not more than 1 over it, since h is consistent and the whole run is one move.
    fn iterate<const RUNS: bool>(
        &mut self,
        bound: u64,
        tally: &mut Tally<'_, '_>,
    ) -> Result<Iteration, Stop> {
        let mut least = u64::MAX;
        let mut generated = 0;
        let mut depth = 0;
        let mut top = self.root;
        top.untried = self.turns.untried(top.blank, None);
        tally.expand()?;
        let end = loop {
            let Some(step) = Turns::take(&mut top.untried) else {
                if depth == 0 {
                    break Ok(None);
                }
                depth -= 1;
                let parent = self.frames[depth];
                self.tiles.swap(parent.blank.index(), top.blank.index());
                top = parent;
                continue;
            };
            let next = self.turns.neighbor(top.blank, step);
            let tile = self.tiles[next.index()];
            let slide = Slide {
                tile,
                from: next,
                to: top.blank,
                blank_goes: step,
            };
            let state = self.evaluator.after(&self.tiles, top.state, slide);
            let h = self.evaluator.value(state);
            let free = RUNS && top.arrived == Some(step);
            let g = top.g + u64::from(!free);
            let f = g + h;
            generated += 1;
            let untried = if f <= bound {
                self.turns.untried(next, Some(step))
            } else if RUNS && f == bound + 1 {
                least = least.min(f);
                self.turns.straight_on(next, step)
            } else {
                least = least.min(if RUNS { f - 1 } else { f });
                continue;
            };
            if depth == self.frames.len() {
                self.frames.push(top);
            } else {
                self.frames[depth] = top;
            }
            depth += 1;
            self.tiles[top.blank.index()] = tile;
            self.tiles[next.index()] = Tile::BLANK;
            top = Frame {
                state,
                g,
                blank: next,
                arrived: Some(step),
                untried,
            };
            if h == 0 && f <= bound {
                let steps = self.frames[1..depth].iter().chain([&top]);
                break Ok(Some(steps.filter_map(|frame| frame.arrived).collect()));
            }
            if let Err(stop) = tally.expand() {
                break Err(stop);
            }
        };
        tally.stats.generated += generated;
        tally.stats.peak_stored = self.frames.len() as u64 + 1;
        end.map(|path| path.map_or(Iteration::Exceeded(least), Iteration::Found))
    }
}
