//! Boards in numpy arrays, of any integer type and layout.
//!
//! Arrays are copied once, because another Python thread could write to an array that is read without the lock. Copying the 9 MB of a
//! million 3×3 boards takes 2 ms.

use std::fmt::Display;
use std::ops::Range;

use numpy::{Element, IntoPyArray, PyArray1, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods};
use numpy::{PyUntypedArray, PyUntypedArrayMethods};
use pyo3::prelude::*;
use taquin::{Board, Size};

use crate::errors::invalid;

/// Copied from numpy: another Python thread may write to the array while the boards are solved.
enum Tiles {
    U8(Vec<u8>),
    U16(Vec<u16>),
    U32(Vec<u32>),
    U64(Vec<u64>),
    I64(Vec<i64>),
}

/// A batch of arrangements of one size, which may be no boards: [`Batch::board`] checks.
pub(crate) struct Batch {
    size: Size,
    len: usize,
    tiles: Tiles,
}

/// The shape that was found and the one that is expected.
fn wrong_shape(found: &[usize], expected: &str) -> PyErr {
    let found: Vec<String> = found.iter().map(ToString::to_string).collect();
    invalid(format!(
        "an array of shape ({}), expected {expected}",
        found.join(", ")
    ))
}

/// What numpy makes of an object, row by row and aligned, with the package's exception.
fn as_array<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyUntypedArray>> {
    let require = object.py().import("numpy")?.getattr("require")?;
    let array = require
        .call1((object, object.py().None(), "CA"))
        .map_err(|error| {
            if error.is_instance_of::<pyo3::exceptions::PyValueError>(object.py()) {
                invalid(format!(
                    "not an array of tiles: {}",
                    error.value(object.py())
                ))
            } else {
                error
            }
        })?;
    Ok(array.cast_into::<PyUntypedArray>()?)
}

fn copied<T: Element + Copy>(array: &Bound<'_, PyUntypedArray>) -> Option<Vec<T>> {
    let array = array.cast::<PyArrayDyn<T>>().ok()?.readonly();
    Some(array.as_slice().ok()?.to_vec())
}

fn tiles_of(array: &Bound<'_, PyUntypedArray>) -> PyResult<Tiles> {
    if let Some(tiles) = copied(array) {
        return Ok(Tiles::U8(tiles));
    }
    if let Some(tiles) = copied(array) {
        return Ok(Tiles::U16(tiles));
    }
    if let Some(tiles) = copied(array) {
        return Ok(Tiles::U32(tiles));
    }
    if let Some(tiles) = copied(array) {
        return Ok(Tiles::U64(tiles));
    }
    if let Some(tiles) = copied(array) {
        return Ok(Tiles::I64(tiles));
    }
    let dtype = array.dtype();
    if !matches!(dtype.kind(), b'i' | b'u') {
        return Err(invalid(format!(
            "an array of dtype {dtype}, expected whole numbers such as uint8 or uint16"
        )));
    }
    let is_signed = dtype.kind() == b'i';
    let widest = if is_signed { "int64" } else { "uint64" };
    let wide = array.call_method1("astype", (widest,))?;
    let wide = wide.cast::<PyUntypedArray>()?;
    let tiles = if is_signed {
        copied(wide).map(Tiles::I64)
    } else {
        copied(wide).map(Tiles::U64)
    };
    Ok(tiles.expect("numpy made this type"))
}

/// Whether at most 64 numbers are those from 0 on, each once.
fn is_small_permutation<T: Copy + TryInto<u64>>(tiles: &[T]) -> bool {
    let cells = tiles.len();
    if cells > 64 {
        return false;
    }
    let seen = tiles.iter().fold(0u64, |seen, &tile| {
        let tile = tile.try_into().unwrap_or(u64::MAX);
        seen | u64::from(tile < cells as u64) << (tile & 63)
    });
    seen.count_ones() as usize == cells
}

/// Appends tiles that may be beyond the range of [`Board::new`].
fn push_wide<T>(tiles: &[T], narrow: &mut Vec<u32>) -> Result<(), String>
where
    T: Copy + Display + TryInto<u32>,
{
    for &tile in tiles {
        narrow.push(tile.try_into().map_err(|_| {
            let max = tiles.len() - 1;
            format!("tile {tile} is out of range, expected 0 to {max}")
        })?);
    }
    Ok(())
}

impl Batch {
    /// Boards of shape (n, rows, columns).
    pub(crate) fn of(object: &Bound<'_, PyAny>) -> PyResult<Batch> {
        Batch::with_dimensions(object, 3, "(n, rows, columns)")
    }

