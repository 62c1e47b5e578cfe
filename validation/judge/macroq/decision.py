"""The judge of macroq: every rule from its definition, importance by forward evaluation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Annotated, Any, ClassVar

from pydantic import Discriminator, Tag

from ....core.decimals import as_written
from ....core.faults import near_miss
from ....core.schema import Part
from ....instances.macroq import MacroQ
from ..forms import Decision
from ..judging import Judge
from ..verdict import Violation, exceeds, malformed
from .plan import AdmissionPlan, Key


class AdmittedJob(Part):
    """The template of a job, and its mips: of a curve a number, of a graph one for each PE."""

    template: str
    mips: Annotated[
        Annotated[float, Tag("(number)")] | Annotated[dict[str, float], Tag("(object)")],
        Discriminator(lambda value: "(object)" if isinstance(value, dict) else "(number)"),
    ]


class AdmittedJobs(Decision):
    """The jobs that are admitted; all others are left out."""

    NAMES: ClassVar[Mapping[str, tuple[str, ...]]] = {"jobs": ("jobs",)}
    jobs: dict[str, AdmittedJob]

    def faults(self, instance: MacroQ) -> Iterator[Violation]:
        """Yield templates and PEs that a job does not have, and PEs without mips."""
        yield from super().faults(instance)
        offered = {job.name: job for job in instance.jobs}
        for name in self.jobs.keys() & offered.keys():
            entry = self.jobs[name]
            templates = {template.name: template for template in offered[name].templates}
            if entry.template not in templates:
                hint = near_miss(entry.template, templates)
                message = f"{entry.template!r} is no template of the job {hint}"
                yield malformed(f"jobs.{name}.template", message)
            elif templates[entry.template].is_curve:
                if isinstance(entry.mips, dict):
                    yield malformed(f"jobs.{name}.mips", "must be a number")
            elif not isinstance(entry.mips, dict):
                yield malformed(f"jobs.{name}.mips", "must be an object with every PE")
            else:
                pes = templates[entry.template].pes_by_name().keys()
                for pe in sorted(pes ^ entry.mips.keys()):
                    words = "required key is missing" if pe in pes else "is no PE of the template"
                    yield malformed(f"jobs.{name}.mips.{pe}", words)


def check(instance: MacroQ, decision: AdmittedJobs, judge: Judge) -> Fraction | None:
    """Judge the admitted jobs; the objective is their importance."""
    plan = _plan(instance, decision.jobs)
    judge.violations += [
        *_total(plan),
        *_least_and_most(plan),
        *_grid(plan),
        *_required_faults(plan),
        *_running(plan),
        *_closure_faults(plan),
        *_rank_legal(plan),
    ]
    if judge.violations:
        return None
    importance = {job.name: plan.importance_of(job.name) for job in plan.admitted}
    judge.details = _details(plan, importance)
    return sum(importance.values(), Fraction(0))


def _plan(instance: MacroQ, jobs: dict[str, AdmittedJob]) -> AdmissionPlan:
    template, curve_mips, pe_mips = {}, {}, {}
    for job in instance.jobs:
        if job.name in jobs:
            entry = jobs[job.name]
            template[job.name] = next(t for t in job.templates if t.name == entry.template)
            if isinstance(entry.mips, dict):
                for pe in template[job.name].pes or ():
                    pe_mips[Key(job.name, pe.name)] = as_written(entry.mips[pe.name])
            else:
                curve_mips[job.name] = as_written(entry.mips)
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


def _required_faults(plan: AdmissionPlan) -> Iterator[Violation]:
    """(3): required jobs are admitted."""
    for job in plan.left_out:
        if job.required:
            yield Violation("required", f"job {job.name}", 1.0, "is required and left out")


def _running(plan: AdmissionPlan) -> Iterator[Violation]:
    """A job that runs keeps its template."""
    for job in plan.admitted:
        chosen = plan.template[job.name].name
        if job.running is not None and chosen != job.running:
            message = f"runs by template {job.running}, {chosen} is chosen"
            yield Violation("running", f"job {job.name}", None, message)


def _closure_faults(plan: AdmissionPlan) -> Iterator[Violation]:
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
    faults = []
    for job in plan.admitted:
        reads, rate = False, Fraction(0)
        for key, stream in plan.streams.items():
            if key.job != job.name:
                continue
            for name in {name for term in stream.resource for name in term.rates or {}}:
                source = plan.read(key, name)
                if source is None or source.job != job.name:
                    reads = True
                    primal = as_written(plan.instance.primal.get(name, 0.0))
                    rate += primal if source is None else plan.rates[source]
        if reads and rate == 0:
            faults.append(job.name)
    return faults
