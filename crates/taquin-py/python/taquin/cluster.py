"""Boards on a Ray cluster: many at once, or one hard board. Needs the extra ``ray``.

Scheduling, queues and repeating what a lost machine was doing are Ray's. Every node needs the package installed. The functions use the
cluster that ``ray.init`` connected to, and otherwise start Ray with its defaults.

``solve`` sends the work units of an iteration as tasks with unlimited retries. The counts of a unit do not depend on where it runs, so
finished iterations count the same nodes as an undisturbed run; the test that kills a node compares them. A task has sixteen units from
all over the iteration, and the number of tasks follows the size of the last iteration. So Ray's milliseconds do not count, and small
iterations never leave the process. ``solve_many`` sends boards through Ray Data as row numbers of one shared array, which is how their
order is found again.
"""

from __future__ import annotations

import os
import time as clock
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import numpy.typing as npt
import ray

from taquin import _native
from taquin._batch import Solutions
from taquin._batch import solve_many as solve_many_here
from taquin._options import ClusterOptions, DatabasesLike, asked, databases_folder, with_options
from taquin._progress import Progress, ProgressLike, Reporter
from taquin._solve import Solution
from taquin._tools import build_database
from taquin._types import DIRECTIONS, BoardLike, GoalLike
from taquin.errors import CancelledError, CheckpointError, LimitError, TaquinError

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["solve", "solve_many"]

#: Nodes that a task should expand: some tenths of a second, so that Ray's millisecond a task does not count.
_NODES_A_TASK = 5_000_000
#: Tasks of one iteration for each processor of the cluster, so that none waits long for the last one.
_TASKS_A_CPU = 32
#: Seconds between reports.
_REPORT_EVERY = 0.1


@dataclass(frozen=True)
class _Problem:
    """What a worker needs to know; boards are small."""

    board: _native.Board
    goal: _native.Board
    databases: str | os.PathLike[str] | bool | None


@lru_cache(maxsize=1)
def _units(problem: _Problem) -> _native.Units:
    """What runs units in this process. The first process of a node builds the databases, the others wait, and all map them."""
    databases: Any = problem.databases
    if databases is not False:
        build_database(problem.goal.size, goal=problem.goal, folder=databases)
    return _native.Units(problem.board, asked(goal=problem.goal, databases=databases))


@ray.remote(num_cpus=1, max_retries=-1)  # type: ignore[untyped-decorator]
def _run(problem: _Problem, units: list[str]) -> tuple[str | None, list[tuple[int, int]]]:
    """A task: units one after the other, until one has a path."""
    return _units(problem).run(units)


def solve(
    board: BoardLike,
    *,
    goal: GoalLike = "classic",
    databases: DatabasesLike = None,
    checkpoint: str | os.PathLike[str] | None = None,
    time: float | timedelta | None = None,
    progress: ProgressLike = None,
) -> Solution:
    """A proven shortest path of one hard board, in single-tile moves, by all processors of the cluster.

    Iterations of IDA* are cut into units, which run as Ray tasks; the first path cancels the rest. Units that a lost node was running
    are run again by Ray.

    Args:
        board, goal: as in `taquin.solve`; a board of 11 cells or more with at least two rows and columns.
        databases: folder on each node where databases are built, unless they are there, and mapped; by default the user's. With False
            every worker builds smaller tables in its memory.
        checkpoint: file of the calling process that keeps account of finished units, a fraction of a second late at most. If it is there
            already, the search goes on from it. It is the file of the command's ``solve --checkpoint``: with the same databases, a
            search may begin here and go on there, or the other way round.
        time: limit in seconds.
        progress: as in `taquin.solve`; `done` and `total` are units of the iteration.

    Raises:
        UnsolvableError, TaquinError: as `taquin.solve`.
        LimitError: the time was over. It has the `lower_bound` that is proven.
        CancelledError: `progress` returned False.
        CheckpointError: a file that is damaged, of another search, in use by one, or cannot be written.
    """
    start = _native.Board(board)
    wanted = asked(goal=goal, time=time, databases=False, progress=progress)
    databases_folder(databases)
    _native.check_options(wanted, start.size, for_databases=True)
    if not ray.is_initialized():
        ray.init()
    started = clock.monotonic()
    home = _native.Goal(goal).board(start.size)
    problem = _Problem(start, home, databases)
    # Opened before tables are built: what is wrong with it shows at once.
    kept = None if checkpoint is None else _native.Checkpoint(checkpoint, start, home)
    try:
        search = _native.UnitSearch(_units(problem), kept)
    except BaseException:
        # Whoever keeps the exception would keep the file in use.
        if kept is not None:
            kept.close()
        raise
    try:
        path = _Run(problem, search, wanted["progress"], started, wanted["time"]).shortest_path()
    except BaseException:
        search.close()
        raise
    # What cannot be written any more is not missed.
    with suppress(CheckpointError):
        search.close()
    if start.apply(path) != home:
        raise AssertionError(f"a path from {start} misses {home}: {path}")
    expanded, generated = search.counts
    return Solution(
        board=start,
        goal=home,
        metric="stm",
        moves=path,
        length=len(path),
        optimal=True,
        lower_bound=len(path),
        engine="pdb",
        expanded=expanded,
        generated=generated,
    )


