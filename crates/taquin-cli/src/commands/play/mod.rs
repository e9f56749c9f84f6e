//! `taquin play`: a game in the terminal.
//!
//! [`game`] is the state, [`session`] what keys, clicks and time do to it, [`screen`] draws it, [`terminal`] takes the terminal and gives
//! it back. Times are passed in, so all but the drawing is tested without a terminal; `tests/cli/play.rs` drives the rest through a
//! pseudo-terminal. The solver ([`helper`]) works on a thread of its own and is given up when the board changes. The terminal is given
//! back by a destructor, and by the panic hook before the message is printed.

mod game;
mod helper;
mod screen;
mod session;
mod terminal;

use std::hash::{BuildHasher, RandomState};
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use crossterm::event::{self, Event, KeyEventKind, MouseButton, MouseEventKind};
use ratatui::layout::Rect;
use taquin::{Board, Databases, Limits, Scrambler, Size, Solver, solvability};

use crate::args::PlayArgs;
use crate::exit::{Failure, Status, complain};
use crate::goal;
use crate::input::{self, Argument};
use crate::interrupt;
use game::Game;
use screen::Layout;
use session::{Request, Session};

/// Sides of boards that can be played.
const SIDES: std::ops::RangeInclusive<usize> = 2..=10;

/// How long the solver may think about a board.
const THINKING: Duration = Duration::from_secs(3);

pub(crate) fn run(args: &PlayArgs) -> Result<Status, Failure> {
    let (size, start) = what(args)?;
    if !SIDES.contains(&size.rows()) || !SIDES.contains(&size.cols()) {
        return Err(Failure::input(format!(
            "boards from 2x2 to 10x10 can be played, not {size}"
        )));
    }
    let goal = goal::parse(&args.goal.goal, Some(size))?;
    let home = goal.board(size).map_err(Failure::input)?;
    let seed = args
        .seed
        .unwrap_or_else(|| RandomState::new().hash_one(0) >> 32);
    let scrambler = Scrambler::new(seed);
    let game = match start {
        Some(start) => {
            let verdict = solvability(&start, &home).map_err(Failure::input)?;
            if let Some(reason) = verdict.obstacle() {
                complain(format!("unsolvable: {reason}"));
                return Ok(Status::Negative);
            }
            Game::new(start, home, scrambler)
        }
        None => Game::scrambled(home, scrambler),
    };
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(Failure::input("play needs a terminal"));
    }
    let solver = Solver::new();
    let solver = match Databases::of_user() {
        // One that is refused would be told on the screen; small tables serve instead.
        Some(databases) => solver.databases(databases),
        None => solver,
    };
    let solver = solver.goal(goal).limits(Limits {
        time: Some(THINKING),
        ..Limits::default()
    });
    let mut session = Session::new(game, solver, args.blank);
    let mut terminal = terminal::Taken::take()?;
    let colored = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    play(&mut session, &mut terminal, colored).map_err(Failure::from)
}

/// The size, and the board to begin with if it was given.
fn what(args: &PlayArgs) -> Result<(Size, Option<Board>), Failure> {
    if let [Argument::Text(word)] = &args.what[..]
        && let Some(size) = size_of(word)
    {
        return match args.goal.size {
            None => Ok((size, None)),
            Some(_) => Err(Failure::input(format!(
                "{word} is a size already, and --size is for a board that is given without rows"
            ))),
        };
    }
    if args.what.is_empty() {
        let size = args.goal.size.map_or_else(|| Size::square(4), Ok);
        return Ok((size.map_err(Failure::input)?, None));
    }
    let board = input::only_source(&args.what)?.board(args.goal.size)?;
    Ok((board.size(), Some(board)))
}

/// The size that a word names, such as `3x4`, or a side alone; longer numbers are boards.
fn size_of(word: &str) -> Option<Size> {
    let square = || Size::square(word.parse().ok().filter(|_| word.len() <= 2)?).ok();
    word.parse().ok().or_else(square)
}

/// Stops the process and, when it goes on, the game where it was.
fn suspend(session: &mut Session, taken: &mut terminal::Taken) -> io::Result<()> {
    let stopped = Instant::now();
    taken.suspend()?;
    session.slept(stopped.elapsed());
    Ok(())
}

fn play(session: &mut Session, taken: &mut terminal::Taken, colored: bool) -> io::Result<Status> {
    let signals = terminal::Signals::listen()?;
    loop {
        let now = Instant::now();
        session.tick(now);
        taken
            .terminal
            .draw(|frame| screen::draw(frame, session, colored, now))?;
        if interrupt::check().is_break() || signals.quit() {
            return Ok(Status::Interrupted);
        }
        if signals.stop() {
            suspend(session, taken)?;
            continue;
        }
        let wait = if session.is_busy() { 20 } else { 200 };
        if !event::poll(Duration::from_millis(wait))? {
            continue;
        }
        let now = Instant::now();
        match event::read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => match session.key(key, now) {
                Request::Stay => {}
                Request::Quit => return Ok(Status::Done),
                Request::Interrupt => return Ok(Status::Interrupted),
                Request::Suspend => suspend(session, taken)?,
            },
            Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                let area = taken.terminal.size()?;
                let area = Rect::new(0, 0, area.width, area.height);
                let size = session.game.board().size();
                let cell = Layout::new(size, area)
                    .and_then(|layout| layout.cell_at(mouse.column, mouse.row));
                if let Some(cell) = cell {
                    session.click(cell, now);
                }
            }
            _ => {}
        }
    }
}
