//! Cases in chunks, on all threads, results in order.

use std::ops::ControlFlow;
use std::thread::available_parallelism;

use crate::ordered;

/// What an item weighs at most; a chunk is full at this weight, so that light items share a chunk and heavy ones do not.
pub(super) const HEAVY: usize = 512;

/// The most chunks that are ahead of the results.
const AHEAD: usize = 48;

/// Gives the items, in chunks, to `work` on all threads, and the results to `consume` in the order of the items, on this
/// thread. A single chunk is worked on here. `Break` ends the run; chunks that are under way are finished and dropped.
pub(super) fn in_order<T: Send, R: Send, B>(
    mut items: impl Iterator<Item = T> + Send,
    weight: impl Fn(&T) -> usize + Send,
    work: impl Fn(Vec<T>) -> R + Sync,
    mut consume: impl FnMut(R) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let mut chunks = std::iter::from_fn(move || {
        let mut chunk = Vec::new();
        let mut total = 0;
        while total < HEAVY
            && let Some(item) = items.next()
        {
            total += weight(&item);
            chunk.push(item);
        }
        (!chunk.is_empty()).then_some(chunk)
    });
    let first = [chunks.next(), chunks.next()];
    let threads = match first {
        [_, None] => 1,
        _ => available_parallelism().map_or(1, usize::from),
    };
    let chunks = first.into_iter().flatten().chain(chunks);
    ordered::in_order(chunks, threads, AHEAD, work, |result| match result {
        Some(result) => consume(result),
        None => ControlFlow::Continue(()),
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
