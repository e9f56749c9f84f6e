//! Where the user's pattern databases are.

use taquin::{Board, CanonicalGoal, Databases, Goal, Metric, Problem, Solver};

use crate::exit::{Failure, complain};

/// The folder for a command that cannot do without.
pub(crate) fn required() -> Result<Databases, Failure> {
    Databases::of_user().ok_or_else(|| {
        Failure::input("no folder for databases: neither TAQUIN_DB nor a home folder is set")
    })
}

/// Tells how to keep the tables that a search of a large board builds first.
pub(crate) fn suggest_for(board: &Board, goal: &Goal, metric: Metric) {
    /// Smaller boards' tables take a moment.
    const LARGE: usize = 17;
    let size = board.size();
    let Ok(problem) = Problem::new(goal, size, metric) else {
        return;
    };
    let is_used = size.cells() >= LARGE && Databases::covers(&problem);
    let canonical = CanonicalGoal::new(size, problem.goal.blank());
    if is_used && !Databases::of_user().is_some_and(|databases| databases.contains(canonical)) {
        complain(format!(
            "no databases for {size}: tables are built in memory first; `taquin db build {size} --goal '{goal}'` keeps them"
        ));
    }
}

/// A solver that uses the user's databases and warns of those it refuses.
pub(crate) fn used_by(solver: Solver) -> Solver {
    let solver = solver.on_refused(|error| {
        complain(format!(
            "{error}; not used, small tables in memory serve instead"
        ));
    });
    match Databases::of_user() {
        Some(databases) => solver.databases(databases),
        None => solver,
    }
}
