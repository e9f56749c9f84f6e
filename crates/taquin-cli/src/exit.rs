//! Exit statuses, and failures that end a command.
//!
//! An end without an answer is a [`Failure`] with its status and one line. It is told in one place, and with `--json` also as an object
//! where the answer would be.

use std::fmt;
use std::io;
use std::process::ExitCode;

use taquin::Stop;

use crate::screen;

/// How a command ended; of several boards, the greatest counts, in this order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) enum Status {
    /// Everything asked for was done.
    #[default]
    Done,
    /// Unsolvable, not valid, or wrong.
    Negative,
    /// A limit was reached first.
    Limit,
    /// Input or arguments that cannot be used.
    BadInput,
    /// Ctrl-C.
    Interrupted,
}

impl Status {
    pub(crate) fn and(self, other: Status) -> Status {
        self.max(other)
    }
}

impl From<Stop> for Status {
    fn from(stop: Stop) -> Status {
        match stop {
            Stop::Cancelled => Status::Interrupted,
            _ => Status::Limit,
        }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(match status {
            Status::Done => 0,
            Status::Negative => 1,
            Status::BadInput => 2,
            Status::Limit => 3,
            Status::Interrupted => 130,
        })
    }
}

/// What ends a command before its work is done.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Input or arguments that cannot be used: one line for the user.
    Input(String),
    /// Another end without an answer: its status, and one line for the user.
    Ended(Status, String),
    /// Writing to stdout.
    Io(io::Error),
}

impl Failure {
    pub(crate) fn input(message: impl fmt::Display) -> Failure {
        Failure::Input(message.to_string())
    }

    pub(crate) fn ended(status: impl Into<Status>, message: impl fmt::Display) -> Failure {
        Failure::Ended(status.into(), message.to_string())
    }

    /// What is told, unless the output itself failed.
    pub(crate) fn message(&self) -> Option<&str> {
        match self {
            Failure::Input(message) | Failure::Ended(_, message) => Some(message),
            Failure::Io(_) => None,
        }
    }

    /// Tells the user and picks the exit status. A closed pipe ends quietly.
    pub(crate) fn report(self) -> ExitCode {
        match self {
            Failure::Input(message) => {
                complain(message);
                Status::BadInput.into()
            }
            Failure::Ended(status, message) => {
                complain(message);
                status.into()
            }
            Failure::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => Status::Done.into(),
            Failure::Io(error) => {
                complain(error);
                Status::BadInput.into()
            }
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Io(error)
    }
}

/// One line on stderr; nothing can be done where stderr is closed.
pub(crate) fn complain(message: impl fmt::Display) {
    use io::Write;
    let _ = screen::over_progress(|| writeln!(io::stderr(), "taquin: {message}"));
}
