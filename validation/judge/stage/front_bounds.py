"""Bounds of an unfinished front: ``[{"latency": T or null, "cost": B}, …]`` with rising T.

An entry says that a plan with a latency up to T costs at least B; null stands for all plans.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ....instances.stage import Stage
from ..judging import read_certificate
from ..verdict import TOO_LARGE, Violation
from .price_bounds import MOST_WORK, ProvenCosts, next_above, proven, work_of
from .price_document import FrontPrices, PriceTables


def check_bound_front(
    instance: Stage,
    certificate: dict[str, Any],
    bound_front: Sequence[Mapping[str, float | None]],
) -> list[Violation]:
    """Re-check that prices prove every bound, and that no plan is faster than they say."""
    form, faults = read_certificate((PriceTables,), instance, certificate)
    if not isinstance(form, PriceTables):
        return faults
    prices = FrontPrices.of(form)
    work = work_of(instance, prices)
    if work > MOST_WORK:
        words = f"takes {work:.0e} steps to check, {MOST_WORK:.0e} are allowed"
        return [Violation(TOO_LARGE, "certificate", None, words)]
    return _claim_faults(prices, proven(instance, prices), bound_front)


def _claim_faults(
    prices: FrontPrices, found: ProvenCosts, bound_front: Sequence[Mapping[str, float | None]]
) -> list[Violation]:
    """Compare the claims with what the prices prove."""
    faults = []
    if prices.none_up_to > -math.inf and not found.none:
        faults.append(f"the prices leave plans with a latency up to {prices.none_up_to!r}")
    known = dict(zip(prices.thresholds.tolist(), found.cost.tolist(), strict=True))
    for s, entry in enumerate(bound_front):
        if set(entry) != {"latency", "cost"}:
            faults.append(f"bound_front[{s}]: must name latency and cost")
            continue
        limit = math.inf if entry["latency"] is None else entry["latency"]
        claimed, low = entry["cost"], known.get(limit)
        if low is None:
            faults.append(f"bound_front[{s}]: the certificate has no prices for {limit!r}")
        elif claimed is None or not claimed <= max(low, 0.0):
            faults.append(f"bound_front[{s}]: claims {claimed!r}, the prices prove {low!r}")
    return [Violation("certificate", "certificate", None, words) for words in faults]


def least_above(
    instance: Stage, name: str, limits: Sequence[float], certificate: dict[str, Any] | None
) -> list[float]:
    """Return the least latency of a choice above each of some rising limits; infinite if none.

    Below the first limit lies what a certificate excludes.  A cost is only known to be above 0.
    """
    if name != "latency":
        return [max(0.0, limit) for limit in limits]
    none = (certificate or {}).get("none_up_to") or {}
    floor = none.get("latency", -math.inf)
    above = next_above(instance, np.array([max(limit, floor) for limit in limits]))
    return [float(value) for value in above]
