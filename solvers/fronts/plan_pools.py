"""Answers of a front search from pools: all plans of a choice program near an edge of its front."""

import math

from ...core.arrays import FloatArray
from ...core.run import Run
from .choice_programs import ChoiceProgram, Pool
from .narrowed_programs import PricedProgram
from .questions import Least, Question, SearchStopped

WIDER = 1.5  # factor from one window to the next


class PlanPools:
    """Answers to questions from pools of plans."""

    def __init__(self, choices: ChoiceProgram, whole: FloatArray) -> None:
        self._choices, self._whole = choices, whole
        self._pool: Pool | None = None
        self._widest = math.inf  # the widest window whose pool is not too large
        self.made = 0  # the number of pools computed so far

    def known(self, asked: Question) -> Least | None:
        """Return the answer if the last pool already contains it, else ``None``."""
        if self._pool is None or not self._pool.covers(asked.k, asked.limits):
            return None
        floor, x = self._pool.least(asked.limits)
        if floor > asked.most or math.isinf(floor):
            return Least(asked.most + 1.0)
        return None if x is None else Least(floor, x)

    def least(self, asked: Question, priced: PricedProgram, window: float, run: Run) -> Least:
        """Return the least value of goal k from new pools; a lower bound if these stay too large.

        A pool holds the plans within a window above the relaxation.  If they are too many, the
        window shrinks; if the pool has no answer, it widens, up to ``asked.most``.
        """
        floor, patient = asked.floor, False
        window = min(window, self._widest)
        while not run.should_stop():
            cost = min(asked.most, asked.floor + window)
            pool = self._choices.pool(
                self._whole, asked.k, asked.limits, priced, cost, patient=patient
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
            assert cost < asked.most
            window *= WIDER
        raise SearchStopped("time_limit")
