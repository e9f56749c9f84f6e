//! The 15-puzzle of the contest judges.

use taquin::Goal;

use crate::judge::dialect::{
    Ask, Cases, Demand, Dialect, Field, Input, Layout, Output,
    Part::{Board, Case, Length, Line, Path, Text},
    Spelling, Within,
};

pub(super) static ROWS: &[Dialect] = &[
    Dialect {
        name: "uva10181",
        aliases: &[],
        title: "UVa 10181 15-Puzzle Problem",
        source: "onlinejudge.org/external/101/10181.pdf",
        input: Input::boards(Cases::Counted, 4, 4, Layout::Rows),
        goal: Goal::Classic,
        ask: Ask::Path(Demand::AtMost(50)),
        within: Within::Anything,
        output: Output::new(
            &[Path(Spelling::UPPER)],
            &[Text("This puzzle is not solvable.")],
        ),
    },
    Dialect {
        name: "lightoj15",
        aliases: &[],
        title: "LightOJ 15-puzzle",
        source: "lightoj.com/problem/15-puzzle",
        input: Input::boards(Cases::Counted, 4, 4, Layout::Rows),
        goal: Goal::Classic,
        ask: Ask::Path(Demand::Least),
        within: Within::Moves(35),
        output: Output::new(
            &[Text("Case "), Case, Text(": "), Path(Spelling::UPPER)],
            &[Text("Case "), Case, Text(": This puzzle is not solvable.")],
        ),
    },
    Dialect {
        name: "hdu6620",
        aliases: &[],
        title: "HDU 6620 Just an Old Puzzle",
        source: "acm.hdu.edu.cn/showproblem.php?pid=6620",
        input: Input::boards(Cases::Counted, 4, 4, Layout::Rows),
        goal: Goal::Classic,
        // Within 120 moves, the statement says: no board needs more than 80.
        ask: Ask::Solvable,
        within: Within::Anything,
        output: Output::new(&[Text("Yes")], &[Text("No")]),
    },
    Dialect {
        name: "sgu139",
        aliases: &[],
        title: "SGU 139 Help Needed!",
        source: "codeforces.com/problemsets/acmsguru/problem/99999/139",
        input: Input::boards(Cases::One, 4, 4, Layout::Rows),
        goal: Goal::Classic,
        ask: Ask::Solvable,
        within: Within::Anything,
        output: Output::new(&[Text("YES")], &[Text("NO")]),
    },
    Dialect {
        name: "aoj-alds1-13-c",
        aliases: &["cosc3320-p31"],
        title: "AOJ ALDS1_13_C 15 Puzzle",
        source: "onlinejudge.u-aizu.ac.jp/problems/ALDS1_13_C",
        input: Input::boards(Cases::One, 4, 4, Layout::Rows),
        goal: Goal::Classic,
        ask: Ask::Length,
        within: Within::Anything,
        output: Output::promised(&[Length]),
    },
    Dialect {
        name: "eolymp3669",
        aliases: &[],
        title: "Eolymp 3669 Fifteen Puzzle",
        source: "eolymp.com/en/problems/3669",
        input: Input::boards(Cases::One, 4, 4, Layout::Rows),
        goal: Goal::Classic,
        ask: Ask::Path(Demand::Shortest),
        within: Within::Moves(45),
        output: Output::new(&[Path(Spelling::UPPER)], &[Text("NO SOLUTION")])
            .too_long(&[Text("TOO LONG")]),
    },
    Dialect {
        name: "mipt091",
        aliases: &[],
        title: "MIPT 091 Fifteen",
        source: "acm.mipt.ru",
        input: Input::boards(Cases::One, 4, 4, Layout::Line),
        goal: Goal::Classic,
        ask: Ask::Path(Demand::AtMost(999)),
        within: Within::Anything,
        output: Output::new(&[Text("YES"), Line, Path(Spelling::LOWER)], &[Text("NO")]),
    },
    Dialect {
        name: "ntu50004",
        aliases: &[],
        title: "NTU Judge Girl 50004: a player's moves, illegal ones ignored",
        source: "judgegirl.csie.org/problem/0/50004",
        input: Input::of(Cases::One, &[Field::Start, Field::Moves], Layout::Rows).sized(4, 4),
        goal: Goal::Classic,
        ask: Ask::Replay,
        within: Within::Anything,
        output: Output::promised(&[Board]),
    },
];
