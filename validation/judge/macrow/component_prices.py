"""Proofs of macrow: prices of what components of streams share, split by levels and by homes.

For any prices >= 0 of node load, traffic on links, tokens, risk, changes and room, no plan costs
less than what its trees of streams cost at least, each on its own, minus what the rows have room
for.  Let t be the busiest utilisation.  The prices μ of load pay back at most Σ μ_n min(t, L_n),
where L_n is the most load that steps allow below the upper level; those of links sum up to W4 at
most.

A split parts all plans in two.  Either t is below a level or not; or a PE has a candidate among
some nodes or not.  The least of the bounds of all leaves holds for every plan.  Kept out are the
constraints (14), (15), (17), (18), (23) and (28): without them there are more plans, not fewer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field

from ....core.arrays import FloatArray
from ....core.schema import NonNegative, Part
from ....instances.macrow import MacroW
from ..forms import Certificate, read_part
from ..proofs.claims import UnprovenError
from .component_places import Leaf, Places, RowPrices

_DEEPEST = 400  # splits below each other

Tree = dict[str, Any]  # a `LevelSplit`, a `SpotSplit` or a `PricedLeaf`, read step by step
Named = dict[str, NonNegative]


class ComponentPrices(Certificate):
    """Streams that are dropped (pairs of PEs), groups of nodes, and a tree of splits and prices."""

    kind: Literal["component-prices"] = "component-prices"
    dropped: list[Annotated[list[str], Field(min_length=2, max_length=2)]]
    groups: dict[str, list[str]]
    tree: Tree


class LevelSplit(Part):
    """The plans whose busiest utilisation is below a level, and those from it on."""

    level: str
    below: Tree
    above: Tree = Field(alias="from")


class SpotSplit(Part):
    """The plans in which a PE has a candidate on some groups of nodes, and those without."""

    pe: str
    on: list[str]
    inside: Tree
    outside: Tree


class LeafPrices(Part):
    """Prices by links, licenses and groups of nodes; of packings by groups and sizes."""

    load: Named = Field(default_factory=dict)
    link: Named = Field(default_factory=dict)
    license: Named = Field(default_factory=dict)
    crowd: Named = Field(default_factory=dict)
    pack: dict[str, Named] = Field(default_factory=dict)
    risk: NonNegative = 0.0
    change: NonNegative = 0.0


class PricedLeaf(Part):
    """The prices that prove the bound of a leaf."""

    prices: LeafPrices


def certified(instance: MacroW, certificate: ComponentPrices) -> float:
    """Return what a certificate proves no plan to go below, rounded down."""
    places = Places(instance, {frozenset(pair) for pair in certificate.dropped})
    groups = _groups(instance, certificate.groups)
    return max(0.0, _least(places, groups, certificate.tree, Leaf(), 0))


def _least(
    places: Places, groups: dict[str, list[int]], tree: Tree, leaf: Leaf, depth: int
) -> float:
    """Return the least bound of the leaves of a tree."""
    if depth > _DEEPEST:
        raise UnprovenError("its tree is too deep")
    if "prices" in tree:
        prices = _prices(places, groups, read_part(PricedLeaf, tree).prices)
        return places.least_value(prices, leaf)
    if "level" in tree:
        cut = read_part(LevelSplit, tree)
        level = Fraction(cut.level)
        if not leaf.low < level or (leaf.high is not None and not level < leaf.high):
            raise UnprovenError(f"the level {cut.level} does not lie inside its interval")
        parts = (cut.below, replace(leaf, high=level)), (cut.above, replace(leaf, low=level))
    else:
        split = read_part(SpotSplit, tree)
        _refuse_unknown("PEs", [split.pe], places.unit_of)
        _refuse_unknown("groups", split.on, groups)
        spot = places.unit_of[split.pe], tuple(n for group in split.on for n in groups[group])
        parts = (
            (split.inside, replace(leaf, inside=(*leaf.inside, spot))),
            (split.outside, replace(leaf, outside=(*leaf.outside, spot))),
        )
    return min(_least(places, groups, part, each, depth + 1) for part, each in parts)


def _refuse_unknown(what: str, names: Iterable[str], known: Mapping[str, Any]) -> None:
    unknown = sorted(set(names) - set(known))
    if unknown:
        raise UnprovenError(f"there are no {what} {', '.join(unknown)}")


def _groups(instance: MacroW, groups: dict[str, list[str]]) -> dict[str, list[int]]:
    """Return the nodes of each group; no node is in two."""
    index = {node.name: n for n, node in enumerate(instance.nodes)}
    members = [name for names in groups.values() for name in names]
    _refuse_unknown("nodes", members, index)
    if len(set(members)) < len(members):
        raise UnprovenError("a node is in two groups")
    return {group: [index[name] for name in names] for group, names in groups.items()}


def _prices(places: Places, groups: dict[str, list[int]], given: LeafPrices) -> RowPrices:
    def of_rows(key: str, index: Mapping[str, Any], count: int) -> FloatArray:
        named: Named = getattr(given, key)
        _refuse_unknown(f"rows of {key}", named, index)
        prices = np.zeros(count)
        for name, price in named.items():
            prices[index[name]] = price
        return prices

    nodes = len(places.home_of)
    link = of_rows("link", places.links, len(places.links))
    license_ = of_rows("license", places.licenses, len(places.licenses))
    load, crowd = of_rows("load", groups, nodes), of_rows("crowd", groups, nodes)
    _refuse_unknown("groups", given.pack, groups)
    pack = [
        (groups[name], Fraction(size), price)
        for name, sizes in given.pack.items()
        for size, price in sizes.items()
    ]
    if any(size <= 0 for _, size, _ in pack):
        raise UnprovenError("a size is a positive fraction")
    return RowPrices(load, crowd, link, license_, pack, given.risk, given.change)
