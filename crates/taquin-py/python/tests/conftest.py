"""The known answers that the Rust tests use, too."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[4]
EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


@pytest.fixture(autouse=True)
def no_databases_of_the_user(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests do not depend on what the user has built."""
    monkeypatch.setenv("TAQUIN_DB", str(tmp_path_factory.getbasetemp() / "no-databases"))


def rows(name: str) -> list[list[str]]:
    """The fields of the lines of a file of data/, without comments."""
    text = (ROOT / "data" / name).read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]


def environment() -> dict[str, str]:
    return {**os.environ}
