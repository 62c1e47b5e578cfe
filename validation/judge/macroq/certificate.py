"""Certificates of macroq: prices that bound the importance of all plans, by waterline.

The waterline W of a plan is the best rank among the rejected jobs.  Each job of rank < W is
admitted; each other admitted job has rank W, or streams lead from it to a job of rank <= W. At a
price λ >= 0 of mips and prices π >= 0 of rates that PEs read, a plan is worth at most

    λ H + Σ_forced max_t Σ_p φ_p + Σ_others max(0, max_t Σ_p φ_p),

where φ_p is the most that PE p earns: the importance of its streams, plus π from readers (from each
reading job that of its dearest template), minus π for the rates it reads, minus λ for its mips. For
a curve it is max(importance - λ mips). If curves leave a gap, the core of the price is enumerated.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Annotated, Literal

import numpy as np
from pydantic import Discriminator, Field, Tag

from ....core.arrays import FloatArray
from ....core.decimals import as_written, unit_of
from ....core.schema import Part
from ....instances.macroq import DerivedStream, MacroQ, OfferedJob, Pe, RateLimit, Template
from ..forms import Certificate
from ..proofs.claims import UnprovenError
from ..proofs.lagrange_multiplier import Parties, SharedPrice, proven_by_price
from ..proofs.small_programs import largest_value
from .decision import Place, RateGraph, jobs_read, names_read, on_curve

_NONE = Fraction(0)


class RateMarket:
    """All templates of all jobs, with upper bounds on rates, and prices of rates that PEs read."""

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
        """Return the name ``job/stream`` of a rate that a stream reads; ``None`` if primal."""
        if self.graph.is_own(key, name):
            return key._replace(name=name).label
        return name if "/" in name else None

    def set_prices(self, rates: Mapping[str, Mapping[str, float]]) -> None:
        """Set the prices of rates: ``{"job/stream": {"job/template/pe": price}}``."""
        known = {
            (self._label(key, name), "/".join(self.graph.maker_pe(key)))
            for key, stream in self.graph.streams.items()
            for name in names_read(stream)
        }
        pairs = {(label, reader) for label, readers in rates.items() for reader in readers}
        unknown = sorted(pairs - known)
        if unknown:
            raise UnprovenError(f"no job reads {unknown[0][0]} as {unknown[0][1]}")
        self._paid = {
            label: {reader: as_written(price) for reader, price in readers.items()}
            for label, readers in rates.items()
        }

    def _income(self, key: Place) -> Fraction:
        """Return the sum that readers pay for a stream; a job pays that of its dearest template."""
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
        """Return Σ_p φ_p over the PEs of a template, at a price of mips."""
        pes = ((Place(job, template.name, pe.name), pe) for pe in template.pes or ())
        return sum((self._of_pe(key, pe, template, price) for key, pe in pes), _NONE)

    def _of_pe(self, pe: Place, limits: Pe, template: Template, price: Fraction) -> Fraction:
        """Return φ_p, the optimum of a small program in the PE's mips, inputs and rates."""
        least = as_written(limits.min_mips)
        # a PE that needs more than all mips never runs, so that any value bounds its profit
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
        """Return a term's coefficients by column, and its value at the minimum mips."""
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
    """Return the importance at rate 0, and (width, slope) of the segments of its concave hull."""
    weight = as_written(stream.weight)
    curve = stream.value
    if curve is None:
        return _NONE, [(most, weight)]
    hull: list[tuple[Fraction, Fraction]] = []
    for rate in sorted({_NONE, most, *map(as_written, curve.rate.tolist())}):
        if rate > most:
            break
        point = rate, weight * on_curve(rate, curve.rate, curve.value)
        while len(hull) > 1:
            (x, low), (y, high) = hull[-2:]
            if (high - low) * (point[0] - x) > (point[1] - low) * (y - x):
                break  # the last point lies above the chord
            hull.pop()
        hull.append(point)
    pieces = [(b[0] - a[0], (b[1] - a[1]) / (b[0] - a[0])) for a, b in pairwise(hull)]
    return hull[0][1], pieces


_MOST_UNITS = 5_000_000
_UP = 1 + 4 * float(np.finfo(np.float64).eps)

Price = Annotated[float, Field(ge=0, le=1e300)]


