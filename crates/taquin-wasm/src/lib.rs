//! What the web page calls: rules, which answer at once, and a [`Searcher`] for workers, which may take its time.
//!
//! Boards cross the border as text, `1 2 3/4 0 5`, and moves as the blank's letters, `udlr`: both sides have them at hand, and
//! every text that comes from outside passes the library's parser. What goes wrong is thrown as an `Error` with one sentence.
//!
//! # Why small rather than fast
//!
//! Optimised for size the library took 168 KB compressed, at level 3 201 KB, and was no slower (bench/web.md). One kernel of the pattern
//! database search instead of six spares 18 to 26 KB: a browser never searches boards of more than sixteen cells there. wasm-opt made the
//! file a sixth smaller and its compressed form larger, so it is not used.

mod rules;
mod search;

use std::panic;

use wasm_bindgen::prelude::*;

pub use search::{Answer, Searcher};

/// Makes a panic an exception with its message. The instance must not be used after one.
#[wasm_bindgen(start)]
pub fn start() {
    panic::set_hook(Box::new(|panic| {
        wasm_bindgen::throw_str(&panic.to_string())
    }));
}

fn thrown<T>(result: rules::Said<T>) -> Result<T, JsError> {
    result.map_err(|sentence| JsError::new(&sentence.0))
}

/// Reads a board in any spelling and returns its plain text. Rows and columns help where the text has no rows.
///
/// # Errors
/// The place and what was expected there.
#[wasm_bindgen(js_name = parseBoard)]
pub fn parse_board(text: &str, rows: Option<u32>, cols: Option<u32>) -> Result<String, JsError> {
    thrown(rules::parse_board(text, rows.zip(cols)))
}

/// The solved board of a size. `goal` is `classic`, `blank-first`, `snail` or a board of that size.
///
/// # Errors
/// What is wrong with the goal or the size.
#[wasm_bindgen(js_name = goalBoard)]
pub fn goal_board(goal: &str, rows: u32, cols: u32) -> Result<String, JsError> {
    thrown(rules::goal_board(goal, rows, cols))
}

/// Why the goal cannot be reached from a board, in a sentence; `undefined` if it can.
///
/// # Errors
/// What is wrong with the board or the goal.
#[wasm_bindgen(js_name = whyUnsolvable)]
pub fn why_unsolvable(board: &str, goal: &str) -> Result<Option<String>, JsError> {
    thrown(rules::why_unsolvable(board, goal))
}

/// A solvable board, all of them equally likely, the same for the same seed everywhere.
///
/// # Errors
/// What is wrong with the goal or the size.
#[wasm_bindgen]
pub fn scramble(goal: &str, rows: u32, cols: u32, seed: u64) -> Result<String, JsError> {
    thrown(rules::scramble(goal, rows, cols, seed))
}

/// Writes moves that start on `board`, given in the notation `from`, in the notation `to`: `blank`, `tile`, `numbers`, `words` or
/// `slidy`.
///
/// # Errors
/// The first move that cannot be read or made.
#[wasm_bindgen(js_name = convertMoves)]
pub fn convert_moves(board: &str, moves: &str, from: &str, to: &str) -> Result<String, JsError> {
    thrown(rules::convert_moves(board, moves, from, to))
}
