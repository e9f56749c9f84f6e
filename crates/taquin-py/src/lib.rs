//! The native half of the Python package: boards, solvers and batches, with numpy arrays at the border.
//!
//! Arguments are checked here, so that every face of the package gives the same errors; names, defaults and documentation are in
//! `python/taquin`. Work runs on threads of its own without the interpreter lock (see `monitor`).

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
