//! `taquin check`: solvable or not, and how a reader can see why.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write;

use serde::Serialize;
use taquin::{Board, Goal, Heuristic, Solvability, solvability};

use crate::args::CheckArgs;
use crate::exit::{Failure, Status};
use crate::goal;
use crate::input;
use crate::report::{JsonBoard, bad_board, json_line};

/// Boards of more cells are checked, but their permutation is not spelled out.
const SPELLED_OUT: usize = 100;

pub(crate) fn run(args: &CheckArgs, out: &mut dyn Write) -> Result<Status, Failure> {
    let goal = goal::parse(&args.boards.goal.goal, args.boards.goal.size)?;
    let mut status = Status::Done;
    for (index, source) in input::sources(&args.boards.boards).into_iter().enumerate() {
        let checked = source
            .and_then(|source| source.board(args.boards.goal.size))
            .and_then(|board| Check::new(board, &goal));
        match checked {
            Ok(check) => {
                if args.json {
                    json_line(out, &check.json(&goal))?;
                } else {
                    if index > 0 {
                        writeln!(out)?;
                    }
                    check.write(&goal, out)?;
                }
                if !check.verdict.is_solvable() {
                    status = status.and(Status::Negative);
                }
            }
            Err(Failure::Input(message)) => {
                status = status.and(bad_board(out, args.json, &message)?);
            }
            Err(failure) => return Err(failure),
        }
    }
    Ok(status)
}

struct Check {
    board: Board,
    goal: Board,
    verdict: Solvability,
}

#[derive(Serialize)]
struct CheckJson<'a> {
    board: JsonBoard<'a>,
    goal: String,
    solvable: bool,
    permutation: &'static str,
    cycles: usize,
    blank_distance: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    lower_bounds: BTreeMap<&'static str, usize>,
}

fn parity(odd: bool) -> &'static str {
    if odd { "odd" } else { "even" }
}

impl Check {
    fn new(board: Board, goal: &Goal) -> Result<Check, Failure> {
        let goal = goal.board(board.size()).map_err(Failure::input)?;
        let verdict = solvability(&board, &goal).map_err(Failure::input)?;
        Ok(Check {
            board,
            goal,
            verdict,
        })
    }

    fn json(&self, goal: &Goal) -> CheckJson<'_> {
        CheckJson {
            board: JsonBoard(&self.board),
            goal: goal.to_string(),
            solvable: self.verdict.is_solvable(),
            permutation: parity(self.verdict.is_odd()),
            cycles: self.verdict.cycles(),
            blank_distance: self.verdict.blank_distance(),
            reason: self.verdict.obstacle().map(|reason| reason.to_string()),
            lower_bounds: self.lower_bounds().collect(),
        }
    }

    /// What each heuristic says of a solvable board, in single-tile moves.
    fn lower_bounds(&self) -> impl Iterator<Item = (&'static str, usize)> {
        let size = self.board.size();
        Heuristic::ALL
            .into_iter()
            .filter(move |heuristic| self.verdict.is_solvable() && heuristic.supports(size))
            .map(|heuristic| {
                (
                    heuristic.name(),
                    heuristic.estimate(&self.board, &self.goal),
                )
            })
    }

    fn write(&self, goal: &Goal, out: &mut dyn Write) -> Result<(), Failure> {
        let cells = self.board.size().cells();
        let verdict = &self.verdict;
        let spelled_out = cells <= SPELLED_OUT;
        writeln!(out, "{verdict}")?;
        if spelled_out {
            writeln!(out, "board:        {}", self.board)?;
            match goal {
                Goal::Explicit(_) => writeln!(out, "goal:         {goal}")?,
                _ => writeln!(out, "goal:         {} ({goal})", self.goal)?,
            }
        } else {
            writeln!(out, "size:         {}", self.board.size())?;
        }
        write!(out, "permutation:  ")?;
        if spelled_out {
            write!(out, "{}, ", cycles_in_words(&self.board, &self.goal))?;
        }
        writeln!(
            out,
            "{cells} cells - {} cycles = {}: {}",
            verdict.cycles(),
            cells - verdict.cycles(),
            parity(verdict.is_odd())
        )?;
        let distance = verdict.blank_distance();
        let plural = if distance == 1 { "cell" } else { "cells" };
        writeln!(
            out,
            "blank:        {distance} {plural} from home: {}",
            parity(distance % 2 == 1)
        )?;
        let bounds: Vec<String> = self
            .lower_bounds()
            .map(|(name, moves)| format!("{name} {moves}"))
            .collect();
        if !bounds.is_empty() {
            writeln!(out, "lower bounds: {} (stm)", bounds.join(", "))?;
        }
        Ok(())
    }
}

/// The permutation from the goal to the board as cycles of tiles, fixed ones left out: `(1 2)(5 0 8)`.
fn cycles_in_words(board: &Board, goal: &Board) -> String {
    let homes = goal.cells_by_tile();
    let mut seen = vec![false; board.tiles().len()];
    let mut text = String::new();
    for &first in goal.tiles() {
        let mut cycle = Vec::new();
        let mut tile = first;
        while !std::mem::replace(&mut seen[tile.index()], true) {
            cycle.push(tile.to_string());
            tile = board.tile(homes[tile.index()]);
        }
        if cycle.len() > 1 {
            let _ = write!(text, "({})", cycle.join(" "));
        }
    }
    if text.is_empty() {
        text.push_str("identity");
    }
    text
}
