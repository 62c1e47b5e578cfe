"""Dives, which fix patterns of a master with few columns and price again, and branching on pairs.

Branching is depth first, until the best plan is optimal or time is up.  Ryan and Foster (1981): if
two items are together fractionally in the relaxation, they are together in one branch and apart in
the other.  A tree decides whether a plan has fewer units than a goal.  A branch ends if prices
prove that it has no such plan; when all have ended, the goal is the bound, and the tree with the
prices of its leaves is the certificate."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.arrays import IntArray
from .branches import BranchDecision, BranchedPacking
from .column_parameters import ColumnParameters
from .flavours import Flavours, Plan
from .incumbent import Leaf, PackingSearch, branch_certificate, leaf_certificate
from .master import Column, Master, MasterPoint
from .pricing import SCALE, Prices, price_patterns, units_needed

_TINY = 1e-6  # values of columns below it count as 0
_FROM = 1000  # the numbers of dives from the root, so that each has noise of its own


@dataclass(eq=False)
class _Branch:
    packing: BranchedPacking
    columns: list[Column]


def branch(search: PackingSearch, master: Master, most: int) -> None:
    """Halve the gap repeatedly: prove a goal as a bound, or find a plan below the goal."""
    while not search.done() and most > 0:
        goal = search.bound + max(1, (search.used - search.bound) // 2)
        tree = _Tree(search, goal)
        most = tree.searched(master, most)
        if search.used < goal:
            continue  # the next goal is between the bound and this plan
        if not tree.exhausted:
            return
        proof = None
        if len(tree.leaves) <= search.parameters.proof_leaves:
            proof = branch_certificate(search.flavours.instance, tree.leaves)
        search.proven_by_tree(goal, proof)


class _Tree:
    """A search for a plan with fewer units than a goal."""

    def __init__(self, search: PackingSearch, goal: int) -> None:
        self.search, self.goal, self.parameters = search, goal, search.parameters
        self.leaves: list[Leaf] = []
        self.exhausted = False

    def searched(self, master: Master, most: int) -> int:
        """Search depth first, pairs together first; return how many more branches are allowed."""
        search, period = self.search, 2 * self.parameters.branch_dives  # from here and the root
        columns = master.cheapest(master.solve(), self.parameters.branch_columns)
        open_branches = [_Branch(BranchedPacking.root(search.flavours), columns)]
        while open_branches:
            if search.done() or most <= 0:
                return most
            most -= 1
            each = open_branches.pop()
            children = self._children(each, with_dive=most % period == 0)
            if children is None:
                return 0  # nothing is left to decide, and the rules are against the plan
            open_branches += children
            if most % period == period // 2:
                dives(search, master, most + _FROM + 1, most + _FROM)
            search.details["branches"] = search.details.get("branches", 0) + 1
            if search.used < self.goal or search.done():
                return most  # a branch that was left because the time is up is not closed
        self.exhausted = True
        return most

    def _children(self, each: _Branch, *, with_dive: bool) -> list[_Branch] | None:
        """Return the two branches below; [] if none is needed, None if none can be made."""
        search, packing = self.search, each.packing
        penalty = self.parameters.branch_penalty * np.maximum(1, packing.parts.sum(axis=1))
        master = Master(packing.flavours, penalty.astype(float))
        master.add_all(each.columns)
        point, proof = self._solve(packing, master)
        if proof is not None:
            self.leaves.append((packing.decisions, proof))
            return []
        if search.done():
            return []
        whole = np.abs(point.x - np.rint(point.x)) < _TINY
        if whole.all() and point.left_out.sum() < _TINY:
            plan = [
                (number, pattern, round(x))
                for (number, pattern), x in zip(master.columns, point.x.tolist(), strict=True)
                if x > 0.5
            ]
            search.found_plan(packing.at_root(plan))  # mended it may be a plan, and miss the goal
            return [] if search.used < self.goal else None
        decision = pair_to_decide(packing, master, point, self.parameters.branch_pairs)
        if decision is None:
            return None
        columns = master.cheapest(point, self.parameters.branch_columns)
        if with_dive:
            small = master.part(columns)
            found = dive(search, small, np.random.default_rng(len(packing.decisions)))
            if found is not None:
                search.found_plan(packing.at_root(found))
        return [
            _Branch(*packing.decided(decision._replace(agreed=agreed), columns))
            for agreed in (False, True)
        ]

    def _solve(
        self, packing: BranchedPacking, master: Master
    ) -> tuple[MasterPoint, dict[str, Any] | None]:
        """Generate columns until prices prove the goal or no column is new; return point, proof."""
        search, flavours = self.search, packing.flavours
        goal = self.goal - flavours.base
        unit = flavours.scale / SCALE
        while True:
            point = master.solve()
            left = point.left_out > _TINY
            if search.done() or (not left.any() and point.value <= (goal - 1) * unit + _TINY):
                return point, None
            prices = Prices.rounded(point.prices, point.budget_price)
            stop = search.run.should_stop
            found = price_patterns(
                flavours, prices, point.rents, master.sides, stop=stop, parameters=self.parameters
            )
            if units_needed(flavours, found.bound) >= goal:
                return point, leaf_certificate(packing, found.prices)
            if master.add_all(found.patterns) == 0:
                if not left.any() or (master.penalty > 1e4).any():
                    return point, None
                master.set_penalty(np.where(left, 4 * master.penalty, master.penalty))


def pair_to_decide(
    packing: BranchedPacking, master: Master, point: MasterPoint, most: int
) -> BranchDecision | None:
    """Return a decision on two items fractionally together, or else on an item and a class.

    At most ``most`` pairs of items are tried.
    """
    used = np.flatnonzero(point.x > _TINY)
    patterns = np.array([master.columns[k][1] for k in used])
    x = point.x[used]
    single = packing.flavours.count == 1
    inside = (patterns > 0) & single
    together = (inside * x[:, None]).T @ inside.astype(float)
    np.fill_diagonal(together, 0.0)
    doubt = np.minimum(together, 1.0 - together)
    room = np.maximum(1, packing.flavours.room.max(axis=0))
    share = (packing.flavours.size / room).sum(axis=1)
    weight = np.where(doubt > _TINY, doubt + 0.02 * (share[:, None] + share[None, :]), 0.0)
    tried = np.argsort(-np.triu(weight), axis=None, kind="stable")[:most]
    pairs = [divmod(k, len(weight)) for k in tried.tolist()]
    pairs = [(a, b) for a, b in pairs if weight[a, b] > 0]
    if pairs:
        a, b = _most_telling(master, point, pairs)
        return BranchDecision((packing.item_of(a), packing.item_of(b)), None, True)
    return _of_a_column(packing, master, point, used) or _class_to_decide(packing, master, point)


def _most_telling(
    master: Master, point: MasterPoint, pairs: list[tuple[int, int]]
) -> tuple[int, int]:
    """Return the pair of items whose two branches raise the value of the relaxation most."""
    if len(pairs) == 1:
        return pairs[0]
    patterns = np.array([pattern for _, pattern in master.columns]) > 0
    closed = []
    for a, b in pairs:
        has = patterns[:, a].astype(np.int64) + patterns[:, b]
        closed += [np.flatnonzero(has == 1), np.flatnonzero(has == 2)]
    values = np.array(master.values_without(closed)).reshape(-1, 2) - point.value
    gain = np.maximum(values, 1e-4)
    return pairs[int(np.argmax(gain[:, 0] * gain[:, 1]))]


def _of_a_column(
    packing: BranchedPacking, master: Master, point: MasterPoint, used: np.ndarray
) -> BranchDecision | None:
    """Return a decision on the two largest items of the most fractional column, or ``None``."""
    doubt = np.abs(point.x[used] - np.rint(point.x[used]))
    size = packing.flavours.size.sum(axis=1)
    for k in used[np.argsort(-doubt, kind="stable")].tolist():
        pattern = master.columns[k][1]
        if abs(point.x[k] - round(point.x[k])) < _TINY:
            return None
        of = np.repeat(np.arange(len(pattern)), pattern)
        if len(of) < 2 or not (packing.flavours.count[of] > 1).any():
            continue
        a, b = of[np.argsort(-size[of], kind="stable")[:2]].tolist()
        first = packing.item_of(a)
        second = packing.item_of(b, (first,))
        return BranchDecision((first, second), None, True)
    return None


def _class_to_decide(
    packing: BranchedPacking, master: Master, point: MasterPoint
) -> BranchDecision | None:
    """Return a decision on an item of which only a fraction is on the machines of a class."""
    count, classes = len(master.count), len(master.free)
    share = np.zeros((classes, count))
    for (number, pattern), x in zip(master.columns, point.x.tolist(), strict=False):
        share[number] += x * (pattern > 0)
    doubt = np.where(packing.flavours.count == 1, np.minimum(share, 1.0 - share), 0.0)
    number, f = divmod(int(np.argmax(doubt)), count)
    if doubt[number, f] <= _TINY:
        return None
    machines = np.flatnonzero(packing.flavours.class_of == number)
    return BranchDecision((packing.item_of(f),), tuple(machines.tolist()), True)


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
