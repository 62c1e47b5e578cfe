"""Answers from pools of plans, one pool after the other along a front; or from whole edges."""

from __future__ import annotations

import math
from collections.abc import Iterator

from ...core.arrays import FloatArray
from ...core.run import Run
from .assignment_fronts import assignment_front
from .choice_programs import ChoiceProgram, Pool
from .endings import SearchStopped
from .narrowed_programs import PricedProgram
from .questions import Least, Question

WIDER = 1.5  # how many times wider the next window is


class PlanPools:
    """The last pool of plans of a program of choices, or the front of an assignment."""

    def __init__(self, choices: ChoiceProgram, whole: FloatArray) -> None:
        self._choices, self._whole = choices, whole
        self._front = assignment_front(choices, whole)
        self._pool: Pool | None = None
        self._widest = math.inf  # window of a pool that is not too large
        self._made = 0

    @property
    def made(self) -> int:
        """Pools, and programs and edges of an assignment."""
        return self._made + (0 if self._front is None else self._front.programs)

    def edges(self, run: Run) -> Iterator[list[FloatArray]]:
        """Yield all points along each edge of the hull of an assignment with two goals."""
        return iter(()) if self._front is None else self._front.edges(run)

    def known(self, asked: Question, run: Run) -> Least | None:
        """Return the answer that the last pool or an edge has, if there is one."""
        exact = None if self._front is None else self._front.least(asked, run)
        if exact is not None:
            return exact
        if self._pool is None or not self._pool.covers(asked.k, asked.limits):
            return None
        floor, x = self._pool.least(asked.limits)
        if floor > asked.most or math.isinf(floor):
            return Least(asked.most + 1.0)
        return None if x is None else Least(floor, x)

    def least(self, asked: Question, priced: PricedProgram, window: float, run: Run) -> Least:
        """Return the least value from new pools, or a floor where too many plans are near it.

        A pool with too many plans is asked for with a smaller window; one without an answer with a
        wider one, and with more patience.
        """
        floor, patient = asked.floor, False
        window = min(window, self._widest)
        while not run.should_stop():
            budget = min(asked.most, asked.floor + window) + 1.0 - priced.value
            pool = self._choices.pool(
                self._whole, asked.k, asked.limits, priced, budget, patient=patient
            )
            self._made += 1
            if pool is None and patient:
                return Least(floor)
            if pool is None:
                patient = window <= 1.0
                self._widest = window = max(1.0, window / WIDER**2)
                continue
            self._pool, patient = pool, True
            least, x = pool.least(asked.limits)
            floor = max(floor, least)
            if floor > asked.most or math.isinf(floor):
                return Least(asked.most + 1.0)
            if x is not None:
                self._widest = max(self._widest, WIDER * window)
                return Least(floor, x)
            window *= WIDER
        raise SearchStopped("time_limit")
