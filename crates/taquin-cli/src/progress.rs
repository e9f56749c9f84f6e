//! What long work shows on a terminal.

use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::time::Duration;

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};
use taquin::Progress;

use crate::{interrupt, screen};

/// Work that ends sooner shows no progress.
const SHOW_AFTER: Duration = Duration::from_secs(1);

/// A progress line on stderr: only on a terminal, and only for work over a second.
#[derive(Clone)]
pub(crate) struct ProgressLine {
    bar: ProgressBar,
}

impl ProgressLine {
    /// A line that shows nothing yet; nothing ever if `quiet` or where stderr is no terminal.
    pub(crate) fn new(quiet: bool) -> ProgressLine {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        if !quiet && io::stderr().is_terminal() {
            let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}");
            if let Ok(style) = style {
                bar.set_style(style);
            }
            bar.reset_elapsed();
            return ProgressLine { bar };
        }
        bar.finish();
        ProgressLine { bar }
    }

    /// Shows a report; `Break` once Ctrl-C was pressed. The callback of a solver.
    pub(crate) fn update(&self, progress: &Progress) -> ControlFlow<()> {
        if !self.bar.is_finished() && progress.elapsed >= SHOW_AFTER {
            if self.bar.is_hidden() {
                self.bar.set_draw_target(ProgressDrawTarget::stderr());
                screen::show(Some(self.bar.clone()));
            }
            self.bar.set_message(describe(progress));
            self.bar.tick();
        }
        interrupt::check()
    }

    /// Takes the line off the screen.
    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
        screen::show(None);
    }
}

/// `search, 12 %, bound 54, 120,000,000 nodes, 15,000,000/s, 2m left`, with what is known.
fn describe(progress: &Progress) -> String {
    let mut parts = vec![progress.phase.to_string()];
    if let Some(fraction) = progress.fraction {
        parts.push(format!("{:.0} %", 100.0 * fraction));
    }
    if let Some(bound) = progress.bound {
        parts.push(format!("bound {bound}"));
    }
    if let Some(best) = progress.best {
        parts.push(format!("best {best}"));
    }
    if progress.expanded > 0 {
        let rate = progress.expanded as f64 / progress.elapsed.as_secs_f64().max(1e-9);
        parts.push(format!(
            "{} nodes, {}/s",
            HumanCount(progress.expanded),
            HumanCount(rate as u64)
        ));
    }
    if let Some(left) = progress.left {
        let seconds = Duration::from_secs(left.as_secs());
        parts.push(format!("{} left", humantime::format_duration(seconds)));
    }
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin::Phase;

    #[test]
    fn a_report_says_what_is_known() {
        let mut progress = Progress::of(Phase::Search);
        progress.elapsed = Duration::from_secs(2);
        assert_eq!(describe(&progress), "search");
        progress.expanded = 3_000_000;
        progress.bound = Some(54);
        progress.fraction = Some(0.5);
        assert_eq!(
            describe(&progress),
            "search, 50 %, bound 54, 3,000,000 nodes, 1,500,000/s"
        );
        progress.left = Some(Duration::from_millis(61_500));
        assert!(describe(&progress).ends_with("/s, 1m 1s left"));
    }
}
