//! `taquin judge`: many judges' and courses' statements of the puzzle as one table of data.
//!
//! [`table`] holds the rows; [`read`] makes cases of the input as a row describes it, [`answer`] answers them, [`mod@write`]
//! spells the answers, and [`mod@check`] reads somebody else's answers by the same templates and judges them.

mod answer;
mod check;
mod cursor;
mod dialect;
mod list;
mod pipeline;
mod read;
mod run;
mod table;
mod write;

pub(crate) use dialect::Dialect;
pub(crate) use list::list;
pub(crate) use run::{check, judge};
pub(crate) use table::{find, names};
