"""What the solving functions have in common: their options, and how progress reaches a bar."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any, Literal

from taquin import _native
from taquin._types import GoalLike, Metric, ProgressLike
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
    progress: Callable[[_native.Progress], object] | None


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
        databases=databases_folder(databases),
        progress=reporter(progress),
    )


def databases_folder(databases: DatabasesLike) -> Path | None:
    """The folder meant by an argument: the user's by default, none for False."""
    if databases is False:
        return None
    return _native.default_databases() if databases is None else Path(databases)


def reporter(progress: ProgressLike) -> Callable[[_native.Progress], object] | None:
    """The callable that an argument stands for."""
    if progress is None or progress is False:
        return None
    if progress is True:
        try:
            from tqdm.auto import tqdm
        except ImportError as error:
            raise TaquinError("progress=True needs tqdm: pip install taquin[progress]") from error
        return _Bar(tqdm())
    if hasattr(progress, "update") and hasattr(progress, "refresh"):
        return _Bar(progress)
    if callable(progress):
        return progress
    raise TaquinError(f"progress={progress!r}, expected a callable, a tqdm bar or True")


class _Bar:
    """Shows reports on a tqdm bar: boards of a batch, else the share of the phase, else nodes."""

    def __init__(self, bar: Any) -> None:
        self._bar = bar

    def __call__(self, report: _native.Progress) -> None:
        bar = self._bar
        if report.total is not None:
            bar.total, bar.n = report.total, report.done
        elif report.fraction is not None:
            bar.total, bar.n = 100, round(100 * report.fraction)
        else:
            bar.total, bar.n = None, report.expanded
        bound = "" if report.bound is None else f", at least {report.bound} moves"
        bar.set_description_str(f"{report.phase}{bound}", refresh=False)
        bar.refresh()
