"""The judge of macroq: checks each rule by its definition, and importance from the rates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from graphlib import TopologicalSorter
from itertools import pairwise
from typing import Annotated, ClassVar, NamedTuple

from pydantic import Discriminator, Tag

from ....core.arrays import FloatArray
from ....core.decimals import as_written
from ....core.faults import near_miss
from ....core.schema import Part
from ....instances.macroq import DerivedStream, MacroQ, Pe, Template
from ..forms import Decision
from ..judging import Judge
from ..verdict import Violation, exceeds, excess, malformation


# A plan has one template per admitted job, so each input has one producer. A proof considers all
# templates together; then the rate of an input is at most that of its largest producer.
class Place(NamedTuple):
    """A PE or a stream, identified by job, template and name."""

    job: str
    template: str
    name: str

    @property
    def label(self) -> str:
        """The name ``job/stream`` by which streams of other jobs read this stream."""
        return f"{self.job}/{self.name}"


class RateGraph:
    """The streams and PEs of some templates, by job, template and name."""

    def __init__(self, instance: MacroQ, templates: Mapping[str, Iterable[Template]]) -> None:
        self.instance = instance
        self.streams: dict[Place, DerivedStream] = {}
        self.pes: dict[Place, Pe] = {}
        self._by_label: dict[str, list[Place]] = {}
        for job, choices in templates.items():
            for template in choices:
                for pe in template.pes or ():
                    self.pes[Place(job, template.name, pe.name)] = pe
                for stream in template.streams or ():
                    key = Place(job, template.name, stream.name)
                    self.streams[key] = stream
                    self._by_label.setdefault(key.label, []).append(key)
        self._inputs = {
            key: [maker for name in names_read(stream) for maker in self._makers(key, name)]
            for key, stream in self.streams.items()
        }

    def maker_pe(self, key: Place) -> Place:
        """Return the place of the PE that produces a stream."""
        return key._replace(name=self.streams[key].pe)

    def is_own(self, key: Place, name: str) -> bool:
        """Return whether a name read by a stream belongs to a stream of the same template."""
        return key._replace(name=name) in self.streams

    def _makers(self, key: Place, name: str) -> list[Place]:
        """Return the streams that a name read by a stream denotes, in its template or elsewhere."""
        return [key._replace(name=name)] if self.is_own(key, name) else self._by_label.get(name, [])

    def rates(self, mips: Mapping[Place, Fraction]) -> dict[Place, Fraction]:
        """Return the rates of all streams, given the mips of each PE; producers come first."""
        rates: dict[Place, Fraction] = {}
        for key in TopologicalSorter(self._inputs).static_order():
            terms = []
            for term in self.streams[key].resource:
                made = as_written(term.mips or 0.0) * mips[self.maker_pe(key)]
                read = sum(
                    as_written(c) * self.rate_of(key, name, rates)
                    for name, c in (term.rates or {}).items()
                )
                terms.append(made * read if term.product else made + read)
            rates[key] = Fraction(min(terms))
        return rates

    def rate_of(self, key: Place, name: str, rates: Mapping[Place, Fraction]) -> Fraction:
        """Return the rate that a stream reads by a name: of its largest producer, or primal."""
        makers = self._makers(key, name)
        if makers:
            return max(rates[maker] for maker in makers)
        return as_written(self.instance.primal.get(name, 0.0))

    def reached_ranks(self) -> dict[str, int]:
        """Return the best rank among each job and the jobs to which streams lead from it."""
        reached = {job.name: job.rank for job in self.instance.jobs}
        readers: dict[Place, set[Place]] = {}
        for key, makers in self._inputs.items():
            for maker in makers:
                readers.setdefault(self.maker_pe(maker), set()).add(self.maker_pe(key))
        best = {pe: reached[pe.job] for pe in self.pes}
        for pe in TopologicalSorter(readers).static_order():  # a PE after those that read it
            best[pe] = min([best[pe], *(best[reader] for reader in readers.get(pe, ()))])
        for pe, rank in best.items():
            reached[pe.job] = min(reached[pe.job], rank)
        return reached


def names_read(stream: DerivedStream) -> set[str]:
    """Return the names of the rates in a stream's resource function."""
    return {name for term in stream.resource for name in term.rates or {}}


def jobs_read(template: Template) -> set[str]:
    """Return the other jobs whose streams a template reads."""
    names = {name for stream in template.streams or () for name in names_read(stream)}
    return {name.partition("/")[0] for name in names if "/" in name}


def on_curve(at: Fraction, breakpoints: FloatArray, values: FloatArray) -> Fraction:
    """Return the value of a piecewise linear curve, which is constant outside its breakpoints."""
    points = [
        (as_written(x), as_written(y))
        for x, y in zip(breakpoints.tolist(), values.tolist(), strict=True)
    ]
    if at <= points[0][0]:
        return points[0][1]
    for (x, y), (x2, y2) in pairwise(points):
        if at <= x2:
            return y + (y2 - y) * (at - x) / (x2 - x)
    return points[-1][1]