class RatePrices(Part):
    """A price of mips, and prices of rates: ``{"job/stream": {"job/template/pe": price}}``."""

    mips: Price
    rates: dict[str, dict[str, Price]]


class NoPrices(Part):
    """No prices are needed: the jobs that each plan of this waterline admits need too many mips."""


class WaterlinePrices(Certificate):
    """A certificate: the prices for each waterline; a waterline is a rank."""

    kind: Literal["waterline-prices"] = "waterline-prices"
    waterlines: dict[
        str,
        Annotated[
            Annotated[RatePrices, Tag("(prices)")] | Annotated[NoPrices, Tag("(none)")],
            Discriminator(lambda value: "(none)" if value in ({}, NoPrices()) else "(prices)"),
        ],
    ]

    def proven(self, instance: MacroQ, claim: float | None) -> Fraction:
        """Return the largest of the bounds that the prices of the waterlines prove."""
        market = RateMarket(instance)
        if market.has_products:
            raise UnprovenError("prices prove nothing if mips and rates are multiplied")
        ranks = {str(rank): rank for rank in sorted({job.rank for job in instance.jobs})}
        if set(self.waterlines) != set(ranks):
            raise UnprovenError(f"waterlines must have exactly the ranks {', '.join(ranks)}")
        proven = [Fraction(0)]
        for name, prices in self.waterlines.items():
            try:
                if isinstance(prices, RatePrices):
                    proven.append(_waterline_bound(instance, market, ranks[name], prices, claim))
                elif not is_empty(instance, ranks[name]):
                    raise UnprovenError("its prices are missing, but its jobs have enough mips")
            except UnprovenError as error:
                raise UnprovenError(f"waterline {name}: {error}") from None
        return max(proven)


def _waterline_bound(
    instance: MacroQ, market: RateMarket, rank: int, prices: RatePrices, claim: float | None
) -> Fraction:
    """Return the bound of a waterline's prices, or the claim if enumeration confirms the claim.

    Enumeration is used only with a claim that is below the prices' bound, and if all jobs have
    curves.
    """
    price = as_written(prices.mips)
    market.set_prices(prices.rates)
    forced = _forced_jobs(instance, rank)
    must = {job.name for job in forced}
    others = (job for job in instance.jobs if job.name not in must)
    offers = [*forced, *(job for job in others if market.reach[job.name] <= rank)]
    proven = price * as_written(instance.mips)
    for job in offers:
        best = max(_profit(market, job, template, price) for template in job.choices)
        proven += best if job.name in must else max(Fraction(0), best)
    if claim is None or not offers or float(proven) <= claim:
        return proven
    if not all(t.is_curve for job in instance.jobs for t in job.templates):
        return proven
    unit, room = _whole_units(instance)
    steps = [_steps(instance, job, unit, room, forced=job.name in must) for job in offers]
    parties = Parties(np.array([low for low, _ in steps]), [-worth for _, worth in steps])
    core = SharedPrice(kind="core", price=float(price * unit))
    confirmed = proven_by_price(parties, room, core, -claim) >= -claim
    return Fraction(claim) if confirmed else proven


def _profit(market: RateMarket, job: OfferedJob, template: Template, price: Fraction) -> Fraction:
    if template.mips is None or template.importance is None:
        return market.profit(job.name, template, price)
    pairs = zip(template.mips.tolist(), template.importance.tolist(), strict=True)
    return max(as_written(worth) - price * as_written(mips) for mips, worth in pairs)


def _forced_jobs(instance: MacroQ, rank: int) -> list[OfferedJob]:
    """Return the jobs that every plan of a waterline admits."""
    return [job for job in instance.jobs if job.required or job.rank < rank]


def is_empty(instance: MacroQ, rank: int) -> bool:
    """Return whether a waterline has no plan, because its admitted jobs need more than all mips."""
    return _needed(instance, _forced_jobs(instance, rank)) > as_written(instance.mips)


def _needed(instance: MacroQ, jobs: Iterable[OfferedJob]) -> Fraction:
    """Return the sum of the jobs' minimum mips."""
    least = (min(_least_mips(instance, template) for template in job.choices) for job in jobs)
    return sum(least, Fraction(0))


