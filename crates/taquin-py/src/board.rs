//! `taquin.Board` and `taquin.Goal`, and the arguments that stand for them.

use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use taquin::{Board, Direction, Goal, Notation, Path, Size, parse_board, solvability};

use crate::arrays::{Packed, one_board};
use crate::errors::invalid;

/// A valid board of any size; immutable.
///
/// Tile 0 is the blank. Made from text in every spelling that the command reads, or from anything that numpy turns into an array of
/// whole numbers of shape (rows, columns).
#[pyclass(name = "Board", module = "taquin", frozen)]
#[derive(Clone)]
pub(crate) struct PyBoard(pub(crate) Board);

/// What a solved board looks like: "classic", "blank-first", "snail", or any board.
#[pyclass(name = "Goal", module = "taquin", frozen)]
#[derive(Clone)]
pub(crate) struct PyGoal(pub(crate) Goal);

/// An argument that is a board, a text or an array.
pub(crate) struct BoardArgument(pub(crate) Board);

impl<'py> FromPyObject<'_, 'py> for BoardArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<BoardArgument> {
        if let Ok(board) = object.cast::<PyBoard>() {
            return Ok(BoardArgument(board.get().0.clone()));
        }
        if let Ok(text) = object.cast::<PyString>() {
            return board_of(text.to_str()?, None).map(BoardArgument);
        }
        one_board(&object).map(BoardArgument)
    }
}

fn board_of(text: &str, size: Option<Size>) -> PyResult<Board> {
    parse_board(text, size).map_err(invalid)
}

/// An argument that is a goal, its name, or what [`BoardArgument`] takes.
pub(crate) struct GoalArgument(pub(crate) Goal);

impl<'py> FromPyObject<'_, 'py> for GoalArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<GoalArgument> {
        if let Ok(goal) = object.cast::<PyGoal>() {
            return Ok(GoalArgument(goal.get().0.clone()));
        }
        if let Ok(text) = object.cast::<PyString>() {
            let text = text.to_str()?;
            if let Some(goal) = Goal::from_name(text) {
                return Ok(GoalArgument(goal));
            }
            if !text.chars().any(|c| c.is_ascii_digit()) {
                let names = Goal::NAMES.join(", ");
                return Err(invalid(format!(
                    "unknown goal {text:?}, expected {names} or a board"
                )));
            }
        }
        let board: BoardArgument = object.extract()?;
        Ok(GoalArgument(Goal::Explicit(board.0)))
    }
}

/// An argument that is a size: "4x4", (4, 4), or 4 for a square.
pub(crate) struct SizeArgument(pub(crate) Size);

impl<'py> FromPyObject<'_, 'py> for SizeArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<SizeArgument> {
        if let Ok(text) = object.cast::<PyString>() {
            return text.to_str()?.parse().map(SizeArgument).map_err(invalid);
        }
        let sides = match object.extract::<u64>() {
            Ok(side) => Some((side, side)),
            Err(_) => object.extract::<(u64, u64)>().ok(),
        };
        let Some((rows, cols)) = sides else {
            return Err(invalid(format!(
                "{} is no size, expected (rows, columns), \"ROWSxCOLUMNS\" or the side of a square",
                object.repr()?
            )));
        };
        Size::new(rows, cols).map(SizeArgument).map_err(invalid)
    }
}

/// An argument that is a path: text in a notation, or a sequence of the codes 0 to 3 for d l r u.
pub(crate) enum PathArgument {
    Text(String),
    Codes(Vec<i64>),
}

impl<'py> FromPyObject<'_, 'py> for PathArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<PathArgument> {
        if let Ok(text) = object.cast::<PyString>() {
            return Ok(PathArgument::Text(text.to_str()?.to_owned()));
        }
        object.extract().map(PathArgument::Codes).map_err(|_| {
            invalid("moves of another kind, expected text or whole numbers from 0 to 3")
        })
    }
}

/// Why an argument is no path from a board.
pub(crate) enum PathFault {
    /// It cannot be read.
    Unreadable(String),
    /// It names a tile that is not next to the blank.
    Illegal(String),
}

impl PathFault {
    pub(crate) fn into_reason(self) -> String {
        match self {
            PathFault::Unreadable(reason) | PathFault::Illegal(reason) => reason,
        }
    }
}

