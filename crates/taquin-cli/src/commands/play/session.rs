//! What keys and clicks do: a game, its clock, hints, and solutions that are watched. Times come from outside.

use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use taquin::{Cell, Direction, Path, Solver, Tile};

use super::game::Game;
use super::helper::Helper;

/// Between two steps of a solution that is watched.
const STEP: Duration = Duration::from_millis(180);

/// What the session waits for from the solver.
#[derive(Clone, Copy)]
enum Wanted {
    Hint,
    Solution,
}

/// A person at play.
pub(super) struct Session {
    pub(super) game: Game,
    solver: Solver,
    /// Whether arrows name the motion of the blank.
    pub(super) blank_keys: bool,
    clock: Clock,
    helper: Option<(Helper, Wanted)>,
    /// The rest of a solution of the board as it is.
    known: Option<Path>,
    watching: Option<Instant>,
    /// Whether the solver moved or hinted since the game began.
    pub(super) helped: bool,
    pub(super) hint: Option<Tile>,
    pub(super) message: String,
}

/// Runs from the first step until the board is solved.
#[derive(Default)]
struct Clock {
    started: Option<Instant>,
    stopped: Option<Duration>,
}

/// What a key asks of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Request {
    Stay,
    Quit,
    Interrupt,
    Suspend,
}

impl Session {
    pub(super) fn new(game: Game, solver: Solver, blank_keys: bool) -> Session {
        Session {
            game,
            solver,
            blank_keys,
            clock: Clock::default(),
            helper: None,
            known: None,
            watching: None,
            helped: false,
            hint: None,
            message: String::new(),
        }
    }

    /// Time in play.
    pub(super) fn elapsed(&self, now: Instant) -> Duration {
        self.clock.stopped.unwrap_or_else(|| {
            self.clock
                .started
                .map_or(Duration::ZERO, |started| now.duration_since(started))
        })
    }

    /// Nothing went on meanwhile: the process was stopped for so long.
    pub(super) fn slept(&mut self, pause: Duration) {
        for moment in [&mut self.clock.started, &mut self.watching] {
            *moment = moment.map(|moment| moment + pause);
        }
    }

    /// Whether something moves by itself, so that the screen should be drawn often.
    pub(super) fn is_busy(&self) -> bool {
        self.helper.is_some() || self.watching.is_some()
    }