def _least_mips(instance: MacroQ, template: Template) -> Fraction:
    """Return the minimum mips of a template, each PE's rounded up to a given granularity."""
    unit = None if instance.granularity is None else as_written(instance.granularity)
    if template.mips is not None and instance.curves == "points":
        given = map(as_written, template.mips.tolist())
        return min(mips for mips in given if unit is None or mips % unit == 0)
    least = [pe.min_mips for pe in template.pes or ()]
    if template.mips is not None:
        least = [float(template.mips[0])]
    exact = [as_written(mips) for mips in least]
    return sum((m if unit is None else unit * -(-m // unit) for m in exact), Fraction(0))


class RequiredMips(Certificate):
    """A certificate of infeasibility: the required jobs need more than all mips."""

    kind: Literal["required-mips"] = "required-mips"


def certified(
    instance: MacroQ, certificate: WaterlinePrices | RequiredMips, claim: float | None = None
) -> Fraction | None:
    """Return the bound that the prices prove, or ``None`` if infeasibility is proven."""
    if isinstance(certificate, WaterlinePrices):
        return certificate.proven(instance, claim)
    needed = _needed(instance, _required_jobs(instance))
    if needed <= as_written(instance.mips):
        words = f"required jobs need only {float(needed):.15g} of {instance.mips:.15g} mips"
        raise UnprovenError(words)
    return None


def _required_jobs(instance: MacroQ) -> list[OfferedJob]:
    """Return the jobs in every plan: required ones and, in closed lists, jobs that they read."""
    jobs = {job.name: job for job in instance.jobs}
    names = {job.name for job in instance.jobs if job.required}
    while instance.closed:
        read = [set.intersection(*map(jobs_read, jobs[name].choices)) for name in names]
        more = set().union(*read) - names
        if not more:
            break
        names |= more
    return [job for job in instance.jobs if job.name in names]


def _whole_units(instance: MacroQ) -> tuple[Fraction, int]:
    """Return a unit of mips, and the number of units that the system has.

    The unit is the granularity, or else divides all breakpoints and all mips.  An optimum of
    piecewise linear curves has at most one job between breakpoints.  This job takes the remaining
    mips, which are also a multiple of the unit.  So an optimum in units is an optimum.
    """
    if instance.granularity is not None:
        unit = as_written(instance.granularity)
    else:
        curves = [t.mips for job in instance.jobs for t in job.choices if t.mips is not None]
        system = [] if instance.curves == "points" else [np.array([instance.mips])]
        unit = unit_of(np.concatenate([*curves, *system]))
    room = int(as_written(instance.mips) / unit)
    if room > _MOST_UNITS:
        raise ValueError("the mips have too many units to be re-checked")
    return unit, room


def _steps(
    instance: MacroQ, job: OfferedJob, unit: Fraction, room: int, *, forced: bool
) -> tuple[int, FloatArray]:
    """Return a job's minimum units, and its maximum importance for this and each larger number.

    The minimum is 0 for a job that may be rejected.  Units that it cannot use add no importance.
    """
    tables = [_table(template, unit, instance.curves) for template in job.choices]
    low = min(least for least, _ in tables) if forced else 0
    high = min(room, max(least + len(worth) - 1 for least, worth in tables))
    best = np.full(max(1, high - low + 1), -np.inf if forced else 0.0)
    for least, worth in tables:
        into = best[least - low :]
        count = min(len(into), len(worth))
        np.maximum(into[:count], worth[:count], out=into[:count])
    return low, np.maximum.accumulate(best)


def _table(template: Template, unit: Fraction, curves: str) -> tuple[int, FloatArray]:
    """Return a curve's minimum units, and its importance for this and each larger number."""
    assert template.mips is not None
    assert template.importance is not None
    at = [as_written(mips) / unit for mips in template.mips.tolist()]
    worth = template.importance
    whole = {int(x): value for x, value in zip(at, worth.tolist(), strict=True) if x == int(x)}
    if curves == "points":
        places = np.arange(min(whole), max(whole) + 1)
        table = np.full(len(places), -np.inf)
        table[np.array(list(whole)) - places[0]] = list(whole.values())
        return int(places[0]), np.maximum.accumulate(table)
    places = np.arange(-int(-at[0] // 1), int(at[-1]) + 1)
    table = np.interp(places, [float(x) for x in at], worth)
    return int(places[0]), np.where(np.isin(places, list(whole)), table, table * _UP)
