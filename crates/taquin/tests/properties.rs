//! Round trips and invariants over random sizes, goals, boards and paths.

use proptest::prelude::*;
use taquin::{
    Board, CanonicalProblem, Direction, Goal, Notation, Path, Scrambler, Size, Symmetry,
    parse_board, solvability,
};

fn sizes() -> impl Strategy<Value = Size> {
    (1u64..7, 1u64..7).prop_filter_map("two cells", |(rows, cols)| Size::new(rows, cols).ok())
}

/// A goal of a size and a board that can reach it.
fn problems() -> impl Strategy<Value = (Board, Board)> {
    (sizes(), any::<u64>(), 0usize..4).prop_map(|(size, seed, goal)| {
        let mut scrambler = Scrambler::new(seed);
        let classic = Goal::Classic.board(size).unwrap();
        let goal = match goal {
            0 => classic,
            1 => Goal::BlankFirst.board(size).unwrap(),
            2 => Goal::Snail.board(size).unwrap(),
            _ => scrambler.uniform(&classic),
        };
        (scrambler.uniform(&goal), goal)
    })
}

/// A walk from a board, chosen by numbers.
fn walk(start: &Board, choices: &[u8]) -> Path {
    let mut board = start.clone();
    choices
        .iter()
        .map(|&choice| {
            let ways: Vec<Direction> = board.moves().collect();
            let step = ways[usize::from(choice) % ways.len()];
            board.step(step);
            step
        })
        .collect()
}

proptest! {
    #[test]
    fn a_printed_board_reads_back((board, _) in problems()) {
        prop_assert_eq!(parse_board(&board.to_string(), None), Ok(board.clone()));
    }

    #[test]
    fn other_spellings_read_back((board, _) in problems(), comment in "[ -~]{0,20}") {
        let rows: Vec<String> = board
            .rows()
            .map(|row| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(","))
            .collect();
        let json = format!("[[{}]]", rows.join("],["));
        prop_assert_eq!(parse_board(&json, None), Ok(board.clone()));
        let sized = format!(
            "# {comment}\r\n{} {} # {comment}\r\n{}",
            board.size().rows(),
            board.size().cols(),
            rows.join("\t#\r\n\r\n")
        );
        prop_assert_eq!(parse_board(&sized, None), Ok(board.clone()));
        let blank = format!(" {board} ").replace(" 0 ", " x ").replace(" 0/", " _/");
        prop_assert_eq!(parse_board(&blank, None), Ok(board.clone()));
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in "\\PC{0,60}", digits in "[0-9x/ \n,\\[\\]#]{0,60}") {
        for text in [text, digits] {
            if let Err(error) = parse_board(&text, None) {
                let lines = text.split('\n').count();
                prop_assert!((1..=lines).contains(&error.position.line), "{}", error);
            }
        }
    }

    #[test]
    fn every_notation_reads_back(
        (board, _) in problems(),
        choices in proptest::collection::vec(any::<u8>(), 0..40),
    ) {
        let path = walk(&board, &choices);
        for notation in Notation::ALL {
            let text = notation.write(&path, &board);
            prop_assert_eq!(notation.parse(&text, &board), Ok(path.clone()), "{}", text);
        }
    }

    #[test]
    fn a_walk_keeps_solvability_and_its_inverse_returns(
        (board, goal) in problems(),
        choices in proptest::collection::vec(any::<u8>(), 0..40),
    ) {
        let path = walk(&board, &choices);
        let end = board.after(&path).unwrap();
        prop_assert!(solvability(&end, &goal).unwrap().is_solvable());
        prop_assert_eq!(&end.after(&path.inverse()).unwrap(), &board);
        prop_assert_eq!(board.after(&path.cancelled()).unwrap(), end);
        prop_assert!(path.cancelled().len() <= path.len());
    }

    #[test]
    fn the_canonical_problem_is_the_same_problem(
        (board, goal) in problems(),
        choices in proptest::collection::vec(any::<u8>(), 0..40),
    ) {
        let problem = CanonicalProblem::new(&board, &goal);
        let canonical_goal = problem.goal().board();
        prop_assert!(solvability(problem.start(), &canonical_goal).unwrap().is_solvable());
        let walked = walk(problem.start(), &choices);
        let end = problem.start().after(&walked).unwrap();
        let original_end = board.after(&problem.path_back(&walked)).unwrap();
        let mapped = CanonicalProblem::new(&original_end, &goal);
        prop_assert_eq!(mapped.start(), &end);
    }

    #[test]
    fn symmetries_keep_solvability((board, goal) in problems()) {
        for symmetry in Symmetry::ALL {
            let verdict = solvability(&symmetry.board(&board), &symmetry.board(&goal));
            prop_assert!(verdict.unwrap().is_solvable());
        }
    }

    #[test]
    fn ranks_invert((board, _) in problems()) {
        if board.size().cells() <= taquin::MAX_RANKED_CELLS {
            prop_assert_eq!(Board::unrank(board.size(), board.rank()), Some(board));
        }
    }
}
