//! How a session looks, and which cell a click meets.

use std::time::Instant;

use ratatui::Frame;
use ratatui::layout::{Alignment, Position, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Text};
use ratatui::widgets::Paragraph;
use taquin::render::{Colors, Theme};
use taquin::{Cell, Metric, Size};

use super::session::Session;

/// Columns for the counts and the keys, with the space before them.
const PANEL: u16 = 27;
const PANEL_HEIGHT: u16 = 17;

/// Where the board is, and how large its cells are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Layout {
    left: u16,
    top: u16,
    cell_width: u16,
    cell_height: u16,
    size: Size,
}

/// The least width and height that a board's screen takes.
pub(super) fn least(size: Size) -> (u16, u16) {
    (
        size.cols() as u16 * 4 + 2 + PANEL,
        (size.rows() as u16 * 2 + 2).max(PANEL_HEIGHT),
    )
}

impl Layout {
    /// The largest cells that fit; `None` if none do.
    pub(super) fn new(size: Size, area: Rect) -> Option<Layout> {
        let (width, height) = least(size);
        if area.width < width || area.height < height {
            return None;
        }
        let (rows, cols) = (size.rows() as u16, size.cols() as u16);
        let by_height = (area.height - 2) / rows;
        let by_width = (area.width - PANEL - 2) / cols / 2;
        let cell_height = by_height.min(by_width).clamp(2, 5);
        Some(Layout {
            left: area.left() + 2,
            top: area.top() + 1,
            cell_width: 2 * cell_height,
            cell_height,
            size,
        })
    }

    /// The part of the screen that a cell takes, without the gap to the next.
    fn rect(self, cell: Cell) -> Rect {
        let (row, col) = (self.size.row(cell) as u16, self.size.col(cell) as u16);
        Rect {
            x: self.left + col * self.cell_width,
            y: self.top + row * self.cell_height,
            width: self.cell_width - 1,
            height: self.cell_height - 1,
        }
    }

    /// The cell at a place on the screen.
    pub(super) fn cell_at(self, column: u16, row: u16) -> Option<Cell> {
        let at = Position { x: column, y: row };
        self.size
            .all_cells()
            .find(|&cell| self.rect(cell).contains(at))
    }

    fn panel(self, area: Rect) -> Rect {
        let x = self.left + self.size.cols() as u16 * self.cell_width + 2;
        Rect {
            x,
            y: area.top() + 1,
            width: area.right().saturating_sub(x),
            height: area.height - 1,
        }
    }
}

/// Draws the session.
pub(super) fn draw(frame: &mut Frame<'_>, session: &Session, colored: bool, now: Instant) {
    let area = frame.area();
    let size = session.game.board().size();
    let Some(layout) = Layout::new(size, area) else {
        let (width, height) = least(size);
        let text = format!(
            "This window is {}x{}.\n{size} needs {width}x{height} or more:\nplease make it larger,\nor press q to leave.",
            area.width, area.height
        );
        frame.render_widget(Paragraph::new(text), area);
        return;
    };
    let game = &session.game;
    let homes = game.goal().cells_by_tile();
    for cell in size.all_cells() {
        let tile = game.board().tile(cell);
        if tile.is_blank() {
            continue;
        }
        let rect = layout.rect(cell);
        let fill = Colors::Row.of_home(size, homes[tile.index()], Theme::Dark);
        let ink = fill.readable_ink();
        let rgb = |color: taquin::render::Color| Color::Rgb(color.r, color.g, color.b);
        let mut style = if colored {
            Style::new().bg(rgb(fill)).fg(rgb(ink))
        } else {
            Style::new().add_modifier(Modifier::REVERSED)
        };
        if session.hint == Some(tile) {
            style = Style::new().add_modifier(Modifier::BOLD | Modifier::UNDERLINED);
            if colored {
                style = style.bg(Color::White).fg(Color::Black);
            }
        } else if homes[tile.index()] == cell {
            style = style.add_modifier(Modifier::BOLD);
        }
        let above = usize::from((rect.height - 1) / 2);
        let mut lines = vec![Line::default(); above];
        lines.push(Line::from(tile.to_string()));
        let label = Paragraph::new(Text::from(lines))
            .alignment(Alignment::Center)
            .style(style);
        frame.render_widget(label, rect);
    }
    frame.render_widget(Paragraph::new(panel(session, now)), layout.panel(area));
}

