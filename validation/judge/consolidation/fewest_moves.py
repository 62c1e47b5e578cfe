"""The claim that no plan as good costs or moves less, re-checked on exact fractions.

A plan as good that costs less, or as much and moves less, spends less by this measure: an item
counts its cost in whole units times one more than there are items, and 1.  So a certificate that
with one less to spend every plan is worse proves the claim.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from ....core.decimals import as_written, common_unit
from ....instances.consolidation import Consolidation
from ..verdict import Violation, claim
from .packing import PackingInUnits

_KIND = "details.moves_bound_kind"

_Recheck = Callable[[Consolidation, dict[str, Any], float | None], list[Violation]]


def claims_of_moves(
    instance: Consolidation, objective: float | None, details: Mapping[str, Any], recheck: _Recheck
) -> list[Violation]:
    """Return what is wrong with the bounds on cost and moves where they are called certified."""
    if details.get("moves_bound_kind") != "certified":
        return []
    cost, moves = details.get("cost_bound"), details.get("moves_bound")
    if not _is_number(cost) or not _is_number(moves) or objective is None:
        return [claim(_KIND, "needs a cost_bound and a moves_bound")]
    if cost == 0 and moves == 0:
        return []  # nothing is less
    certificate = details.get("moves_certificate")
    if not isinstance(certificate, dict):
        return [claim(_KIND, "is 'certified' without a certificate")]
    unit = common_unit(as_written(item.migration_cost) for item in instance.items)
    count = len(instance.items) + 1
    items = tuple(
        item.model_copy(
            update={"migration_cost": float(as_written(item.migration_cost) / unit * count + 1)}
        )
        for item in instance.items
    )
    budget = as_written(cost) / unit * count + as_written(moves) - 1
    if budget < 0:
        return [claim(_KIND, "bounds below what one move costs")]
    less = instance.model_copy(update={"items": items, "migration_budget": float(budget)})
    worse = float(Fraction(as_written(objective)) + PackingInUnits(instance).price_unit)
    faults = recheck(less, certificate, worse)
    if faults and not recheck(less, certificate, None):
        return []  # with less to spend there is no plan at all
    return [claim("details.moves_certificate", fault.message) for fault in faults]


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and value >= 0
