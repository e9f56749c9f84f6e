//! Work on several threads, results in the order of the items, memory bounded.
//!
//! There is no barrier: the threads take items as they come, and whoever writes the results holds back those that are early. No
//! thread takes an item that is more than a window ahead of what is written, so however long one takes, what is held stays small.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Gives each item to `work` on so many threads, and the results to `write` in the order of the items, on this thread.
///
/// `write` gets `None` where no further result is ready: what was buffered should not wait any longer. Items are made by
/// the threads, too, one at a time, so an iterator may wait for its next item while results are written. `Break` ends the run: no more
/// items are taken, and the results of those at work are dropped. With one thread all is done on this one.
///
/// # Panics
/// As `work`, the iterator or `write` does.
pub(crate) fn in_order<T, R: Send, B>(
    items: impl Iterator<Item = T> + Send,
    threads: usize,
    window: usize,
    work: impl Fn(T) -> R + Sync,
    mut write: impl FnMut(Option<R>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    if threads <= 1 {
        for item in items {
            write(Some(work(item)))?;
            write(None)?;
        }
        return ControlFlow::Continue(());
    }
    let (items, state) = (Mutex::new(items), State::default());
    let (sender, results) = channel();
    let take = || {
        // One at a time waits for the window and for an item.
        let mut items = lock(&items);
        state.wait_for(window)?;
        let item = items.next()?;
        Some((state.number(), item))
    };
    let run = |sender: Sender<(usize, R)>| {
        let _end = End(&state);
        while let Some((number, item)) = take() {
            // The receiver is there until all threads have ended.
            let _ = sender.send((number, work(item)));
        }
    };
    thread::scope(|scope| {
        // However the writing ends, the threads must not wait for it.
        let _end = End(&state);
        let workers: Vec<_> = (0..threads)
            .map(|_| {
                let sender = sender.clone();
                scope.spawn(|| run(sender))
            })
            .collect();
        drop(sender);
        let mut early = BTreeMap::new();
        let mut written = 0;
        while let Ok((number, result)) = results.recv() {
            early.insert(number, result);
            early.extend(results.try_iter());
            while let Some(result) = early.remove(&written) {
                write(Some(result))?;
                written += 1;
                state.wrote(written);
            }
            write(None)?;
        }
        for worker in workers {
            worker.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
        ControlFlow::Continue(())
    })
}

/// What the threads and the writer share.
#[derive(Default)]
struct State {
    counts: Mutex<Counts>,
    changed: Condvar,
}

/// Items taken, results written, and whether no more items are taken.
#[derive(Default)]
struct Counts {
    taken: usize,
    written: usize,
    ended: bool,
}

impl State {
    /// Waits until the next item is within the window. `None` if no more items are taken.
    fn wait_for(&self, window: usize) -> Option<()> {
        let is_early =
            |counts: &mut Counts| !counts.ended && counts.taken - counts.written >= window.max(1);
        let counts = self.changed.wait_while(lock(&self.counts), is_early);
        let counts = counts.unwrap_or_else(PoisonError::into_inner);
        (!counts.ended).then_some(())
    }

    /// The number of an item that was taken.
    fn number(&self) -> usize {
        let mut counts = lock(&self.counts);
        counts.taken += 1;
        counts.taken - 1
    }

    fn wrote(&self, written: usize) {
        lock(&self.counts).written = written;
        self.changed.notify_all();
    }
}

/// Where it is dropped, also by a panic, no more items are taken.
struct End<'a>(&'a State);

impl Drop for End<'_> {
    fn drop(&mut self) {
        lock(&self.0.counts).ended = true;
        self.0.changed.notify_all();
    }
}

