"""Templates of jobs as one graph: who makes what a stream reads, at what rates, and for whom.

A plan has one template of each admitted job, and every input one maker.  A proof looks at all
templates at once; then the rate of an input is at most that of its largest maker.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from graphlib import TopologicalSorter
from itertools import pairwise
from typing import NamedTuple

from ....core.arrays import FloatArray
from ....core.decimals import as_written
from ....instances.macroq import DerivedStream, MacroQ, Pe, Template


class Place(NamedTuple):
    """A PE or a stream of a template of a job."""

    job: str
    template: str
    name: str

    @property
    def label(self) -> str:
        """The name by which streams of other jobs read it."""
        return f"{self.job}/{self.name}"


class RateGraph:
    """Streams and PEs of some templates, by the names of their jobs."""

    def __init__(self, instance: MacroQ, templates: Mapping[str, Iterable[Template]]) -> None:
        self.instance = instance
        self.streams: dict[Place, DerivedStream] = {}
        self.pes: dict[Place, Pe] = {}
        self._by_label: dict[str, list[Place]] = {}
        for job, choices in templates.items():
            for template in choices:
                for pe in template.pes or ():
                    self.pes[Place(job, template.name, pe.name)] = pe
                for stream in template.streams or ():
                    key = Place(job, template.name, stream.name)
                    self.streams[key] = stream
                    self._by_label.setdefault(key.label, []).append(key)
        self._inputs = {
            key: [maker for name in names_read(stream) for maker in self._makers(key, name)]
            for key, stream in self.streams.items()
        }

    def maker_pe(self, key: Place) -> Place:
        """Return the PE that makes a stream."""
        return key._replace(name=self.streams[key].pe)

    def is_own(self, key: Place, name: str) -> bool:
        """Return whether a rate is that of a stream of the same template."""
        return key._replace(name=name) in self.streams

    def _makers(self, key: Place, name: str) -> list[Place]:
        """Return the streams that a rate can be: of the same template, or any of another job."""
        return [key._replace(name=name)] if self.is_own(key, name) else self._by_label.get(name, [])

    def rates(self, mips: Mapping[Place, Fraction]) -> dict[Place, Fraction]:
        """Return the rates of all streams by forward evaluation, with these mips of every PE."""
        rates: dict[Place, Fraction] = {}
        for key in TopologicalSorter(self._inputs).static_order():
            terms = []
            for term in self.streams[key].resource:
                made = as_written(term.mips or 0.0) * mips[self.maker_pe(key)]
                read = sum(
                    as_written(c) * self.rate_of(key, name, rates)
                    for name, c in (term.rates or {}).items()
                )
                terms.append(made * read if term.product else made + read)
            rates[key] = Fraction(min(terms))
        return rates

    def rate_of(self, key: Place, name: str, rates: Mapping[Place, Fraction]) -> Fraction:
        """Return the rate that a stream reads: of its largest maker, or of a primal stream."""
        makers = self._makers(key, name)
        if makers:
            return max(rates[maker] for maker in makers)
        return as_written(self.instance.primal.get(name, 0.0))

    def reached_ranks(self) -> dict[str, int]:
        """Return the best rank that streams of each job lead to, its own included."""
        reached = {job.name: job.rank for job in self.instance.jobs}
        readers: dict[Place, set[Place]] = {}
        for key, makers in self._inputs.items():
            for maker in makers:
                readers.setdefault(self.maker_pe(maker), set()).add(self.maker_pe(key))
        best = {pe: reached[pe.job] for pe in self.pes}
        for pe in TopologicalSorter(readers).static_order():  # a PE after those that read it
            best[pe] = min([best[pe], *(best[reader] for reader in readers.get(pe, ()))])
        for pe, rank in best.items():
            reached[pe.job] = min(reached[pe.job], rank)
        return reached


def names_read(stream: DerivedStream) -> set[str]:
    """Return the names of the rates that a stream is made of."""
    return {name for term in stream.resource for name in term.rates or {}}


def jobs_read(template: Template) -> set[str]:
    """Return the other jobs whose streams a template reads."""
    names = {name for stream in template.streams or () for name in names_read(stream)}
    return {name.partition("/")[0] for name in names if "/" in name}


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
