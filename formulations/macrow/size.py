"""How large the program of macrow is, counted from its arrays before it is built."""

from __future__ import annotations

import numpy as np

from ...instances.macrow import NO_LIMIT, MacroArrays, MacroW, arrays_of
from .network import crossings_of, network_matters, reachable, touches_of


def model_size(instance: MacroW, *, tightened: bool = False) -> tuple[int, int]:
    """Return the most variables and nonzeros that the model has, without building it."""
    return _size_of(arrays_of(instance), tightened)


def relaxation_size(arrays: MacroArrays) -> tuple[int, int]:
    """Return the most variables and nonzeros of the relaxation and of TopLevelMILP."""
    merged = arrays.interchangeable()
    homes = len(merged.units) * len(merged.clusters)  # (29)
    variables, nonzeros = _size_of(merged, tightened=True)
    return variables + homes, nonzeros + 2 * homes


def _size_of(arrays: MacroArrays, tightened: bool) -> tuple[int, int]:
    pairs, nodes = int(arrays.allowed.sum()), len(arrays.nodes)
    parts = [
        (pairs + nodes + 1, pairs + 3 * nodes),  # (4) and the busiest node
        (0, _sums(arrays)),
        _integrity(arrays),
        _colors(arrays),
        (0, _changes_and_crowding(arrays)),
    ]
    if network_matters(arrays):
        parts.append(_network(arrays, tightened))
    if tightened:
        parts.append((nodes, pairs + 4 * nodes))  # fewest candidates, and steps
    return sum(part[0] for part in parts), sum(part[1] for part in parts)


def _sums(arrays: MacroArrays) -> int:
    """Count (13), (16), (19), (25) and (26)."""
    row = arrays.allowed.sum(axis=1)
    licensed = int(row @ (arrays.license_use > 0).sum(axis=1))
    risky = int(row.sum()) if np.isfinite(arrays.risk_limit) else 0
    least = int(row[arrays.min_nodes > 0].sum())
    return licensed + risky + int(row[arrays.need_unit].sum()) + least + int(row.sum())


def _integrity(arrays: MacroArrays) -> tuple[int, int]:
    """Count u, (14) and (15)."""
    leveled = np.isfinite(arrays.least_integrity)[:, None]
    watched = arrays.allowed & leveled & (arrays.integrity_range != NO_LIMIT)
    return int(watched.any(axis=0).sum()), 4 * int(watched.sum())


def _colors(arrays: MacroArrays) -> tuple[int, int]:
    """Count x, (17) and (18)."""
    holders = arrays.color.T.astype(np.int64) @ arrays.allowed
    watched = np.zeros(holders.shape, dtype=np.bool_)
    n, one, other = arrays.rivals.T
    watched[one, n] = watched[other, n] = True
    return int(watched.sum()), 2 * int(holders[watched].sum()) + 2 * len(n)


def _changes_and_crowding(arrays: MacroArrays) -> int:
    """Count (22), (23), (24) and (28)."""
    row = arrays.allowed.sum(axis=1)
    changes = int(row.sum()) if arrays.total_change != NO_LIMIT else 0
    changes += int(row[arrays.change_unit].sum())
    crowded = int(arrays.allowed[:, arrays.max_pes != NO_LIMIT].sum())
    one, other = arrays.exlocated.T
    return changes + crowded + 2 * int((arrays.allowed[one] & arrays.allowed[other]).sum())


def _network(arrays: MacroArrays, tightened: bool) -> tuple[int, int]:
    """Count w, y, β and (5)-(11), or the sides that take their place."""
    p, q, link, _ = crossings_of(arrays)
    crossings, links = len(p), len(arrays.links)
    touching = touches_of(arrays).sum(axis=(2, 3))
    variables = int(reachable(arrays).sum()) + crossings + links + 1
    nonzeros = crossings + 3 * links + 2 * int(arrays.allowed.sum())
    if tightened:
        sides = 2 * len(arrays.units) * links
        return variables + sides, nonzeros + 2 * int(touching.sum()) + sides + 12 * crossings
    reached = int(touching[p, link].sum() + touching[q, link].sum())
    return variables + 2 * crossings, nonzeros + 3 * crossings + 2 * reached
