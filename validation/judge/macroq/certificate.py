"""The proofs of macroq: prices for every waterline, and required jobs beyond all mips."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from ....core.decimals import as_written
from ....instances.macroq import MacroQ, OfferedJob, Template
from ..forms import Certificate
from ..proofs.claims import UnprovenError
from .waterline_prices import WaterlinePrices, bound_of_prices, least_mips


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
        (min(least_mips(instance, t) for t in job.choices) for job in _required(instance)),
        Fraction(0),
    )
    if least <= as_written(instance.mips):
        words = f"required jobs need {float(least):g} of {instance.mips:g} mips"
        raise UnprovenError(words)
    return None


def _required(instance: MacroQ) -> list[OfferedJob]:
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
