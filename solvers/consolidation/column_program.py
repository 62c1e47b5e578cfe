"""An integer program over patterns: the generated ones, or all that a better plan can use."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ...core.arrays import BoolArray, IntArray
from ...core.kernels import kernel
from ...core.outcome import Stopped
from ...core.run import Run
from ..engines import FormBuilder, engine_named, solve_form
from .flavours import Flavours, Plan
from .pattern_search import Surrogate, candidates, multipliers
from .pricing import Prices, most_together
from .room_table import Candidates, Way, dantzig, take_next, way_from

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
