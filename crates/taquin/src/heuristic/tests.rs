//! Every heuristic against true distances, naive definitions, and itself from scratch.

use super::*;
use crate::oracle::{Oracle, board, goals, neighbors, random_walk};
use crate::{Direction, Goal, Tile};

fn classic(text: &str) -> (Board, Board) {
    let board = board(text);
    let goal = Goal::Classic.board(board.size()).unwrap();
    (board, goal)
}

/// On every state of an exhaustive search: at most the true distance, at most 1 apart across a move, 0 at the goal alone.
fn assert_admissible_and_consistent(goal: &Board, metric: Metric) {
    let oracle = Oracle::new(goal, metric);
    for heuristic in Heuristic::ALL {
        with_evaluator!(heuristic, goal, metric, |evaluator| {
            let mut h = |board: &Board| {
                let state = evaluator.fresh(board.tiles());
                evaluator.value(state) as usize
            };
            for board in oracle.states() {
                let (here, distance) = (h(board), oracle.distance(board));
                assert!(
                    here <= distance,
                    "{heuristic} of {board:?} in {metric}: {here} > {distance}"
                );
                assert_eq!(here == 0, distance == 0, "{heuristic} of {board:?}");
                for next in neighbors(board, metric) {
                    let there = h(&next);
                    assert!(
                        here.abs_diff(there) <= 1,
                        "{heuristic} in {metric}: {board:?} has {here}, {next:?} has {there}"
                    );
                }
            }
        });
    }
}

#[test]
fn all_are_admissible_and_consistent_on_every_3x3_state() {
    for metric in Metric::ALL {
        for goal in goals(3, 3) {
            assert_admissible_and_consistent(&goal, metric);
        }
    }
}

#[test]
fn all_are_admissible_and_consistent_on_smaller_sizes() {
    for metric in Metric::ALL {
        for (rows, cols) in [(1, 2), (1, 7), (2, 2), (2, 3), (2, 4)] {
            for goal in goals(rows, cols) {
                assert_admissible_and_consistent(&goal, metric);
            }
        }
        // Not every goal is canonical, nor every size wider than tall.
        for text in ["1 2/3 4/5 0", "4 2/0 3/1 5", "1/2/0/3", "5 3 1/2 0 4"] {
            assert_admissible_and_consistent(&board(text), metric);
        }
    }
}

/// Names the dominance that the documentation states, also on unsolvable boards.
#[test]
fn stronger_heuristics_are_never_weaker() {
    let goal = Goal::Snail.board(Size::new(3, 3).unwrap()).unwrap();
    for metric in Metric::ALL {
        let mut estimates = [0; 4];
        let mut strictly = [false; 2];
        for rank in (0..crate::board::factorial(9)).step_by(71) {
            let board = Board::unrank(goal.size(), rank).unwrap();
            for (estimate, heuristic) in estimates.iter_mut().zip(Heuristic::ALL) {
                *estimate = heuristic.estimate_in(metric, &board, &goal);
            }
            let [hamming, manhattan, conflict, walking] = estimates;
            assert!(manhattan <= conflict && manhattan <= walking, "{board:?}");
            assert!(hamming <= manhattan || metric == Metric::Mtm, "{board:?}");
            strictly[0] |= conflict < walking;
            strictly[1] |= walking < conflict;
        }
        assert_eq!(strictly, [true, true], "neither dominates the other");
    }
}

#[test]
fn carried_along_is_the_same_as_from_scratch() {
    for (rows, cols) in [
        (4, 4),
        (3, 5),
        (5, 3),
        (5, 5),
        (2, 6),
        (7, 6),
        (1, 9),
        (20, 3),
    ] {
        let size = Size::new(rows, cols).unwrap();
        for (seed, goal) in [Goal::Classic, Goal::Snail].into_iter().enumerate() {
            let goal = goal.board(size).unwrap();
            let walk = random_walk(&goal, 2_000, seed as u64 + rows * 100 + cols);
            for metric in Metric::ALL {
                for heuristic in Heuristic::ALL {
                    with_evaluator!(heuristic, &goal, metric, |evaluator| {
                        let mut state = evaluator.fresh(goal.tiles());
                        for pair in walk.windows(2) {
                            let slide = slide_between(&pair[0], &pair[1]);
                            state = evaluator.after(pair[0].tiles(), state, slide);
                            let fresh = evaluator.fresh(pair[1].tiles());
                            assert_eq!(state, fresh, "{heuristic} of {:?}", pair[1]);
                        }
                    });
                }
            }
        }
    }
}

