"""placement in plain Python, for instances that can run on every machine."""

from typing import Any


def ipa(instance: Any) -> dict[str, list[int]]:
    """Assign the instance with the largest best possible latency first (Algorithm 1).

    Of equal best latencies, the row that is lexicographically larger goes first.
    """
    latency, room = instance.latency, instance.beta.tolist()
    machine = [-1] * len(latency)
    left = list(range(len(latency)))
    while left:
        free = [j for j in range(len(room)) if room[j] > 0]
        best = {i: min(latency[i][j] for j in free) for i in left}
        i = max(left, key=lambda i: (best[i], tuple(latency[i])))
        j = min(free, key=lambda j: latency[i][j])
        machine[i] = j
        room[j] -= 1
        left.remove(i)
    return {"machine": machine}


def fuxi(instance: Any) -> dict[str, list[int]]:
    """Assign the instances in file order to the machines with fewest so far, in watermark order."""
    room = instance.beta.tolist()
    marks = [0] * len(room) if instance.utilization is None else instance.utilization
    order = sorted(range(len(room)), key=lambda j: marks[j])
    taken = [0] * len(room)
    machine = []
    for _ in range(len(instance.latency)):
        j = min((j for j in order if taken[j] < room[j]), key=lambda j: taken[j])
        taken[j] += 1
        machine.append(j)
    return {"machine": machine}


def bottleneck(instance: Any) -> dict[str, list[int]]:
    """Raise the largest allowed latency from the first bound until every instance has a machine."""
    latency, room = instance.latency, instance.beta.tolist()
    level = max(min(row) for row in latency)
    while True:
        on: list[list[int]] = [[] for _ in room]
        if all(_fits(i, latency, room, level, on, set()) for i in range(len(latency))):
            return {
                "machine": [
                    next(j for j in range(len(on)) if i in on[j]) for i in range(len(latency))
                ]
            }
        level = min(value for row in latency for value in row if value > level)


def _fits(
    i: int, latency: Any, room: list[int], level: Any, on: list[list[int]], seen: set[int]
) -> bool:
    """Put instance i on a machine by an augmenting path; return whether there is one."""
    for j in range(len(room)):
        if j in seen or latency[i][j] > level:
            continue
        seen.add(j)
        if len(on[j]) < room[j]:
            on[j].append(i)
            return True
        for other in on[j]:
            if _fits(other, latency, room, level, on, seen):
                on[j][on[j].index(other)] = i
                return True
    return False
