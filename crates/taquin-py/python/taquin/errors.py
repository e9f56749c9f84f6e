"""The exceptions of the package. They carry the library's message, and go through pickle as they are."""

from __future__ import annotations

from typing import Any


class TaquinError(ValueError):
    """An argument that cannot be used, or a board that cannot be solved as asked."""


class UnsolvableError(TaquinError):
    """The goal cannot be reached; the message says why."""


class LimitError(TaquinError):
    """A limit ended the search before there was an answer.

    Attributes:
        lower_bound: no path has fewer moves than this.
        best: moves of the best path found, or None.
    """

    def __init__(self, message: str, lower_bound: int = 0, best: str | None = None) -> None:
        super().__init__(message)
        self.lower_bound = lower_bound
        self.best = best

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.lower_bound, self.best)


class CancelledError(LimitError):
    """The progress callable returned False.

    Attributes:
        partial: of a cancelled `solve_many`, what was solved before: a `Solutions` whose other rows have the status CANCELLED.
    """

    partial: Any = None


class DatabaseError(TaquinError):
    """A pattern database that cannot be written."""


class CheckpointError(TaquinError):
    """A checkpoint that is damaged, of another search, or cannot be written; the message names the file."""


class DatabaseWarning(UserWarning):
    """A pattern database that is damaged or of another version; tables in memory serve instead."""


for _class in (
    TaquinError,
    UnsolvableError,
    LimitError,
    CancelledError,
    DatabaseError,
    CheckpointError,
    DatabaseWarning,
):
    # The name under which users know them.
    _class.__module__ = "taquin"
