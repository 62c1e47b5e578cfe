"""From counts of cluster, configuration and group to a machine and a configuration per instance.

The machines of a group are filled with the largest configurations first.  What finds no room goes
where a choice within the limit costs least; afterwards every instance takes the cheapest
configuration that its machine still has room for.
"""

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...core.kernels import kernel
from ...instances.stage import Stage, WorkLatency

EMPTY = np.zeros((0, 0, 0))


@kernel
def slots_on_machines(
    counts: IntArray,
    order: IntArray,
    machines: IntArray,
    starts: IntArray,
    demand: FloatArray,
    left: FloatArray,
    slots: IntArray,
) -> int:
    """Reserve ``counts`` (configurations x groups) on machines, largest configuration first.

    Row s of ``slots`` becomes a machine and a configuration; ``left`` is used up.  Returns how many
    were reserved.
    """
    filled = 0
    for g in range(counts.shape[1]):
        for at in range(len(order)):
            k = order[at]
            wanted = counts[k, g]
            for p in range(starts[g], starts[g + 1]):  # the machines of group g
                j = machines[p]
                while wanted > 0 and _has_room(left[j], demand[k]):
                    left[j] -= demand[k]
                    slots[filled, 0], slots[filled, 1] = j, k
                    filled += 1
                    wanted -= 1
                if wanted == 0:
                    break
    return filled


@kernel(inner=True)
def _has_room(left: FloatArray, demand: FloatArray) -> bool:
    fits = True
    for r in range(len(demand)):
        fits = fits and left[r] >= demand[r]
    return fits


@kernel
def _seconds(
    table: FloatArray,
    work: FloatArray,
    per_work: FloatArray,
    fixed: FloatArray,
    i: int,
    k: int,
    j: int,
) -> float:
    if table.shape[0] > 0:
        return float(table[i, k, j])
    return float(fixed[j] + per_work[j] * work[i, k])


@kernel
def place_rest(
    table: FloatArray,
    work: FloatArray,
    per_work: FloatArray,
    fixed: FloatArray,
    rate: FloatArray,
    price: FloatArray,
    group: IntArray,
    demand: FloatArray,
    left: FloatArray,
    limit: float,
    rest: IntArray,
    machine: IntArray,
    configuration: IntArray,
) -> int:
    """Place instances one by one by least priced cost where there is room; count those left."""
    missing = 0
    for i in rest:
        best, best_j, best_k = np.inf, -1, -1
        # left[j] stays the room of machine j beside all that is placed
        for j in range(len(left)):
            for k in range(len(rate)):
                seconds = _seconds(table, work, per_work, fixed, i, k, j)
                # NaN is a choice that cannot run
                if not seconds <= limit:
                    continue
                cost = seconds * rate[k] + price[group[j], k]
                if cost < best and _has_room(left[j], demand[k]):
                    best, best_j, best_k = cost, j, k
        if best_j < 0:
            missing += 1
            continue
        machine[i], configuration[i] = best_j, best_k
        left[best_j] -= demand[best_k]
    return missing


@kernel
def cheapen(
    table: FloatArray,
    work: FloatArray,
    per_work: FloatArray,
    fixed: FloatArray,
    rate: FloatArray,
    demand: FloatArray,
    left: FloatArray,
    limit: float,
    machine: IntArray,
    configuration: IntArray,
) -> None:
    """Let every instance take the cheapest configuration that its machine has room for."""
    for i in range(len(machine)):
        j, now = machine[i], configuration[i]
        left[j] += demand[now]  # its own room counts as free while it chooses
        best, chosen = _seconds(table, work, per_work, fixed, i, now, j) * rate[now], now
        for k in range(len(rate)):
            seconds = _seconds(table, work, per_work, fixed, i, k, j)
            if seconds <= limit and seconds * rate[k] < best and _has_room(left[j], demand[k]):
                best, chosen = seconds * rate[k], k
        left[j] -= demand[chosen]
        configuration[i] = chosen


def latency_arrays(instance: Stage) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """Return the latencies as kernels take them: the table, or work and terms of machines."""
    if isinstance(instance.latency, WorkLatency):
        terms = instance.latency.linear
        return EMPTY, terms.work, terms.per_work, terms.fixed
    return instance.latency, np.zeros((0, 0)), np.zeros(0), np.zeros(0)
