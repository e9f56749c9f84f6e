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

/// Reads an input, and somebody's answers to it, in every dialect; how many cases and claims were read. For fuzz targets.
pub(crate) fn read_in_every_dialect(input: &[u8], answers: &str) -> usize {
    let mut count = 0;
    for dialect in table::dialects() {
        let mut claims = check::Answers::new(dialect, answers);
        let mut readable = true;
        for case in read::Reader::new(dialect, input).flatten() {
            count += 1;
            if readable {
                readable = claims.claim(&case, case.limit()).is_ok();
                count += usize::from(readable);
            }
        }
    }
    count
}
