"""The graph of all templates of a macroq instance, with PEs and streams as numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np

from ...core.arrays import FloatArray
from .parts import DerivedStream, OfferedJob, RateLimit, Template


class Limit(NamedTuple):
    """A term of a resource function: factor of mips, primal rates, (stream, factor) of inputs."""

    mips: float
    primal: float
    inputs: tuple[tuple[int, float], ...]
    product: bool

    def at(self, mips: float, rates: FloatArray) -> float:
        """Return the value of the term."""
        read = self.primal + sum(c * float(rates[s]) for s, c in self.inputs)
        return self.mips * mips * read if self.product else self.mips * mips + read


class Alternative(NamedTuple):
    """A template that may be chosen: its PEs and streams, and the jobs that it reads from."""

    job: int
    name: str
    template: Template
    pes: range
    streams: range
    reads: tuple[int, ...]


class PeVertex(NamedTuple):
    """A PE: its alternative, and its minimum and maximum mips."""

    name: str
    alternative: int
    least: float
    most: float


class StreamVertex(NamedTuple):
    """A stream: its PE, the terms that limit its rate, and weighted values at rates.

    The value is constant before the first breakpoint and beyond the last one.  Without a value
    function it is ``weight`` times the rate, and there are no breakpoints.
    """

    name: str
    alternative: int
    pe: int
    limits: tuple[Limit, ...]
    weight: float
    rate: FloatArray | None
    value: FloatArray | None

    def worth(self, rate: float) -> float:
        """Return the importance of a rate."""
        if self.rate is None or self.value is None:
            return self.weight * rate
        return float(np.interp(rate, self.rate, self.value))


@dataclass(frozen=True, eq=False)
class StreamGraph:
    """PEs and streams of all alternatives; ``bound`` is an upper bound on each stream's rate.

    ``order`` are the streams in topological order; ``readers`` the PEs that read each stream.
    """

    alternatives: tuple[Alternative, ...]
    pes: tuple[PeVertex, ...]
    streams: tuple[StreamVertex, ...]
    order: tuple[int, ...]
    bound: FloatArray
    readers: tuple[tuple[int, ...], ...]
    of_job: tuple[tuple[int, ...], ...] = field(default=())

    @staticmethod
    def of(jobs: tuple[OfferedJob, ...], primal: Mapping[str, float], mips: float) -> StreamGraph:
        """Return the graph of jobs whose references have been checked."""
        made = _Numbered(jobs, primal, mips)
        streams = tuple(made.vertices())
        edges = pe_edges(streams)
        order = tuple(topological(len(made.pes), streams, edges))
        bound = np.zeros(len(streams))
        for s in order:
            most = made.pes[streams[s].pe].most
            bound[s] = min(limit.at(most, bound) for limit in streams[s].limits)
        readers: list[list[int]] = [[] for _ in streams]
        for s, q in sorted({(r, x.pe) for x in streams for y in x.limits for r, _ in y.inputs}):
            readers[s].append(q)
        of_job: list[list[int]] = [[] for _ in jobs]
        alternatives = tuple(made.alternatives_with_reads(streams))
        for a, alternative in enumerate(alternatives):
            of_job[alternative.job].append(a)
        return StreamGraph(
            alternatives,
            tuple(made.pes),
            streams,
            order,
            bound,
            tuple(map(tuple, readers)),
            tuple(map(tuple, of_job)),
        )

    @cached_property
    def edges(self) -> set[tuple[int, int]]:
        """The pairs of PEs in which the second PE reads a stream of the first PE."""
        return pe_edges(self.streams)

    @cached_property
    def place(self) -> dict[int, int]:
        """The position of each stream in the topological order."""
        return {s: k for k, s in enumerate(self.order)}

    def rates(self, mips: FloatArray, chosen: Iterable[int]) -> FloatArray:
        """Return the rates of all streams for given mips; 0 in alternatives not ``chosen``."""
        picked = set(chosen)
        rates = np.zeros(len(self.streams))
        for s in self.order:
            stream = self.streams[s]
            if stream.alternative in picked:
                rates[s] = min(limit.at(mips[stream.pe], rates) for limit in stream.limits)
        return rates


class _Numbered:
    """A numbering of the PEs and streams of all alternatives (templates that may be chosen)."""

    def __init__(
        self, jobs: tuple[OfferedJob, ...], primal: Mapping[str, float], mips: float
    ) -> None:
        self.primal = primal
        self.jobs = jobs
        self.pes: list[PeVertex] = []
        self._alternatives: list[Alternative] = []
        self._given: list[tuple[int, int, str, DerivedStream]] = []
        self._numbers: list[dict[str, int]] = []
        self._of_job: dict[str, dict[str, list[int]]] = {job.name: {} for job in jobs}
        for j, job in enumerate(jobs):
            for template in job.choices:
                self._add(j, job.name, template, mips)

    def _add(self, j: int, job: str, template: Template, mips: float) -> None:
        number = len(self._alternatives)
        first_pe, first_stream = len(self.pes), len(self._given)
        prefix = f"{job}/{template.name}"
        at: dict[str, int] = {}
        for pe in template.pes or ():
            most = mips if pe.max_mips is None else min(pe.max_mips, mips)
            at[pe.name] = len(self.pes)
            self.pes.append(PeVertex(f"{prefix}/{pe.name}", number, pe.min_mips, most))
        own: dict[str, int] = {}
        for stream in template.streams or ():
            own[stream.name] = len(self._given)
            self._of_job[job].setdefault(stream.name, []).append(len(self._given))
            self._given.append((number, at[stream.pe], f"{prefix}/{stream.name}", stream))
        self._numbers.append(own)
        pes, streams = range(first_pe, len(self.pes)), range(first_stream, len(self._given))
        self._alternatives.append(Alternative(j, template.name, template, pes, streams, ()))

    def vertices(self) -> Iterable[StreamVertex]:
        """Yield the streams, in which inputs are given by stream number."""
        for number, pe, name, stream in self._given:
            limits = tuple(self._limit(number, each) for each in stream.resource)
            rate = value = None
            if stream.value is not None:
                rate, value = stream.value.rate, stream.weight * stream.value.value
            yield StreamVertex(name, number, pe, limits, stream.weight, rate, value)

    def _limit(self, number: int, term: RateLimit) -> Limit:
        primal, inputs = 0.0, []
        for name, coefficient in (term.rates or {}).items():
            if name in self._numbers[number]:
                inputs.append((self._numbers[number][name], coefficient))
            elif name in self.primal:
                primal += coefficient * self.primal[name]
            else:
                job, _, stream = name.partition("/")
                inputs += [(s, coefficient) for s in self._of_job[job].get(stream, ())]
        return Limit(term.mips or 0.0, primal, tuple(inputs), term.product)

    def alternatives_with_reads(self, streams: tuple[StreamVertex, ...]) -> Iterable[Alternative]:
        """Yield the alternatives, each with the other jobs whose streams it reads."""
        numbers = {job.name: j for j, job in enumerate(self.jobs)}
        for each in self._alternatives:
            read = {
                numbers[name.partition("/")[0]]
                for stream in each.template.streams or ()
                for term in stream.resource
                for name in term.rates or {}
                if "/" in name
            }
            yield each._replace(reads=tuple(sorted(read - {each.job})))


def pe_edges(streams: tuple[StreamVertex, ...]) -> set[tuple[int, int]]:
    """Return the pairs of PEs in which the second PE reads a stream of the first PE."""
    read = (
        (s, stream.pe) for stream in streams for limit in stream.limits for s, _ in limit.inputs
    )
    return {(streams[s].pe, q) for s, q in read}


def topological(
    pes: int, streams: tuple[StreamVertex, ...], edges: set[tuple[int, int]]
) -> Iterable[int]:
    """Yield the streams in topological order: a PE's streams come after the streams it reads."""
    made: list[list[int]] = [[] for _ in range(pes)]
    for s, stream in enumerate(streams):
        made[stream.pe].append(s)
    after: list[list[int]] = [[] for _ in range(pes)]
    waits = np.zeros(pes, dtype=np.int64)
    for p, q in edges:
        after[p].append(q)
        waits[q] += 1
    ready = np.flatnonzero(waits == 0).tolist()
    while ready:
        p = ready.pop()
        yield from made[p]
        for q in after[p]:
            waits[q] -= 1
            if waits[q] == 0:
                ready.append(q)
