"""Columns of one branch as columns of the branches below it."""

from __future__ import annotations

import numpy as np

from ....core.arrays import IntArray
from ..patterns.master import Column


def with_single(columns: list[Column], f: int, left: int) -> list[Column]:
    """Return columns with an entry more, for one item that was of flavour ``f`` before."""
    found = []
    for number, pattern in columns:
        without = np.append(np.minimum(pattern, _cap(pattern, f, left)), 0)
        found.append((number, without))
        if pattern[f]:
            with_it = np.append(pattern, 1)
            with_it[f] -= 1
            found.append((number, with_it))
    return found


def _cap(pattern: IntArray, f: int, left: int) -> IntArray:
    most = pattern.copy()
    most[f] = left
    return most


def part_columns(columns: list[Column], a: int, b: int) -> list[Column]:
    """Return columns without both of two items, each in their place without one of them."""
    found = []
    for number, pattern in columns:
        if pattern[a] and pattern[b]:
            for f in (a, b):
                without = pattern.copy()
                without[f] = 0
                found.append((number, without))
        else:
            found.append((number, pattern))
    return found