fn slide_between(before: &Board, after: &Board) -> Slide {
    let (to, from) = (before.blank(), after.blank());
    Slide {
        tile: before.tile(from),
        from,
        to,
        blank_goes: Direction::ALL
            .into_iter()
            .find(|&direction| before.size().neighbor(to, direction) == Some(from))
            .unwrap(),
    }
}

/// The definitions, written as in a textbook.
mod naive {
    use super::*;

    pub(super) fn manhattan(start: &Board, goal: &Board, with_blank: bool) -> usize {
        let (here, home) = (start.cells_by_tile(), goal.cells_by_tile());
        here.iter()
            .zip(&home)
            .skip(usize::from(!with_blank))
            .map(|(&here, &home)| start.size().taxicab(here, home))
            .sum()
    }

    /// For each row and column: the places where its own tiles belong, in the order in which they stand.
    fn lines(start: &Board, goal: &Board) -> Vec<Vec<usize>> {
        let size = start.size();
        let home = goal.cells_by_tile();
        let own = |line: &[crate::Cell], on_line: &dyn Fn(crate::Cell) -> bool| {
            line.iter()
                .map(|&cell| start.tile(cell))
                .filter(|tile| !tile.is_blank() && on_line(home[tile.index()]))
                .map(|tile| home[tile.index()].index())
                .collect()
        };
        let rows = (0..size.rows()).map(|row| {
            let cells: Vec<_> = (0..size.cols()).map(|col| size.cell(row, col)).collect();
            own(&cells, &|cell| size.row(cell) == row)
        });
        let cols = (0..size.cols()).map(|col| {
            let cells: Vec<_> = (0..size.rows()).map(|row| size.cell(row, col)).collect();
            own(&cells, &|cell| size.col(cell) == col)
        });
        rows.chain(cols).collect()
    }

    /// Two slides for each tile of the smallest set without which a line is in order, by trying every set.
    pub(super) fn linear_conflict(start: &Board, goal: &Board) -> usize {
        let leaving: usize = lines(start, goal)
            .iter()
            .map(|line| fewest_dropped(line))
            .sum();
        manhattan(start, goal, false) + 2 * leaving
    }

    /// The widespread mistake: two slides for each pair in the wrong order.
    pub(super) fn pairwise_conflict(start: &Board, goal: &Board) -> usize {
        let pairs: usize = lines(start, goal)
            .iter()
            .map(|line| {
                (0..line.len())
                    .map(|i| {
                        line[i + 1..]
                            .iter()
                            .filter(|&&after| after < line[i])
                            .count()
                    })
                    .sum::<usize>()
            })
            .sum();
        manhattan(start, goal, false) + 2 * pairs
    }

    fn fewest_dropped(line: &[usize]) -> usize {
        (0u32..1 << line.len())
            .filter(|kept| {
                (0..line.len())
                    .filter(|place| kept >> place & 1 == 1)
                    .is_sorted_by_key(|place| line[place])
            })
            .map(|kept| line.len() - kept.count_ones() as usize)
            .min()
            .expect("the empty set is in order")
    }
}

#[test]
fn estimates_are_as_defined() {
    let mut pairs = Vec::new();
    for (rows, cols) in [(3, 3), (4, 4), (5, 5), (6, 7), (2, 8), (1, 5)] {
        let size = Size::new(rows, cols).unwrap();
        let goal = Goal::BlankFirst.board(size).unwrap();
        pairs.extend(
            random_walk(&goal, 2_000, rows)
                .into_iter()
                .step_by(11)
                .map(|start| (start, goal.clone())),
        );
    }
    for (start, goal) in &pairs {
        let away = start
            .tiles()
            .iter()
            .zip(goal.tiles())
            .filter(|(here, home)| here != home && **here != Tile::BLANK)
            .count();
        assert_eq!(Heuristic::Hamming.estimate(start, goal), away);
        assert_eq!(
            Heuristic::Manhattan.estimate(start, goal),
            naive::manhattan(start, goal, false)
        );
        assert_eq!(
            Heuristic::LinearConflict.estimate(start, goal),
            naive::linear_conflict(start, goal)
        );
    }
}

