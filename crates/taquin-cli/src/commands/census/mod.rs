//! `taquin census`: how many states there are at each distance from a goal, and which are the farthest.

mod plot;

use std::fs;
use std::io::Write;
use std::path::Path;

use serde::Serialize;
use taquin::{Board, Census, CensusError, Watch};

use super::scramble;
use crate::args::CensusArgs;
use crate::exit::{Failure, Status};
use crate::goal;
use crate::output;
use crate::progress::ProgressLine;
use crate::report::{JsonBoard, json_line};

pub(crate) fn run(args: &CensusArgs, out: &mut dyn Write) -> Result<Status, Failure> {
    if let Some(args) = args.scramble() {
        return scramble::run(&args, out);
    }
    let goal = goal::parse(&args.goal, Some(args.size))?;
    let name = goal.to_string();
    let goal = goal.board(args.size).map_err(Failure::input)?;
    if let Some(file) = &args.plot {
        check_ending(file)?;
    }
    let progress = ProgressLine::new(args.quiet);
    let on_progress = |p: &taquin::Progress| progress.update(p);
    let watch = Watch::new(args.limits.limits(), Some(&on_progress));
    let result = Census::run(&goal, args.metric, &watch);
    progress.clear();
    let census = result.map_err(|error| match error {
        CensusError::Stopped(stop) => Failure::ended(stop, error),
        CensusError::Memory { .. } => Failure::ended(Status::Limit, error),
        error => Failure::input(error),
    })?;
    let title = format!("{} from {name}, {}", args.size, args.metric);
    if let Some(file) = &args.plot {
        output::write_whole(file, plot::histogram(&title, census.counts()).as_bytes())?;
    }
    let report = Report {
        size: args.size.to_string(),
        goal: &name,
        metric: args.metric.name(),
        counts: census.counts(),
        states: census.states(),
        mean: census.mean(),
        max: census.max(),
        farthest_count: census.last_count(),
        farthest: farthest(&census, args.farthest),
    };
    if args.json {
        json_line(out, &report)?;
    } else {
        report.write(out)?;
    }
    Ok(Status::Done)
}

/// Refuses names that promise another format; devices and pipes have none.
fn check_ending(file: &Path) -> Result<(), Failure> {
    let ending = file.extension().unwrap_or_default();
    if ending.eq_ignore_ascii_case("svg") || fs::metadata(file).is_ok_and(|file| !file.is_file()) {
        return Ok(());
    }
    Err(Failure::input(format!(
        "--plot: {}: expected a name that ends in .svg",
        file.display()
    )))
}

/// The farthest boards, sorted; the first of them in the census's own order if there are more than wanted.
fn farthest(census: &Census, wanted: u64) -> Vec<Board> {
    if census.last_count() <= wanted {
        census.last_layer().collect()
    } else {
        census.boards(0..wanted)
    }
}

#[derive(Serialize)]
struct Report<'a> {
    size: String,
    goal: &'a str,
    metric: &'static str,
    counts: &'a [u64],
    states: u64,
    mean: f64,
    max: usize,
    farthest_count: u64,
    #[serde(serialize_with = "json_boards")]
    farthest: Vec<Board>,
}

fn json_boards<S: serde::Serializer>(boards: &[Board], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(boards.iter().map(JsonBoard))
}

impl Report<'_> {
    fn write(&self, out: &mut dyn Write) -> std::io::Result<()> {
        let distances = self.max.to_string().len().max("moves".len());
        let counts = self.counts.iter().map(|count| count.to_string().len());
        let counts = counts.max().unwrap_or(0).max("states".len());
        writeln!(out, "{:>distances$}  {:>counts$}", "moves", "states")?;
        for (distance, count) in self.counts.iter().enumerate() {
            writeln!(out, "{distance:>distances$}  {count:>counts$}")?;
        }
        writeln!(
            out,
            "\n{} states, mean {:.4}, maximum {} ({})",
            self.states, self.mean, self.max, self.metric
        )?;
        let listed = match self.farthest.len() as u64 {
            all if all == self.farthest_count => String::new(),
            some => format!(", {some} of them"),
        };
        writeln!(out, "\nfarthest boards: {}{listed}", self.farthest_count)?;
        for board in &self.farthest {
            writeln!(out, "{board}")?;
        }
        Ok(())
    }
}
