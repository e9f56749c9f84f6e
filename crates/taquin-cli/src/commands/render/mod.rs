//! `taquin render`: boards and solutions as pictures.
//!
//! A limit of time is divided: half is for the search, so that an answer as late as that can still be drawn. A picture that is not drawn in
//! time is not written.

mod animation;
mod raster;

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::path::Path as FilePath;
use std::time::Duration;

use super::answer::known;
use taquin::render::{Colors, Scene, Style, Theme};
use taquin::{Board, Error, Limits, Path, Phase, Progress, Solver, Stop, Watch};

use crate::args::{Palette, PictureFormat, RenderArgs};
use crate::exit::{Failure, Status, complain};
use crate::goal;
use crate::hints::did_you_mean;
use crate::input::{Argument, Source};
use crate::output;
use crate::progress::ProgressLine;
use crate::{databases, interrupt};
use raster::{MOST_PIXELS, TICK_AFTER, too_large};

/// Boards in a row of a strip, and how long a GIF shows each board, unless the arguments say so.
const BOARDS_IN_ROW: usize = 8;
const DELAY: Duration = Duration::from_millis(400);

/// Tiles of a picture, at most: SVG takes 300 bytes for each, and five times as many if their numbers are long.
const MOST_TILES: usize = 1 << 20;

pub(crate) fn run(args: &RenderArgs, out: &mut dyn Write) -> Result<Status, Failure> {
    let format = format(args)?;
    check_options(args, format)?;
    let to_stdout = args.output == FilePath::new("-");
    if to_stdout && format != PictureFormat::Svg && io::stdout().is_terminal() {
        return Err(Failure::input("a picture is not for a terminal"));
    }
    let goal = goal::parse(&args.goal.goal, args.goal.size)?;
    let board = Source::of(&args.board)?.board(args.goal.size)?;
    let home = goal.board(board.size()).map_err(Failure::input)?;
    let progress = ProgressLine::new(args.quiet);
    let on_progress = |p: &taquin::Progress| progress.update(p);
    let limits = args.limits.limits();
    let watch = Watch::new(limits, Some(&on_progress));
    let drawn = (|| -> Result<_, Failure> {
        let (path, status) = match &args.moves {
            Some(moves) => (Some(given(moves, args, &board)?), Status::Done),
            None if shows_solution(args, format) => {
                let solver = databases::used_by(Solver::new()).goal(goal).limits(Limits {
                    // The rest is for drawing.
                    time: limits.time.map(|time| time / 2),
                    ..limits
                });
                let (path, status) = solved(&board, solver, &progress)?;
                (Some(path), status)
            }
            None => (None, Status::Done),
        };
        let picture = draw(format, args, &board, &home, path.as_ref(), &watch)?;
        Ok((picture, status))
    })();
    progress.clear();
    let (picture, status) = drawn?;
    if interrupt::requested() {
        return Err(Failure::ended(Stop::Cancelled, Stop::Cancelled));
    }
    if to_stdout {
        out.write_all(&picture)?;
    } else {
        output::write_whole(&args.output, &picture)?;
    }
    Ok(status)
}

/// The picture's bytes.
fn draw(
    format: PictureFormat,
    args: &RenderArgs,
    board: &Board,
    home: &Board,
    path: Option<&Path>,
    watch: &Watch<'_>,
) -> Result<Vec<u8>, Failure> {
    let style = style(args, board);
    if let (PictureFormat::Gif, Some(path)) = (format, path) {
        check_pixels(&style, board)?;
        let delay = args.delay.unwrap_or(DELAY);
        return animation::gif(board, path, home, &style, delay, watch);
    }
    let boards = path.map_or(1, |path| path.len() + 1);
    let tiles = boards.saturating_mul(board.size().cells());
    if tiles > MOST_TILES {
        return Err(Failure::input(format!(
            "a picture of {boards} boards with {tiles} tiles is too large, expected at most {MOST_TILES} tiles: try GIF"
        )));
    }
    let scene = match path {
        Some(path) => style.strip(board, path, home).map_err(Failure::input)?,
        None => style.board(board, home),
    };
    match format {
        PictureFormat::Svg => svg(&scene, watch),
        _ => raster::png(&scene, watch),
    }
}

