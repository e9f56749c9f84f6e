//! The two runs over an input: answering it, and judging somebody's answers to it.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use taquin::{Error, Size, Solver};

use super::answer::{Answerer, LIGHT_CELLS, Unanswered};
use super::check::{Answers, Claim, Wrong, verify};
use super::dialect::{Ask, Dialect};
use super::pipeline::{HEAVY, in_order};
use super::read::{Case, Damage, Reader};
use super::write::write;
use crate::exit::{Failure, Status, complain};
use crate::interrupt;

/// How much work a case is, for the size of chunks.
fn weight(dialect: &Dialect, case: &Case) -> usize {
    let size: Size = case.start.size();
    match dialect.ask {
        Ask::Solvable | Ask::Replay => size.cells().div_ceil(16).min(HEAVY),
        Ask::Search => HEAVY,
        _ if size.cells() <= LIGHT_CELLS => 1,
        _ => HEAVY,
    }
}

/// Ends searches that nobody waits for any more.
#[derive(Clone, Default)]
struct Abandon(Arc<AtomicBool>);

impl Abandon {
    fn now(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    fn check(&self) -> ControlFlow<()> {
        if self.0.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        interrupt::check()
    }

    fn answerer(&self, dialect: &'static Dialect) -> Answerer {
        let abandon = self.clone();
        Answerer::new(dialect, Solver::new().on_progress(move |_| abandon.check()))
    }
}

/// Tells the user of a case that cannot be used.
fn report(damage: &Damage) {
    let case = damage
        .case
        .map_or(String::new(), |number| format!("case {number}, "));
    complain(format_args!("standard input, {case}{}", damage.error));
}

/// Tells the user of a case that was not answered.
fn report_unanswered(number: usize, reason: &Unanswered) -> Status {
    match reason {
        Unanswered::Search(Error::Stopped { stop, lower_bound }) => {
            complain(format_args!(
                "case {number}: {stop}; no path has fewer than {lower_bound} moves"
            ));
            (*stop).into()
        }
        Unanswered::Search(error) => {
            complain(format_args!("case {number}: {error}"));
            Status::BadInput
        }
        Unanswered::Unproven {
            length,
            lower_bound,
        } => {
            complain(format_args!(
                "case {number}: found {length} moves, but the fewest may be as few as {lower_bound}"
            ));
            Status::Limit
        }
    }
}

/// The answers of a chunk, and the cases without one.
#[derive(Default)]
struct Answered {
    text: Vec<u8>,
    unanswered: Vec<(usize, Unanswered)>,
}

/// Answers every case of an input; damaged ones are reported and left out.
pub(crate) fn judge(
    dialect: &'static Dialect,
    input: &[u8],
    out: &mut impl Write,
) -> Result<Status, Failure> {
    let abandon = Abandon::default();
    let answerer = abandon.answerer(dialect);
    let mut status = Status::Done;
    let cases = Reader::new(dialect, input).filter_map(|case| {
        case.inspect_err(|damage| {
            report(damage);
            status = Status::BadInput;
        })
        .ok()
    });
    let spaced = dialect.output.spaced;
    let work = |cases: Vec<Case>| {
        let mut answered = Answered::default();
        for case in &cases {
            match answerer.answer(case) {
                Ok(answer) => {
                    if spaced {
                        answered.text.push(b'\n');
                    }
                    let limit = answerer.limit(case);
                    write(dialect, case, limit, &answer, &mut answered.text);
                }
                Err(error) => answered.unanswered.push((case.number, error)),
            }
        }
        answered
    };
    let mut unanswered_status = Status::Done;
    let mut first = true;
    let written = in_order(
        cases,
        |case| weight(dialect, case),
        work,
        |answered| {
            let text = match answered.text.strip_prefix(b"\n") {
                // Empty lines stand between answers only.
                Some(text) if spaced && first => text,
                _ => &answered.text,
            };
            first &= text.is_empty();
            for (number, error) in &answered.unanswered {
                unanswered_status = unanswered_status.and(report_unanswered(*number, error));
            }
            if let Err(error) = out.write_all(text) {
                abandon.now();
                return ControlFlow::Break(error);
            }
            if interrupt::requested() {
                abandon.now();
                return ControlFlow::Break(io::ErrorKind::Interrupted.into());
            }
            ControlFlow::Continue(())
        },
    );
    match written {
        ControlFlow::Break(error) if error.kind() == io::ErrorKind::Interrupted => {
            Ok(Status::Interrupted)
        }
        ControlFlow::Break(error) => Err(error.into()),
        ControlFlow::Continue(()) => Ok(status.and(unanswered_status)),
    }
}

/// What a chunk of claims comes to.
enum Judged {
    Right,
    Wrong(Wrong),
    Unknown(usize, Unanswered),
}

/// Judges somebody's answers to an input; prints the verdict.
pub(crate) fn check(
    dialect: &'static Dialect,
    input: &[u8],
    answers: &str,
    out: &mut impl Write,
) -> Result<Status, Failure> {
    let abandon = Abandon::default();
    let answerer = abandon.answerer(dialect);
    let mut cases = 0;
    for case in Reader::new(dialect, input) {
        match case {
            Ok(_) => cases += 1,
            Err(damage) => {
                report(&damage);
                return Ok(Status::BadInput);
            }
        }
    }
    let mut theirs = Answers::new(dialect, answers);
    let mut unreadable = false;
    let claims = Reader::new(dialect, input)
        .filter_map(Result::ok)
        .map_while(|case| {
            if unreadable {
                return None;
            }
            let claim = theirs.claim(&case, answerer.limit(&case));
            unreadable = claim.is_err();
            Some((case, claim))
        });
    let verdict = in_order(
        claims,
        |(case, _)| weight(dialect, case),
        |claims| judge_claims(dialect, &answerer, claims),
        |judged| match judged {
            Judged::Right => ControlFlow::Continue(()),
            other => {
                abandon.now();
                ControlFlow::Break(other)
            }
        },
    );
    let wrong = match verdict {
        ControlFlow::Break(Judged::Wrong(wrong)) => wrong,
        ControlFlow::Break(Judged::Unknown(number, error)) => {
            return Ok(report_unanswered(number, &error));
        }
        ControlFlow::Break(Judged::Right) => unreachable!("what is right goes on"),
        ControlFlow::Continue(()) => match theirs.end() {
            Err(wrong) => wrong,
            Ok(()) => {
                let s = if cases == 1 { "" } else { "s" };
                writeln!(out, "ok: {cases} case{s}")?;
                return Ok(Status::Done);
            }
        },
    };
    let case = wrong
        .case
        .map_or(String::new(), |number| format!("case {number}, "));
    writeln!(out, "wrong: {case}line {}: {}", wrong.line, wrong.message)?;
    Ok(Status::Negative)
}

/// The first claim of a chunk that is not right.
fn judge_claims(
    dialect: &Dialect,
    answerer: &Answerer,
    claims: Vec<(Case, Result<Claim, Wrong>)>,
) -> Judged {
    for (case, claim) in claims {
        let claim = match claim {
            Ok(claim) => claim,
            Err(wrong) => return Judged::Wrong(wrong),
        };
        match verify(dialect, answerer, &case, &claim) {
            Ok(Ok(())) => {}
            Ok(Err(message)) => {
                return Judged::Wrong(Wrong {
                    case: Some(case.number),
                    line: claim.line,
                    message,
                });
            }
            Err(error) => return Judged::Unknown(case.number, error),
        }
    }
    Judged::Right
}
