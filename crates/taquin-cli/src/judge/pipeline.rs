//! Work on all threads, results in order, memory bounded.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::mpsc;

/// What an item weighs at most; a chunk is full at this weight, so that light items share a chunk and heavy ones do not.
pub(super) const HEAVY: usize = 512;

/// The most chunks that are read ahead of the results.
const AHEAD: usize = 48;

/// Gives the items, in chunks, to `work` on all threads, and the results to `consume` in the order of the items, on this
/// thread. A single chunk is worked on here. `Break` ends the run; chunks that are under way are finished and dropped.
pub(super) fn in_order<T: Send, R: Send, B>(
    mut items: impl Iterator<Item = T>,
    weight: impl Fn(&T) -> usize,
    work: impl Fn(Vec<T>) -> R + Sync,
    mut consume: impl FnMut(R) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let mut next_chunk = move || {
        let mut chunk = Vec::new();
        let mut total = 0;
        while total < HEAVY
            && let Some(item) = items.next()
        {
            total += weight(&item);
            chunk.push(item);
        }
        (!chunk.is_empty()).then_some(chunk)
    };
    let Some(first) = next_chunk() else {
        return ControlFlow::Continue(());
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let second = next_chunk();
    if threads == 1 || second.is_none() {
        consume(work(first))?;
        let mut chunk = second;
        while let Some(items) = chunk {
            consume(work(items))?;
            chunk = next_chunk();
        }
        return ControlFlow::Continue(());
    }

    let (todo, chunks) = mpsc::channel::<(usize, Vec<T>)>();
    let chunks = Mutex::new(chunks);
    let (done, results) = mpsc::channel::<(usize, R)>();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let done = done.clone();
            let (chunks, work) = (&chunks, &work);
            scope.spawn(move || {
                loop {
                    // A thread that panicked left the channel whole.
                    let receiver = chunks
                        .lock()
                        .unwrap_or_else(std::sync::PoisonError::into_inner);
                    let Ok((index, chunk)) = receiver.recv() else {
                        break;
                    };
                    drop(receiver);
                    if done.send((index, work(chunk))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(done);
        // Dropped when this closure returns, which ends the threads.
        let (todo, results) = (todo, results);
        let mut pending = [Some(first), second].into_iter().flatten();
        let mut early = BTreeMap::new();
        let (mut sent, mut consumed) = (0, 0);
        let mut more = true;
        loop {
            while more && sent - consumed < AHEAD {
                match pending.next().or_else(&mut next_chunk) {
                    Some(chunk) => {
                        // The threads hold the receiver until this closure returns.
                        let _ = todo.send((sent, chunk));
                        sent += 1;
                    }
                    None => more = false,
                }
            }
            if consumed == sent {
                return ControlFlow::Continue(());
            }
            let Ok((index, result)) = results.recv() else {
                // Only if every thread panicked; the scope passes the panic on.
                return ControlFlow::Continue(());
            };
            early.insert(index, result);
            while let Some(result) = early.remove(&consumed) {
                consumed += 1;
                consume(result)?;
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(items: usize, weight: usize, stop_after: usize) -> Vec<usize> {
        let mut seen = Vec::new();
        let _ = in_order(
            0..items,
            |_| weight,
            |chunk| chunk.into_iter().map(|item| item * 3).collect::<Vec<_>>(),
            |results| {
                seen.extend(results);
                if seen.len() >= stop_after {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            },
        );
        seen
    }

    #[test]
    fn results_come_in_the_order_of_the_items() {
        for items in [0, 1, 511, 512, 513, 100_000] {
            let expected: Vec<usize> = (0..items).map(|item| item * 3).collect();
            assert_eq!(run(items, 1, usize::MAX), expected);
        }
        let expected: Vec<usize> = (0..2_000).map(|item| item * 3).collect();
        assert_eq!(run(2_000, HEAVY, usize::MAX), expected);
    }

    #[test]
    fn a_break_ends_the_run() {
        assert_eq!(run(1_000_000, HEAVY, 10).len(), 10);
    }
}
