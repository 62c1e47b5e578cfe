"""Sizes of `consolidation` as fractions, for proofs; read from the file's decimals."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import floor
from typing import Any

from ....core.decimals import as_written, common_unit
from ....instances.consolidation import Consolidation
from .packing_sites import sites


def units(instance: Consolidation) -> list[Fraction]:
    """Return, per resource, the largest amount that divides every demand."""
    return [common_unit(map(as_written, demands)) for demands in _counted_demands(instance)]


def _counted_demands(instance: Consolidation) -> list[Counter[float]]:
    """Return, per resource, how many items need each amount: adding these is quick."""
    count = len(instance.resources)
    return [Counter(item.demand[r] for item in instance.items) for r in range(count)]


def rooms(instance: Consolidation) -> list[tuple[int, ...]]:
    """Return how many units may be used of each machine, and then of each that is offered.

    Less than a unit serves nobody, and neither does more than all items need together.
    """
    unit = units(instance)
    most = [
        int(sum((as_written(size) * n for size, n in demands.items()), Fraction(0)) / each)
        for demands, each in zip(_counted_demands(instance), unit, strict=True)
    ]
    known: dict[tuple[Any, ...], tuple[int, ...]] = {}
    found = []
    for site in sites(instance):
        key = capacity, limit = site.record.capacity, site.record.limit
        if key not in known:
            limits = limit if limit is not None else (1.0,) * len(unit)
            shares = zip(capacity, limits, unit, most, strict=True)
            known[key] = tuple(
                min(total, floor(as_written(size) * as_written(share) / each))
                for size, share, each, total in shares
            )
        found.append(known[key])
    return found


def usable(instance: Consolidation) -> list[tuple[Fraction, ...]]:
    """Return the whole units of each machine that may be used, as amounts."""
    unit = units(instance)
    amounts: dict[tuple[int, ...], tuple[Fraction, ...]] = {}
    return [
        amounts.setdefault(room, tuple(n * each for n, each in zip(room, unit, strict=True)))
        for room in rooms(instance)
    ]
