//! `taquin bench`: a suite of boards, its nodes and times.

mod near;

use std::io::Write;
use std::time::Instant;

use bytesize::ByteSize;
use serde::Serialize;
use taquin::{Board, Engine, Error, Goal, Limits, Scrambler, Size, Solver};

use crate::args::{BenchArgs, SUITES};
use crate::databases;
use crate::exit::{Failure, Status};
use crate::hints::did_you_mean;
use crate::progress::ProgressLine;
use crate::report::json_line;

const KORF15: &str = include_str!("../../../../data/korf15.tsv");
const KORF24: &str = include_str!("../../../../data/korf24.tsv");

/// Boards of one size, and the goal they are solved for.
struct Suite {
    name: String,
    goal: Goal,
    size: Size,
    boards: Box<dyn Iterator<Item = Case>>,
}

#[derive(Clone)]
struct Case {
    id: usize,
    board: Board,
    /// Where it is known.
    length: Option<usize>,
}

impl Suite {
    fn parse(args: &BenchArgs) -> Result<Suite, Failure> {
        let name = args.suite.clone();
        let parts: Vec<&str> = name.split(':').collect();
        if let ("korf15" | "korf24", Some(_)) = (parts[0], args.seed) {
            return Err(Failure::input(format!(
                "--seed is for random boards, and those of {} are Korf's own",
                parts[0]
            )));
        }
        match parts[..] {
            ["korf15"] => Ok(Suite {
                name,
                goal: Goal::BlankFirst,
                size: Size::new(4, 4).map_err(Failure::input)?,
                boards: Box::new(cases(KORF15, 4, 3).into_iter()),
            }),
            ["korf24", ids] => {
                let all = cases(KORF24, 5, 2);
                let boards = ids.split(',').map(|id| {
                    let known = id.parse().ok().and_then(|id: usize| {
                        let found = all.iter().find(|case| case.id == id)?;
                        Some(found.clone())
                    });
                    known.ok_or_else(|| {
                        Failure::input(format!("no board {id:?} in korf24, expected 1 to 50"))
                    })
                });
                Ok(Suite {
                    goal: Goal::BlankFirst,
                    size: Size::new(5, 5).map_err(Failure::input)?,
                    boards: Box::new(boards.collect::<Result<Vec<_>, _>>()?.into_iter()),
                    name,
                })
            }
            ["random", size, count] => {
                let size: Size = size.parse().map_err(Failure::input)?;
                let count: usize = count
                    .parse()
                    .map_err(|_| Failure::input(format!("{count:?} is not a number of boards")))?;
                if count == 0 {
                    return Err(Failure::input("a suite of no boards"));
                }
                let goal = Goal::Classic.board(size).map_err(Failure::input)?;
                let mut scrambler = Scrambler::new(args.seed.unwrap_or(1));
                // Drawn one by one, since there may be more than memory holds.
                let boards = (1..=count).map(move |id| Case {
                    id,
                    board: scrambler.uniform(&goal),
                    length: None,
                });
                Ok(Suite {
                    name,
                    goal: Goal::Classic,
                    size,
                    boards: Box::new(boards),
                })
            }
            _ => Err(unknown(&name)),
        }
    }
}

/// A suite that there is not, with what there is and the nearest of it.
fn unknown(suite: &str) -> Failure {
    let begin = suite.split(':').next().unwrap_or_default();
    let names = SUITES.map(|name| name.trim_end_matches(':'));
    let hint = if names.contains(&begin) {
        String::new()
    } else {
        did_you_mean(begin, names)
    };
    Failure::input(format!(
        "unknown suite {suite:?}, expected korf15, korf24:IDS, random:SIZE:N or near:SIZE:N, such as korf24:38,40 or random:4x4:1000{hint}"
    ))
}

/// The boards of a table: lines of an id, a length, and in column `tiles` the tiles of a square board.
fn cases(table: &str, rows: u64, tiles: usize) -> Vec<Case> {
    let size = Size::new(rows, rows).expect("a size");
    table
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            let tiles: Vec<u32> = fields[tiles]
                .split(' ')
                .map(|tile| tile.parse().expect("a tile"))
                .collect();
            Case {
                id: fields[0].parse().expect("an id"),
                length: Some(fields[1].parse().expect("a length")),
                board: Board::new(size, &tiles).expect("a board"),
            }
        })
        .collect()
}

/// One board's line.
#[derive(Serialize)]
struct Row {
    id: usize,
    length: usize,
    expanded: u64,
    generated: u64,
    seconds: f64,
}

/// The suite's line.
#[derive(Serialize)]
struct Summary<'a> {
    suite: &'a str,
    boards: usize,
    threads: usize,
    engine: String,
    databases: bool,
    table_bytes: u64,
    prepare_seconds: f64,
    mean_length: f64,
    mean_expanded: f64,
    mean_generated: f64,
    mean_seconds: f64,
    median_seconds: f64,
    p99_seconds: f64,
    max_seconds: f64,
    total_expanded: u64,
    total_generated: u64,
    total_seconds: f64,
    expanded_per_second: f64,
    generated_per_second: f64,
}

