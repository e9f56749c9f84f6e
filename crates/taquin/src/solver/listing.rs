//! All shortest paths, and those a little longer: listed, counted, and the least of them.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::ready::Ready;
use super::{Error, Solver};
use crate::listing::{Visit, Walk, Wanted};
use crate::{Board, Direction, Path, Stop, Watch};

/// The paths from a board to the goal that are at most a given number of moves longer than the shortest.
///
/// No step of theirs takes back the one before it. With slack they may pass the goal on their way, if they come back to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Listing {
    /// Moves of the shortest paths.
    pub optimum: usize,
    /// Moves of the longest that are meant.
    pub longest: usize,
}

impl Solver {
    /// The most moves that listed paths may have more than the shortest: a path's steps are as many frames on the stack.
    pub const MAX_SLACK: usize = 1000;

    /// Shows every path of at most `slack` moves more than the shortest to `visit`, until that says `Break`.
    ///
    /// They come sorted, letters compared in the order of [`Solver::least`] or else `d l r u`, and a path before those that go on
    /// from it. Nothing but the path at hand is kept. In both metrics a path is its single steps.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use taquin::{Board, Solver};
    /// let board: Board = "8 6 7/2 5 4/3 0 1".parse()?;
    /// let mut paths = Vec::new();
    /// let listing = Solver::new().paths(&board, 0, |path| {
    ///     paths.push(path.clone());
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!((listing.optimum, paths.len()), (31, 40));
    /// assert!(paths.is_sorted());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Solver::distance`]; [`Error::Slack`] if the slack is greater than [`Solver::MAX_SLACK`]. The paths shown before a limit was
    /// reached are all right, but not all.
    pub fn paths(
        &self,
        board: &Board,
        slack: usize,
        mut visit: impl FnMut(&Path) -> ControlFlow<()>,
    ) -> Result<Listing, Error> {
        let watch = self.watch();
        let (ready, listing) = self.listing(board, slack, &watch)?;
        let mut visit = |path: &Path| {
            super::assert_reaches(board, path, &ready.problem.goal, ready.engine);
            visit(path)
        };
        self.walk(board, &ready, listing.longest, Some(&mut visit), &watch)
            .map_err(|stop| stopped(stop, listing))?;
        Ok(listing)
    }

    /// The number of paths that [`Solver::paths`] would show. States that many paths share are looked at once.
    ///
    /// # Errors
    /// As [`Solver::paths`].
    pub fn count_paths(&self, board: &Board, slack: usize) -> Result<(Listing, u128), Error> {
        let watch = self.watch();
        let (ready, listing) = self.listing(board, slack, &watch)?;
        let count = self
            .walk(board, &ready, listing.longest, None, &watch)
            .map_err(|stop| stopped(stop, listing))?;
        Ok((listing, count))
    }

    /// The least of the paths of `moves` moves, which are the shortest.
    pub(super) fn least_path(
        &self,
        board: &Board,
        ready: &Ready,
        moves: usize,
        watch: &Watch<'_>,
    ) -> Result<Path, Stop> {
        let mut least = None;
        let mut visit = |path: &Path| {
            least = Some(path.clone());
            ControlFlow::Break(())
        };
        self.walk(board, ready, moves, Some(&mut visit), watch)?;
        Ok(least.expect("a path of that length was found"))
    }