/// The picture as SVG, unless the watch ends it.
fn svg(scene: &Scene, watch: &Watch<'_>) -> Result<Vec<u8>, Failure> {
    struct Watched<'a> {
        text: String,
        pieces: usize,
        watch: &'a Watch<'a>,
        ended: Option<Stop>,
    }
    impl fmt::Write for Watched<'_> {
        fn write_str(&mut self, piece: &str) -> fmt::Result {
            self.text.push_str(piece);
            self.pieces += 1;
            if self.pieces.is_multiple_of(TICK_AFTER) {
                let told = self.watch.tick(0, || Progress::of(Phase::Drawing));
                self.ended = told.err();
            }
            self.ended.map_or(Ok(()), |_| Err(fmt::Error))
        }
    }
    let mut watched = Watched {
        text: String::new(),
        pieces: 0,
        watch,
        ended: None,
    };
    // Only the watch makes it fail.
    let _ = scene.write_svg(&mut watched);
    match watched.ended {
        None => Ok(watched.text.into_bytes()),
        Some(stop) => Err(Failure::ended(stop, stop)),
    }
}

/// The format asked for, or that of the file's name.
fn format(args: &RenderArgs) -> Result<PictureFormat, Failure> {
    if let Some(format) = args.format {
        return Ok(format);
    }
    if args.output == FilePath::new("-") {
        return Err(Failure::input(
            "-o - needs --format: svg, png or gif, since there is no name to tell it",
        ));
    }
    let extension = args
        .output
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
            args.output.display(),
            did_you_mean(other, ["svg", "png", "gif"])
        ))),
    }
}

/// Whether a solution is searched, to be shown.
fn shows_solution(args: &RenderArgs, format: PictureFormat) -> bool {
    args.moves.is_none() && (format == PictureFormat::Gif || args.strip)
}

/// Refuses what would have no effect in the format.
fn check_options(args: &RenderArgs, format: PictureFormat) -> Result<(), Failure> {
    let is_gif = format == PictureFormat::Gif;
    let searched = shows_solution(args, format);
    let search = "the search for a solution: a GIF without MOVES, or --strip";
    let table = &args.limits.table;
    for (option, given, fits, what) in [
        (
            "--strip",
            args.strip,
            !is_gif,
            "SVG and PNG: a GIF is animated",
        ),
        (
            "--in-row",
            args.in_row.is_some(),
            !is_gif,
            "SVG and PNG: a GIF is animated",
        ),
        (
            "--delay",
            args.delay.is_some(),
            is_gif,
            "GIF, which alone is animated",
        ),
        ("--nodes", args.limits.nodes.is_some(), searched, search),
        ("--memory", table.memory.is_some(), searched, search),
        ("--threads", table.work.threads.is_some(), searched, search),
    ] {
        if given && !fits {
            return Err(Failure::input(format!("{option} is for {what}")));
        }
    }
    Ok(())
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
        boards_in_row: args.in_row.map_or(BOARDS_IN_ROW, |boards| boards as usize),
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

/// The moves of the arguments, which must stay on the board.
fn given(moves: &Argument, args: &RenderArgs, board: &Board) -> Result<Path, Failure> {
    let source = Source::of(moves)?;
    let path = args
        .notation
        .parse(&source.text, board)
        .map_err(|error| Failure::input(format!("moves: {error}")))?;
    board
        .after(&path)
        .map_err(|error| Failure::input(format!("moves: {error}")))?;
    Ok(path)
}

/// A solution, and whether a limit was reached meanwhile. One that is not proven shortest is told as such.
fn solved(
    board: &Board,
    solver: Solver,
    progress: &ProgressLine,
) -> Result<(Path, Status), Failure> {
    let line = progress.clone();
    let solver = solver.on_progress(move |p| line.update(p));
    let answer = match solver.solve(board) {
        Ok(answer) => answer,
        Err(Error::Unsolvable(reason)) => {
            let reason = format!("unsolvable: {reason}");
            return Err(Failure::ended(Status::Negative, reason));
        }
        Err(error) => return Err(Failure::input(error)),
    };
    let stop = answer.stop();
    match (&stop, answer.length()) {
        (Some(Stop::Cancelled), _) | (Some(_), None) => {}
        (Some(stop), _) => complain(known(&answer, stop)),
        (None, Some(length)) if !answer.is_optimal() => {
            let (bound, metric) = (answer.lower_bound(), answer.metric());
            complain(format!(
                "{length} moves, at least {bound} needed ({metric})"
            ));
        }
        (None, _) => {}
    }
    match (stop, answer.into_path()) {
        (None, Some(path)) => Ok((path, Status::Done)),
        (Some(stop), Some(path)) if stop != Stop::Cancelled => Ok((path, stop.into())),
        (stop, _) => {
            let stop = stop.unwrap_or(Stop::Cancelled);
            Err(Failure::ended(stop, stop))
        }
    }
}
