"""Signatures: the arguments that a function takes, and functions that show those of another."""

import inspect
from collections.abc import Callable, Iterable, Mapping
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


def parameter_names(function: Callable[..., Any]) -> list[str]:
    """Return the names of the parameters of a function in their order."""
    return [each.name for each in parameters_of(function)]


def arguments_taken(function: Callable[..., Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return those of the given arguments that the function has as parameters."""
    try:
        names = parameter_names(function)
    except (TypeError, ValueError):  # a compiled function says nothing of its arguments
        return {}
    return {name: given[name] for name in names if name in given}


def with_signature(
    function: Callable[..., Any], parameters: Iterable[Parameter], returns: Any = None
) -> Callable[[F], F]:
    """Return a decorator for a function that calls another one: it shows these parameters.

    Name, docstring and, without ``returns``, the result are those of the other function. The
    command line, `help`, notebooks and editors read the signature.
    """
    own = inspect.signature(function)
    result = own.return_annotation if returns is None else returns
    signature = own.replace(parameters=list(parameters), return_annotation=result)

    def decorated(caller: F) -> F:
        update_wrapper(caller, function)
        caller.__signature__ = signature  # type: ignore[attr-defined]
        annotations = {each.name: each.annotation for each in signature.parameters.values()}
        caller.__annotations__ = {**annotations, "return": signature.return_annotation}
        return caller

    return decorated
