//! The state of a game, apart from any screen or clock.

use taquin::{Board, Cell, Direction, Metric, Path, Scrambler};

/// A board in play, what was done to it, and how to begin again.
#[derive(Clone, Debug)]
pub(super) struct Game {
    goal: Board,
    start: Board,
    board: Board,
    /// All steps of the blank from the start.
    steps: Path,
    scrambler: Scrambler,
}

impl Game {
    /// A game that begins with a board.
    pub(super) fn new(start: Board, goal: Board, scrambler: Scrambler) -> Game {
        Game {
            goal,
            board: start.clone(),
            start,
            steps: Path::new(),
            scrambler,
        }
    }

    /// A game that begins with a random board that is not solved yet.
    pub(super) fn scrambled(goal: Board, scrambler: Scrambler) -> Game {
        let mut game = Game::new(goal.clone(), goal, scrambler);
        game.scramble();
        game
    }

    pub(super) fn board(&self) -> &Board {
        &self.board
    }

    pub(super) fn goal(&self) -> &Board {
        &self.goal
    }

    pub(super) fn is_solved(&self) -> bool {
        self.board == self.goal
    }

    /// Moves made, in a metric.
    pub(super) fn moves(&self, metric: Metric) -> usize {
        self.steps.length(metric)
    }

    /// Moves the blank by one cell; whether it could.
    pub(super) fn step(&mut self, direction: Direction) -> bool {
        let moved = self.board.step(direction);
        if moved {
            self.steps.push(direction);
        }
        moved
    }

    /// Moves the blank to a cell in its row or column, and so all tiles between; whether there was anything to move.
    pub(super) fn slide_to(&mut self, cell: Cell) -> bool {
        let size = self.board.size();
        let place = |cell| (size.row(cell), size.col(cell));
        let ((row, col), (blank_row, blank_col)) = (place(cell), place(self.board.blank()));
        let direction = match (row == blank_row, col == blank_col) {
            (true, false) if col < blank_col => Direction::Left,
            (true, false) => Direction::Right,
            (false, true) if row < blank_row => Direction::Up,
            (false, true) => Direction::Down,
            _ => return false,
        };
        while self.board.blank() != cell {
            self.step(direction);
        }
        true
    }

    /// Takes back the last step; whether there was one.
    pub(super) fn undo(&mut self) -> bool {
        let Some(last) = self.steps.pop() else {
            return false;
        };
        self.board.step(last.opposite());
        true
    }

    /// Begins again with the same board.
    pub(super) fn restart(&mut self) {
        self.board = self.start.clone();
        self.steps = Path::new();
    }

    /// Begins anew with a random board that is not solved yet.
    pub(super) fn scramble(&mut self) {
        loop {
            self.start = self.scrambler.uniform(&self.goal);
            self.restart();
            if !self.is_solved() {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin::{Goal, Size, solvability};

    fn goal(rows: u64, cols: u64) -> Board {
        Goal::Classic.board(Size::new(rows, cols).unwrap()).unwrap()
    }

    fn game(text: &str) -> Game {
        let board: Board = text.parse().unwrap();
        let goal = Goal::Classic.board(board.size()).unwrap();
        Game::new(board, goal, Scrambler::new(1))
    }

    #[test]
    fn steps_are_counted_in_both_metrics() {
        let mut game = game("1 2 3/0 4 5");
        assert!(!game.step(Direction::Left), "the edge");
        assert!(game.step(Direction::Right));
        assert!(!game.is_solved());
        assert!(game.step(Direction::Right));
        assert!(game.is_solved());
        assert_eq!((game.moves(Metric::Stm), game.moves(Metric::Mtm)), (2, 1));
    }

    #[test]
    fn a_click_moves_a_whole_run() {
        let mut game = game("1 2 3/4 5 6/0 7 8");
        assert!(!game.slide_to(Cell(4)), "neither row nor column");
        assert!(!game.slide_to(game.board().blank()));
        assert!(game.slide_to(Cell(8)));
        assert!(game.is_solved());
        assert!(game.slide_to(Cell(2)));
        assert_eq!(game.board().to_string(), "1 2 0/4 5 3/7 8 6");
        assert_eq!((game.moves(Metric::Stm), game.moves(Metric::Mtm)), (4, 2));
    }

    #[test]
    fn everything_can_be_undone() {
        let mut game = game("1 2 3/0 4 5");
        assert!(!game.undo());
        game.slide_to(Cell(5));
        game.step(Direction::Up);
        assert!(game.undo() && game.undo());
        assert_eq!(game.board().to_string(), "1 2 3/4 0 5");
        assert_eq!(game.moves(Metric::Stm), 1);
        game.restart();
        assert_eq!(game.board().to_string(), "1 2 3/0 4 5");
        assert_eq!(game.moves(Metric::Stm), 0);
        assert!(!game.undo());
    }

    #[test]
    fn scrambles_are_solvable_new_and_never_solved() {
        let goal = goal(2, 2);
        let mut game = Game::scrambled(goal.clone(), Scrambler::new(3));
        let mut different = std::collections::HashSet::new();
        for _ in 0..100 {
            assert!(!game.is_solved());
            assert!(solvability(game.board(), &goal).unwrap().is_solvable());
            different.insert(game.board().clone());
            game.step(Direction::Up);
            game.scramble();
            assert_eq!(game.moves(Metric::Stm), 0);
        }
        assert_eq!(different.len(), 11);
    }
}
