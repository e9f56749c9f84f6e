"""A Ray cluster of two nodes on this machine."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ray
import taquin
import taquin.cluster
from conftest import EXAMPLES
from ray.cluster_utils import Cluster
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy
from taquin import _native
from taquin._options import asked

# 36 million nodes with small tables, in hundreds of tasks of the size below.
HARD = "0 5 9 13/1 2 10 14/3 6 7 11/4 8 12 15"
LENGTH = 66


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    # Tests tell nobody that they run.
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    two_nodes: Any = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    two_nodes.second = two_nodes.add_node(num_cpus=1)
    ray.init(address=two_nodes.address, log_to_driver=False)
    two_nodes.wait_for_nodes()
    yield two_nodes
    ray.shutdown()
    two_nodes.shutdown()


@pytest.fixture(autouse=True)
def small_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(taquin.cluster, "_NODES_A_TASK", 300_000)


def lines_of(file: Path, key: str) -> list[str]:
    """The lines of a checkpoint that begin with a word."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.startswith(f"{key} ")]


def test_many_boards_of_an_array(cluster: Any) -> None:
    boards = taquin.scramble(3, n=5000, seed=1)
    boards[17] = [[1, 2, 3], [4, 5, 6], [8, 7, 0]]
    boards[18] = taquin.Goal("classic").board(3).tiles
    here, there = taquin.solve_many(boards), taquin.cluster.solve_many(boards, batch_size=700)
    for column in ["status", "lengths", "lower_bounds", "moves", "offsets", "optimal"]:
        assert np.array_equal(getattr(here, column), getattr(there, column)), column
    assert there.status[17] == taquin.Status.UNSOLVABLE
    with pytest.raises(taquin.TaquinError, match="board 3: tile 1 stands twice"):
        taquin.cluster.solve_many(np.array([[[1, 2], [3, 0]]] * 3 + [[[1, 1], [3, 0]]]))


def test_many_boards_of_a_dataset(cluster: Any, tmp_path: Path) -> None:
    boards = taquin.scramble(3, n=300, seed=2)
    answers = taquin.cluster.solve_many(ray.data.from_numpy(boards), column="data", metric="mtm", batch_size=100)
    frame = answers.to_pandas()
    assert len(frame) == 300
    for row in frame.itertuples():
        assert taquin.solve(np.stack(row.data), metric="mtm").length == row.length
    answers.write_parquet(str(tmp_path))
    assert ray.data.read_parquet(str(tmp_path)).count() == 300


def test_databases_are_built_once_and_used(cluster: Any, tmp_path: Path) -> None:
    boards = taquin.scramble("2x6", n=40, seed=3)
    folder = tmp_path / "databases"
    answers = taquin.cluster.solve_many(boards, batch_size=4, databases=folder, build=True)
    assert np.array_equal(answers.lengths, taquin.distances(boards))
    built = {file: file.stat().st_mtime_ns for file in folder.iterdir() if file.name != "lock"}
    assert built
    assert taquin.cluster.solve(boards[0], databases=folder).length == answers.lengths[0]
    assert all(file.stat().st_mtime_ns == written for file, written in built.items())


def test_one_board_agrees_with_one_process(cluster: Any) -> None:
    reports: list[taquin.Progress] = []
    solution = taquin.cluster.solve(HARD, databases=False, progress=reports.append)
    assert (solution.length, solution.optimal) == (LENGTH, True)
    assert taquin.verify(HARD, solution.moves)
    assert reports
    assert reports[-1].total is not None
    assert reports[-1].bound is not None
    with pytest.raises(taquin.UnsolvableError):
        taquin.cluster.solve("2 1 3 4/5 6 7 8/9 10 11 12/13 14 15 0", databases=False)
    with pytest.raises(taquin.TaquinError, match="there are no databases for 3x3"):
        taquin.cluster.solve("123456780", databases=False)


def test_arguments_are_refused_before_anything_is_sent(cluster: Any) -> None:
    wrong: list[dict[str, Any]] = [
        {"time": -1.0},
        {"time": "soon"},
        {"goal": "spiral"},
        {"goal": "123456780"},
        {"databases": True},
        {"progress": 3},
    ]
    for arguments in wrong:
        with pytest.raises(taquin.TaquinError) as here:
            taquin.solve(HARD, **arguments)
        with pytest.raises(taquin.TaquinError) as there:
            taquin.cluster.solve(HARD, **arguments)
        assert str(here.value) == str(there.value)
    boards = taquin.scramble(3, n=4, seed=1)
    data = ray.data.from_numpy(boards)
    refused: list[tuple[dict[str, Any], str]] = [
        ({"metric": "qtm"}, "metric"),
        ({"time": -1.0}, "time=-1, expected"),
        ({"nodes": -1}, "nodes=-1, expected"),
        ({"goal": "spiral"}, "unknown goal"),
        ({"optimal": "yes"}, "optimal='yes', expected"),
        ({"batch_size": 0}, "batch_size=0, expected"),
        ({"batch_size": 1.5}, "batch_size=1.5, expected"),
    ]
    for arguments, message in refused:
        for given in (boards, data):
            with pytest.raises(taquin.TaquinError, match=message):
                taquin.cluster.solve_many(given, column="data", **arguments)
    with pytest.raises(taquin.TaquinError, match="there are no databases for 3x3"):
        taquin.cluster.solve_many(boards, build=True)
    with pytest.raises(taquin.TaquinError, match="column='board', expected one of data"):
        taquin.cluster.solve_many(data)


