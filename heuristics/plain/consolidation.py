"""consolidation in plain Python: requests of one resource for equal, empty machines."""

from collections.abc import Callable
from typing import Any


def first_fit(instance: Any) -> dict[str, dict[str, str]]:
    """Place every request on the first machine with room."""
    return _place(instance, lambda used, room: used[0])


def best_fit(instance: Any) -> dict[str, dict[str, str]]:
    """Place every request on the machine in use with the least remaining room."""
    return _place(instance, lambda used, room: min(used, key=lambda j: room[j]))


def worst_fit(instance: Any) -> dict[str, dict[str, str]]:
    """Place every request on the machine in use with the most remaining room."""
    return _place(instance, lambda used, room: max(used, key=lambda j: room[j]))


def _place(
    instance: Any, choose: Callable[[list[int], list[Any]], int]
) -> dict[str, dict[str, str]]:
    """Place the requests in the order of the file, on machines in use if one has room."""
    room = [machine.capacity[0] for machine in instance.machines]
    opened: set[int] = set()
    placed = {}
    for item in instance.items:
        (size,) = item.demand
        fitting = [j for j in range(len(room)) if room[j] >= size]
        j = choose([j for j in fitting if j in opened] or fitting[:1], room)
        opened.add(j)
        room[j] = room[j] - size
        placed[item.name] = instance.machines[j].name
    return {"machine": placed}