    /// Walks over the paths of at most `moves` moves, in canonical form, and shows them as they are on the board.
    fn walk(
        &self,
        board: &Board,
        ready: &Ready,
        moves: usize,
        visit: Option<&mut Visit<'_>>,
        watch: &Watch<'_>,
    ) -> Result<u128, Stop> {
        let problem = ready.canonicalizer.problem(board);
        let goal = problem.goal().board();
        let order = self.order.unwrap_or(Direction::ALL);
        let mut shown = visit.map(|visit| |path: &Path| visit(&problem.path_back(path)));
        ready.prepared.walk(Walk {
            start: problem.start(),
            wanted: Wanted {
                goal: &goal,
                metric: self.metric,
                moves,
                order: order.map(|step| ready.canonicalizer.direction_in(step)),
            },
            watch,
            visit: shown.as_mut().map(|shown| shown as &mut Visit<'_>),
        })
    }

    fn listing(
        &self,
        board: &Board,
        slack: usize,
        watch: &Watch<'_>,
    ) -> Result<(Cow<'_, Arc<Ready>>, Listing), Error> {
        if slack > Solver::MAX_SLACK {
            return Err(Error::Slack { slack });
        }
        let ready = self.ready(board, watch)?;
        // The least path is not asked for here, whatever the order.
        let any = Solver {
            order: None,
            ..self.clone()
        };
        let optimum = any.distance(board)?;
        let longest = optimum + slack;
        Ok((ready, Listing { optimum, longest }))
    }
}

/// A limit ended a listing.
const fn stopped(stop: Stop, listing: Listing) -> Error {
    Error::Stopped {
        stop,
        lower_bound: listing.optimum,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::{Oracle, neighbors};
    use crate::{Engine, Goal, Heuristic, Metric, Problem, Size};
    use std::collections::HashMap;

    fn listed(solver: &Solver, board: &Board, slack: usize) -> Vec<Path> {
        let mut paths = Vec::new();
        solver
            .paths(board, slack, |path| {
                paths.push(path.clone());
                ControlFlow::Continue(())
            })
            .unwrap();
        paths
    }

    /// All walks without immediate reversal, by trying every one of them.
    fn walks(
        board: &Board,
        goal: &Board,
        metric: Metric,
        moves: usize,
        path: &mut Path,
        found: &mut Vec<Path>,
    ) {
        if board == goal {
            found.push(path.clone());
        }
        for step in Direction::ALL {
            if path.last() == Some(&step.opposite()) {
                continue;
            }
            let mut next = board.clone();
            if next.step(step) {
                path.push(step);
                if path.length(metric) <= moves {
                    walks(&next, goal, metric, moves, path, found);
                }
                path.pop();
            }
        }
    }

    #[test]
    fn listings_are_all_walks_in_order() {
        let goal: Board = "1 2 3/4 0 5".parse().unwrap();
        let oracles = Metric::ALL.map(|metric| (metric, Oracle::new(&goal, metric)));
        let mut longer = 0;
        for (metric, oracle) in &oracles {
            let solver = Solver::new()
                .goal(Goal::Explicit(goal.clone()))
                .metric(*metric);
            for board in oracle.states().iter().step_by(7) {
                let distance = oracle.distance(board);
                let slack = if distance < 8 { 7 } else { 0 };
                if distance > 12 {
                    continue;
                }
                let mut expected = Vec::new();
                walks(
                    board,
                    &goal,
                    *metric,
                    distance + slack,
                    &mut Path::new(),
                    &mut expected,
                );
                assert!(expected.is_sorted());
                assert_eq!(listed(&solver, board, slack), expected, "{board} {metric}");
                let (listing, count) = solver.count_paths(board, slack).unwrap();
                assert_eq!((listing.optimum, count), (distance, expected.len() as u128));
                longer += expected
                    .iter()
                    .filter(|path| path.length(*metric) > distance)
                    .count();
            }
        }
        assert!(longer > 10, "slack makes no difference: {longer}");
    }

    /// Counts of shortest paths on all 181,440 states of 3×3, summed layer by layer from the goal.
    #[test]
    fn counts_on_all_of_3x3() {
        let goal: Board = "1 2 3/4 5 6/7 8 0".parse().unwrap();
        for metric in Metric::ALL {
            let solver = Solver::new().metric(metric);
            let oracle = Oracle::new(&goal, metric);
            let mut counts: HashMap<&Board, u128> = HashMap::from([(&goal, 1)]);
            for board in &oracle.states()[1..] {
                let nearer = neighbors(board, metric)
                    .into_iter()
                    .filter(|next| oracle.distance(next) + 1 == oracle.distance(board));
                let count = nearer.map(|next| counts[&next]).sum();
                counts.insert(board, count);
                assert_eq!(
                    solver.count_paths(board, 0).unwrap().1,
                    count,
                    "{board} {metric}"
                );
            }
            assert_eq!(counts.len(), 181_440);
        }
    }

    #[test]
    fn the_least_path_is_the_first_listed_and_smallest() {
        let orders = [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1], [1, 3, 0, 2]];
        let orders = orders.map(|order: [usize; 4]| order.map(|step| Direction::ALL[step]));
        let mut scrambler = crate::Scrambler::new(4);
        let goal = Goal::Snail.board(Size::new(3, 3).unwrap()).unwrap();
        for number in 0..500 {
            let board = scrambler.uniform(&goal);
            let order = orders[number % orders.len()];
            let metric = Metric::ALL[number / orders.len() % 2];
            let solver = Solver::new().goal(Goal::Snail).metric(metric).least(order);
            let key = |path: &Path| -> Vec<usize> {
                path.iter()
                    .map(|step| order.iter().position(|other| other == step).unwrap())
                    .collect()
            };
            let all = listed(&solver, &board, 0);
            assert!(all.is_sorted_by_key(key), "{board}");
            let smallest = all.iter().min_by_key(|path| key(path)).unwrap();
            assert_eq!(
                solver.solve(&board).unwrap().path(),
                Some(smallest),
                "{board} {metric}"
            );
        }
    }

    /// The engines agree on the paths of boards near the goal, whatever guides the listing.
    #[test]
    fn every_guide_lists_the_same() {
        let mut scrambler = crate::Scrambler::new(11);
        let goal = Goal::Classic.board(Size::new(3, 3).unwrap()).unwrap();
        for metric in Metric::ALL {
            for _ in 0..20 {
                let board = scrambler.uniform(&goal);
                let expected = listed(&Solver::new().metric(metric), &board, 1);
                assert!(!expected.is_empty());
                for engine in [
                    Engine::Runs,
                    Engine::Bidirectional,
                    Engine::IdaStar(Heuristic::WalkingDistance),
                ] {
                    if engine.supports(&Problem::new(&Goal::Classic, board.size(), metric).unwrap())
                    {
                        let solver = Solver::new().metric(metric).engine(engine);
                        assert_eq!(listed(&solver, &board, 1), expected, "{board} {engine}");
                        let least = solver.clone().least(Direction::ALL).solve(&board).unwrap();
                        assert_eq!(least.path(), Some(&listed(&solver, &board, 0)[0]));
                    }
                }
            }
        }
    }

    /// Twelve cells and more: pattern databases and run tables list what a carried heuristic lists.
    #[test]
    fn larger_boards_are_listed_by_their_tables() {
        let mut scrambler = crate::Scrambler::new(5);
        for (rows, cols) in [(3, 4), (2, 6), (4, 4)] {
            let goal = Goal::BlankFirst
                .board(Size::new(rows, cols).unwrap())
                .unwrap();
            for metric in Metric::ALL {
                let solver = Solver::new().goal(Goal::BlankFirst).metric(metric);
                for _ in 0..4 {
                    // Twenty-five random steps away, so that any heuristic lists them in time.
                    let mut board = goal.clone();
                    for _ in 0..25 {
                        let away = scrambler.uniform(&"0 1/2 3".parse().unwrap());
                        board.step(Direction::from_number(away.blank().0 as u8));
                    }
                    let by_heuristic = solver
                        .clone()
                        .engine(Engine::IdaStar(Heuristic::WalkingDistance));
                    let expected = listed(&by_heuristic, &board, 2);
                    assert_eq!(listed(&solver, &board, 2), expected, "{board} {metric}");
                    let least = solver.clone().least(Direction::ALL).solve(&board).unwrap();
                    assert_eq!(least.path(), Some(&listed(&solver, &board, 0)[0]));
                    assert_eq!(
                        solver.count_paths(&board, 2).unwrap().1,
                        expected.len() as u128
                    );
                }
            }
        }
    }

    #[test]
    fn a_listing_can_be_cut_short() {
        let board: Board = "8 6 7/2 5 4/3 0 1".parse().unwrap();
        let mut shown = 0;
        let listing = Solver::new().paths(&board, 4, |_| {
            shown += 1;
            if shown < 5 {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        assert_eq!(
            listing,
            Ok(Listing {
                optimum: 31,
                longest: 35
            })
        );
        assert_eq!(shown, 5);
        assert!(matches!(
            Solver::new().paths(&"2 1 3/4 5 6/7 8 0".parse().unwrap(), 0, |_| {
                ControlFlow::Break(())
            }),
            Err(Error::Unsolvable(_))
        ));
        // On a line nothing but straight on is left.
        assert_eq!(
            listed(&Solver::new(), &"0 1 2/".parse().unwrap(), 9).len(),
            1
        );
    }
}
