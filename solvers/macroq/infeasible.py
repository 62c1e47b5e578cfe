"""Why no plan of macroq is feasible: the required jobs need more than all mips."""

from __future__ import annotations

from fractions import Fraction

from ...core.decimals import as_written
from ...core.outcome import Answer
from ...instances.macroq import MacroQ, OfferedJob, Template


def impossible(instance: MacroQ) -> Answer | None:
    """Return the answer, with its proof, where the least mips of required jobs exceed all."""
    forced = required_jobs(instance)
    least = {job.name: min(least_mips(instance, t) for t in job.choices) for job in forced}
    needed = sum(least.values(), Fraction(0))
    if needed <= as_written(instance.mips):
        return None
    listed = ", ".join(f"{name} ({float(mips):g})" for name, mips in least.items())
    message = (
        f"the required jobs need {float(needed):g} mips at least, the system has "
        f"{instance.mips:g}: {listed}"
    )
    return Answer(infeasible=True, certificate={"kind": "required-mips"}, message=message)


def required_jobs(instance: MacroQ) -> list[OfferedJob]:
    """Return the jobs of every plan: required ones, and in closed lists what they all read."""
    names = {job.name for job in instance.jobs if job.required}
    jobs = {job.name: job for job in instance.jobs}
    waiting = list(names) if instance.closed else []
    while waiting:
        job = jobs[waiting.pop()]
        always = set.intersection(*(reads_of(template) for template in job.choices)) - names
        names |= always
        waiting += always
    return [job for job in instance.jobs if job.name in names]


def reads_of(template: Template) -> set[str]:
    """Return the other jobs whose streams a template reads."""
    names = {
        name
        for stream in template.streams or ()
        for term in stream.resource
        for name in term.rates or {}
    }
    return {name.partition("/")[0] for name in names if "/" in name}


def least_mips(instance: MacroQ, template: Template) -> Fraction:
    """Return the least mips that a template can have, on the grid where there is one."""
    unit = None if instance.granularity is None else as_written(instance.granularity)
    if template.mips is not None:
        given = [as_written(value) for value in template.mips.tolist()]
        if instance.curves == "points":
            return min(mips for mips in given if unit is None or mips % unit == 0)
        return _up(given[0], unit)
    parts = (_up(as_written(pe.min_mips), unit) for pe in template.pes or ())
    return sum(parts, Fraction(0))


def _up(mips: Fraction, unit: Fraction | None) -> Fraction:
    return mips if unit is None else unit * -(-mips // unit)
