"""The restricted master program of column generation, kept in HiGHS and solved repeatedly.

Rows: every flavour is covered, no class has more patterns than machines, the budget is kept.
Columns: one per class and pattern, and one per flavour for omitted items, at a penalty. After
columns are added, the last basis is primal feasible, so the primal simplex method continues from
it; after right-hand sides change, the dual simplex method does.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ...core.arrays import BoolArray, FloatArray, IntArray
from ...core.kernels import kernel
from ...core.outcome import Stopped
from ...core.run import Run
from ..engines import FormBuilder, PricedMaster, engine_named, solve_form
from .flavours import PARTS, Flavours, Plan
from .pattern_search import Surrogate, candidates, multipliers
from .pricing import Prices, most_together
from .room_table import Candidates, Way, dantzig, take_next, way_from

_DUAL, _PRIMAL = 1, 4  # the names of the simplex methods in HiGHS
_GLANCE, _UNLIMITED = 100, 2**31 - 1  # iterations of the simplex method
Column = tuple[int, IntArray]  # class and pattern


@dataclass(frozen=True, eq=False)
class MasterPoint:
    """A solution of the relaxed master: value, values of columns, and duals of rows."""

    value: float
    x: FloatArray
    left_out: FloatArray
    prices: FloatArray
    rents: FloatArray
    budget_price: float


class Master:
    """The master program: the columns so far, and right-hand sides, which a dive may change."""

    def __init__(self, flavours: Flavours, penalty: FloatArray) -> None:
        self.flavours, self.penalty = flavours, penalty
        self.columns: list[Column] = []
        self._solved = False  # all columns cost something, so that the first basis is a dual one
        count, classes = len(flavours.size), len(flavours.room)
        self._program = PricedMaster(presolve="off", solver="simplex")
        self._highs = self._program.highs
        for number in range(count + classes + flavours.budgeted):
            side = (0.0, math.inf) if number < count else (-math.inf, 0.0)
            self._highs.addRow(*side, 0, np.empty(0, np.int32), np.empty(0))
        for f in range(count):
            self._highs.addCol(
                float(penalty[f]), 0.0, math.inf, 1, np.array([f], np.int32), np.ones(1)
            )
        self.set_sides(flavours.count, flavours.machines, flavours.instance.budget)

    def set_sides(self, count: IntArray, machines: IntArray, budget: int) -> None:
        """Set the right-hand sides: items per flavour, machines per class, and the budget."""
        self.count, self.free, self.budget = count, machines, budget
        upper = [math.inf] * len(count) + machines.tolist()
        lower = count.tolist() + [-math.inf] * len(machines)
        if self.flavours.budgeted:
            upper.append(budget)
            lower.append(-math.inf)
        rows = np.arange(len(lower), dtype=np.int32)
        sides = np.array(lower, dtype=float), np.array(upper, dtype=float)
        self._highs.change_sides(rows, *sides)
        self._highs.setOptionValue("simplex_strategy", _DUAL)

    def set_penalty(self, penalty: FloatArray) -> None:
        """Set the penalty for omitting an item, per flavour."""
        self.penalty = penalty
        for f, each in enumerate(penalty.tolist()):
            self._highs.changeColCost(f, each)
        self._highs.setOptionValue("simplex_strategy", _PRIMAL)

    def add_all(self, patterns: list[Column]) -> int:
        """Add patterns as columns; return the number of new ones."""
        new = []
        for number, pattern in patterns:
            if pattern.any() and self._program.is_new((number, pattern.tobytes())):
                new.append((number, pattern))
        if new:
            self._add(new)
            self.columns += new
            if self._solved:
                self._highs.setOptionValue("simplex_strategy", _PRIMAL)
        return len(new)

    def _add(self, new: list[Column]) -> None:
        flavours, starts, rows, values = self.flavours, [], list[int](), list[float]()
        for number, pattern in new:
            starts.append(len(rows))
            inside = np.flatnonzero(pattern)
            rows += [*inside.tolist(), len(self.count) + number]
            values += [*pattern[inside].tolist(), 1.0]
            if spent := flavours.spent(number, pattern):
                rows.append(len(self.count) + len(self.free))
                values.append(spent)
        numbers = np.array([number for number, _ in new])
        self._highs.addCols(
            len(new),
            flavours.rate[numbers] * (flavours.scale / PARTS),
            np.zeros(len(new)),
            np.full(len(new), math.inf),
            len(rows),
            np.array(starts, np.int32),
            np.array(rows, np.int32),
            np.array(values, float),
        )

    def add_plan(self, plan: Plan) -> None:
        """Add the patterns of a plan."""
        self.add_all([(number, pattern) for number, pattern, _ in plan])

    def cheapest(self, point: MasterPoint, per_flavour: int) -> list[Column]:
        """Return the ``per_flavour`` x (flavours) + 200 columns of smallest reduced cost."""
        most = per_flavour * len(self.count) + 200
        if len(self.columns) <= most:
            return list(self.columns)
        numbers = np.array([number for number, _ in self.columns])
        cost = self.flavours.rate[numbers] * (self.flavours.scale / PARTS) + point.rents[numbers]
        worth = np.array([float(pattern @ point.prices) for _, pattern in self.columns])
        if self.flavours.budgeted:
            spent = [self.flavours.spent(number, pattern) for number, pattern in self.columns]
            cost = cost + point.budget_price * np.array(spent)
        used = np.zeros(len(cost))
        used[: len(point.x)] = point.x  # columns may be newer than the point
        order = np.argsort(cost - worth - used, kind="stable")[:most]
        return [self.columns[k] for k in sorted(order.tolist())]

    def part(self, columns: list[Column]) -> Master:
        """Return a separate master with only these columns.

        In it, the penalty for omitting an item exceeds the cost of a machine for it alone.
        """
        small = Master(self.flavours, 2.0 * self.penalty)
        small.add_all(columns)
        return small

    def values_without(self, closed: list[IntArray]) -> list[float]:
        """Estimate the relaxation's value without each list of columns, by a few simplex steps."""
        basis, found = self._highs.getBasis(), []
        self._highs.setOptionValue("simplex_strategy", _DUAL)
        self._highs.setOptionValue("simplex_iteration_limit", _GLANCE)
        for columns in closed:
            numbers = (columns + len(self.count)).astype(np.int32)
            nothing = np.zeros(len(numbers))
            self._highs.changeColsBounds(len(numbers), numbers, nothing, nothing)
            self._highs.run()
            found.append(float(self._highs.getInfo().objective_function_value))
            self._highs.changeColsBounds(
                len(numbers), numbers, nothing, np.full(len(numbers), math.inf)
            )
            self._highs.setBasis(basis)
        self._highs.setOptionValue("simplex_iteration_limit", _UNLIMITED)
        return found

    @property
    def sides(self) -> tuple[IntArray, IntArray, int]:
        """The right-hand sides: items per flavour, machines per class, and the budget."""
        return self.count, self.free, self.budget

    def solve(self) -> MasterPoint:
        """Solve the relaxation from the last basis."""
        _, value, x, dual = self._program.solve(simplex_strategy=_DUAL)
        self._solved = True
        count, classes = len(self.count), len(self.free)
        return MasterPoint(
            value=value,
            x=np.maximum(0.0, x[count:]),
            left_out=np.maximum(0.0, x[:count]),
            prices=np.maximum(0.0, dual[:count]),
            rents=np.maximum(0.0, -dual[count : count + classes]),
            budget_price=max(0.0, -float(dual[-1])) if self.flavours.budgeted else 0.0,
        )


