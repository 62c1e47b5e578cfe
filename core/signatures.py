"""Functions that call another function, and show a signature made from its parameters."""

import inspect
from collections.abc import Callable, Iterable
from functools import update_wrapper
from inspect import Parameter
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def keyword(name: str, annotation: Any, default: Any = None) -> Parameter:
    """Return a keyword-only parameter."""
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def parameters_of(function: Callable[..., Any], *, resolved: bool = False) -> list[Parameter]:
    """Return the parameters of a function in their order; ``resolved`` evaluates annotations."""
    return list(inspect.signature(function, eval_str=resolved).parameters.values())


def with_signature(
    function: Callable[..., Any], parameters: Iterable[Parameter]
) -> Callable[[F], F]:
    """Return a decorator for a function that calls another one: it shows these parameters.

    Name, docstring and result are those of the other function. The command line, `help`, notebooks
    and editors read the signature.
    """
    signature = inspect.signature(function).replace(parameters=list(parameters))

    def decorated(caller: F) -> F:
        update_wrapper(caller, function)
        caller.__signature__ = signature  # type: ignore[attr-defined]
        annotations = {each.name: each.annotation for each in signature.parameters.values()}
        caller.__annotations__ = {**annotations, "return": signature.return_annotation}
        return caller

    return decorated
