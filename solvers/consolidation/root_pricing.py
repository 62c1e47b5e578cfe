"""Rounds of pricing at the root, until the relaxation is solved or its bound suffices."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...core.arrays import FloatArray
from .branching.incumbent import PackingSearch
from .patterns.flavours import Flavours
from .patterns.master import Master, MasterPoint
from .patterns.pricing import CAREFUL, GLANCE, SCALE, THOROUGH, Prices, price_patterns

TINY = 1e-6
_ENOUGH = 40  # a round ends with one new column for each 40 flavours
_EFFORTS = (GLANCE, CAREFUL, THOROUGH, 20 * THOROUGH)
_PER_SECOND = 300_000  # nodes of a search, at least, on a busy machine
_MANY = 20  # classes of machines from which on only the first two efforts are made


def generate_columns(search: PackingSearch, master: Master, until: float | None = None) -> None:
    """Generate columns until the relaxation is solved, or its bound cannot be rounded higher.

    If items are still left out when no column pays, leaving them out becomes dearer, and pricing
    goes on.  ``until`` is a time of the run.
    """
    flavours, instance, run = search.flavours, search.flavours.instance, search.run

    def stop() -> bool:
        return run.should_stop() or (until is not None and run.seconds >= until)

    _price(search, master, Prices.rounded(by_size(flavours), 0.0), None, GLANCE, stop)
    penalty = master.penalty
    while not search.done() and not stop():
        point = master.solve()
        left = point.left_out > TINY
        rounded = (search.bound - flavours.base) * flavours.scale / SCALE
        if not left.any() and point.value <= rounded + TINY:
            search.priced_out = True
            return
        added, complete = _one_round(search, master, point, stop)
        net = search.exact_bound - flavours.base * flavours.scale
        solved = added == 0 or point.value - net / SCALE < TINY
        if not left.any() and solved:
            search.priced_out = True
            if complete and not instance.devices:  # patterns are priced beyond devices
                units = point.value * SCALE / flavours.scale + flavours.base
                search.details["relaxation"] = round(instance.value_of(1) * units, 6)
            return
        if solved:
            if (penalty[left] > 10.0 * len(search.flavours.class_of)).any():
                return
            penalty = np.where(left, 1.5 * penalty, penalty)
            master.set_penalty(penalty)


def _one_round(
    search: PackingSearch, master: Master, point: MasterPoint, stop: Callable[[], bool]
) -> tuple[int, bool]:
    """Price with growing effort until there are new columns, or until none pays for sure."""
    prices = Prices.rounded(point.prices, point.budget_price)
    complete, total = False, 0
    quick = len(master.free) >= _MANY or len(search.book.kind) > 0  # rules: branching needs time
    for nodes in _EFFORTS[:2] if quick else _EFFORTS:
        added, complete = _price(search, master, prices, point, nodes, stop)
        total += added
        enough = total > len(master.count) // _ENOUGH or (total and len(master.free) >= _MANY)
        if enough or complete or stop() or search.done():
            break
    return total, complete


def _price(
    search: PackingSearch,
    master: Master,
    prices: Prices,
    point: MasterPoint | None,
    nodes: int,
    stop: Callable[[], bool],
) -> tuple[int, bool]:
    """Add the patterns that pay at some prices, and take their bound.

    A search does not look at the clock, so that its nodes are no more than the time left allows.
    """
    if (left := search.run.remaining) is not None:
        nodes = min(nodes, max(GLANCE, int(_PER_SECOND * left)))
    rents = np.zeros(len(master.free)) if point is None else point.rents
    turn = len(master.columns)
    found = price_patterns(search.flavours, prices, rents, master.sides, nodes, stop, turn)
    search.proven(found.prices, found.bound + search.flavours.base * search.flavours.scale)
    return master.add_all(found.patterns), found.complete


def by_size(flavours: Flavours) -> FloatArray:
    """Return prices by the share of the largest machine in the resource that is scarcest."""
    scarcest = flavours.scarce[0]
    share: FloatArray = flavours.size[:, scarcest] / max(1, flavours.room[:, scarcest].max())
    return share