MOST_NODES = 5_000_000  # nodes of the enumeration


@dataclass(frozen=True, eq=False)
class Closing:
    """The result of an integer program over columns: a plan, or ``none_left`` if none exists."""

    plan: Plan | None
    none_left: bool
    stopped: Stopped


def best_of_columns(
    flavours: Flavours,
    columns: list[tuple[int, IntArray]],
    at_least: int,
    at_most: int,
    run: Run,
    seconds: float | None,
) -> Closing:
    """Search for a plan of these patterns with ``at_least`` to ``at_most`` units above the base."""
    builder = FormBuilder()
    rows: list[list[tuple[int, float]]] = [[] for _ in flavours.size]
    sites: list[list[tuple[int, float]]] = [[] for _ in flavours.room]
    costs: list[tuple[int, float]] = []
    for number, pattern in columns:
        most = float(flavours.machines[number])
        column = builder.column(upper=most, cost=float(flavours.rate[number]), integer=True)
        for f in np.flatnonzero(pattern).tolist():
            rows[f].append((column, float(pattern[f])))
        sites[number].append((column, 1.0))
        if spent := flavours.spent(number, pattern):
            costs.append((column, float(spent)))
    if not all(rows):
        return Closing(None, none_left=True, stopped="complete")
    for terms, count in zip(rows, flavours.count.tolist(), strict=True):
        builder.row(terms, lower=float(count))
    for terms, free in zip(sites, flavours.machines.tolist(), strict=True):
        builder.row(terms, upper=float(free))
    if costs:
        builder.row(costs, upper=float(flavours.instance.budget))
    every = [
        (column, float(flavours.rate[number]))
        for column, (number, _) in enumerate(columns)
        if flavours.rate[number]
    ]
    builder.row(every, lower=float(at_least), upper=float(at_most))
    inner = run.inner(seconds=seconds, gap=0.5 / max(1, at_most))
    result = solve_form(builder.form(), engine_named("highs"), inner)
    stopped = result.stopped
    if stopped == "interrupted" and inner.should_stop():
        stopped = "time_limit"  # this part's time is up, and nobody pressed Ctrl-C
    if result.x is None:
        return Closing(None, result.status == "infeasible", stopped)
    plan = [
        (number, pattern, int(times))
        for (number, pattern), times in zip(columns, np.rint(result.x).tolist(), strict=True)
        if times > 0
    ]
    return Closing(plan, none_left=False, stopped=stopped)