impl PathArgument {
    pub(crate) fn path(&self, start: &Board, notation: Notation) -> Result<Path, PathFault> {
        match self {
            PathArgument::Text(text) => notation.parse(text, start).map_err(|error| {
                if error.illegal {
                    PathFault::Illegal(error.to_string())
                } else {
                    PathFault::Unreadable(format!("moves: {error}"))
                }
            }),
            PathArgument::Codes(codes) => {
                let steps = codes.iter().enumerate().map(|(index, &code)| {
                    Direction::ALL
                        .get(usize::try_from(code).unwrap_or(usize::MAX))
                        .copied()
                        .ok_or_else(|| {
                            PathFault::Unreadable(format!(
                                "move {}: found {code}, expected 0 to 3",
                                index + 1
                            ))
                        })
                });
                steps.collect()
            }
        }
    }
}

pub(crate) fn notation_of(name: &str) -> PyResult<Notation> {
    name.parse().map_err(invalid)
}

#[pymethods]
impl PyBoard {
    #[new]
    #[pyo3(signature = (tiles, *, size = None))]
    fn new(tiles: &Bound<'_, PyAny>, size: Option<SizeArgument>) -> PyResult<PyBoard> {
        let size = size.map(|size| size.0);
        if let Ok(text) = tiles.cast::<PyString>() {
            return board_of(text.to_str()?, size).map(PyBoard);
        }
        let BoardArgument(board) = tiles.extract()?;
        match size {
            Some(size) if size != board.size() => Err(invalid(format!(
                "a board of {}, expected {size}",
                board.size()
            ))),
            _ => Ok(PyBoard(board)),
        }
    }

    /// Rows and columns.
    #[getter]
    fn size(&self) -> (usize, usize) {
        (self.0.size().rows(), self.0.size().cols())
    }

    /// Row and column of the blank, from 0.
    #[getter]
    fn blank(&self) -> (usize, usize) {
        let (size, blank) = (self.0.size(), self.0.blank());
        (size.row(blank), size.col(blank))
    }

    /// A new array of the tiles, of shape (rows, columns); uint8 up to 256 cells, then uint16, then uint32.
    #[getter]
    fn tiles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut packed = Packed::with_room(self.0.size(), 1)
            .ok_or_else(|| pyo3::exceptions::PyMemoryError::new_err("no memory for the tiles"))?;
        packed.push(&self.0);
        packed.into_array(py).call_method1("reshape", self.size())
    }

    /// The directions in which the blank can move, of the letters "dlru".
    #[getter]
    fn directions(&self) -> String {
        self.0.moves().map(Direction::letter).collect()
    }

    /// The board after the blank has gone along a path.
    #[pyo3(signature = (moves, *, notation = "blank"))]
    fn apply(&self, moves: PathArgument, notation: &str) -> PyResult<PyBoard> {
        let path = moves.path(&self.0, notation_of(notation)?);
        let path = path.map_err(|fault| invalid(fault.into_reason()))?;
        self.0.after(&path).map(PyBoard).map_err(invalid)
    }

    /// Whether the goal can be reached.
    #[pyo3(signature = (goal = GoalArgument(Goal::Classic)))]
    fn is_solvable(&self, goal: GoalArgument) -> PyResult<bool> {
        let goal = goal.0.board(self.0.size()).map_err(invalid)?;
        let verdict = solvability(&self.0, &goal).map_err(invalid)?;
        Ok(verdict.is_solvable())
    }

    #[pyo3(signature = (dtype = None, copy = None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if copy == Some(false) {
            return Err(invalid("a board gives its tiles away only as a copy"));
        }
        let tiles = self.tiles(py)?;
        match dtype {
            Some(dtype) => tiles.call_method1("astype", (dtype,)),
            None => Ok(tiles),
        }
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<PyBoard>()
            .is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Board('{}')", self.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, PyBoard>) -> PyResult<Bound<'py, PyTuple>> {
        let tiles = slf.get().tiles(slf.py())?;
        (slf.get_type(), (tiles,)).into_pyobject(slf.py())
    }

    /// What notebooks show.
    fn _repr_svg_<'py>(slf: &Bound<'py, PyBoard>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("taquin")?.call_method1("render", (slf,))
    }
}

#[pymethods]
impl PyGoal {
    #[new]
    fn new(goal: GoalArgument) -> PyGoal {
        PyGoal(goal.0)
    }

    /// The solved board of a size.
    fn board(&self, size: SizeArgument) -> PyResult<PyBoard> {
        self.0.board(size.0).map(PyBoard).map_err(invalid)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<PyGoal>()
            .is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Goal('{}')", self.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, PyGoal>) -> PyResult<Bound<'py, PyTuple>> {
        let goal = match &slf.get().0 {
            Goal::Explicit(board) => PyBoard(board.clone()).into_pyobject(slf.py())?.into_any(),
            named => PyString::new(slf.py(), &named.to_string()).into_any(),
        };
        (slf.get_type(), (goal,)).into_pyobject(slf.py())
    }
}