class AdmittedJob(Part):
    """A job's template and mips: a number for a curve, one for each PE for a graph."""

    template: str
    mips: Annotated[
        Annotated[float, Tag("(number)")] | Annotated[dict[str, float], Tag("(object)")],
        Discriminator(lambda value: "(object)" if isinstance(value, dict) else "(number)"),
    ]


class AdmittedJobs(Decision):
    """A decision: the admitted jobs; all others are rejected."""

    NAMES: ClassVar[Mapping[str, tuple[str, ...]]] = {"jobs": ("jobs",)}
    jobs: dict[str, AdmittedJob]

    def faults(self, instance: MacroQ) -> Iterator[Violation]:
        """Yield faults: unknown templates and PEs of a job, and PEs without mips."""
        yield from super().faults(instance)
        offered = {job.name: job for job in instance.jobs}
        for name, entry in self.jobs.items():
            if name not in offered:
                continue
            templates = {template.name: template for template in offered[name].templates}
            if entry.template not in templates:
                hint = near_miss(entry.template, templates)
                message = f"{entry.template!r} is not a template of the job {hint}"
                yield malformation(f"jobs.{name}.template", message)
            elif templates[entry.template].is_curve:
                if isinstance(entry.mips, dict):
                    yield malformation(f"jobs.{name}.mips", "must be a number")
            elif not isinstance(entry.mips, dict):
                yield malformation(f"jobs.{name}.mips", "must be an object with a number per PE")
            else:
                pes = templates[entry.template].pes_by_name().keys()
                for pe in sorted(pes ^ entry.mips.keys()):
                    words = (
                        "required key is missing" if pe in pes else "is not a PE of the template"
                    )
                    yield malformation(f"jobs.{name}.mips.{pe}", words)


class _Plan:
    """The admitted jobs with their templates, and the mips of each curve or PE."""

    def __init__(self, instance: MacroQ, jobs: dict[str, AdmittedJob]) -> None:
        self.instance = instance
        self.admitted = [job for job in instance.jobs if job.name in jobs]
        self.left_out = [job for job in instance.jobs if job.name not in jobs]
        self.template = {
            job.name: next(t for t in job.templates if t.name == jobs[job.name].template)
            for job in self.admitted
        }
        self.graph = RateGraph(instance, {name: [own] for name, own in self.template.items()})
        self.curves: dict[str, tuple[Fraction, FloatArray, FloatArray]] = {}
        self.pe_mips: dict[Place, Fraction] = {}
        for name, own in self.template.items():
            mips = jobs[name].mips
            if isinstance(mips, dict):
                for pe in own.pes or ():
                    self.pe_mips[Place(name, own.name, pe.name)] = as_written(mips[pe.name])
            else:
                assert own.mips is not None
                assert own.importance is not None
                self.curves[name] = as_written(mips), own.mips, own.importance
        self.curve_mips = {name: mips for name, (mips, _, _) in self.curves.items()}
        self.used = sum([*self.curve_mips.values(), *self.pe_mips.values()], Fraction(0))

    def allocations(self) -> Iterator[tuple[str, Fraction, Fraction, Fraction]]:
        """Yield (place, mips, minimum, maximum) of each allocation."""
        for job, (mips, at, _) in self.curves.items():
            yield f"job {job}", mips, as_written(float(at[0])), as_written(float(at[-1]))
        for key, mips in self.pe_mips.items():
            pe = self.graph.pes[key]
            limit = self.instance.mips if pe.max_mips is None else pe.max_mips
            yield f"PE {key.label}", mips, as_written(pe.min_mips), as_written(limit)

    def importance(self, rates: Mapping[Place, Fraction]) -> dict[str, Fraction]:
        """Return the importance of each admitted job, from its curve or from its streams."""
        worth = {job.name: Fraction(0) for job in self.admitted}
        for job, curve in self.curves.items():
            worth[job] = on_curve(*curve)
        for key, stream in self.graph.streams.items():
            value = rates[key]
            if stream.value is not None and stream.weight:
                value = on_curve(value, stream.value.rate, stream.value.value)
            worth[key.job] += as_written(stream.weight) * value
        return worth


def check(instance: MacroQ, decision: AdmittedJobs, judge: Judge) -> Fraction | None:
    """Check the admitted jobs; the objective is the sum of their importance."""
    plan = _Plan(instance, decision.jobs)
    ranks = plan.graph.reached_ranks()
    revised = {job.name: ranks[job.name] for job in plan.admitted}
    judge.violations += [
        *_total(plan),
        *_least_and_most(plan),
        *_grid(plan),
        *_jobs_and_templates(plan),
        *_rank_legal(plan, revised),
    ]
    if judge.violations:
        return None
    rates = plan.graph.rates(plan.pe_mips)
    importance = plan.importance(rates)
    offered = Counter(job.rank for job in instance.jobs)
    admitted = Counter(job.rank for job in plan.admitted)
    mips = dict.fromkeys(plan.template, Fraction(0)) | plan.curve_mips
    for key, given in plan.pe_mips.items():
        mips[key.job] += given
    judge.details = {
        "waterline": max(revised.values(), default=None),
        "admitted_by_rank": {str(rank): admitted[rank] for rank in sorted(offered)},
        "offered_by_rank": {str(rank): offered[rank] for rank in sorted(offered)},
        "utilisation": float(plan.used / as_written(instance.mips)),
        "mips": {name: float(total) for name, total in mips.items()},
        "importance": {name: float(worth) for name, worth in importance.items()},
        "rates": {key.label: float(rates[key]) for key in plan.graph.streams},
        "without_input": _without_input(plan, rates),
    }
    return sum(importance.values(), Fraction(0))


