"""The method ``exact`` of consolidation, which names the item or resource that bars every plan."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

from ..instances.consolidation import Consolidation
from ..instances.outcome import Answer
from ..instances.run import Run
from ..solvers.packing_bounds import cheap_bound, impossible
from .exact import exact


def exact_explained(formulation: ModuleType) -> Callable[..., Answer]:
    """Return the method that solves the program, unless a cheap bound proves there is no plan."""
    solved = exact(formulation)

    def method(instance: Consolidation, run: Run) -> Answer:
        bound = cheap_bound(instance)
        return impossible(bound) if bound.machines is None else solved(instance, run)

    return method
