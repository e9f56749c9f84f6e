"""One board: answers, goals, limits, progress, interruption."""

from __future__ import annotations

import copy
import pickle
import signal
import subprocess
import sys
import threading
from datetime import timedelta
from pathlib import Path

import numpy as np
import pytest
import taquin
from conftest import ROOT, rows
from taquin import Board

# The first board of data/korf24.tsv: hours for one thread.
HARD = np.array([int(tile) for tile in rows("korf24.tsv")[0][2].split()], dtype=np.uint8).reshape(5, 5)


def test_a_solution_tells_what_is_proven() -> None:
    solution = taquin.solve("2 3 4/1 5 x/7 6 8")
    assert (solution.length, solution.optimal, solution.lower_bound) == (19, True, 19)
    assert solution.moves == "dlurullddrurdllurdr"
    boards = list(solution.boards())
    assert len(boards) == 20
    assert boards[0] == Board("2 3 4 1 5 0 7 6 8")
    assert boards[-1] == solution.goal == taquin.Goal("classic").board(3)
    assert solution.metric == "stm"
    assert solution.engine == "table"


@pytest.mark.parametrize(
    "board",
    [
        "2 3 4/1 5 x/7 6 8",
        [[2, 3, 4], [1, 5, 0], [7, 6, 8]],
        np.array([[2, 3, 4], [1, 5, 0], [7, 6, 8]]),
        Board("234150768"),
    ],
)
def test_boards_of_every_kind(board: taquin.BoardLike) -> None:
    assert taquin.solve(board).length == 19


def test_files_of_princeton() -> None:
    tested = 0
    for file, size, solvable, moves in rows("princeton.tsv"):
        text = (ROOT / "data" / "files" / "princeton" / file).read_text(encoding="utf-8")
        board = Board(text)
        assert board.size == tuple(map(int, size.split("x")))
        assert taquin.is_solvable(board) == (solvable == "yes")
        if solvable == "no":
            with pytest.raises(taquin.UnsolvableError, match="parit"):
                taquin.solve(board)
        elif board.size[0] <= 3 or (moves.isdigit() and int(moves) <= 35):
            solution = taquin.solve(board)
            assert (str(solution.length), solution.optimal) == (moves, True), file
            tested += 1
    assert tested > 25


def test_goals_and_metrics() -> None:
    assert taquin.solve("283104765", goal="snail").length == 4
    assert taquin.solve("123804765", goal=taquin.Goal("snail")).moves == ""
    assert taquin.solve("1 2 3/4 5 0", goal=[[1, 2, 0], [4, 5, 3]]).moves == "u"
    runs = taquin.solve("1 2 3/4 5 6/0 7 8", metric="mtm")
    assert (runs.length, runs.moves) == (1, "rr")
    with pytest.raises(
        taquin.TaquinError, match='unknown goal "spiral", expected classic, blank-first, snail or a board'
    ):
        taquin.solve("1 2/3 0", goal="spiral")
    with pytest.raises(taquin.TaquinError, match="the goal is 2x3, the board is 2x2"):
        taquin.solve("1 2/3 0", goal="1 2 3/4 5 0")
    with pytest.raises(taquin.TaquinError, match="unknown metric"):
        taquin.solve("1 2/3 0", metric="moves")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("board", "message"),
    [
        ("1 2 2/4 5 6/8 7 0", "line 1, column 5: tile 2 stands twice"),
        ([[1, 2], [3, 3]], "no blank"),
        ([[1, 2], [0, 0]], "the blank stands twice"),
        (np.zeros((2, 2)), "dtype float64"),
        (np.array([["a", "b"]]), "dtype <U1"),
        ([[1, -1], [2, 0]], "tile -1 is out of range, expected 0 to 3"),
        ([[1, 2**40], [2, 0]], "tile 1099511627776 is out of range, expected 0 to 3"),
        ([[1, 2], [0]], "not an array of tiles"),
        ([1, 2, 0], r"shape \(3\), expected \(rows, columns\)"),
        (np.zeros((0, 0), int), "0x0"),
        ("", "line 1, column 1"),
    ],
)
def test_what_is_no_board(board: taquin.BoardLike, message: str) -> None:
    with pytest.raises(taquin.TaquinError, match=message):
        taquin.solve(board)


