//! The special judge: whether somebody else's answers are right.
//!
//! The dialect's own templates read the answers, so whatever [`write`](super::write) prints is understood. Runs of blanks
//! count as one, blanks at the end of a line and empty lines at the end of the file do not count; letters, case and
//! punctuation do.

use std::fmt::Write;

use taquin::{Board, Direction, Path, Unsolvable, solvability};

use super::answer::{Answer, Answerer, Unanswered};
use super::cursor::quote;
use super::dialect::{Ask, Between, BoardStyle, Demand, Dialect, Part, Spelling};
use super::read::Case;

/// What somebody says about a case.
#[derive(Debug)]
pub(super) struct Claim {
    /// The line of the answers where it starts.
    pub(super) line: usize,
    kind: Kind,
    length: Option<usize>,
    path: Option<Path>,
    board: Option<Board>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Solved,
    Unsolvable,
    TooLong,
}

/// An answer that is wrong, or none.
#[derive(Debug)]
pub(super) struct Wrong {
    pub(super) case: Option<usize>,
    /// The line of the answers.
    pub(super) line: usize,
    /// What was found and what was expected.
    pub(super) message: String,
}

/// The lines of an answer file, followed by empty ones without end.
#[derive(Clone)]
struct Lines<'a> {
    rest: std::str::Lines<'a>,
    number: usize,
    ended: bool,
}

impl<'a> Lines<'a> {
    fn next(&mut self) -> &'a str {
        self.number += 1;
        match self.rest.next() {
            Some(line) => line.trim(),
            None => {
                self.ended = true;
                ""
            }
        }
    }
}

/// Reads somebody's answers one after another.
pub(super) struct Answers<'a> {
    dialect: &'static Dialect,
    lines: Lines<'a>,
}

impl<'a> Answers<'a> {
    pub(super) fn new(dialect: &'static Dialect, text: &'a str) -> Answers<'a> {
        Answers {
            dialect,
            lines: Lines {
                rest: text.strip_prefix('\u{feff}').unwrap_or(text).lines(),
                number: 0,
                ended: false,
            },
        }
    }

    /// The answer to the next case.
    pub(super) fn claim(&mut self, case: &Case, limit: Option<usize>) -> Result<Claim, Wrong> {
        let output = &self.dialect.output;
        if output.spaced && case.number > 1 {
            let line = self.lines.next();
            if !line.is_empty() {
                return Err(Wrong {
                    case: Some(case.number),
                    line: self.lines.number,
                    message: format!("found {}, expected an empty line", quote(line)),
                });
            }
        }
        let templates = [
            (Kind::Unsolvable, output.unsolvable),
            (Kind::TooLong, output.too_long),
            (Kind::Solved, output.solved),
        ];
        let mut wrong = None;
        for (kind, parts) in templates {
            let mut scan = Scan::new(self.lines.clone(), case, limit);
            match scan.template(parts) {
                Ok(()) => {
                    let line = self.lines.number + 1;
                    self.lines = scan.lines;
                    return Ok(Claim {
                        line,
                        kind,
                        length: scan.length,
                        path: scan.path,
                        board: scan.board,
                    });
                }
                // The last one, of a solved board, says most.
                Err(error) => wrong = Some(error),
            }
        }
        let mut wrong = wrong.expect("there are three templates");
        let _ = write!(
            wrong.message,
            "; or {} in full",
            quote(&super::list::template(output.unsolvable))
        );
        Err(wrong)
    }

    /// Checks that nothing follows the last answer.
    pub(super) fn end(&mut self) -> Result<(), Wrong> {
        while !self.lines.ended {
            let line = self.lines.next();
            if !line.is_empty() {
                return Err(Wrong {
                    case: None,
                    line: self.lines.number,
                    message: format!(
                        "found {}, expected the end after the answer to the last case",
                        quote(line)
                    ),
                });
            }
        }
        Ok(())
    }
}

/// Reads one answer by a template.
struct Scan<'a, 'c> {
    lines: Lines<'a>,
    /// What is left of the current line.
    rest: &'a str,
    case: &'c Case,
    limit: Option<usize>,
    length: Option<usize>,
    path: Option<Path>,
    board: Option<Board>,
}

