//! What boards are solved to, and how moves are counted.

use super::{Board, Goal, GoalSizeError, Metric, Size};

/// All of a question but the start: the goal's board and the metric.
///
/// ```
/// use taquin::{Engine, Goal, Metric, Problem};
/// let problem = Problem::new(&Goal::Classic, "4x4".parse()?, Metric::Mtm)?;
/// assert!(Engine::Runs.supports(&problem) && !Engine::Table.supports(&problem));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Problem {
    /// The board to be reached.
    pub goal: Board,
    /// How moves are counted.
    pub metric: Metric,
}

impl Problem {
    /// The problem of reaching a goal on boards of a size.
    ///
    /// # Errors
    /// [`GoalSizeError`] if the goal is explicit and of another size.
    pub fn new(goal: &Goal, size: Size, metric: Metric) -> Result<Problem, GoalSizeError> {
        let goal = goal.board(size)?;
        Ok(Problem { goal, metric })
    }

    /// The size of its boards.
    pub const fn size(&self) -> Size {
        self.goal.size()
    }
}
