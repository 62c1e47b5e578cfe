"""Whole patterns and a whole mix from the program over markets, by two integer programs."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy.sparse import csc_array, csr_array, hstack, vstack

from ....core.arrays import FloatArray, IntArray
from ....core.run import Run
from ...engines import StandardForm, engine_named, solve_form
from .apart_slots import ApartRow, rows_missing
from .slot_dive import times_by_diving

if TYPE_CHECKING:
    from .market_patterns import MarketProgram

_NEAR = 0.2  # of its machine's price a pattern may cost too much, and yet be tried
_SECONDS = 60.0  # for one program in whole numbers
_GAP = 1e-3  # of those programs
_PART = 0.2  # of the dearest machine: a gap that is small enough
_ROUNDS = 6  # of rows for items that are apart
_TINY = 1e-7


@dataclass(frozen=True, eq=False)
class Slots:
    """Patterns for machines of each class, and how many items of each group a market takes."""

    patterns: list[tuple[int, IntArray, int]]  # class, items of each size, machines
    items: IntArray  # per market and group


class _Times(NamedTuple):
    """How often each pattern is taken, at least and at most; known where that is the same."""

    least: FloatArray | IntArray
    most: FloatArray | IntArray
    known: bool


class _Point(NamedTuple):
    """Values of all columns, and of the objective."""

    x: FloatArray
    value: float


def whole_slots(program: MarketProgram, run: Run) -> Slots | None:
    """Return patterns and a mix in whole numbers that go together, if time allows."""
    times = _best_times(program, run)
    items = None if times is None else _mix(program, times, run)
    if times is None or items is None:
        return None
    taken = zip(program.patterns, times.tolist(), strict=True)
    return Slots([(c, pattern, k) for (c, pattern), k in taken if k > 0], items)


def _best_times(program: MarketProgram, run: Run) -> IntArray | None:
    """Return how often each pattern is taken: by diving, or by a program where that is better."""
    relaxed, known = program.value, len(program.patterns)
    dive = times_by_diving(program, run)
    if dive is not None:
        price = np.array([program.classes.price[c] for c, _ in program.patterns])
        if price @ dive.times <= np.ceil(program.scale * relaxed * (1 + _GAP) - _TINY):
            return dive.times
    tried = np.arange(len(program.patterns)) < known
    tried |= False if dive is None else dive.times > 0
    most = np.where(tried, _most_times(program), 0.0)
    found = _solve(program, _Times(np.zeros_like(most), most, known=False), [], run)
    if found is not None and (dive is None or found.value < dive.value - _TINY):
        return np.rint(found.x[program.first :]).astype(np.int64)
    return None if dive is None else dive.times


def _mix(program: MarketProgram, times: IntArray, run: Run) -> IntArray | None:
    """Return the items of each group in the markets, so that those that are apart find seats."""
    of = np.repeat(program.market_of[[c for c, _ in program.patterns]], times)
    every = np.repeat(np.array([pattern for _, pattern in program.patterns]), times, axis=0)
    slots = [every[of == market] for market in range(program.links[0])]
    rows, items = list[ApartRow](), None
    for _ in range(_ROUNDS):
        found = _solve(program, _Times(times, times, known=True), rows, run)
        if found is None:
            break
        items = np.zeros((program.links[0], len(program.classes.count)), dtype=np.int64)
        items[tuple(program.pairs.T)] = np.rint(found.x[: len(program.pairs)])
        new = rows_missing(program.apart, items, slots)
        if not new or run.should_stop():
            break
        rows += new
    return items


def _apart(program: MarketProgram, rows: list[ApartRow], width: int) -> csr_array:
    """Return rows of items that need seats; those without a place need none."""
    entries = list[IntArray]()
    for row in rows:
        here = program.pairs[:, 0] == row.market
        entries.append(np.flatnonzero(here & np.isin(program.pairs[:, 1], row.groups)))
    place = np.repeat(np.arange(len(rows)), [len(own) for own in entries])
    short = [program.short + row.market * program.links[1] + row.size for row in rows]
    return csr_array(
        (
            np.append(np.ones(len(place)), -np.ones(len(rows))),
            (
                np.append(place, np.arange(len(rows))),
                np.concatenate([*entries, np.array(short, dtype=np.int64)]),
            ),
        ),
        shape=(len(rows), width),
    )


def _solve(program: MarketProgram, times: _Times, rows: list[ApartRow], run: Run) -> _Point | None:
    """Solve the program for whole patterns, or for whole items if the patterns are known."""
    count = len(program.patterns)
    price = np.array([program.classes.price[c] for c, _ in program.patterns])
    columns = [program.column(c, pattern) for c, pattern in program.patterns]
    place = np.repeat(np.arange(count), [len(at) for at, _ in columns])
    at, values = (np.concatenate(each) for each in zip(*columns, strict=True))
    patterns = csr_array((values, (at, place)), shape=(len(program.lower), count))
    whole = np.zeros(program.first + count, dtype=np.bool_)
    whole[program.short : program.short + math.prod(program.links)] = True
    whole[program.first :] = True
    whole[: len(program.pairs)] = times.known
    more = _apart(program, rows, program.first + count)
    form = StandardForm(
        cost=np.append(program.cost, price / program.scale),
        constant=0.0,
        matrix=csc_array(vstack([hstack([program.matrix, patterns]), more])),
        row_lower=np.append(program.lower, np.full(len(rows), -math.inf)),
        row_upper=np.append(program.upper, [row.seats for row in rows]),
        lower=np.append(np.zeros(program.first), times.least),
        upper=np.append(np.full(program.first, math.inf), times.most),
        integer=whole,
    )
    seconds = _SECONDS if run.remaining is None else min(_SECONDS, run.remaining / 6)
    gap = max(_GAP, _PART / max(1.0, program.value))
    result = solve_form(form, engine_named("highs"), run.inner(seconds=seconds, gap=gap))
    if result.stopped == "interrupted":
        raise KeyboardInterrupt  # the engine took it for its own
    return None if result.x is None else _Point(result.x, float(form.cost @ result.x))


def _most_times(program: MarketProgram) -> FloatArray:
    """Return how often each pattern may be taken: those that cost far too much not at all."""
    price = program.classes.price / program.scale
    near = [program.gain(c, p) >= -_NEAR * price[c] - _TINY for c, p in program.patterns]
    return np.where(near, math.inf, 0.0)
