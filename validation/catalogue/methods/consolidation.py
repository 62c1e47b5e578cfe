"""The exact methods of consolidation, put together from their parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from types import ModuleType

from ....core.arrays import IntArray
from ....core.outcome import Answer
from ....core.run import Run
from ....core.schema import Count
from ....instances.consolidation import Consolidation
from ....solvers.consolidation import cheap_bound, column_generation, impossible
from .exact import exact


def exact_explained(formulation: ModuleType) -> Callable[..., Answer]:
    """Return the method that solves the program, unless a cheap bound proves there is no plan."""
    solved = exact(formulation)

    def method(instance: Consolidation, run: Run) -> Answer:
        bound = cheap_bound(instance)
        return impossible(bound) if bound.units is None else solved(instance, run)

    return method


def _numbers(instance: Consolidation, answer: Answer) -> IntArray | None:
    return None if answer.decision is None else instance.numbers(answer.decision)


def columns_from(
    heuristic: Callable[..., Answer],
    ruled: Callable[..., Answer],
    mixed: Callable[[Consolidation, Run], IntArray | None],
    slotted: Callable[[Consolidation, Run], IntArray | None],
    mended: Callable[[Consolidation, IntArray, Run], IntArray | None],
    refilled: Callable[[Consolidation, IntArray, Run], IntArray],
    settled: Callable[[Consolidation, IntArray, Run], IntArray],
) -> Callable[..., Answer]:
    """Return column generation that begins from a heuristic's plan where items run already.

    Under rules or prices that heuristic is ``ruled``; after it come two that follow a program: the
    ``mixed`` one its mix of items, the ``slotted`` one its patterns.  Plans that break rules are
    ``mended``.  Where there are rules or prices, the best plan is ``refilled``, and in a
    ``settled`` one items stay where that costs nothing.
    """

    def start(instance: Consolidation, run: Run) -> Iterator[IntArray]:
        if run.start is not None:
            yield instance.numbers(run.start)
            return
        if not instance.occupied.any() and not instance.rules:
            return
        bound_by_rules = instance.rules or instance.objective == "price"
        plan = _numbers(instance, (ruled if bound_by_rules else heuristic)(instance, run.inner()))
        if plan is not None:
            yield plan
        for follow in (mixed, slotted) if bound_by_rules else ():
            plan = follow(instance, run.inner())
            if plan is not None:
                yield plan

    def method(
        instance: Consolidation,
        run: Run,
        *,
        dives: Count = 16,
        patterns: Count = 1_500,
        branches: Count = 200,
    ) -> Answer:
        answer = column_generation(
            instance,
            run,
            start=start,
            mend=mended,
            refill=refilled,
            dives=dives,
            patterns=patterns,
            branches=branches,
        )
        if answer.decision is None or not instance.rules:
            return answer
        machine = settled(instance, instance.numbers(answer.decision), run.inner())
        return replace(answer, decision=instance.decision(machine))

    return method
