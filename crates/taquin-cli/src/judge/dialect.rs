//! What a dialect is made of: how its cases are laid out, what is asked, and how the answers are spelled.
//!
//! The same data drives the reader, the writer, the checker of other people's answers, and the list.

use taquin::{Direction, Goal, Notation};

/// How one judge or course states the puzzle.
#[derive(Debug)]
pub(crate) struct Dialect {
    /// What the command line calls it.
    pub(crate) name: &'static str,
    /// Other judges' names of the same problem in the same format.
    pub(crate) aliases: &'static [&'static str],
    /// The problem's own name.
    pub(crate) title: &'static str,
    /// Where it is stated.
    pub(crate) source: &'static str,
    pub(super) input: Input,
    /// The goal, unless the input gives one.
    pub(super) goal: Goal,
    pub(super) ask: Ask,
    pub(super) within: Within,
    pub(super) output: Output,
}

/// How the input is laid out.
#[derive(Debug)]
pub(super) struct Input {
    pub(super) cases: Cases,
    /// What a case consists of, in order.
    pub(super) fields: &'static [Field],
    /// The size, unless a field states it.
    pub(super) size: Option<(u64, u64)>,
    pub(super) layout: Layout,
    pub(super) blank: Blank,
}

/// How many cases there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cases {
    /// One, and nothing after it.
    One,
    /// One, and whatever follows is not read.
    OneThenAnything,
    /// As many as there are.
    ToEnd,
    /// The number of cases comes first.
    Counted,
    /// Until a size of `0 0`.
    ToZeros,
}

/// A part of a case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Field {
    /// A fixed word.
    Word(&'static str),
    /// `n` of an n×n board.
    Side,
    /// Rows, then columns.
    Sides,
    /// The number of tiles of a square board: 8, 15, 24 …
    TileCount,
    /// The cell of the goal's blank, from 0; −1 is the last. The goal's tiles are in order.
    BlankHome,
    /// The most moves allowed.
    Limit,
    /// The board to be solved.
    Start,
    /// The board to be reached.
    Goal,
    /// The board in any spelling, with or without a line that states its size.
    Free,
    /// A line of numbers of tiles to be moved.
    Moves,
}

/// How a board is usually spread over lines; one that stands on whole lines otherwise is read too. A damaged board is
/// left behind by skipping as many lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Layout {
    /// All tiles on one line.
    Line,
    /// A line for each row.
    Rows,
    /// One character for each tile, nothing between them.
    Run,
    /// A bracketed list on one line.
    List,
    /// A tile on each line.
    Column,
}

/// How the blank is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Blank {
    /// `0`, `x`, `X`, `_` or `.`
    Symbol,
    /// As the number of cells, one more than the largest tile.
    Largest,
}

/// What is asked of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ask {
    /// Whether it can be solved.
    Solvable,
    /// The fewest moves.
    Length,
    /// A path.
    Path(Demand),
    /// A path, and what A\* with Manhattan distance takes to find it.
    Search,
    /// The board after the moves that the input gives.
    Replay,
}

/// Which paths are right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Demand {
    /// Every path.
    Any,
    /// Every path of at most this number of moves; where the board needs more, every shortest one.
    AtMost(usize),
    /// Every shortest path.
    Shortest,
    /// The lexicographically least of the shortest, d < l < r < u.
    Least,
}

/// Beyond how many moves a board counts as [`Output::too_long`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Within {
    /// Never.
    Anything,
    /// Beyond a number of moves.
    Moves(usize),
    /// Beyond one number up to a side, beyond another above it.
    BySide {
        up_to: usize,
        small: usize,
        large: usize,
    },
    /// Beyond what [`Field::Limit`] says.
    Stated,
}

/// How answers are spelled. Each ends its line.
#[derive(Debug)]
pub(super) struct Output {
    /// Of a board that is solved.
    pub(super) solved: &'static [Part],
    /// Of an unsolvable one.
    pub(super) unsolvable: &'static [Part],
    /// Whether the statement gives the word for unsolvable boards; else the boards are promised to be solvable.
    pub(super) states_unsolvable: bool,
    /// Of one that needs too many moves; see [`Within`].
    pub(super) too_long: &'static [Part],
    /// Whether an empty line stands between two answers.
    pub(super) spaced: bool,
}

