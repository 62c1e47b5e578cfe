"""Branching trees of prices: at every fork two items are together or apart, or one is here or not.

Every plan goes one way at each fork, so that it belongs to one leaf; what all leaves prove, holds.
A leaf proves its bound for plans that keep its decisions.  Items that decisions speak of have
prices of their own.  Those that are together go as one: their sizes and prices add up, and a
machine has all of them or none.  Those that are apart are on no machine together.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, Any, NamedTuple

from pydantic import Field

from ....core.schema import Part
from ..forms import read_part
from .packing import PackingInUnits

_DEEPEST = 400

Tree = dict[str, Any]  # a `PairFork`, a `PlaceFork` or a leaf of prices, read step by step


class PairFork(Part):
    """Two items are together, or apart."""

    items: Annotated[list[str], Field(min_length=2, max_length=2)]
    together: Tree
    apart: Tree


class PlaceFork(Part):
    """An item is on one of some machines, or elsewhere."""

    item: str
    machines: list[str]
    there: Tree
    elsewhere: Tree


class Decided(NamedTuple):
    """A fork on the way to a leaf: two items, or one and its machines, and whether they meet."""

    items: tuple[int, ...]
    machines: frozenset[str]
    meet: bool


@dataclass
class Bundle:
    """Items that are together: their numbers, and the names of the sites where all may be."""

    items: list[int]
    may: set[str]
    apart: set[int] = field(default_factory=set)  # numbers of bundles that it must not meet


def leaves(
    packing: PackingInUnits, tree: Tree, way: tuple[Decided, ...] = ()
) -> Iterator[tuple[tuple[Decided, ...], Tree]]:
    """Yield the leaves of a tree, each with the decisions that lead there."""
    if len(way) > _DEEPEST:
        raise ValueError(f"its tree is deeper than {_DEEPEST}")
    if "items" in tree:
        pair = read_part(PairFork, tree)
        items, machines = tuple(number_of(packing, name) for name in pair.items), frozenset[str]()
        if items[0] == items[1]:
            raise ValueError("a fork must be about two items")
        below = pair.together, pair.apart
    elif "item" in tree:
        place = read_part(PlaceFork, tree)
        items, machines = (number_of(packing, place.item),), frozenset(place.machines)
        below = place.there, place.elsewhere
    else:
        yield way, tree
        return
    for meet, subtree in zip((True, False), below, strict=True):
        yield from leaves(packing, subtree, (*way, Decided(items, machines, meet)))


def number_of(packing: PackingInUnits, name: str) -> int:
    """Return the number of an item."""
    if name not in packing.number:
        raise ValueError(f"there is no item {name!r}")
    return packing.number[name]


def bundles_of(packing: PackingInUnits, way: tuple[Decided, ...]) -> list[Bundle] | None:
    """Return the items of the decisions in bundles; none where no plan keeps the decisions."""
    number: dict[int, int] = {}
    bundles: list[Bundle] = []
    for i in sorted({i for fork in way for i in fork.items}):
        item = packing.instance.items[i]
        if packing.pinned[i]:
            raise ValueError(f"{item.name} may be nowhere else, and nothing is decided about it")
        number[i] = len(bundles)
        bundles.append(Bundle([i], {*packing.may[i], *([item.machine] if item.machine else ())}))
    for fork in way:
        if len(fork.items) == 1:
            alone = bundles[number[fork.items[0]]]
            alone.may = alone.may & fork.machines if fork.meet else alone.may - fork.machines
    pairs = [(*fork.items, fork.meet) for fork in way if len(fork.items) == 2]
    for a, b, meet in pairs:
        keep, gone = bundles[number[a]], bundles[number[b]]
        if meet and keep is not gone:
            keep.may &= gone.may
            number |= dict.fromkeys(gone.items, number[a])
            keep.items, gone.items = keep.items + gone.items, []
    for a, b, meet in pairs:
        if not meet:
            if number[a] == number[b]:
                return None
            bundles[number[a]].apart.add(number[b])
            bundles[number[b]].apart.add(number[a])
    return bundles
