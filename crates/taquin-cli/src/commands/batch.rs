//! `taquin solve --batch`: a board a line, solved on all threads, answered in input order, in constant memory.
//!
//! Workers take lines from the input, numbered; answers go to the writer, which holds back those that came too early. No
//! worker takes a line that is more than a window ahead of the writer, so however long one board takes, what is held stays small.
//! Chunks with a barrier at their ends would leave cores idle behind one hard board.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use taquin::{Limits, Solver, parse_board};

use super::answer::{Report, Style};
use crate::args::SolveArgs;
use crate::exit::{Failure, Status, complain};
use crate::input::{read_to, utf8};
use crate::interrupt;
use crate::report::json_error;

/// How far workers may be ahead of the writer, in lines.
const WINDOW: usize = 4096;

/// The input and the state that workers and writer share.
struct Queue<'a> {
    /// What errors call the input.
    name: &'a str,
    lines: Box<dyn BufRead + Send>,
    /// The number of the last line read, from 1.
    line: usize,
    /// Boards handed out, and answers written.
    taken: usize,
    written: usize,
    ended: bool,
}

/// One line's answer: its text, what to say on stderr, its status.
struct Answered {
    index: usize,
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
    let queue = Mutex::new(Queue {
        name,
        lines,
        line: 0,
        taken: 0,
        written: 0,
        ended: false,
    });
    let progressed = Condvar::new();
    let work = |answers: Sender<Result<Answered, Failure>>| {
        loop {
            let next = take(&queue, &progressed);
            let answered = match next {
                Ok(None) => return,
                Ok(Some(line)) => line
                    .answer(name, args, &solver, style)
                    .map_err(Failure::from),
                Err(error) => Err(error),
            };
            let failed = answered.is_err();
            if answers.send(answered).is_err() || failed {
                return;
            }
        }
    };
    std::thread::scope(|scope| {
        let (sender, answers) = channel();
        for _ in 0..limits.threads {
            let sender = sender.clone();
            scope.spawn(|| work(sender));
        }
        drop(sender);
        let result = write_in_order(answers, &queue, &progressed, out);
        // However the writing ended, workers must not wait for it.
        lock(&queue).ended = true;
        progressed.notify_all();
        result
    })
}

fn lock<'q, 'a>(queue: &'q Mutex<Queue<'a>>) -> MutexGuard<'q, Queue<'a>> {
    queue.lock().unwrap_or_else(PoisonError::into_inner)
}

struct Line {
    index: usize,
    number: usize,
    bytes: Vec<u8>,
}

/// The next line that is neither blank nor a comment, once the writer is near enough; `None` at the end.
fn take(queue: &Mutex<Queue<'_>>, progressed: &Condvar) -> Result<Option<Line>, Failure> {
    let mut queue = progressed
        .wait_while(lock(queue), |queue| {
            !queue.ended && queue.taken >= queue.written + WINDOW
        })
        .unwrap_or_else(PoisonError::into_inner);
    loop {
        if queue.ended || interrupt::requested() {
            return Ok(None);
        }
        let mut bytes = Vec::new();
        queue.line += 1;
        if let Err(error) = read_to(b'\n', &mut queue.lines, &mut bytes) {
            queue.ended = true;
            let (name, line) = (queue.name, queue.line);
            return Err(Failure::input(format!("{name}: line {line}: {error}")));
        }
        if bytes.is_empty() {
            queue.ended = true;
            return Ok(None);
        }
        let text = bytes.trim_ascii_start();
        if text.is_empty() || text.starts_with(b"#") {
            continue;
        }
        let line = Line {
            index: queue.taken,
            number: queue.line,
            bytes,
        };
        queue.taken += 1;
        return Ok(Some(line));
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
        let Line {
            index,
            number,
            bytes,
        } = self;
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
        Ok(Answered {
            index,
            text,
            status,
        })
    }
}

fn write_in_order(
    answers: impl IntoIterator<Item = Result<Answered, Failure>>,
    queue: &Mutex<Queue<'_>>,
    progressed: &Condvar,
    out: &mut dyn Write,
) -> Result<Status, Failure> {
    let mut early = BTreeMap::new();
    let mut written = 0;
    let mut status = Status::Done;
    for answered in answers {
        let answered = answered?;
        status = status.and(answered.status);
        early.insert(answered.index, answered.text);
        let before = written;
        while let Some(text) = early.remove(&written) {
            out.write_all(&text)?;
            written += 1;
        }
        if written > before {
            // Nobody waits for an answer that is written but not sent.
            if early.is_empty() {
                out.flush()?;
            }
            lock(queue).written = written;
            progressed.notify_all();
        }
    }
    if interrupt::requested() {
        status = Status::Interrupted;
    }
    Ok(status)
}
