"""An integer program that counts, per kind of items and per site, items that stay or arrive.

Indistinguishable items form a kind. A site has columns s, items of a kind that stay, and a, items
that arrive; y is 1 if the site is used. If as many items as possible stay, the running items
that do not stay are the moves. Items outside the program (the *rest*) keep their machines.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...core.run import Run
from ...instances.consolidation import (
    APART,
    BOTH,
    ITEM,
    NOT_WITH,
    OTHER,
    SPREAD,
    Consolidation,
    Partition,
    RuleBook,
    kinds_of,
)
from ..engines import EngineResult, FormBuilder, StandardForm, engine_named, solve_form
from .flavours import room_left


def add_count_rules(program: CountProgram, book: RuleBook) -> None:
    """Add the rows of every rule in the book to the program."""
    concerned: dict[int, list[tuple[int, int]]] = {}
    for k, members in enumerate(program.kinds):
        for at in range(book.start[members[0]], book.start[members[0] + 1]):
            concerned.setdefault(int(book.rule[at]), []).append((k, int(book.role[at])))
    for r, kinds in concerned.items():
        rows = _RuleRows(program, book, r, kinds)
        {APART: rows.apart, NOT_WITH: rows.not_with, SPREAD: rows.spread}.get(
            int(book.kind[r]), rows.with_others
        )()


class _RuleRows:
    """The rows of a rule; ``mine`` are the kinds of its ``items``, ``theirs`` of its ``others``.

    (R1) to (R11) are the rows of the model.  A broken rule may stay broken if no item arrives.  The
    rest of the items with one role in the rule is a further kind, with a negative number.
    """

    def __init__(
        self, program: CountProgram, book: RuleBook, r: int, kinds: list[tuple[int, int]]
    ) -> None:
        self.program, self.builder = program, program.builder
        self.domain = book.domain[book.level[r]]
        self.rest = self._counts_of_rest(book, r)
        kinds = kinds + [(k, -1 - k) for k in self.rest]
        self.mine = [k for k, role in kinds if role != OTHER]
        self.theirs = [k for k, role in kinds if role != ITEM]
        self.itself = {k for k, role in kinds if role == BOTH}
        at, end = int(book.offset[r]), int(book.offset[r + 1])
        self.most, self.counted = int(book.most[r]), book.counted[at:end]
        self.now, self.others_now = book.before.mine[at:end], book.before.others[at:end]
        self.several = int(book.begin[r + 1] - book.middle[r])
        self.size = float(book.begin[r + 1] - book.begin[r])
        sites: dict[int, list[int]] = {}
        for j in program.used:
            if (d := int(self.domain[j])) >= 0:
                sites.setdefault(d, []).append(j)
        self.sites = dict(sorted(sites.items()))

    def _counts_of_rest(self, book: RuleBook, r: int) -> dict[int, _Counts]:
        """Return the rest of the items per role and domain; the key is -1 - role."""
        rest, home = self.program.rest, self.program.instance.home
        begin, middle, end = int(book.begin[r]), int(book.middle[r]), int(book.begin[r + 1])
        first, second = set(book.member[begin:middle].tolist()), book.member[middle:end].tolist()
        roles = dict.fromkeys(first, ITEM) | {i: BOTH if i in first else OTHER for i in second}
        counts: dict[int, _Counts] = {}
        for i, role in roles.items():
            if rest[i] >= 0 and (d := int(self.domain[rest[i]])) >= 0:
                here = counts.setdefault(-1 - role, _Counts(Counter(), Counter()))
                here.present[d] += 1
                here.coming[d] += int(rest[i] != home[i])
        return counts

    def _present(self, kinds: list[int], d: int) -> Terms:
        """Return terms that count the items of some kinds in domain ``d``."""
        fixed = sum(self.rest[k].present[d] for k in kinds if k < 0)
        return self.program.present(kinds, self.sites.get(d, [])) + self._constant(fixed)

    def _coming(self, kinds: list[int], d: int) -> Terms:
        """Return terms that count the items of some kinds that arrive in domain ``d``."""
        fixed = sum(self.rest[k].coming[d] for k in kinds if k < 0)
        return self.program.coming(kinds, self.sites.get(d, [])) + self._constant(fixed)

    def _constant(self, number: int) -> Terms:
        return [(self.program.one, float(number))] if number else []

    def _flag(self) -> int:
        return self.builder.column(upper=1.0, integer=True)

    def _come_only_if(self, kinds: list[int], d: int, flag: int) -> None:
        """Add a row: items of some kinds arrive in domain ``d`` only if column ``flag`` is 1."""
        terms = self._coming(kinds, d)
        if terms:
            self.builder.row([*terms, (flag, -self.size)], upper=0.0)

    def apart(self) -> None:
        """Add (R1)-(R3): at most ``most`` items per domain or, without arrivals, as many as now."""
        for d in self.sites:
            now, present = int(self.now[d]), self._present(self.mine, d)
            if not present:
                continue
            if now <= self.most:
                self.builder.row(present, upper=float(self.most))
                continue
            come = self._flag()
            self._come_only_if(self.mine, d, come)
            self.builder.row([*present, (come, float(now - self.most))], upper=float(now))

    def not_with(self) -> None:
        """Add (R4)-(R6): items and others share no domain, unless they do now and none arrives."""
        for d in self.sites:
            groups = (self.mine, self.theirs)
            flags = []
            for kinds in groups:
                flag = self._flag()
                for k in kinds:
                    for column, number in self._present([k], d):
                        bound = number * self.builder.upper[column]
                        self.builder.row([(column, number), (flag, -bound)], upper=0.0)
                flags.append(flag)
            if not (self.now[d] and self.others_now[d]):
                self.builder.row([(flag, 1.0) for flag in flags], upper=1.0)
                continue
            for kinds, against in zip(groups, reversed(flags), strict=True):
                come = self._flag()
                self._come_only_if(kinds, d, come)
                self.builder.row([(come, 1.0), (against, 1.0)], upper=1.0)

    def with_others(self) -> None:
        """Add (R7): an item has one of the others in its domain, or has none now and stays."""
        for d in self.sites:
            mates = self._present(self.theirs, d)
            for k in self.mine:
                own = int(k in self.itself)
                if self.several == own:
                    continue  # there is nobody else to be with
                lacking = self.others_now[d] <= own
                terms = self._coming([k], d) if lacking else self._present([k], d)
                if not terms:
                    continue
                flag = self._flag()
                self.builder.row([*terms, (flag, -self.size)], upper=0.0)
                self.builder.row([*mates, (flag, -1.0 - own)], lower=0.0)

    def spread(self) -> None:
        """Add (R8)-(R11): domains differ by at most the skew or, without arrivals, as now."""
        domains = np.flatnonzero(self.counted).tolist()
        fewest = int(self.now[domains].min())
        least = self.builder.column(upper=self.size, integer=True)
        for d in domains:
            over = int(self.now[d]) - fewest - self.most
            present = self._present(self.mine, d)
            self.builder.row([*present, (least, -1.0)], lower=0.0)
            if over <= 0:
                self.builder.row([*present, (least, -1.0)], upper=float(self.most))
                continue
            come = self._flag()
            self._come_only_if(self.mine, d, come)
            terms = [*present, (least, -1.0), (come, float(over))]
            self.builder.row(terms, upper=float(self.most + over))


MOST_COLUMNS = 60_000
Cells = dict[tuple[int, int], int]  # kind, site -> column
Terms = list[tuple[int, float]]  # column, coefficient


class _Counts(NamedTuple):
    """Numbers of items per domain: all of them, and those whose present machine is another."""

    present: Counter[int]
    coming: Counter[int]


@dataclass
class CountProgram:
    """The columns and rows of all plans up to an objective value; the caller sets the cost."""

    instance: Consolidation
    kinds: list[list[int]]
    builder: FormBuilder
    rest: IntArray  # the machine of each item outside the program; -1: inside
    used: dict[int, int] = field(default_factory=dict)  # site -> column
    stay: Cells = field(default_factory=dict)
    come: Cells = field(default_factory=dict)

    @classmethod
    def on(
        cls,
        instance: Consolidation,
        book: RuleBook,
        units: float | None,
        sites: IntArray,
        rest: IntArray | None = None,
        kinds: Partition | None = None,
    ) -> CountProgram | None:
        """Return the program of all plans on ``sites``; ``None`` if it would be too large.

        The used sites cost at most ``units``; without ``units`` all ``sites`` count as used.
        ``rest`` is the machine of each item that keeps it (-1: an item of the program), and
        ``kinds`` are the groups of interchangeable items.
        """
        rest = np.full(len(instance.items), -1) if rest is None else rest
        alike = kinds_of(instance, book) if kinds is None else kinds
        members = Partition.of(alike.group_of, among=rest < 0).by_first().members()
        masks, row_of = instance.masks
        rows = row_of[[items[0] for items in members]]
        if int(masks[rows][:, sites].sum()) + int((rest < 0).sum()) > MOST_COLUMNS:
            return None
        program = cls(instance, members, FormBuilder(), rest)
        sure = instance.in_use(rest)
        for j in sites.tolist():
            low = float(units is None or sure[j])
            program.used[j] = program.builder.column(lower=low, upper=1.0, integer=True)
        for k, items in enumerate(members):
            _add_kind(program, k, items, sites)
        _add_rooms(program)
        if units is not None and units < math.inf:
            scale = even_scale(int(instance.price.sum()))
            prices = [(column, instance.price[j] / scale) for j, column in program.used.items()]
            program.builder.row(prices, upper=units / scale)
        add_count_rules(program, book)
        return program

    @cached_property
    def one(self) -> int:
        """The column whose value is 1."""
        return self.builder.column(lower=1.0, upper=1.0)

    @cached_property
    def room(self) -> IntArray:
        """The capacity of every site beside the rest of the items (sites x resources)."""
        return room_left(self.instance, self.rest)

    def present(self, kinds: list[int], sites: list[int]) -> Terms:
        """Return terms (column, coefficient) that count the items of some kinds on some sites."""
        return self.coming(kinds, sites) + [
            (self.stay[k, j], 1.0) for k in kinds for j in sites if (k, j) in self.stay
        ]

    def coming(self, kinds: list[int], sites: list[int]) -> Terms:
        """Return terms that count the items of some kinds that arrive at some sites."""
        return [(self.come[k, j], 1.0) for k in kinds for j in sites if (k, j) in self.come]

    def staying(self, worth: IntArray | FloatArray) -> Terms:
        """Return terms (column, coefficient) for the total ``worth`` of the items that stay."""
        cells = ((column, float(worth[self.kinds[k][0]])) for (k, _), column in self.stay.items())
        return [(column, value) for column, value in cells if value]

    def form(self, worth: IntArray | FloatArray, start: IntArray | None = None) -> StandardForm:
        """Return the form that maximises the total ``worth`` of the items that stay."""
        form = self.builder.form()
        cost = np.zeros(form.shape[1])
        for column, value in self.staying(worth):
            cost[column] = -value
        runs = self.instance.home >= 0
        total = sum(float(worth[kind[0]]) * int(runs[kind].sum()) for kind in self.kinds)
        point = None if start is None else self._point(start)
        return replace(form, cost=cost, constant=total, start=point)

    def _point(self, machine: IntArray) -> FloatArray:
        """Convert a plan to a point, in which the auxiliary columns of rules are NaN."""
        point = np.full(len(self.builder.cost), np.nan)
        inside = np.bincount(machine, minlength=len(self.instance.sites)) > 0
        for j, column in self.used.items():
            point[column] = float(inside[j] or self.instance.kept[j])
        point[[*self.stay.values(), *self.come.values()]] = 0.0
        for k, members in enumerate(self.kinds):
            for i in members:
                j = int(machine[i])
                cell = self.stay if j == self.instance.home[i] else self.come
                point[cell[k, j]] += 1.0
        return point

    def assignment(self, x: FloatArray) -> IntArray:
        """Convert the values of the columns to the machine of each item."""
        found, home = self.rest.copy(), self.instance.home
        for k, members in enumerate(self.kinds):
            left = {j: round(x[c]) for (kind, j), c in self.stay.items() if kind == k}
            waiting = []
            for i in members:
                j = int(home[i])
                if left.get(j, 0) > 0:
                    left[j] -= 1
                    found[i] = j
                else:
                    waiting.append(i)
            places = [
                j for (kind, j), c in self.come.items() if kind == k for _ in range(round(x[c]))
            ]
            found[waiting] = places
        return found


def even_scale(largest: int) -> float:
    """Return a power of two; divided by it, integers up to ``largest`` are below 2^30.

    Engines refuse coefficients of many digits.
    """
    return float(1 << max(0, int(largest).bit_length() - 30))


def _add_kind(program: CountProgram, k: int, members: list[int], sites: IntArray) -> None:
    """Add the columns of a kind, and the row that places every item."""
    instance, builder = program.instance, program.builder
    masks, row_of = instance.masks
    first, most = members[0], len(members)
    there = np.bincount(instance.home[members] + 1, minlength=len(instance.sites) + 1)[1:]
    fits = (instance.demand[first] <= program.room).all(axis=1)
    terms = []
    for j in sites.tolist():
        if there[j]:
            program.stay[k, j] = builder.column(upper=float(there[j]), integer=True)
            terms.append((program.stay[k, j], 1.0))
        if masks[row_of[first], j] and fits[j] and there[j] < most:
            program.come[k, j] = builder.column(upper=float(most - there[j]), integer=True)
            terms.append((program.come[k, j], 1.0))
    builder.row(terms, lower=float(most), upper=float(most))


def _add_rooms(program: CountProgram) -> None:
    """Add the capacity rows: items on a site fit, and an unused site has none."""
    instance, builder = program.instance, program.builder
    on: dict[int, list[tuple[int, int]]] = {}
    for cells in (program.stay, program.come):
        for (k, j), column in cells.items():
            on.setdefault(j, []).append((k, column))
    for j, members in on.items():
        y = program.used[j]
        for r in range(instance.demand.shape[1]):
            demand = [instance.demand[program.kinds[k][0], r] for k, _ in members]
            if not any(demand):
                continue
            scale = even_scale(max(*demand, int(program.room[j, r])))
            terms = [(c, d / scale) for (_, c), d in zip(members, demand, strict=True) if d]
            builder.row([*terms, (y, -float(program.room[j, r]) / scale)], upper=0.0)
        for _, column in members:
            builder.row([(column, 1.0), (y, -builder.upper[column])], upper=0.0)


def solve_program(
    program: CountProgram, worth: IntArray, start: IntArray, run: Run
) -> tuple[IntArray | None, StandardForm, EngineResult]:
    """Return the best assignment found, the program, and the engine's result."""
    form = program.form(worth, start)
    result = solve_form(form, engine_named("highs"), run)
    machine = None if result.x is None else program.assignment(result.x)
    return machine, form, result
