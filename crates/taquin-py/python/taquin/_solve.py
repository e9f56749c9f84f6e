"""One board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from taquin import _native
from taquin._options import Options, asked, with_options
from taquin._render import Svg, render
from taquin._types import BoardLike

if TYPE_CHECKING:
    from typing_extensions import Unpack


@dataclass(frozen=True, slots=True)
class Solution:
    """A path to the goal that was replayed, and what is proven about its length. Shown by notebooks as a picture."""

    #: The board that was solved.
    board: _native.Board
    #: The board that the path leads to.
    goal: _native.Board
    #: How moves are counted.
    metric: str
    #: The path: a letter of ``udlr`` for each step of the blank.
    moves: str
    #: Number of moves in the metric.
    length: int
    #: Whether the path is proven to be a shortest one.
    optimal: bool
    #: No path has fewer moves than this; equal to the length if the path is optimal.
    lower_bound: int
    #: The algorithm that found it, such as ``"table"`` or ``"pdb"``.
    engine: str
    #: States whose neighbours were generated.
    expanded: int
    #: States generated as somebody's neighbour.
    generated: int

    def boards(self) -> Iterator[_native.Board]:
        """The boards on the way, from the start to the goal: one more than there are letters in `moves`."""
        board = self.board
        yield board
        for step in self.moves:
            board = board.apply(step)
            yield board

    def _repr_svg_(self) -> Svg:
        return render(self.board, self.moves if len(self.moves) <= 100 else None, goal=self.goal)


@with_options(Options)
def solve(board: BoardLike, **options: Unpack[Options]) -> Solution:
    """Solves a board.

    Args:
        board: text in any common spelling, a `Board`, or an array of shape (rows, columns) with 0 for the blank.
        goal: ``"classic"`` (1 2 ... n, blank last), ``"blank-first"``, ``"snail"``, or a board.
        metric: ``"stm"`` counts single-tile moves, ``"mtm"`` straight runs of the blank.
        optimal: True for a proven shortest path, however long that takes; False for a good path at once; None for the shortest where
            that ends soon, and otherwise for the best path of two seconds, or of the time given.
        time: limit in seconds.
        nodes: limit on expanded nodes.
        memory: limit in bytes on tables and stored states. Tables that an earlier call of this process left in memory are used
            whatever the limit, so a board that a fresh process refuses may be solved.
        threads: worker threads; all processors by default.
        databases: folder of pattern databases; by default that of the command (``$TAQUIN_DB`` or the user's cache), which need not
            exist; False for none. A folder without databases of the board's size is no error: tables in memory serve instead.
        progress: called with a `Progress` some ten times a second, and cancels by returning False; or a tqdm bar; or True.

    Raises:
        UnsolvableError: at once, without a search, if the goal cannot be reached.
        LimitError: a limit came before an answer; it has `lower_bound` and `best`.
        CancelledError: `progress` returned False. Ctrl-C raises KeyboardInterrupt as always.
        TaquinError: an argument that cannot be used; the message names the place in a text.
    """
    return Solution(**_native.solve(board, asked(**options)))