def test_a_checkpoint_goes_on_where_it_ended(cluster: Any, tmp_path: Path) -> None:
    file = tmp_path / "checkpoint"
    reports: list[taquin.Progress] = []

    def cancel_in_the_middle(report: taquin.Progress) -> bool:
        reports.append(report)
        return not (report.bound == LENGTH - 2 and report.done and report.total and report.done > report.total // 3)

    with pytest.raises(taquin.CancelledError) as caught:
        taquin.cluster.solve(HARD, databases=False, checkpoint=file, progress=cancel_in_the_middle)
    assert caught.value.lower_bound == LENGTH - 2
    before = {key: lines_of(file, key) for key in ("iteration", "search", "unit")}
    assert len(before["unit"]) >= (reports[-1].done or 0) > 0

    def cancel_at_once(report: taquin.Progress) -> bool:
        return False

    with pytest.raises(taquin.CancelledError):
        taquin.cluster.solve(HARD, databases=False, checkpoint=file, progress=cancel_at_once)
    after = {key: lines_of(file, key) for key in before}
    assert after["iteration"][: len(before["iteration"])] == before["iteration"]
    if after["search"] == before["search"]:
        assert after["iteration"] == before["iteration"]
        assert set(after["unit"]) >= set(before["unit"])
    resumed = taquin.cluster.solve(HARD, databases=False, checkpoint=file)
    assert resumed.length == LENGTH
    undisturbed = tmp_path / "undisturbed"
    taquin.cluster.solve(HARD, databases=False, checkpoint=undisturbed)
    assert lines_of(file, "iteration") == lines_of(undisturbed, "iteration")
    with pytest.raises(taquin.LimitError, match="time limit"):
        taquin.cluster.solve(HARD, databases=False, time=0.0)


def test_checkpoints_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "checkpoint"
    goal = taquin.Goal("classic").board("3x4")
    board = taquin.Board(taquin.scramble("3x4", n=1, seed=3)[0])
    other = taquin.Board(taquin.scramble("3x4", n=1, seed=4)[0])
    units = _native.Units(board, asked(databases=False))
    search = _native.UnitSearch(units, _native.Checkpoint(file, board, goal))
    first = search.next_units()
    search.report(first, units.run(first))
    with pytest.raises(taquin.CheckpointError, match=f"{file.name}: in use by another search"):
        _native.Checkpoint(file, board, goal)
    search.close()
    again = _native.UnitSearch(units, _native.Checkpoint(file, board, goal))
    assert (again.bound, again.progress, again.counts) == (search.bound, search.progress, search.counts)
    again.close()
    with pytest.raises(taquin.CheckpointError, match=f"{file.name}: checkpoint of another board: .*, expected 3x4"):
        _native.Checkpoint(file, other, goal)
    text = file.read_bytes()
    for place in range(0, len(text), 7):
        file.write_bytes(text[:place] + bytes([text[place] ^ 1]) + text[place + 1 :])
        with pytest.raises(taquin.CheckpointError, match=file.name):
            _native.Checkpoint(file, board, goal)
        file.write_bytes(text[:place])
        with pytest.raises(taquin.CheckpointError, match=file.name):
            _native.Checkpoint(file, board, goal)
    with pytest.raises(taquin.CheckpointError, match="nowhere"):
        _native.Checkpoint(tmp_path / "nowhere" / "file", board, goal)
    with pytest.raises(taquin.UnsolvableError):
        _native.Checkpoint(tmp_path / "unsolvable", "2 1 3 4/5 6 7 8/9 10 11 0", goal)
    assert list(tmp_path.iterdir()) == [file]


def test_the_example(cluster: Any, tmp_path: Path) -> None:
    environment = {**os.environ, "RAY_ADDRESS": cluster.address}
    command = [sys.executable, str(EXAMPLES / "cluster_run.py"), "3x4", "3000"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "3000 boards" in done.stdout
    assert "all optimal: True" in done.stdout


# The last test: the cluster has one node less from then on.
def test_a_node_that_dies_in_mid_run_changes_nothing(
    cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Its process that runs tasks is there already.
    on_it = NodeAffinitySchedulingStrategy(node_id=cluster.second.node_id, soft=False)
    problem = taquin.cluster._Problem(taquin.Board(HARD), taquin.Goal("classic").board(4), databases=False)
    ray.get(taquin.cluster._run.options(scheduling_strategy=on_it).remote(problem, []))
    monkeypatch.setattr(taquin.cluster, "_REPORT_EVERY", 0.01)
    killed: list[taquin.Progress] = []

    def kill(report: taquin.Progress) -> None:
        # In the last iteration but one, all units of which have to be finished.
        if not killed and report.bound == LENGTH - 2:
            killed.append(report)
            cluster.remove_node(cluster.second, allow_graceful=False)

    undisturbed, disturbed = tmp_path / "undisturbed", tmp_path / "disturbed"
    taquin.cluster.solve(HARD, databases=False, checkpoint=undisturbed)
    solution = taquin.cluster.solve(HARD, databases=False, checkpoint=disturbed, progress=kill)
    assert killed
    assert (killed[0].done or 0) < (killed[0].total or 0)
    assert solution.length == LENGTH
    assert taquin.verify(HARD, solution.moves)
    finished = [lines_of(file, "iteration") for file in (undisturbed, disturbed)]
    assert finished[0] == finished[1]
    assert sum(int(line.split()[2]) for line in finished[0]) > 1_000_000
    for _ in range(600):
        if sum(node["Alive"] for node in ray.nodes()) == 1:
            break
        time.sleep(0.1)
    else:
        pytest.fail("the node is still alive")
