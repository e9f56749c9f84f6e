"""Arrays of boards: what they may be, what comes back, and what is refused."""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import taquin
from conftest import rows
from taquin import Status


def every_board(rows: int, columns: int) -> npt.NDArray[np.uint8]:
    """All permutations, by counting."""
    from itertools import permutations

    tiles = np.array(list(permutations(range(rows * columns))), dtype=np.uint8)
    return tiles.reshape(-1, rows, columns)


@pytest.mark.parametrize(
    ("metric", "size"), [("stm", (2, 3)), ("mtm", (2, 3)), ("stm", (2, 4)), ("mtm", (2, 4)), ("stm", (3, 3))]
)
def test_distances_of_every_board_count_the_known_layers(metric: Any, size: tuple[int, int]) -> None:
    boards = every_board(*size)
    lengths = taquin.distances(boards, metric=metric)
    assert lengths.dtype == np.int32
    assert lengths.shape == (len(boards),)
    known = next(row[3] for row in rows("layers.tsv") if row[:3] == [metric, str(size[0]), str(size[1])])
    assert np.bincount(lengths[lengths >= 0]).tolist() == [int(count) for count in known.split()]
    assert np.array_equal(lengths >= 0, taquin.is_solvable(boards))


def test_korf_s_boards() -> None:
    korf = rows("korf15.tsv")[:20]
    boards = np.array([[int(tile) for tile in row[3].split()] for row in korf]).reshape(-1, 4, 4)
    answers = taquin.solve_many(boards, goal="blank-first")
    assert answers.lengths.tolist() == [int(row[1]) for row in korf]
    assert answers.optimal.all()
    assert (answers.lower_bounds == answers.lengths).all()
    for board, path in zip(boards, answers, strict=True):
        assert taquin.verify(board, path, goal="blank-first")
    assert np.array_equal(taquin.distances(boards, goal="blank-first"), answers.lengths)


def test_paths_in_columns() -> None:
    boards = np.array(
        [
            [[1, 2, 3], [4, 5, 6], [7, 8, 0]],
            [[1, 2, 3], [4, 5, 6], [0, 7, 8]],
            [[1, 2, 3], [4, 5, 6], [8, 7, 0]],
            [[1, 2, 3], [4, 5, 0], [7, 8, 6]],
        ]
    )
    answers = taquin.solve_many(boards)
    assert list(answers) == ["", "rr", "", "d"]
    assert answers[1] == answers[-3] == "rr"
    assert len(answers) == 4
    assert answers.status.tolist() == [Status.SOLVED, Status.SOLVED, Status.UNSOLVABLE, Status.SOLVED]
    assert answers.lengths.tolist() == [0, 2, -1, 1]
    assert answers.lower_bounds.tolist() == [0, 2, -1, 1]
    assert answers.optimal.tolist() == [True, True, False, True]
    assert answers.moves.tolist() == [2, 2, 0]
    assert answers.offsets.tolist() == [0, 0, 2, 2, 3]
    assert answers.padded().tolist() == [[255, 255], [2, 2], [255, 255], [0, 255]]
    assert answers[np.int64(1)] == "rr"  # type: ignore[arg-type, unused-ignore]
    with pytest.raises(IndexError):
        answers[4]
    wrong: Any
    for wrong in (slice(2), "1", 1.0):
        with pytest.raises(TypeError, match="expected the whole number of a board"):
            answers[wrong]
    assert answers.padded(0).tolist() == [[0, 0], [2, 2], [0, 0], [0, 0]]
    for wrong in (-1, 256):
        with pytest.raises(taquin.TaquinError, match=f"fill={wrong}, expected 0 to 255"):
            answers.padded(wrong)
    dtypes = [
        column.dtype
        for column in (answers.status, answers.lengths, answers.lower_bounds, answers.moves, answers.offsets)
    ]
    assert dtypes == [np.uint8, np.int32, np.int32, np.uint8, np.int64]
    lengths_only = taquin.solve_many(boards, paths=False)
    assert np.array_equal(lengths_only.lengths, answers.lengths)
    assert lengths_only.moves.size == 0
    assert taquin.solve_many(boards, metric="mtm").lengths.tolist() == [0, 1, -1, 1]


def test_paths_of_many_boards_replay() -> None:
    boards = taquin.scramble(3, n=3000, seed=7)
    answers = taquin.solve_many(boards)
    assert np.array_equal(answers.lengths, taquin.distances(boards))
    assert np.array_equal(answers.lengths, np.diff(answers.offsets))
    for board, steps in zip(boards[:200], answers.padded()[:200], strict=True):
        assert taquin.apply(board, steps[steps != 255]) == taquin.Goal("classic").board(3)


