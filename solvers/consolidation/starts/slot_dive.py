"""Whole patterns by diving: parts are rounded step by step, and new patterns fit what is left."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ....core.arrays import FloatArray, IntArray
from ....core.run import Run

if TYPE_CHECKING:
    from .market_patterns import MarketProgram

_ROUNDS = 2  # of pricing in a step
_SHARE = 8  # of the patterns taken in part, the first in so many are rounded up in a step
_TINY = 1e-6


class SlotDive(NamedTuple):
    """How often each pattern is taken, and the value of the program for these."""

    times: IntArray
    value: float


def times_by_diving(program: MarketProgram, run: Run) -> SlotDive | None:
    """Return how often each pattern is taken, unless the time is up.

    The program keeps the patterns of the way; its relaxation is solved anew at the end.
    """
    dive = _dive(program, run)
    program.require(np.zeros(len(program.patterns), dtype=np.int64))
    program.solve()
    return dive


def _dive(program: MarketProgram, run: Run) -> SlotDive | None:
    least = np.zeros(len(program.patterns), dtype=np.int64)
    while not run.should_stop() and program.solve():
        for _ in range(_ROUNDS):
            if not program.add_priced() or not program.solve():
                break
        x = program.x[program.first :]
        if len(x) < len(program.patterns):
            break
        least = np.append(least, np.zeros(len(x) - len(least), dtype=np.int64))
        whole = np.floor(x + _TINY).astype(np.int64)
        part, of = x - whole, np.array([c for c, _ in program.patterns])
        taken = int((part > _TINY).sum())
        if taken == 0:
            return SlotDive(whole, program.value)
        sites = program.classes.sites.astype(np.float64)
        free = sites - np.bincount(of, whole, minlength=len(sites))
        up = _round_up(part, of, free, 1 + taken // _SHARE)
        if len(up) == 0:
            return None
        whole[up] += 1
        least = np.maximum(least, whole)
        program.require(least)
    return None


def _round_up(part: FloatArray, of: IntArray, free: FloatArray, most: int) -> list[int]:
    """Return the patterns with the largest parts, as far as their classes have machines."""
    up, left = list[int](), free.copy()
    for p in np.argsort(-part, kind="stable").tolist():
        if part[p] <= _TINY or len(up) == most:
            break
        if left[of[p]] >= 1:
            up.append(p)
            left[of[p]] -= 1
    return up
