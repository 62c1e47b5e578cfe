"""Cheap bounds of `consolidation`: prices, machines in use anyway, items kept apart."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil
from typing import Any

import numpy as np
from scipy.optimize import linprog

from ....core.arrays import BoolArray, FloatArray, IntArray
from ....core.decimals import as_written, unit_of
from ....instances.consolidation import MACHINE, Consolidation
from ..patterns.flavours import pinned_items

ProvenUnits = tuple[int | None, dict[str, Any]]  # None: there is no plan


def covers(instance: Consolidation) -> Iterator[ProvenUnits]:
    """Yield what it costs at least to cover all demands, weighed in several ways."""
    sure = anyway(instance)
    resources = len(instance.resources)
    if not sure.any() and not instance.priced:
        return
    units = np.array(
        [float(unit_of(np.array([item.demand[r] for item in instance.items], dtype=float)))
         for r in range(resources)]
    )  # fmt: skip
    ways = [np.zeros(resources), *np.eye(resources)]
    dual = _dual_weights(instance, sure)
    if dual is not None:
        ways.append(dual / units)
    for way in ways:
        weights = [float(f"{weight:.6g}") for weight in way.tolist()]
        yield _cover(instance, sure, weights), {"kind": "cover", "weights": weights}


def anyway(instance: Consolidation) -> BoolArray:
    """Return a mask of the machines that are kept, or have an item that may be nowhere else."""
    sure = instance.kept.copy()
    sure[instance.home[pinned_items(instance)]] = True
    return sure


def _dual_weights(instance: Consolidation, sure: BoolArray) -> FloatArray | None:
    """Return the prices of the resources in the linear program of sums, per unit of each."""
    kinds, counts, price = _kinds(instance, ~sure)
    needed = instance.demand.sum(axis=0) - instance.usable[sure].sum(axis=0)
    if len(kinds) == 0 or (needed <= 0).all():
        return None
    unit = np.maximum(1, instance.usable.max(axis=0))
    relaxed = linprog(
        price / max(1, price.max()),
        A_ub=-(kinds / unit).T,
        b_ub=-needed / unit,
        bounds=[(0, int(count)) for count in counts],
    )
    if relaxed.status != 0:
        return None
    weights: FloatArray = np.maximum(0.0, -relaxed.ineqlin.marginals) / unit
    return weights if weights.any() else None


def _kinds(instance: Consolidation, among: BoolArray) -> tuple[IntArray, IntArray, IntArray]:
    """Return the rooms of machines, how many there are of each, and the price of each."""
    keys = np.column_stack([instance.usable, instance.price])[among]
    kinds, counts = np.unique(keys, axis=0, return_counts=True)
    return kinds[:, :-1], counts, kinds[:, -1]


def _cover(instance: Consolidation, sure: BoolArray, weights: list[float]) -> int | None:
    """Return the least price of machines that cover the weighted demand in part, exactly."""
    demands = np.array([item.demand for item in instance.items], dtype=float)
    units = [unit_of(demands[:, r]) for r in range(len(weights))]
    exact = [as_written(weight) * unit for weight, unit in zip(weights, units, strict=True)]

    def weighed(sizes: IntArray) -> Fraction:
        return sum((w * s for w, s in zip(exact, sizes.tolist(), strict=True)), Fraction(0))

    needed = weighed(instance.demand.sum(axis=0))
    own, own_counts, _ = _kinds(instance, sure)
    for room, count in zip(own, own_counts.tolist(), strict=True):
        needed -= weighed(room) * count
    spent = Fraction(int(instance.price[sure].sum()))
    kinds, counts, price = _kinds(instance, ~sure)
    held = [weighed(kind) for kind in kinds]
    rates = [
        (each / room, room, n)
        for each, room, n in zip(price.tolist(), held, counts.tolist(), strict=True)
        if room > 0
    ]
    for rate, room, n in sorted(rates):
        if needed <= 0:
            break
        taken = min(room * n, needed)
        spent += rate * taken
        needed -= taken
    return None if needed > 0 else ceil(spent)


def apart(instance: Consolidation) -> Iterator[ProvenUnits]:
    """Yield what the machines cost at least on which the items of a rule are kept apart."""
    sure = anyway(instance)
    number = {item.name: i for i, item in enumerate(instance.items)}
    rest = np.sort(instance.price[~sure])
    best: ProvenUnits | None = None
    for r, rule in enumerate(instance.rules or ()):
        if rule.kind != "apart" or rule.at != MACHINE:
            continue
        home = instance.home[[number[name] for name in rule.items]]
        if np.bincount(home[home >= 0], minlength=1).max() > rule.most:
            continue
        more = -(-len(rule.items) // rule.most) - int(sure.sum())
        certificate = {"kind": "apart", "rule": r}
        if more > len(rest):
            yield None, certificate
            return
        units = int(instance.price[sure].sum() + rest[: max(0, more)].sum())
        if best is None or units > (best[0] or 0):
            best = units, certificate
    if best is not None:
        yield best
