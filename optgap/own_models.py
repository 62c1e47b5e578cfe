"""The front door for models that are not of this suite."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

from .core.front_result import ModelFront
from .validation.limits import check_limits

__all__ = ["ModelFront", "front"]


def front(
    model: Any,
    objectives: Sequence[str],
    *,
    solver: str = "highs",
    time_limit: float | None = None,
    seed: int = 0,
    threads: int | None = None,
    supported_only: bool = False,
    engine: str | None = None,
) -> ModelFront:
    """Return all nondominated points of your own Pyomo model with named objectives.

    They are linear, over integer variables, and of either sense.  When the time is up, the result
    holds the points that are proven and bounds on all others.  With ``supported_only``, of two
    objectives only the points that minimise a weighted sum are found, which is quick.  ``engine``
    is the former name of ``solver``.
    """
    from .solvers.fronts import front as front_of_model

    if engine is not None:
        warnings.warn("front(engine=...) is now front(solver=...)", FutureWarning, stacklevel=2)
        solver = engine
    check_limits(time_limit=time_limit, seed=seed, threads=threads)
    return front_of_model(
        model,
        objectives,
        solver=solver,
        time_limit=time_limit,
        seed=seed,
        threads=threads,
        supported_only=supported_only,
    )
