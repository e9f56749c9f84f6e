//! The textbook searches against true distances, against each other, and under limits.

use std::ops::ControlFlow;
use std::time::Duration;

use super::{astar, bfs, bidirectional, ida};
use crate::engine::Outcome;
use crate::heuristic::Heuristic;
use crate::oracle::{Oracle, board, goals, random_walk};
use crate::{Board, CanonicalGoal, CanonicalProblem, Cell, Direction, Goal, Metric, Path, Size};
use crate::{Limits, Progress, Stats, Stop, Watch};

#[derive(Clone, Copy, PartialEq, Debug)]
enum Searcher {
    Bfs,
    Bidirectional,
    AStar(Heuristic),
    Ida(Heuristic),
}

impl Searcher {
    fn all() -> impl Iterator<Item = Searcher> {
        let informed = Heuristic::ALL
            .into_iter()
            .flat_map(|heuristic| [Searcher::AStar(heuristic), Searcher::Ida(heuristic)]);
        [Searcher::Bfs, Searcher::Bidirectional]
            .into_iter()
            .chain(informed)
    }

    fn solve(self, problem: &CanonicalProblem, metric: Metric, watch: &Watch<'_>) -> Outcome {
        match self {
            Searcher::Bfs => bfs::solve(problem, metric, watch),
            Searcher::Bidirectional => bidirectional::solve(problem, metric, watch),
            Searcher::AStar(heuristic) => astar::solve(problem, metric, heuristic, watch),
            Searcher::Ida(heuristic) => {
                ida::solve(problem, metric, heuristic, Direction::ALL, watch)
            }
        }
    }

    /// Solves without limits; the path is replayed, and its length is the lower bound.
    fn solve_well(self, start: &Board, goal: &Board, metric: Metric) -> (usize, Stats) {
        let problem = CanonicalProblem::new(start, goal);
        let found = self.solve(&problem, metric, &Watch::unlimited()).unwrap();
        let path = problem.path_back(&found.path);
        assert_eq!(start.after(&path).as_ref(), Ok(goal), "{self:?}: {start:?}");
        assert_eq!(found.lower_bound, path.length(metric), "{self:?}");
        (found.lower_bound, found.stats)
    }
}

fn assert_agree_with_oracle(
    oracle: &Oracle,
    goal: &Board,
    metric: Metric,
    count: usize,
    searchers: impl Iterator<Item = Searcher>,
) {
    for searcher in searchers {
        for start in oracle.spread(count) {
            let (length, stats) = searcher.solve_well(start, goal, metric);
            assert_eq!(
                length,
                oracle.distance(start),
                "{searcher:?} in {metric}: {start:?}"
            );
            if let Searcher::Ida(_) = searcher
                && metric == Metric::Stm
                && length > 0
            {
                assert_eq!(stats.peak_stored, length as u64 + 1, "states of the path");
            }
        }
    }
}

fn informed() -> impl Iterator<Item = Searcher> {
    Searcher::all().filter(|searcher| !matches!(searcher, Searcher::Bfs | Searcher::Bidirectional))
}

fn uninformed() -> impl Iterator<Item = Searcher> {
    [Searcher::Bfs, Searcher::Bidirectional].into_iter()
}

#[test]
fn informed_searches_are_optimal_on_two_thousand_3x3_states() {
    let goal = Goal::Classic.board(Size::square(3).unwrap()).unwrap();
    let oracle = Oracle::new(&goal, Metric::Stm);
    assert_agree_with_oracle(&oracle, &goal, Metric::Stm, 2_000, informed());
}

#[test]
fn uninformed_searches_are_optimal_on_3x3() {
    for metric in Metric::ALL {
        let goal = Goal::Snail.board(Size::square(3).unwrap()).unwrap();
        let oracle = Oracle::new(&goal, metric);
        let bidirectional = [Searcher::Bidirectional].into_iter();
        assert_agree_with_oracle(&oracle, &goal, metric, 1_000, bidirectional);
        assert_agree_with_oracle(&oracle, &goal, metric, 40, uninformed());
    }
}

#[test]
fn searches_are_optimal_in_either_metric_wherever_the_blank_is_at_home() {
    for metric in Metric::ALL {
        for goal in goals(3, 3) {
            let oracle = Oracle::new(&goal, metric);
            assert_agree_with_oracle(&oracle, &goal, metric, 30, informed());
        }
    }
}

