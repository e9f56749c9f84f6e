//! The solver beside the game: on a thread of its own, so that the screen stays alive, and given up when the board changes.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

use taquin::{Answer, Board, Path, Solver};

/// A solve that is under way.
pub(super) struct Helper {
    given_up: Arc<AtomicBool>,
    answer: Receiver<Option<Path>>,
}

impl Helper {
    /// Starts to solve a board.
    pub(super) fn start(solver: &Solver, board: &Board) -> Helper {
        let given_up = Arc::new(AtomicBool::new(false));
        let (sender, answer) = channel();
        let asked = Arc::clone(&given_up);
        let solver = solver.clone().on_progress(move |_| {
            if asked.load(Ordering::Relaxed) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        let board = board.clone();
        thread::spawn(move || {
            let path = solver.solve(&board).ok().and_then(Answer::into_path);
            // Nobody listens if the game went on.
            let _ = sender.send(path);
        });
        Helper { given_up, answer }
    }

    /// The path once it is found; `Some(None)` if none was.
    pub(super) fn answer(&self) -> Option<Option<Path>> {
        match self.answer.try_recv() {
            Ok(path) => Some(path),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(None),
        }
    }
}

impl Drop for Helper {
    fn drop(&mut self) {
        self.given_up.store(true, Ordering::Relaxed);
    }
}
