"""The judge of macroq: every rule from its definition, importance by forward evaluation."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from ....core.decimals import as_written
from ....instances.macroq import MacroQ, Template
from ..verdict import Verdict, Violation, exceeds, key_faults, malformed, rejected
from .plan import AdmissionPlan, Key


def check(instance: MacroQ, decision: Any) -> Verdict:
    """Judge a decision: ``{"jobs": {job: {"template": …, "mips": number or {pe: number}}}}``."""
    faults = key_faults(decision, ["jobs"])
    if not faults:
        faults = list(_job_faults(instance, decision["jobs"]))
    if faults:
        return rejected(faults)
    plan = _plan(instance, decision["jobs"])
    violations = [
        *_total(plan),
        *_least_and_most(plan),
        *_grid(plan),
        *_required(plan),
        *_running(plan, decision["jobs"]),
        *_closed(plan),
        *_rank_legal(plan),
    ]
    if violations:
        return rejected(violations)
    importance = {job.name: plan.importance_of(job.name) for job in plan.admitted}
    objective = sum(importance.values(), Fraction(0))
    return Verdict(objective=float(objective), details=_details(plan, importance))


def _job_faults(instance: MacroQ, jobs: Any) -> Iterator[Violation]:
    if not isinstance(jobs, dict):
        yield malformed("jobs", "must be an object of admitted jobs")
        return
    offered = {job.name: job for job in instance.jobs}
    for name, given in jobs.items():
        place = f"jobs.{name}"
        if name not in offered:
            yield malformed(place, "there is no such job")
        elif not isinstance(given, dict) or set(given) != {"template", "mips"}:
            yield malformed(place, "must be an object with template and mips")
        else:
            templates = {t.name: t for t in offered[name].templates}
            chosen = given["template"]
            if not isinstance(chosen, str) or chosen not in templates:
                yield malformed(f"{place}.template", f"must be a template, is {chosen!r}")
            else:
                yield from _mips_faults(f"{place}.mips", templates[chosen], given["mips"])


def _mips_faults(place: str, template: Template, given: Any) -> Iterator[Violation]:
    if template.is_curve:
        if not _is_number(given):
            yield malformed(place, f"must be a number, is {given!r}")
        return
    names = set(template.pes_by_name())
    if not isinstance(given, dict) or set(given) != names:
        yield malformed(place, "must be an object with every PE of the template")
        return
    for name, value in given.items():
        if not _is_number(value):
            yield malformed(f"{place}.{name}", f"must be a number, is {value!r}")


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and math.isfinite(value)


def _plan(instance: MacroQ, jobs: dict[str, Any]) -> AdmissionPlan:
    template, curve_mips, pe_mips = {}, {}, {}
    for job in instance.jobs:
        if job.name in jobs:
            given = jobs[job.name]
            chosen = next(t for t in job.templates if t.name == given["template"])
            template[job.name] = chosen
            if chosen.is_curve:
                curve_mips[job.name] = as_written(given["mips"])
            else:
                for pe in chosen.pes or ():
                    pe_mips[Key(job.name, pe.name)] = as_written(given["mips"][pe.name])
    return AdmissionPlan(instance, template, curve_mips, pe_mips)


def _is_above(plan: AdmissionPlan, value: Fraction, limit: Fraction, size: float) -> bool:
    """Return whether mips exceed a limit: exactly on a grid, else by more than the tolerance."""
    instance = plan.instance
    if instance.granularity is not None or instance.curves == "points":
        return value > limit
    return exceeds(float(value), float(limit), size)


def _total(plan: AdmissionPlan) -> Iterator[Violation]:
    """(1): the mips sum to those of the system at most."""
    most = as_written(plan.instance.mips)
    if _is_above(plan, plan.used, most, 0.0):
        over = float(plan.used - most)
        message = f"{float(plan.used):g} mips are given away, the system has {float(most):g}"
        yield Violation("mips", "system", over, message)


def _least_and_most(plan: AdmissionPlan) -> Iterator[Violation]:
    """(2): a PE gets its least mips and not more than its most; so does a curve."""
    for where, mips, least, most in _allocations(plan):
        size = max(float(abs(mips)), float(least))
        if _is_above(plan, least, mips, size) or (mips < 0 and least == 0):
            message = f"gets {float(mips):g} mips, needs {float(least):g}"
            yield Violation("min_mips", where, float(least - mips), message)
        if _is_above(plan, mips, most, size):
            message = f"gets {float(mips):g} mips, may have {float(most):g}"
            yield Violation("max_mips", where, float(mips - most), message)


def _allocations(plan: AdmissionPlan) -> Iterator[tuple[str, Fraction, Fraction, Fraction]]:
    """Yield where mips go, how many, and the least and the most."""
    for job, mips in plan.curve_mips.items():
        breakpoints = plan.template[job].mips
        assert breakpoints is not None
        least, most = float(breakpoints[0]), float(breakpoints[-1])
        yield f"job {job}", mips, as_written(least), as_written(most)
    for key, mips in plan.pe_mips.items():
        pe = plan.template[key.job].pes_by_name()[key.name]
        limit = plan.instance.mips if pe.max_mips is None else pe.max_mips
        yield f"PE {key.job}/{key.name}", mips, as_written(pe.min_mips), as_written(limit)


def _grid(plan: AdmissionPlan) -> Iterator[Violation]:
    """A curve of points is at a breakpoint; with a granularity all mips are multiples of it."""
    if plan.instance.curves == "points":
        for job, mips in plan.curve_mips.items():
            breakpoints = plan.template[job].mips
            assert breakpoints is not None
            away = min(abs(mips - as_written(x)) for x in breakpoints.tolist())
            if away:
                message = f"{float(mips):g} mips are no breakpoint of its curve"
                yield Violation("points", f"job {job}", float(away), message)
    unit = plan.instance.granularity
    if unit is not None:
        for where, mips, _, _ in _allocations(plan):
            beyond = mips % as_written(unit)
            if beyond:
                message = f"{float(mips):g} mips are no multiple of {unit:g}"
                yield Violation("granularity", where, float(beyond), message)


def _required(plan: AdmissionPlan) -> Iterator[Violation]:
    """(3): required jobs are admitted."""
    for job in plan.left_out:
        if job.required:
            yield Violation("required", f"job {job.name}", 1.0, "is required and left out")


def _running(plan: AdmissionPlan, jobs: dict[str, Any]) -> Iterator[Violation]:
    """A job that runs keeps its template."""
    for job in plan.admitted:
        chosen = jobs[job.name]["template"]
        if job.running is not None and chosen != job.running:
            message = f"runs by template {job.running}, {chosen} is chosen"
            yield Violation("running", f"job {job.name}", None, message)


def _closed(plan: AdmissionPlan) -> Iterator[Violation]:
    """Where lists are closed, a job runs only together with every job that it reads from."""
    if not plan.instance.closed:
        return
    for job in plan.admitted:
        for other in sorted(_reads(plan, job.name) - set(plan.template)):
            message = f"reads from job {other}, which is left out"
            yield Violation("closed", f"job {job.name}", None, message)


def _reads(plan: AdmissionPlan, job: str) -> set[str]:
    names = {
        name
        for stream in plan.template[job].streams or ()
        for term in stream.resource
        for name in term.rates or {}
    }
    return {name.partition("/")[0] for name in names if "/" in name}


def _revised_ranks(plan: AdmissionPlan) -> dict[str, int]:
    """Π_{J,T,j}: the best rank of the admitted jobs that depend on an admitted job."""
    rank = {job.name: job.rank for job in plan.instance.jobs}
    return {
        job.name: min(rank[other] for other in plan.dependents(job.name)) for job in plan.admitted
    }


def _rank_legal(plan: AdmissionPlan) -> Iterator[Violation]:
    """5.1.1: the revised rank of no admitted job is worse than the rank of one left out."""
    left_out = min(plan.left_out, key=lambda job: job.rank, default=None)
    if left_out is None:
        return
    for name, revised in _revised_ranks(plan).items():
        if revised > left_out.rank:
            message = (
                f"has the revised rank {revised}, and job {left_out.name} "
                f"of rank {left_out.rank} is left out"
            )
            yield Violation("rank", f"job {name}", float(revised - left_out.rank), message)


def _details(plan: AdmissionPlan, importance: dict[str, Fraction]) -> dict[str, Any]:
    revised = _revised_ranks(plan)
    offered = Counter(job.rank for job in plan.instance.jobs)
    admitted = Counter(job.rank for job in plan.admitted)
    return {
        "waterline": max(revised.values(), default=None),
        "admitted_by_rank": {str(rank): admitted[rank] for rank in sorted(offered)},
        "offered_by_rank": {str(rank): offered[rank] for rank in sorted(offered)},
        "utilisation": float(plan.used / as_written(plan.instance.mips)),
        "mips": {job.name: float(plan.mips_of(job.name)) for job in plan.admitted},
        "importance": {name: float(worth) for name, worth in importance.items()},
        "rates": {f"{key.job}/{key.name}": float(rate) for key, rate in plan.rates.items()},
        "without_input": _without_input(plan),
    }


def _without_input(plan: AdmissionPlan) -> list[str]:
    """Return the admitted jobs that read from other jobs or primal streams, and get nothing."""
    found = []
    for job in plan.admitted:
        reads, rate = False, Fraction(0)
        for key, stream in plan.streams.items():
            if key.job != job.name:
                continue
            for name in {name for term in stream.resource for name in term.rates or {}}:
                source = plan.read(key, name)
                if source is None or source.job != job.name:
                    reads = True
                    given = as_written(plan.instance.primal.get(name, 0.0))
                    rate += given if source is None else plan.rates[source]
        if reads and rate == 0:
            found.append(job.name)
    return found
