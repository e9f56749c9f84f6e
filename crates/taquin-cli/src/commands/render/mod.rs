//! `taquin render`: boards and solutions as pictures.

mod animation;
mod raster;

use std::io::{self, IsTerminal, Write};
use std::path::Path as FilePath;

use taquin::render::{Colors, Style, Theme};
use taquin::{Board, Error, Path, Solver, Stop};

use crate::args::{Palette, PictureFormat, RenderArgs, did_you_mean};
use crate::exit::{Failure, Status, complain};
use crate::goal;
use crate::input::Source;
use crate::output;
use crate::report::ProgressLine;
use crate::{databases, interrupt};

/// Pixels of a picture, at most.
const MOST_PIXELS: f32 = 64e6;

pub(crate) fn run(args: &RenderArgs, out: &mut dyn Write) -> Result<Status, Failure> {
    let format = format(args)?;
    let to_stdout = args.output == "-";
    if to_stdout && format != PictureFormat::Svg && io::stdout().is_terminal() {
        return Err(Failure::input("a picture is not for a terminal"));
    }
    let goal = goal::parse(&args.goal.goal, args.goal.size)?;
    let board = Source::from_argument(&args.board)?.board(args.goal.size)?;
    let home = goal.board(board.size()).map_err(Failure::input)?;
    let mut status = Status::Done;
    let path = match &args.moves {
        Some(moves) => Some(given(moves, args, &board)?),
        None if format == PictureFormat::Gif || args.strip => {
            let solver = databases::used_by(Solver::new()).goal(goal);
            match solved(&board, &solver, args)? {
                (Some(path), reached) => {
                    status = reached;
                    Some(path)
                }
                (None, status) => return Ok(status),
            }
        }
        None => None,
    };
    let style = style(args, &board);
    let picture = match (format, &path) {
        (PictureFormat::Gif, Some(path)) => {
            check_pixels(&style, &board)?;
            animation::gif(&board, path, &home, &style, args.delay)?
        }
        (PictureFormat::Gif, None) => unreachable!("a path was given or found"),
        (format, path) => {
            let scene = match path {
                Some(path) => style.strip(&board, path, &home).map_err(Failure::input)?,
                None => style.board(&board, &home),
            };
            if format == PictureFormat::Svg {
                scene.to_svg().into_bytes()
            } else {
                raster::png(&scene)?
            }
        }
    };
    if to_stdout {
        out.write_all(&picture)?;
    } else {
        output::write_whole(FilePath::new(&args.output), &picture)?;
    }
    Ok(status)
}

/// The format asked for, or that of the file's name.
fn format(args: &RenderArgs) -> Result<PictureFormat, Failure> {
    if let Some(format) = args.format {
        return Ok(format);
    }
    if args.output == "-" {
        return Err(Failure::input(
            "-o - needs --format: svg, png or gif, since there is no name to tell it",
        ));
    }
    let extension = FilePath::new(&args.output)
        .extension()
        .unwrap_or_default()
        .to_string_lossy()
        .to_ascii_lowercase();
    match extension.as_str() {
        "svg" => Ok(PictureFormat::Svg),
        "png" => Ok(PictureFormat::Png),
        "gif" => Ok(PictureFormat::Gif),
        other => Err(Failure::input(format!(
            "{}: expected a name that ends in .svg, .png or .gif, or --format{}",
            args.output,
            did_you_mean(other, ["svg", "png", "gif"])
        ))),
    }
}

fn style(args: &RenderArgs, board: &Board) -> Style {
    let style = Style {
        colors: match args.colors {
            Palette::Row => Colors::Row,
            Palette::Column => Colors::Column,
            Palette::Ring => Colors::Ring,
            Palette::Plain => Colors::Plain,
        },
        theme: if args.dark { Theme::Dark } else { Theme::Light },
        numbers: !args.no_numbers,
        boards_in_row: args.in_row as usize,
        ..Style::default()
    };
    match args.width {
        Some(width) => style.with_width(board, width as f32),
        // Large boards get small cells.
        None => {
            let longest = board.size().rows().max(board.size().cols()) as f32;
            let cell = style.cell.min(2048.0 / longest).max(4.0);
            Style { cell, ..style }
        }
    }
}

fn check_pixels(style: &Style, board: &Board) -> Result<(), Failure> {
    let size = board.size();
    let pixels = style.cell * style.cell * (size.rows() as f32 + 1.0) * (size.cols() as f32 + 1.0);
    if pixels <= MOST_PIXELS {
        return Ok(());
    }
    Err(too_large(pixels))
}

fn too_large(pixels: f32) -> Failure {
    Failure::input(format!(
        "a picture of {:.0} million pixels is too large, expected at most {:.0} million: try --width, or SVG",
        pixels / 1e6,
        MOST_PIXELS / 1e6
    ))
}

/// The moves of the arguments, which must stay on the board.
fn given(moves: &str, args: &RenderArgs, board: &Board) -> Result<Path, Failure> {
    let source = Source::from_argument(moves)?;
    let path = args
        .notation
        .parse(&source.text, board)
        .map_err(|error| Failure::input(format!("moves: {error}")))?;
    board
        .after(&path)
        .map_err(|error| Failure::input(format!("moves: {error}")))?;
    Ok(path)
}

/// A solution, and whether a limit was reached meanwhile.
fn solved(
    board: &Board,
    solver: &Solver,
    args: &RenderArgs,
) -> Result<(Option<Path>, Status), Failure> {
    let progress = ProgressLine::new(args.quiet);
    let line = progress.clone();
    let solver = solver
        .clone()
        .limits(args.limits.limits())
        .on_progress(move |p| line.update(p));
    let result = solver.solve(board);
    progress.clear();
    match result {
        Ok(solution) => Ok((Some(solution.into_path()), Status::Done)),
        Err(Error::Unsolvable(reason)) => {
            complain(format!("unsolvable: {reason}"));
            Ok((None, Status::Negative))
        }
        Err(Error::Limit(limit)) => {
            complain(limit.stop);
            let status = match limit.stop {
                Stop::Cancelled => Status::Interrupted,
                _ if interrupt::requested() => Status::Interrupted,
                _ => Status::Limit,
            };
            Ok((limit.best, status))
        }
        Err(error) => Err(Failure::input(error)),
    }
}
