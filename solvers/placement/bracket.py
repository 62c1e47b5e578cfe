"""The state of a bottleneck search: its best plan and its proven bound."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...core.arrays import IntArray
from ...core.outcome import DEFAULT_GAP
from ...core.run import Run


@dataclass
class Bracket:
    """The optimum lies between ``low`` and ``high``.

    No assignment has a maximum latency below ``low``: the instances of ``violator`` have too few
    places on the machines where one of them is faster than that.  ``machine`` is an assignment
    whose maximum latency is ``high``.
    """

    low: float = 0.0
    violator: IntArray | None = None
    high: float = np.inf
    machine: IntArray | None = None
    infeasible: bool = False

    def raise_low(self, low: float, violator: IntArray, run: Run) -> None:
        """Record a better bound with its proof; an infinite one means that nothing is feasible."""
        if low == np.inf:
            self.infeasible, self.violator = True, violator
        elif low > self.low:
            self.low, self.violator = low, violator
            run.report(bound=low)

    def lower_high(self, high: float, machine: IntArray, run: Run) -> None:
        """Record a better assignment."""
        if high < self.high:
            self.high, self.machine = high, machine
            run.report(objective=high, decision={"machine": machine.tolist()})

    def open(self, run: Run) -> bool:
        """Return whether the search must go on.

        The search is exact: only a gap wider than the default one ends it early.
        """
        wide = run.gap > DEFAULT_GAP and run.reached_gap()
        return not self.infeasible and self.low < self.high and not wide
