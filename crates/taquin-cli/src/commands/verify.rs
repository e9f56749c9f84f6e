//! `taquin verify`: replays somebody's moves.

use std::io::Write;

use serde::Serialize;
use taquin::{Path, Replay};

use crate::args::VerifyArgs;
use crate::exit::{Failure, Status};
use crate::goal;
use crate::input::{Argument, Source};
use crate::report::{JsonBoard, json_line};

#[derive(Serialize)]
struct Verdict<'a> {
    valid: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stm: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mtm: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cancelled: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<JsonBoard<'a>>,
}

pub(crate) fn run(args: &VerifyArgs, out: &mut dyn Write) -> Result<Status, Failure> {
    if args.board == Argument::Stdin && args.moves == Argument::Stdin {
        return Err(Failure::input(
            "BOARD and MOVES cannot both be read from standard input",
        ));
    }
    let goal = goal::parse(&args.goal.goal, args.goal.size)?;
    let start = Source::of(&args.board)?.board(args.goal.size)?;
    let goal = goal.board(start.size()).map_err(Failure::input)?;
    let moves = Source::of(&args.moves)?.text;
    let replayed = match args.notation.parse(&moves, &start) {
        Err(error) if error.illegal => Err(error.to_string()),
        Err(error) => return Err(Failure::input(format!("moves: {error}"))),
        Ok(path) => match Replay::new(&start, &path, &goal) {
            Err(blocked) => Err(blocked.to_string()),
            Ok(replay) => Ok((path, replay)),
        },
    };
    let verdict = match &replayed {
        Err(reason) => Verdict::broken(reason.clone()),
        Ok((path, replay)) => Verdict::of(replay, path),
    };
    if args.json {
        json_line(out, &verdict)?;
    } else {
        verdict.write(out)?;
    }
    Ok(if verdict.valid {
        Status::Done
    } else {
        Status::Negative
    })
}

impl<'a> Verdict<'a> {
    fn broken(reason: String) -> Verdict<'a> {
        Verdict {
            valid: false,
            reason: Some(reason),
            stm: None,
            mtm: None,
            cancelled: None,
            end: None,
        }
    }

    fn of(replay: &'a Replay, path: &Path) -> Verdict<'a> {
        Verdict {
            valid: replay.fault.is_none(),
            reason: replay.fault.map(|fault| fault.to_string()),
            stm: Some(replay.stm),
            mtm: Some(replay.mtm),
            cancelled: Some(path.cancelled().len()),
            end: Some(JsonBoard(&replay.end)),
        }
    }

    fn write(&self, out: &mut dyn Write) -> std::io::Result<()> {
        match &self.reason {
            None => writeln!(out, "valid: the moves solve the board")?,
            Some(reason) => writeln!(out, "wrong: {reason}")?,
        }
        if let (Some(stm), Some(mtm), Some(cancelled)) = (self.stm, self.mtm, self.cancelled) {
            writeln!(
                out,
                "moves: {stm} (stm), {mtm} (mtm), {cancelled} (stm) without those taken back at once"
            )?;
        }
        if let (Some(end), false) = (&self.end, self.valid) {
            writeln!(out, "end:   {}", end.0)?;
        }
        Ok(())
    }
}
