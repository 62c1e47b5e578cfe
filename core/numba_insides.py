"""What rests on private names of numba, in one place."""

# ruff: noqa: SLF001 - private names are the matter here
from __future__ import annotations

from collections.abc import Callable
from typing import Any


def forget_what_cannot_be_read(dispatcher: Any) -> None:
    """Let a cache be empty whose index names what is no longer there: it is from another version.

    numba unpickles the index before it looks whether it is still valid.
    """
    index = dispatcher._cache._cache_file
    load = index._load_index

    def readable() -> Any:
        try:
            return load()
        except Exception:  # whatever a class or a module that has changed makes of it
            return {}

    index._load_index = readable


def compile_once_for_literals(dispatcher: Any, unliteral: Callable[[Any], Any]) -> None:
    """Take a constant in a call between kernels for a number of its type.

    numba compiles a kernel once more for every constant that another kernel passes, else.
    ``unliteral`` is numba's function from the type of a constant to that of its numbers.
    """
    template = dispatcher.get_call_template

    def of_plain_types(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        plain = {name: unliteral(kind) for name, kind in kws.items()}
        return template(tuple(map(unliteral, args)), plain)

    dispatcher.get_call_template = of_plain_types
