//! The table of dialects in words, generated from the rows.

use std::fmt::Write;

use super::dialect::{
    Ask, Between, Blank, BoardStyle, Cases, Demand, Dialect, Field, Input, Layout, Part, Spelling,
    Within,
};
use super::table::dialects;

/// The whole table, a paragraph a dialect.
pub(crate) fn list() -> String {
    let mut text = String::new();
    for dialect in dialects() {
        let unsolvable = if dialect.output.states_unsolvable {
            template(dialect.output.unsolvable)
        } else {
            format!(
                "{} (the statement promises solvable boards)",
                template(dialect.output.unsolvable)
            )
        };
        let mut rows = vec![
            ("problem", format!("{} ({})", dialect.title, dialect.source)),
            ("input", input(&dialect.input)),
            ("goal", goal(dialect)),
            (
                "output",
                format!("{}: {}", ask(dialect), template(dialect.output.solved)),
            ),
            ("unsolvable", unsolvable),
        ];
        if dialect.output.too_long != dialect.output.unsolvable {
            rows.push(("too long", template(dialect.output.too_long)));
        }
        let names: Vec<&str> = std::iter::once(dialect.name)
            .chain(dialect.aliases.iter().copied())
            .collect();
        let _ = writeln!(text, "{}", names.join(", "));
        for (what, words) in rows {
            let _ = writeln!(text, "  {what:<11}{words}");
        }
    }
    text
}

/// An answer's template with what it is filled with in angle brackets, on one line.
pub(super) fn template(parts: &[Part]) -> String {
    let mut text = String::new();
    for part in parts {
        match *part {
            Part::Text(words) => text += words,
            Part::Line => text += " / ",
            Part::Case => text += "<case>",
            Part::Length => text += "<moves>",
            Part::Limit => text += "<limit>",
            Part::Path(spelling) => text += &path(spelling),
            Part::Boards(BoardStyle::Plain) => text += "<boards>",
            Part::Boards(BoardStyle::WithSide) => text += "<boards, each after its side>",
            Part::Board => text += "<board>",
            Part::Expanded | Part::Peak => text += "<states>",
        }
    }
    text
}

fn path(spelling: Spelling) -> String {
    let [down, left, right, up] = spelling.moves;
    let what = match spelling.notation {
        taquin::Notation::Tile => "moves of tiles",
        _ => "moves of the blank",
    };
    match spelling.between {
        Between::Nothing => format!("<{what}, {up}{down}{left}{right}>"),
        Between::Space => format!("<{what}, {up} {down} {left} {right}>"),
        Between::List => format!("[<{what}, {up}, {down}, {left}, {right}>]"),
        Between::Lines => format!(" / <{what}, {up}, {down}, {left} or {right} a line>"),
    }
}

fn input(input: &Input) -> String {
    let cases = match input.cases {
        Cases::One => "one case",
        Cases::OneThenAnything => "one case, what follows is ignored",
        Cases::ToEnd => "cases to the end of the input",
        Cases::Counted => "the number of cases, then each",
        Cases::ToZeros => "cases until the size 0 0",
    };
    let fields: Vec<String> = input
        .fields
        .iter()
        .map(|&field| match field {
            Field::Word(word) => word.into(),
            Field::Side => "n".into(),
            Field::Sides => "rows, columns".into(),
            Field::TileCount => "number of tiles".into(),
            Field::BlankHome => "cell of the goal's blank, -1 for the last".into(),
            Field::Limit => "limit".into(),
            Field::Start => "board".into(),
            Field::Goal => "goal".into(),
            Field::Free => "board with # comments, its size in front".into(),
            Field::Moves => "tiles to be moved".into(),
        })
        .collect();
    let size = input
        .size
        .map_or(String::new(), |(rows, cols)| format!("{rows}x{cols}, "));
    let layout = match input.layout {
        Layout::Line => "tiles on a line",
        Layout::Rows => "a line a row",
        Layout::Run => "characters without spaces",
        Layout::List => "a list with brackets on a line",
        Layout::Column => "a line a tile",
    };
    let blank = match input.blank {
        Blank::Symbol => "",
        Blank::Largest => ", the largest number is the blank",
    };
    format!("{cases}: {}; {size}{layout}{blank}", fields.join(", "))
}

fn goal(dialect: &Dialect) -> String {
    let given = |field: &Field| matches!(field, Field::Goal | Field::BlankHome);
    if dialect.input.fields.iter().any(given) {
        "in the input".into()
    } else {
        dialect.goal.to_string()
    }
}

fn ask(dialect: &Dialect) -> String {
    let asked = match dialect.ask {
        Ask::Solvable => "whether solvable".into(),
        Ask::Length => "fewest moves".into(),
        Ask::Path(Demand::Any) => "any path".into(),
        Ask::Path(Demand::AtMost(most)) => format!("any path of at most {most} moves"),
        Ask::Path(Demand::Shortest) => "any shortest path".into(),
        Ask::Path(Demand::Least) => "the least shortest path, d < l < r < u".into(),
        Ask::Search => "a path and its cost to A* with Manhattan distance".into(),
        Ask::Replay => "the board after the moves, illegal ones ignored".into(),
    };
    match dialect.within {
        Within::Anything => asked,
        Within::Moves(moves) => format!("{asked} up to {moves}"),
        Within::BySide {
            up_to,
            small,
            large,
        } => format!("{asked} up to {small} (up to {up_to}x{up_to}) or {large}"),
        Within::Stated => format!("{asked} up to the limit"),
    }
}
