"""What kube-scheduler lets a pod go to, and how it scores nodes by their resources."""

from __future__ import annotations

from typing import Literal, TypeAlias

import numpy as np

from ...core.arrays import FloatArray
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
    return np.array([known[item.allowed_machines] for item in instance.items])


def scores(requested: FloatArray, capacity: FloatArray, scoring: Scoring) -> FloatArray:
    """Return the sum of both scores of nodes, each from 0 to 100 as the scheduler rounds them.

    LeastAllocated is the mean of (capacity - requested) · 100 / capacity over the resources,
    MostAllocated that of requested · 100 / capacity.  Balanced allocation is 100 · (1 - standard
    deviation of the shares in use).
    """
    has = capacity > 0
    safe = np.where(has, capacity, 1.0)
    over = requested > capacity
    amount = requested if scoring == "most-allocated" else capacity - requested
    each = np.where(has & ~over, np.floor(amount * 100 / safe + 1e-9), 0.0)
    count = np.maximum(1, has.sum(axis=1))
    fit = np.floor(each.sum(axis=1) / count)
    share = np.where(has, np.minimum(1.0, requested / safe), np.nan)
    mean = np.nansum(share, axis=1) / count
    spread = np.sqrt(np.nansum((share - mean[:, None]) ** 2, axis=1) / count)
    return np.asarray(fit + np.floor((1 - spread) * 100 + 1e-9))
