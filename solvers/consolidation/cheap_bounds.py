"""Cheap certified bounds of `consolidation`: by sizes, thresholds, budget, or unplaceable items.

`class_mix` computes bounds by linear programs over all resources.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import ceil
from typing import Any

import numpy as np
from scipy.optimize import linprog

from ...core.arrays import BoolArray, FloatArray, IntArray, distinct_rows
from ...core.decimals import as_written, unit_of
from ...core.outcome import Answer
from ...core.records import column
from ...instances.consolidation import MACHINE, Consolidation, overfull
from .flavours import fewest_machines, pinned_items

ProvenUnits = tuple[int | None, dict[str, Any]]  # None: there is no plan


def covers(instance: Consolidation) -> Iterator[ProvenUnits]:
    """Yield, per weighting of resources, the least cost to cover the weighted total demand."""
    sure = anyway(instance)
    resources = len(instance.resources)
    units = np.array(
        [float(unit_of(instance.raw_demand[:, r]))
         for r in range(resources)]
    )  # fmt: skip
    is_plain = not sure.any() and not instance.priced  # then sizes prove what one resource does
    ways = [] if is_plain else [np.zeros(resources), *np.eye(resources)]
    dual = _dual_weights(instance, sure)
    if dual is not None:
        ways.append(dual / units)
    for way in ways:
        weights = [float(f"{weight:.9g}") for weight in way.tolist()]
        kind = "weights" if is_plain else "cover"
        yield _cover(instance, sure, weights), {"kind": kind, "weights": weights}


def anyway(instance: Consolidation) -> BoolArray:
    """Return a mask of machines that are always in use: `kept`, or with items that cannot move."""
    return instance.in_use(instance.home[pinned_items(instance)])


def _dual_weights(instance: Consolidation, sure: BoolArray) -> FloatArray | None:
    """Return dual prices of resources in the program of the demand beyond the ``sure`` machines."""
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
    """Return capacities, number and price of each kind of machine in the mask ``among``."""
    keys = np.column_stack([instance.usable, instance.price])[among]
    kinds, _, number = distinct_rows(keys)
    return kinds[:, :-1], np.bincount(number), kinds[:, -1]


def _cover(instance: Consolidation, sure: BoolArray, weights: list[float]) -> int | None:
    """Return the least price of fractions of machines that cover the weighted demand, or None."""
    demands = instance.raw_demand
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


def costs_apart(instance: Consolidation) -> Iterator[ProvenUnits]:
    """Yield the best bound on the cost from a rule that limits its items per machine."""
    sure = anyway(instance)
    rules = instance.rules or ()
    number = {name: i for i, name in enumerate(column(instance.items, "name") if rules else ())}
    rest = np.sort(instance.price[~sure])
    best: ProvenUnits | None = None
    for r, rule in enumerate(rules):
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


def thresholds(
    instance: Consolidation, *, demands_at_most: int = 3_000, tried: int = 12, pairs: int = 15
) -> tuple[int, dict[str, Any]] | None:
    """Return the best bound that uses thresholds in two resources (dual-feasible functions).

    Of the items that reach both thresholds, one that leaves less than a threshold of either
    resource has a machine alone; the others share machines by their total demand. Only the first
    ``pairs`` pairs of resources count, with ``tried`` thresholds of each resource; with more than
    ``demands_at_most`` distinct demands there is no bound.
    """
    demands, first, number = distinct_rows(instance.demand)
    count = np.bincount(number)
    if len(demands) > demands_at_most:
        return None
    room = instance.usable.max(axis=0)
    best, proof = 0, None
    for pair in list(combinations(range(len(room)), 2))[:pairs]:
        a, b = (_candidates(demands[:, r], int(room[r]), tried) for r in pair)
        for least in np.array(np.meshgrid(a, b)).reshape(2, -1).T:
            found, filler = _threshold_bound(demands[:, pair], count, room[list(pair)], least)
            if found > best:
                best, proof = found, (pair, least, filler)
    if proof is None:
        return None
    pair, least, filler = proof
    names = instance.resources
    sizes = {}
    for r, size in zip(pair, least.tolist(), strict=True):
        item = int(first[np.argmax(demands[:, r] == size)])
        sizes[names[r]] = instance.items[item].demand[r]
    document = {"kind": "thresholds", "thresholds": sizes, "resource": names[pair[filler]]}
    return best, document


def _candidates(sizes: IntArray, room: int, most: int) -> IntArray:
    """Return up to ``most`` candidate thresholds: distinct demands up to half a machine."""
    known = np.unique(sizes[(sizes > 0) & (2 * sizes <= room)])
    if len(known) <= most:
        return known
    spread: IntArray = known[np.linspace(0, len(known) - 1, most).astype(int)]
    return spread


def _threshold_bound(
    demands: IntArray, count: IntArray, room: IntArray, least: IntArray
) -> tuple[int, int]:
    """Return the bound of two thresholds, and the resource that limits the shared machines."""
    counted = (demands >= least).all(axis=1)
    large = counted & (demands > room - least).any(axis=1)
    shared = count[counted & ~large] @ demands[counted & ~large]
    filler = int(np.argmax(shared / np.maximum(1, room)))
    return int(count[large].sum()) - (-int(shared[filler]) // max(1, int(room[filler]))), filler


@dataclass(frozen=True)
class PackingBound:
    """A lower bound in units of the objective (``None``: infeasible), and its certificate."""

    units: int | None
    certificate: dict[str, Any]
    message: str | None = None


def cheap_bound(instance: Consolidation) -> PackingBound:
    """Return the best of the cheap bounds."""
    homeless = _homeless(instance)
    if homeless is not None:
        return homeless
    crowded = _crowded_bound(instance)
    if crowded is not None:
        return crowded
    found = []
    for r in range(len(instance.resources)):
        size = _size(instance, r)
        if size.units is None:
            return size
        found += [size, *_threshold(instance, r)]
    for units, certificate in fewest_machines(instance):
        if units is None:
            (name,) = certificate["devices"]
            message = f"all machines together have too few devices of {name} for all shares"
            return PackingBound(None, certificate, message)
        found.append(PackingBound(units, certificate))
    found.append(_budget(instance))
    if (proven := thresholds(instance)) is not None:
        found.append(PackingBound(*proven))
    if instance.objective == "price" or instance.toll:
        found = []  # these count machines
    found += [PackingBound(*each) for each in (*covers(instance), *costs_apart(instance))]
    for bound in found:
        if bound.units is None or bound.units > instance.price.sum():
            message = "the items need more machines than exist"
            if bound.units is not None and instance.objective != "price":
                there = len(instance.sites)
                message = f"{bound.units} machines are needed, but there are only {there}"
            return PackingBound(None, bound.certificate, message)
    return max(found, key=lambda bound: bound.units or 0)


def volume_bound(instance: Consolidation) -> PackingBound | None:
    """Return the fewest machines with enough of each resource; ``None`` if machines have prices."""
    if instance.priced:
        return None
    found = [_size(instance, r) for r in range(len(instance.resources))]
    return max(found, key=lambda bound: math.inf if bound.units is None else bound.units)


def impossible(bound: PackingBound) -> Answer:
    """Return the answer that the instance is infeasible, with the bound's certificate."""
    return Answer(infeasible=True, certificate=bound.certificate, message=bound.message)


