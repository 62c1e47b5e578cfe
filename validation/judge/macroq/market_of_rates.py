"""What the PEs of a macroq instance earn at prices of rates and mips, exactly."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from graphlib import TopologicalSorter
from itertools import pairwise
from typing import Any, NamedTuple

from ....core.decimals import as_written
from ....instances.macroq import DerivedStream, MacroQ, OfferedJob, Pe, Template
from ..proofs.claims import UnprovenError
from ..proofs.small_programs import Row, largest_value

_NONE = Fraction(0)


class Made(NamedTuple):
    """A stream of a template of a job."""

    job: str
    template: str
    stream: str


class RateMarket:
    """All templates together: who reads what, how large rates can be, and the prices."""

    def __init__(self, instance: MacroQ) -> None:
        self.instance = instance
        self.streams: dict[Made, DerivedStream] = {}
        self.pe_of: dict[tuple[str, str, str], Pe] = {}
        for job in instance.jobs:
            for template in job.choices:
                for stream in template.streams or ():
                    self.streams[Made(job.name, template.name, stream.name)] = stream
                for pe in template.pes or ():
                    self.pe_of[job.name, template.name, pe.name] = pe
        self._by_label: dict[str, list[Made]] = {}
        for key in self.streams:
            self._by_label.setdefault(f"{key.job}/{key.stream}", []).append(key)
        self.inputs = {key: self._all_makers(key) for key in self.streams}
        self.has_products = any(t.product for s in self.streams.values() for t in s.resource)
        self.most = self._largest_rates()
        self.reach = self._reached_ranks()
        self._income: dict[Made, Fraction] = {}
        self._charge: dict[tuple[str, str], Fraction] = {}
        self._readers: dict[str, list[tuple[str, Fraction]]] = {}

    def _names(self, key: Made) -> set[str]:
        return {name for term in self.streams[key].resource for name in term.rates or {}}

    def _makers(self, key: Made, name: str) -> list[Made]:
        """Return the streams that a rate can be: of the same template, or any of another job."""
        own = Made(key.job, key.template, name)
        return [own] if own in self.streams else self._by_label.get(name, [])

    def _all_makers(self, key: Made) -> list[Made]:
        return [maker for name in self._names(key) for maker in self._makers(key, name)]

    def label(self, key: Made, name: str) -> str | None:
        """Return ``job/stream`` for a rate that is no primal one."""
        if Made(key.job, key.template, name) in self.streams:
            return f"{key.job}/{name}"
        return name if "/" in name else None

    def _largest_rates(self) -> dict[Made, Fraction]:
        most: dict[Made, Fraction] = {}
        for key in TopologicalSorter(self.inputs).static_order():
            stream = self.streams[key]
            high = self._most_mips(self.pe_of[key.job, key.template, stream.pe])
            most[key] = Fraction(
                min(
                    as_written(term.mips or 0.0) * high
                    + sum(
                        as_written(c) * self._most(key, n, most)
                        for n, c in (term.rates or {}).items()
                    )
                    for term in stream.resource
                )
            )
        return most

    def _most_mips(self, pe: Pe) -> Fraction:
        limit = as_written(self.instance.mips)
        return limit if pe.max_mips is None else min(limit, as_written(pe.max_mips))

    def _most(self, key: Made, name: str, most: dict[Made, Fraction]) -> Fraction:
        makers = self._makers(key, name)
        if makers:
            return max(most[maker] for maker in makers)
        return as_written(self.instance.primal.get(name, 0.0))

    def _reached_ranks(self) -> dict[str, int]:
        """Return the best rank that streams of each job lead to, through whichever templates."""
        reached = {job.name: job.rank for job in self.instance.jobs}
        readers: dict[tuple[str, str], set[tuple[str, str]]] = {}
        home: dict[tuple[str, str], str] = {}
        for key, stream in self.streams.items():
            reader = (f"{key.job}/{key.template}", stream.pe)
            home[reader] = key.job
            for maker in self.inputs[key]:
                source = (f"{maker.job}/{maker.template}", self.streams[maker].pe)
                readers.setdefault(source, set()).add(reader)
        best = {pe: reached[job] for pe, job in home.items()}
        for pe in TopologicalSorter(readers).static_order():  # a PE after those that read it
            best[pe] = min([best[pe], *(best[reader] for reader in readers.get(pe, ()))])
        for pe, job in home.items():
            reached[job] = min(reached[job], best[pe])
        return reached

    def counts(self, job: OfferedJob, waterline: int) -> bool:
        """Return whether a job may be in beside those that must: by rank, or by what reads it."""
        return self.reach[job.name] <= waterline

    def set_prices(self, rates: Mapping[str, Mapping[str, float]]) -> None:
        """Take the prices of rates: ``{"job/stream": {"job/template/pe": price}}``."""
        self._charge, self._readers = {}, {}
        for stream, readers in rates.items():
            for reader, price in readers.items():
                paid = as_written(price)
                self._charge[stream, reader] = paid
                self._readers.setdefault(stream, []).append((reader, paid))
        known = {
            (self.label(key, name), f"{key.job}/{key.template}/{self.streams[key].pe}")
            for key in self.streams
            for name in self._names(key)
        }
        unknown = sorted(set(self._charge) - known)
        if unknown:
            raise UnprovenError(f"nobody reads {unknown[0][0]} as {unknown[0][1]}")
        self._income = {key: self._payment(key) for key in self.streams}

    def _payment(self, key: Made) -> Fraction:
        """Return what the readers of a stream pay, of each other job the dearest template."""
        own = _NONE
        others: dict[str, dict[str, Fraction]] = {}
        for reader, price in self._readers.get(f"{key.job}/{key.stream}", ()):
            job, template, _ = reader.split("/")
            if job != key.job:
                paid = others.setdefault(job, {})
                paid[template] = paid.get(template, _NONE) + price
            elif template == key.template:
                own += price
        return own + sum((max(paid.values()) for paid in others.values()), _NONE)

    def profit(self, job: str, template: Template, price: Fraction) -> Fraction:
        """Return Σ_p φ_p over the PEs of a template."""
        return sum((self._of_pe(job, template, pe, price) for pe in template.pes or ()), _NONE)

    def _of_pe(self, job: str, template: Template, pe: Pe, price: Fraction) -> Fraction:
        """Return φ_p: a small linear program in mips, what is read, and stretches of rates."""
        own = [
            (Made(job, template.name, s.name), s) for s in template.streams or () if s.pe == pe.name
        ]
        least, most = as_written(pe.min_mips), self._most_mips(pe)
        reader = f"{job}/{template.name}/{pe.name}"
        labels: dict[str, tuple[Fraction, Fraction]] = {}
        for key, _ in own:
            for name in self._names(key):
                label = self.label(key, name)
                if label is not None:
                    paid = self._charge.get((label, reader), _NONE)
                    labels[label] = (paid, self._most(key, name, self.most))
        # a PE that needs more than there is never runs, and any value bounds what it earns
        gains, limits = [-price], [max(_NONE, most - least)]
        gains += [-paid for paid, _ in labels.values()]
        limits += [high for _, high in labels.values()]
        column = {label: k + 1 for k, label in enumerate(labels)}
        constant, terms = -price * least, []
        for key, stream in own:
            income = self._income.get(key, _NONE)
            start, pieces = concave_pieces(stream, self.most[key])
            constant += start
            mine = range(len(gains), len(gains) + len(pieces))
            gains += [slope + income for _, slope in pieces]
            limits += [width for width, _ in pieces]
            terms += [(self._term(key, term, least, column), mine) for term in stream.resource]
        rows: list[Row] = []
        for (coefficients, limit), mine in terms:
            row = [_NONE] * len(gains)
            for k, c in coefficients.items():
                row[k] = -c
            for k in mine:
                row[k] = Fraction(1)
            rows.append((row, limit))
        for k, limit in enumerate(limits):
            rows.append(([Fraction(int(k == j)) for j in range(len(gains))], limit))
        return constant + largest_value(gains, rows)

    def _term(
        self, key: Made, term: Any, least: Fraction, column: dict[str, int]
    ) -> tuple[dict[int, Fraction], Fraction]:
        """Return a term's coefficients of mips and inputs, and its value at the least mips."""
        slope = as_written(term.mips or 0.0)
        coefficients, limit = {0: slope}, slope * least
        for name, c in (term.rates or {}).items():
            label = self.label(key, name)
            if label is None:
                limit += as_written(c) * as_written(self.instance.primal.get(name, 0.0))
            else:
                k = column[label]
                coefficients[k] = coefficients.get(k, _NONE) + as_written(c)
        return coefficients, limit


