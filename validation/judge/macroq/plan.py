"""A decision of macroq read from its document, and its graph: who reads whom, and at what rates."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from graphlib import TopologicalSorter
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from ....core.arrays import FloatArray
from ....core.decimals import as_written, unit_of
from ....instances.macroq import DerivedStream, MacroQ, OfferedJob, Template


class Key(NamedTuple):
    """A PE or a stream of an admitted job."""

    job: str
    name: str


@dataclass(frozen=True, eq=False)
class AdmissionPlan:
    """The admitted jobs, the template of each, the mips of a curve or of each PE of a graph."""

    instance: MacroQ
    template: dict[str, Template]
    curve_mips: dict[str, Fraction]
    pe_mips: dict[Key, Fraction]

    @property
    def admitted(self) -> list[OfferedJob]:
        """The admitted jobs, in the order of the instance."""
        return [job for job in self.instance.jobs if job.name in self.template]

    @property
    def left_out(self) -> list[OfferedJob]:
        """The other jobs."""
        return [job for job in self.instance.jobs if job.name not in self.template]

    @property
    def used(self) -> Fraction:
        """All mips that are given away."""
        return sum([*self.curve_mips.values(), *self.pe_mips.values()], Fraction(0))

    def mips_of(self, job: str) -> Fraction:
        """Return the mips of a job."""
        own = [mips for key, mips in self.pe_mips.items() if key.job == job]
        return sum(own, self.curve_mips.get(job, Fraction(0)))

    @cached_property
    def streams(self) -> dict[Key, DerivedStream]:
        """The streams of the admitted jobs."""
        return {
            Key(job.name, stream.name): stream
            for job in self.admitted
            for stream in self.template[job.name].streams or ()
        }

    def read(self, reader: Key, name: str) -> Key | None:
        """Return the stream that a rate names; none for a primal one or a job that is left out."""
        own = Key(reader.job, name)
        if own in self.streams:
            return own
        other, slash, stream = name.partition("/")
        key = Key(other, stream)
        return key if slash and key in self.streams else None

    def inputs(self, key: Key) -> set[Key]:
        """Return the streams that a stream is made of."""
        terms = self.streams[key].resource
        keys = (self.read(key, name) for term in terms for name in term.rates or {})
        return {key for key in keys if key is not None}

    @cached_property
    def after(self) -> dict[Key, set[Key]]:
        """The PEs that read a stream of each PE."""
        after: dict[Key, set[Key]] = {key: set() for key in self.pe_mips}
        for key, stream in self.streams.items():
            for source in self.inputs(key):
                maker = Key(source.job, self.streams[source].pe)
                after[maker].add(Key(key.job, stream.pe))
        return after

    def dependents(self, job: str) -> set[str]:
        """Return the admitted jobs that depend on a job: streams lead from its PEs to theirs."""
        waiting = [key for key in self.pe_mips if key.job == job]
        reached = set(waiting)
        while waiting:
            following = self.after[waiting.pop()] - reached
            reached |= following
            waiting.extend(following)
        return {job, *(key.job for key in reached)}

    @cached_property
    def rates(self) -> dict[Key, Fraction]:
        """The rates of all streams, by forward evaluation."""
        rates: dict[Key, Fraction] = {}
        before = {key: self.inputs(key) for key in self.streams}
        for key in TopologicalSorter(before).static_order():
            stream = self.streams[key]
            mips = self.pe_mips[Key(key.job, stream.pe)]
            terms = []
            for term in stream.resource:
                rate = as_written(term.mips or 0.0) * mips
                read = sum(
                    (as_written(c) * self._rate(key, name, rates))
                    for name, c in (term.rates or {}).items()
                )
                terms.append(rate * read if term.product else rate + read)
            rates[key] = Fraction(min(terms))
        return rates

    def _rate(self, reader: Key, name: str, rates: dict[Key, Fraction]) -> Fraction:
        source = self.read(reader, name)
        if source is not None:
            return rates[source]
        return as_written(self.instance.primal.get(name, 0.0))

    def importance_of(self, job: str) -> Fraction:
        """Return the importance of an admitted job: of its curve, or of its streams."""
        template = self.template[job]
        if template.mips is not None and template.importance is not None:
            return on_curve(self.curve_mips[job], template.mips, template.importance)
        worth = Fraction(0)
        for key, stream in self.streams.items():
            if key.job == job and stream.weight:
                value = self.rates[key]
                if stream.value is not None:
                    value = on_curve(value, stream.value.rate, stream.value.value)
                worth += as_written(stream.weight) * value
        return worth


def on_curve(at: Fraction, breakpoints: FloatArray, values: FloatArray) -> Fraction:
    """Return the value of a piecewise linear curve, constant before and beyond it."""
    points = [
        (as_written(x), as_written(y))
        for x, y in zip(breakpoints.tolist(), values.tolist(), strict=True)
    ]
    if at <= points[0][0]:
        return points[0][1]
    for (x, y), (x2, y2) in pairwise(points):
        if at <= x2:
            return y + (y2 - y) * (at - x) / (x2 - x)
    return points[-1][1]


_MOST_UNITS = 5_000_000
_UP = 1 + 4 * float(np.finfo(np.float64).eps)


@dataclass(frozen=True)
class CurveUnits:
    """The unit, how many the system has, and which mips of a curve may be chosen.

    The unit divides all breakpoints and all mips; with a granularity it is the granularity.  An
    optimum of piecewise linear curves has at most one job between breakpoints, which takes what is
    left: a number of units as well.  So an optimum in units is an optimum.
    """

    unit: Fraction
    room: int
    points: bool

    def steps(self, job: OfferedJob, *, forced: bool) -> tuple[int, FloatArray]:
        """Return the least units of a job, and the most importance of each number from there on.

        A job that may be left out takes 0 units.  What it is given and cannot use is worth nothing.
        """
        tables = [self._table(template) for template in job.choices]
        low = min(least for least, _ in tables) if forced else 0
        high = min(self.room, max(least + len(worth) - 1 for least, worth in tables))
        best = np.full(max(1, high - low + 1), -np.inf if forced else 0.0)
        for least, worth in tables:
            into = best[least - low :]
            count = min(len(into), len(worth))
            np.maximum(into[:count], worth[:count], out=into[:count])
        return low, np.maximum.accumulate(best)

    def _table(self, template: Template) -> tuple[int, FloatArray]:
        assert template.mips is not None
        assert template.importance is not None
        at = [as_written(mips) / self.unit for mips in template.mips.tolist()]
        worth = template.importance
        if self.points:
            whole = [(int(x), w) for x, w in zip(at, worth.tolist(), strict=True) if x == int(x)]
            low, high = whole[0][0], whole[-1][0]
            table = np.full(high - low + 1, -np.inf)
            for x, value in whole:
                table[x - low] = value
            return low, np.maximum.accumulate(table)
        low, high = -int(-at[0] // 1), int(at[-1])
        places = np.arange(low, high + 1)
        exact = np.isin(places, [int(x) for x in at if x == int(x)])
        table = np.interp(places, [float(x) for x in at], worth)
        return low, np.where(exact, table, table * _UP)


def units_of(instance: MacroQ) -> CurveUnits:
    """Return the units of an instance of curves."""
    points = instance.curves == "points"
    if instance.granularity is not None:
        unit = as_written(instance.granularity)
    else:
        curves = [t.mips for job in instance.jobs for t in job.choices if t.mips is not None]
        mips_of_all = np.concatenate([*curves, *([] if points else [np.array([instance.mips])])])
        unit = unit_of(mips_of_all)
    room = int(as_written(instance.mips) / unit)
    if room > _MOST_UNITS:
        raise ValueError("the mips are too many units to be re-checked")
    return CurveUnits(unit, room, points)
