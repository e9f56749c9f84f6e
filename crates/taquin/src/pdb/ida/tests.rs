use super::kernel::{Counts, Kernel, SlotState};
use super::*;
use crate::{
    Canonicalizer, Direction, Goal, Limits, Path, Scrambler, Size, Solver, Stats, Stop, Symmetry,
    Tile,
};
use std::sync::Arc;

fn size(rows: u64, cols: u64) -> Size {
    Size::new(rows, cols).unwrap()
}

fn searcher(goal: CanonicalGoal) -> PdbSearcher {
    PdbSearcher::cold(goal, &Watch::unlimited()).unwrap()
}

/// The bounds of each partition, from the tables alone.
fn fresh_bounds(set: &TableSet, board: &Board) -> Vec<usize> {
    let cell_of_home = cells_of_homes(set, board);
    set.views()
        .iter()
        .map(|view| {
            view.slots()
                .iter()
                .map(|slot| distance(slot, &cell_of_home, board))
                .sum()
        })
        .collect()
}

fn cells_of_homes(set: &TableSet, board: &Board) -> Vec<usize> {
    let mut cells = vec![0; board.size().cells()];
    for (cell, &tile) in board.tiles().iter().enumerate() {
        cells[set.goal().home_of(tile).index()] = cell;
    }
    cells
}

fn distance(slot: &crate::pdb::Slot, cell_of_home: &[usize], board: &Board) -> usize {
    let blank = slot.table_cell(board.blank().index());
    slot.table()
        .distance(slot.placement(cell_of_home), blank.into())
}

#[test]
fn bounds_never_exceed_lengths() {
    for (rows, cols, home, boards) in [
        (4, 4, 0, 1000),
        (4, 4, 5, 60),
        (3, 4, 5, 200),
        (3, 5, 2, 40),
    ] {
        let goal = CanonicalGoal::new(size(rows, cols), crate::Cell(home));
        let searcher = searcher(goal);
        let mut scrambler = Scrambler::new(3);
        for _ in 0..boards {
            let start = scrambler.uniform(&goal.board());
            let problem = CanonicalProblem::new(&start, &goal.board());
            let found = searcher
                .solve(&problem, Aids::default(), &Watch::unlimited())
                .unwrap();
            assert_eq!(found.path.len(), found.lower_bound);
            assert_eq!(start.after(&found.path).unwrap(), goal.board());
            for bound in fresh_bounds(&searcher.set, &start) {
                assert!(bound <= found.path.len(), "{start}");
                assert_eq!(bound % 2, found.path.len() % 2, "{start}");
            }
        }
    }
}

/// What nodes carry along equals what the tables say of their boards.
#[test]
fn carried_bounds_equal_fresh_ones() {
    fn walk<M: KindOfMap, const CELLS: usize, const SLOTS: usize>(searcher: &PdbSearcher) {
        let set = &searcher.set;
        let kernel = Kernel::<M, CELLS, SLOTS>::new(set, &searcher.automaton);
        let mut scrambler = Scrambler::new(5);
        for _ in 0..20 {
            let mut board = scrambler.uniform(&set.goal().board());
            let start = kernel.start(&board);
            assert_eq!(
                start.bound(),
                fresh_bounds(set, &board).into_iter().max().unwrap()
            );
            // So large that nothing is pruned.
            let bound = start.bound() + 2000;
            let mut node = start.within(bound).unwrap();
            for step in 1..=60 {
                let mut children = Vec::new();
                // SAFETY: the kernel made the start and its descendants.
                unsafe { kernel.children(&node, &mut children, &mut Counts::default()) }
                if children.is_empty() {
                    // Every way on is redundant.
                    node = node.without_word();
                    // SAFETY: as above.
                    unsafe { kernel.children(&node, &mut children, &mut Counts::default()) }
                }
                let child = children[step * 7 % children.len()];
                assert!(board.step(kernel.step(&node, &child)));
                node = child;
                assert_eq!(node.blank(), board.blank().index());
                assert_eq!(node.left(), bound - step);
                let cell_of_home = cells_of_homes(set, &board);
                for (slot, state) in set.slots().zip(node.slots()) {
                    let placement = slot.placement(&cell_of_home);
                    let distance = distance(slot, &cell_of_home, &board);
                    assert_eq!(
                        *state,
                        SlotState::new(placement.cells.0, placement.rank, distance),
                        "{board}"
                    );
                }
                for (view, distance) in fresh_bounds(set, &board).into_iter().enumerate() {
                    assert_eq!(node.slack(view), (bound - step - distance) / 2);
                }
            }
        }
    }
    walk::<NarrowMap, 16, 6>(&searcher(CanonicalGoal::new(size(4, 4), crate::Cell(0))));
    walk::<NarrowMap, 16, 4>(&searcher(CanonicalGoal::new(size(3, 4), crate::Cell(5))));
    walk::<NarrowMap, 16, 12>(&searcher(CanonicalGoal::new(size(3, 5), crate::Cell(7))));
    walk::<PackedMap, 32, 8>(&searcher(CanonicalGoal::new(size(4, 5), crate::Cell(0))));
    walk::<PackedMap, 32, 8>(&searcher(CanonicalGoal::new(size(3, 6), crate::Cell(4))));
    // One table is too large for packed maps, the other is not.
    walk::<WideMap, 32, MAX_SLOTS>(&searcher(CanonicalGoal::new(size(2, 12), crate::Cell(0))));
}

