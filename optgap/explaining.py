"""Public functions that explain an instance: conflicts, pool of plans, sweeps."""

from __future__ import annotations

import warnings
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from .api import Solution
from .core.clock import paused_clock
from .core.faults import Fault, InputError, input_error
from .core.outcome import Outcome
from .core.run import Run, answer_in_time
from .core.schema import Instance
from .progress import progress_line
from .validation.catalogue import problem_of
from .validation.running import AnyInstance, check_limits, load_instance

if TYPE_CHECKING:
    from .validation.explaining import Explanation
    from .validation.study import Sweep


def explain(
    model: Any,
    solution: Solution | None = None,
    *,
    hard: Collection[str] = (),
    words: Mapping[str, str] | None = None,
    domains: bool = False,
    time_limit: float | None = 60.0,
    seed: int = 0,
    nodes: Sequence[str] | None = None,
    items: Sequence[str] | None = None,
    progress: bool | None = None,
) -> Explanation:
    """Return a minimal conflict that explains why an instance or a Pyomo model is infeasible.

    If any statement of the conflict is left out, the others can hold together. For each family of
    statements, the result has the smallest change that resolves the conflict. ``minimal`` and
    ``proven`` state what is proven. For a model, ``hard`` names components that are never reported,
    and ``words`` names components and members.  With ``domains``, bounds and integrality of
    variables are statements too; otherwise they always hold and are never reported.

    A ``solution`` of `consolidation`, with ``nodes`` and ``items``, is deprecated: call
    `optgap.apps.cluster.why_stays`, which returns the same list.
    """
    check_limits(time_limit=time_limit, seed=seed)
    if solution is None and (nodes or items):
        raise input_error("solution", "must be given to explain why something stays")
    if solution is not None:
        if domains or hard or words:
            rule = "is given, so there is no conflict: leave out hard, words and domains"
            raise input_error("solution", rule)
        advice = (
            "explain(instance, solution) will be removed in 0.4; call optgap.apps.cluster.why_stays"
        )
        warnings.warn(advice, DeprecationWarning, stacklevel=2)
        limits: dict[str, Any] = {"time_limit": time_limit, "seed": seed}
        stays: Any = _stays(model, solution, nodes=nodes, items=items, **limits)
        return cast("Explanation", stays)  # a list, as long as the old form works
    run = Run("minimize", time_limit=time_limit, seed=seed)
    with progress_line(progress, "explain"):
        return answer_in_time(run, lambda: _explanation(model, run, hard, words, domains))


def pool(
    instance: AnyInstance,
    count: int,
    *,
    time_limit: float | None = None,
    seed: int = 0,
    progress: bool | None = None,
) -> Outcome:
    """Return the outcome of ``exact`` with the ``count`` best distinct decisions in its ``pool``.

    ``details["unique"]`` says whether the optimum is unique.
    """
    from .validation.study import solve_pool

    check_limits(time_limit=time_limit, seed=seed)
    loaded = load_instance(instance)
    with progress_line(progress, f"{count} best decisions of {loaded.name}"):
        return solve_pool(loaded, count, time_limit=time_limit, seed=seed)


def sweep(
    instance: AnyInstance,
    field: str,
    values: Sequence[float],
    methods: Sequence[str] | None = None,
    *,
    time_limit: float | None = None,
    seed: int = 0,
    prices: bool = False,
    progress: bool | None = None,
) -> Sweep:
    """Return an outcome for each value of a numeric field; methods start from earlier plans.

    The result is a list with a ``plot``; a notebook shows it as a table and a picture.

    With ``prices`` each outcome has the line that the relaxation proves as a bound at all values
    (see `Price`).
    """
    from .validation.study import Sweep
    from .validation.study import sweep as swept

    check_limits(time_limit=time_limit, seed=seed)
    limits: dict[str, Any] = {"time_limit": time_limit, "seed": seed, "prices": prices}
    loaded = load_instance(instance)
    with progress_line(progress, f"{field} of {loaded.name}") as line:
        found = swept(loaded, field, values, methods, **limits, listener=line)
        return Sweep(loaded, field, found)


def _explanation(
    model: Any, run: Run, hard: Collection[str], words: Mapping[str, str] | None, domains: bool
) -> Explanation | None:
    with paused_clock():
        from .solvers.conflicts import stated_model
        from .validation.explaining import explain_form, statements_of

    if is_model(model):
        stated = stated_model(model, hard=hard, words=words, domains=domains)
        return explain_form(model.name, stated, run)
    if hard or words:
        name = "hard" if hard else "words"
        raise input_error(name, "is only valid for a Pyomo model, not for an instance")
    instance = load_instance(model)
    of_instance = statements_of(instance, domains=domains)
    form, headline, always = of_instance.form, of_instance.headline, of_instance.always
    return explain_form(instance.name, form, run, headline, always)


def _stays(model: Any, solution: Solution, **named: Any) -> list[Any]:
    """Return the reasons why parts of a solution stay, from the problem's function `stays`."""
    instance = load_instance(model)
    problem = problem_of(instance)
    function = problem.function("stays") if problem.methods else None
    if function is None:
        rule = "must be consolidation"
        raise InputError("bad input", [Fault.of("problem", rule, problem.name)])
    return list(function(instance, solution, **named))


def is_model(thing: Any) -> bool:
    """Return whether an object is a Pyomo model, without importing Pyomo for other objects."""
    return not isinstance(thing, str | Path | Mapping | Instance) and hasattr(
        thing, "component_objects"
    )
