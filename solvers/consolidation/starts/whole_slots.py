"""Whole patterns and a whole mix from the program over markets, by two integer programs."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy.sparse import csc_array, csr_array, hstack

from ....core.arrays import FloatArray, IntArray
from ....core.run import Run
from ...engines import StandardForm, engine_named, solve_form

if TYPE_CHECKING:
    from .market_patterns import MarketProgram

_NEAR = 0.2  # of its machine's price a pattern may cost too much, and yet be tried
_SECONDS = 10.0  # for one program in whole numbers
_TINY = 1e-7


@dataclass(frozen=True, eq=False)
class Slots:
    """Patterns for machines of each class, and how many items of each group a market takes."""

    patterns: list[tuple[int, IntArray, int]]  # class, items of each size, machines
    items: IntArray  # per market and group


def whole_slots(program: MarketProgram, run: Run) -> Slots | None:
    """Return patterns and a mix in whole numbers that go together, if time allows."""
    x = _solved(program, None, run)
    if x is None:
        return None
    times = np.rint(x[program.first :]).astype(np.int64)
    x = _solved(program, times, run)
    if x is None:
        return None
    items = np.zeros((program.links[0], len(program.classes.count)), dtype=np.int64)
    items[tuple(program.pairs.T)] = np.rint(x[: len(program.pairs)])
    taken = zip(program.patterns, times.tolist(), strict=True)
    return Slots([(c, pattern, k) for (c, pattern), k in taken if k > 0], items)


def _solved(program: MarketProgram, times: IntArray | None, run: Run) -> FloatArray | None:
    """Solve the program for whole patterns, or for whole items if the patterns are known."""
    count = len(program.patterns)
    price = np.array([program.classes.price[c] for c, _ in program.patterns])
    columns = [program.column(c, pattern) for c, pattern in program.patterns]
    place = np.repeat(np.arange(count), [len(rows) for rows, _ in columns])
    rows, values = (np.concatenate(each) for each in zip(*columns, strict=True))
    patterns = csr_array((values, (rows, place)), shape=(len(program.lower), count))
    least, most = (np.zeros(count), _tried(program)) if times is None else (times, times)
    whole = np.zeros(program.first + count, dtype=np.bool_)
    whole[program.short : program.short + math.prod(program.links)] = True
    whole[program.first :] = True
    whole[: len(program.pairs)] = times is not None
    form = StandardForm(
        cost=np.append(program.cost, price / program.scale),
        constant=0.0,
        matrix=csc_array(hstack([program.matrix, patterns])),
        row_lower=program.lower,
        row_upper=program.upper,
        lower=np.append(np.zeros(program.first), least),
        upper=np.append(np.full(program.first, math.inf), most),
        integer=whole,
    )
    seconds = _SECONDS if run.remaining is None else min(_SECONDS, run.remaining / 6)
    result = solve_form(form, engine_named("highs"), run.inner(seconds=seconds, gap=1e-3))
    if result.stopped == "interrupted":
        raise KeyboardInterrupt  # the engine took it for its own
    return result.x


def _tried(program: MarketProgram) -> FloatArray:
    """Return how often each pattern may be taken: those that cost far too much not at all."""
    price = program.classes.price / program.scale
    near = [program.gain(c, p) >= -_NEAR * price[c] - _TINY for c, p in program.patterns]
    return np.where(near, math.inf, 0.0)