    pub(super) fn key(&mut self, key: KeyEvent, now: Instant) -> Request {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match key.code {
                // The last is how terminals send Ctrl-\.
                KeyCode::Char('c' | '\\' | '4') => Request::Interrupt,
                KeyCode::Char('z') => Request::Suspend,
                _ => Request::Stay,
            };
        }
        let was_watching = self.stop_watching();
        let code = match key.code {
            KeyCode::Char(letter) => KeyCode::Char(letter.to_ascii_lowercase()),
            other => other,
        };
        if let Some(named) = direction(code) {
            let direction = if self.blank_keys {
                named
            } else {
                named.opposite()
            };
            self.play(|game| game.step(direction), now);
            return Request::Stay;
        }
        match code {
            KeyCode::Char('q') => return Request::Quit,
            KeyCode::Esc if !was_watching => return Request::Quit,
            KeyCode::Char('u') | KeyCode::Backspace => {
                self.changed();
                if !self.game.undo() {
                    self.message = "nothing to undo".into();
                }
            }
            KeyCode::Char('n') => {
                self.begin();
                self.game.scramble();
            }
            KeyCode::Char('r') => {
                self.begin();
                self.game.restart();
            }
            KeyCode::Char('b') => self.blank_keys = !self.blank_keys,
            KeyCode::Char('?' | 'i') => self.ask(Wanted::Hint, now),
            KeyCode::Char('v') if !was_watching => self.ask(Wanted::Solution, now),
            _ => {}
        }
        Request::Stay
    }

    /// A click on a cell.
    pub(super) fn click(&mut self, cell: Cell, now: Instant) {
        self.stop_watching();
        self.play(|game| game.slide_to(cell), now);
    }

    /// What time brings: answers of the solver, steps of a solution.
    pub(super) fn tick(&mut self, now: Instant) {
        if let Some((helper, _)) = &self.helper
            && let Some(answer) = helper.answer()
        {
            let wanted = self.helper.take().map(|(_, wanted)| wanted);
            self.message.clear();
            match answer {
                Some(path) => {
                    self.known = Some(path);
                    self.help(wanted, now);
                }
                None => self.message = "no solution found in time".into(),
            }
        }
        while let Some(next) = self.watching
            && next <= now
        {
            self.watching = Some(next + STEP);
            let step = self.known.as_ref().and_then(|path| path.first().copied());
            let Some(step) = step else {
                self.watching = None;
                break;
            };
            self.advance(step, now);
        }
    }

    /// A step of a person, which ends hints and what the solver was asked.
    fn play(&mut self, action: impl FnOnce(&mut Game) -> bool, now: Instant) {
        let before = self.game.board().clone();
        if self.game.is_solved() && self.clock.stopped.is_some() {
            self.message = "solved: n begins anew".into();
            return;
        }
        let known = self.known.take();
        self.changed();
        if action(&mut self.game) {
            // Who follows a hint need not ask again.
            self.known = known.and_then(|path| {
                let mut board = before;
                let first = *path.first()?;
                let moved = board.step(first) && board == *self.game.board();
                moved.then(|| path[1..].iter().copied().collect())
            });
            self.moved(now);
        } else {
            self.known = known;
        }
    }

    fn advance(&mut self, step: Direction, now: Instant) {
        self.hint = None;
        self.helped = true;
        self.game.step(step);
        self.known = self
            .known
            .take()
            .map(|path| path.iter().skip(1).copied().collect());
        self.moved(now);
    }

    fn moved(&mut self, now: Instant) {
        self.clock.started.get_or_insert(now);
        if self.game.is_solved() {
            self.clock.stopped = Some(self.elapsed(now));
            self.watching = None;
            self.message = if self.helped {
                "solved, with help".into()
            } else {
                "solved!".into()
            };
        }
    }

    fn ask(&mut self, wanted: Wanted, now: Instant) {
        if self.game.is_solved() {
            self.message = "nothing to solve".into();
            return;
        }
        if self.known.as_ref().is_some_and(|path| !path.is_empty()) {
            self.help(Some(wanted), now);
            return;
        }
        self.message = "thinking …".into();
        let helper = Helper::start(&self.solver, self.game.board());
        self.helper = Some((helper, wanted));
    }

    fn help(&mut self, wanted: Option<Wanted>, now: Instant) {
        self.helped = true;
        let Some(path) = &self.known else { return };
        match wanted {
            Some(Wanted::Hint) => {
                let board = self.game.board();
                let next = path
                    .first()
                    .and_then(|&step| board.size().neighbor(board.blank(), step));
                if let Some(cell) = next {
                    let tile = board.tile(cell);
                    self.hint = Some(tile);
                    self.message = format!("hint: move {tile}; {} to go", path.len());
                }
            }
            Some(Wanted::Solution) => {
                self.message = format!("{} moves; any key stops", path.len());
                self.watching = Some(now + STEP);
            }
            None => {}
        }
    }

    /// Whether there was a solution to stop, about which nothing is said any more.
    fn stop_watching(&mut self) -> bool {
        let was_watching = self.watching.take().is_some();
        if was_watching {
            self.message.clear();
        }
        was_watching
    }

    /// The board is no longer what the solver was asked about.
    fn changed(&mut self) {
        self.helper = None;
        self.known = None;
        self.hint = None;
        self.message.clear();
    }

    fn begin(&mut self) {
        self.changed();
        self.clock = Clock::default();
        self.helped = false;
    }
}