def _is_above(plan: _Plan, value: Fraction, limit: Fraction, size: float) -> bool:
    """Return whether mips exceed a limit: exactly if mips are discrete, else beyond tolerance."""
    instance = plan.instance
    if instance.granularity is not None or instance.curves == "points":
        return value > limit
    return exceeds(float(value), float(limit), size)


def _total(plan: _Plan) -> Iterator[Violation]:
    """Yield a violation of (1) if the plan's mips sum to more than those of the system."""
    most = as_written(plan.instance.mips)
    if _is_above(plan, plan.used, most, 0.0):
        message = (
            f"{float(plan.used):.15g} mips are allocated, but the system has {float(most):.15g}"
        )
        yield Violation("mips", "system", float(plan.used - most), message)


def _least_and_most(plan: _Plan) -> Iterator[Violation]:
    """Yield violations of (2): mips outside the minimum and maximum of a PE or curve."""
    for where, mips, least, most in plan.allocations():
        size = max(float(abs(mips)), float(least))
        if _is_above(plan, least, mips, size) or mips < 0:
            message = f"gets {float(mips):.15g} mips, but needs {float(least):.15g}"
            yield Violation("min_mips", where, float(least - mips), message)
        if _is_above(plan, mips, most, size):
            message = f"gets {float(mips):.15g} mips, but may have at most {float(most):.15g}"
            yield Violation("max_mips", where, float(mips - most), message)


def _grid(plan: _Plan) -> Iterator[Violation]:
    """Yield a violation for mips that are not at a breakpoint, or no multiple of granularity."""
    if plan.instance.curves == "points":
        for job, (mips, at, _) in plan.curves.items():
            away = min(abs(mips - as_written(x)) for x in at.tolist())
            if away:
                message = f"{float(mips):.15g} mips are not a breakpoint of its curve"
                yield Violation("points", f"job {job}", float(away), message)
    unit = plan.instance.granularity
    if unit is not None:
        for where, mips, _, _ in plan.allocations():
            beyond = mips % as_written(unit)
            if beyond:
                message = f"{float(mips):.15g} mips are not a multiple of {unit:.15g}"
                yield Violation("granularity", where, float(beyond), message)


def _jobs_and_templates(plan: _Plan) -> Iterator[Violation]:
    """Yield violations of (3): required jobs rejected, running jobs with another template.

    If lists are closed, an admitted job that reads from a rejected one is a violation, too.
    """
    for job in plan.left_out:
        if job.required:
            yield Violation("required", f"job {job.name}", 1.0, "is required, but rejected")
    for job in plan.admitted:
        chosen = plan.template[job.name].name
        if job.running is not None and chosen != job.running:
            message = f"runs by template {job.running}, but the plan chooses {chosen}"
            yield Violation("running", f"job {job.name}", None, message)
    for job in plan.admitted if plan.instance.closed else ():
        for other in sorted(jobs_read(plan.template[job.name]) - set(plan.template)):
            message = f"reads from job {other}, but the plan rejects that job"
            yield Violation("closed", f"job {job.name}", None, message)


def _rank_legal(plan: _Plan, revised: Mapping[str, int]) -> Iterator[Violation]:
    """Yield violations of 5.1.1: an admitted job's revised rank is worse than a rejected job's.

    Π_{J,T,j}, the revised rank, is the best rank of the admitted jobs that depend on a job.
    """
    left_out = min(plan.left_out, key=lambda job: job.rank, default=None)
    if left_out is None:
        return
    for name, rank in revised.items():
        message = (
            f"has the revised rank {rank}, but job {left_out.name} of rank "
            f"{left_out.rank} is rejected"
        )
        yield from excess("rank", f"job {name}", rank - left_out.rank, message)


def _without_input(plan: _Plan, rates: Mapping[Place, Fraction]) -> list[str]:
    """Return the admitted jobs that read streams from outside them, all of which have rate 0."""
    read: dict[str, list[Fraction]] = {}
    for key, stream in plan.graph.streams.items():
        for name in names_read(stream):
            if not plan.graph.is_own(key, name):
                read.setdefault(key.job, []).append(plan.graph.rate_of(key, name, rates))
    return [name for name in plan.template if name in read and not any(read[name])]
