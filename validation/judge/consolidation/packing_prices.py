"""Proofs by prices that no plan of `consolidation` uses fewer machines, re-checked exactly.

Every item has a price and so has every unit of migration cost, in parts of a machine.  A plan puts
items worth the sum of all prices on machines; no machine holds more than its most valuable load,
and an empty one holds nothing.  Hence for any prices a plan uses at least

    Σ prices - budget price · Q - Σ_machines max(0, most valuable load - 1)

machines.  A load is worth the prices of its items less the price of moving those that run
elsewhere now.  Where machines have prices, these take the place of the 1.  A machine that is kept,
or has an item that may be nowhere else, costs its price in any case, and the room of such items is
taken.  Of items that rules keep apart a load has no more than the rules allow, or than are on one
machine now.  A proof may leave resources out: what fits then is more, and the bound still holds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import floor

from ....core.decimals import as_written, common_unit
from ....instances.consolidation import Consolidation
from ..proofs.load_search import MOST_NODES, Allowance
from .certificate_forms import BranchedPrices, PricedItems
from .devices import HalfDevices
from .packing_branches import Bundle, Conditions, bundles_of, leaves
from .packing_loads import BestLoads, ItemKind, Moving
from .packing_sites import caps, is_pinned, sent_to, sites
from .packing_sites import prices as site_prices


def proven_by_branches(instance: Consolidation, proof: BranchedPrices) -> int:
    """Return what all leaves of a tree prove to be needed."""
    allowance = Allowance(MOST_NODES)
    most = sum(site_prices(instance)) + 1
    return min(
        _proven_by_leaf(instance, leaf, conditions, allowance, most)
        for conditions, leaf in leaves(instance, proof.tree)
    )


def _proven_by_leaf(
    instance: Consolidation,
    leaf: PricedItems,
    conditions: Conditions,
    allowance: Allowance,
    most: int,
) -> int:
    bundles = bundles_of(instance, conditions, sites(instance))
    if bundles is None:
        return most  # there is no such plan
    return proven_by_prices(instance, leaf, bundles, allowance)


def proven_by_prices(
    instance: Consolidation,
    proof: PricedItems,
    bundles: Sequence[Bundle] = (),
    allowance: Allowance | None = None,
) -> int:
    """Return the machines that the prices prove to be needed, by plans that keep the bundles."""
    named = list(instance.resources) if proof.resources is None else proof.resources
    halves = HalfDevices(instance, proof.devices or {})
    heeded = [instance.resources.index(name) for name in named]
    scale, budget_price = proof.scale, proof.budget_price
    bundled = {i for bundle in bundles for i in bundle.items}
    kinds = [None if i in bundled else kind for i, kind in enumerate(_kinds(instance))]
    prices = _prices(instance, kinds, bundled, proof.prices)
    priced = [
        sum(proof.prices.get(instance.items[i].name, 0) for i in bundle.items) for bundle in bundles
    ]
    count = Counter(kind for kind in kinds if kind is not None)
    total = sum(prices[kind] * number for kind, number in count.items()) + sum(priced)
    unit = common_unit(as_written(item.migration_cost) for item in instance.items)
    if budget_price:
        if instance.migration_budget is None:
            raise ValueError("there is no budget that could have a price")
        total -= budget_price * floor(as_written(instance.migration_budget) / unit)
    moving = Moving(budget_price, unit)
    loads = BestLoads(instance, kinds, prices, moving, heeded, halves, bundles, priced)
    total -= loads.most_reduced_profit(
        scale, Allowance(MOST_NODES) if allowance is None else allowance
    )
    return max(0, -(-total // scale))


def _kinds(instance: Consolidation) -> list[ItemKind | None]:
    """Return the kind of every item; none for those that may be nowhere else than now."""
    capped = caps(instance)
    return [
        None
        if is_pinned(item, may)
        else (item.demand, None if item.machine is None else item.migration_cost, may, bool(rules))
        for item, may, (rules, _) in zip(instance.items, sent_to(instance), capped, strict=True)
    ]


def _prices(
    instance: Consolidation, kinds: list[ItemKind | None], bundled: set[int], given: dict[str, int]
) -> dict[ItemKind, int]:
    """Return the price of every kind: that of the item of this kind with a price, else 0."""
    number = {item.name: i for i, item in enumerate(instance.items)}
    prices: dict[ItemKind, int] = {kind: 0 for kind in kinds if kind is not None}
    for name, price in given.items():
        if name not in number:
            raise ValueError(f"there is no item {name!r}")
        kind = kinds[number[name]]
        if number[name] in bundled:
            continue
        if kind is None:
            raise ValueError(f"{name} may be nowhere else, and has no price")
        prices[kind] = price
    return prices
