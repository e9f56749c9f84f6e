//! Which partitions a goal is solved with.

use super::pattern::Partition;
use crate::CanonicalGoal;

/// The partitions of a cold start.
pub(crate) fn cold_partitions(goal: CanonicalGoal) -> Vec<Partition> {
    vec![Partition::from_picture(goal, ".aaa aaac cbbb cbbb")]
}
