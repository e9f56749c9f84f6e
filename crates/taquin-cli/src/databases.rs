//! Where the user's pattern databases are.

use taquin::{Databases, Solver};

use crate::exit::{Failure, complain};

/// The folder for a command that cannot do without.
pub(crate) fn required() -> Result<Databases, Failure> {
    Databases::of_user().ok_or_else(|| {
        Failure::input("no folder for databases: neither TAQUIN_DB nor a home folder is set")
    })
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