fn lengths(solver: &Solver, boards: &[Board]) -> Vec<usize> {
    boards
        .iter()
        .map(|board| solver.distance(board).unwrap())
        .collect()
}

#[test]
fn symmetric_and_inverse_problems_have_equal_lengths() {
    for (rows, cols, boards) in [(4, 4, 12), (3, 4, 60), (2, 6, 60)] {
        let goal = Goal::Classic.board(size(rows, cols)).unwrap();
        let mut scrambler = Scrambler::new(9);
        let solver = Solver::new();
        for _ in 0..boards {
            let start = scrambler.uniform(&goal);
            let length = solver.distance(&start).unwrap();
            let inverse = solver.clone().goal(Goal::Explicit(start.clone()));
            assert_eq!(inverse.distance(&goal), Ok(length), "{start} inverse");
            for symmetry in Symmetry::ALL {
                let turned = |board: &Board| turned(board, symmetry);
                let solver = solver.clone().goal(Goal::Explicit(turned(&goal)));
                assert_eq!(
                    solver.distance(&turned(&start)),
                    Ok(length),
                    "{start} {symmetry:?}"
                );
            }
        }
    }
}

fn turned(board: &Board, symmetry: Symmetry) -> Board {
    let from = board.size();
    let mut tiles = vec![0; from.cells()];
    for cell in from.all_cells() {
        tiles[symmetry.cell(from, cell).index()] = board.tile(cell).0;
    }
    Board::new(symmetry.size(from), &tiles).unwrap()
}

#[test]
fn every_goal_is_solved_as_by_another_engine() {
    for (rows, cols, boards) in [(3, 4, 4), (2, 6, 3)] {
        let size = size(rows, cols);
        for home in size.all_cells() {
            let goal = CanonicalGoal::new(size, home);
            // A goal whose blank is at home anywhere, its tiles not in order.
            let mut tiles: Vec<u32> = goal.board().tiles().iter().map(|tile| tile.0).collect();
            tiles.swap(goal.home().index(), home.index());
            let goal = Board::new(size, &tiles).unwrap();
            let mut scrambler = Scrambler::new(home.0.into());
            let starts: Vec<Board> = (0..boards).map(|_| scrambler.uniform(&goal)).collect();
            let solver = Solver::new().goal(Goal::Explicit(goal));
            let other = crate::Engine::IdaStar(crate::Heuristic::WalkingDistance);
            assert_eq!(
                lengths(&solver.clone().engine(crate::Engine::Pdb), &starts),
                lengths(&solver.engine(other), &starts),
                "{size} {home:?}"
            );
        }
    }
}

#[test]
fn the_least_path_is_that_of_another_engine() {
    let goal = Goal::Classic.board(size(3, 4)).unwrap();
    let mut scrambler = Scrambler::new(4);
    for order in ["dlru", "urld", "rudl"] {
        let order: Vec<Direction> = order.chars().filter_map(Direction::from_letter).collect();
        let solver = Solver::new().least(order.try_into().unwrap());
        for _ in 0..8 {
            let start = scrambler.uniform(&goal);
            let path = |engine| {
                let answer = solver.clone().engine(engine).solve(&start).unwrap();
                answer.path().unwrap().to_string()
            };
            let other = crate::Engine::IdaStar(crate::Heuristic::WalkingDistance);
            assert_eq!(path(crate::Engine::Pdb), path(other), "{start}");
        }
    }
}

