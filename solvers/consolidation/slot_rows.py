"""Rows for items that are kept apart, which need slots on sufficiently many machines.

A machine takes only a limited number of the items of one rule, so many slots on few machines do not
help.  Sort the rules of one size by falling number of items.  All items find slots if for every k

    items of the first k rules <= Σ over machines of min(slots, items that these k rules allow)

(Gale and Ryser, 1957).  The items of a segment are not known yet, so each segment is assumed to get
its share of all items of a size.
"""

from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_array

from ...core.arrays import FloatArray, IntArray
from ...instances.consolidation import APART, WITH, RuleBook
from .class_mix import Classes, wide_levels

_MARGIN = 2.0  # a segment may take twice its share of the items that a rule keeps apart
_GROWTH = 1.4  # factor from one width to the next


class ApartGroups(NamedTuple):
    """Groups of items of one size, of which a machine takes only a limited number in total."""

    size: int
    most: int
    groups: IntArray


class WidthRow(NamedTuple):
    """A row: a share >= ``share`` of a size's slots are among the first ``width`` of a machine."""

    segment: int
    size: int
    width: int
    share: float

    def narrow(self, pattern: IntArray) -> float:
        """Return ``share`` of the pattern's slots minus its slots capped at ``width``."""
        slots = int(pattern[self.size])
        return self.share * slots - min(slots, self.width)


class _LargestFirst(NamedTuple):
    """Rules of one size, sorted by decreasing number of items.

    ``number[k]`` is the total number of items of the first k + 1 rules, ``width[k]`` the number of
    their items that a machine may take.
    """

    groups: list[IntArray]
    number: FloatArray
    width: IntArray


def apart_items(group_of: IntArray, size_of: IntArray, book: RuleBook) -> list[ApartGroups]:
    """Return disjoint sets of groups, each of one size, that rules keep apart on machines."""
    known, wide = set[int](), wide_levels(book)
    apart = list[ApartGroups]()
    for r in np.flatnonzero((book.kind == APART) & ~np.isin(book.level, wide)).tolist():
        members = group_of[book.member[book.begin[r] : book.middle[r]]]
        groups = np.unique(members[members >= 0])
        sizes = np.unique(size_of[groups])
        if len(sizes) == 1 and known.isdisjoint(groups.tolist()):
            known.update(groups.tolist())
            apart.append(ApartGroups(int(sizes[0]), max(1, int(book.most[r])), groups))
    return apart


def width_rows(segments: Classes, size_of: IntArray, apart: list[ApartGroups]) -> list[WidthRow]:
    """Return the rows of each segment and size, whose widths grow by a minimum factor."""
    expected = segments.may * (segments.count / np.maximum(1, segments.may.sum(axis=0)))
    rows = list[WidthRow]()
    for segment, items in enumerate(expected):
        for size in np.unique([one.size for one in apart]).tolist():
            first = _largest_first(apart, size, items)
            total = items[size_of == size].sum()
            share = np.minimum(1.0, _MARGIN * first.number / max(total, 1e-9))
            last = 0.0
            for w, part in zip(first.width.tolist(), share.tolist(), strict=True):
                if w >= last * _GROWTH:
                    rows.append(WidthRow(segment, size, w, part))
                    last = w
    return rows


def _largest_first(
    apart: list[ApartGroups], size: int, items: FloatArray | IntArray
) -> _LargestFirst:
    """Return the rules of a size that have items; ``items`` is the number per group."""
    own = [one for one in apart if one.size == size]
    number = np.array([items[one.groups].sum() for one in own])
    order = np.argsort(-number, kind="stable")[: int((number > 0).sum())]
    return _LargestFirst(
        [own[k].groups for k in order.tolist()],
        np.cumsum(number[order]),
        np.cumsum([own[k].most for k in order.tolist()]),
    )


class ApartRow(NamedTuple):
    """A row: a segment holds at most ``seats`` items of some groups of one size."""

    segment: int
    size: int
    groups: IntArray
    seats: int


