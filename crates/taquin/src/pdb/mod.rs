//! Lower bounds that are looked up: pattern databases.

mod flood;
mod index;
mod memory;
mod partition;
mod pattern;
mod set;
mod table;

pub(crate) use index::{NarrowMap, RegionMap, RegionMaps, WideMap};
pub(crate) use partition::cold_partitions;
pub(crate) use pattern::neighbors;
pub(crate) use set::{MAX_VIEWS, Plan, TableSet};
