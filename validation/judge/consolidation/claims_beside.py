"""Claims beside the bound: which nodes end empty without pins, and that no plan moves less.

A plan as good that costs less, or as much and moves less, spends less by this measure: an item
counts its cost in whole units times one more than there are items, and 1.  So a certificate that
with one less to spend every plan is worse proves the claim.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from ....core.decimals import as_written, common_unit
from ....instances.consolidation import Consolidation
from ..verdict import Violation, claim
from .packing import PackingInUnits
from .sites import sites_of

_Recheck = Callable[[Consolidation, dict[str, Any], float | None], list[Violation]]


def claims_beside(
    instance: Consolidation, objective: float | None, details: Any, recheck: _Recheck
) -> list[Violation]:
    """Return what is wrong with the claims about a plan without pins, and about the moves."""
    wrong = [*_coming_back(instance, details)]
    if wrong or details.get("moves_bound_kind") != "certified":
        return wrong
    cost, moves = details.get("cost_bound"), details.get("moves_bound")
    numbers = all(type(value) in (int, float) and value >= 0 for value in (cost, moves))
    if not numbers or objective is None:
        return [claim("details.moves_bound_kind", "needs a cost_bound and a moves_bound")]
    if cost == 0 and moves == 0:
        return []  # nothing is less
    certificate = details.get("moves_certificate")
    if not isinstance(certificate, dict):
        return [claim("details.moves_bound_kind", "is 'certified' without a certificate")]
    unit = common_unit(as_written(item.migration_cost) for item in instance.items)
    count = len(instance.items) + 1
    costs = (as_written(item.migration_cost) / unit * count + 1 for item in instance.items)
    pairs = zip(instance.items, costs, strict=True)
    items = tuple(item.model_copy(update={"migration_cost": float(c)}) for item, c in pairs)
    budget = as_written(cost) / unit * count + as_written(moves) - 1
    if budget < 0:
        return [claim("details.moves_bound_kind", "bounds below what one move costs")]
    less = instance.model_copy(update={"items": items, "migration_budget": float(budget)})
    worse = float(Fraction(as_written(objective)) + PackingInUnits(instance).price_unit)
    faults = recheck(less, certificate, worse)
    if faults and not recheck(less, certificate, None):
        return []  # with less to spend there is no plan at all
    return [claim("details.moves_certificate", fault.message) for fault in faults]


def _coming_back(instance: Consolidation, details: Any) -> Iterator[Violation]:
    """A machine does not become free if an item that leaves, or waits, may be sent there.

    That is one which tolerates cordons, is allowed on the machine and fits there alone.
    """
    for key in ("freed_without_pins", "proven_without_pins"):
        freed = details.get(key) if isinstance(details.get(key), (list, tuple)) else ()
        sites = [site for site in sites_of(instance) if site.name in freed]
        for item in (item for item in instance.items if item.tolerates_cordon):
            for site in sites if item.machine in (None, *freed) else ():
                sizes = zip(item.demand, site.record.capacity, site.limit, strict=True)
                fits = all(as_written(d) <= as_written(c) * as_written(k) for d, c, k in sizes)
                if fits and (item.allowed_machines is None or site.name in item.allowed_machines):
                    yield claim(f"details.{key}", f"{item.name} may come back to {site.name}")
