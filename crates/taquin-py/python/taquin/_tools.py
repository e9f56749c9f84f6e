"""Boards drawn, moved and checked; databases built."""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Any, overload

import numpy.typing as npt

from taquin import _native
from taquin._options import databases_folder
from taquin._progress import ProgressLike, reporter
from taquin._types import BoardLike, GoalLike, MovesLike, Notation, SizeLike
from taquin.errors import TaquinError


@overload
def scramble(
    size: SizeLike, n: None = None, seed: int | None = None, *, goal: GoalLike = "classic"
) -> _native.Board: ...
@overload
def scramble(size: SizeLike, n: int, seed: int | None = None, *, goal: GoalLike = "classic") -> npt.NDArray[Any]: ...
def scramble(
    size: SizeLike, n: int | None = None, seed: int | None = None, *, goal: GoalLike = "classic"
) -> _native.Board | npt.NDArray[Any]:
    """Boards drawn uniformly and independently from those that can reach the goal.

    Args:
        size: ``"4x4"``, ``(4, 4)``, or 4 for a square.
        n: number of boards; None for a single `Board`.
        seed: 0 to 2**64 - 1. One seed gives the same boards on every platform and in every version; None for a new one each time.
        goal: as in `solve`.

    Returns:
        A `Board`, or an array of shape (n, rows, columns): uint8 up to 256 cells, then uint16, then uint32.

    Raises:
        TaquinError: a size, number or seed out of range. MemoryError: more boards than memory holds.

    Ctrl-C ends it between two boards: one of millions of cells is drawn to its end, which takes seconds.
    """
    if seed is None:
        seed = secrets.randbits(64)
    if not 0 <= seed < 1 << 64:
        raise TaquinError(f"seed={seed}, expected 0 to 2**64 - 1")
    if n is not None and not 0 <= n < 1 << 63:
        raise TaquinError(f"n={n}, expected 0 to 2**63 - 1")
    tiles, rows, columns = _native.scramble(size, 1 if n is None else n, seed, goal)
    boards = tiles.reshape(-1 if tiles.size else 0, rows, columns)
    return _native.Board(boards[0]) if n is None else boards


def apply(board: BoardLike, moves: MovesLike, *, notation: Notation = "blank") -> _native.Board:
    """The board after some moves.

    Args:
        board: as in `solve`.
        moves: text in the notation, or codes 0 to 3 for d l r u such as a row of `Solutions`.
        notation: ``"blank"`` or ``"tile"`` letters, ``"numbers"`` of tiles, ``"words"``, or ``"slidy"``.

    Raises:
        TaquinError: the first move that cannot be read or that the edge stops.
    """
    return _native.Board(board).apply(moves, notation=notation)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What replaying moves showed; true if they solve the board."""

    #: Whether they lead to the goal.
    valid: bool
    #: Why not, in words.
    reason: str | None
    #: Single-tile moves, or None if the moves break off.
    stm: int | None
    #: Straight runs of the blank, or None if the moves break off.
    mtm: int | None
    #: The board at the end, or None if the moves break off.
    end: _native.Board | None

    def __bool__(self) -> bool:
        return self.valid


def verify(board: BoardLike, moves: MovesLike, *, goal: GoalLike = "classic", notation: Notation = "blank") -> Verdict:
    """Replays moves and counts them.

    Args:
        board, goal: as in `solve`.
        moves, notation: as in `apply`.

    Returns:
        A `Verdict`: moves that break off or miss the goal are no error.

    Raises:
        TaquinError: moves that cannot be read.
    """
    return Verdict(*_native.verify(board, moves, goal, notation))


def build_database(
    size: SizeLike,
    *,
    goal: GoalLike = "classic",
    folder: str | os.PathLike[str] | None = None,
    memory: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> list[Path]:
    """Builds the pattern databases of a size, or those that are missing; later calls use them.

    Safe to call from several processes at once: the work is done once, and no half file is ever used.

    Args:
        size: as in `scramble`; 11 cells and more.
        goal: as in `solve`; one build serves all goals with the blank in corresponding cells.
        folder: where they are kept; by default that of the command (``$TAQUIN_DB`` or the user's cache).
        memory: limit in bytes while building.
        threads, progress: as in `solve`.

    Returns:
        The paths of the files.

    Raises:
        TaquinError: a size that has no databases.
        DatabaseError: a folder that cannot be written.
        CancelledError: `progress` returned False; tables finished before are kept.
    """
    where = databases_folder(folder)
    if where is None:
        raise TaquinError("no folder for databases: neither TAQUIN_DB nor a home folder is set")
    return _native.build_database(size, goal, where, memory, threads, reporter(progress))