#[test]
fn searches_are_optimal_on_every_smaller_state() {
    for metric in Metric::ALL {
        for (rows, cols) in [(1, 2), (1, 5), (2, 2), (2, 3), (2, 4)] {
            for goal in goals(rows, cols) {
                let oracle = Oracle::new(&goal, metric);
                let count = if cols == 4 { 60 } else { usize::MAX };
                assert_agree_with_oracle(&oracle, &goal, metric, count, Searcher::all());
            }
        }
    }
}

/// Larger boards than any table holds, near the goal, in each way of packing them.
#[test]
fn searches_agree_on_larger_boards_near_the_goal() {
    for (rows, cols, stm_steps, mtm_steps, seeds) in [
        (4, 4, 14, 5, 3),
        (3, 5, 14, 5, 1),
        (5, 5, 14, 5, 3),
        (4, 6, 14, 5, 3),
        (16, 17, 10, 3, 3),
        (260, 256, 6, 1, 1),
    ] {
        let size = Size::new(rows, cols).unwrap();
        let goal = Goal::Classic.board(size).unwrap();
        for (metric, steps) in [(Metric::Stm, stm_steps), (Metric::Mtm, mtm_steps)] {
            for seed in 0..seeds {
                let walk = random_walk(&goal, steps, seed);
                let start = &walk[steps];
                let lengths: Vec<usize> = Searcher::all()
                    .map(|searcher| searcher.solve_well(start, &goal, metric).0)
                    .collect();
                assert!(lengths[0] <= steps);
                assert!(
                    lengths.iter().all(|&length| length == lengths[0]),
                    "{lengths:?}"
                );
            }
        }
    }
}

#[test]
fn a_star_counts_what_it_selects_and_what_it_stores() {
    let start = board("8 6 7/2 5 4/3 0 1");
    let goal = Goal::Classic.board(start.size()).unwrap();
    let mut expanded = Vec::new();
    for heuristic in Heuristic::ALL {
        let (length, stats) = Searcher::AStar(heuristic).solve_well(&start, &goal, Metric::Stm);
        assert_eq!(length, 31);
        assert!(stats.peak_stored <= 181_440, "each state is stored once");
        assert!(stats.expanded < stats.peak_stored);
        assert!(stats.peak_stored <= stats.generated + 1);
        expanded.push(stats.expanded);
    }
    assert!(expanded[0] > expanded[1] && expanded[1] > expanded[2]);
}

/// Report 22, 25: a 3x3 board is never too much, and its states are few.
#[test]
fn no_search_of_3x3_stores_more_states_than_there_are() {
    let start = board("7 2 4/5 0 6/8 3 1");
    let goal = Goal::Classic.board(start.size()).unwrap();
    for searcher in Searcher::all() {
        let (length, stats) = searcher.solve_well(&start, &goal, Metric::Stm);
        assert_eq!(length, 20, "{searcher:?}");
        assert!(stats.peak_stored <= 181_440);
    }
}

/// Report 17.
#[test]
fn neighbor_of_the_middle_below_is_the_middle() {
    let start = board("1 2 3/4 8 5/7 0 6");
    let goal = Goal::Classic.board(start.size()).unwrap();
    for searcher in Searcher::all() {
        let problem = CanonicalProblem::new(&start, &goal);
        let found = searcher
            .solve(&problem, Metric::Stm, &Watch::unlimited())
            .unwrap();
        assert_eq!(problem.path_back(&found.path).to_string(), "urd");
    }
}

#[test]
fn ida_returns_the_least_of_all_optimal_paths() {
    use Direction::{Down, Left, Right, Up};
    for metric in Metric::ALL {
        for home in [0, 1, 4] {
            let size = Size::square(3).unwrap();
            let goal = CanonicalGoal::new(size, Cell(home)).board();
            let oracle = Oracle::new(&goal, metric);
            let mut ties = 0;
            for start in oracle.spread(150) {
                let problem = CanonicalProblem::new(start, &goal);
                let all = oracle.optimal_paths(start);
                ties += usize::from(all.len() > 1);
                for order in [
                    Direction::ALL,
                    [Up, Down, Left, Right],
                    [Right, Left, Up, Down],
                ] {
                    let place = |step: &Direction| order.iter().position(|other| other == step);
                    let least = all
                        .iter()
                        .min_by_key(|path| path.iter().map(place).collect::<Vec<_>>())
                        .unwrap();
                    for heuristic in [Heuristic::Manhattan, Heuristic::WalkingDistance] {
                        let found =
                            ida::solve(&problem, metric, heuristic, order, &Watch::unlimited());
                        assert_eq!(found.unwrap().path, *least, "{start:?} {order:?}");
                    }
                }
            }
            assert!(ties > 50, "most states have several: {ties}");
        }
    }
}

