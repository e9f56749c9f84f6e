"""Many boards of one size."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from itertools import pairwise
from typing import TYPE_CHECKING, Any, SupportsIndex, overload

import numpy as np
import numpy.typing as npt

from taquin import _native
from taquin._options import DistanceOptions, Options, asked, with_options
from taquin._types import DIRECTIONS, GoalLike
from taquin.errors import TaquinError

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Status(IntEnum):
    """What became of a board; the numbers are the command's exit statuses."""

    #: There is a path, optimal or not.
    SOLVED = 0
    #: The goal cannot be reached.
    UNSOLVABLE = 1
    #: A limit came first; there may be a path all the same.
    LIMIT = 3
    #: The call was cancelled before or while this board was solved.
    CANCELLED = 130


@dataclass(frozen=True, slots=True, eq=False)
class Solutions:
    """The answers to n boards, in columns. Indexing and iterating give the paths as text."""

    #: (n,) uint8: a `Status` for each board.
    status: npt.NDArray[np.uint8]
    #: (n,) int32: moves in the metric, -1 without a path.
    lengths: npt.NDArray[np.int32]
    #: (n,) int32: no path has fewer moves; equal to the length if that is optimal; -1 for an unsolvable board.
    lower_bounds: npt.NDArray[np.int32]
    #: (sum of steps,) uint8: all paths one after the other, a code for each step of the blank: 0 to 3 for d l r u.
    moves: npt.NDArray[np.uint8]
    #: (n + 1,) int64: the steps of board i are ``moves[offsets[i]:offsets[i + 1]]``.
    offsets: npt.NDArray[np.int64]

    @property
    def optimal(self) -> npt.NDArray[np.bool_]:
        """(n,) bool: whether the length is proven minimal."""
        optimal: npt.NDArray[np.bool_] = (self.lengths >= 0) & (self.lengths == self.lower_bounds)
        return optimal

    def padded(self, fill: int = 255) -> npt.NDArray[np.uint8]:
        """The paths as one array of shape (n, most steps) of uint8, `fill` (0 to 255) behind the end of each."""
        fill = operator.index(fill)
        if not 0 <= fill <= 255:
            raise TaquinError(f"fill={fill}, expected 0 to 255")
        steps = np.diff(self.offsets)
        width = int(steps.max(initial=0))
        paths = np.full((len(self), width), fill, dtype=np.uint8)
        paths[np.arange(width) < steps[:, None]] = self.moves
        return paths

    def __len__(self) -> int:
        return len(self.status)

    def __getitem__(self, index: SupportsIndex) -> str:
        try:
            index = operator.index(index)
        except TypeError:
            raise TypeError(
                f"index {index!r}, expected the whole number of a board; the columns, such as `lengths`, take slices"
            ) from None
        if not -len(self) <= index < len(self):
            raise IndexError(f"board {index} of {len(self)}")
        index %= len(self)
        codes = self.moves[self.offsets[index] : self.offsets[index + 1]]
        return _LETTERS[codes].tobytes().decode("ascii")

    def __iter__(self) -> Iterator[str]:
        letters = _LETTERS[self.moves].tobytes().decode("ascii")
        bounds = self.offsets.tolist()
        return (letters[start:end] for start, end in pairwise(bounds))

    def __repr__(self) -> str:
        return f"Solutions(n={len(self)}, optimal={int(self.optimal.sum())})"


_LETTERS = np.frombuffer(DIRECTIONS.encode("ascii"), dtype=np.uint8)


@with_options(Options)
def solve_many(boards: npt.ArrayLike, *, paths: bool = True, **options: Unpack[Options]) -> Solutions:
    """Solves n boards of one size on all threads.

    Args:
        boards: array of shape (n, rows, columns), any integer type and layout, 0 for the blank. n may be 0. It is copied first.
        paths: False for lengths without paths, which is faster on small boards.
        time, nodes, memory: limits for each board. Where `memory` does not hold the tables, the rows have the status LIMIT, with the
            best path found without them.

    The other arguments are those of `solve`.

    Returns:
        `Solutions`. Unsolvable boards and boards that met a limit are rows like others; their status tells.

    Raises:
        TaquinError: another shape or type, or a row that is no board (the message has its number): before the first board is solved.
        CancelledError: `progress` returned False. It, and likewise a KeyboardInterrupt or whatever `progress` raises, has the answers
            that were there already as the attribute `partial`.
    """
    columns, exception = _native.solve_many(boards, asked(**options), paths)
    solutions = Solutions(**columns)
    if exception is not None:
        exception.partial = solutions  # type: ignore[attr-defined]
        raise exception
    return solutions


@with_options(DistanceOptions)
def distances(boards: npt.ArrayLike, **options: Unpack[DistanceOptions]) -> npt.NDArray[np.int32]:
    """The exact distances of n boards of one size from the goal.

    Instant up to ten cells. A board of sixteen cells takes about a millisecond with databases (see `build_database`), without them
    some 5 to 20, and the first call builds tables. For larger boards `solve_many` with limits is the better question.

    Args:
        boards: array of shape (n, rows, columns), any integer type and layout, 0 for the blank.

    The other arguments are those of `solve`.

    Returns:
        (n,) int32: the least number of moves in the metric, -1 where the goal cannot be reached.

    Raises:
        TaquinError: as `solve_many`.
        CancelledError: `progress` returned False.
    """
    return _native.distances(boards, asked(optimal=True, **options))


@overload
def is_solvable(boards: _native.Board | str, goal: GoalLike = "classic") -> bool: ...
@overload
def is_solvable(boards: npt.NDArray[Any], goal: GoalLike = "classic") -> Any: ...
@overload
def is_solvable(boards: npt.ArrayLike, goal: GoalLike = "classic") -> Any: ...
def is_solvable(boards: Any, goal: GoalLike = "classic") -> Any:
    """Whether the goal can be reached; decided in linear time, without a search.

    Args:
        boards: one board (a `Board`, text, or an array of shape (rows, columns)), or an array of shape (n, rows, columns).
        goal: as in `solve`.

    Returns:
        A bool for one board, else a bool array of shape (n,).

    Raises:
        TaquinError: what is no board, with its number.
    """
    try:
        one = isinstance(boards, str | _native.Board) or np.ndim(boards) == 2
    except ValueError:
        # No array at all, which the native module says better.
        one = False
    return _native.Board(boards).is_solvable(goal) if one else _native.is_solvable(boards, goal)
