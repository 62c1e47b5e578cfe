"""The declaration of a built-in problem: a table whose parts are found by name in the folders."""

from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, cast, get_type_hints

from ..judge import FrontBounds
from .description import Problem
from .method import MIP_SOLVERS, LoadsFunction, loads_in_field

CONTINUOUS = MIP_SOLVERS[:2]  # the engines of models that are not exactly integral


def built_in(
    name: str,
    *,
    methods: Sequence[tuple[Any, ...]],
    draws: dict[str, Any],
    loads: LoadsFunction | tuple[str, str, str],
    generate: Callable[..., Any] | None = None,
    program: str | None = None,
    first_plan: str | None = None,
    recommends: Callable[[Any], str] | None = None,
    also: Callable[[Problem], None] | None = None,
    finish: Callable[[str, Callable[..., Any]], Callable[..., Any]] = lambda kind, method: method,
    **words: Any,
) -> Problem:
    """Return a problem of the suite, declared like a user's own.

    A row of ``methods`` is kind, name, place in the paper, engines.  Its function has the same
    name, unless the row says ``name = function``.  The first module of the problem that has the
    function counts: that in `methods` beside this one, then that of the folder of its kind
    (solvers or heuristics), then that of the other.  ``exact`` is the formulation's model where no
    module has one; ``program`` describes that model, which is not built where the solvers'
    ``impossible`` proves that there is no plan.  ``first_plan`` names a method in no time, from
    whose plan ``exact`` begins under a time limit.  ``recommends`` names the method whose front
    ``wun`` chooses from; ``also`` declares methods before the rows; ``finish`` wraps the methods
    of the rows and of installed packages by their kind.  ``draws`` goes to `Problem.generate`;
    ``loads`` may be a title, a unit, and a field of the decision.
    """
    judge = import_module(f"..judge.{name}", __package__)
    instance, decision, *_ = get_type_hints(judge.check).values()

    def load(problem: Problem) -> None:
        problem.formulate(import_module(f"...formulations.{name}", __package__))
        if also is not None:
            also(problem)
        problem.extend(finish)
        for kind, row, paper, *engines in methods:
            label, _, function = row.partition(" = ")
            own: Any = {"name": label, "kind": kind, "paper": paper}
            own["summary"] = program if label == "exact" else None
            method = _function(name, kind, function or label.replace("-", "_"), program)
            told = _begun_by(first_plan, problem, label, _with_reason(name, label, method))
            problem.method(finish(kind, told), **own, solvers=tuple(engines))
        if recommends is not None:
            _recommend(problem, recommends)

    problem = Problem(name, instance, decision, load=load, **words, **_rechecks(judge))
    problem.check(judge.check)
    if hasattr(judge, "certified"):
        problem.certified(judge.certified)
    problem.loads(loads_in_field(*loads) if isinstance(loads, tuple) else loads)
    instances = import_module(f"...instances.{name}", __package__)
    problem.generate(generate or instances.generate, **draws)
    return problem


def _rechecks(judge: ModuleType) -> dict[str, Any]:
    """Return what a problem's judge re-checks beside decisions and bounds."""
    rechecks: dict[str, Any] = {"claims_beside": getattr(judge, "claims_beside", None)}
    if hasattr(judge, "check_bound_front"):
        rechecks["front_bounds"] = FrontBounds(judge.check_bound_front, judge.least_above)
    return rechecks


def _recommend(problem: Problem, usual: Callable[[Any], str]) -> None:
    from .methods.exact_front import recommending

    problem.method(recommending(problem, usual), paper="section 5.3, WUN")


def _with_reason(name: str, label: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return ``exact`` with the problem's own words for an instance without a plan, if it has any.

    They are those of ``why_infeasible`` in the problem's module of the solvers.
    """
    module = f"...solvers.{name}"
    if label != "exact" or find_spec(module, __package__) is None:
        return function
    reason = getattr(import_module(module, __package__), "why_infeasible", None)
    if reason is None:
        return function
    from .methods.exact import with_explanation

    return with_explanation(function, reason)


def _begun_by(
    first: str | None, problem: Problem, label: str, method: Callable[..., Any]
) -> Callable[..., Any]:
    """Return ``exact`` so that it begins from a quick plan under a time limit, if there is one."""
    if label != "exact" or first is None:
        return method
    from .methods.exact import begun_by

    quick = _function(problem.name, "baseline", first.replace("-", "_"), None)
    return begun_by(quick, problem.check, method)


def _function(name: str, kind: str, function: str, program: str | None) -> Callable[..., Any]:
    """Return a method's function; ``exact`` is made of the formulation where none has it."""
    from .methods.exact import exact, exact_unless

    folders = ["...solvers", "...heuristics"]
    for folder in (".methods", *(folders if kind == "exact" else reversed(folders))):
        if find_spec(f"{folder}.{name}", __package__) is not None:
            exported = getattr(import_module(f"{folder}.{name}", __package__), function, None)
            if callable(exported):
                return cast("Callable[..., Any]", exported)
    assert function == "exact", f"{name} has no method {function}"
    formulation = import_module(f"...formulations.{name}", __package__)
    if hasattr(formulation, "max_objectives"):  # several objectives
        from .methods.exact_front import exact_front

        return exact_front(formulation)
    if program is None:
        return exact(formulation)
    return exact_unless(import_module(f"...solvers.{name}", __package__).impossible, formulation)
