"""A course of stock: what comes and goes without decisions, in parts of a machine."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ...core.arrays import IntArray
from ...instances.cold_stock import ColdStock


@dataclass(frozen=True, eq=False)
class Course:
    """The stock of every day without decisions, the reviews, and the costs in cost units.

    ``free[0]`` is the stock before day 0 and ``free[t + 1]`` is N_t, the stock at the end of day t
    if nothing is ordered or removed.  Decisions add X_t whole machines to it.
    """

    free: IntArray
    parts: int
    first_review: int
    period: int
    lead: int
    holding: int
    order: int
    removal: int
    short: int

    @classmethod
    def of(cls, instance: ColdStock) -> Course:
        """Return the course of an instance."""
        steps = instance.due - instance.taken
        start = instance.stock * instance.parts
        free = np.concatenate([[start], start + np.cumsum(steps)]).astype(np.int64)
        holding, order, removal, short = instance.costs
        timing = (instance.first_review, instance.period, instance.lead)
        return cls(free, instance.parts, *timing, holding, order, removal, short)

    @property
    def days(self) -> int:
        """T, the number of days."""
        return len(self.free) - 1

    @property
    def reviews(self) -> range:
        """R, the days of reviews."""
        return range(self.first_review, self.days, self.period)

    def review(self, day: int) -> int:
        """Return the number of the review on a day, -1 if there is none."""
        since = day - self.first_review
        return since // self.period if since >= 0 and since % self.period == 0 else -1

    @property
    def inevitable(self) -> int:
        """How many days are short before anything ordered can arrive."""
        first = min(self.days, self.first_review + self.lead)
        return int((self.free[1 : first + 1] < 0).sum())

    @cached_property
    def needed(self) -> IntArray:
        """The least X_t with which day t is not short, from t = -1 on."""
        return -(self.free // self.parts)

    @cached_property
    def levels(self) -> IntArray:
        """The values of X_t that an optimal plan can do with: 0, and -N_t rounded up and down."""
        return np.unique(np.concatenate([[0], self.needed, -self.free // self.parts]))
