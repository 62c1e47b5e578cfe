"""The proof that no plan as good moves less: a bound above the objective, with less to spend.

Cost comes first and the number of moves second, so that an item costs its own cost times one more
than there are items, and 1.  With a budget of one less than what the plan spends by that measure,
column generation proves that every plan is worse.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ....core.arrays import IntArray
from ....core.decimals import as_written
from ....core.run import Run
from ....instances.consolidation import Consolidation
from ..column_generation import column_generation

_MOST = 2**53  # whole numbers up to here are exact in a file


def with_less_to_spend(instance: Consolidation, machine: IntArray) -> Consolidation | None:
    """Return the instance in which a plan that spends less is all that the budget allows.

    None where its numbers are too large to be exact.
    """
    count = len(instance.items)
    own = (as_written(item.migration_cost) / instance.cost_unit for item in instance.items)
    costs = [int(cost) * (count + 1) + 1 for cost in own]
    if sum(costs) >= _MOST:
        return None
    moved = np.flatnonzero((instance.home >= 0) & (machine != instance.home)).tolist()
    items = tuple(
        item.model_copy(update={"migration_cost": float(cost)})
        for item, cost in zip(instance.items, costs, strict=True)
    )
    budget = float(sum(costs[i] for i in moved) - 1)
    return instance.model_copy(update={"items": items, "migration_budget": budget})


def certificate_of_moves(
    instance: Consolidation, machine: IntArray, run: Run
) -> dict[str, Any] | None:
    """Return a certificate that with less to spend no plan is as good; None where none is found."""
    tight = with_less_to_spend(instance, machine)
    if tight is None:
        return None
    worse = instance.units_of(machine) + 1
    answer = column_generation(
        tight, run, start=lambda *_: iter(()), dives=0, patterns=0, known=worse
    )
    bound = answer.bound
    proves = answer.infeasible or (bound is not None and bound >= instance.value_of(worse))
    return answer.certificate if proves else None
