"""The declaration of a built-in problem from its parts, like that of a user's problem."""

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
    """Return a problem of the suite, declared like a user's own.

    ``check`` and ``certified`` are its judge; the annotations of ``check`` are the classes of the
    instances and decisions.  ``methods`` imports the formulation and the methods, and is called
    when the first of them is needed.  ``finish`` wraps the function of every method, those of
    installed packages too, by its kind.  ``draws`` goes to `Problem.generate`; ``loads`` may be a
    title, a unit, and a field of the decision.  Other arguments are those of `Problem`.
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