impl<'a, 'c> Scan<'a, 'c> {
    fn new(mut lines: Lines<'a>, case: &'c Case, limit: Option<usize>) -> Scan<'a, 'c> {
        let rest = lines.next();
        Scan {
            lines,
            rest,
            case,
            limit,
            length: None,
            path: None,
            board: None,
        }
    }

    fn wrong(&self, message: String) -> Wrong {
        Wrong {
            case: Some(self.case.number),
            line: self.lines.number,
            message,
        }
    }

    /// What stands here is not what was expected.
    fn unexpected(&self, expected: &str) -> Wrong {
        let found = if self.lines.ended {
            "the end of the answers".into()
        } else if self.rest.is_empty() {
            "the end of the line".into()
        } else {
            quote(self.rest)
        };
        self.wrong(format!("found {found}, expected {expected}"))
    }

    fn template(&mut self, parts: &[Part]) -> Result<(), Wrong> {
        for part in parts {
            match *part {
                Part::Text(text) => self.text(text)?,
                Part::Line => self.line()?,
                Part::Case => {
                    let number = self.case.number;
                    self.exactly(number, "the number of the case")?;
                }
                Part::Limit => {
                    let limit = self.limit.unwrap_or_default();
                    self.exactly(limit, "the most moves allowed")?;
                }
                Part::Length => self.length = Some(self.number("the number of moves")?),
                Part::Expanded | Part::Peak => {
                    self.number("a number of states")?;
                }
                Part::Path(spelling) => self.path = Some(self.path(spelling)?),
                Part::Boards(style) => self.path = Some(self.boards(style)?),
                Part::Board => self.board = Some(self.board()?),
            }
        }
        self.line_end()
    }

    fn line_end(&self) -> Result<(), Wrong> {
        if self.rest.trim_start().is_empty() {
            Ok(())
        } else {
            Err(self.unexpected("the end of the line"))
        }
    }

    fn line(&mut self) -> Result<(), Wrong> {
        self.line_end()?;
        self.rest = self.lines.next();
        Ok(())
    }

    /// The characters of a text; a blank stands for any number of them.
    fn text(&mut self, text: &str) -> Result<(), Wrong> {
        let mut rest = self.rest;
        for expected in text.chars() {
            let after = if expected == ' ' {
                let after = rest.trim_start();
                (after.len() < rest.len() || rest.is_empty()).then_some(after)
            } else {
                rest.strip_prefix(expected)
            };
            rest = after.ok_or_else(|| self.unexpected(&quote(text)))?;
        }
        self.rest = rest;
        Ok(())
    }

    fn number(&mut self, expected: &str) -> Result<usize, Wrong> {
        let digits = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let number = self.rest[..digits].parse();
        let number = number.map_err(|_| self.unexpected(expected))?;
        self.rest = &self.rest[digits..];
        Ok(number)
    }

    fn exactly(&mut self, number: usize, what: &str) -> Result<(), Wrong> {
        let before = self.rest;
        let expected = format!("{what}, {number}");
        if self.number(&expected)? == number {
            return Ok(());
        }
        self.rest = before;
        Err(self.unexpected(&expected))
    }

    fn path(&mut self, spelling: Spelling) -> Result<Path, Wrong> {
        let mut letters = String::new();
        match spelling.between {
            Between::Nothing => {
                while !self.rest.is_empty() {
                    let step = self.step(spelling, |name, rest| rest.strip_prefix(name))?;
                    letters.push(step);
                }
            }
            Between::Space => {
                self.rest = self.rest.trim_start();
                while !self.rest.is_empty() {
                    let step = self.step(spelling, |name, rest| {
                        let rest = rest.strip_prefix(name)?;
                        let after = rest.trim_start();
                        (after.len() < rest.len() || rest.is_empty()).then_some(after)
                    })?;
                    letters.push(step);
                }
            }
            Between::Lines => {
                for _ in 0..self.length.unwrap_or_default() {
                    self.line()?;
                    letters.push(self.step(spelling, |name, rest| (rest == name).then_some(""))?);
                }
            }
            Between::List => self.list(spelling, &mut letters)?,
        }
        let path = spelling.notation.parse(&letters, &self.case.start);
        Ok(path.expect("letters were found one by one"))
    }

