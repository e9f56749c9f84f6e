//! What the fuzz targets run. The same functions run over the corpus in the ordinary tests.

mod checks;

pub use checks::*;
