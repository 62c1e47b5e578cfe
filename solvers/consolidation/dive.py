"""Diving: patterns are fixed one after the other, and prices found anew for what is left."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...core.arrays import IntArray
from .flavours import Flavours, Plan
from .master import Master, MasterPoint
from .pricing import CAREFUL, GLANCE, SCALE, Prices, priced, units_needed

_SURE = 0.9  # a column at least this full is fixed with the others
_ROUNDS = 60  # of pricing, after each step
_TINY = 1e-6


def improved_columns(
    master: Master, point: MasterPoint, most: int, rounds: int, stop: Callable[[], bool]
) -> MasterPoint:
    """Add columns for the sides of the master until rounding up its value is proven right.

    Ends early where no plan that adds at most ``most`` units is left.
    """
    unit = master.flavours.scale / SCALE
    for _ in range(rounds):
        prices = Prices.rounded(point.prices, point.budget_price)
        added = 0
        for nodes in (GLANCE, CAREFUL):
            found = priced(master.flavours, prices, point.rents, master.sides, nodes)
            needed = units_needed(master.flavours, found.bound)
            if needed > most or needed * unit >= point.value - _TINY or stop():
                return point
            added = master.add_all(found.patterns)
            if added or found.complete:
                break
        if added == 0:
            break
        point = master.solve()
    return point


def dive(
    master: Master, target: int, rng: np.random.Generator | None, stop: Callable[[], bool]
) -> Plan | None:
    """Return a plan that adds at most ``target`` units to the base, if this dive finds one.

    Without a generator the fullest column is fixed; with one a column is drawn.
    """
    flavours = master.flavours
    sides = master.sides
    plan: Plan = []
    unit = flavours.scale / SCALE
    try:
        while True:
            used = flavours.added(plan)
            if not master.count.any():
                return plan
            if stop() or (used >= target and flavours.rate.all()):
                return None
            point = improved_columns(master, master.solve(), target - used, _ROUNDS, stop)
            if point.left_out.sum() > _TINY or used + point.value / unit > target + _TINY / unit:
                return None
            steps = _steps(master, flavours, point, rng)
            if not steps:
                return None
            plan += steps
    finally:
        master.set_sides(*sides)


def rounded(master: Master, point: MasterPoint) -> Plan:
    """Return whole parts of columns, then columns by their fraction while they fit what is left.

    No prices are found anew, so that it is quick; the plan may leave items out.
    """
    flavours, plan = master.flavours, list[tuple[int, IntArray, int]]()
    count, free, budget = master.count.copy(), master.free.copy(), master.budget
    order = np.argsort(-point.x, kind="stable")
    order = order[point.x[order] > _TINY]
    for whole in (True, False):
        for k in order.tolist():
            number, pattern = master.columns[k]
            times = int(point.x[k] + _TINY) if whole else 1
            used = pattern > 0
            times = min(times, int(free[number]), int((count[used] // pattern[used]).min()))
            times = times if flavours.spent(number, pattern) * times <= budget else 0
            if times > 0:
                count -= pattern * times
                free[number] -= times
                budget -= flavours.spent(number, pattern) * times
                plan.append((number, pattern, times))
    return plan


def _steps(
    master: Master, flavours: Flavours, point: MasterPoint, rng: np.random.Generator | None
) -> Plan:
    """Fix whole parts of columns, or one column, and shrink the sides of the master by them."""
    count, free, budget = master.count.copy(), master.free.copy(), master.budget
    fixed: Plan = []
    x = point.x
    whole = np.flatnonzero(x >= _SURE)
    order = whole[np.argsort(-x[whole])] if len(whole) else [_fractional(x, rng)]
    for k in order:
        number, full = master.columns[k]
        for times in (max(1, int(x[k] + _TINY)), 1):
            pattern = np.minimum(full, count)
            if times > 1 and (full * times > count).any():
                continue
            spent = flavours.spent(number, pattern) * times
            if pattern.any() and times <= free[number] and spent <= budget:
                count -= pattern * times
                free[number] -= times
                budget -= spent
                fixed.append((number, pattern, times))
                break
    master.set_sides(count, free, budget)
    return fixed


def _fractional(x: np.ndarray, rng: np.random.Generator | None) -> int:
    if rng is None:
        return int(np.argmax(x))
    weight = np.where(x > _TINY, x, 0.0) ** 2
    return int(rng.choice(len(x), p=weight / weight.sum()))
