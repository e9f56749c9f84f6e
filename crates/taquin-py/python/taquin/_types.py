"""What arguments may be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import numpy.typing as npt

if TYPE_CHECKING:
    from taquin._native import Board, Goal

#: The directions of the blank by their codes in arrays: down, left, right, up.
DIRECTIONS: Final = "dlru"

Metric: TypeAlias = Literal["stm", "mtm"]
Notation: TypeAlias = Literal["blank", "tile", "numbers", "words", "slidy"]

#: A board: a `Board`, text, or an array of shape (rows, columns).
BoardLike: TypeAlias = "Board | str | npt.ArrayLike"
#: A goal: ``"classic"``, ``"blank-first"``, ``"snail"``, a `Goal`, or a board.
GoalLike: TypeAlias = "Goal | Board | str | npt.ArrayLike"
#: A size: ``"4x4"``, ``(4, 4)``, or 4 for a square.
SizeLike: TypeAlias = "str | int | tuple[int, int]"
#: A path: text, or codes 0 to 3 for d l r u.
MovesLike: TypeAlias = "str | Sequence[int] | npt.NDArray[Any]"
