//! IDA\* on pattern databases as an engine.

use std::borrow::Cow;
#[cfg(feature = "files")]
use std::path::PathBuf;
use std::sync::Arc;

use super::{Aids, PdbSearcher};
#[cfg(feature = "files")]
use super::{Checkpoint, CheckpointError};
use crate::engine::{Algorithm, Found, Outcome, Prepared, Query, Tables, Target, Unfinished};
use crate::listing::Walk;
use crate::pdb::covers;
use crate::{CanonicalGoal, CanonicalProblem, Metric, Problem, Stop, Watch};

/// IDA\* on additive pattern databases, 11 to 32 cells, single-tile moves.
#[derive(Clone, Default)]
pub(crate) struct Pdb {
    /// Where tables may be loaded from.
    #[cfg(feature = "files")]
    pub(crate) databases: Option<crate::Databases>,
    /// Is told why one that is there was refused.
    #[cfg(feature = "files")]
    pub(crate) on_refused: Option<OnRefused>,
    /// Where account of a search is kept.
    #[cfg(feature = "files")]
    pub(crate) checkpoint: Option<PathBuf>,
}

/// Is told why a database was refused.
#[cfg(feature = "files")]
pub(crate) type OnRefused = Arc<dyn Fn(&crate::DatabaseError) + Send + Sync>;

impl Pdb {
    /// The searcher of a goal, its tables loaded or built.
    ///
    /// # Errors
    /// The watch's [`Stop`].
    pub(crate) fn searcher(
        &self,
        goal: CanonicalGoal,
        tables: &Tables,
        watch: &Watch<'_>,
    ) -> Result<Arc<PdbSearcher>, Stop> {
        tables.get_or_make(goal, Metric::Stm, watch, || match self.load(goal) {
            Some(searcher) => Ok(searcher),
            None => PdbSearcher::cold(goal, watch),
        })
    }

    /// The databases of a goal, if they are there and sound.
    #[cfg(feature = "files")]
    fn load(&self, goal: CanonicalGoal) -> Option<PdbSearcher> {
        match PdbSearcher::load(goal, self.databases.as_ref()?) {
            Ok(searcher) => searcher,
            Err(error) => {
                if let Some(on_refused) = &self.on_refused {
                    on_refused(&error);
                }
                None
            }
        }
    }

    #[cfg(not(feature = "files"))]
    fn load(&self, _goal: CanonicalGoal) -> Option<PdbSearcher> {
        None
    }
}

impl Algorithm for Pdb {
    fn name(&self) -> Cow<'static, str> {
        "pdb".into()
    }

    fn supports(&self, problem: &Problem) -> bool {
        covers(problem.size()) && problem.metric == Metric::Stm
    }

    fn prepare(
        &self,
        target: &Target<'_>,
        tables: &Tables,
        watch: &Watch<'_>,
    ) -> Result<Box<dyn Prepared>, Stop> {
        Ok(Box::new(PreparedPdb {
            searcher: self.searcher(target.canonicalizer.goal(), tables, watch)?,
            #[cfg(feature = "files")]
            checkpoint: self.checkpoint.clone(),
        }))
    }
}

struct PreparedPdb {
    searcher: Arc<PdbSearcher>,
    #[cfg(feature = "files")]
    checkpoint: Option<PathBuf>,
}

impl PreparedPdb {
    fn search(
        &self,
        problem: &CanonicalProblem,
        query: &Query<'_>,
        journal: Option<&dyn super::Journal>,
        watch: &Watch<'_>,
    ) -> Outcome {
        let suggest = |nodes| (query.suggest)(problem, nodes);
        let aids = Aids {
            order: query.target.order.map(|_| query.order()),
            journal,
            suggest: Some(&suggest),
        };
        self.searcher.solve(problem, aids, watch)
    }

    /// Opens the checkpoint, if there is to be one.
    #[cfg(feature = "files")]
    fn checkpoint(
        &self,
        problem: &CanonicalProblem,
    ) -> Result<Option<Checkpoint>, CheckpointError> {
        let open = |path| Checkpoint::open(path, problem, self.searcher.describe_tables());
        self.checkpoint.as_deref().map(open).transpose()
    }
}

impl Prepared for PreparedPdb {
    #[cfg(feature = "files")]
    fn solve(&self, query: &Query<'_>, watch: &Watch<'_>) -> Result<Found, Unfinished> {
        let problem = query.canonical()?;
        let checkpoint = self.checkpoint(&problem).map_err(Unfinished::Checkpoint)?;
        let journal = checkpoint.as_ref().map(|checkpoint| checkpoint as _);
        let found = query.in_canonical_form(|problem| self.search(problem, query, journal, watch));
        if let Some(checkpoint) = checkpoint {
            checkpoint.save();
            // The work is lost unless the caller hears of it.
            if let (Err(_), Some(failure)) = (&found, checkpoint.failure()) {
                return Err(Unfinished::Checkpoint(failure));
            }
        }
        found
    }

    #[cfg(not(feature = "files"))]
    fn solve(&self, query: &Query<'_>, watch: &Watch<'_>) -> Result<Found, Unfinished> {
        query.in_canonical_form(|problem| self.search(problem, query, None, watch))
    }

    fn finds_the_least(&self) -> bool {
        true
    }

    fn walk(&self, walk: Walk<'_, '_>) -> Result<u128, Stop> {
        walk.guided_by(&mut &*self.searcher)
    }

    fn bytes(&self) -> u64 {
        self.searcher.bytes()
    }

    fn is_loaded(&self) -> bool {
        self.searcher.is_loaded()
    }
}
