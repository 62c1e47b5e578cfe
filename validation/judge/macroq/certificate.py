"""The proofs of macroq: prices for every waterline, and required jobs beyond all mips."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ....core.decimals import as_written
from ....instances.macroq import MacroQ, OfferedJob, Template
from ..proofs.lagrange_multiplier import invalid
from ..verdict import Violation
from .waterline_prices import check_prices, least_mips


def check_certificate(
    instance: MacroQ, certificate: dict[str, Any], bound: float | None
) -> list[Violation]:
    """Re-check prices by waterline, or that required jobs need more than all mips."""
    if certificate.get("kind") == "required-mips":
        return _check_required(instance, certificate, bound)
    return check_prices(instance, certificate, bound)


def _check_required(
    instance: MacroQ, certificate: dict[str, Any], bound: float | None
) -> list[Violation]:
    if bound is not None or set(certificate) != {"kind"}:
        return [invalid("required jobs prove that nothing is feasible, and no bound")]
    least = sum(
        (min(least_mips(instance, t) for t in job.choices) for job in _required(instance)),
        Fraction(0),
    )
    if least > as_written(instance.mips):
        return []
    return [invalid(f"required jobs need {float(least):g} of {instance.mips:g} mips")]


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