/// Reports 12 and 13.
#[test]
fn blank_never_counts_in_a_heuristic() {
    let (start, goal) = classic("1 2 3/4 5 6/7 0 8");
    for heuristic in Heuristic::ALL {
        assert_eq!(heuristic.estimate(&start, &goal), 1, "{heuristic}");
    }
    // What it would cost: Manhattan distance with the blank exceeds the true distance of this many states.
    let oracle = Oracle::new(&goal, Metric::Stm);
    let broken = oracle
        .states()
        .iter()
        .filter(|board| naive::manhattan(board, &goal, true) > oracle.distance(board))
        .count();
    assert_eq!(broken, 4_650);
}

/// Report 14: of the 181,440 states only 7 show the mistake.
#[test]
fn linear_conflict_is_not_pairwise() {
    let (start, goal) = classic("7 8 0/6 5 4/1 2 3");
    assert_eq!(naive::pairwise_conflict(&start, &goal), 28);
    let oracle = Oracle::new(&goal, Metric::Stm);
    assert_eq!(oracle.distance(&start), 26);
    assert!(Heuristic::LinearConflict.estimate(&start, &goal) <= 26);
    let exposed = oracle
        .states()
        .iter()
        .filter(|board| naive::pairwise_conflict(board, &goal) > oracle.distance(board))
        .count();
    assert_eq!(exposed, 7);
}

/// Report 15: two conflicts of one row that have no tile in common.
#[test]
fn independent_conflicts_of_a_line_all_count() {
    let (start, goal) = classic("2 1 4 3/5 6 7 8/9 10 11 12/13 14 15 0");
    assert_eq!(Heuristic::Manhattan.estimate(&start, &goal), 4);
    assert_eq!(Heuristic::LinearConflict.estimate(&start, &goal), 4 + 4);
}

/// Report 16: linear conflict on larger boards, where no search tells the true distance but a walk bounds it.
#[test]
fn linear_conflict_never_exceeds_a_known_path() {
    for (rows, cols) in [(5, 5), (4, 6), (8, 8)] {
        let goal = Goal::Classic.board(Size::new(rows, cols).unwrap()).unwrap();
        let mut conflict = LinearConflict::new(&goal, Metric::Stm);
        let mut above = 0;
        for seed in 0..200 {
            let walk = random_walk(&goal, 60, seed);
            for (steps, start) in walk.iter().enumerate() {
                let state = conflict.fresh(start.tiles());
                let h = conflict.value(state) as usize;
                let manhattan = naive::manhattan(start, &goal, false);
                assert!(manhattan <= h && h <= steps, "{start:?}");
                above += usize::from(h > manhattan);
            }
        }
        assert!(above > 0, "some board of {rows}x{cols} has a conflict");
    }
}

#[test]
fn names_read_back() {
    for heuristic in Heuristic::ALL {
        assert_eq!(heuristic.name().parse(), Ok(heuristic));
        assert_eq!(heuristic.to_string(), heuristic.name());
    }
    assert_eq!(
        "manhatten".parse::<Heuristic>().unwrap_err().to_string(),
        "unknown heuristic \"manhatten\", expected hamming, manhattan, linear-conflict or walking-distance"
    );
}

#[test]
fn estimates_of_huge_boards_neither_overflow_nor_take_long() {
    let size = Size::new(1_000, 1_000).unwrap();
    let goal = Goal::Classic.board(size).unwrap();
    let start = crate::Symmetry::new(true, true, false).board(&goal);
    let manhattan = Heuristic::Manhattan.estimate(&start, &goal);
    // Turned by half: row r goes to row 999 − r, 500,000 along each axis and line. The blank, 1,998 away, does not count.
    assert_eq!(manhattan, 1_000 * 500_000 * 2 - 1_998);
    assert_eq!(
        Heuristic::WalkingDistance.estimate(&start, &goal),
        manhattan,
        "not supported: Manhattan in its place"
    );
    assert!(Heuristic::LinearConflict.estimate(&start, &goal) >= manhattan);
    assert!(!Heuristic::WalkingDistance.supports(size));
}
