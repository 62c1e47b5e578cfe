"""The certificate of kind ``prices``: its form, and its numbers as arrays."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal, TypeAlias

import numpy as np
from pydantic import Strict

from ....core.arrays import FloatArray
from ....core.schema import NonNegative, Part, Positive
from ....instances.stage import Stage
from ..forms import Certificate, Whole, WholeNumbers, index_faults
from ..verdict import Violation, malformed

# a resource, and the unit it is counted in
PriceRow: TypeAlias = Annotated[tuple[Whole, Positive | None], Strict(False)]


class PriceTable(Part):
    """A latency, and a price for every group of machines and every row."""

    latency: float | None
    price: list[list[NonNegative]]

    @property
    def threshold(self) -> float:
        """The latency; infinity stands for all plans."""
        return math.inf if self.latency is None else self.latency


class PriceTables(Certificate):
    """Prices of what groups of machines have, one table for each threshold of the latency.

    ``none_up_to`` is the latency that no plan has.  The thresholds rise; null, which may be the
    last one, stands for all plans.
    """

    AXES: ClassVar = {"group": ("machines",)}
    kind: Literal["prices"] = "prices"
    group: WholeNumbers
    rows: list[PriceRow]
    none_up_to: PriceTable | None
    steps: list[PriceTable]

    @property
    def tables(self) -> list[tuple[str, PriceTable]]:
        """All tables with their places, by rising thresholds."""
        none = [] if self.none_up_to is None else [("none_up_to", self.none_up_to)]
        return [*none, *((f"steps[{s}]", step) for s, step in enumerate(self.steps))]

    @property
    def groups(self) -> int:
        """For how many groups the first table has prices."""
        return len(self.tables[0][1].price) if self.tables else 0

    @property
    def thresholds(self) -> FloatArray:
        """The latency that no plan has, minus infinity without one, and those of the steps."""
        none = -math.inf if self.none_up_to is None else self.none_up_to.threshold
        return np.array([none, *(step.threshold for step in self.steps)])

    @property
    def price(self) -> FloatArray:
        """The prices: thresholds x groups x rows; 0 where no latency is named that no plan has."""
        price = np.zeros((1 + len(self.steps), self.groups, len(self.rows)))
        price[1 + len(self.steps) - len(self.tables) :] = [table.price for _, table in self.tables]
        return price

    def faults(self, instance: Stage) -> Iterator[Violation]:
        """Yield what does not fit the instance, and tables that do not fit each other."""
        yield from super().faults(instance)
        yield from index_faults("rows", [row for row, _ in self.rows], resources_of(instance))
        if self.groups == 0:
            yield malformed("steps", "must state prices")
            return
        yield from index_faults("group", self.group, self.groups)
        for place, table in self.tables:
            if len(table.price) != self.groups:
                yield malformed(f"{place}.price", f"must have {self.groups} entries, one per group")
            for g, prices in enumerate(table.price):
                if len(prices) != len(self.rows):
                    words = f"must have {len(self.rows)} entries, one per row"
                    yield malformed(f"{place}.price[{g}]", words)
        if self.none_up_to is not None and self.none_up_to.latency is None:
            yield malformed("none_up_to.latency", "must be a finite number")
        for before, after in itertools.pairwise(table.threshold for _, table in self.tables):
            if not before < after:
                yield malformed("steps", f"thresholds must rise, {after!r} comes after {before!r}")


def resources_of(instance: Stage) -> int:
    """Return how many resources a proof may name; the places are the last one, if limited."""
    return int(instance.available.shape[1]) + (instance.max_per_machine is not None)
