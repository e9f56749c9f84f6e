//! IDA\* on pattern databases as an engine.

use std::borrow::Cow;
#[cfg(feature = "files")]
use std::path::PathBuf;
use std::sync::Arc;
#[cfg(feature = "files")]
use std::sync::{Mutex, PoisonError};

use super::{Aids, PdbSearcher};
#[cfg(feature = "files")]
use super::{Checkpoint, CheckpointError};
#[cfg(feature = "files")]
use crate::CanonicalProblem;
use crate::engine::{Algorithm, Found, Prepared, Query, Tables, Target, Unfinished};
use crate::listing::Walk;
use crate::pdb::covers;
use crate::{CanonicalGoal, Metric, Problem, Stop, Watch};

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
    /// The same, opened before there are tables, for the solve that follows.
    #[cfg(feature = "files")]
    pub(crate) opened: Opened,
}

#[cfg(feature = "files")]
type Opened = Arc<Mutex<Option<Checkpoint>>>;

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
            opened: Arc::clone(&self.opened),
        }))
    }
}

struct PreparedPdb {
    searcher: Arc<PdbSearcher>,
    #[cfg(feature = "files")]
    opened: Opened,
}

#[cfg(feature = "files")]
impl Pdb {
    /// Opens the checkpoint, if there is to be one, for a problem that is to be solved next; it is let go with what is returned.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub(crate) fn open_checkpoint(
        &self,
        problem: &CanonicalProblem,
    ) -> Result<LetGo<'_>, CheckpointError> {
        if let Some(path) = &self.checkpoint {
            let checkpoint = Checkpoint::open(path, problem)?;
            *self.opened.lock().unwrap_or_else(PoisonError::into_inner) = Some(checkpoint);
        }
        Ok(LetGo(&self.opened))
    }
}

/// Lets a checkpoint go that a solve has opened and not taken.
#[cfg(feature = "files")]
pub(crate) struct LetGo<'p>(&'p Opened);

#[cfg(feature = "files")]
impl Drop for LetGo<'_> {
    fn drop(&mut self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

#[cfg(feature = "files")]
impl PreparedPdb {
    /// The opened checkpoint, if there is one.
    fn take_checkpoint(&self) -> Option<Checkpoint> {
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        opened.take()
    }

    /// Goes on with the search that a checkpoint is of, and writes it at the end.
    fn go_on(
        &self,
        query: &Query<'_>,
        checkpoint: Checkpoint,
        watch: &Watch<'_>,
    ) -> Result<Found, Unfinished> {
        let failed = |error: CheckpointError| Unfinished::Failed(Box::new(error));
        let resumed = self.searcher.resume(&query.canonical()?, checkpoint);
        let mut deepening = resumed.map_err(failed)?;
        let found = query.in_canonical_form(|problem| {
            let suggest = |nodes| (query.suggest)(problem, nodes);
            let aids = aids(query, &suggest);
            self.searcher.go_on(problem, &mut deepening, aids, watch)
        });
        match (found, deepening.save()) {
            // The work is lost unless the caller hears of it.
            (Err(_), Err(error)) => Err(failed(error)),
            (found, _) => found,
        }
    }
}

fn aids<'a>(query: &Query<'_>, suggest: &'a super::Suggest<'a>) -> Aids<'a> {
    Aids {
        order: query.target.order.map(|_| query.order()),
        suggest: Some(suggest),
    }
}

impl Prepared for PreparedPdb {
    fn solve(&self, query: &Query<'_>, watch: &Watch<'_>) -> Result<Found, Unfinished> {
        #[cfg(feature = "files")]
        if let Some(checkpoint) = self.take_checkpoint() {
            return self.go_on(query, checkpoint, watch);
        }
        query.in_canonical_form(|problem| {
            let suggest = |nodes| (query.suggest)(problem, nodes);
            self.searcher.solve(problem, aids(query, &suggest), watch)
        })
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