@dataclass
class _Run:
    """One call of `solve`: hands out units until one has a path."""

    problem: _Problem
    search: _native.UnitSearch
    progress: Reporter | None
    started: float
    seconds: float | None
    reported: float = 0.0

    def shortest_path(self) -> str:
        while self.search.path is None:
            units = self.search.next_units()
            tasks = self._tasks()
            if tasks <= 1:
                # Over in less time than it takes to send it.
                self.search.report(units, _units(self.problem).run(units))
            else:
                self._spread(_shares(units, tasks))
        return self.search.path

    def _tasks(self) -> int:
        """Tasks for the iteration at hand."""
        processors = int(ray.cluster_resources().get("CPU", 1))
        return min(self.search.expected_nodes // _NODES_A_TASK, _TASKS_A_CPU * processors)

    def _spread(self, shares: list[list[str]]) -> None:
        """Runs shares of an iteration as tasks until one has a path or all are done."""
        running = {_run.remote(self.problem, share): share for share in shares}
        try:
            while running and self.search.path is None:
                ready, _ = ray.wait(list(running), num_returns=1, timeout=_REPORT_EVERY)
                for task in ready:
                    self.search.report(running.pop(task), ray.get(task))
                self._check()
        finally:
            for task in running:
                ray.cancel(task)

    def _check(self) -> None:
        """Reports, and ends the search if it is to end."""
        now = clock.monotonic()
        if self.search.path is not None:
            return
        if self.seconds is not None and now - self.started > self.seconds:
            raise LimitError("time limit reached", lower_bound=self.search.bound)
        if self.progress is None or now - self.reported < _REPORT_EVERY:
            return
        self.reported = now
        done, total = self.search.progress
        report = Progress(
            phase="search",
            elapsed=now - self.started,
            expanded=self.search.counts[0],
            bound=self.search.bound,
            fraction=done / total,
            done=done,
            total=total,
        )
        if self.progress(report) is False:
            raise CancelledError("cancelled", lower_bound=self.search.bound)


def _shares(units: list[str], tasks: int) -> list[list[str]]:
    """The units dealt out like cards."""
    return [units[first::tasks] for first in range(min(tasks, len(units)))]


@with_options(ClusterOptions)
def solve_many(
    boards: Any,
    *,
    column: str = "board",
    batch_size: int = 1024,
    build: bool = False,
    **options: Unpack[ClusterOptions],
) -> Any:
    """Solves many boards of one size on the cluster, with Ray Data.

    Args:
        boards: array of shape (n, rows, columns), which gives `taquin.Solutions`; or a Ray ``Dataset``, which gives a ``Dataset``.
        column: of a ``Dataset``, the column of boards, each of shape (rows, columns).
        batch_size: boards a task; each task has one processor.
        databases: folder on each node; by default the user's, False for none.
        build: whether each node builds its databases first, unless they are there: for millions of boards of 11 cells and more.

    The other arguments are those of `taquin.solve_many`.

    Returns:
        Of an array, the `taquin.Solutions` in the order of the boards. Of a ``Dataset``, that with the columns ``status``, ``length``,
        ``optimal``, ``lower_bound`` and ``moves`` (text) added to its own; lazy, like every ``Dataset``.

    Raises:
        TaquinError: as `taquin.solve_many`, before anything is sent; or no such column. What is wrong with a row or the size of the
            boards of a ``Dataset``, or with a folder on a node, shows when it is read.
    """
    wanted = asked(**{**options, "databases": False})
    databases_folder(options.get("databases"))
    if not isinstance(batch_size, int) or batch_size < 1:
        raise TaquinError(f"batch_size={batch_size!r}, expected a whole number from 1 on")
    is_dataset = isinstance(boards, ray.data.Dataset)
    if is_dataset:
        _native.check_options(wanted, None, for_databases=False)
        columns = boards.columns()
        if columns is not None and column not in columns:
            raise TaquinError(f"column={column!r}, expected one of {', '.join(columns)}")
    else:
        array = np.asarray(boards)
        # What is wrong with the array as a whole is said here, and the numbers of bad rows are those of the array.
        _native.is_solvable(array, wanted["goal"])
        _native.check_options(wanted, array.shape[1:], for_databases=build)
    if not ray.is_initialized():
        ray.init()
    solver = _Solver(column, build, options)
    if is_dataset:
        return boards.map_batches(solver, batch_format="numpy", batch_size=batch_size, num_cpus=1)
    shared = replace(solver, boards=ray.put(array))
    blocks = max(1, -(-len(array) // batch_size))
    numbers = ray.data.range(len(array), override_num_blocks=blocks)
    answers = numbers.map_batches(shared, batch_format="numpy", batch_size=batch_size, num_cpus=1)
    return _collected(answers, len(array))


@dataclass(frozen=True)
class _Solver:
    """Answers a batch of rows; sent to the workers."""

    column: str
    build: bool
    options: ClusterOptions
    #: The array that the rows are numbers of, or None if they hold the boards.
    boards: Any = None

    def __call__(self, batch: dict[str, npt.NDArray[Any]]) -> dict[str, npt.NDArray[Any]]:
        boards = batch[self.column] if self.boards is None else ray.get(self.boards)[batch["id"]]
        if boards.dtype == object:
            # Boards that came as lists of rows, from Parquet for example.
            boards = np.stack([np.stack(list(board)) for board in boards])
        if self.build and len(boards):
            goal, folder = self.options.get("goal", "classic"), cast(Any, self.options.get("databases"))
            build_database(boards.shape[1:], goal=goal, folder=folder, threads=1)
        answers = solve_many_here(boards, threads=1, **self.options)
        return batch | {
            "status": answers.status,
            "length": answers.lengths,
            "optimal": answers.optimal,
            "lower_bound": answers.lower_bounds,
            "moves": np.array(list(answers), dtype=object),
        }


def _collected(answers: Any, boards: int) -> Solutions:
    """The rows of a data set in order."""
    status = np.zeros(boards, np.uint8)
    lengths, lower_bounds = np.zeros(boards, np.int32), np.zeros(boards, np.int32)
    paths = [""] * boards
    for batch in answers.iter_batches(batch_format="numpy", batch_size=None):
        rows = batch["id"]
        status[rows], lengths[rows], lower_bounds[rows] = batch["status"], batch["length"], batch["lower_bound"]
        for row, path in zip(rows.tolist(), batch["moves"], strict=True):
            paths[row] = path
    codes = np.zeros(256, np.uint8)
    codes[np.frombuffer(DIRECTIONS.encode("ascii"), np.uint8)] = range(4)
    moves = codes[np.frombuffer("".join(paths).encode("ascii"), np.uint8)]
    offsets = np.concatenate([np.zeros(1, np.int64), np.cumsum([len(path) for path in paths], dtype=np.int64)])
    return Solutions(status, lengths, lower_bounds, moves, offsets)
