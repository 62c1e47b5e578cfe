"""The exact methods of consolidation, put together from their parts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import ModuleType

from ....core.arrays import IntArray
from ....core.outcome import Answer
from ....core.run import Run
from ....instances.consolidation import Consolidation
from ....solvers.consolidation import Count, cheap_bound, column_generation, impossible
from ...proofs.packing import too_large
from .exact import exact


def exact_explained(formulation: ModuleType) -> Callable[..., Answer]:
    """Return the method that solves the program, unless a cheap bound proves there is no plan."""
    solved = exact(formulation)

    def method(instance: Consolidation, run: Run) -> Answer:
        bound = cheap_bound(instance)
        return impossible(bound) if bound.machines is None else solved(instance, run)

    return method


def columns_from(heuristic: Callable[..., Answer]) -> Callable[..., Answer]:
    """Return column generation that begins from a heuristic's plan where items run already.

    A bound whose proof would take too long to re-check is the solver's word.
    """

    def start(instance: Consolidation, run: Run) -> IntArray | None:
        if run.start is not None:
            return instance.numbers(run.start)
        if not instance.occupied.any():
            return None
        inner = replace(run, trace=[], timing={}, listener=None, time_limit=run.remaining)
        decision = heuristic(instance, inner).decision
        return None if decision is None else instance.numbers(decision)

    def method(
        instance: Consolidation, run: Run, *, dives: Count = 40, patterns: Count = 50_000
    ) -> Answer:
        answer = column_generation(instance, run, start=start, dives=dives, patterns=patterns)
        if answer.certificate is None or not too_large(instance, answer.certificate):
            return answer
        return replace(answer, certificate=None, bound_kind="solver")

    return method
