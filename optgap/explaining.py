"""Public functions that explain an instance: conflicts, pool of plans, sweeps."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .core.clock import paused_clock
from .core.faults import input_error
from .core.outcome import Outcome
from .core.run import Run, answer_in_time
from .core.schema import Instance
from .progress import progress_line
from .validation.running import AnyInstance, check_limits, load_instance

if TYPE_CHECKING:
    from .validation.explaining import Explanation
    from .validation.study import Sweep


def explain(
    model: Any,
    *,
    hard: Collection[str] = (),
    words: Mapping[str, str] | None = None,
    domains: bool = False,
    time_limit: float | None = 60.0,
    seed: int = 0,
    progress: bool | None = None,
) -> Explanation:
    """Return a minimal conflict that explains why an instance or a Pyomo model is infeasible.

    If any statement of the conflict is left out, the others can hold together. For each family of
    statements, the result has the smallest change that resolves the conflict. ``minimal`` and
    ``proven`` state what is proven. For a model, ``hard`` names components that are never reported,
    and ``words`` names components and members.  With ``domains``, bounds and integrality of
    variables are statements too; otherwise they always hold and are never reported.
    """
    check_limits(time_limit=time_limit, seed=seed)
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


def is_model(thing: Any) -> bool:
    """Return whether an object is a Pyomo model, without importing Pyomo for other objects."""
    return not isinstance(thing, str | Path | Mapping | Instance) and hasattr(
        thing, "component_objects"
    )