/// A part of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// These characters.
    Text(&'static str),
    /// The end of a line.
    Line,
    /// The number of the case, from 1.
    Case,
    /// The number of moves.
    Length,
    /// The most moves allowed.
    Limit,
    /// The moves.
    Path(Spelling),
    /// The boards from the start to the goal.
    Boards(BoardStyle),
    /// The board after the moves.
    Board,
    /// States that A\* selected.
    Expanded,
    /// The most states that A\* held.
    Peak,
}

/// How a board is printed among [`Part::Boards`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BoardStyle {
    /// Rows, tiles in columns, then an empty line.
    Plain,
    /// The same under a line with the side.
    WithSide,
}

/// How a path is spelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Spelling {
    /// What a move names: [`Notation::Blank`] or [`Notation::Tile`].
    pub(super) notation: Notation,
    /// The moves d, l, r and u of that notation, spelled.
    pub(super) moves: [&'static str; 4],
    pub(super) between: Between,
}

/// What stands between two moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Between {
    /// Nothing: the moves are single letters.
    Nothing,
    /// A space.
    Space,
    /// The end of a line, also before the first.
    Lines,
    /// A comma and a space, and brackets around all.
    List,
}

impl Input {
    /// Boards of one size, and nothing else.
    pub(super) const fn boards(cases: Cases, rows: u64, cols: u64, layout: Layout) -> Input {
        Input::of(cases, &[Field::Start], layout).sized(rows, cols)
    }

    /// Any fields, with sizes stated among them.
    pub(super) const fn of(cases: Cases, fields: &'static [Field], layout: Layout) -> Input {
        Input {
            cases,
            fields,
            size: None,
            layout,
            blank: Blank::Symbol,
        }
    }

    pub(super) const fn sized(self, rows: u64, cols: u64) -> Input {
        Input {
            size: Some((rows, cols)),
            ..self
        }
    }

    pub(super) const fn blank(self, blank: Blank) -> Input {
        Input { blank, ..self }
    }
}

impl Output {
    /// An answer, and the words for boards that have none.
    pub(super) const fn new(solved: &'static [Part], unsolvable: &'static [Part]) -> Output {
        Output {
            solved,
            unsolvable,
            states_unsolvable: true,
            too_long: unsolvable,
            spaced: false,
        }
    }

    /// An answer where the statement promises that there is one.
    pub(super) const fn promised(solved: &'static [Part]) -> Output {
        Output {
            states_unsolvable: false,
            ..Output::new(solved, &[Part::Text("unsolvable")])
        }
    }

    pub(super) const fn too_long(self, too_long: &'static [Part]) -> Output {
        Output { too_long, ..self }
    }

    pub(super) const fn spaced(self) -> Output {
        Output {
            spaced: true,
            ..self
        }
    }
}

impl Spelling {
    const fn blank(moves: [&'static str; 4], between: Between) -> Spelling {
        Spelling {
            notation: Notation::Blank,
            moves,
            between,
        }
    }

    /// `udlr`
    pub(super) const LOWER: Spelling = Spelling::blank(["d", "l", "r", "u"], Between::Nothing);
    /// `UDLR`
    pub(super) const UPPER: Spelling = Spelling::blank(["D", "L", "R", "U"], Between::Nothing);
    /// `U D L R`
    pub(super) const SPACED: Spelling = Spelling::blank(["D", "L", "R", "U"], Between::Space);
    /// `UP`, `DOWN`, `LEFT`, `RIGHT`, each on a line.
    pub(super) const WORDS: Spelling =
        Spelling::blank(["DOWN", "LEFT", "RIGHT", "UP"], Between::Lines);
    /// `['up', 'down', 'left', 'right']`
    pub(super) const PYTHON: Spelling =
        Spelling::blank(["'down'", "'left'", "'right'", "'up'"], Between::List);
    /// `up`, `down`, `left`, `right`, the motion of the tile, each on a line.
    pub(super) const TILE_WORDS: Spelling = Spelling {
        notation: Notation::Tile,
        moves: ["down", "left", "right", "up"],
        between: Between::Lines,
    };
}

impl Within {
    /// The most moves of a board, if they are limited.
    pub(super) fn limit(self, side: usize, stated: Option<usize>) -> Option<usize> {
        match self {
            Within::Anything => None,
            Within::Moves(moves) => Some(moves),
            Within::BySide {
                up_to,
                small,
                large,
            } => Some(if side <= up_to { small } else { large }),
            Within::Stated => stated,
        }
    }
}

/// The order of letters in which [`Demand::Least`] compares paths.
pub(super) const LEAST_ORDER: [Direction; 4] = Direction::ALL;