    fn with_dimensions(
        object: &Bound<'_, PyAny>,
        dimensions: usize,
        expected: &str,
    ) -> PyResult<Batch> {
        let array = as_array(object)?;
        let shape = array.shape();
        if shape.len() != dimensions {
            return Err(wrong_shape(shape, expected));
        }
        let (lead, sides) = shape.split_at(dimensions - 2);
        let size = Size::new(sides[0] as u64, sides[1] as u64).map_err(invalid)?;
        Ok(Batch {
            size,
            len: lead.first().copied().unwrap_or(1),
            tiles: tiles_of(&array)?,
        })
    }

    pub(crate) const fn size(&self) -> Size {
        self.size
    }

    /// Number of boards.
    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    /// The board with a number, or what is wrong with it. `scratch` spares an allocation.
    pub(crate) fn board(&self, index: usize, scratch: &mut Vec<u32>) -> Result<Board, String> {
        let cells = self.size.cells();
        let range = index * cells..(index + 1) * cells;
        scratch.clear();
        match &self.tiles {
            Tiles::U8(tiles) => scratch.extend(tiles[range].iter().map(|&tile| u32::from(tile))),
            Tiles::U16(tiles) => scratch.extend(tiles[range].iter().map(|&tile| u32::from(tile))),
            Tiles::U32(tiles) => scratch.extend(&tiles[range]),
            Tiles::U64(tiles) => push_wide(&tiles[range], scratch)?,
            Tiles::I64(tiles) => push_wide(&tiles[range], scratch)?,
        }
        Board::new(self.size, scratch).map_err(|error| error.to_string())
    }

    /// The first of the boards in a range that is none, with the reason.
    pub(crate) fn first_fault(&self, range: Range<usize>) -> Option<(usize, String)> {
        let mut scratch = Vec::new();
        range
            .into_iter()
            .filter(|&index| !self.is_small_board(index))
            .find_map(|index| Some((index, self.board(index, &mut scratch).err()?)))
    }

    /// Whether there is a board of at most 64 cells, without making it. Of larger ones it does not tell.
    fn is_small_board(&self, index: usize) -> bool {
        let cells = self.size.cells();
        let range = index * cells..(index + 1) * cells;
        match &self.tiles {
            Tiles::U8(tiles) => is_small_permutation(&tiles[range]),
            Tiles::U16(tiles) => is_small_permutation(&tiles[range]),
            Tiles::U32(tiles) => is_small_permutation(&tiles[range]),
            Tiles::U64(tiles) => is_small_permutation(&tiles[range]),
            Tiles::I64(tiles) => is_small_permutation(&tiles[range]),
        }
    }
}

/// The board in an array of shape (rows, columns).
pub(crate) fn one_board(object: &Bound<'_, PyAny>) -> PyResult<Board> {
    Batch::with_dimensions(object, 2, "(rows, columns)")?
        .board(0, &mut Vec::new())
        .map_err(invalid)
}

/// A vector as a one-dimensional array.
pub(crate) fn flat<T: Element>(py: Python<'_>, values: Vec<T>) -> Bound<'_, PyArray1<T>> {
    values.into_pyarray(py)
}

/// The tiles of boards of one size in a one-dimensional array of the smallest unsigned type that holds them.
pub(crate) enum Packed {
    U8(Vec<u8>),
    U16(Vec<u16>),
    U32(Vec<u32>),
}

impl Packed {
    /// Room for `boards` boards, or `None` if there is not enough memory.
    pub(crate) fn with_room(size: Size, boards: usize) -> Option<Packed> {
        fn room<T>(tiles: usize) -> Option<Vec<T>> {
            let mut room = Vec::new();
            room.try_reserve_exact(tiles).ok()?;
            Some(room)
        }
        let tiles = size.cells().checked_mul(boards)?;
        Some(match size.cells() {
            0..=0x100 => Packed::U8(room(tiles)?),
            0x101..=0x1_0000 => Packed::U16(room(tiles)?),
            _ => Packed::U32(room(tiles)?),
        })
    }

    pub(crate) fn push(&mut self, board: &Board) {
        let tiles = board.tiles().iter().map(|tile| tile.0);
        match self {
            Packed::U8(packed) => packed.extend(tiles.map(|tile| tile as u8)),
            Packed::U16(packed) => packed.extend(tiles.map(|tile| tile as u16)),
            Packed::U32(packed) => packed.extend(tiles),
        }
    }

    pub(crate) fn into_array(self, py: Python<'_>) -> Bound<'_, PyAny> {
        match self {
            Packed::U8(tiles) => flat(py, tiles).into_any(),
            Packed::U16(tiles) => flat(py, tiles).into_any(),
            Packed::U32(tiles) => flat(py, tiles).into_any(),
        }
    }
}
