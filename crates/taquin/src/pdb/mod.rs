//! Lower bounds looked up in tables.

pub(crate) mod memory;
