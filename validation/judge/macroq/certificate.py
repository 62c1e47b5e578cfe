"""Proofs by prices for macroq: no plan of any waterline is worth more than the bound.

The waterline W of a plan is the best rank among the jobs left out.  Every job of rank < W is in;
other jobs that are in have rank W, or streams lead from them to a job of rank <= W.  At a price
λ >= 0 of mips and prices π >= 0 of what PEs read, a plan is worth at most

    λ H + Σ_forced max_t Σ_p φ_p + Σ_others max(0, max_t Σ_p φ_p),

where φ_p is the most that PE p earns: the importance of its streams, plus π from readers (of each
reading job the dearest template), minus π for what it reads, minus λ for its mips.  Of a curve it
is max(importance - λ mips).  Where curves leave a gap, the core of the price is enumerated.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

import numpy as np
from pydantic import Discriminator, Field, Tag

from ....core.decimals import as_written
from ....core.schema import Part
from ....instances.macroq import MacroQ, OfferedJob, Template
from ..forms import Certificate
from ..proofs.claims import UnprovenError
from ..proofs.lagrange_multiplier import Core, Parties, proven_by_price
from .market_of_rates import RateMarket
from .plan import units_of

Price = Annotated[float, Field(ge=0, le=1e300)]


class RatePrices(Part):
    """The prices of mips, and of what PEs read: ``{"job/stream": {"job/template/pe": price}}``."""

    mips: Price
    rates: dict[str, dict[str, Price]]


class NoPrices(Part):
    """Says that the jobs of every plan of a waterline need more than all mips."""


class WaterlinePrices(Certificate):
    """The prices of every waterline, which is a rank."""

    kind: Literal["waterline-prices"] = "waterline-prices"
    waterlines: dict[
        str,
        Annotated[
            Annotated[RatePrices, Tag("(prices)")] | Annotated[NoPrices, Tag("(none)")],
            Discriminator(lambda value: "(none)" if value in ({}, NoPrices()) else "(prices)"),
        ],
    ]


def bound_of_prices(
    instance: MacroQ, certificate: WaterlinePrices, claim: float | None
) -> Fraction:
    """Return the bound that the prices of all waterlines prove."""
    market = RateMarket(instance)
    if market.has_products:
        raise UnprovenError("there are no prices where mips and rates are multiplied")
    ranks = {str(rank): rank for rank in sorted({job.rank for job in instance.jobs})}
    if set(certificate.waterlines) != set(ranks):
        raise UnprovenError(f"waterlines must have the ranks {', '.join(ranks)}")
    proven = [Fraction(0)]
    for name, prices in certificate.waterlines.items():
        try:
            if isinstance(prices, RatePrices):
                proven.append(_waterline_bound(instance, market, ranks[name], prices, claim))
            elif not is_empty(instance, ranks[name]):
                raise UnprovenError("there are mips for its jobs, and no prices")
        except UnprovenError as error:
            raise UnprovenError(f"waterline {name}: {error}") from None
    return max(proven)


def _waterline_bound(
    instance: MacroQ, market: RateMarket, rank: int, prices: RatePrices, claim: float | None
) -> Fraction:
    """Return what the prices of a waterline prove; or the claim, where its core confirms it.

    A core is the choices of curves that could beat a number: without a claim there is none.
    """
    proven = _proven(instance, market, rank, prices)
    if claim is None or float(proven) <= claim:
        return proven
    if all(t.is_curve for job in instance.jobs for t in job.templates):
        forced, others = _parties(instance, market, rank)
        if _core_confirms(instance, forced, others, as_written(prices.mips), claim):
            return Fraction(claim)
    return proven


def is_empty(instance: MacroQ, rank: int) -> bool:
    """Return whether the jobs that every plan of a waterline admits need more than all mips."""
    forced = (job for job in instance.jobs if job.required or job.rank < rank)
    least = sum((min(least_mips(instance, t) for t in job.choices) for job in forced), Fraction(0))
    return least > as_written(instance.mips)


def _proven(instance: MacroQ, market: RateMarket, rank: int, prices: RatePrices) -> Fraction:
    price = as_written(prices.mips)
    market.set_prices(prices.rates)
    forced, others = _parties(instance, market, rank)
    proven = price * as_written(instance.mips)
    for job in forced:
        proven += max(_profit(instance, market, job, t, price) for t in job.choices)
    for job in others:
        best = max(_profit(instance, market, job, t, price) for t in job.choices)
        proven += max(Fraction(0), best)
    return proven


def _parties(
    instance: MacroQ, market: RateMarket, rank: int
) -> tuple[list[OfferedJob], list[OfferedJob]]:
    """Return the jobs of every plan of a waterline, and the others that it may admit."""
    forced = [job for job in instance.jobs if job.required or job.rank < rank]
    names = {job.name for job in forced}
    others = [job for job in instance.jobs if job.name not in names and market.counts(job, rank)]
    return forced, others


def least_mips(instance: MacroQ, template: Template) -> Fraction:
    """Return the least mips of a template, on the grid where there is one."""
    unit = None if instance.granularity is None else as_written(instance.granularity)

    def up(mips: Fraction) -> Fraction:
        return mips if unit is None else unit * -(-mips // unit)

    if template.mips is not None:
        given = [as_written(mips) for mips in template.mips.tolist()]
        if instance.curves == "points":
            return min(mips for mips in given if unit is None or mips % unit == 0)
        return up(given[0])
    return sum((up(as_written(pe.min_mips)) for pe in template.pes or ()), Fraction(0))


def _profit(
    instance: MacroQ, market: RateMarket, job: OfferedJob, template: Template, price: Fraction
) -> Fraction:
    if template.mips is None or template.importance is None:
        return market.profit(job.name, template, price)
    pairs = zip(template.mips.tolist(), template.importance.tolist(), strict=True)
    return max(as_written(worth) - price * as_written(mips) for mips, worth in pairs)


def _core_confirms(
    instance: MacroQ,
    forced: list[OfferedJob],
    others: list[OfferedJob],
    price: Fraction,
    claim: float,
) -> bool:
    """Return whether no choice of curves that a price leaves open is above the claim."""
    units = units_of(instance)
    jobs = [(job, True) for job in forced] + [(job, False) for job in others]
    steps = [units.steps(job, forced=must) for job, must in jobs]
    if not steps:
        return claim >= 0
    parties = Parties.of(np.array([low for low, _ in steps]), [-worth for _, worth in steps])
    core = Core(price=float(price * units.unit))
    return proven_by_price(parties, units.room, core, -claim) >= -claim


class RequiredMips(Certificate):
    """Required jobs need more than all mips; nothing else has to be said."""

    kind: Literal["required-mips"] = "required-mips"


def certified(
    instance: MacroQ, certificate: WaterlinePrices | RequiredMips, claim: float | None = None
) -> Fraction | None:
    """Return the bound that prices by waterline prove; none where nothing is feasible."""
    if isinstance(certificate, WaterlinePrices):
        return bound_of_prices(instance, certificate, claim)
    least = sum(
        (min(least_mips(instance, t) for t in job.choices) for job in _required_jobs(instance)),
        Fraction(0),
    )
    if least <= as_written(instance.mips):
        words = f"required jobs need {float(least):g} of {instance.mips:g} mips"
        raise UnprovenError(words)
    return None


def _required_jobs(instance: MacroQ) -> list[OfferedJob]:
    """Return the jobs of every plan: required ones, and in closed lists what they all read."""
    jobs = {job.name: job for job in instance.jobs}
    names = {job.name for job in instance.jobs if job.required}
    while instance.closed:
        read = [set.intersection(*map(_reads, jobs[name].choices)) for name in names]
        more = set().union(*read) - names
        if not more:
            break
        names |= more
    return [job for job in instance.jobs if job.name in names]


def _reads(template: Template) -> set[str]:
    terms = (term for stream in template.streams or () for term in stream.resource)
    return {name.partition("/")[0] for term in terms for name in term.rates or {} if "/" in name}
