"""How a decision spreads its load: one number per machine, node, group, job or instance."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from ...core.arrays import FloatArray
from ...core.outcome import Decision

MOST_KEPT = 200  # values of one decision that a report needs to draw its curve


@dataclass(frozen=True)
class Loads:
    """A measure (``title``) of every resource or machine (``unit``), and its values."""

    title: str
    unit: str
    values: Mapping[str, float] | FloatArray | list[float]

    def as_document(self) -> dict[str, Any]:
        """Return the values in falling order, thinned evenly where there are very many."""
        values = self.values.values() if isinstance(self.values, Mapping) else self.values
        falling = np.sort(np.array(list(values), dtype=float))[::-1]
        kept = np.unique(np.linspace(0, len(falling) - 1, MOST_KEPT).astype(int))
        return {
            "title": self.title,
            "unit": self.unit,
            "rank": (kept + 1).tolist(),
            "value": falling[kept].tolist(),
        }


LoadsFunction: TypeAlias = Callable[[Any, Decision], Loads]


def loads_in_field(title: str, unit: str, field: str) -> LoadsFunction:
    """Return the loads that a decision names in one of its fields."""
    return lambda _, decision: Loads(title, unit, decision[field])


def shares_of_nodes(instance: Any, decision: Decision) -> Loads:
    """Return the share of each node that the fractions of a decision give away."""
    share = dict.fromkeys((node.name for node in instance.nodes), 0.0)
    for row in decision["fraction"].values():
        for node, fraction in row.items():
            share[node] += fraction
    return Loads("share of the node given away", "node", share)
