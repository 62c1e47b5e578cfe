"""A program for the mix of items and the patterns of machines, by column generation.

A *segment* is a set of machines that accept the same items in the same domains. The mix is the
number of items of each group on a segment, under the rules over wide domains (see `class_mix`).  A
pattern counts the places (slots) for items of each size on a machine.  Later steps choose the slot
of each item, and keep the rules within a machine.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from scipy.sparse import coo_array, csc_array, csr_array, eye_array, hstack, vstack

from ...core.arrays import FloatArray, IntArray
from ...core.run import Run
from ...instances.consolidation import Consolidation, Partition, RuleBook
from ..engines import PricedMaster, StandardForm, engine_named, solve_form
from .class_mix import Classes, classes_of, rows_of_domains, rule_rows
from .column_parameters import DEFAULTS, ColumnParameters
from .flavours import pinned_items
from .pattern_search import Offered, fullest, scarcest
from .slot_rows import ApartRow, apart_items, mate_rows, rows_missing, steps_of, width_rows

_ABSENT = 1e-6  # parts of patterns below it count as 0
_TINY = 1e-7  # differences of values and gains of patterns below it count as 0


class SlotDive(NamedTuple):
    """The result of a dive: the multiplicity of each pattern, and the program's value there."""

    times: IntArray
    value: float


def times_by_diving(program: SlotProgram, run: Run) -> SlotDive | None:
    """Return integral multiplicities of the patterns by diving; ``None`` if the time is up.

    The program keeps the patterns generated during the dive, and ends with a solved relaxation.
    """
    dive = _dive(program, run)
    program.require(np.zeros(len(program.patterns), dtype=np.int64))
    program.solve()
    return dive


def _dive(program: SlotProgram, run: Run) -> SlotDive | None:
    least = np.zeros(len(program.patterns), dtype=np.int64)
    while not run.should_stop() and program.solve():
        for _ in range(program.parameters.slot_dive_rounds):
            if not program.add_priced() or not program.solve():
                break
        x = program.x[program.first :]
        if len(x) < len(program.patterns):
            break
        least = np.append(least, np.zeros(len(x) - len(least), dtype=np.int64))
        whole = np.floor(x + _ABSENT).astype(np.int64)
        part, of = x - whole, np.array([c for c, _ in program.patterns])
        taken = int((part > _ABSENT).sum())
        if taken == 0:
            return SlotDive(whole, program.value)
        sites = program.classes.sites.astype(np.float64)
        free = sites - np.bincount(of, whole, minlength=len(sites))
        up = _round_up(part, of, free, 1 + int(program.parameters.slot_dive_share * taken))
        if len(up) == 0:
            return None
        whole[up] += 1
        least = np.maximum(least, whole)
        program.require(least)
    return None


def _round_up(part: FloatArray, of: IntArray, free: FloatArray, most: int) -> list[int]:
    """Return up to ``most`` patterns of largest fractions whose classes have a free machine."""
    up, left = list[int](), free.copy()
    for p in np.argsort(-part, kind="stable").tolist():
        if part[p] <= _ABSENT or len(up) == most:
            break
        if left[of[p]] >= 1:
            up.append(p)
            left[of[p]] -= 1
    return up


@dataclass(frozen=True, eq=False)
class Slots:
    """An integral solution: patterns with multiplicities, and the items per segment and group."""

    patterns: list[tuple[int, IntArray, int]]  # class, items of each size, machines
    items: IntArray  # number of items per segment and group


class _Times(NamedTuple):
    """Lower and upper bounds on the multiplicity of each pattern; ``known`` if they are equal."""

    least: FloatArray | IntArray
    most: FloatArray | IntArray
    known: bool


class _Point(NamedTuple):
    """Values of all columns, and of the objective."""

    x: FloatArray
    value: float


def whole_slots(program: SlotProgram, run: Run) -> Slots | None:
    """Return patterns in integral numbers with an integral mix; ``None`` if the time is up."""
    times = _best_times(program, run)
    items = None if times is None else _mix(program, times, run)
    if times is None or items is None:
        return None
    taken = zip(program.patterns, times.tolist(), strict=True)
    return Slots([(c, pattern, k) for (c, pattern), k in taken if k > 0], items)


