"""What kube-scheduler lets a pod go to, and how it scores nodes by their resources."""

from __future__ import annotations

from typing import Literal, TypeAlias

import numpy as np

from ...core.arrays import FloatArray
from ...core.compiled import kernel
from ...instances.consolidation import Consolidation

Scoring: TypeAlias = Literal["default", "most-allocated"]


def allowed_by_the_scheduler(instance: Consolidation) -> np.ndarray:
    """Return the machines on which each item may be, whether or not a plan may send it there."""
    sites = instance.sites
    listed = [
        site.name.rpartition("#")[0] if offered else site.name
        for site, offered in zip(sites, instance.offered, strict=True)
    ]
    known: dict[tuple[str, ...] | None, np.ndarray] = {None: np.ones(len(sites), dtype=np.bool_)}
    for item in instance.items:
        if item.allowed_machines not in known:
            among = set(item.allowed_machines or ())
            known[item.allowed_machines] = np.array([name in among for name in listed])
    allowed = np.array([known[item.allowed_machines] for item in instance.items])
    allowed[:, instance.waits_at[instance.waits_at >= 0]] = False
    return allowed


@kernel(arrays=False)
def score(taken: FloatArray, asks: FloatArray, capacity: FloatArray, packs: bool) -> float:
    """Return the sum of both scores of a node, each from 0 to 100 as the scheduler rounds them.

    Requested is what the node's pods have taken and what the pod asks for.

    LeastAllocated is the mean of (capacity - requested) · 100 / capacity over the resources,
    MostAllocated that of requested · 100 / capacity.  Balanced allocation is 100 · (1 - standard
    deviation of the shares in use).
    """
    count, amounts, shares = 0, 0.0, 0.0
    for r in range(len(capacity)):
        if capacity[r] > 0:
            count += 1
            requested = taken[r] + asks[r]
            shares += min(1.0, requested / capacity[r])
            if requested <= capacity[r]:
                amount = requested if packs else capacity[r] - requested
                amounts += np.floor(amount * 100 / capacity[r] + 1e-9)  # whole, as int64 there
    if count == 0:
        return 100.0
    mean, spread = shares / count, 0.0
    for r in range(len(capacity)):
        if capacity[r] > 0:
            spread += (min(1.0, (taken[r] + asks[r]) / capacity[r]) - mean) ** 2
    balanced = np.floor((1 - np.sqrt(spread / count)) * 100 + 1e-9)
    return float(np.floor(amounts / count) + balanced)
