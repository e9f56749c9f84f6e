//! What the fuzz targets run: functions that take any bytes. Stable Rust runs the same functions over data/ and over what was found, in
//! the ordinary tests.

mod checks;

pub use checks::*;
