"""Branching trees of prices: at every fork two items are together or apart, or one is here or not.

Every plan goes one way at each fork, so that it belongs to one leaf; what all leaves prove, holds.
A leaf proves its bound for plans that keep its decisions.  Items that decisions speak of have
prices of their own.  Those that are together go as one: their sizes and prices add up, and a
machine has all of them or none.  Those that are apart are on no machine together.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from ....core.decimals import as_written
from ....instances.consolidation import Consolidation
from ..forms import read_part
from .certificate_forms import PairFork, PlaceFork, PricedItems, Tree
from .packing_sites import Site, is_pinned, sent_to

_DEEPEST = 400


@dataclass(frozen=True)
class Conditions:
    """What the decisions on the way to a leaf ask of a plan, in items by their numbers."""

    together: tuple[tuple[int, int], ...] = ()
    apart: tuple[tuple[int, int], ...] = ()
    places: tuple[tuple[int, frozenset[str], bool], ...] = ()  # there, or elsewhere

    @property
    def items(self) -> set[int]:
        """The items that are spoken of."""
        pairs = {i for pair in (*self.together, *self.apart) for i in pair}
        return pairs | {item for item, _, _ in self.places}


@dataclass
class Bundle:
    """Items that are together: their numbers, and the names of the sites where all may be."""

    items: list[int]
    may: set[str]
    apart: set[int] = field(default_factory=set)  # numbers of bundles that it must not meet

    def cost(self, instance: Consolidation, site: str, unit: Fraction) -> int:
        """Return what it costs to have these items on a site, in whole units."""
        moved = (instance.items[i] for i in self.items if instance.items[i].machine is not None)
        return sum(int(as_written(i.migration_cost) / unit) for i in moved if i.machine != site)


def leaves(
    instance: Consolidation, tree: Tree, conditions: Conditions | None = None, depth: int = 0
) -> Iterable[tuple[Conditions, PricedItems]]:
    """Yield the leaves of a tree, each with the conditions that lead there."""
    now = Conditions() if conditions is None else conditions
    if depth > _DEEPEST:
        raise ValueError(f"its tree is deeper than {_DEEPEST}")
    if "items" in tree:
        pair = read_part(PairFork, tree)
        a, b = (_number(instance, name) for name in pair.items)
        if a == b:
            raise ValueError("a fork must be about two items")
        yes = Conditions((*now.together, (a, b)), now.apart, now.places)
        no = Conditions(now.together, (*now.apart, (a, b)), now.places)
        below = (yes, pair.together), (no, pair.apart)
    elif "item" in tree:
        place = read_part(PlaceFork, tree)
        item, names = _number(instance, place.item), frozenset(place.machines)
        yes, no = (
            Conditions(now.together, now.apart, (*now.places, (item, names, there)))
            for there in (True, False)
        )
        below = (yes, place.there), (no, place.elsewhere)
    else:
        yield now, read_part(PricedItems, tree)
        return
    for each, subtree in below:
        yield from leaves(instance, subtree, each, depth + 1)


def _number(instance: Consolidation, name: str) -> int:
    for i, item in enumerate(instance.items):
        if item.name == name:
            return i
    raise ValueError(f"there is no item {name!r}")


def bundles_of(
    instance: Consolidation, conditions: Conditions, every: list[Site]
) -> list[Bundle] | None:
    """Return the items of the conditions in bundles; none where no plan keeps the conditions."""
    may = sent_to(instance)
    number: dict[int, int] = {}
    bundles: list[Bundle] = []
    for i in sorted(conditions.items):
        item = instance.items[i]
        if is_pinned(item, may[i]):
            raise ValueError(f"{item.name} may be nowhere else, and nothing is decided about it")
        names = {site.name for site in every if site.name in may[i] or site.name == item.machine}
        for which, among, there in conditions.places:
            if which == i:
                names = names & among if there else names - among
        number[i] = len(bundles)
        bundles.append(Bundle([i], names))
    for a, b in conditions.together:
        keep, gone = number[a], number[b]
        if keep != gone:
            bundles[keep].items += bundles[gone].items
            bundles[keep].may &= bundles[gone].may
            for i in bundles[gone].items:
                number[i] = keep
            bundles[gone].items = []
    for a, b in conditions.apart:
        if number[a] == number[b]:
            return None
        bundles[number[a]].apart.add(number[b])
        bundles[number[b]].apart.add(number[a])
    return bundles
