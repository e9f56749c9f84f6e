//! The same work on one thread or on several.

/// Maps items on up to `threads` threads; results come in the order of the items.
#[cfg(feature = "threads")]
pub(crate) fn map<T: Send, R: Send>(
    threads: usize,
    items: Vec<T>,
    work: impl Fn(T) -> R + Sync + Send,
) -> Vec<R> {
    use rayon::prelude::*;
    if threads <= 1 {
        return items.into_iter().map(work).collect();
    }
    // Within `on_threads` this runs on its pool, otherwise on the process's.
    items.into_par_iter().map(work).collect()
}

/// Maps items one after the other.
#[cfg(not(feature = "threads"))]
pub(crate) fn map<T: Send, R: Send>(
    _threads: usize,
    items: Vec<T>,
    work: impl Fn(T) -> R + Sync + Send,
) -> Vec<R> {
    items.into_iter().map(work).collect()
}

/// Runs `work` so that every [`map`] in it has `threads` threads.
#[cfg(feature = "threads")]
pub(crate) fn on_threads<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> R {
    if threads <= 1 {
        return work();
    }
    match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) => pool.install(work),
        // The system refuses more threads; rayon's own pool will do.
        Err(_) => work(),
    }
}

/// Runs `work` on the only thread.
#[cfg(not(feature = "threads"))]
pub(crate) fn on_threads<R: Send>(_threads: usize, work: impl FnOnce() -> R + Send) -> R {
    work()
}

/// Does two things, at the same time if there are two threads.
#[cfg(feature = "threads")]
pub(crate) fn both<A: Send, B: Send>(
    threads: usize,
    first: impl FnOnce() -> A + Send,
    second: impl FnOnce() -> B + Send,
) -> (A, B) {
    if threads <= 1 {
        return (first(), second());
    }
    if rayon::current_thread_index().is_some() {
        return rayon::join(first, second);
    }
    // Not on the process's pool, which a fork of the process would be without.
    on_threads(threads, || rayon::join(first, second))
}

/// Does one thing, then another.
#[cfg(not(feature = "threads"))]
pub(crate) fn both<A: Send, B: Send>(
    _threads: usize,
    first: impl FnOnce() -> A + Send,
    second: impl FnOnce() -> B + Send,
) -> (A, B) {
    (first(), second())
}

/// The first item, in their order, for which `work` returns something, on up to `threads` threads.
///
/// Items are taken in their order. `work` is also told whether the item is still needed: not if an earlier one has returned
/// something. What it returns then does not matter.
#[cfg(feature = "threads")]
pub(crate) fn find_first<T: Sync, R: Send>(
    threads: usize,
    items: &[T],
    work: impl Fn(&T, &dyn Fn() -> bool) -> Option<R> + Sync,
) -> Option<R> {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::{Mutex, PoisonError};
    if threads <= 1 || items.len() <= 1 {
        return items.iter().find_map(|item| work(item, &|| true));
    }
    let (next, first) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
    let found = Mutex::new(None);
    let take = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(number) else { break };
            if first.load(Ordering::Relaxed) < number {
                break;
            }
            if let Some(result) = work(item, &|| first.load(Ordering::Relaxed) > number) {
                let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
                if first.fetch_min(number, Ordering::Relaxed) > number {
                    *found = Some(result);
                }
            }
        }
    };
    on_threads(threads, || rayon::broadcast(|_| take()));
    found.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// The first item for which `work` returns something.
#[cfg(not(feature = "threads"))]
pub(crate) fn find_first<T: Sync, R: Send>(
    _threads: usize,
    items: &[T],
    work: impl Fn(&T, &dyn Fn() -> bool) -> Option<R> + Sync,
) -> Option<R> {
    items.iter().find_map(|item| work(item, &|| true))
}