def _best_times(program: SlotProgram, run: Run) -> IntArray | None:
    """Return integral multiplicities by diving, or by an integer program if that is better."""
    relaxed, known = program.value, len(program.patterns)
    dive = times_by_diving(program, run)
    if dive is not None:
        price = np.array([program.classes.price[c] for c, _ in program.patterns])
        near = program.scale * relaxed * (1 + program.parameters.slot_gap)
        if price @ dive.times <= np.ceil(near - _TINY):
            return dive.times
    tried = np.arange(len(program.patterns)) < known
    tried |= False if dive is None else dive.times > 0
    most = np.where(tried, _most_times(program), 0.0)
    found = _solve(program, _Times(np.zeros_like(most), most, known=False), [], run)
    if found is not None and (dive is None or found.value < dive.value - _TINY):
        return np.rint(found.x[program.first :]).astype(np.int64)
    return None if dive is None else dive.times


def _mix(program: SlotProgram, times: IntArray, run: Run) -> IntArray | None:
    """Return an integral mix (segments x groups) in which all items kept apart find slots."""
    of = np.repeat(program.segment_of[[c for c, _ in program.patterns]], times)
    every = np.repeat(np.array([pattern for _, pattern in program.patterns]), times, axis=0)
    slots = [every[of == segment] for segment in range(program.links[0])]
    rows, items = list[ApartRow](), None
    for _ in range(program.parameters.slot_apart):
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


def _rows_apart(program: SlotProgram, rows: list[ApartRow], width: int) -> csr_array:
    """Return the matrix of some `ApartRow`: the items of its groups minus the missing slots."""
    entries = list[IntArray]()
    for row in rows:
        here = program.pairs[:, 0] == row.segment
        entries.append(np.flatnonzero(here & np.isin(program.pairs[:, 1], row.groups)))
    place = np.repeat(np.arange(len(rows)), [len(own) for own in entries])
    short = [program.short + row.segment * program.links[1] + row.size for row in rows]
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


def _solve(program: SlotProgram, times: _Times, rows: list[ApartRow], run: Run) -> _Point | None:
    """Solve with integral multiplicities or, if these are known, with integral items."""
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
    more = _rows_apart(program, rows, program.first + count)
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
    parameters, remaining = program.parameters, run.remaining
    seconds = min(parameters.slot_seconds, math.inf if remaining is None else remaining / 6)
    gap = max(parameters.slot_gap, parameters.slot_part / max(1.0, program.value))
    result = solve_form(form, engine_named("highs"), run.inner(seconds=seconds, gap=gap))
    if result.stopped == "interrupted":
        raise KeyboardInterrupt  # the engine has caught the interrupt
    return None if result.x is None else _Point(result.x, float(form.cost @ result.x))


def _most_times(program: SlotProgram) -> FloatArray:
    """Return upper bounds on multiplicities: 0 for a high reduced cost, otherwise infinity."""
    price = program.classes.price / program.scale
    most = program.parameters.slot_near * price + _TINY
    near = [program.gain(c, p) >= -most[c] for c, p in program.patterns]
    return np.where(near, math.inf, 0.0)


Pattern = tuple[int, IntArray]  # class, items of each size


class SlotPrices(NamedTuple):
    """Dual prices of slots (segments x sizes), of machines per class, and of each `WidthRow`."""

    worth: FloatArray
    rent: FloatArray
    width: FloatArray


def slot_program(
    instance: Consolidation, book: RuleBook, run: Run, parameters: ColumnParameters = DEFAULTS
) -> SlotProgram | None:
    """Return the program with its relaxation solved; None if unsuitable, too large or failed."""
    pinned = pinned_items(instance)
    if pinned.all() or instance.limits_moves:
        return None
    masks, row_of = instance.masks
    runs = np.flatnonzero((instance.home >= 0) & ~pinned)
    if not masks[row_of[runs], instance.home[runs]].all():
        return None  # an item may stay if no other of its kind may go
    program = SlotProgram(classes_of(instance, pinned, book), book, parameters)
    return (
        program if len(program.pairs) <= parameters.slot_pairs and program.generate(run) else None
    )


