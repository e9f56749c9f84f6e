"""Scramble, apply, verify, render."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
import taquin


def test_scramble() -> None:
    boards = taquin.scramble("3x4", n=500, seed=1)
    assert boards.shape == (500, 3, 4)
    assert boards.dtype == np.uint8
    assert taquin.is_solvable(boards).all()
    assert np.array_equal(boards, taquin.scramble((3, 4), 500, 1))
    assert not np.array_equal(boards, taquin.scramble((3, 4), 500, 2))
    assert taquin.scramble(4, seed=5) == taquin.Board(taquin.scramble(4, 1, 5)[0])
    assert not np.array_equal(taquin.scramble(5, 10), taquin.scramble(5, 10))
    assert taquin.is_solvable(taquin.scramble(3, 50, 1, goal="snail"), "snail").all()
    # A seed gives the same boards in every version.
    assert str(taquin.scramble(3, seed=2026)) == "8 7 6/0 4 2/3 5 1"
    assert str(taquin.scramble(4, seed=1)) == "12 1 5 8/10 6 0 11/13 4 15 3/2 14 7 9"


@pytest.mark.parametrize(
    "size", ["0x3", "1x1", 1, (1, 1), -3, (2, -2), (1 << 20, 1 << 20), "4by4", 4.5, None, (3, 3, 3), 10**30]
)
def test_what_is_no_size(size: taquin.SizeLike) -> None:
    with pytest.raises(taquin.TaquinError, match="size"):
        taquin.scramble(size)


def test_scrambles_out_of_range() -> None:
    with pytest.raises(MemoryError):
        taquin.scramble(8000, n=1 << 40)
    with pytest.raises(MemoryError):
        taquin.scramble(3, n=(1 << 63) - 1)
    for arguments in [{"n": -1}, {"n": 1 << 63}, {"seed": -1}, {"seed": 1 << 64}]:
        with pytest.raises(taquin.TaquinError, match="expected 0 to 2"):
            taquin.scramble(3, **arguments)


def test_apply() -> None:
    goal = taquin.Board("1 2 3/4 5 6/7 8 0")
    assert taquin.apply("1 2 3/4 5 6/0 7 8", "rr") == goal
    assert taquin.apply("1 2 3/4 5 6/0 7 8", [2, 2]) == goal
    assert taquin.apply("1 2 3/4 5 6/0 7 8", np.array([2, 2], np.uint8)) == goal
    for notation, moves in [("tile", "ll"), ("numbers", "7 8"), ("words", "right right"), ("slidy", "L2")]:
        assert taquin.apply("1 2 3/4 5 6/0 7 8", moves, notation=notation) == goal  # type: ignore[arg-type]
    for wrong, message in [
        ("rrr", "move 3 would take the blank right over the edge"),
        ("rq", "move 2"),
        ([2, 4], "move 2: found 4"),
        ([-1], "found -1"),
    ]:
        with pytest.raises(taquin.TaquinError, match=message):
            taquin.apply("1 2 3/4 5 6/0 7 8", wrong)  # type: ignore[arg-type]
    with pytest.raises(taquin.TaquinError, match="expected text or whole numbers"):
        taquin.apply(goal, 3.5)  # type: ignore[arg-type]
    with pytest.raises(taquin.TaquinError, match="unknown notation"):
        taquin.apply(goal, "l", notation="singmaster")  # type: ignore[arg-type]


def test_verify() -> None:
    verdict = taquin.verify("1 2 3/4 5 6/0 7 8", "rr")
    assert verdict
    assert (verdict.stm, verdict.mtm, verdict.reason) == (2, 1, None)
    verdict = taquin.verify("1 2 3/4 5 6/0 7 8", "r")
    assert not verdict
    assert verdict.reason == "the moves end with 1 tile misplaced"
    assert verdict.end == taquin.Board("1 2 3/4 5 6/7 0 8")
    verdict = taquin.verify("1 2 3/4 5 6/0 7 8", "d")
    assert not verdict
    assert verdict.end is None
    assert "over the edge" in str(verdict.reason)
    assert not taquin.verify("1 2 3/4 5 6/0 7 8", "5", notation="numbers")
    with pytest.raises(taquin.TaquinError, match="moves: move 1"):
        taquin.verify("1 2 3/4 5 6/0 7 8", "?")


def test_pictures() -> None:
    board = taquin.Board("1 2 3/4 5 0")
    picture = taquin.render(board)
    assert picture._repr_svg_() == picture == board._repr_svg_()
    root = ElementTree.fromstring(picture)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert len(taquin.render(board, "lr")) > 2 * len(picture)
    assert (
        len(
            {
                taquin.render(board),
                taquin.render(board, theme="dark"),
                taquin.render(board, goal="blank-first"),
                taquin.render(board, cell=20),
            }
        )
        == 4
    )
    assert taquin.solve("1 2 3/0 4 5")._repr_svg_() == taquin.render("1 2 3/0 4 5", "rr")
    for wrong in [{"theme": "blue"}, {"cell": 0.0}, {"cell": float("nan")}, {"moves": "lr" * 10**6}]:
        with pytest.raises(taquin.TaquinError, match="expected"):
            taquin.render(board, **wrong)  # type: ignore[arg-type]
    with pytest.raises(taquin.TaquinError, match="over the edge"):
        taquin.render(board, "r")
