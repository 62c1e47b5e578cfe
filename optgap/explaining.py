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
    ``proven`` state what is proven.

    Parameters
    ----------
    model : Instance, mapping, str, Path or Pyomo model
        An instance as for `solve`, or a linear Pyomo model.
    hard : collection of str, optional
        Components of a model that are never reported.
    words : mapping, optional
        For components and members of a model, the words that name them in the result.
    domains : bool, default False
        Treat bounds and integrality of variables as statements too. Otherwise they always hold and
        are never reported.
    time_limit : float, optional
        Seconds of wall-clock time; by default 60.
    seed : int, default 0
        Seed of random choices; equal seeds give equal results.
    progress : bool, optional
        Show the progress. By default it is shown after two seconds in a terminal or notebook.

    Returns
    -------
    Explanation
        The conflict, the smallest changes, and what is proven about them.

    Raises
    ------
    InputError
        If an argument is wrong; the error lists every fault with its place.
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
    """Return the best distinct decisions of an instance.

    Parameters
    ----------
    instance : Instance, mapping, str, Path or Pyomo model
        An instance, its document, the path of a file, the name of a bundled instance
        (``placement/fig6``) or of the library (``library/NAME``).
    count : int
        The number of decisions, at least 1.
    time_limit : float, optional
        Seconds of wall-clock time; by default there is no limit.
    seed : int, default 0
        Seed of random choices; equal seeds give equal results.
    progress : bool, optional
        Show the progress. By default it is shown after two seconds in a terminal or notebook.

    Returns
    -------
    Outcome
        The outcome of ``exact``; ``pool`` has the decisions, the best first, and
        ``details["unique"]`` says whether the optimum is unique.

    Raises
    ------
    InputError
        If an argument is wrong; the error lists every fault with its place.
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
    """Return the outcomes for each value of a numeric field; methods start from earlier plans.

    Parameters
    ----------
    instance : Instance, mapping, str, Path or Pyomo model
        An instance, its document, the path of a file, the name of a bundled instance
        (``placement/fig6``) or of the library (``library/NAME``).
    field : str
        The name of a numeric field, such as ``migration_budget``.
    values : sequence of float
        The values that the field takes, in this order.
    methods : sequence of str, optional
        Names of methods; by default the last one that ``auto`` runs.
    time_limit : float, optional
        Seconds for each run; by default there is no limit.
    seed : int, default 0
        Seed of random choices; equal seeds give equal results.
    prices : bool, default False
        Also prove, for each outcome, a line that bounds the optimum at all values (see `Price`).
    progress : bool, optional
        Show the progress. By default it is shown after two seconds in a terminal or notebook.

    Returns
    -------
    Sweep
        For each value the best bound and the outcome of each method, with a ``plot``; a notebook
        shows a table and a picture.

    Raises
    ------
    InputError
        If the field is not numeric, a value breaks a rule of the instance, or a method is unknown.
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