#[test]
fn threads_change_neither_path_nor_the_nodes_of_finished_iterations() {
    // 80 moves, one of the hardest boards: large enough to be divided among work units.
    let start: Board = "0 12 9 13/15 11 10 14/7 8 5 6/4 3 2 1".parse().unwrap();
    let goal = Goal::Classic.board(start.size()).unwrap();
    let problem = CanonicalProblem::new(&start, &goal);
    let searcher = searcher(problem.goal());
    let solve = |threads| {
        let limits = Limits {
            threads,
            nodes: Some(3_000_000),
            ..Limits::default()
        };
        searcher.solve(&problem, Aids::default(), &Watch::new(limits, None))
    };
    // Both stop in some iteration: the bounds proven are the same or one iteration apart.
    let (one, two) = (solve(1).unwrap_err(), solve(2).unwrap_err());
    assert_eq!(one.stop, Stop::Nodes);
    assert_eq!(two.stop, Stop::Nodes);
    assert!(one.lower_bound.abs_diff(two.lower_bound) <= 2);

    let easier: Board = "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3".parse().unwrap();
    let goal = Goal::BlankFirst.board(easier.size()).unwrap();
    let problem = CanonicalProblem::new(&easier, &goal);
    let solve = |threads| {
        let limits = Limits {
            threads,
            ..Limits::default()
        };
        searcher
            .solve(&problem, Aids::default(), &Watch::new(limits, None))
            .unwrap()
    };
    assert_eq!(solve(1).path, solve(2).path);
}

#[test]
fn limits_end_a_search_with_the_bound_proven_so_far() {
    let start: Board = "0 12 9 13/15 11 10 14/7 8 5 6/4 3 2 1".parse().unwrap();
    let solver = Solver::new().limits(Limits {
        nodes: Some(200_000),
        ..Limits::default()
    });
    let answer = solver.solve(&start).unwrap();
    assert_eq!(answer.stop(), Some(Stop::Nodes));
    let lower_bound = answer.lower_bound();
    assert!((50..=80).contains(&lower_bound), "{lower_bound}");
    // An eighth of the budget is kept for a quick path; a watch that is looked at now and then may miss some thousands.
    let stats = answer.stats();
    assert!(stats.expanded >= 175_000, "{stats:?}");
    assert!(
        stats.suggested > 0 && stats.expanded + stats.suggested < 220_000,
        "{stats:?}"
    );
    assert!(answer.length().is_some_and(|length| length >= 80));
    let tiny = Solver::new().limits(Limits {
        memory: Some(1 << 20),
        ..Limits::default()
    });
    assert_eq!(tiny.solve(&start).unwrap().stop(), Some(Stop::Memory));
}

#[test]
fn a_solved_board_needs_no_moves() {
    for home in [0, 1, 5] {
        let goal = CanonicalGoal::new(size(4, 4), crate::Cell(home));
        let problem = CanonicalProblem::new(&goal.board(), &goal.board());
        let found = searcher(goal)
            .solve(&problem, Aids::default(), &Watch::unlimited())
            .unwrap();
        assert!(found.path.is_empty());
        assert_eq!(goal.board().tile(crate::Cell(home)), Tile::BLANK);
    }
}

/// A searcher with patterns too small for it to be quick, so that iterations grow.
fn weak_searcher(goal: CanonicalGoal, picture: &str) -> PdbSearcher {
    let partition = crate::pdb::Partition::from_picture(goal, picture);
    PdbSearcher {
        set: Plan::new(goal, &[partition])
            .build(&Watch::unlimited())
            .unwrap(),
        automaton: Automaton::new(goal.size(), WORD_LEN),
        loaded: false,
    }
}

#[test]
fn iterations_cost_the_same_whatever_threads_and_interruptions() {
    let goal = CanonicalGoal::new(size(4, 4), crate::Cell(0));
    let searcher = weak_searcher(goal, ".aab aabb ccdd ccdd");
    // One of Korf's, of 59 moves.
    let start: Board = "14 7 8 2/13 11 10 4/9 12 5 0/3 6 1 15".parse().unwrap();
    let problem = CanonicalProblem::new(&start, &goal.board());
    let solve = |threads, nodes, deepening: &mut Deepening| {
        let limits = Limits {
            threads,
            nodes,
            ..Limits::default()
        };
        let watch = Watch::new(limits, None);
        searcher.go_on(&problem, deepening, Aids::default(), &watch)
    };
    let (mut one, mut two) = (searcher.deepening(&problem), searcher.deepening(&problem));
    let found = solve(1, None, &mut one).unwrap();
    assert_eq!(found.path.len(), 59);
    assert_eq!(solve(2, None, &mut two).unwrap().path, found.path);
    let expected = one.iterations();
    assert!(expected.len() > 3);
    assert!(expected.last().unwrap().1.expanded > 1_000_000, "divided");
    assert_eq!(two.iterations(), expected);

    // Again and again stopped in the middle of something, and read from its file.
    let folder = tempfile::tempdir().unwrap();
    let (mut ends, mut given) = (0, 0);
    let last = loop {
        let file = Checkpoint::open(&folder.path().join("search"), &problem).unwrap();
        let mut broken = searcher.resume(&problem, file).unwrap();
        given += broken.units_exhausted();
        match solve(1 + ends % 2, Some(300_000), &mut broken) {
            Ok(found) => {
                assert_eq!(found.path.len(), 59);
                break broken;
            }
            Err(interrupted) => assert_eq!(interrupted.stop, Stop::Nodes),
        }
        broken.save().unwrap();
        ends += 1;
        assert!(ends < 1000);
    };
    assert!(ends > 3 && given > 10);
    assert_eq!(last.iterations(), expected);
}

