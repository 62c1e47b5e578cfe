"""The keywords of `solve` and `compare`, declared in one place.

The module imports nothing slow, because the command line derives its options from it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ParamSpec, TypedDict, TypeVar

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .kernels import Compiling
    from .run import Incumbent

from .gaps import DEFAULT_GAP
from .signatures import keyword, parameters_of, with_signature

P = ParamSpec("P")
R = TypeVar("R")


class RunLimits(TypedDict, total=False):
    """The limits of a run; an omitted limit has its default in `DEFAULTS`, or is ``None``."""

    time_limit: float | None
    gap: float
    seed: int
    threads: int | None
    memory_limit: int | str | None
    compiled: Compiling


class Keywords(RunLimits, total=False):
    """The keywords of a run: limits, engine, the method's options, and callbacks."""

    solver: str | None
    options: Mapping[str, Any] | None
    listener: Callable[[Any], None] | None  # is called with the `Run` at every report


class LoggedKeywords(Keywords, total=False):
    """The keywords of one run, which may also have callbacks for the engine's log and for plans."""

    log: Callable[[str], object] | None
    on_incumbent: Callable[[Incumbent], object] | None


DEFAULTS: RunLimits = {"gap": DEFAULT_GAP, "seed": 0, "compiled": "auto"}
LIMITS = tuple(RunLimits.__annotations__)


def default_of(name: str) -> Any:
    """Return the default of a limit or a keyword."""
    return dict(DEFAULTS).get(name)


def with_keywords(keywords: type[Any]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Return a decorator that adds the keywords of a `TypedDict` to a function's signature.

    Type checkers read the ``Unpack`` of the dictionary; `help` and notebooks read the signature.
    """

    named = [
        keyword(name, getattr(hint, "__forward_arg__", hint), default_of(name))
        for name, hint in keywords.__annotations__.items()
    ]

    def decorated(function: Callable[P, R]) -> Callable[P, R]:
        *own, _ = parameters_of(function)  # the last are the keywords

        @with_signature(function, [*own, *named])
        def called(*args: P.args, **given: P.kwargs) -> R:
            try:
                bound = inspect.signature(called).bind(*args, **given)
            except TypeError as error:
                raise TypeError(f"{function.__name__}() {error}") from None
            bound.apply_defaults()
            return function(*bound.args, **bound.kwargs)

        return called

    return decorated
