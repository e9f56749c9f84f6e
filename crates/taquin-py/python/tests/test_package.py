"""The package as it is installed: files, types, examples."""

from __future__ import annotations

import doctest
import importlib
import importlib.metadata
import inspect
import subprocess
import sys
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
import taquin
from conftest import EXAMPLES


def run(*arguments: str | Path) -> str:
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_one_board(tmp_path: Path) -> None:
    output = run(EXAMPLES / "one_board.py", tmp_path / "board.svg")
    assert "57 moves, optimal" in output
    assert "unsolvable: " in output
    assert (tmp_path / "board.svg").read_text(encoding="utf-8").startswith("<svg")


def test_labelled_data(tmp_path: Path) -> None:
    file = tmp_path / "boards.parquet"
    assert "2000 boards" in run(EXAMPLES / "labelled_data.py", file, "2000")
    frame = pd.read_parquet(file)
    assert len(frame) == 2000
    assert (frame["path"].str.len() == frame["distance"]).all()
    assert set(frame["first_move"]) <= {-1, 0, 1, 2, 3}


@pytest.mark.parametrize("module", ["taquin", "taquin.gym"])
def test_examples_in_the_documentation(module: str) -> None:
    results = doctest.testmod(importlib.import_module(module))
    assert results.attempted > 0
    assert results.failed == 0


def test_everything_public_is_documented_and_there() -> None:
    for name in taquin.__all__:
        assert getattr(taquin, name) is not None
        if not name.endswith("Like") and name != "DIRECTIONS":
            assert getattr(taquin, name).__doc__, name


def test_options_show_in_signatures_with_their_defaults() -> None:
    parameters = inspect.signature(taquin.solve_many).parameters
    assert list(parameters)[:3] == ["boards", "paths", "goal"]
    assert (parameters["goal"].default, parameters["metric"].default) == ("classic", "stm")
    assert parameters["time"].default is None
    assert "time" not in inspect.signature(taquin.distances).parameters
    wrong: list[tuple[Any, str]] = [
        (taquin.solve, "tyme"),
        (taquin.solve_many, "column"),
        (taquin.distances, "time"),
    ]
    for call, name in wrong:
        assert "options" not in inspect.signature(call).parameters
        with pytest.raises(TypeError, match=rf"{call.__name__}\(\) got an unexpected keyword argument '{name}'"):
            call("123456780", **{name: 1})


def test_installed_files() -> None:
    files = importlib.metadata.files("taquin")
    assert files is not None
    names = [str(file) for file in files]
    assert "taquin/py.typed" in names
    assert "taquin/_native.pyi" in names
    licences = [name for name in names if "/licenses/LICENSE" in name]
    assert len(licences) == 2
    assert all(len(file.read_text(encoding="utf-8")) > 1000 for file in files if str(file) in licences)
    assert not any(name.startswith("/") or ".." in Path(name).parts for name in names)


def test_the_stubs_are_those_of_the_native_module() -> None:
    run("-m", "mypy.stubtest", "taquin._native", "--ignore-missing-stub")
