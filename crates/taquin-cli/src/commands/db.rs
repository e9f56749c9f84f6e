//! `taquin db`: pattern databases on disk.

use std::borrow::Cow;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use bytesize::ByteSize;
use serde::Serialize;
use taquin::{
    CanonicalGoal, DatabaseError, DatabaseFile, Databases, Limits, Metric, Phase, Problem,
    Progress, Watch,
};

use crate::args::{DbBuildArgs, DbCommand, DbListArgs, DbRemoveArgs, DbVerifyArgs};
use crate::databases;
use crate::exit::{Failure, Status, complain};
use crate::goal;
use crate::interrupt;
use crate::progress::ProgressLine;
use crate::report::json_line;

pub(crate) fn run(command: &DbCommand, out: &mut dyn Write) -> Result<Status, Failure> {
    let databases = databases::required()?;
    match command {
        DbCommand::Build(args) => build(&databases, args, out),
        DbCommand::List(args) => list(readable(&databases)?, args, out),
        DbCommand::Verify(args) => verify(readable(&databases)?, args, out),
        DbCommand::Remove(args) => remove(readable(&databases)?, args, out),
    }
}

/// The databases, if their folder can be read or is not there yet.
fn readable(databases: &Databases) -> Result<&Databases, Failure> {
    match std::fs::read_dir(databases.folder()) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(Failure::input(format!(
            "{}: {error}",
            databases.folder().display()
        ))),
        _ => Ok(databases),
    }
}

/// What a failure means for the exit status; the reason goes to stderr.
fn status_of(error: &DatabaseError) -> Status {
    complain(error);
    match error {
        DatabaseError::Stopped(stop) => (*stop).into(),
        DatabaseError::Io { .. } => Status::BadInput,
        _ => Status::Negative,
    }
}

fn build(
    databases: &Databases,
    args: &DbBuildArgs,
    out: &mut dyn Write,
) -> Result<Status, Failure> {
    let size = args.size;
    let goal = goal::parse(&args.goal, Some(size))?;
    let problem = Problem::new(&goal, size, Metric::Stm).map_err(Failure::input)?;
    if !Databases::covers(&problem) {
        return Err(Failure::input(format!(
            "no databases for {size}: boards of up to ten cells need none, and larger ones than 32 cells have none"
        )));
    }
    let goal = CanonicalGoal::new(size, problem.goal.blank());
    let progress = ProgressLine::new(args.quiet);
    let waiting = Waiting::for_others_in(databases);
    let update = |report: &Progress| {
        waiting.tell(report);
        progress.update(report)
    };
    let built = databases.build(goal, &Watch::new(args.limits.limits(), Some(&update)));
    progress.clear();
    match built {
        Ok(paths) => {
            for path in paths {
                writeln!(out, "{}", path.display())?;
            }
            Ok(Status::Done)
        }
        Err(error) => Ok(status_of(&error)),
    }
}

/// Says once, also where no progress is shown, that another process has to end first.
struct Waiting<'a> {
    databases: &'a Databases,
    told: AtomicBool,
}

impl Waiting<'_> {
    fn for_others_in(databases: &Databases) -> Waiting<'_> {
        let told = AtomicBool::new(false);
        Waiting { databases, told }
    }

    fn tell(&self, report: &Progress) {
        if report.phase == Phase::Waiting && !self.told.swap(true, Ordering::Relaxed) {
            let folder = self.databases.folder().display();
            complain(format!(
                "waiting for another process that changes {folder}; Ctrl-C gives up"
            ));
        }
    }
}

fn all_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// A line of `db list --json`.
#[derive(Serialize)]
struct Row<'a> {
    /// With signs in place of what is not UTF-8, which JSON cannot have.
    path: Cow<'a, str>,
    bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    age_seconds: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pattern: Option<&'a str>,
    state: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

fn list(databases: &Databases, args: &DbListArgs, out: &mut dyn Write) -> Result<Status, Failure> {
    let files = databases.list(all_threads());
    if files.is_empty() {
        complain(format!("no databases in {}", databases.folder().display()));
    }
    let mut status = Status::Done;
    for file in &files {
        let age = age(file);
        let content = file.content.as_ref();
        let state = if content.is_ok() {
            "checksums right"
        } else {
            "refused"
        };
        if args.json {
            let row = Row {
                path: file.path.to_string_lossy(),
                bytes: file.bytes,
                age_seconds: age.map(|age| age.as_secs()),
                size: content.ok().map(|content| content.goal.size().to_string()),
                pattern: content.ok().map(|content| content.picture.as_str()),
                state,
                error: content.err().map(ToString::to_string),
            };
            json_line(out, &row)?;
        } else {
            let age = age.map_or_else(
                || "?".into(),
                |age| {
                    humantime::format_duration(Duration::from_secs(round(age.as_secs())))
                        .to_string()
                },
            );
            let about = content.map_or(String::new(), |content| {
                format!("{} {}  ", content.goal.size(), content.picture)
            });
            writeln!(
                out,
                "{}  {}  {age} old  {about}{state}",
                file.path.display(),
                ByteSize(file.bytes)
            )?;
        }
        if let Err(error) = content {
            complain(error);
            status = Status::Negative;
        }
    }
    Ok(status)
}

fn age(file: &DatabaseFile) -> Option<Duration> {
    SystemTime::now().duration_since(file.modified?).ok()
}

/// Seconds rounded down to something that reads well: two units at most.
const fn round(seconds: u64) -> u64 {
    match seconds {
        0..3_600 => seconds,
        3_600..86_400 => seconds - seconds % 60,
        _ => seconds - seconds % 3_600,
    }
}

fn verify(
    databases: &Databases,
    args: &DbVerifyArgs,
    out: &mut dyn Write,
) -> Result<Status, Failure> {
    let limits: Limits = args.limits.limits();
    let files = databases.files();
    if files.is_empty() {
        complain(format!("no databases in {}", databases.folder().display()));
    }
    let mut status = Status::Done;
    for path in files {
        let progress = ProgressLine::new(args.quiet);
        let update = |report: &Progress| progress.update(report);
        let result = databases.verify(&path, &Watch::new(limits, Some(&update)));
        progress.clear();
        match result {
            Ok(content) => writeln!(
                out,
                "{}  {} {}  all {} entries right",
                path.display(),
                content.goal.size(),
                content.picture,
                content.entries
            )?,
            Err(error) => status = status.and(status_of(&error)),
        }
        out.flush()?;
        if status == Status::Interrupted {
            break;
        }
    }
    Ok(status)
}

fn remove(
    databases: &Databases,
    args: &DbRemoveArgs,
    out: &mut dyn Write,
) -> Result<Status, Failure> {
    let waiting = Waiting::for_others_in(databases);
    let update = |report: &Progress| {
        waiting.tell(report);
        interrupt::check()
    };
    match databases.remove(args.size, &Watch::new(Limits::default(), Some(&update))) {
        Ok(paths) => {
            if paths.is_empty() {
                let size = args
                    .size
                    .map_or(String::new(), |size| format!(" of {size}"));
                let folder = databases.folder().display();
                complain(format!("no databases{size} in {folder}"));
            }
            for path in paths {
                writeln!(out, "{}", path.display())?;
            }
            Ok(Status::Done)
        }
        Err(error) => Ok(status_of(&error)),
    }
}
