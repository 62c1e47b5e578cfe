"""Plans that respect the capacity of machines: loads along a path, and the repair of one plan.

Algorithm 3 of the stage optimizer knows no capacities, Eq. 9 of its appendix has them.
"""

from __future__ import annotations

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...core.compiled import kernel


@kernel
def overloaded_points(
    moves_before: IntArray,
    who: IntArray,
    to: IntArray,
    first: IntArray,
    machine: IntArray,
    demand: FloatArray,
    room: FloatArray,
) -> IntArray:
    """Return, for each point of a path, how many machines are overloaded.

    ``first`` and ``to`` are numbers of configurations.
    """
    resources = demand.shape[1]
    load = np.zeros_like(room)
    used = first.copy()
    for i in range(len(used)):
        load[machine[i]] += demand[used[i]]
    # broken[j]: machine j is overloaded now; count: how many are
    broken = np.zeros(len(room), dtype=np.bool_)
    count = 0
    for j in range(len(room)):
        broken[j] = _over(load[j], room[j]) > 0
        count += broken[j]
    result = np.empty(len(moves_before), dtype=np.int64)
    done = 0
    for point in range(len(moves_before)):
        # used[i] is the configuration of instance i after ``done`` moves
        while done < moves_before[point]:
            i = who[done]
            j = machine[i]
            for r in range(resources):
                load[j, r] += demand[to[done], r] - demand[used[i], r]
            used[i] = to[done]
            now = _over(load[j], room[j]) > 0
            count += int(now) - int(broken[j])
            broken[j] = now
            done += 1
        result[point] = count
    return result


@kernel(inner=True)
def _over(load: FloatArray, room: FloatArray) -> float:
    """Return by how much a machine is overloaded, as a sum of shares of its resources."""
    over = 0.0
    for r in range(len(load)):
        excess = load[r] - room[r]
        if excess > 0:
            over += excess / room[r] if room[r] > 0 else excess
    return over


@kernel
def repair(
    used: IntArray,
    limit: float,
    by_machine: IntArray,
    starts: IntArray,
    latency: FloatArray,
    cost: FloatArray,
    demand: FloatArray,
    room: FloatArray,
) -> bool:
    """Relieve every overloaded machine, keeping all latencies up to a limit; say whether it went.

    On each such machine the change of configuration with the least extra cost per overload
    removed is made, until the machine bears its instances or no change helps.  Machine j has the
    instances ``by_machine[starts[j] : starts[j + 1]]``.
    """
    load = np.zeros_like(room)
    for j in range(len(room)):
        for at in range(starts[j], starts[j + 1]):
            load[j] += demand[used[by_machine[at]]]
    for j in range(len(room)):
        if _over(load[j], room[j]) == 0.0:
            continue
        # load[j] stays the sum of demand[used[i]] over its instances
        members = by_machine[starts[j] : starts[j + 1]]
        while True:
            over = _over(load[j], room[j])
            if over == 0.0:
                break
            best_price, best_i, best_k = np.inf, -1, -1
            for at in range(len(members)):
                i = int(members[at])
                for k in range(latency.shape[1]):
                    if not latency[i, k] <= limit:
                        continue
                    less = over - _over(load[j] + demand[k] - demand[used[i]], room[j])
                    if less <= 1e-12:  # what the change takes off the overload
                        continue
                    price = (cost[i, k] - cost[i, used[i]]) / less
                    if price < best_price:
                        best_price, best_i, best_k = price, i, k
            if best_i < 0:
                return False
            load[j] += demand[best_k] - demand[used[best_i]]
            used[best_i] = best_k
    return True
