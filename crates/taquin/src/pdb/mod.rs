//! Lower bounds that are looked up: pattern databases (Culberson and Schaeffer 1998), additive ones (Korf and Felner 2002).
//!
//! `pattern` says which tiles a table is about and how a partition divides them; `index` numbers their placements; `flood` and
//! `table` compute the distances; `set` puts the tables of a goal together and `partition` says which; `file` and `store` keep
//! them on disk.

#[cfg(not(target_family = "wasm"))]
mod file;
mod flood;
pub(crate) mod ida;
mod index;
mod partition;
mod pattern;
mod pattern_table;
mod set;
#[cfg(not(target_family = "wasm"))]
mod store;
#[cfg(not(target_family = "wasm"))]
mod user;

#[cfg(not(target_family = "wasm"))]
pub use file::DatabaseError;
#[cfg(not(target_family = "wasm"))]
pub use ida::{Checkpoint, CheckpointError};
pub use ida::{UnitError, UnitReport, UnitSearch, Units, WorkUnit, WorkUnitError};
#[cfg(not(target_family = "wasm"))]
pub use store::{DatabaseContent, DatabaseFile, Databases};

pub(crate) use index::{MapKind, NarrowMap, PackedMap, Placement, Pockets, RegionMap, WideMap};
pub(crate) use partition::cold_partitions;
#[cfg(test)]
pub(crate) use pattern::Partition;
pub(crate) use pattern::{MAX_PATTERN_CELLS, neighbors};
#[cfg(test)]
pub(crate) use set::Slot;
pub(crate) use set::{MAX_SLOTS, MAX_VIEWS, Plan, TableSet};