def columns_within(
    flavours: Flavours, prices: Prices, slack: int, most: int, stop: Callable[[], bool]
) -> list[tuple[int, IntArray]] | None:
    """Return all pairs (class, pattern) that plans within ``slack`` of the price bound can use.

    The shortfall of a pattern is the price of its machine minus the value of its items.  The
    shortfalls of such a plan sum to at most the slack, so no pattern has a larger one.  Patterns to
    which an item can be added without migration cost are omitted.  ``None`` if there are more than
    ``most`` patterns, or if time is up.
    """
    found: list[tuple[int, IntArray]] = []
    for number in range(len(flavours.room)):
        patterns = None
        if not stop():
            patterns = _worthwhile(flavours, number, prices, slack, most - len(found))
        if patterns is None:
            return None
        found += [(number, pattern) for pattern in patterns]
    return found


def _worthwhile(
    flavours: Flavours, number: int, prices: Prices, slack: int, most: int
) -> IntArray | None:
    """Return the class's patterns of at least the machine's price minus ``slack``, or ``None``.

    Items of value 0 are candidates too, so a pattern includes them if they fit. Returns ``None`` if
    there are more than ``most`` patterns.
    """
    room, held = flavours.room[number], np.minimum(flavours.held[number], flavours.count)
    sent = np.minimum(flavours.count, flavours.cap) - held
    sent = np.where(flavours.open[number], np.maximum(0, sent), 0)
    price, cost = prices.item, prices.cost
    value = np.concatenate([price - cost * flavours.staying(number), price - cost * flavours.cost])
    copies = np.concatenate([held, sent])
    size = np.concatenate([flavours.size, flavours.size])
    there = np.flatnonzero((copies > 0) & (size <= room).all(axis=1))
    worth = np.maximum(0, value)
    each = multipliers(size[there], worth[there], copies[there], room)
    surrogate = Surrogate.of(each, room, int(worth.max(initial=1)))
    stock = candidates(there, size[there], value[there], copies[there], surrogate)
    flavour = stock.flavour % len(held)
    stays = stock.flavour < len(held)
    free = stays | (flavours.cost[flavour] == 0)
    threshold = int(flavours.rate[number]) * flavours.scale - slack
    rows, ended = _enumerate(
        room, int(surrogate.weights(room)), stock._replace(flavour=flavour), free, flavours.clash,
        threshold, most, MOST_NODES, most_together(stock, room),
    )  # fmt: skip
    if not ended:
        return None
    patterns = np.zeros((len(rows), len(held)), dtype=np.int64)
    for k, row in enumerate(rows):
        np.add.at(patterns[k], flavour, row)
    distinct: IntArray = np.unique(patterns, axis=0)
    return distinct


@kernel
def _positive(values: IntArray) -> IntArray:
    """Return the positive parts of numbers."""
    return np.maximum(values, 0)


@kernel
def _enumerate(
    room: IntArray,
    rest: int,
    stock: Candidates,
    free: BoolArray,
    clash: BoolArray,
    threshold: int,
    most: int,
    most_nodes: int,
    deepest: int,
) -> tuple[list[IntArray], bool]:
    """Return all maximal patterns (copies per candidate) whose value reaches ``threshold``.

    Maximal: no candidate marked ``free`` can be added. The second result is false after a limit.
    """
    gain = _positive(stock.value)  # what is worth less than nothing may still be in a pattern
    chosen = np.zeros(len(gain), dtype=np.int64)
    found = [chosen.copy() for _ in range(0)]  # an empty list whose type the compiler knows
    way, depth, nodes = way_from(stock, room, rest, deepest), 0, 0
    while depth >= 0:
        ahead = dantzig(way, depth, way.place[depth], stock.weight, gain)
        if way.place[depth] == way.length[depth] or way.worth[depth] + ahead < threshold:
            depth -= 1
            if depth >= 0:
                chosen[way.taken[depth]] -= 1
            continue
        nodes += 1
        if nodes > most_nodes:
            return found, False
        chosen[take_next(way, depth, stock, clash)] += 1
        depth += 1
        worth_it = way.worth[depth] >= threshold
        if worth_it and not _can_grow(way, depth, stock, free, clash, chosen):
            found.append(chosen.copy())
        if len(found) > most:
            return found, False
    return found, True


@kernel(arrays=False)
def _can_grow(
    way: Way, depth: int, stock: Candidates, free: BoolArray, clash: BoolArray, chosen: IntArray
) -> bool:
    """Return whether another copy of a candidate in ``free`` fits beside the chosen copies."""
    for e in range(len(chosen)):
        fits = free[e] and chosen[e] < stock.copies[e]
        for r in range(stock.size.shape[1]):
            fits = fits and stock.size[e, r] <= way.space[depth, r]
        if fits and clash.shape[0] > 0:
            for o in range(len(chosen)):
                if chosen[o] > 0 and clash[stock.flavour[o], stock.flavour[e]]:
                    fits = False
        if fits:
            return True
    return False
