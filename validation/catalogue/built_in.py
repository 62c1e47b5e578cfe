"""Declaration of a problem of the suite, with the same class as a user's problem."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from types import ModuleType
from typing import Any, TypeAlias, get_type_hints

from .description import Finish, Problem
from .method import MIP_SOLVERS, LoadsFunction, Method, loads_in_field

CONTINUOUS = MIP_SOLVERS[:2]  # the engines of models that are not exactly integral
Solving: TypeAlias = tuple[ModuleType, Sequence[Method]]  # the formulation, and all methods


def built_in(
    name: str,
    *,
    check: Callable[..., Any],
    methods: Callable[[], Solving],
    generate: Callable[..., Any],
    draws: dict[str, Any],
    loads: LoadsFunction | tuple[str, str, str],
    certified: Callable[..., Any] | None = None,
    finish: Finish = lambda kind, function: function,
    **words: Any,
) -> Problem:
    """Return a problem of the suite, declared from its functions like a user's own problem.

    ``check`` judges decisions and ``certified`` judges certificates; the annotations of ``check``
    are the classes of instances and decisions.  ``methods`` imports and returns the formulation and
    the methods when they are first needed.  ``finish(kind, function)`` wraps the function of each
    method, also of installed packages.  ``draws`` are the ranges for `Problem.generate`. ``loads``
    may be (title, unit, field of the decision).  ``words`` go to `Problem`.
    """

    def load(problem: Problem) -> None:
        formulation, listed = methods()
        problem.formulate(formulation)
        for method in listed:
            problem.add(replace(method, function=finish(method.kind, method.function)))
        problem.extend(finish)

    instance, decision, *_ = get_type_hints(check).values()
    problem = Problem(name, instance, decision, load=load, **words)
    problem.check(check)
    if certified is not None:
        problem.certified(certified)
    problem.loads(loads_in_field(*loads) if isinstance(loads, tuple) else loads)
    problem.generate(generate, **draws)
    return problem