def test_limits() -> None:
    with pytest.raises(taquin.LimitError, match="node limit reached") as caught:
        taquin.solve(HARD, goal="blank-first", optimal=True, nodes=10_000)
    assert 70 < caught.value.lower_bound <= 95
    assert caught.value.best is not None
    assert taquin.verify(HARD, caught.value.best, goal="blank-first")
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.lower_bound, again.best) == (
        str(caught.value),
        caught.value.lower_bound,
        caught.value.best,
    )
    with pytest.raises(taquin.LimitError, match="time limit"):
        taquin.solve(HARD, goal="blank-first", optimal=True, time=timedelta(milliseconds=200))
    with pytest.raises(taquin.LimitError, match="memory limit"):
        taquin.solve("2 3 4/1 5 x/7 6 8", memory=10, databases=False, metric="mtm", goal="1 2 3/0 4 5/6 7 8")
    for arguments in [
        {"time": -1.0},
        {"time": float("nan")},
        {"nodes": -1},
        {"memory": -5},
        {"threads": 0},
        {"threads": 10**30},
        {"threads": 1.5},
        {"optimal": "yes"},
        {"metric": 3},
        {"time": "soon"},
        {"memory": "1 GB"},
        {"databases": True},
        {"databases": "/nonexistent"},
        {"databases": __file__},
    ]:
        with pytest.raises(taquin.TaquinError, match="expected"):
            taquin.solve("1 2/3 0", **arguments)  # type: ignore[arg-type]
    assert taquin.solve("1 2/0 3", time=1e300, nodes=10**30, memory=10**30).length == 1


def test_a_good_path_of_a_large_board_says_what_is_needed() -> None:
    solution = taquin.solve(taquin.scramble(10, seed=4), optimal=False)
    assert solution.lower_bound < solution.length
    assert not solution.optimal
    assert taquin.verify(solution.board, solution.moves).stm == solution.length


def test_progress_reports_and_cancels() -> None:
    reports: list[taquin.Progress] = []
    where: set[int] = set()

    def cancel_on_the_third(report: taquin.Progress) -> bool:
        reports.append(report)
        where.add(threading.get_ident())
        return len(reports) < 3

    with pytest.raises(taquin.CancelledError) as caught:
        taquin.solve(HARD, goal="blank-first", optimal=True, progress=cancel_on_the_third)
    assert caught.value.lower_bound > 70
    assert where == {threading.get_ident()}, "callbacks come on the caller's thread"
    assert reports[2].elapsed > reports[0].elapsed >= 0
    assert "Progress(phase=" in repr(reports[0])
    assert reports[2].total is None

    class OwnError(Exception):
        pass

    def fail(report: taquin.Progress) -> None:
        raise OwnError

    with pytest.raises(OwnError):
        taquin.solve(HARD, goal="blank-first", optimal=True, progress=fail)
    with pytest.raises(taquin.TaquinError, match="expected a callable"):
        taquin.solve("1 2/3 0", progress=3)


def test_progress_on_a_bar(capsys: pytest.CaptureFixture[str]) -> None:
    from tqdm import tqdm

    bar = tqdm()
    taquin.solve_many(taquin.scramble(3, n=5, seed=1), progress=bar)
    assert (bar.n, bar.total) == (5, 5)
    taquin.distances(taquin.scramble(3, n=7, seed=1), progress=True)
    assert "7/7" in capsys.readouterr().err


def run_and_interrupt(call: str) -> str:
    """Runs a call in another interpreter, presses Ctrl-C once it works, and returns what it says."""
    program = f"""
import signal, sys, taquin
# Shells start what runs in the background with the signal ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
def started(report):
    if report.elapsed > 0.2:
        print("working", flush=True)
try:
    {call}
except KeyboardInterrupt as interrupt:
    print("interrupted", len(getattr(interrupt, "partial", [])))
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "working\n"
        child.send_signal(signal.SIGINT)
        # The calls would go on for days: that this returns is the test.
        output, _ = child.communicate(timeout=60)
        assert child.returncode == 0
    return output.splitlines()[-1]


def test_ctrl_c_ends_a_solve() -> None:
    call = f"taquin.solve({HARD.tolist()}, goal='blank-first', optimal=True, progress=started)"
    assert run_and_interrupt(call) == "interrupted 0"


def test_ctrl_c_keeps_what_a_batch_has_solved() -> None:
    call = f"taquin.solve_many([{HARD.tolist()}] * 3, goal='blank-first', optimal=True, progress=started)"
    assert run_and_interrupt(call) == "interrupted 3"


def test_ctrl_c_ends_what_is_no_search() -> None:
    program = """
