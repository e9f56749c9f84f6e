"""What the solving functions have in common: their options, which are listed here and nowhere else.

Each is annotated with its default. (Without the annotations of the future, so that defaults can be read from them.)
"""

import inspect
import os
from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, ForwardRef, Literal, TypeAlias, TypedDict, TypeVar

from taquin import _native
from taquin._progress import ProgressLike, reporter
from taquin._types import GoalLike, Metric
from taquin.errors import TaquinError

DatabasesLike = str | os.PathLike[str] | Literal[False] | None


class Question(TypedDict, total=False):
    """What is asked."""

    goal: Annotated[GoalLike, "classic"]
    metric: Annotated[Metric, "stm"]
    databases: Annotated[DatabasesLike, None]


class Effort(TypedDict, total=False):
    """What an answer may cost."""

    optimal: Annotated[bool | None, None]
    time: Annotated[float | timedelta | None, None]
    nodes: Annotated[int | None, None]
    memory: Annotated[int | None, None]


class Here(TypedDict, total=False):
    """What concerns the calling process."""

    threads: Annotated[int | None, None]
    progress: Annotated[ProgressLike, None]


class Options(Question, Effort, Here, total=False):
    """The options of `solve` and `solve_many`."""


class DistanceOptions(Question, Here, total=False):
    """The options of `distances`."""


class ClusterOptions(Question, Effort, total=False):
    """The options of `cluster.solve_many`."""


#: All options as the native module takes them.
Asked: TypeAlias = dict[str, Any]

Function = TypeVar("Function", bound=Callable[..., Any])


def _parameters(options: type) -> dict[str, inspect.Parameter]:
    """The options of a class as parameters."""

    def parameter(name: str, annotated: Any) -> inspect.Parameter:
        kind, (default,) = annotated.__origin__, annotated.__metadata__
        shown = kind.__forward_arg__ if isinstance(kind, ForwardRef) else kind
        return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=shown)

    return {name: parameter(name, annotated) for name, annotated in options.__annotations__.items()}


_DEFAULTS: Asked = {name: option.default for name, option in _parameters(Options).items()}


def with_options(options: type) -> Callable[[Function], Function]:
    """Decorates a function that takes ``**options`` of a class: its signature shows them, and what is none of them is refused."""

    def decorated(function: Function) -> Function:
        own = inspect.signature(function)
        parameters = {name: own.parameters[name] for name in own.parameters if name != "options"} | _parameters(options)

        @wraps(function)
        def checked(*arguments: Any, **named: Any) -> Any:
            for name in named:
                if name not in parameters:
                    raise TypeError(f"{function.__name__}() got an unexpected keyword argument {name!r}")
            return function(*arguments, **named)

        checked.__signature__ = own.replace(parameters=list(parameters.values()))  # type: ignore[attr-defined]
        return checked  # type: ignore[return-value]

    return decorated


def asked(**options: Any) -> Asked:
    """The options given, and the others by default."""
    every = _DEFAULTS | options
    time = every["time"]
    return every | {
        "time": time.total_seconds() if isinstance(time, timedelta) else time,
        "databases": _existing_folder(every["databases"]),
        "progress": reporter(every["progress"]),
    }


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