#[test]
fn units_run_one_by_one_make_up_the_iterations() {
    // Goals of another kind than the canonical ones, so that paths are mapped.
    let goal: Board = "0 12 11 10/9 8 7 6/5 4 3 2/1 15 14 13".parse().unwrap();
    let start = Scrambler::new(8).uniform(&goal);
    let solver = Solver::new().goal(Goal::Explicit(goal.clone()));
    let (canonicalizer, problem) = (
        Canonicalizer::new(&goal),
        CanonicalProblem::new(&start, &goal),
    );
    let weak = weak_searcher(problem.goal(), ".aab aabb ccdd ccdd");
    let units = Units::new(Arc::new(weak), problem.clone(), canonicalizer);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("search");
    let resume = || {
        let checkpoint = Checkpoint::open(&file, &problem).unwrap();
        UnitSearch::resume(units.clone(), checkpoint).unwrap()
    };
    let mut search = resume();
    let mut last = Vec::new();
    while search.path().is_none() {
        let list = search.next_units(4);
        assert!(list.len() <= 4 && search.progress().0 + list.len() <= search.progress().1);
        for unit in list.iter().rev() {
            assert_eq!(unit.bound, search.bound());
            let sent: WorkUnit = unit.to_string().parse().unwrap();
            assert_eq!(sent, *unit);
            let report = units.run(&sent, &Watch::unlimited()).unwrap();
            search.report(&sent, &report).unwrap();
            assert!(search.report(&sent, &report).is_err(), "reported twice");
        }
        if search.path().is_none() {
            // Elsewhere, it goes on with the same units.
            search.save().unwrap();
            let before = (search.bound(), search.progress(), search.stats());
            drop(search);
            search = resume();
            assert_eq!((search.bound(), search.progress(), search.stats()), before);
        }
        last = list;
    }
    assert!(search.progress().1 > 4, "{:?}", search.progress());
    assert!(search.next_units(1).is_empty());
    let path = search.path().unwrap();
    assert_eq!(start.after(path).unwrap(), goal);
    assert_eq!(path.len(), solver.distance(&start).unwrap());

    // Units of another problem.
    let mut unit = last[0].clone();
    let step = *unit.prefix.last().unwrap();
    unit.prefix.push(step.opposite());
    let odd = WorkUnit {
        bound: last[0].bound + 1,
        ..last[0].clone()
    };
    for unit in [unit, odd] {
        let result = units.run(&unit, &Watch::unlimited());
        assert!(matches!(result, Err(UnitError::WorkUnit(_))), "{unit}");
    }
    for text in ["", "9", "x ud", "9 udx", "-1 ud"] {
        assert!(text.parse::<WorkUnit>().is_err(), "{text:?}");
    }
}

/// The solver and whoever carries units elsewhere do the same, and go on with each other's file.
#[test]
fn a_search_begun_by_the_solver_goes_on_in_units() {
    let goal = Goal::Classic.board(size(4, 4)).unwrap();
    let start: Board = "0 12 9 13/15 11 10 14/7 8 5 6/4 3 2 1".parse().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("search");
    let solver = Solver::new().checkpoint(&file);
    let solve = |nodes| {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let answer = solver.clone().limits(limits).solve(&start).unwrap();
        assert_eq!(answer.stop(), Some(Stop::Nodes));
        answer.stats().expanded
    };
    let units = solver.units(&start).unwrap();
    let resume = || {
        let problem = CanonicalProblem::new(&start, &goal);
        let checkpoint = Checkpoint::open(&file, &problem).unwrap();
        UnitSearch::resume(units.clone(), checkpoint).unwrap()
    };
    let expanded = solve(2_000_000);
    let mut search = resume();
    let before = search.stats().expanded;
    assert!((1_000_000..=expanded).contains(&before), "{before}");
    for unit in search.next_units(10) {
        let report = units.run(&unit, &Watch::unlimited()).unwrap();
        search.report(&unit, &report).unwrap();
    }
    search.save().unwrap();
    let (done, bound) = (search.stats().expanded, search.bound());
    assert!(done > before);
    drop(search);
    // The limit counts what this solve does, the statistics all that was ever done.
    assert!(solve(1) >= done);
    assert!(resume().bound() >= bound);
}

