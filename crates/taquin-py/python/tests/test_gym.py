"""The Gymnasium environment."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
import taquin
import taquin.gym
from gymnasium.utils.env_checker import check_env


@pytest.mark.parametrize("reward", ["sparse", "distance"])
@pytest.mark.parametrize("size", [(3, 3), (2, 4)])
def test_gymnasium_s_own_checker(reward: str, size: tuple[int, int]) -> None:
    environment = gymnasium.make(taquin.gym.ID, size=size, reward=reward)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(environment.unwrapped)


def test_a_shortest_path_earns_the_distance() -> None:
    environment = gymnasium.make(taquin.gym.ID, size=3, goal="snail", reward="distance")
    observation, info = environment.reset(seed=3)
    solution = taquin.solve(observation, goal="snail")
    assert info["distance"] == solution.length > 0
    earned = 0.0
    for step in solution.moves:
        assert info["action_mask"][taquin.DIRECTIONS.index(step)] == 1
        _, reward, terminated, truncated, info = environment.step(np.int64(taquin.DIRECTIONS.index(step)))
        earned += float(reward)
    assert terminated
    assert not truncated
    assert earned == solution.length
    assert info["distance"] == 0


def test_sparse_rewards_and_the_edge() -> None:
    environment = gymnasium.make(taquin.gym.ID)
    observation, info = environment.reset(options={"board": "1 2 3/4 5 6/7 0 8"})
    assert info["action_mask"].tolist() == [0, 1, 1, 1]
    assert "distance" not in info
    same, reward, terminated, _, _ = environment.step(np.int64(0))
    assert np.array_equal(same, observation)
    assert (reward, terminated) == (0.0, False)
    _, reward, terminated, _, _ = environment.step(np.int64(2))
    assert (reward, terminated) == (1.0, True)


def test_seeds_options_and_errors() -> None:
    environment: Any = gymnasium.make(taquin.gym.ID, render_mode="ansi")
    first, _ = environment.reset(seed=1)
    assert np.array_equal(first, environment.reset(seed=1)[0])
    assert not np.array_equal(first, environment.reset(seed=2)[0])
    environment.reset(options={"board": "1 2 3/4 5 6/7 0 8"})
    assert environment.render() == "1 2 3\n4 5 6\n7 0 8\n"
    with pytest.raises(taquin.UnsolvableError):
        environment.reset(options={"board": "1 2 3/4 5 6/8 7 0"})
    with pytest.raises(taquin.TaquinError, match="expected"):
        environment.reset(options={"board": "1 2/3 0"})
    wrong: Any
    for wrong in (4, -1, 1.5, "d", None):
        with pytest.raises(taquin.TaquinError, match=r"action=.*, expected a whole number from 0 to 3"):
            environment.unwrapped.step(wrong)
    for arguments in [{"reward": "dense"}, {"render_mode": "human"}, {"size": 0}]:
        with pytest.raises(taquin.TaquinError):
            taquin.gym.SlidingPuzzleEnv(**arguments)  # type: ignore[arg-type]