def concave_pieces(
    stream: DerivedStream, most: Fraction
) -> tuple[Fraction, list[tuple[Fraction, Fraction]]]:
    """Return the importance at rate 0, and widths and slopes of its concave hull up to a rate."""
    weight = as_written(stream.weight)
    if stream.value is None:
        return _NONE, [(most, weight)]
    x = [as_written(value) for value in stream.value.rate.tolist()]
    y = [weight * as_written(value) for value in stream.value.value.tolist()]
    points = [(_NONE, y[0]), *((a, b) for a, b in zip(x, y, strict=True) if 0 < a < most)]
    end = y[-1]
    for (a, b), (c, d) in pairwise(zip(x, y, strict=True)):
        if a <= most <= c:
            end = b + (d - b) * (most - a) / (c - a)
    if most > 0:
        points.append((most, y[0] if most <= x[0] else end))
    hull: list[tuple[Fraction, Fraction]] = []
    for point in points:
        while len(hull) > 1 and _below(hull[-2], hull[-1], point):
            hull.pop()
        hull.append(point)
    pieces = [(b[0] - a[0], (b[1] - a[1]) / (b[0] - a[0])) for a, b in pairwise(hull)]
    return hull[0][1], pieces


def _below(
    a: tuple[Fraction, Fraction], b: tuple[Fraction, Fraction], c: tuple[Fraction, Fraction]
) -> bool:
    """Return whether a point lies on or below the chord of its neighbours."""
    return (b[1] - a[1]) * (c[0] - a[0]) <= (c[1] - a[1]) * (b[0] - a[0])
