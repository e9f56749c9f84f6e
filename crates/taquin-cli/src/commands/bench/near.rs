//! `bench near:SIZE:N`: good solutions of boards drawn uniformly, for the classic goal.

use std::io::Write;
use std::time::Instant;

use serde::Serialize;
use taquin::{Engine, Goal, Heuristic, Scrambler, Size, Solver};

use crate::args::BenchArgs;
use crate::exit::{Failure, Status};
use crate::progress::ProgressLine;
use crate::report::{JsonBoard, json_line};

/// One board's figures.
#[derive(Serialize)]
struct Line<'a> {
    board: JsonBoard<'a>,
    manhattan: usize,
    lower_bound: usize,
    length: usize,
    expanded: u64,
    seconds: f64,
    moves: String,
}

/// The means of all boards.
#[derive(Serialize)]
struct Means {
    size: String,
    boards: u32,
    seed: u64,
    mean_manhattan: f64,
    mean_length: f64,
    /// Mean length by mean Manhattan distance.
    ratio: f64,
    mean_seconds: f64,
    threads: usize,
}

/// The size and the number of boards of a suite named `near:SIZE:N`.
fn parse(suite: &str) -> Result<(Size, u32), String> {
    let parts: Vec<&str> = suite.split(':').collect();
    let ["near", size, boards] = parts[..] else {
        return Err(format!(
            "unknown suite {suite:?}, expected near:SIZE:N, such as near:10x10:20"
        ));
    };
    let size: Size = size.parse().map_err(|e| format!("{e}"))?;
    if size.is_line() {
        return Err(format!(
            "size {size} is a line, expected two rows and columns or more"
        ));
    }
    match boards.parse() {
        Ok(boards) if boards > 0 => Ok((size, boards)),
        _ => Err(format!(
            "{boards:?} is no number of boards, expected 1 or more"
        )),
    }
}

pub(super) fn run(args: &BenchArgs, out: &mut dyn Write) -> Result<Status, Failure> {
    let (size, boards) = parse(&args.suite).map_err(Failure::input)?;
    if args.cold {
        return Err(Failure::input(
            "--cold is for optimal suites: near uses no databases",
        ));
    }
    let goal = Goal::Classic.board(size).map_err(Failure::input)?;
    let engine = args.engine.unwrap_or(Engine::Near);
    if !matches!(engine, Engine::Near | Engine::Quick) {
        return Err(Failure::input(format!(
            "near suites are for engines near and quick, not {engine}; random:{size}:{boards} has the same boards"
        )));
    }
    let limits = args.limits.limits();
    let solver = Solver::new().engine(engine).limits(limits);
    let seed = args.seed.unwrap_or(1);
    let mut scrambler = Scrambler::new(seed);
    let (mut manhattans, mut lengths, mut seconds) = (0, 0, 0.0);
    if !args.json {
        writeln!(out, "board manhattan bound length ratio seconds")?;
    }
    for index in 1..=boards {
        let board = scrambler.uniform(&goal);
        let progress = ProgressLine::new(args.quiet);
        let line = progress.clone();
        let started = Instant::now();
        let result = solver
            .clone()
            .on_progress(move |p| line.update(p))
            .solve(&board);
        let took = started.elapsed().as_secs_f64();
        progress.clear();
        let answer = result.map_err(Failure::input)?;
        if let Some(stop) = answer.stop() {
            return Err(Failure::ended(stop, format!("board {index}: {stop}")));
        }
        let path = answer.path().expect("nothing stopped it");
        let (bound, length) = (answer.lower_bound(), path.len());
        let manhattan = Heuristic::Manhattan.estimate(&board, &goal);
        manhattans += manhattan;
        lengths += length;
        seconds += took;
        if args.json {
            json_line(
                out,
                &Line {
                    board: JsonBoard(&board),
                    manhattan,
                    lower_bound: bound,
                    length,
                    expanded: answer.stats().expanded,
                    seconds: took,
                    moves: path.to_string(),
                },
            )?;
        } else {
            let ratio = length as f64 / manhattan as f64;
            writeln!(
                out,
                "{index:5} {manhattan:9} {bound:5} {length:6} {ratio:5.3} {took:7.3}"
            )?;
        }
        out.flush()?;
    }
    let count = f64::from(boards);
    let means = Means {
        size: size.to_string(),
        boards,
        seed,
        mean_manhattan: manhattans as f64 / count,
        mean_length: lengths as f64 / count,
        ratio: lengths as f64 / manhattans as f64,
        mean_seconds: seconds / count,
        threads: limits.threads,
    };
    if args.json {
        json_line(out, &means)?;
    } else {
        writeln!(
            out,
            "mean of {boards} boards {size}: Manhattan {:.2}, length {:.2}, ratio {:.3}, {:.3} s with {} threads",
            means.mean_manhattan, means.mean_length, means.ratio, means.mean_seconds, means.threads
        )?;
    }
    Ok(Status::Done)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suites_are_read_whole_or_refused() {
        let size = Size::new(3, 10).unwrap();
        assert_eq!(parse("near:3x10:5"), Ok((size, 5)));
        for bad in [
            "near",
            "near:3x10",
            "near:3x10:0",
            "near:3x10:x",
            "near:1x9:2",
            "near:3:2",
            "near:3x3:2:1",
        ] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }
}
