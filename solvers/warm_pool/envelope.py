"""The plan that is least in every tick, in two passes.

With no cost for configuring and no short tick but inevitable ones, the smaller of two plans in
every tick is a plan again, so that one plan is least everywhere.
"""

from __future__ import annotations

import numpy as np

from ...core.arrays import IntArray
from ...core.compiled import kernel
from ...instances.warm_pool import WarmPool


def reach(instance: WarmPool) -> IntArray:
    """Return the most machines that can be configured in every tick."""
    since = np.arange(instance.ticks) - instance.lead + 1
    return instance.at_start + instance.rise * np.maximum(0, since)


def inevitable(instance: WarmPool) -> int:
    """Return how many ticks are short whatever is decided."""
    return int((instance.needed > reach(instance)).sum())


def envelope(instance: WarmPool) -> IntArray:
    """Return the fewest machines in every tick, with only inevitable ticks short."""
    return _envelope(
        instance.needed,
        reach(instance),
        instance.at_start,
        instance.lead,
        instance.rise,
        instance.fall,
    )


@kernel
def _envelope(
    needed: IntArray, most: IntArray, start: int, lead: int, rise: int, fall: int
) -> IntArray:
    """Fall as fast as allowed to the need, then raise earlier ticks as the limit on rises asks."""
    machines = np.full(len(needed), start)
    for t in range(lead, len(needed)):
        before = machines[t - 1]
        least = max(before - fall, min(before, needed[t - 1]))
        machines[t] = max(least, needed[t]) if needed[t] <= most[t] else least
    for t in range(len(needed) - 2, lead - 1, -1):
        machines[t] = max(machines[t], machines[t + 1] - rise)
    return machines
