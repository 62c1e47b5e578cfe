"""The last gap: an integer program over columns, those found or all that a better plan can use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numba
import numpy as np

from ...core.arrays import BoolArray, IntArray
from ...core.outcome import Stopped
from ...core.run import Run
from ..engines.engine import engine_named, solve_form
from ..engines.form_builder import FormBuilder
from .flavours import Flavours, Plan
from .knapsack import SuffixTables, UnitGrid, upper
from .layers import ItemLayers
from .pricing import Prices

MOST_NODES = 20_000_000  # of the enumeration


@dataclass(frozen=True, eq=False)
class Closing:
    """The result of the integer program over columns: a plan, or that these columns have none."""

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
    """Look for a plan of these columns that adds at most so many units to the base."""
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
    sent = np.where(flavours.open[number], np.maximum(0, _most_copies(flavours, room) - held), 0)
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
    copies = _Copies(size, value, twin[: len(of)], free)
    suffixes = SuffixTables(tables[:, :1], tables, grid)
    worth = int(flavours.rate[number]) * flavours.scale - slack
    rows, ended = _enumerated(room, copies, suffixes, worth, most, MOST_NODES)
    if not ended:
        return None
    patterns = np.zeros((len(rows), len(held)), dtype=np.int64)
    for k, row in enumerate(rows):
        np.add.at(patterns[k], of[row], 1)
    distinct: IntArray = np.unique(patterns, axis=0)
    return distinct


def _most_copies(flavours: Flavours, room: IntArray) -> IntArray:
    """Return how many items of each flavour exist and fit together."""
    needs = flavours.size > 0
    fit = np.where(needs, room // np.maximum(1, flavours.size), flavours.count[:, None])
    copies: IntArray = np.minimum(np.minimum(flavours.count, flavours.cap), fit.min(axis=1))
    return copies


class _Copies(NamedTuple):
    """Single items in the order of the search; equal ones stand together."""

    size: IntArray
    value: IntArray
    twin: BoolArray  # equal to the one before: taken only together with it
    free: BoolArray  # costs nothing on the machine, so that leaving it out gains nothing


@numba.njit(cache=True)
def _enumerated(
    room: IntArray,
    copies: _Copies,
    tables: SuffixTables,
    threshold: int,
    most: int,
    most_nodes: int,
) -> tuple[list[BoolArray], bool]:
    """Return all sets of copies worth the threshold to which no free copy can be added.

    The second value is false where the limit of sets or of nodes ended the enumeration.
    """
    size, value, twin, free = copies
    count = size.shape[0]
    left = room.copy()
    taken = np.zeros(count, dtype=np.bool_)
    found = [taken.copy() for _ in range(0)]  # an empty list whose type the compiler knows
    worth, k = 0, 0
    for _ in range(most_nodes):
        dead = False
        if k < count:
            dead = worth + upper(k, left, tables) < threshold
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
        k -= 1  # back to the last copy that is taken, which is left out next
        while k >= 0 and not taken[k]:
            k -= 1
        if k < 0:
            return found, True
        taken[k] = False
        left += size[k]
        worth -= value[k]
        k += 1
    return found, False