def layouts(boards: npt.NDArray[np.uint8]) -> dict[str, npt.NDArray[Any]]:
    wide = np.zeros((2 * len(boards), 3, 6), dtype=np.uint8)
    wide[::2, :, ::2] = boards
    read_only = boards.copy()
    read_only.flags.writeable = False
    unaligned = np.zeros(boards.size * 4 + 1, dtype=np.uint8)[1:].view(np.uint32).reshape(boards.shape)
    unaligned[:] = boards
    return {
        "strided": wide[::2, :, ::2],
        "reversed": boards[::-1].copy()[::-1],
        "fortran": np.asfortranarray(boards),
        "read-only": read_only,
        "unaligned": unaligned,
        "big-endian": boards.astype(">u2"),
        **{dtype: boards.astype(dtype) for dtype in ["u2", "u4", "u8", "i1", "i2", "i4", "i8"]},
    }


@pytest.mark.parametrize("layout", layouts(np.zeros((1, 3, 3), np.uint8)))
def test_layouts_and_types(layout: str) -> None:
    boards = taquin.scramble(3, n=500, seed=11)
    array = layouts(boards)[layout]
    before = array.copy()
    assert np.array_equal(taquin.distances(array), taquin.distances(boards))
    assert np.array_equal(taquin.solve_many(array).moves, taquin.solve_many(boards).moves)
    assert np.array_equal(array, before)
    lists: Any = boards[:3].tolist()
    assert np.array_equal(taquin.distances(lists), taquin.distances(boards[:3]))
    assert np.array_equal(taquin.distances([taquin.Board(board) for board in boards[:3]]), taquin.distances(boards[:3]))


GOOD = [[1, 2], [3, 0]]


@pytest.mark.parametrize("function", [taquin.distances, taquin.solve_many, taquin.is_solvable])
@pytest.mark.parametrize(
    ("boards", "message"),
    [
        (np.zeros((3, 2, 2)), "dtype float64, expected whole numbers"),
        (np.zeros((3, 2, 2), bool), "dtype bool"),
        (np.array([[["a", "b"]]]), "dtype <U1"),
        (np.zeros((3, 2, 2), object), "dtype object"),
        (np.zeros((3, 2, 2, 2), int), r"shape \(3, 2, 2, 2\), expected \(n, rows, columns\)"),
        (np.zeros((3, 0, 2), int), "0x2 has no room"),
        (np.zeros((3, 1, 1), int), "1x1 has no room"),
        (np.zeros((0, 1 << 14, 1 << 13), np.uint8), "too large, expected at most"),
        ([GOOD, GOOD, [[1, 1], [3, 0]]], "board 2: tile 1 stands twice"),
        ([GOOD, [[1, 2], [3, 4]], [[1, 1], [3, 0]]], "board 1: no blank"),
        ([GOOD, [[1, 2], [4, 0]]], "board 1: tile 4 is out of range, expected 0 to 3"),
        ([[[1, -2], [3, 0]]], "board 0: tile -2 is out of range, expected 0 to 3"),
        (np.array([[[1, 2**63 + 1], [3, 0]]], dtype=np.uint64), "board 0: tile 9223372036854775809 is out of range"),
        (np.array([[[1, 2**63 + 1], [3, 0]]], dtype=">u8"), "board 0: tile 9223372036854775809 is out of range"),
        ([GOOD, [[1, 2]]], "not an array of tiles"),
    ],
)
def test_what_is_no_array_of_boards(function: Any, boards: Any, message: str) -> None:
    with pytest.raises(taquin.TaquinError, match=message):
        function(boards)


def test_a_board_is_no_array_of_boards() -> None:
    for function in (taquin.distances, taquin.solve_many):
        with pytest.raises(taquin.TaquinError, match=r"shape \(2, 2\), expected \(n, rows, columns\)"):
            function(np.array(GOOD))
        with pytest.raises(taquin.TaquinError, match="expected"):
            function("1 2/3 0")
        with pytest.raises(taquin.TaquinError, match="the goal is 3x3, the board is 2x2"):
            function([GOOD], goal="123456780")
        with pytest.raises(taquin.TaquinError, match="the goal is 3x3, the board is 2x2"):
            function(np.zeros((0, 2, 2), int), goal="123456780")


