//! Lower bounds that are looked up: pattern databases (Culberson and Schaeffer 1998), additive ones (Korf and Felner 2002).
//!
//! `pattern` says which tiles a table is about and how a partition divides them; `index` numbers their placements; `flood` and
//! `table` compute the distances; `set` puts the tables of a goal together and `partition` says which; `file` and `store` keep
//! them on disk.

#[cfg(feature = "files")]
mod file;
mod flood;
pub(crate) mod ida;
mod index;
mod partition;
mod pattern;
mod pattern_table;
mod set;
#[cfg(feature = "files")]
mod store;
#[cfg(feature = "files")]
mod user;

#[cfg(feature = "files")]
pub use file::DatabaseError;
#[cfg(feature = "files")]
pub use ida::{Checkpoint, CheckpointError};
pub use ida::{UnitError, UnitReport, UnitSearch, Units, WorkUnit, WorkUnitError};
#[cfg(feature = "files")]
pub use store::{DatabaseContent, DatabaseFile, Databases};

pub(crate) use index::{MapKind, NarrowMap, PackedMap, Placement, Pockets, RegionMap, WideMap};
pub(crate) use partition::cold_partitions;
#[cfg(test)]
pub(crate) use pattern::Partition;
pub(crate) use pattern::{MAX_PATTERN_CELLS, neighbors};
#[cfg(test)]
pub(crate) use set::Slot;
pub(crate) use set::{MAX_SLOTS, MAX_VIEWS, Plan, TableSet};

use crate::Size;

/// The largest boards: without files those that tables built at once can solve.
const MOST_CELLS: usize = if cfg!(not(feature = "files")) {
    16
} else {
    MAX_PATTERN_CELLS
};

/// Whether boards of a size are solved with pattern databases.
pub(crate) const fn covers(size: Size) -> bool {
    !size.is_line() && size.cells() >= 11 && size.cells() <= MOST_CELLS
}
