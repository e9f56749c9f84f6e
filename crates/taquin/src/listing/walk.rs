//! Every path up to a length: listed in the order of their letters, or counted.
//!
//! A depth-first walk, step by step, that leaves a state as soon as a lower bound says that no path short enough goes on from it. No
//! step takes back the one before, so in runs, too, each path is met once: as its letters.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::guide::Guide;
use crate::{Board, Direction, Metric, Path};
use crate::{Phase, Progress, Stop, Watch};

/// Which paths are meant, and in which order.
#[derive(Clone, Copy)]
pub(crate) struct Wanted<'g> {
    /// Where they end; they may pass it before.
    pub(crate) goal: &'g Board,
    /// How moves are counted.
    pub(crate) metric: Metric,
    /// The greatest length.
    pub(crate) moves: usize,
    /// The order of the letters.
    pub(crate) order: [Direction; 4],
}

/// Nodes between two looks at the watch.
const TICK: u64 = 1024;

/// The most counts that are kept while counting.
const KEPT_COUNTS: usize = 1 << 18;

struct Walker<'a, 'w, G: Guide> {
    guide: &'a mut G,
    wanted: Wanted<'a>,
    watch: &'a Watch<'w>,
    board: Board,
    path: Path,
    unticked: u64,
    /// By state and moves left, the number of paths.
    counts: HashMap<Rest, u128>,
}

/// A state of a walk: all that decides how it can go on.
#[derive(PartialEq, Eq, Hash)]
struct Rest {
    tiles: Box<[u8]>,
    arrived: Option<Direction>,
    left: usize,
}

/// Why a walk ends early.
enum End {
    /// The visitor has seen enough.
    Enough,
    Stopped(Stop),
}

/// A walk over the paths from a start; any [`Guide`] can lead it.
pub(crate) struct Walk<'a, 'w> {
    pub(crate) start: &'a Board,
    pub(crate) wanted: Wanted<'a>,
    pub(crate) watch: &'a Watch<'w>,
    /// Is shown the paths, least first, a path before those that go on from it, until it says `Break`. Without it paths are counted, and
    /// states that many of them go through are looked at once, as far as memory is set aside for them.
    pub(crate) visit: Option<&'a mut Visit<'a>>,
}

/// Is shown a path.
pub(crate) type Visit<'a> = dyn FnMut(&Path) -> ControlFlow<()> + 'a;

impl Walk<'_, '_> {
    /// Walks, and tells the number of paths met.
    ///
    /// # Errors
    /// The [`Stop`] of the watch.
    pub(crate) fn guided_by<G: Guide>(self, guide: &mut G) -> Result<u128, Stop> {
        let mut walker = Walker::new(guide, self.start, self.wanted, self.watch);
        let root = walker.guide.root(self.start);
        let Some(visit) = self.visit else {
            return walker.count(root, None, self.wanted.moves);
        };
        let mut met = 0;
        let mut visit = |path: &Path| {
            met += 1;
            visit(path)
        };
        match walker.walk(root, None, self.wanted.moves, &mut visit) {
            Ok(()) | Err(End::Enough) => Ok(met),
            Err(End::Stopped(stop)) => Err(stop),
        }
    }
}

impl<'a, 'w, G: Guide> Walker<'a, 'w, G> {
    fn new(guide: &'a mut G, start: &Board, wanted: Wanted<'a>, watch: &'a Watch<'w>) -> Self {
        Walker {
            guide,
            wanted,
            watch,
            board: start.clone(),
            path: Path::new(),
            unticked: 0,
            counts: HashMap::new(),
        }
    }

    fn tick(&mut self) -> Result<(), Stop> {
        self.unticked += 1;
        if self.unticked < TICK {
            return Ok(());
        }
        let bound = self.wanted.moves;
        self.watch
            .tick(std::mem::take(&mut self.unticked), || Progress {
                bound: Some(bound),
                ..Progress::of(Phase::Paths)
            })
    }

    fn at_goal(&self) -> bool {
        self.board == *self.wanted.goal
    }

    /// The state after a step and the moves left then, if a path short enough may go on from there; the board is moved.
    ///
    /// In runs, a step straight on is free: there the question is asked of all cells that the run may yet stop at.
    fn enter(
        &mut self,
        state: G::State,
        arrived: Option<Direction>,
        left: usize,
        step: Direction,
    ) -> Option<(G::State, usize)> {
        let runs = self.wanted.metric == Metric::Mtm;
        let free = runs && arrived == Some(step);
        if arrived == Some(step.opposite()) || (!free && left == 0) {
            return None;
        }
        self.board.size().neighbor(self.board.blank(), step)?;
        let next = self.guide.after(&self.board, state, step);
        self.board.step(step);
        let left = if free { left } else { left - 1 };
        if self.guide.bound(next, Some(step)) <= left
            || (runs && self.straight_on(next, left, step))
        {
            return Some((next, left));
        }
        self.board.step(step.opposite());
        None
    }

    /// Whether a run that goes on may stop where the bound allows it; the board is as before afterwards.
    fn straight_on(&mut self, mut state: G::State, left: usize, step: Direction) -> bool {
        let mut steps = 0;
        let mut open = false;
        while !open
            && self
                .board
                .size()
                .neighbor(self.board.blank(), step)
                .is_some()
        {
            state = self.guide.after(&self.board, state, step);
            self.board.step(step);
            steps += 1;
            open = self.guide.bound(state, Some(step)) <= left;
        }
        for _ in 0..steps {
            self.board.step(step.opposite());
        }
        open
    }

    fn walk(
        &mut self,
        state: G::State,
        arrived: Option<Direction>,
        left: usize,
        visit: &mut impl FnMut(&Path) -> ControlFlow<()>,
    ) -> Result<(), End> {
        self.tick().map_err(End::Stopped)?;
        if self.at_goal() && visit(&self.path).is_break() {
            return Err(End::Enough);
        }
        for step in self.wanted.order {
            if let Some((next, left)) = self.enter(state, arrived, left, step) {
                self.path.push(step);
                self.walk(next, Some(step), left, visit)?;
                self.path.pop();
                self.board.step(step.opposite());
            }
        }
        Ok(())
    }

    fn count(
        &mut self,
        state: G::State,
        arrived: Option<Direction>,
        left: usize,
    ) -> Result<u128, Stop> {
        self.tick()?;
        let small = self.board.size().cells() <= usize::from(u8::MAX);
        let rest = small.then(|| Rest {
            tiles: self.board.tiles().iter().map(|tile| tile.0 as u8).collect(),
            arrived,
            left,
        });
        if let Some(&count) = rest.as_ref().and_then(|rest| self.counts.get(rest)) {
            return Ok(count);
        }
        let mut count = u128::from(self.at_goal());
        for step in self.wanted.order {
            if let Some((next, left)) = self.enter(state, arrived, left, step) {
                count += self.count(next, Some(step), left)?;
                self.board.step(step.opposite());
            }
        }
        if let Some(rest) = rest
            && self.counts.len() < KEPT_COUNTS
        {
            self.counts.insert(rest, count);
        }
        Ok(count)
    }
}