pub(crate) fn run(args: &BenchArgs, out: &mut dyn Write) -> Result<Status, Failure> {
    if args.suite.split(':').next() == Some("near") {
        return near::run(args, out);
    }
    let suite = Suite::parse(args)?;
    // One thread unless more are asked for: figures that compare.
    let limits = Limits {
        threads: args
            .limits
            .table
            .work
            .threads
            .map_or(1, |threads| threads as usize),
        ..args.limits.limits()
    };
    let mut solver = Solver::new()
        .goal(suite.goal.clone())
        .engine(args.engine.unwrap_or(Engine::Optimal))
        .limits(limits);
    if !args.cold {
        solver = databases::used_by(solver);
    }
    let started = Instant::now();
    let goal = suite.goal.board(suite.size).map_err(Failure::input)?;
    let tables = match solver.prepare(&goal) {
        Ok(tables) => tables,
        Err(error) => return Err(stopped(error)),
    };
    let prepare_seconds = started.elapsed().as_secs_f64();
    if !args.json {
        writeln!(
            out,
            "{:>5} {:>6} {:>15} {:>15} {:>12} {:>8}",
            "id", "moves", "expanded", "generated", "ms", "M exp/s"
        )?;
    }
    let mut rows = Vec::new();
    for case in suite.boards {
        let progress = ProgressLine::new(args.quiet);
        let line = progress.clone();
        let solver = solver.clone().on_progress(move |p| line.update(p));
        let started = Instant::now();
        let result = solver.solve(&case.board);
        let seconds = started.elapsed().as_secs_f64();
        progress.clear();
        let answer = result.map_err(stopped)?;
        if let Some(stop) = answer.stop() {
            return Err(Failure::ended(stop, stop));
        }
        let length = answer.length().expect("nothing stopped it");
        let stats = answer.stats();
        // A path that is not proven shortest may be longer.
        let is_wrong = |known| length < known || length > known && answer.is_optimal();
        if case.length.is_some_and(is_wrong) {
            return Err(Failure::ended(
                Status::Negative,
                format!(
                    "board {}: {length} moves, known to be {:?}",
                    case.id, case.length
                ),
            ));
        }
        let row = Row {
            id: case.id,
            length,
            expanded: stats.expanded,
            generated: stats.generated,
            seconds,
        };
        if args.json {
            json_line(out, &row)?;
        } else {
            writeln!(
                out,
                "{:>5} {length:>6} {:>15} {:>15} {:>12.3} {:>8.1}",
                row.id,
                row.expanded,
                row.generated,
                1e3 * seconds,
                row.expanded as f64 / seconds / 1e6
            )?;
        }
        rows.push(row);
    }
    let mean = |of: &dyn Fn(&Row) -> f64| rows.iter().map(of).sum::<f64>() / rows.len() as f64;
    let mut times: Vec<f64> = rows.iter().map(|row| row.seconds).collect();
    times.sort_by(f64::total_cmp);
    let summary = Summary {
        suite: &suite.name,
        boards: rows.len(),
        threads: limits.threads,
        engine: tables.engine.to_string(),
        databases: tables.from_databases,
        table_bytes: tables.bytes,
        prepare_seconds,
        mean_length: mean(&|row| row.length as f64),
        mean_expanded: mean(&|row| row.expanded as f64),
        mean_generated: mean(&|row| row.generated as f64),
        mean_seconds: mean(&|row| row.seconds),
        median_seconds: quantile(&times, 0.5),
        p99_seconds: quantile(&times, 0.99),
        max_seconds: quantile(&times, 1.0),
        total_expanded: rows.iter().map(|row| row.expanded).sum(),
        total_generated: rows.iter().map(|row| row.generated).sum(),
        total_seconds: rows.iter().map(|row| row.seconds).sum(),
        expanded_per_second: mean(&|row| row.expanded as f64) / mean(&|row| row.seconds),
        generated_per_second: mean(&|row| row.generated as f64) / mean(&|row| row.seconds),
    };
    if args.json {
        json_line(out, &summary)?;
    } else {
        summary.write(out)?;
    }
    Ok(Status::Done)
}

fn stopped(error: Error) -> Failure {
    match error {
        Error::Stopped { stop, .. } => Failure::ended(stop, stop),
        error => Failure::input(error),
    }
}

/// The least of the sorted values that a share of them does not exceed.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let rank = (share * sorted.len() as f64).ceil() as usize;
    sorted[rank.clamp(1, sorted.len()) - 1]
}

impl Summary<'_> {
    fn write(&self, out: &mut dyn Write) -> std::io::Result<()> {
        let source = if self.databases {
            "databases"
        } else {
            "memory"
        };
        writeln!(
            out,
            "{}: {} boards, {} thread(s), engine {}, tables of {} from {source} in {:.3} s",
            self.suite,
            self.boards,
            self.threads,
            self.engine,
            ByteSize(self.table_bytes),
            self.prepare_seconds
        )?;
        writeln!(
            out,
            "mean {:.2} moves, {:.0} expanded, {:.0} generated",
            self.mean_length, self.mean_expanded, self.mean_generated
        )?;
        writeln!(
            out,
            "total {:.3} s, {} expanded, {} generated; a second {:.1} million expanded, {:.1} million generated",
            self.total_seconds,
            self.total_expanded,
            self.total_generated,
            self.expanded_per_second / 1e6,
            self.generated_per_second / 1e6
        )?;
        writeln!(
            out,
            "ms: mean {:.3}, median {:.3}, p99 {:.3}, max {:.3}",
            1e3 * self.mean_seconds,
            1e3 * self.median_seconds,
            1e3 * self.p99_seconds,
            1e3 * self.max_seconds
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_of_a_few_values() {
        let sorted = [1.0, 2.0, 3.0, 4.0];
        assert_eq!(quantile(&sorted, 0.5), 2.0);
        assert_eq!(quantile(&sorted, 0.99), 4.0);
        assert_eq!(quantile(&sorted, 1.0), 4.0);
        assert_eq!(quantile(&[7.0], 0.5), 7.0);
    }
}
