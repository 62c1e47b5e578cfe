"""The last gap: an integer program over columns, those found or all that a better plan can use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numba
import numpy as np

from ...core.arrays import IntArray
from ...core.outcome import Stopped
from ...core.run import Run
from ..engines.engine import engine_named, solve_form
from ..engines.form_builder import FormBuilder
from .flavours import Flavours, Plan
from .knapsack import UnitGrid, upper
from .layers import ItemLayers
from .pricing import SCALE, Prices

MOST_NODES = 20_000_000  # of the enumeration


@dataclass(frozen=True, eq=False)
class Closing:
    """What the integer program over columns says: a plan, or that these columns have none."""

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
    """Look for a plan of these columns with at most that many machines."""
    builder = FormBuilder()
    rows: list[list[tuple[int, float]]] = [[] for _ in flavours.size]
    sites: list[list[tuple[int, float]]] = [[] for _ in flavours.room]
    costs: list[tuple[int, float]] = []
    for number, pattern in columns:
        most = float(flavours.machines[number])
        column = builder.column(upper=most, cost=1.0, integer=True)
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
    every = [(column, 1.0) for column in range(len(columns))]
    builder.row(every, lower=float(at_least), upper=float(at_most))
    inner = run.inner(seconds=seconds, gap=0.5 / at_most)
    result = solve_form(builder.form(), engine_named("highs"), inner)
    if result.x is None:
        return Closing(None, result.status == "infeasible", result.stopped)
    plan = [
        (number, pattern, int(times))
        for (number, pattern), times in zip(columns, np.rint(result.x).tolist(), strict=True)
        if times > 0
    ]
    return Closing(plan, none_left=False, stopped=result.stopped)


def columns_within(
    flavours: Flavours, prices: Prices, slack: int, most: int, stop: Callable[[], bool]
) -> list[tuple[int, IntArray]] | None:
    """Return all patterns that a plan within ``slack`` of what the prices prove can use.

    A plan uses no pattern whose value falls short of 1 by more than the slack: the shortfalls of
    its patterns add up to at most that.  A pattern to which an item can be added for free is left
    out.  ``None`` where there are more than ``most``.
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
    """Return the patterns of a class that are worth 1 less the slack."""
    room, held = flavours.room[number], np.minimum(flavours.held[number], flavours.count)
    sent = np.where(flavours.open[number], np.maximum(0, _copies(flavours, room) - held), 0)
    of = np.concatenate([np.repeat(np.arange(len(held)), each) for each in (held, sent)])
    stays = np.arange(len(of)) < held.sum()
    value = prices.item[of] - np.where(stays, 0, prices.cost * flavours.cost[of])
    share = (flavours.size / np.maximum(1, room)).sum(axis=1)[of]
    order = np.lexsort((of, -value / np.maximum(share, 1e-9)))
    order = order[(flavours.size[of[order]] <= room).all(axis=1)]
    of, value, free = of[order], value[order], stays[order] | (flavours.cost[of[order]] == 0)
    size = np.ascontiguousarray(flavours.size[of])
    grid = UnitGrid.over(room, len(of), flavours.scarce, np.zeros_like(room))
    tables = grid.tables(None, ItemLayers(of, np.ones_like(of), size, value))
    twin = np.concatenate([[False], (of[1:] == of[:-1]) & (value[1:] == value[:-1])])
    rows, ended = _enumerated(
        room, size, value, twin[: len(of)], free, tables[:, :1], tables, *grid.arrays,
        SCALE - slack, most, MOST_NODES,
    )  # fmt: skip
    if not ended:
        return None
    patterns = np.zeros((len(rows), len(held)), dtype=np.int64)
    for k, row in enumerate(rows):
        np.add.at(patterns[k], of[row], 1)
    distinct: IntArray = np.unique(patterns, axis=0)
    return distinct


def _copies(flavours: Flavours, room: IntArray) -> IntArray:
    """Return how many items of each flavour there are that fit together."""
    needs = flavours.size > 0
    fit = np.where(needs, room // np.maximum(1, flavours.size), flavours.count[:, None])
    copies: IntArray = np.minimum(flavours.count, fit.min(axis=1))
    return copies


@numba.njit(cache=True)
def _enumerated(
    room: IntArray,
    size: IntArray,
    value: IntArray,
    twin: np.ndarray,
    free: np.ndarray,
    own: IntArray,
    shared: IntArray,
    pairs: IntArray,
    step: IntArray,
    length: IntArray,
    toll: IntArray,
    threshold: int,
    most: int,
    most_nodes: int,
) -> tuple[list[np.ndarray], bool]:
    """Return all sets of copies worth the threshold to which none that is free can be added.

    A copy is taken only where its twin before it is.
    """
    count = size.shape[0]
    left = room.copy()
    taken = np.zeros(count, dtype=np.bool_)
    found = [taken.copy() for _ in range(0)]
    worth, k = 0, 0
    for _ in range(most_nodes):
        dead = False
        if k < count:
            bound = upper(k, left, own, shared, pairs, step, length, toll)
            dead = worth + bound < threshold
        if not dead and k < count:
            after = twin[k] and not taken[k - 1]
            if not after and (size[k] <= left).all():
                taken[k] = True
                left -= size[k]
                worth += value[k]
            k += 1
            continue
        if k == count and worth >= threshold:
            maximal = True
            for i in range(count):
                if free[i] and not taken[i] and (size[i] <= left).all():
                    maximal = False
                    break
            if maximal:
                found.append(taken.copy())
                if len(found) > most:
                    return found, False
        k -= 1
        while k >= 0 and not taken[k]:
            k -= 1
        if k < 0:
            return found, True
        taken[k] = False
        left += size[k]
        worth -= value[k]
        k += 1
    return found, False
