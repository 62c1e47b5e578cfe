"""Lesson 1, a price: the answers."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np


def bound(instance: Any, price: float) -> float:
    """Return L(p)."""
    least = 0.0
    for group in instance.groups:
        amounts = np.arange(group.lower, group.upper + 1)
        least += (np.array(group.latency) + price * amounts).min()
    return float(least - price * instance.containers)


def best_price(instance: Any) -> float:
    """Return the best corner: L bends only where a group likes two amounts equally well."""
    corners = {0.0}
    for group in instance.groups:
        for (few, slow), (many, fast) in combinations(enumerate(group.latency), 2):
            corners.add(max(0.0, (slow - fast) / (many - few)))
    return max(corners, key=lambda price: bound(instance, price))


def plan(instance: Any) -> dict[str, int]:
    """Return the best plan by a dynamic program over groups and containers in use."""
    best: dict[int, tuple[float, dict[str, int]]] = {0: (0.0, {})}
    for group in instance.groups:
        longer: dict[int, tuple[float, dict[str, int]]] = {}
        for used, (latency, amounts) in best.items():
            for extra, own in enumerate(group.latency):
                total = used + group.lower + extra
                candidate = latency + own
                if total <= instance.containers and candidate < longer.get(total, (np.inf, {}))[0]:
                    longer[total] = (candidate, {**amounts, group.name: group.lower + extra})
        best = longer
    return min(best.values(), key=lambda entry: entry[0])[1]