    /// The letter of the move whose name `strip` takes off the rest of the line.
    fn step(
        &mut self,
        spelling: Spelling,
        strip: impl Fn(&str, &'a str) -> Option<&'a str>,
    ) -> Result<char, Wrong> {
        let found = Direction::ALL
            .into_iter()
            .find_map(|named| Some((named, strip(spelling.moves[named as usize], self.rest)?)));
        let Some((named, rest)) = found else {
            let [down, left, right, up] = spelling.moves;
            return Err(self.unexpected(&format!("{up}, {down}, {left} or {right}")));
        };
        self.rest = rest;
        Ok(named.letter())
    }

    fn list(&mut self, spelling: Spelling, letters: &mut String) -> Result<(), Wrong> {
        self.text("[")?;
        self.rest = self.rest.trim_start();
        if self.text("]").is_ok() {
            return Ok(());
        }
        loop {
            letters.push(self.step(spelling, |name, rest| rest.strip_prefix(name))?);
            self.rest = self.rest.trim_start();
            if self.text("]").is_ok() {
                return Ok(());
            }
            self.text(",")?;
            self.rest = self.rest.trim_start();
        }
    }

    /// A row of a board: this number of numbers on a line.
    fn row(&mut self, tiles: &mut Vec<u32>) -> Result<(), Wrong> {
        let cols = self.case.start.size().cols();
        let numbers: Option<Vec<u32>> = self
            .rest
            .split_whitespace()
            .map(|word| word.parse().ok())
            .collect();
        match numbers {
            Some(row) if row.len() == cols => {
                tiles.extend(row);
                self.rest = "";
                Ok(())
            }
            _ => Err(self.unexpected(&format!("a row of {cols} tiles"))),
        }
    }

    fn skip_empty_lines(&mut self) {
        while self.rest.is_empty() && !self.lines.ended {
            self.rest = self.lines.next();
        }
    }

    /// A board, the current line its first.
    fn board(&mut self) -> Result<Board, Wrong> {
        let size = self.case.start.size();
        let mut tiles = Vec::new();
        for row in 0..size.rows() {
            if row > 0 {
                self.line()?;
            }
            self.row(&mut tiles)?;
        }
        Board::new(size, &tiles).map_err(|error| self.wrong(format!("no board: {error}")))
    }

    /// The boards of a path, one more than it has moves.
    fn boards(&mut self, style: BoardStyle) -> Result<Path, Wrong> {
        let moves = self.length.unwrap_or_default();
        let mut path = Path::new();
        let mut current: Option<Board> = None;
        for index in 0..=moves {
            self.skip_empty_lines();
            if style == BoardStyle::WithSide {
                let side = self.case.start.size().rows();
                self.exactly(side, "the number of rows and columns")?;
                self.line()?;
            }
            let line = self.lines.number;
            let board = self.board()?;
            match &current {
                None if board == self.case.start => {}
                None => {
                    let message = format!("found {board}, expected the start {}", self.case.start);
                    return Err(Wrong {
                        line,
                        ..self.wrong(message)
                    });
                }
                Some(before) => {
                    let step = Direction::ALL.into_iter().find(|&step| {
                        let mut next = before.clone();
                        next.step(step) && next == board
                    });
                    let Some(step) = step else {
                        let message = format!(
                            "board {} is {board}, expected one that is a move away from board {index}, {before}",
                            index + 1,
                        );
                        return Err(Wrong {
                            line,
                            ..self.wrong(message)
                        });
                    };
                    path.push(step);
                }
            }
            current = Some(board);
        }
        Ok(path)
    }
}

/// Checks a claim about a case; the outer error is what ended the search for the truth.
pub(super) fn verify(
    dialect: &Dialect,
    answerer: &Answerer,
    case: &Case,
    claim: &Claim,
) -> Result<Result<(), String>, Unanswered> {
    let goal = answerer.goal(case);
    if dialect.ask == Ask::Replay {
        return Ok(same_board(claim, answerer.answer(case)?));
    }
    let obstacle = solvability(&case.start, &goal)
        .expect("start and goal have one size")
        .obstacle();
    match (claim.kind, obstacle) {
        (Kind::Solved, None) => solved(dialect, answerer, case, claim, &goal),
        (Kind::Solved, Some(reason)) => Ok(Err(refusal(dialect, reason))),
        (refused, None) => {
            let Some(limit) = answerer.limit(case) else {
                return Ok(Err("found a refusal, but the board can be solved".into()));
            };
            Ok(match answerer.answer(case)? {
                Answer::Solved(solved) => Err(format!(
                    "found a refusal, but the board can be solved in {} of at most {limit} moves",
                    solved.length
                )),
                _ if says(dialect, refused, Kind::TooLong) => Ok(()),
                _ => Err(format!(
                    "found the refusal of unsolvable boards, but the board can be solved in more than {limit} moves"
                )),
            })
        }
        (refused, Some(reason)) => Ok(if says(dialect, refused, Kind::Unsolvable) {
            Ok(())
        } else {
            Err(refusal(dialect, reason))
        }),
    }
}

/// Whether a refusal has the words of the expected one: some dialects have the same words for both.
fn says(dialect: &Dialect, refused: Kind, expected: Kind) -> bool {
    refused == expected || dialect.output.unsolvable == dialect.output.too_long
}

fn refusal(dialect: &Dialect, reason: Unsolvable) -> String {
    format!(
        "found an answer, expected {}: {reason}",
        quote(&super::list::template(dialect.output.unsolvable))
    )
}

fn same_board(claim: &Claim, truth: Answer) -> Result<(), String> {
    let (Some(found), Answer::Solved(truth)) = (&claim.board, truth) else {
        return Err("found a refusal, expected a board".into());
    };
    match truth.board {
        Some(expected) if expected != *found => Err(format!("found {found}, expected {expected}")),
        _ => Ok(()),
    }
}

/// Checks what is said about a solvable board.
fn solved(
    dialect: &Dialect,
    answerer: &Answerer,
    case: &Case,
    claim: &Claim,
    goal: &Board,
) -> Result<Result<(), String>, Unanswered> {
    if let Some(path) = &claim.path
        && let Err(message) = leads_to(path, &case.start, goal)
    {
        return Ok(Err(message));
    }
    let moves = match (&claim.path, claim.length) {
        (Some(path), Some(length)) if path.len() != length => {
            return Ok(Err(format!(
                "found a length of {length} and a path of {} moves",
                path.len()
            )));
        }
        (Some(path), _) => path.len(),
        (None, Some(length)) => length,
        (None, None) => return Ok(Ok(())),
    };
    let demand = match dialect.ask {
        Ask::Path(demand) => demand,
        Ask::Search => Demand::Any,
        Ask::Length | Ask::Solvable | Ask::Replay => Demand::Shortest,
    };
    let any_is_right = match demand {
        Demand::Any => true,
        Demand::AtMost(most) => moves <= most,
        Demand::Shortest | Demand::Least => false,
    };
    if any_is_right {
        return Ok(Ok(()));
    }
    let truth = match answerer.answer(case)? {
        Answer::Solved(truth) => truth,
        Answer::TooLong | Answer::Unsolvable => {
            let limit = answerer.limit(case).unwrap_or_default();
            return Ok(Err(format!(
                "found {moves} moves, expected {}: the board needs more than {limit}",
                quote(&super::list::template(dialect.output.too_long))
            )));
        }
    };
    if moves != truth.length {
        let at_most = match demand {
            Demand::AtMost(most) => format!("at most {most} or "),
            _ => String::new(),
        };
        return Ok(Err(format!(
            "found {moves} moves, expected {at_most}the fewest, {}",
            truth.length
        )));
    }
    Ok(match &claim.path {
        Some(path) if demand == Demand::Least && *path != truth.path => Err(format!(
            "found {path}, expected the lexicographically least path, {}",
            truth.path
        )),
        _ => Ok(()),
    })
}

fn leads_to(path: &Path, start: &Board, goal: &Board) -> Result<(), String> {
    match start.after(path) {
        Ok(end) if end == *goal => Ok(()),
        Ok(end) => Err(format!(
            "found a path of {} moves that ends on {end}, expected {goal}",
            path.len()
        )),
        Err(blocked) => Err(blocked.to_string()),
    }
}