def _segments(classes: Classes) -> tuple[Classes, IntArray]:
    """Return the segments, in the form of classes without capacities, and each class's segment."""
    alike = Partition.of(classes.may, classes.domain)
    segments = replace(
        classes,
        class_of=alike.group_of[classes.class_of],
        may=classes.may[alike.first],
        domain=classes.domain[alike.first],
        sites=np.bincount(alike.group_of, weights=classes.sites).astype(np.int64),
    )
    return segments, alike.group_of


class SlotProgram:
    """The linear program of mix and patterns, extended by column generation.

    Columns: items per segment and group, minimum of each rule, missing slots, patterns. Rows: items
    per group, items per segment and size within its slots, machines per class, rules, and widths
    of slots (see `slot_rows`). Missing slots and widths have a price.
    """

    value: float
    x: FloatArray
    dual: FloatArray
    prices: SlotPrices

    def __init__(self, classes: Classes, book: RuleBook, parameters: ColumnParameters) -> None:
        self.classes, self.parameters = classes, parameters
        self.segments, self.segment_of = _segments(classes)
        sizes = Partition.of(classes.size)
        self.size, self.size_of = classes.size[sizes.first], sizes.group_of
        count = np.bincount(self.size_of, weights=classes.count, minlength=len(self.size))
        self.cap: IntArray = count.astype(np.int64)
        self.scarce = scarcest(self.size, self.cap, classes.room)
        self.pairs = np.argwhere(self.segments.may)
        self.links = len(self.segments.sites), len(self.size)
        self.scale = float(max(1, classes.price.max(initial=1)))
        self.patterns: list[Pattern] = []
        self.apart = apart_items(classes.group_of, self.size_of, book)
        self.widths = width_rows(self.segments, self.size_of, self.apart)
        self._rows(book)
        self._program = PricedMaster()
        self._add_mix()

    def _rows(self, book: RuleBook) -> None:
        domain_rows, rules = list(rows_of_domains(self.segments, book)), len(book.kind)
        pairs, number = len(self.pairs), np.arange(len(self.pairs))
        links, classes = math.prod(self.links), len(self.classes.sites)
        groups = self.classes.count
        self.short = pairs + rules  # column of the first item without a place
        self.first = self.short + links + len(self.widths)  # column of the first pattern
        whole = coo_array(
            (np.ones(pairs), (self.pairs[:, 1], number)), shape=(len(groups), self.first)
        )
        link = self.pairs[:, 0] * self.links[1] + self.size_of[self.pairs[:, 1]]
        lacking = -eye_array(links + len(self.widths), self.first, k=self.short, format="csr")
        linked = lacking[:links] + coo_array(
            (np.ones(pairs), (link, number)), shape=(links, self.first)
        )
        none = csr_array((classes, self.first))
        ruled = rule_rows(self.segments, domain_rows, self.pairs, (pairs, self.first))
        mates = mate_rows(self.segments, book, self.pairs, self.first)
        self.matrix = csr_array(vstack([whole, linked, none, ruled, mates.matrix, lacking[links:]]))
        own = [row.side for row in domain_rows]
        sides = np.concatenate([own, mates.side, np.zeros(len(self.widths))])
        self.lower = np.append(groups, np.full(links + classes + len(sides), -math.inf))
        self.upper = np.concatenate([groups, np.zeros(links), self.classes.sites, sides])
        prices = self.parameters.slot_penalty, self.parameters.slot_narrow
        penalty = np.repeat(prices, (links, len(self.widths)))
        self.cost = np.append(np.zeros(self.short), penalty)
        self.link_row = len(groups)
        self.class_row = self.link_row + links
        self.width_row = len(self.upper) - len(self.widths)

    def generate(self, run: Run) -> bool:
        """Add patterns until none improves or the time is up; return false if HiGHS failed."""
        until = None if run.remaining is None else run.seconds + run.remaining / 3
        for number in range(self.parameters.slot_rounds):
            if run.should_stop() or (number and until is not None and run.seconds > until):
                break
            if not self.solve():
                return False
            if not self.add_priced():
                break
        return bool(self.patterns)

    def solve(self) -> bool:
        """Solve the relaxation over the patterns so far; return whether it has an optimum."""
        solution = self._program.solve()
        if not solution.is_optimal:
            return False
        self.value, self.x, self.dual = solution.value, solution.x, -solution.dual
        self.prices = self._prices(self.dual)
        return True

    def require(self, times: IntArray) -> None:
        """Set lower bounds on the multiplicities of the first patterns."""
        at = np.arange(self.first, self.first + len(times), dtype=np.int32)
        most = np.full(len(times), math.inf)
        self._program.highs.changeColsBounds(len(at), at, times.astype(np.float64), most)

    def _prices(self, dual: FloatArray) -> SlotPrices:
        rules = self.class_row + len(self.classes.sites)
        rent = np.maximum(0.0, dual[self.class_row : rules])
        worth = dual[self.link_row : self.class_row].reshape(self.links)
        rent += self.classes.price / self.scale
        return SlotPrices(worth, rent, np.maximum(0.0, dual[self.width_row :]))

    def _add_mix(self) -> None:
        """Add all rows, and the columns of the mix."""
        width, rows = self.first, self.matrix
        none = 0, np.zeros(width, np.int32), np.empty(0, np.int32), np.empty(0)
        highs = self._program.highs
        highs.addCols(width, self.cost, np.zeros(width), np.full(width, math.inf), *none)
        entries = rows.indptr[:-1].astype(np.int32), rows.indices.astype(np.int32), rows.data
        highs.addRows(len(self.lower), self.lower, self.upper, rows.nnz, *entries)

    def add_priced(self) -> int:
        """Add each class's best pattern if its reduced cost is negative; return how many."""
        new: list[Pattern] = []
        for segment in range(self.links[0]):
            own = np.flatnonzero(self.segment_of == segment)
            at = self._widths_of(segment)
            rows = [self.widths[k] for k in at]
            steps = steps_of(self.prices.worth[segment], self.cap, rows, self.prices.width[at])
            offered = Offered(self.classes.room[own], self.size[steps.size], steps.cap, self.scarce)
            found = np.zeros((len(own), len(self.size)), dtype=np.int64)
            np.add.at(found.T, steps.size, fullest(offered, steps.value).T)
            for c, pattern in zip(own.tolist(), found, strict=True):
                is_better = self.gain(c, pattern) > _TINY
                if is_better and self._program.is_new((c, pattern.tobytes())):
                    new.append((c, pattern))
        for c, pattern in new:
            places, values = self.column(c, pattern)
            cost = float(self.classes.price[c]) / self.scale
            self._program.highs.addCol(
                cost, 0.0, math.inf, len(places), places.astype(np.int32), values
            )
        self.patterns += new
        return len(new)

    def _widths_of(self, segment: int) -> list[int]:
        return [k for k, row in enumerate(self.widths) if row.segment == segment]

    def gain(self, c: int, pattern: IntArray) -> float:
        """Return the value of a pattern minus the price of a machine of class ``c``."""
        rows, values = self.column(c, pattern)
        return float(-values @ self.dual[rows]) - float(self.classes.price[c]) / self.scale

    def column(self, c: int, pattern: IntArray) -> tuple[IntArray, FloatArray]:
        """Return the rows and entries of the column of a pattern on class ``c``."""
        inside, segment = np.flatnonzero(pattern), self.segment_of[c]
        wide = [k for k in self._widths_of(segment) if pattern[self.widths[k].size] > 0]
        narrow = [self.widths[k].narrow(pattern) for k in wide]
        rows = [*(self.link_row + segment * self.links[1] + inside), self.class_row + c]
        rows += [self.width_row + k for k in wide]
        values = [*-pattern[inside], 1, *narrow]
        return np.array(rows, dtype=np.int64), np.array(values, dtype=np.float64)

    def slots(self, run: Run) -> Slots | None:
        """Return patterns in integral numbers with an integral mix; ``None`` if the time is up."""
        return whole_slots(self, run)
