"""A diving heuristic that fixes patterns of a master with few columns, and prices again."""

import numpy as np

from ...core.arrays import IntArray
from .column_parameters import ColumnParameters
from .flavours import Flavours, Plan
from .incumbent import PackingSearch
from .master import Master, MasterPoint
from .pricing import SCALE, Prices, price_patterns, units_needed

_TINY = 1e-6  # values of columns below it count as 0


def dives(
    search: PackingSearch, master: Master, most: int, first: int = 0, rounds: int | None = None
) -> None:
    """Make dives ``first`` to ``most`` - 1 from the relaxation; dives 1, 2, … perturb its values.

    The columns that dives find are added to the master.
    """
    point, columns = master.solve(), search.parameters.dive_columns
    for k in range(first, most):
        if search.done():
            return
        rng = np.random.default_rng((search.run.seed, k))
        small = master.part(master.cheapest(point, columns))
        small.set_sides(*master.sides)
        found = dive(search, small, rng if k else None, rounds)
        if found is not None:
            search.found_plan(found)
            master.add_plan(found)


def dive(
    search: PackingSearch,
    small: Master,
    rng: np.random.Generator | None,
    rounds: int | None = None,
) -> Plan | None:
    """Fix patterns until all items have a machine; return the plan, or None if it is not better.

    If the relaxation's rounded value exceeds the bound and the value at the beginning, at most
    ``rounds`` rounds of pricing add columns (``None``: the number in the parameters).
    """
    flavours, parameters = small.flavours, search.parameters
    rounds = parameters.dive_rounds if rounds is None else rounds
    fixed: Plan = []
    goal: int | None = None
    while small.count.any():
        if search.run.should_stop():
            return None
        used = flavours.added(fixed)
        point = small.solve()
        if goal is None:  # of a relaxation that is not solved yet its own value
            goal = max(search.bound - flavours.base, _needed_units(flavours, point, 0))
        if _needed_units(flavours, point, used) > goal:
            point = _with_new_columns(search, small, point, goal - used, rounds)
            needed = _needed_units(flavours, point, used)
            if point.left_out.sum() > _TINY or needed >= search.used - flavours.base:
                return None
            goal = max(goal, needed)
        steps = _steps(small, point, rng, parameters)
        if not steps:
            return None
        fixed += steps
    return fixed


def _needed_units(flavours: Flavours, point: MasterPoint, used: int) -> int:
    """Return the units used so far, plus the relaxation's value rounded up to units."""
    unit = flavours.scale / SCALE
    return used + int(np.ceil(point.value / unit - _TINY / unit))


def _with_new_columns(
    search: PackingSearch, small: Master, point: MasterPoint, most: int, rounds: int
) -> MasterPoint:
    """Add columns until the master's value is at most ``most`` units or cannot decrease."""
    flavours = small.flavours
    for _ in range(rounds):
        prices = Prices.rounded(point.prices, point.budget_price)
        found = price_patterns(
            flavours, prices, point.rents, small.sides, search.parameters.efforts[1],
            search.run.should_stop, parameters=search.parameters, workers=search.pricing,
        )  # fmt: skip
        if search.run.should_stop() or small.add_all(found.patterns) == 0:
            break
        point = small.solve()
        proven = units_needed(flavours, found.bound)
        if _needed_units(flavours, point, 0) <= max(most, proven):
            break
    return point


def _steps(
    master: Master,
    point: MasterPoint,
    rng: np.random.Generator | None,
    parameters: ColumnParameters,
) -> Plan:
    """Fix the columns of largest value; return their patterns, and update the right-hand sides."""
    count, free, budget = master.count.copy(), master.free.copy(), master.budget
    flavours, x, surely = master.flavours, point.x, parameters.dive_sure
    noise = 1.0 if rng is None else 1.0 + parameters.dive_noise * rng.standard_normal(len(x))
    order = np.argsort(np.where(x >= surely, -10.0 - x, -x * noise), kind="stable")
    order = order[x[order] > _TINY]
    fixed: Plan = []
    fractional = int((x > _TINY).sum() - (x >= surely).sum())
    more = 1 + int(parameters.dive_share * fractional)
    for k in order.tolist():
        number, full = master.columns[k]
        sure = x[k] >= surely
        if not sure and (more == 0 or (fixed and (full > count).any())):
            continue
        for times in dict.fromkeys((max(1, int(x[k] + _TINY)), 1)):
            pattern = np.minimum(full, count)
            if times > 1 and (full * times > count).any():
                continue
            spent = flavours.spent(number, pattern) * times
            if pattern.any() and times <= free[number] and spent <= budget:
                count -= pattern * times
                free[number] -= times
                budget -= spent
                fixed.append((number, pattern, times))
                more -= not sure
                break
    master.set_sides(count, free, budget)
    return fixed


def round_columns(master: Master, point: MasterPoint) -> Plan:
    """Return a plan: each column's value rounded down, then the largest values while they fit.

    No new prices are computed, so this is quick; the plan may leave items out.
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
