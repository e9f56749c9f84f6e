"""Sliding-tile puzzles of any size: the 8-puzzle, the 15-puzzle, the 24-puzzle and every other rows x columns board.

>>> import taquin
>>> solution = taquin.solve("2 3 4/1 5 x/7 6 8")
>>> solution.length, solution.optimal, solution.moves
(19, True, 'dlurullddrurdllurdr')

One board
    `Board`, `Goal`, `solve`, `verify`, `apply`, `render`.
Arrays of boards, of shape (n, rows, columns) and any integer type
    `solve_many`, `distances`, `is_solvable`, `scramble`.
Optional
    `build_database` writes pattern databases that later calls use; `taquin.gym` has a Gymnasium environment (extra ``gym``),
    `taquin.cluster` solves on a Ray cluster (extra ``ray``).

Conventions: tile 0 is the blank; a direction is the motion of the *blank*; paths are text of the letters ``dlru`` or, in arrays,
their codes 0 to 3 in that order. Lengths are in single-tile moves (metric ``"stm"``) unless ``"mtm"`` is asked for, where a straight
run of the blank counts as one. Calls use all processors, hold no interpreter lock while they work, and end soon after Ctrl-C, but for
converting an array and checking or drawing a single board of millions of cells, which come to their end first.
Errors are `TaquinError`, which is a ``ValueError``.
"""

from taquin._batch import Solutions, Status, distances, is_solvable, solve_many
from taquin._native import Board, Goal
from taquin._progress import Progress
from taquin._render import Svg, render
from taquin._solve import Solution, solve
from taquin._tools import Verdict, apply, build_database, scramble, verify
from taquin._types import DIRECTIONS, BoardLike, GoalLike, MovesLike, SizeLike
from taquin.errors import (
    CancelledError,
    CheckpointError,
    DatabaseError,
    DatabaseWarning,
    LimitError,
    TaquinError,
    UnsolvableError,
)

__all__ = [
    "DIRECTIONS",
    "Board",
    "BoardLike",
    "CancelledError",
    "CheckpointError",
    "DatabaseError",
    "DatabaseWarning",
    "Goal",
    "GoalLike",
    "LimitError",
    "MovesLike",
    "Progress",
    "SizeLike",
    "Solution",
    "Solutions",
    "Status",
    "Svg",
    "TaquinError",
    "UnsolvableError",
    "Verdict",
    "apply",
    "build_database",
    "distances",
    "is_solvable",
    "render",
    "scramble",
    "solve",
    "solve_many",
    "verify",
]