/// Arrows, WASD and the keys of vi.
fn direction(code: KeyCode) -> Option<Direction> {
    match code {
        KeyCode::Up | KeyCode::Char('w' | 'k') => Some(Direction::Up),
        KeyCode::Down | KeyCode::Char('s' | 'j') => Some(Direction::Down),
        KeyCode::Left | KeyCode::Char('a' | 'h') => Some(Direction::Left),
        KeyCode::Right | KeyCode::Char('d' | 'l') => Some(Direction::Right),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin::{Board, Goal, Metric, Scrambler};

    fn session(text: &str) -> Session {
        let board: Board = text.parse().unwrap();
        let goal = Goal::Classic.board(board.size()).unwrap();
        let game = Game::new(board, goal, Scrambler::new(1));
        Session::new(game, Solver::new(), false)
    }

    fn press(session: &mut Session, code: KeyCode, now: Instant) -> Request {
        session.key(KeyEvent::new(code, KeyModifiers::NONE), now)
    }

    #[test]
    fn every_kind_of_key_moves() {
        use KeyCode::{Char, Left};
        for keys in [[Left, Left], [Char('a'), Char('A')], [Char('h'), Char('H')]] {
            let now = Instant::now();
            let mut session = session("1 2 3/0 4 5");
            for key in keys {
                assert_eq!(press(&mut session, key, now), Request::Stay);
            }
            assert!(session.game.is_solved());
            assert_eq!(session.message, "solved!");
        }
        // The motion of the blank is the other way round.
        let mut session = session("1 2 3/0 4 5");
        let now = Instant::now();
        press(&mut session, Char('b'), now);
        press(&mut session, KeyCode::Right, now);
        press(&mut session, Char('d'), now);
        assert!(session.game.is_solved());
    }

    #[test]
    fn the_clock_runs_from_the_first_step_until_solved() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut session = session("1 2 3/0 4 5");
        assert_eq!(session.elapsed(at(9)), Duration::ZERO);
        press(&mut session, KeyCode::Right, at(9));
        assert_eq!(session.elapsed(at(10)), Duration::ZERO, "that was the edge");
        press(&mut session, KeyCode::Left, at(10));
        assert_eq!(session.elapsed(at(12)), Duration::from_secs(2));
        press(&mut session, KeyCode::Left, at(15));
        assert_eq!(session.elapsed(at(99)), Duration::from_secs(5));
        press(&mut session, KeyCode::Char('r'), at(99));
        assert_eq!(session.elapsed(at(100)), Duration::ZERO);
    }

    #[test]
    fn nothing_goes_on_while_the_process_is_stopped() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut session = session("1 2 3/0 4 5");
        session.slept(Duration::from_secs(50));
        assert_eq!(session.elapsed(at(60)), Duration::ZERO, "not begun");
        press(&mut session, KeyCode::Left, at(60));
        session.slept(Duration::from_secs(600));
        assert_eq!(session.elapsed(at(663)), Duration::from_secs(3));
        press(&mut session, KeyCode::Left, at(664));
        session.slept(Duration::from_secs(1000));
        assert_eq!(session.elapsed(at(1700)), Duration::from_secs(4), "solved");
        press(&mut session, KeyCode::Char('r'), at(1700));
        press(&mut session, KeyCode::Char('v'), at(1700));
        wait(&mut session, at(1700));
        session.slept(100 * STEP);
        session.tick(at(1700) + 101 * STEP);
        assert_eq!(session.game.moves(Metric::Stm), 1, "a step at a time");
    }

    /// Lets the solver answer: it works on a thread of its own.
    fn wait(session: &mut Session, now: Instant) {
        for _ in 0..1_000 {
            session.tick(now);
            if session.helper.is_none() {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("no answer");
    }

    #[test]
    fn hints_lead_to_the_goal() {
        let now = Instant::now();
        let mut session = session("8 6 7/2 5 4/3 0 1");
        let mut hints = 0;
        while !session.game.is_solved() {
            press(&mut session, KeyCode::Char('?'), now);
            wait(&mut session, now);
            let tile = session.hint.expect("a hint");
            let cell = session.game.board().cells_by_tile()[tile.index()];
            session.click(cell, now);
            hints += 1;
        }
        assert_eq!(hints, 31);
        assert_eq!(session.message, "solved, with help");
    }

    #[test]
    fn a_solution_is_watched_until_a_key_stops_it() {
        let now = Instant::now();
        let mut session = session("8 6 7/2 5 4/3 0 1");
        press(&mut session, KeyCode::Char('v'), now);
        wait(&mut session, now);
        session.tick(now + 5 * STEP);
        assert_eq!(session.game.moves(Metric::Stm), 5);
        assert_eq!(session.message, "31 moves; any key stops");
        assert_eq!(press(&mut session, KeyCode::Char(' '), now), Request::Stay);
        assert_eq!(session.message, "", "nothing goes on");
        session.tick(now + 9 * STEP);
        assert_eq!(session.game.moves(Metric::Stm), 5);
        // The rest is known.
        press(&mut session, KeyCode::Char('v'), now);
        assert_eq!(press(&mut session, KeyCode::Esc, now), Request::Stay);
        press(&mut session, KeyCode::Char('v'), now);
        session.tick(now + 100 * STEP);
        assert!(session.game.is_solved());
        assert_eq!(session.game.moves(Metric::Stm), 31);
        assert!(!session.is_busy());
    }

    #[test]
    fn ways_out() {
        let now = Instant::now();
        let mut session = session("1 2 3/0 4 5");
        assert_eq!(press(&mut session, KeyCode::Char('q'), now), Request::Quit);
        assert_eq!(press(&mut session, KeyCode::Esc, now), Request::Quit);
        let interrupt = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
        assert_eq!(session.key(interrupt, now), Request::Interrupt);
        assert_eq!(press(&mut session, KeyCode::Char('u'), now), Request::Stay);
        assert_eq!(session.message, "nothing to undo");
    }
}
