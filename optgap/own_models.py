"""The front door for models that are not of this suite."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .core.front_result import ModelFront

__all__ = ["ModelFront", "front"]


def front(model: Any, objectives: Sequence[str], **limits: Any) -> ModelFront:
    """Return all nondominated points of your own Pyomo model with named objectives.

    They are linear, over integer variables, and of either sense.  When the time is up, the result
    holds the points that are proven and bounds on all others.  ``limits`` are ``time_limit``,
    ``engine``, ``seed``, ``threads``, and ``supported_only``: of two objectives only the points
    that minimise a weighted sum, which is quick.
    """
    from .solvers.fronts import front as front_of_model

    return front_of_model(model, objectives, **limits)
