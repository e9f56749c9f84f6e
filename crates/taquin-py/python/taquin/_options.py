"""What the solving functions have in common: their options."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Literal

from taquin import _native
from taquin._progress import ProgressLike, Reporter, reporter
from taquin._types import GoalLike, Metric
from taquin.errors import TaquinError

DatabasesLike = str | os.PathLike[str] | Literal[False] | None


@dataclass(frozen=True)
class Options:
    """Read by the native module, attribute by attribute."""

    goal: GoalLike
    metric: Metric
    optimal: bool | None
    time: float | None
    nodes: int | None
    memory: int | None
    threads: int | None
    databases: Path | None
    progress: Reporter | None


def options(
    *,
    goal: GoalLike = "classic",
    metric: Metric = "stm",
    optimal: bool | None = None,
    time: float | timedelta | None = None,
    nodes: int | None = None,
    memory: int | None = None,
    threads: int | None = None,
    databases: DatabasesLike = None,
    progress: ProgressLike = None,
) -> Options:
    return Options(
        goal=goal,
        metric=metric,
        optimal=optimal,
        time=time.total_seconds() if isinstance(time, timedelta) else time,
        nodes=nodes,
        memory=memory,
        threads=threads,
        databases=_existing_folder(databases),
        progress=reporter(progress),
    )


def _existing_folder(databases: DatabasesLike) -> Path | None:
    """As `databases_folder`; one that is named has to be there."""
    folder = databases_folder(databases)
    if folder is not None and databases is not None and not folder.is_dir():
        raise TaquinError(f"databases={str(folder)!r}, expected a folder that exists")
    return folder


def databases_folder(databases: DatabasesLike) -> Path | None:
    """The folder meant by an argument: the user's by default, none for False."""
    if databases is False:
        return None
    if databases is None:
        return _native.default_databases()
    try:
        return Path(databases)
    except TypeError as error:
        raise TaquinError(f"databases={databases!r}, expected a folder, False or None") from error