def rows_missing(
    apart: list[ApartGroups], items: IntArray, slots: list[IntArray]
) -> list[ApartRow]:
    """Return the most violated row of every segment and size, if any is violated.

    ``items`` is the number of items (segments x groups); ``slots[k]`` is the number of slots
    (machines x sizes) in segment k.
    """
    rows = list[ApartRow]()
    for segment, patterns in enumerate(slots):
        for size in np.unique([one.size for one in apart]).tolist():
            first = _largest_first(apart, size, items[segment])
            seats = np.minimum(patterns[:, size], first.width[:, None]).sum(axis=1)
            lacking = first.number - seats
            if lacking.max(initial=0) > 0:
                worst = int(np.argmax(lacking))
                groups = np.concatenate(first.groups[: worst + 1])
                rows.append(ApartRow(segment, size, groups, int(seats[worst])))
    return rows


class SizeSteps(NamedTuple):
    """Stepwise values of slots: the next ``cap[k]`` of ``size[k]`` are worth ``value[k]`` each."""

    size: IntArray  # the size whose copies each step counts
    cap: IntArray
    value: FloatArray


def steps_of(
    worth: FloatArray, cap: IntArray, rows: list[WidthRow], price: FloatArray
) -> SizeSteps:
    """Return the values of slots per size: ``worth``, corrected by prices of a segment's rows."""
    size, most, value = list[int](), list[int](), list[float]()
    for s in range(len(worth)):
        own = [k for k, row in enumerate(rows) if row.size == s and price[k] > 0]
        base = worth[s] - sum(rows[k].share * price[k] for k in own)
        begun = 0
        for end in sorted({min(rows[k].width, int(cap[s])) for k in own} | {int(cap[s])}):
            size.append(s)
            most.append(end - begun)
            value.append(float(base + sum(price[k] for k in own if rows[k].width >= end)))
            begun = end
    return SizeSteps(np.array(size), np.array(most), np.array(value))


class MateRows(NamedTuple):
    """Rows of rules: items in a domain <= (number of all items) · (required others there)."""

    matrix: csr_array
    side: FloatArray


def mate_rows(segments: Classes, book: RuleBook, pairs: IntArray, columns: int) -> MateRows:
    """Return rows for rules over wide domains; ``pairs`` (segment, group) are their columns.

    ``side`` counts the others that have a fixed machine. A rule is omitted if one of its items is
    also among its others, because its rows would be weak.
    """
    wide, group_of = wide_levels(book), segments.group_of
    rows, places, factors, sides = list[int](), list[int](), list[float](), list[float]()
    for r in np.flatnonzero((book.kind == WITH) & np.isin(book.level, wide)).tolist():
        items = book.member[book.begin[r] : book.middle[r]]
        others = book.member[book.middle[r] : book.begin[r + 1]]
        mine, theirs = (np.unique(group_of[own][group_of[own] >= 0]) for own in (items, others))
        if len(mine) == 0 or len(np.intersect1d(items, others)) > 0:
            continue
        fixed, domain = others[group_of[others] < 0], book.domain[book.level[r]]
        for d in np.unique(segments.domain[:, wide.index(int(book.level[r]))]).tolist():
            there = segments.domain[pairs[:, 0], wide.index(int(book.level[r]))] == d
            here = np.flatnonzero(there & np.isin(pairs[:, 1], mine))
            mates = np.flatnonzero(there & np.isin(pairs[:, 1], theirs))
            most = float(segments.count[mine].sum())
            rows += [len(sides)] * (len(here) + len(mates))
            places += [*here.tolist(), *mates.tolist()]
            factors += [1.0] * len(here) + [-most] * len(mates)
            sides.append(most * float((domain[book.home[fixed]] == d).sum()) if d >= 0 else 0.0)
    matrix = csr_array((factors, (rows, places)), shape=(len(sides), columns))
    return MateRows(matrix, np.array(sides))