/// A board some steps from a goal, none of them taken back.
fn walk(goal: &Board, seed: u64, steps: usize) -> Board {
    let mut board = goal.clone();
    let mut last = None;
    let mut state = seed;
    for _ in 0..steps {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let moves: Vec<Direction> = board
            .moves()
            .filter(|&step| last != Some(step.opposite()))
            .collect();
        let step = moves[(state >> 33) as usize % moves.len()];
        board.step(step);
        last = Some(step);
    }
    board
}

/// Small boards of all kinds of maps against another engine.
#[test]
fn larger_boards_near_the_goal_are_solved_as_by_another_engine() {
    for (rows, cols, steps) in [(2, 9, 60), (3, 6, 60), (4, 5, 50), (3, 7, 50)] {
        let goal = Goal::Classic.board(size(rows, cols)).unwrap();
        let starts: Vec<Board> = (0..4).map(|seed| walk(&goal, seed, steps)).collect();
        let solver = Solver::new();
        let other = crate::Engine::IdaStar(crate::Heuristic::LinearConflict);
        assert_eq!(
            lengths(&solver.clone().engine(crate::Engine::Pdb), &starts),
            lengths(&solver.engine(other), &starts),
            "{rows}x{cols}"
        );
    }
}

/// The maps of large boards, made for a small one, lead the same search.
#[test]
fn packed_and_wide_maps_expand_the_same_nodes() {
    let goal = CanonicalGoal::new(size(4, 5), crate::Cell(0));
    let searcher = searcher(goal);
    assert!(
        searcher
            .set
            .slots()
            .all(|slot| matches!(slot.table().index().maps().kind, MapKind::Packed(_)))
    );
    let start = walk(&goal.board(), 1, 90);
    let watch = Watch::unlimited();
    let outcome = |wide: bool| {
        let aids = Aids::default();
        let deepen = Deepen {
            deepening: None,
            aids,
        };
        if wide {
            searcher.search_with::<WideMap, 32, MAX_SLOTS, _>(&start, &watch, deepen)
        } else {
            searcher.search_with::<PackedMap, 32, 8, _>(&start, &watch, deepen)
        }
    };
    assert_eq!(outcome(true).unwrap(), outcome(false).unwrap());
}

#[test]
fn a_suggested_path_of_the_right_length_ends_the_search() {
    let goal = CanonicalGoal::new(size(4, 4), crate::Cell(0));
    let searcher = weak_searcher(goal, ".aab aabb ccdd ccdd");
    let start: Board = "14 7 8 2/13 11 10 4/9 12 5 0/3 6 1 15".parse().unwrap();
    let problem = CanonicalProblem::new(&start, &goal.board());
    let watch = Watch::unlimited();
    let alone = searcher.solve(&problem, Aids::default(), &watch).unwrap();
    let asked = std::cell::Cell::new(0);
    let solve = |suggested: Path| {
        asked.set(0);
        let suggest = |nodes| {
            assert!(nodes > 0);
            asked.set(asked.get() + 1);
            let stats = Stats {
                expanded: nodes,
                ..Stats::default()
            };
            (Some(suggested.clone()), stats)
        };
        let aids = Aids {
            suggest: Some(&suggest),
            ..Aids::default()
        };
        searcher.solve(&problem, aids, &watch).unwrap()
    };
    let helped = solve(alone.path.clone());
    assert_eq!((asked.get(), &helped.path), (1, &alone.path));
    assert_eq!(helped.lower_bound, alone.lower_bound);
    assert!(helped.stats.expanded < alone.stats.expanded);
    assert!(helped.stats.suggested > 0 && alone.stats.suggested == 0);
    // A longer one does not.
    let mut detour = alone.path.clone();
    let last = *detour.last().unwrap();
    detour.extend([last.opposite(), last]);
    let mut unhelped = solve(detour);
    assert!(unhelped.stats.suggested > 0);
    unhelped.stats.suggested = 0;
    assert_eq!(unhelped, alone);
    assert!(asked.get() >= 1);
}