/// The counts, the clock, what was said last, and the keys.
fn panel(session: &Session, now: Instant) -> String {
    let game = &session.game;
    let elapsed = session.elapsed(now);
    let (minutes, seconds) = (elapsed.as_secs() / 60, elapsed.as_secs() % 60);
    let keys = if session.blank_keys { "blank" } else { "tile" };
    format!(
        "taquin {}\n\
         \n\
         moves {} (stm)\n\
         \x20     {} (mtm)\n\
         time  {minutes}:{seconds:02}\n\
         \n\
         {}\n\
         \n\
         arrows wasd hjkl: {keys}\n\
         click: move up to there\n\
         u  undo      r  restart\n\
         n  new board\n\
         ?  hint      v  solve\n\
         b  keys move tile/blank\n\
         q  quit",
        game.board().size(),
        game.moves(Metric::Stm),
        game.moves(Metric::Mtm),
        session.message,
    )
}

#[cfg(test)]
mod tests {
    use super::super::game::Game;
    use super::*;
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use taquin::{Board, Goal, Scrambler, Solver};

    fn screen(text: &str, width: u16, height: u16, colored: bool) -> String {
        let board: Board = text.parse().unwrap();
        let goal = Goal::Classic.board(board.size()).unwrap();
        let game = Game::new(board, goal, Scrambler::new(1));
        let session = Session::new(game, Solver::new(), false);
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal
            .draw(|frame| draw(frame, &session, colored, Instant::now()))
            .unwrap();
        terminal.backend().to_string()
    }

    #[test]
    fn the_screen_of_a_small_board() {
        insta::assert_snapshot!(screen("1 2 3/4 0 5", 50, 17, true), @r#"
        "                                                  "
        "    1     2     3     taquin 2x3                  "
        "                                                  "
        "                      moves 0 (stm)               "
        "    4           5           0 (mtm)               "
        "                      time  0:00                  "
        "                                                  "
        "                                                  "
        "                                                  "
        "                      arrows wasd hjkl: tile      "
        "                      click: move up to there     "
        "                      u  undo      r  restart     "
        "                      n  new board                "
        "                      ?  hint      v  solve       "
        "                      b  keys move tile/blank     "
        "                      q  quit                     "
        "                                                  "
        "#);
    }

    #[test]
    fn every_size_fits_eighty_by_twenty_four() {
        let area = Rect::new(0, 0, 80, 24);
        for rows in 2..=10 {
            for cols in 2..=10 {
                let size = Size::new(rows, cols).unwrap();
                let layout = Layout::new(size, area).unwrap();
                let last = layout.rect(size.last());
                assert!(last.bottom() <= 24, "{size}");
                let panel = layout.panel(area);
                assert!(panel.width >= PANEL - 4, "{size}: {panel:?}");
                assert!(panel.height >= PANEL_HEIGHT - 1, "{size}");
            }
        }
        let goal = Goal::Classic.board(Size::new(10, 10).unwrap()).unwrap();
        let drawn = screen(&goal.to_string(), 80, 24, false);
        assert!(drawn.contains("99") && drawn.contains("(mtm)"), "{drawn}");
    }

    #[test]
    fn a_small_window_is_told_politely() {
        let drawn = screen("1 2 3/4 0 5", 30, 10, true);
        assert!(drawn.contains("needs 41x17 or more"), "{drawn}");
    }

    #[test]
    fn clicks_meet_the_cells_that_are_drawn() {
        let size = Size::new(3, 5).unwrap();
        let layout = Layout::new(size, Rect::new(0, 0, 80, 24)).unwrap();
        for cell in size.all_cells() {
            let rect = layout.rect(cell);
            assert_eq!(layout.cell_at(rect.x, rect.y), Some(cell));
            assert_eq!(
                layout.cell_at(rect.right() - 1, rect.bottom() - 1),
                Some(cell)
            );
        }
        assert_eq!(layout.cell_at(0, 0), None);
        assert_eq!(layout.cell_at(79, 23), None);
    }
}
