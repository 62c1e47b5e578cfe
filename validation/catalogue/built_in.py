"""Declaration of a problem of the suite, with the same class as a user's problem."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from types import ModuleType
from typing import Any, NamedTuple, get_type_hints

from .description import Problem
from .method import MIP_SOLVERS, Finish, LoadsFunction, Method, loads_in_field

CONTINUOUS = MIP_SOLVERS[:2]  # the engines of models that are not exactly integral


class Solving(NamedTuple):
    """The formulation of a problem, its methods, and the last step of all of them."""

    formulation: ModuleType
    methods: Sequence[Method]
    finishes: Finish | None = None


def built_in(
    name: str,
    *,
    check: Callable[..., Any],
    methods: Callable[[], Solving],
    generate: Callable[..., Any],
    draws: dict[str, Any],
    loads: LoadsFunction | tuple[str, str, str],
    certified: Callable[..., Any] | None = None,
    **words: Any,
) -> Problem:
    """Return a problem of the suite, declared from its functions like a user's own problem.

    ``check`` judges decisions and ``certified`` judges certificates; the annotations of ``check``
    are the classes of instances and decisions.  ``methods`` imports and returns the formulation and
    the methods when they are first needed; its last step also follows methods of installed
    packages.  ``draws`` are the ranges for `Problem.generate`.  ``loads`` may be (title, unit,
    field of the decision).  ``words`` go to `Problem`.
    """

    def load(problem: Problem) -> None:
        solving = methods()
        problem.formulate(solving.formulation)
        for method in solving.methods:
            problem.add(replace(method, finishes=solving.finishes))
        problem.extend(solving.finishes)

    instance, decision, *_ = get_type_hints(check).values()
    problem = Problem(name, instance, decision, load=load, **words)
    problem.check(check)
    if certified is not None:
        problem.certified(certified)
    problem.loads(loads_in_field(*loads) if isinstance(loads, tuple) else loads)
    problem.generate(generate, **draws)
    return problem