@pytest.mark.parametrize("size", [(1, 2), (3, 3), (4, 4), (20, 20)])
def test_empty_arrays(size: tuple[int, int]) -> None:
    empty = np.zeros((0, *size), np.uint8)
    assert taquin.distances(empty).shape == (0,)
    assert taquin.is_solvable(empty).shape == (0,)
    answers = taquin.solve_many(empty)
    assert len(answers) == 0
    assert list(answers) == []
    assert answers.offsets.tolist() == [0]
    assert answers.padded().shape == (0, 0)
    assert taquin.scramble(size, n=0).shape == (0, *size)


def test_single_lines_and_large_boards() -> None:
    assert taquin.distances([[[0, 1, 2]], [[1, 0, 2]], [[2, 1, 0]]]).tolist() == [2, 1, -1]
    large = taquin.scramble((20, 20), n=2, seed=5)
    assert large.dtype == np.uint16
    answers = taquin.solve_many(large, optimal=False)
    assert (answers.lengths > answers.lower_bounds).all()
    assert not answers.optimal.any()
    assert all(taquin.verify(board, path) for board, path in zip(large, answers, strict=True))


def test_boards_that_meet_a_limit_are_rows_like_others() -> None:
    boards = np.concatenate(
        [taquin.scramble(4, n=3, seed=1), np.roll(np.arange(16), -1).reshape(1, 4, 4).astype(np.uint8)]
    )
    answers = taquin.solve_many(boards, optimal=True, nodes=1)
    assert answers.status.tolist() == [Status.LIMIT] * 3 + [Status.SOLVED]
    exact = taquin.distances(boards)
    assert (answers.lengths >= exact).all()
    assert answers.optimal.tolist()[3]
    assert all(taquin.verify(board, path) for board, path in zip(boards, answers, strict=True))
    assert ((answers.lower_bounds > 20) | (exact == 0)).all()
    assert (answers.lower_bounds <= exact).all()


def test_a_limit_on_memory_makes_rows_too(tmp_path: Path) -> None:
    boards = np.concatenate([taquin.scramble(3, n=3, seed=1), [[[1, 2, 3], [4, 5, 6], [8, 7, 0]]]])
    # Tables are shared by calls with the same folder, so no other test has built these.
    answers = taquin.solve_many(boards, memory=10, databases=tmp_path)
    assert answers.status.tolist() == [Status.LIMIT] * 3 + [Status.UNSOLVABLE]
    exact = taquin.distances(boards)[:3]
    assert (answers.lower_bounds[:3] <= exact).all()
    assert (answers.lengths[:3] >= exact).all()
    assert all(taquin.verify(board, path) for board, path in zip(boards[:3], answers, strict=False))


def test_a_cancelled_batch_keeps_its_answers() -> None:
    boards = taquin.scramble(4, n=5000, seed=2)
    calls = []

    def cancel(report: taquin.Progress) -> bool:
        calls.append(report.done)
        return not report.done

    with pytest.raises(taquin.CancelledError) as caught:
        taquin.solve_many(boards, progress=cancel)
    partial = caught.value.partial
    done = partial.status == Status.SOLVED
    assert len(partial) == 5000
    assert 0 < done.sum() < 5000
    assert set(partial.status[~done]) == {Status.CANCELLED}
    assert (partial.lengths[~done] == -1).all()
    some = np.flatnonzero(done)[:20]
    assert np.array_equal(partial.lengths[some], taquin.distances(boards[some]))
    with pytest.raises(taquin.CancelledError):
        taquin.distances(boards, progress=lambda report: False)


def test_arguments_change_the_answers() -> None:
    boards = taquin.scramble(3, n=100, seed=3)
    assert np.array_equal(taquin.distances(boards, threads=1), taquin.distances(boards, threads=7))
    assert not np.array_equal(taquin.distances(boards), taquin.distances(boards, metric="mtm"))
    assert (taquin.distances(boards, goal="snail") == -1).all()
    assert taquin.is_solvable(boards[0]) is True
    assert taquin.is_solvable("1 2/0 3", "classic") is True
    assert taquin.is_solvable([[1, 2], [3, 0]], goal="blank-first") is False
    with pytest.raises(taquin.TaquinError, match="threads=0"):
        taquin.distances(boards, threads=0)


def test_calls_from_several_threads_and_processes() -> None:
    boards = taquin.scramble(3, n=2000, seed=9)
    expected = taquin.distances(boards).sum()
    with ThreadPoolExecutor(4) as pool:
        assert {result.sum() for result in pool.map(taquin.distances, [boards] * 8)} == {expected}
    # No thread outlives a call, so a fork is safe.
    with multiprocessing.get_context("fork").Pool(2) as processes:
        assert {result.sum() for result in processes.map(taquin.distances, [boards] * 4)} == {expected}
