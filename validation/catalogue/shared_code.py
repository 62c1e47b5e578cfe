"""Which functions of a module others of its functions call, as far as their names tell."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import CodeType, FunctionType
from typing import Any


def reachable(functions: Iterable[Callable[..., Any]]) -> set[str]:
    """Return the names of the functions of the same modules that these functions call."""
    names: set[str] = set()
    waiting = [function for function in functions if isinstance(function, FunctionType)]
    while waiting:
        function = waiting.pop()
        for name in _names_in(function.__code__):
            called = function.__globals__.get(name)
            if not isinstance(called, FunctionType) or name in names:
                continue
            if called.__module__ == function.__module__:
                names.add(name)
                waiting.append(called)
    return names


def _names_in(code: CodeType) -> set[str]:
    inner = (part for part in code.co_consts if isinstance(part, CodeType))
    return set(code.co_names).union(*map(_names_in, inner))
