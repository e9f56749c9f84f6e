//! `taquin judge`: standard input in a judge's format, answered in that format, or somebody's answers to it judged.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use crate::args::JudgeArgs;
use crate::exit::{Failure, Status};
use crate::hints::did_you_mean;
use crate::input::read_bounded;
use crate::judge::{self, Dialect};

pub(crate) fn run(args: &JudgeArgs, mut out: &mut dyn Write) -> Result<Status, Failure> {
    if args.list {
        out.write_all(judge::list().as_bytes())?;
        return Ok(Status::Done);
    }
    let name = args.dialect.as_deref().unwrap_or_default();
    let dialect = find(name)?;
    let answers = args.check.as_deref().map(read_answers).transpose()?;
    let input = read_bounded(io::stdin().lock())
        .map_err(|error| Failure::input(format!("standard input: {error}")))?;
    match answers {
        Some(answers) => judge::check(dialect, &input, &answers, &mut out),
        None => judge::judge(dialect, &input, &mut out),
    }
}

fn find(name: &str) -> Result<&'static Dialect, Failure> {
    judge::find(name).ok_or_else(|| {
        let hint = did_you_mean(name, judge::names());
        Failure::input(format!(
            "unknown dialect {name:?} (taquin judge --list shows all){hint}"
        ))
    })
}

/// An answer file; bytes that are no text are wrong answers, not unreadable ones.
fn read_answers(path: &Path) -> Result<String, Failure> {
    if path == Path::new("-") {
        return Err(Failure::input(
            "--check: - is standard input, where the judge's input is read; expected a file of answers",
        ));
    }
    let bytes = File::open(path)
        .and_then(read_bounded)
        .map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
