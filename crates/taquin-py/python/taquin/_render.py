"""Pictures of boards."""

from __future__ import annotations

from taquin import _native
from taquin._types import BoardLike, MovesLike, Notation


class Svg(str):
    """An SVG document; a text that notebooks show as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def render(board: BoardLike, moves: MovesLike = "", *, notation: Notation = "blank", side: int = 48) -> Svg:
    """A board after some moves as a picture.

    Args:
        board: as in `taquin.solve`.
        moves, notation: as in `taquin.apply`.
        side: of a cell, in pixels.

    Returns:
        An SVG document without references to anything outside it.

    Raises:
        TaquinError: moves that cannot be read or that the edge stops.
    """
    shown = _native.Board(board).apply(moves, notation=notation)
    rows, columns = shown.size
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{columns * side}" height="{rows * side}" '
        f'viewBox="0 0 {columns} {rows}" font-family="sans-serif" font-size="0.42" text-anchor="middle">',
        f'<rect width="{columns}" height="{rows}" rx="0.1" fill="#d8d4cc"/>',
    ]
    for row, tiles in enumerate(shown.tiles.tolist()):
        for column, tile in enumerate(tiles):
            if tile:
                parts.append(
                    f'<rect x="{column + 0.04:.2f}" y="{row + 0.04:.2f}" width="0.92" height="0.92" rx="0.08" fill="#2f5d8a"/>'
                    f'<text x="{column + 0.5}" y="{row + 0.65}" fill="#fff">{tile}</text>'
                )
    parts.append("</svg>")
    return Svg("".join(parts))
