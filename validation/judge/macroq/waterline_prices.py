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
from typing import Any

import numpy as np

from ....core.decimals import as_written
from ....instances.macroq import MacroQ, OfferedJob, Template
from ..proofs.lagrange_multiplier import Parties, check_price, invalid
from ..verdict import Violation
from .curve_units import units_of
from .market_of_rates import RateMarket, read_price


def check_prices(
    instance: MacroQ, certificate: dict[str, Any], bound: float | None
) -> list[Violation]:
    """Re-check that the prices of all waterlines prove a bound."""
    try:
        waterlines = _waterlines(instance, certificate)
    except ValueError as error:
        return [invalid(str(error))]
    if bound is None:
        return [invalid("prices prove a bound, and none is claimed")]
    market = RateMarket(instance)
    if market.has_products:
        return [invalid("prices prove nothing where mips and rates are multiplied")]
    for rank, given in waterlines.items():
        try:
            faults = _check_waterline(instance, market, rank, given, bound)
        except ValueError as error:
            faults = [invalid(f"waterline {rank}: {error}")]
        if faults:
            return faults
    return []


def _waterlines(instance: MacroQ, certificate: dict[str, Any]) -> dict[int, Any]:
    if set(certificate) != {"kind", "waterlines"} or certificate["kind"] != "waterline-prices":
        raise ValueError("is no proof by prices {kind, waterlines}")
    ranks = sorted({job.rank for job in instance.jobs})
    given = certificate["waterlines"]
    if not isinstance(given, dict) or set(given) != {str(rank) for rank in ranks}:
        raise ValueError("waterlines must hold an entry for each rank")
    return {rank: given[str(rank)] for rank in ranks}


def _check_waterline(
    instance: MacroQ, market: RateMarket, rank: int, given: Any, bound: float
) -> list[Violation]:
    if given == {}:
        if is_empty(instance, rank):
            return []
        return [invalid(f"waterline {rank}: there are mips for its jobs, and no prices")]
    proven = _proven(instance, market, rank, given)
    if proven.numerator / proven.denominator <= bound:
        return []
    if all(t.is_curve for job in instance.jobs for t in job.templates):
        forced, others = _parties(instance, market, rank)
        return _check_core(instance, forced, others, read_price(given["mips"], "mips"), bound)
    return [invalid(f"waterline {rank}: proves {float(proven)!r}, claimed is {bound!r}")]


def is_empty(instance: MacroQ, rank: int) -> bool:
    """Return whether the jobs that every plan of a waterline admits need more than all mips."""
    forced = (job for job in instance.jobs if job.required or job.rank < rank)
    least = sum((min(least_mips(instance, t) for t in job.choices) for job in forced), Fraction(0))
    return least > as_written(instance.mips)


def proven_by(instance: MacroQ, certificate: dict[str, Any]) -> float:
    """Return the bound that the prices of all waterlines prove."""
    market = RateMarket(instance)
    best = [
        _proven(instance, market, rank, given)
        for rank, given in _waterlines(instance, certificate).items()
        if given
    ]
    most = max(best, default=Fraction(0))
    value = most.numerator / most.denominator
    return value if Fraction(value) >= most else float(np.nextafter(value, np.inf))


def _proven(instance: MacroQ, market: RateMarket, rank: int, given: Any) -> Fraction:
    if not isinstance(given, dict) or set(given) != {"mips", "rates"}:
        raise ValueError("must hold mips and rates")
    price = read_price(given["mips"], "mips")
    market.set_prices(given["rates"])
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


def _check_core(
    instance: MacroQ,
    forced: list[OfferedJob],
    others: list[OfferedJob],
    price: Fraction,
    bound: float,
) -> list[Violation]:
    """Enumerate the choices of curves that a price leaves open above the bound."""
    units = units_of(instance)
    jobs = [(job, True) for job in forced] + [(job, False) for job in others]
    steps = [units.steps(job, forced=must) for job, must in jobs]
    if not steps:
        return [] if bound >= 0 else [invalid("no plan at all is worth 0")]
    parties = Parties.of(np.array([low for low, _ in steps]), [-worth for _, worth in steps])
    certificate = {"kind": "core", "price": float(price * units.unit)}
    return check_price(parties, units.room, certificate, -bound)
