//! Which partitions a goal is solved with.

use super::pattern::Partition;
use crate::CanonicalGoal;

/// The partitions of a cold start.
pub(crate) fn cold_partitions(goal: CanonicalGoal) -> Vec<Partition> {
    vec![Partition::from_picture(goal, ".aaa aaac cbbb cbbb")]
}

/// The partition of the databases on disk: the first rows' tiles, and the others, at most eight in one pattern.
pub(crate) fn large_partitions(goal: CanonicalGoal) -> Vec<Partition> {
    let tiles = goal.size().cells() - 1;
    let patterns = tiles.div_ceil(8);
    let mut picture = String::new();
    let mut tile = 0;
    for cell in goal.size().all_cells() {
        if cell == goal.home() {
            picture.push('.');
        } else {
            picture.push((b'a' + (tile * patterns / tiles) as u8) as char);
            tile += 1;
        }
    }
    vec![Partition::from_picture(goal, &picture)]
}
