"""Answers from pools of plans, one pool after the other along a front."""

from __future__ import annotations

import math

from ...core.arrays import FloatArray
from ...core.run import Run
from .choice_programs import ChoiceProgram, Pool
from .endings import SearchStopped
from .narrowed_programs import PricedProgram
from .questions import Least, Question

WIDER = 1.5  # how many times wider the next window is


class PlanPools:
    """The last pool of plans of a program of choices."""

    def __init__(self, choices: ChoiceProgram, whole: FloatArray) -> None:
        self._choices, self._whole = choices, whole
        self._pool: Pool | None = None
        self._widest = math.inf  # window of a pool that is not too large
        self.made = 0

    def known(self, asked: Question) -> Least | None:
        """Return the answer that the last pool has, if it has one."""
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
            self.made += 1
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