def _homeless(instance: Consolidation) -> PackingBound | None:
    """Prove infeasibility by an item that fits on none of its allowed machines, if there is one."""
    masks, row_of = instance.masks
    residents = np.flatnonzero(instance.home >= 0)
    at_home = np.zeros(len(instance.items), dtype=bool)
    room = instance.usable[instance.home[residents]]
    at_home[residents] = (instance.demand[residents] <= room).all(axis=1)
    groups: dict[tuple[int, bytes], int] = {}
    for i in np.flatnonzero(~at_home).tolist():
        groups.setdefault((int(row_of[i]), instance.demand[i].tobytes()), i)
    for (row, _), i in groups.items():
        fits = (instance.demand[i] <= instance.usable).all(axis=1)
        if not (fits & masks[row]).any():
            name = instance.items[i].name
            message = f"item {name} fits on none of its allowed machines"
            return PackingBound(None, {"kind": "homeless", "item": name}, message)
    return None


def _crowded_bound(instance: Consolidation) -> PackingBound | None:
    """Prove infeasibility by a machine that cannot hold the items allowed on no other machine."""
    pinned = pinned_items(instance)
    over = overfull(instance, np.where(pinned, instance.home, -1))
    if len(over) == 0:
        return None
    name = instance.sites[int(over[0])].name
    message = f"the items that may run only on machine {name} do not fit on it"
    return PackingBound(None, {"kind": "crowded", "machine": name}, message)


def _size(instance: Consolidation, r: int) -> PackingBound:
    """Return the bound of one resource: the fewest machines whose capacity covers the demand."""
    weights = [int(k == r) for k in range(len(instance.resources))]
    certificate = {"kind": "weights", "weights": weights}
    needed = int(instance.demand[:, r].sum())
    room = np.sort(instance.usable[:, r])[::-1].cumsum()
    if room[-1] < needed:
        message = f"all machines together have too little {instance.resources[r]} for the items"
        return PackingBound(None, certificate, message)
    return PackingBound(int(np.searchsorted(room, needed)) + 1, certificate)


def _threshold(instance: Consolidation, r: int) -> list[PackingBound]:
    """Return Martello and Toth's bound L2 for one resource and its largest capacity."""
    sizes, counts = np.unique(instance.demand[:, r], return_counts=True)
    room = int(instance.usable[:, r].max())
    best, least = 0, 0
    for size in sizes[(sizes > 0) & (2 * sizes <= room)].tolist():
        large = int(counts[sizes > room - size].sum())
        middle = (sizes >= size) & (sizes <= room - size)
        shared = int((sizes[middle] * counts[middle]).sum())
        bound = large - (-shared // room)
        if bound > best:
            best, least = bound, size
    if best == 0:
        return []
    item = instance.items[int(np.argmax(instance.demand[:, r] == least))]
    resource = instance.resources[r]
    threshold = {"kind": "threshold", "resource": resource, "threshold": item.demand[r]}
    return [PackingBound(best, threshold)]


def _budget(instance: Consolidation) -> PackingBound:
    """Return the bound of the budget: occupied machines minus the most that it can empty."""
    residents = np.flatnonzero(instance.home >= 0)
    home = instance.home[residents]
    count = len(instance.sites)
    costs = np.zeros(count, dtype=np.int64)
    np.add.at(costs, home, instance.cost[residents])
    cheap = np.sort(costs[instance.occupied & ~anyway(instance)]).cumsum()
    emptied = int(np.searchsorted(cheap, instance.budget, side="right"))
    return PackingBound(max(1, int(instance.occupied.sum()) - emptied), {"kind": "budget"})
