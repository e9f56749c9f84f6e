"""Pictures of boards and solutions."""

from __future__ import annotations

from typing import Literal

from taquin import _native
from taquin._types import BoardLike, GoalLike, MovesLike, Notation


class Svg(str):
    """An SVG document; a text that notebooks show as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def render(
    board: BoardLike,
    moves: MovesLike | None = None,
    *,
    goal: GoalLike = "classic",
    notation: Notation = "blank",
    theme: Literal["light", "dark"] = "light",
    cell: float = 64.0,
) -> Svg:
    """A board as a picture, or with moves the boards after each of them.

    Args:
        board: as in `taquin.solve`.
        moves, notation: as in `taquin.apply`.
        goal: gives tiles their colours, by the row they belong to.
        theme: ``"light"`` or ``"dark"``.
        cell: the side of a cell, in pixels.

    Returns:
        An SVG document without fonts or anything outside it.

    Raises:
        TaquinError: moves that cannot be read or that the edge stops, and pictures of more than ten million tiles.
    """
    return Svg(_native.render(board, moves, goal, notation, theme, cell))
