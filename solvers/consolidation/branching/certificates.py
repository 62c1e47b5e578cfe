"""Proofs of bounds, as `validation` re-checks them: prices, and branching trees of prices."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....core.arrays import IntArray
from ....instances.consolidation import Consolidation
from ..patterns.flavours import Flavours, scarce_resources
from ..patterns.half_devices import halves_of
from ..patterns.pricing import Prices
from .branched import BranchDecision, BranchedPacking

Leaf = tuple[tuple[BranchDecision, ...], dict[str, Any]]  # the decisions of a branch, and its proof


def certificate_of(flavours: Flavours, prices: Prices) -> dict[str, Any]:
    """Return the proof by these prices: one for the first item of every kind."""
    free = np.flatnonzero(flavours.flavour_of >= 0)
    named = _of_kinds(flavours, free, prices.item[flavours.flavour_of[free]])
    return {"kind": "prices", **_document(flavours, prices, named)}


def leaf_certificate(packing: BranchedPacking, prices: Prices) -> dict[str, Any]:
    """Return the proof of a branch: the items of its decisions have prices of their own.

    Of items that are together the first has the price of all.
    """
    flavours = packing.flavours
    alone = {i for members in packing.members for i in members}
    unnamed = [i for i in np.flatnonzero(flavours.flavour_of >= 0).tolist() if i not in alone]
    price_at_root = np.zeros(packing.parts.shape[1], dtype=np.int64)
    named: dict[str, int] = {}
    items = flavours.instance.items
    for members, part, price in zip(
        packing.members, packing.parts, prices.item.tolist(), strict=True
    ):
        if members:
            named |= {items[i].name: 0 for i in members} | {items[members[0]].name: price}
        else:
            price_at_root[np.argmax(part)] = price
    others = np.array(unnamed, dtype=np.int64)
    of_kinds = _of_kinds(flavours, others, price_at_root[flavours.flavour_of[others]])
    return _document(flavours, prices, named | of_kinds)


def branch_certificate(instance: Consolidation, leaves: list[Leaf]) -> dict[str, Any]:
    """Return the proof by a tree with these leaves."""
    return {"kind": "branches", "tree": _tree(instance, leaves, 0)}


def _tree(instance: Consolidation, leaves: list[Leaf], depth: int) -> dict[str, Any]:
    """Return what the leaves decide at a depth, and both trees below."""
    decisions, proof = leaves[0]
    if len(decisions) == depth:
        return proof
    decision = decisions[depth]
    names = [instance.items[i].name for i in decision.items]
    below = [
        _tree(instance, [leaf for leaf in leaves if leaf[0][depth].agreed == agreed], depth + 1)
        for agreed in (True, False)
    ]
    if decision.machines is None:
        return {"items": names, "together": below[0], "apart": below[1]}
    machines = [instance.sites[j].name for j in decision.machines]
    return {"item": names[0], "machines": machines, "there": below[0], "elsewhere": below[1]}


def _of_kinds(flavours: Flavours, items: IntArray, price: IntArray) -> dict[str, int]:
    """Return the price of the first item of every kind among some."""
    instance = flavours.instance
    if len(items) == 0:
        return {}
    _, row_of = instance.masks
    kinds = np.column_stack([instance.demand, instance.cost, row_of, flavours.flavour_of])[items]
    _, which = np.unique(kinds, axis=0, return_index=True)
    return {instance.items[items[k]].name: int(price[k]) for k in sorted(which.tolist())}


def _document(flavours: Flavours, prices: Prices, named: dict[str, int]) -> dict[str, Any]:
    instance = flavours.instance
    heeded = scarce_resources(instance)
    left_out = len(heeded) < len(instance.resources)
    return {
        **({"resources": [instance.resources[r] for r in heeded.tolist()]} if left_out else {}),
        **({"devices": halves_of(instance).threshold} if instance.devices else {}),
        "scale": flavours.scale,
        "budget_price": prices.cost,
        "prices": named,
    }
