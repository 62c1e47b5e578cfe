"""What has a price: each resource of a machine, and resources counted in whole units.

Demands and rooms rounded down to whole units are a capacity as well.  It is the stronger one where
rooms are no multiples of what configurations take.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...core.decimals import how_many
from ...instances.stage import Stage

Row: TypeAlias = tuple[int, float | None]  # a resource, and the unit it is counted in
_LEAST_LOSS = 0.05  # share of a resource that no configuration of a unit's size can use
_MOST_UNITS = 2  # rows in units for each resource


@dataclass(frozen=True, eq=False)
class PriceRows:
    """Rows, what a configuration takes of each, what a machine has, and what a group has."""

    rows: tuple[Row, ...]
    demand: FloatArray
    room: FloatArray
    pooled: FloatArray


def price_rows(instance: Stage, group: IntArray, *, units: bool = True) -> PriceRows:
    """Return all resources, the places, and the ``units`` in which rooms are much smaller."""
    demands, rooms = list(instance.configurations.T), list(instance.available.T)
    rows: list[Row] = [(r, None) for r in range(len(demands))]
    for r in range(len(demands)):
        for unit in _units(demands[r], rooms[r]) if units else ():
            rows.append((r, unit))
            demands.append(how_many(demands[r], unit).astype(np.float64))
            rooms.append(how_many(rooms[r], unit).astype(np.float64))
    if instance.max_per_machine is not None:
        rows.append((instance.available.shape[1], None))
        demands.append(np.ones(len(instance.configurations)))
        rooms.append(np.full(instance.machines, float(instance.max_per_machine)))
    room = np.column_stack(rooms)
    pooled = np.zeros((int(group.max()) + 1, len(rows)))
    np.add.at(pooled, group, room)
    return PriceRows(tuple(rows), np.column_stack(demands), room, pooled)


def _units(demand: FloatArray, room: FloatArray) -> list[float]:
    """Return the units in which most of the room is lost, if that is worth a row."""
    total = float(room.sum())
    losses = []
    for unit in np.unique(demand)[1:].tolist():
        loss = 1.0 - unit * float(how_many(room, unit).sum()) / total if total else 0.0
        if loss >= _LEAST_LOSS:
            losses.append((loss, unit))
    return [unit for _, unit in sorted(losses, reverse=True)[:_MOST_UNITS]]