import numpy, os, signal, taquin, threading
signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])
boards = numpy.broadcast_to(taquin.Goal("classic").board(9).tiles, (2_000_000, 9, 9)).copy()
# The last row is wrong: a call that looks at every row says so.
boards[-1] = 1
# The array is copied under the interpreter lock, so the signal comes when the rows are looked at.
call = threading.Timer(0.01, os.kill, (os.getpid(), signal.SIGINT))
call.start()
try:
    taquin.is_solvable(boards)
except KeyboardInterrupt as interrupt:
    print("interrupted after", type(interrupt.__context__).__name__)
"""
    output = subprocess.run([sys.executable, "-c", program], check=True, stdout=subprocess.PIPE, text=True, timeout=60)
    assert output.stdout == "interrupted after NoneType\n"


def test_other_threads_run_meanwhile() -> None:
    seen = []
    stop = threading.Event()

    def count() -> None:
        number = 0
        while not stop.is_set():
            number += 1
        seen.append(number)

    counter = threading.Thread(target=count)
    counter.start()
    with pytest.raises(taquin.LimitError):
        taquin.solve(HARD, goal="blank-first", optimal=True, time=0.5, threads=1)
    stop.set()
    counter.join()
    assert seen[0] > 1000


def test_boards_are_values() -> None:
    board = Board("1 2 3/4 5 0")
    assert (board.size, board.blank, board.directions) == ((2, 3), (1, 2), "lu")
    assert str(board) == "1 2 3/4 5 0"
    assert repr(board) == "Board('1 2 3/4 5 0')"
    assert board.tiles.dtype == np.uint8
    assert board.tiles.tolist() == [[1, 2, 3], [4, 5, 0]]
    board.tiles[0, 0] = 9
    assert board.tiles[0, 0] == 1
    assert np.asarray(board, dtype=np.int64).sum() == 15
    same = [
        Board(board.tiles),
        Board(board),
        pickle.loads(pickle.dumps(board)),
        copy.deepcopy(board),
        Board("123450", size="2x3"),
    ]
    assert {board} == set(same)
    assert board != Board("1 2/3 4/5 0")
    assert board != "1 2 3/4 5 0"
    with pytest.raises(taquin.TaquinError, match="a board of 2x3, expected 3x2"):
        Board(board, size="3x2")
    with pytest.raises(AttributeError):
        board.size = (1, 6)  # type: ignore[misc]
    for goal in [taquin.Goal("snail"), taquin.Goal(board)]:
        assert pickle.loads(pickle.dumps(goal)) == goal
        assert isinstance(goal.board((2, 3)), Board)
    assert Board(np.arange(300).reshape(1, 300)).tiles.dtype == np.uint16


def test_a_refused_database_warns_and_does_not_change_the_answer(tmp_path: Path) -> None:
    (folder := tmp_path / "databases").mkdir()
    files = taquin.build_database("2x6", folder=folder)
    assert files
    assert all(file.parent == folder for file in files)
    board = taquin.scramble("2x6", seed=3)
    expected = taquin.solve(board, databases=False)
    assert taquin.solve(board, databases=folder).length == expected.length
    content = bytearray(files[0].read_bytes())
    content[len(content) // 2] ^= 1
    files[0].write_bytes(content)
    with pytest.warns(taquin.DatabaseWarning, match=files[0].name):
        # Another spelling of the folder is looked at anew.
        assert taquin.solve(board, databases=folder / ".." / "databases").length == expected.length
    with pytest.raises(taquin.TaquinError, match="no databases for 3x3"):
        taquin.build_database(3, folder=folder)
    blocked = tmp_path / "file"
    blocked.touch()
    with pytest.raises(taquin.DatabaseError, match="file"):
        taquin.build_database("2x6", folder=blocked)
