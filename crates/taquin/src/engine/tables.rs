//! The tables that solvers share: each is made once, by the first that needs it.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::{CanonicalGoal, Metric, Phase, Progress, Stop, Watch};

/// How often one who waits for a table looks at the limits.
const POLL: Duration = Duration::from_millis(20);

/// Tables by their type, goal and metric.
#[derive(Default)]
pub(crate) struct Tables {
    entries: Mutex<HashMap<Key, Entry>>,
    changed: Condvar,
}

type Key = (TypeId, CanonicalGoal, Metric);

enum Entry {
    InTheMaking,
    Made(Arc<dyn Any + Send + Sync>),
}

impl Tables {
    /// The table of a type for a goal and a metric, or else what `make` makes. Others who want it meanwhile wait within their own limits.
    ///
    /// # Errors
    /// The [`Stop`] of `make`, or of the watch while it waits.
    pub(crate) fn get_or_make<T: Any + Send + Sync>(
        &self,
        goal: CanonicalGoal,
        metric: Metric,
        watch: &Watch<'_>,
        make: impl FnOnce() -> Result<T, Stop>,
    ) -> Result<Arc<T>, Stop> {
        let key = (TypeId::of::<T>(), goal, metric);
        let mut entries = self.entries();
        loop {
            match entries.get(&key) {
                Some(Entry::Made(table)) => {
                    let table = Arc::clone(table).downcast();
                    return Ok(table.expect("keys hold the type"));
                }
                Some(Entry::InTheMaking) => {
                    let waited = self.changed.wait_timeout(entries, POLL);
                    entries = waited.unwrap_or_else(PoisonError::into_inner).0;
                    watch.tick(0, || Progress::of(Phase::Tables))?;
                }
                None => break,
            }
        }
        entries.insert(key, Entry::InTheMaking);
        drop(entries);
        // Taken back if it is not made, even by a panic: then another may try.
        let mut claim = Claim {
            tables: self,
            key,
            made: None,
        };
        let table = Arc::new(make()?);
        claim.made = Some(Arc::clone(&table) as Arc<dyn Any + Send + Sync>);
        Ok(table)
    }

    fn entries(&self) -> MutexGuard<'_, HashMap<Key, Entry>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The promise to make a table.
struct Claim<'t> {
    tables: &'t Tables,
    key: Key,
    made: Option<Arc<dyn Any + Send + Sync>>,
}

impl Drop for Claim<'_> {
    fn drop(&mut self) {
        let mut entries = self.tables.entries();
        match self.made.take() {
            Some(table) => entries.insert(self.key, Entry::Made(table)),
            None => entries.remove(&self.key),
        };
        self.tables.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cell, Limits, Size};
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn goal() -> CanonicalGoal {
        CanonicalGoal::new(Size::new(3, 3).unwrap(), Cell(0))
    }

    #[test]
    fn a_table_is_made_once_and_again_after_a_failure() {
        let tables = Tables::default();
        let watch = Watch::unlimited();
        let get = |make: &dyn Fn() -> Result<u32, Stop>| {
            tables.get_or_make::<u32>(goal(), Metric::Stm, &watch, make)
        };
        assert_eq!(get(&|| Err(Stop::Memory)), Err(Stop::Memory));
        assert_eq!(get(&|| Ok(1)), Ok(Arc::new(1)));
        assert_eq!(get(&|| Ok(2)), Ok(Arc::new(1)));
        let other = tables.get_or_make::<u64>(goal(), Metric::Stm, &watch, || Ok(3));
        assert_eq!(other, Ok(Arc::new(3)));
        let other = tables.get_or_make::<u32>(goal(), Metric::Mtm, &watch, || Ok(4));
        assert_eq!(other, Ok(Arc::new(4)));
    }

    #[test]
    fn who_waits_keeps_to_its_own_limits() {
        let tables = Tables::default();
        let makers = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            let (begun, wait) = std::sync::mpsc::channel();
            let (end, may_end) = std::sync::mpsc::channel::<()>();
            let (tables, makers) = (&tables, &makers);
            scope.spawn(move || {
                let watch = Watch::unlimited();
                tables.get_or_make::<u32>(goal(), Metric::Stm, &watch, || {
                    makers.fetch_add(1, Ordering::Relaxed);
                    begun.send(()).unwrap();
                    may_end.recv().unwrap();
                    Ok(7)
                })
            });
            wait.recv().unwrap();
            let limits = Limits {
                time: Some(Duration::from_millis(1)),
                ..Limits::default()
            };
            let watch = Watch::new(limits, None);
            let never = || unreachable!("it is in the making");
            let early = tables.get_or_make::<u32>(goal(), Metric::Stm, &watch, never);
            assert_eq!(early, Err(Stop::Time));
            end.send(()).unwrap();
            let late = tables.get_or_make::<u32>(goal(), Metric::Stm, &Watch::unlimited(), never);
            assert_eq!(late, Ok(Arc::new(7)));
        });
        assert_eq!(makers.into_inner(), 1);
    }
}
