//! What a solver prepares once for all boards of a size.

use std::borrow::Cow;
use std::sync::Arc;

use super::{Engine, Error, Solver};
use crate::engine::{Prepared, Query, Suggest, Target};
use crate::{Board, Canonicalizer, Direction, Problem, Stop, Watch, solvability};
#[cfg(feature = "files")]
use crate::{CanonicalProblem, pdb::ida::LetGo};

/// All that depends on the problem, but not on the start.
pub(super) struct Ready {
    pub(super) problem: Problem,
    pub(super) canonicalizer: Canonicalizer,
    /// Never [`Engine::Auto`] or [`Engine::Optimal`].
    pub(super) engine: Engine,
    /// Whether the engine's paths are proven shortest.
    pub(super) is_optimal: bool,
    /// Asks for the least of the shortest paths.
    order: Option<[Direction; 4]>,
    pub(super) prepared: Box<dyn Prepared>,
}

/// Why a problem could not be made ready.
pub(super) enum Unready {
    /// It is asked wrongly, or unsolvable.
    Refused(Error),
    /// A limit or the caller ended the making of tables.
    Stopped(Engine, Stop),
}

impl From<Error> for Unready {
    fn from(error: Error) -> Unready {
        Unready::Refused(error)
    }
}

impl From<Unready> for Error {
    fn from(unready: Unready) -> Error {
        match unready {
            Unready::Refused(error) => error,
            Unready::Stopped(_, stop) => Error::Stopped {
                stop,
                lower_bound: 0,
            },
        }
    }
}

impl Ready {
    /// The question how to solve a board.
    pub(super) fn query<'a>(&'a self, start: &'a Board, suggest: &'a Suggest<'a>) -> Query<'a> {
        Query {
            start,
            target: Target {
                problem: &self.problem,
                canonicalizer: &self.canonicalizer,
                order: self.order,
            },
            suggest,
        }
    }
}

impl Solver {
    /// What belongs to the problem of a board; kept for the first problem that this solver sees.
    ///
    /// Lent where it is kept: threads that share a solver would wait for each other at a reference count.
    pub(super) fn ready(
        &self,
        board: &Board,
        watch: &Watch<'_>,
    ) -> Result<Cow<'_, Arc<Ready>>, Unready> {
        if let Some(ready) = self.ready.get()
            && ready.problem.size() == board.size()
        {
            return Ok(Cow::Borrowed(ready));
        }
        let problem = self.problem(board.size()).map_err(Error::from)?;
        // No tables are built for a board that has no use for them.
        let verdict = solvability(board, &problem.goal).map_err(Error::from)?;
        verdict.check().map_err(Error::from)?;
        self.made_ready(problem, watch).map(Cow::Owned)
    }

    /// Makes a problem ready.
    pub(super) fn made_ready(
        &self,
        problem: Problem,
        watch: &Watch<'_>,
    ) -> Result<Arc<Ready>, Unready> {
        let canonicalizer = Canonicalizer::new(&problem.goal);
        let engine = self.engine_for(&problem)?;
        let algorithm = engine.algorithm(self).expect("resolved");
        let target = Target {
            problem: &problem,
            canonicalizer: &canonicalizer,
            order: self.order,
        };
        let prepared = algorithm
            .prepare(&target, &self.tables, watch)
            .map_err(|stop| Unready::Stopped(engine, stop))?;
        let ready = Arc::new(Ready {
            problem,
            canonicalizer,
            engine,
            is_optimal: algorithm.is_optimal(),
            order: self.order,
            prepared,
        });
        // Another thread may have been first; either value serves.
        let _ = self.ready.set(Arc::clone(&ready));
        Ok(ready)
    }

    /// The engine that solves a problem.
    pub(super) fn engine_for(&self, problem: &Problem) -> Result<Engine, Error> {
        let asked = match self.engine {
            // There is no least path without a proof, and only proofs take long.
            Engine::Auto if self.order.is_some() || self.keeps_checkpoint() => Engine::Optimal,
            asked => asked,
        };
        let engine = asked.resolve(problem);
        if !engine.supports(problem) {
            return Err(Error::unsupported(engine, problem));
        }
        #[cfg(feature = "files")]
        if let Some(path) = &self.pdb.checkpoint
            && engine != Engine::Pdb
        {
            let path = path.clone();
            return Err(Error::NoCheckpoint { path, engine });
        }
        Ok(engine)
    }

    /// Opens the checkpoint, if there is to be one, before tables are made; refuses one that the engine would ignore.
    #[cfg(feature = "files")]
    pub(super) fn open_checkpoint(&self, board: &Board) -> Result<Option<LetGo<'_>>, Error> {
        if self.pdb.checkpoint.is_none() {
            return Ok(None);
        }
        let problem = self.problem(board.size())?;
        self.engine_for(&problem)?;
        solvability(board, &problem.goal)?.check()?;
        let problem = CanonicalProblem::new(board, &problem.goal);
        Ok(Some(self.pdb.open_checkpoint(&problem)?))
    }

    #[cfg(feature = "files")]
    const fn keeps_checkpoint(&self) -> bool {
        self.pdb.checkpoint.is_some()
    }

    #[cfg(not(feature = "files"))]
    const fn keeps_checkpoint(&self) -> bool {
        false
    }
}
