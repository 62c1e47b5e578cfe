"""Rounds of pricing at the root, at prices drawn towards the best known ones.

Prices of a young master program swing wildly.  Those between them and the prices of the best bound
so far find better columns and prove more (Wentges, 1997).
"""

from __future__ import annotations

import numpy as np

from .flavours import Flavours
from .incumbent import PackingSearch
from .master import Master, MasterPoint
from .pricing import GLANCE, SCALE, THOROUGH, Prices, priced

_TINY = 1e-6
_MANY = 150  # flavours
_PULL = 0.8  # weight of the best prices so far
_Duals = tuple[np.ndarray, float, np.ndarray]  # prices of items, of cost, rents of classes


def generate_columns(search: PackingSearch, master: Master, until: float | None = None) -> None:
    """Generate columns until the relaxation is solved, or its bound cannot be rounded higher.

    Where items are left out in the end, that is made dearer.  ``until`` is a time of the run.
    """
    flavours, instance = search.flavours, search.flavours.instance
    best = _by_size(flavours)
    _price(search, master, best, GLANCE)
    penalty = first_penalty(search.flavours)
    while not search.done() and (until is None or search.run.seconds < until):
        point = master.solve()
        best, added, complete = _round(search, master, point, best)
        left = point.left_out > _TINY
        net = search.exact_bound - flavours.base * flavours.scale
        solved = added == 0 or point.value - net / SCALE < _TINY
        rounded = (search.bound - flavours.base) * flavours.scale / SCALE
        if not left.any() and (solved or point.value <= rounded + _TINY):
            if solved and complete:
                units = point.value * SCALE / flavours.scale + flavours.base
                search.details["relaxation"] = round(instance.value_of(1) * units, 6)
            return
        if solved:
            if (penalty[left] > 10.0 * len(search.flavours.class_of)).any():
                return
            penalty = np.where(left, 1.5 * penalty, penalty)
            master.set_penalty(penalty)


def first_penalty(flavours: Flavours) -> np.ndarray:
    """Return what it costs at first to leave out an item of each flavour.

    That is a machine, and little more than the price by size where prices are slow to settle.
    """
    if _slow(flavours):
        return 1.1 * _by_size(flavours)[0] + 0.02
    return np.ones(len(flavours.size))


def _slow(flavours: Flavours) -> bool:
    """True if a search for a pattern takes long, so that rounds should be few."""
    return flavours.size.shape[1] > 2 and len(flavours.size) > _MANY


def _round(
    search: PackingSearch, master: Master, point: MasterPoint, best: _Duals
) -> tuple[_Duals, int, bool]:
    """Price once, or until there are new columns; return the best prices so far as well."""
    current = (point.prices, point.budget_price, point.rents)
    between = (
        _PULL * best[0] + (1 - _PULL) * current[0],
        _PULL * best[1] + (1 - _PULL) * current[1],
        _PULL * best[2] + (1 - _PULL) * current[2],
    )
    ways = (between, current) if _slow(search.flavours) else (current,)
    complete = False
    for duals, nodes in [(way, nodes) for nodes in (GLANCE, THOROUGH) for way in ways]:
        before = search.exact_bound
        added, complete = _price(search, master, duals, nodes)
        if search.exact_bound > before:
            best = duals
        if added or search.done():
            return best, added, complete
        if complete and duals is current:
            break
    return best, 0, complete


def _price(search: PackingSearch, master: Master, duals: _Duals, nodes: int) -> tuple[int, bool]:
    """Add the patterns that pay at some prices, and take their bound."""
    prices = Prices.rounded(duals[0], duals[1])
    found = priced(search.flavours, prices, duals[2], master.sides, nodes)
    search.proven(prices, found.bound + search.flavours.base * search.flavours.scale)
    return master.add_all(found.patterns), found.complete


def _by_size(flavours: Flavours) -> _Duals:
    """Return prices by the share of the largest machine in the resource that is scarcest."""
    scarcest = flavours.scarce[0]
    share = flavours.size[:, scarcest] / max(1, flavours.room[:, scarcest].max())
    return share, 0.0, np.zeros(len(flavours.room))
