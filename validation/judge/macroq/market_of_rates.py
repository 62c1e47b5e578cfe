"""What the PEs of a macroq instance earn at prices of rates and mips, exactly."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise

from ....core.decimals import as_written
from ....instances.macroq import DerivedStream, MacroQ, Pe, RateLimit, Template
from ..proofs.claims import UnprovenError
from ..proofs.small_programs import largest_value
from .rate_graph import Place, RateGraph, names_read, on_curve

_NONE = Fraction(0)


class RateMarket:
    """All templates together: how large rates can be, and the prices of those that are read."""

    def __init__(self, instance: MacroQ) -> None:
        self.instance = instance
        self.graph = RateGraph(instance, {job.name: job.choices for job in instance.jobs})
        self.has_products = any(
            term.product for stream in self.graph.streams.values() for term in stream.resource
        )
        self._most_mips = {
            key: as_written(min(instance.mips, instance.mips if most is None else most))
            for key, most in ((key, pe.max_mips) for key, pe in self.graph.pes.items())
        }
        self._most = self.graph.rates(self._most_mips)
        self.reach = self.graph.reached_ranks()
        self._paid: dict[str, dict[str, Fraction]] = {}

    def _label(self, key: Place, name: str) -> str | None:
        """Return ``job/stream`` for a rate that is no primal one."""
        if self.graph.is_own(key, name):
            return key._replace(name=name).label
        return name if "/" in name else None

    def set_prices(self, rates: Mapping[str, Mapping[str, float]]) -> None:
        """Take the prices of rates: ``{"job/stream": {"job/template/pe": price}}``."""
        known = {
            (self._label(key, name), "/".join(self.graph.maker_pe(key)))
            for key, stream in self.graph.streams.items()
            for name in names_read(stream)
        }
        pairs = {(label, reader) for label, readers in rates.items() for reader in readers}
        unknown = sorted(pairs - known)
        if unknown:
            raise UnprovenError(f"nobody reads {unknown[0][0]} as {unknown[0][1]}")
        self._paid = {
            label: {reader: as_written(price) for reader, price in readers.items()}
            for label, readers in rates.items()
        }

    def _income(self, key: Place) -> Fraction:
        """Return what the readers of a stream pay, of each other job the dearest template."""
        own = _NONE
        others: dict[str, dict[str, Fraction]] = {}
        for reader, price in self._paid.get(key.label, {}).items():
            job, template, _ = reader.split("/")
            if job != key.job:
                paid = others.setdefault(job, {})
                paid[template] = paid.get(template, _NONE) + price
            elif template == key.template:
                own += price
        return own + sum((max(paid.values()) for paid in others.values()), _NONE)

    def profit(self, job: str, template: Template, price: Fraction) -> Fraction:
        """Return Σ_p φ_p over the PEs of a template."""
        pes = ((Place(job, template.name, pe.name), pe) for pe in template.pes or ())
        return sum((self._of_pe(key, pe, template, price) for key, pe in pes), _NONE)

    def _of_pe(self, pe: Place, limits: Pe, template: Template, price: Fraction) -> Fraction:
        """Return φ_p: a small linear program in mips, what is read, and stretches of rates."""
        least = as_written(limits.min_mips)
        # a PE that needs more than there is never runs, and any value bounds what it earns
        gains, most = [-price], [max(_NONE, self._most_mips[pe] - least)]
        constant, column = -price * least, dict[str, int]()
        terms: list[tuple[dict[int, Fraction], Fraction]] = []
        for stream in template.streams or ():
            if stream.pe != pe.name:
                continue
            key = pe._replace(name=stream.name)
            for name in names_read(stream):
                label = self._label(key, name)
                if label is not None and label not in column:
                    column[label] = len(gains)
                    gains.append(-self._paid.get(label, {}).get("/".join(pe), _NONE))
                    most.append(self.graph.rate_of(key, name, self._most))
            start, pieces = concave_pieces(stream, self._most[key])
            constant += start
            mine, income = range(len(gains), len(gains) + len(pieces)), self._income(key)
            gains += [slope + income for _, slope in pieces]
            most += [width for width, _ in pieces]
            for term in stream.resource:
                coefficients, limit = self._term(key, term, least, column)
                terms.append(({**coefficients, **dict.fromkeys(mine, Fraction(1))}, limit))
        terms += [({k: Fraction(1)}, limit) for k, limit in enumerate(most)]
        rows = [([term.get(k, _NONE) for k in range(len(gains))], limit) for term, limit in terms]
        return constant + largest_value(gains, rows)

    def _term(
        self, key: Place, term: RateLimit, least: Fraction, column: Mapping[str, int]
    ) -> tuple[dict[int, Fraction], Fraction]:
        """Return a term's coefficients of mips and inputs, and its value at the least mips."""
        slope = as_written(term.mips or 0.0)
        coefficients, limit = {0: -slope}, slope * least
        for name, c in (term.rates or {}).items():
            label = self._label(key, name)
            if label is None:
                limit += as_written(c) * as_written(self.instance.primal.get(name, 0.0))
            else:
                k = column[label]
                coefficients[k] = coefficients.get(k, _NONE) - as_written(c)
        return coefficients, limit


def concave_pieces(
    stream: DerivedStream, most: Fraction
) -> tuple[Fraction, list[tuple[Fraction, Fraction]]]:
    """Return the importance at rate 0, and widths and slopes of its concave hull up to a rate."""
    weight = as_written(stream.weight)
    curve = stream.value
    if curve is None:
        return _NONE, [(most, weight)]
    hull: list[tuple[Fraction, Fraction]] = []
    for rate in sorted({_NONE, most, *map(as_written, curve.rate.tolist())}):
        if rate > most:
            break
        point = rate, weight * on_curve(rate, curve.rate, curve.value)
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
