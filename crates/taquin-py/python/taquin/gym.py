"""A Gymnasium environment, registered when this module is imported. Needs the extra ``gym``.

>>> import gymnasium, taquin.gym
>>> environment = gymnasium.make("taquin/SlidingPuzzle-v0", size=(3, 3), reward="distance")
"""

from __future__ import annotations

from typing import Any, Literal

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from taquin import _native
from taquin._batch import distances
from taquin._render import render
from taquin._tools import scramble
from taquin._types import DIRECTIONS, BoardLike, GoalLike, SizeLike
from taquin.errors import TaquinError, UnsolvableError

ID = "taquin/SlidingPuzzle-v0"

Observation = npt.NDArray[Any]


class SlidingPuzzleEnv(gymnasium.Env[Observation, np.int64]):
    """The blank moves until the goal is reached.

    Actions:
        0 to 3: the blank goes down, left, right or up. A step over the edge leaves the board as it is.
    Observations:
        The tiles, shape (rows, columns), 0 for the blank; uint8 up to 256 cells.
    Rewards:
        ``"sparse"``: 1 on reaching the goal, else 0.
        ``"distance"``: by how many single-tile moves the step came nearer to the goal: 1, -1, or 0 at the edge. The sum of an episode
        that ends at the goal is the distance of its start. Instant up to ten cells; a step on 4 x 4 takes about a millisecond
        with databases (see `taquin.build_database`), without them some 5 to 20.
    Ends:
        Terminated at the goal; truncated after `gymnasium.make`'s ``max_episode_steps``, 1000 if nothing else is said.
    Info:
        ``action_mask``: (4,) int8, 1 for each step that the edge allows. With ``"distance"`` also ``distance``, in moves.

    `reset` draws a board uniformly from those that can reach the goal, the goal excluded; ``options={"board": ...}`` sets one.

    Args:
        size: ``"3x3"``, ``(3, 3)``, or 3 for a square.
        goal: as in `taquin.solve`.
        reward: ``"sparse"`` or ``"distance"``.
        render_mode: ``"ansi"`` for text, ``"svg"`` for a picture.
    """

    # Gymnasium declares it for instances.
    metadata: dict[str, Any] = {"render_modes": ["ansi", "svg"], "render_fps": 4}  # noqa: RUF012

    def __init__(
        self,
        size: SizeLike = (3, 3),
        *,
        goal: GoalLike = "classic",
        reward: Literal["sparse", "distance"] = "sparse",
        render_mode: str | None = None,
    ) -> None:
        if reward not in ("sparse", "distance"):
            raise TaquinError(f"reward={reward!r}, expected 'sparse' or 'distance'")
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise TaquinError(f"render_mode={render_mode!r}, expected 'ansi' or 'svg'")
        self.goal = _native.Goal(goal).board(size)
        self.reward = reward
        self.render_mode = render_mode
        tiles = self.goal.tiles
        self.observation_space = spaces.Box(0, tiles.size - 1, tiles.shape, tiles.dtype)
        self.action_space = spaces.Discrete(4)
        self.board = self.goal
        self._distance = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        chosen: BoardLike | None = (options or {}).get("board")
        self.board = self._drawn() if chosen is None else _native.Board(chosen)
        if self.board.size != self.goal.size:
            raise TaquinError(f"a board of {self.board.size}, expected {self.goal.size}")
        if not self.board.is_solvable(self.goal):
            raise UnsolvableError("the goal cannot be reached from this board")
        self._distance = self._measured()
        return self.board.tiles, self._info()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        if not self.action_space.contains(action):
            raise TaquinError(f"action={action!r}, expected a whole number from 0 to 3")
        step = DIRECTIONS[int(action)]
        if step in self.board.directions:
            self.board = self.board.apply(step)
        solved = self.board == self.goal
        if self.reward == "sparse":
            reward = float(solved)
        else:
            before, self._distance = self._distance, self._measured()
            reward = float(before - self._distance)
        return self.board.tiles, reward, solved, False, self._info()

    def render(self) -> str | None:
        if self.render_mode == "ansi":
            return "\n".join(str(self.board).split("/")) + "\n"
        if self.render_mode == "svg":
            return render(self.board)
        return None

    def _drawn(self) -> _native.Board:
        while True:
            board = scramble(self.goal.size, seed=int(self.np_random.integers(1 << 63)), goal=self.goal)
            if board != self.goal:
                return board

    def _measured(self) -> int:
        return int(distances(self.board.tiles[None], goal=self.goal)[0]) if self.reward == "distance" else 0

    def _info(self) -> dict[str, Any]:
        allowed = self.board.directions
        mask = np.array([direction in allowed for direction in DIRECTIONS], dtype=np.int8)
        return {"action_mask": mask} | ({"distance": self._distance} if self.reward == "distance" else {})


if ID not in gymnasium.registry:
    gymnasium.register(ID, entry_point="taquin.gym:SlidingPuzzleEnv", max_episode_steps=1000)
