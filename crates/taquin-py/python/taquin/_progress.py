"""How long work tells about itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from taquin.errors import TaquinError


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """A report on long work."""

    #: What is being done, in a word: "table", "search", "improve", "boards" and so on.
    phase: str
    #: Seconds since the call.
    elapsed: float
    #: Nodes expanded so far; of one board.
    expanded: int
    #: The proven lower bound on the length so far, in moves.
    bound: int | None = None
    #: Length of the best path known, in moves.
    best: int | None = None
    #: Share of the phase that is done, 0 to 1, where it can be told.
    fraction: float | None = None
    #: Of a batch, boards done; on a cluster, work units of the iteration.
    done: int | None = None
    #: Boards of the batch, or units of the iteration.
    total: int | None = None


#: Called with a `Progress` some ten times a second on the calling thread, False cancels; or a tqdm bar; or True for a bar of its own.
ProgressLike: TypeAlias = "Callable[[Progress], object] | bool | Any"

Reporter: TypeAlias = Callable[[Progress], object]


def reporter(progress: ProgressLike) -> Reporter | None:
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

    def __call__(self, report: Progress) -> None:
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
