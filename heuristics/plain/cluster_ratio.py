"""cluster_ratio in plain Python."""

from typing import Any

from .allocation import by_change


def greedy(instance: Any) -> dict[str, dict[str, int]]:
    """Allocate containers one by one to the group whose latency falls most."""
    least = [group.lower for group in instance.groups]
    costs = [[None] * group.lower + list(group.latency) for group in instance.groups]
    units = by_change(least, costs, instance.containers, spend=False)
    return {
        "containers": {
            group.name: count for group, count in zip(instance.groups, units, strict=True)
        }
    }
