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

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from ....instances.macrow import MacroW
from ..proofs.claims import UnprovenError, kind_of
from .component_places import Places, RowPrices, UnitSpot

_KEYS = {"component-prices": {"dropped", "groups", "tree"}}
_DEEPEST = 400  # splits below each other


@dataclass(frozen=True)
class _Leaf:
    """The plans of a leaf: low <= t < high, PEs that have candidates on some nodes or have none."""

    low: Fraction = Fraction(0)
    high: Fraction | None = None
    inside: tuple[UnitSpot, ...] = ()
    outside: tuple[UnitSpot, ...] = ()


def proven_value(instance: MacroW, certificate: dict[str, Any]) -> float:
    """Return what a certificate proves no plan to go below, rounded down."""
    kind_of(certificate, _KEYS)
    places = Places(instance, _pairs(certificate["dropped"]))
    groups = _groups(instance, certificate["groups"])
    return max(0.0, _least(places, groups, certificate["tree"], _Leaf(), 0))


def _least(
    places: Places, groups: dict[str, list[int]], tree: Any, leaf: _Leaf, depth: int
) -> float:
    """Return the least bound of the leaves of a tree."""
    if not isinstance(tree, dict) or depth > _DEEPEST:
        raise UnprovenError("a tree is an object, and not too deep")
    if set(tree) == {"prices"}:
        prices = _prices(places, groups, tree["prices"])
        return places.least_value(prices, leaf.low, leaf.high, leaf.inside, leaf.outside)
    if set(tree) == {"level", "below", "from"}:
        level = _level(tree["level"])
        if not leaf.low < level or (leaf.high is not None and not level < leaf.high):
            raise UnprovenError(f"the level {tree['level']} does not lie inside its interval")
        parts = (tree["below"], replace(leaf, high=level)), (tree["from"], replace(leaf, low=level))
    elif set(tree) == {"pe", "on", "inside", "outside"}:
        spot = _spot(places, groups, tree["pe"], tree["on"])
        parts = (
            (tree["inside"], replace(leaf, inside=(*leaf.inside, spot))),
            (tree["outside"], replace(leaf, outside=(*leaf.outside, spot))),
        )
    else:
        raise UnprovenError("a tree is a split by level, a split by nodes of a PE, or prices")
    return min(_least(places, groups, part, each, depth + 1) for part, each in parts)


def _spot(places: Places, groups: dict[str, list[int]], pe: Any, on: Any) -> UnitSpot:
    """Return a unit and the nodes of some groups."""
    named = isinstance(on, list) and all(isinstance(each, str) and each in groups for each in on)
    if not isinstance(pe, str) or pe not in places.unit_of or not named:
        raise UnprovenError(f"there is no PE {pe!r}, or there are no groups {on!r}")
    return places.unit_of[pe], tuple(n for group in on for n in groups[group])


def _level(given: Any) -> Fraction:
    try:
        return Fraction(given if isinstance(given, str) else "")
    except (ValueError, ZeroDivisionError):
        raise UnprovenError(f"a level is a fraction like '9/4', is {given!r}") from None


def _pairs(given: Any) -> set[frozenset[str]]:
    if not isinstance(given, list) or any(
        not isinstance(pair, list) or len(pair) != 2 or not all(isinstance(p, str) for p in pair)
        for pair in given
    ):
        raise UnprovenError("dropped streams are pairs of PEs")
    return {frozenset(pair) for pair in given}


def _groups(instance: MacroW, given: Any) -> dict[str, list[int]]:
    """Return the nodes of each group; no node is in two."""
    index = {node.name: n for n, node in enumerate(instance.nodes)}
    if not isinstance(given, dict) or not all(isinstance(names, list) for names in given.values()):
        raise UnprovenError("groups are lists of nodes by name")
    members = [name for names in given.values() for name in names]
    if not all(isinstance(name, str) and name in index for name in members):
        raise UnprovenError("a group has a node that the instance does not have")
    if len(set(members)) < len(members):
        raise UnprovenError("a node is in two groups")
    return {group: [index[name] for name in names] for group, names in given.items()}


def _prices(places: Places, groups: dict[str, list[int]], given: Any) -> RowPrices:
    known = {"load", "link", "license", "crowd", "pack", "risk", "change"}
    if not isinstance(given, dict) or not set(given) <= known:
        raise UnprovenError(f"prices have the keys {sorted(known)}")
    prices = places.no_prices()
    for key, index in (("link", places.links), ("license", places.licenses)):
        for name, each in _named(given, key, index).items():
            getattr(prices, key)[index[name]] = _price(each)
    for key in ("load", "crowd"):
        for name, each in _named(given, key, groups).items():
            getattr(prices, key)[groups[name]] = _price(each)
    for name, sizes in _named(given, "pack", groups).items():
        if not isinstance(sizes, dict):
            raise UnprovenError("packings are prices by sizes")
        for size, each in sizes.items():
            if _level(size) <= 0:
                raise UnprovenError("a size is a positive fraction")
            prices.pack.append((groups[name], _level(size), _price(each)))
    prices.risk, prices.change = (_price(given.get(key, 0)) for key in ("risk", "change"))
    return prices


def _named(given: dict[str, Any], key: str, known: dict[str, Any]) -> dict[str, Any]:
    named = given.get(key, {})
    if not isinstance(named, dict) or not set(named) <= set(known):
        raise UnprovenError(f"the prices of {key!r} name what the instance does not have")
    return named


def _price(given: Any) -> float:
    if type(given) not in (int, float) or not 0 <= given < math.inf:
        raise UnprovenError(f"a price must be a finite number >= 0, is {given!r}")
    return float(given)
