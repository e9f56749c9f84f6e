//! The native half of the Python package: boards, solvers and batches, with numpy arrays at the border.
//!
//! Arguments are turned into the library's types here, so that one fault has one message everywhere; names, defaults, types and docstrings
//! are in `python/taquin`. Work runs on threads of its own without the interpreter lock (see `monitor`).
//!
//! The package stands beside its crate because maturin packs no files from outside the crate's folder. One abi3 wheel serves Python 3.10
//! and later. The crate is no default member of the workspace and its library no test target: only maturin links it.

#![allow(
    clippy::needless_pass_by_value,
    reason = "arguments of Python functions are extracted, and so passed by value"
)]

mod arrays;
mod batch;
mod board;
mod errors;
mod monitor;
mod options;
mod picture;
mod search;
mod solve;
mod tools;

/// The module `taquin._native`.
#[pyo3::pymodule(name = "_native")]
mod native {
    #[pymodule_export]
    use crate::batch::{distances, is_solvable, solve_many};
    #[pymodule_export]
    use crate::board::{PyBoard, PyGoal};
    #[pymodule_export]
    use crate::options::check_options;
    #[pymodule_export]
    use crate::picture::render;
    #[pymodule_export]
    use crate::search::{PyCheckpoint, PyUnitSearch, PyUnits};
    #[pymodule_export]
    use crate::solve::solve;
    #[pymodule_export]
    use crate::tools::{build_database, default_databases, scramble, verify};
}