fn problem_15() -> CanonicalProblem {
    // Korf's first board: 57 and 33 moves.
    let start = board("14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3");
    CanonicalProblem::new(&start, &Goal::BlankFirst.board(start.size()).unwrap())
}

#[test]
fn every_limit_stops_every_search_with_a_true_bound() {
    let cancel = |_: &Progress| ControlFlow::Break(());
    for (metric, optimum) in [(Metric::Stm, 57), (Metric::Mtm, 33)] {
        for searcher in Searcher::all() {
            let check = |limits: Limits, expected: Stop| {
                let watch = Watch::new(limits, (expected == Stop::Cancelled).then_some(&cancel));
                let ended = searcher
                    .solve(&problem_15(), metric, &watch)
                    .expect_err("no search is done that soon");
                assert_eq!(ended.stop, expected, "{searcher:?}");
                assert!(ended.lower_bound <= optimum, "{searcher:?}");
                assert_eq!(ended.best, None);
                ended
            };
            let nodes = |nodes| Limits {
                nodes: Some(nodes),
                ..Limits::default()
            };
            for limit in [1, 100, 5_000, 20_000] {
                let ended = check(nodes(limit), Stop::Nodes);
                assert_eq!(ended.stats.expanded, limit, "{searcher:?}");
                assert!(ended.lower_bound > 0 || limit == 1);
            }
            let time = |time| Limits {
                time: Some(time),
                ..Limits::default()
            };
            assert_eq!(check(time(Duration::ZERO), Stop::Time).stats.expanded, 0);
            check(time(Duration::from_millis(5)), Stop::Time);
            check(Limits::default(), Stop::Cancelled);
            let memory = |memory| Limits {
                memory: Some(memory),
                ..Limits::default()
            };
            let tiny = check(memory(100), Stop::Memory);
            assert_eq!(tiny.stats.peak_stored, 0);
            if !matches!(searcher, Searcher::Ida(_)) {
                let more = check(memory(8 << 20), Stop::Memory);
                let stored = more.stats.peak_stored;
                assert!(
                    (30_000..400_000).contains(&stored),
                    "{searcher:?}: {stored}"
                );
            }
        }
    }
}

/// One state of a million cells takes megabytes; what is asked for grows with what is stored.
#[test]
fn huge_boards_end_at_their_limits() {
    let size = Size::new(700, 800).unwrap();
    let goal = Goal::Classic.board(size).unwrap();
    let mut start = goal.clone();
    let away: Path = "uuuullllddrrurul"
        .chars()
        .filter_map(Direction::from_letter)
        .collect();
    start.apply(&away).unwrap();
    let problem = CanonicalProblem::new(&start, &goal);
    for searcher in [
        Searcher::Bfs,
        Searcher::Bidirectional,
        Searcher::AStar(Heuristic::Hamming),
    ] {
        let limits = Limits {
            memory: Some(64 << 20),
            ..Limits::default()
        };
        let ended = searcher
            .solve(&problem, Metric::Stm, &Watch::new(limits, None))
            .expect_err("a few dozen states are not enough");
        assert_eq!(ended.stop, Stop::Memory);
        assert!((2..30).contains(&ended.stats.peak_stored));
    }
}

#[test]
fn the_15_puzzle_is_solved_by_ida_with_the_better_heuristics() {
    // Korf's boards 79 and 9, with their lengths in data/korf15.tsv.
    for heuristic in [Heuristic::LinearConflict, Heuristic::WalkingDistance] {
        for (text, length) in [
            ("0 1 9 7/11 13 5 3/14 12 4 2/8 6 10 15", 42),
            ("3 14 9 11/5 4 8 2/13 12 6 7/10 1 15 0", 46),
        ] {
            let start = board(text);
            let goal = Goal::BlankFirst.board(start.size()).unwrap();
            assert_eq!(
                Searcher::Ida(heuristic)
                    .solve_well(&start, &goal, Metric::Stm)
                    .0,
                length
            );
        }
    }
}
