"""Rows for items that a rule lets only where others are: none in a domain without one of those."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_array

from ....core.arrays import FloatArray, IntArray
from ....instances.consolidation import WITH, RuleBook
from ..bounds.class_mix import Classes, wide_levels


class MateRows(NamedTuple):
    """Items of a rule in a domain <= all its items times the others there; sides by fixed items."""

    matrix: csr_array
    side: FloatArray


def mate_rows(markets: Classes, book: RuleBook, pairs: IntArray, columns: int) -> MateRows:
    """Return the rows over the pairs of market and group for rules over wide domains.

    Rules whose items are mates of each other say little, and are left out.
    """
    wide, group_of = wide_levels(book), markets.group_of
    rows, places, factors, sides = list[int](), list[int](), list[float](), list[float]()
    for r in np.flatnonzero((book.kind == WITH) & np.isin(book.level, wide)).tolist():
        items = book.member[book.begin[r] : book.middle[r]]
        others = book.member[book.middle[r] : book.begin[r + 1]]
        mine, theirs = (np.unique(group_of[own][group_of[own] >= 0]) for own in (items, others))
        if len(mine) == 0 or len(np.intersect1d(items, others)) > 0:
            continue
        fixed, domain = others[group_of[others] < 0], book.domain[book.level[r]]
        for d in np.unique(markets.domain[:, wide.index(int(book.level[r]))]).tolist():
            there = markets.domain[pairs[:, 0], wide.index(int(book.level[r]))] == d
            here = np.flatnonzero(there & np.isin(pairs[:, 1], mine))
            mates = np.flatnonzero(there & np.isin(pairs[:, 1], theirs))
            most = float(markets.count[mine].sum())
            rows += [len(sides)] * (len(here) + len(mates))
            places += [*here.tolist(), *mates.tolist()]
            factors += [1.0] * len(here) + [-most] * len(mates)
            sides.append(most * float((domain[book.home[fixed]] == d).sum()) if d >= 0 else 0.0)
    matrix = csr_array((factors, (rows, places)), shape=(len(sides), columns))
    return MateRows(matrix, np.array(sides))
