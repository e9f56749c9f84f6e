//! `taquin solve --batch`: a board a line, solved on all threads, answered in input order, in constant memory.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

use taquin::{Limits, Solver, parse_board};

use super::answer::{Report, Style};
use crate::args::SolveArgs;
use crate::exit::{Failure, Status, complain};
use crate::input::{read_to, utf8};
use crate::interrupt;
use crate::ordered::in_order;
use crate::report::json_error;

/// How far threads may be ahead of what is written, in lines.
const WINDOW: usize = 4096;

/// One line's answer: its text and its status.
struct Answered {
    text: Vec<u8>,
    status: Status,
}

pub(crate) fn run(
    file: &Path,
    args: &SolveArgs,
    solver: &Solver,
    style: &Style,
    out: &mut dyn Write,
) -> Result<Status, Failure> {
    let limits = args.limits.limits();
    let single = Limits {
        threads: 1,
        ..limits
    };
    let solver = solver
        .clone()
        .limits(single)
        .on_progress(|_| interrupt::check());
    let (name, lines): (_, Box<dyn BufRead + Send>) = if file == Path::new("-") {
        (
            "standard input".into(),
            Box::new(BufReader::new(io::stdin())),
        )
    } else {
        let name = file.display().to_string();
        let opened = File::open(file).map_err(|e| Failure::input(format!("{name}: {e}")))?;
        (name, Box::new(BufReader::with_capacity(1 << 16, opened)))
    };
    let name = name.as_str();
    let lines = Lines {
        name,
        lines,
        number: 0,
        ended: false,
    };
    let work = |line: Result<Line, Failure>| Ok(line?.answer(name, args, &solver, style)?);
    let mut status = Status::Done;
    let mut write = |answered: Option<Result<Answered, Failure>>| match answered {
        Some(answered) => {
            let answered = answered?;
            status = status.and(answered.status);
            out.write_all(&answered.text).map_err(Failure::from)
        }
        // Nobody waits for an answer that is written but not sent.
        None => out.flush().map_err(Failure::from),
    };
    let ended = in_order(
        lines,
        limits.threads,
        WINDOW,
        work,
        |answered| match write(answered) {
            Ok(()) => ControlFlow::Continue(()),
            Err(failure) => ControlFlow::Break(failure),
        },
    );
    match ended {
        ControlFlow::Break(failure) => Err(failure),
        ControlFlow::Continue(()) if interrupt::requested() => Ok(Status::Interrupted),
        ControlFlow::Continue(()) => Ok(status),
    }
}

/// The lines of the input that are neither blank nor comments, up to the first that cannot be read.
struct Lines<'a> {
    /// What errors call the input.
    name: &'a str,
    lines: Box<dyn BufRead + Send>,
    /// The number of the last line read, from 1.
    number: usize,
    ended: bool,
}

struct Line {
    number: usize,
    bytes: Vec<u8>,
}

impl Iterator for Lines<'_> {
    type Item = Result<Line, Failure>;

    fn next(&mut self) -> Option<Result<Line, Failure>> {
        while !self.ended && !interrupt::requested() {
            let mut bytes = Vec::new();
            self.number += 1;
            let (name, number) = (self.name, self.number);
            if let Err(error) = read_to(b'\n', &mut self.lines, &mut bytes) {
                self.ended = true;
                let message = format!("{name}: line {number}: {error}");
                return Some(Err(Failure::input(message)));
            }
            self.ended = bytes.is_empty();
            let text = bytes.trim_ascii_start();
            if !text.is_empty() && !text.starts_with(b"#") {
                return Some(Ok(Line { number, bytes }));
            }
        }
        None
    }
}

impl Line {
    fn answer(
        self,
        name: &str,
        args: &SolveArgs,
        solver: &Solver,
        style: &Style,
    ) -> io::Result<Answered> {
        let Line { number, bytes } = self;
        let mut text = Vec::new();
        let started = Instant::now();
        let outcome = utf8(bytes)
            .and_then(|line| parse_board(&line, args.boards.goal.size))
            .map_err(|error| format!("{name}: {}", error.from_line(number)));
        let status = outcome.and_then(|board| {
            let result = solver.solve(&board);
            let report = Report::new(&board, solver, style, result, started).map_err(
                |failure| match failure {
                    Failure::Input(message) | Failure::Ended(_, message) => {
                        format!("{name}: line {number}: {message}")
                    }
                    Failure::Io(error) => error.to_string(),
                },
            )?;
            report.complain_limit(&format!("{name}: line {number}: "));
            report.write(&mut text).map_err(|error| error.to_string())?;
            Ok(report.status())
        });
        let status = match status {
            Ok(status) => status,
            Err(message) => {
                if style.json {
                    json_error(&mut text, &message)?;
                } else {
                    text.extend(b"error\n");
                }
                complain(message);
                Status::BadInput
            }
        };
        Ok(Answered { text, status })
    }
}
