"""The verbs that say why: why there is no plan, and what would change that."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .api import loaded
from .core.faults import input_error
from .core.run import Run
from .core.schema import Instance
from .validation.limits import check_limits

if TYPE_CHECKING:
    from .validation.explaining import Explanation


def explain(
    model: Any,
    *,
    hard: Collection[str] = (),
    words: Mapping[str, str] | None = None,
    time_limit: float | None = 60.0,
    seed: int = 0,
) -> Explanation:
    """Return why an instance or a Pyomo model has no solution: a conflict that cannot be smaller.

    Every statement of the conflict is needed, and the smallest change of each family that ends it
    is named; ``minimal`` and ``proven`` say what is proven.  In a model ``hard`` names components
    that are never blamed, ``words`` gives names to components and members.
    """
    from .validation.explaining import explained, statements_of

    check_limits(time_limit=time_limit, seed=seed)
    run = Run("minimize", time_limit=time_limit, seed=seed)
    if _is_model(model):
        from .solvers.explaining import stated_model

        stated = stated_model(model, hard=hard, words=words)
        found = explained(model.name, stated, run)
    else:
        if hard or words:
            raise input_error("bad input", "hard and words are for models, an instance has its own")
        instance = loaded(model)
        stated, headline = statements_of(instance)
        found = explained(instance.name, stated, run, headline)
    if found is None:
        raise TimeoutError(f"{time_limit} seconds were too short for an answer")
    return found


def _is_model(thing: Any) -> bool:
    """Return whether something is a Pyomo model, without importing Pyomo for anything else."""
    return not isinstance(thing, str | Path | Mapping | Instance) and hasattr(
        thing, "component_objects"
    )
