"""cluster_ratio in plain Python."""

from typing import Any

from .allocation import one_by_one


def greedy(instance: Any) -> dict[str, dict[str, int]]:
    """Allocate containers one by one to the group whose latency falls most."""
    least = [group.lower for group in instance.groups]
    costs = [[None] * group.lower + list(group.latency) for group in instance.groups]
    units = one_by_one(least, costs, instance.containers, spend=False)
    names = (group.name for group in instance.groups)
    return {"containers": dict(zip(names, units, strict=True))}