/// What a panic left is whole: nothing panics between two changes.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
    use std::time::Duration;

    /// As an item of no special length takes.
    fn dawdle(item: usize) {
        thread::sleep(Duration::from_micros((item * 7919 % 13) as u64 * 20));
    }

    #[test]
    fn results_come_in_the_order_of_the_items() {
        for (items, threads, window) in [(0, 3, 4), (1, 3, 4), (3_000, 1, 4), (3_000, 4, 16)] {
            let (mut seen, mut pauses) = (Vec::new(), 0);
            let work = |item| {
                dawdle(item);
                3 * item
            };
            let ended: ControlFlow<()> = in_order(0..items, threads, window, work, |result| {
                match result {
                    Some(result) => seen.push(result),
                    None => pauses += 1,
                }
                ControlFlow::Continue(())
            });
            assert!(ended.is_continue());
            assert!(seen.iter().copied().eq((0..items).map(|item| 3 * item)));
            assert!(pauses > 0 || items == 0, "the last result does not wait");
        }
    }

    #[test]
    fn nobody_runs_more_than_the_window_ahead() {
        for window in [1, 8] {
            let (taken, written) = (AtomicUsize::new(0), AtomicUsize::new(0));
            let items = (0..500).inspect(|_| {
                let ahead = taken.fetch_add(1, Relaxed) - written.load(Relaxed);
                assert!(ahead < window, "{ahead}");
            });
            let ended: ControlFlow<()> = in_order(items, 4, window, dawdle, |result| {
                written.fetch_add(usize::from(result.is_some()), Relaxed);
                ControlFlow::Continue(())
            });
            assert!(ended.is_continue());
            assert_eq!(written.into_inner(), 500);
        }
    }

    #[test]
    fn one_slow_item_does_not_stop_the_others() {
        let others = AtomicUsize::new(0);
        let work = |item| {
            if item > 0 {
                others.fetch_add(1, Relaxed);
                return;
            }
            while others.load(Relaxed) < 100 {
                thread::yield_now();
            }
        };
        let ended: ControlFlow<()> = in_order(0..101, 2, 101, work, |_| ControlFlow::Continue(()));
        assert!(ended.is_continue());
    }

    #[test]
    fn a_break_ends_the_run_of_items_without_end() {
        for threads in [1, 3] {
            let mut seen = 0;
            let ended = in_order(0.., threads, 10, dawdle, |result| {
                seen += usize::from(result.is_some());
                match seen {
                    10 => ControlFlow::Break("an error"),
                    _ => ControlFlow::Continue(()),
                }
            });
            assert_eq!((ended, seen), (ControlFlow::Break("an error"), 10));
        }
    }

    #[test]
    fn results_are_written_while_the_next_item_is_awaited() {
        let (sender, receiver) = channel();
        sender.send(1).unwrap();
        let mut sender = Some(sender);
        let same = |item: u32| item;
        let ended: ControlFlow<()> = in_order(receiver.into_iter(), 2, 10, same, |result| {
            // Until then the iterator waits for its second item, and then for its end.
            match result {
                Some(1) => sender.as_ref().unwrap().send(2).unwrap(),
                Some(_) => sender = None,
                None => {}
            }
            ControlFlow::Continue(())
        });
        assert!(ended.is_continue() && sender.is_none());
    }

    #[test]
    fn a_panic_anywhere_is_passed_on() {
        let with_panic = |fault: usize| {
            let items = (0..).inspect(move |&item| assert!(fault != 0 || item < 50, "items"));
            let work = |item: usize| assert!(fault != 1 || item != 50, "work");
            let run = || -> ControlFlow<()> {
                let mut written = 0;
                in_order(items, 3, 8, work, |result| {
                    written += usize::from(result.is_some());
                    assert!(fault != 2 || written < 50, "write");
                    ControlFlow::Continue(())
                })
            };
            let panic = catch_unwind(AssertUnwindSafe(run)).unwrap_err();
            *panic.downcast::<&str>().unwrap()
        };
        let faults = [with_panic(0), with_panic(1), with_panic(2)];
        assert_eq!(faults, ["items", "work", "write"]);
    }
}
