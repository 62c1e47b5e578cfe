"""macroq: admit jobs by rank, choose templates, and allocate mips to maximise importance.

Wolf et al., "The SODA Optimizing Scheduler for System S" (IBM report), section 5.1, (1)-(3).
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from itertools import chain
from operator import attrgetter
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from pydantic import Field

from ...core.arrays import FloatArray, IntArray
from ...core.decimals import as_written, clearly_grow, each_grows, steps
from ...core.faults import Fault, near_miss, repeated_names
from ...core.schema import Instance, Many, NonNegative, Positive, Rule
from .parts import DerivedStream, OfferedJob, Pe, RateLimit, Template, ValueFunction, cycle_of
from .stream_graph import StreamGraph

__all__ = ["DerivedStream", "MacroQ", "OfferedJob", "Pe", "RateLimit", "Template", "ValueFunction"]


Jobs = tuple[OfferedJob, ...]
Graphs = list[tuple[str, OfferedJob, Template]]  # place, job, template


def _templates(jobs: Jobs) -> Iterator[tuple[str, OfferedJob, Template]]:
    for j, job in enumerate(jobs):
        for t, template in enumerate(job.templates):
            yield f"jobs[{j}].templates[{t}]", job, template


def _graphs(jobs: Jobs) -> Iterator[tuple[str, OfferedJob, Template]]:
    """Yield (place in the file, job, template) of the templates with PEs or streams."""
    templates = list(chain.from_iterable(map(attrgetter("templates"), jobs)))
    if any(map(attrgetter("pes"), templates)) or any(map(attrgetter("streams"), templates)):
        for place, job, template in _templates(jobs):
            if template.pes is not None or template.streams is not None:
                yield place, job, template


def _streams(graphs: Graphs) -> Iterator[tuple[str, OfferedJob, Template, DerivedStream]]:
    for place, job, template in graphs:
        for k, stream in enumerate(template.streams or ()):
            yield f"{place}.streams[{k}]", job, template, stream


def distinct_names(jobs: Jobs, primal: dict[str, float]) -> Iterator[Fault]:
    """Jobs, templates of a job, and PEs and streams of a template have distinct names.

    Names contain no ``/``, and a stream has no primal stream's name.
    """
    yield from repeated_names("jobs", (job.name for job in jobs))
    for j, job in enumerate(jobs) if "/" in "".join(map(attrgetter("name"), jobs)) else ():
        yield from _plain(f"jobs[{j}].name", job.name)
    for j, job in enumerate(jobs):
        names = [template.name for template in job.templates]
        if len(set(names)) < len(names):
            yield from repeated_names(f"jobs[{j}].templates", names)
    for name in primal:
        yield from _plain(f"primal.{name}", name)
    may_be_odd = "/" in "".join(template.name for job in jobs for template in job.templates)
    graphs = list(_graphs(jobs))
    if not graphs and not may_be_odd:
        return
    for place, _, template in _templates(jobs) if may_be_odd else graphs:
        yield from _plain(f"{place}.name", template.name)
        yield from repeated_names(f"{place}.pes", (pe.name for pe in template.pes or ()))
        yield from repeated_names(f"{place}.streams", (s.name for s in template.streams or ()))
        for k, pe in enumerate(template.pes or ()):
            yield from _plain(f"{place}.pes[{k}].name", pe.name)
    for place, _, _, stream in _streams(graphs):
        yield from _plain(f"{place}.name", stream.name)
        if stream.name in primal:
            yield Fault.of(f"{place}.name", "is already the name of a primal stream", stream.name)


def _plain(place: str, name: str) -> Iterator[Fault]:
    if "/" in name:
        yield Fault.of(place, 'must not contain "/"', name)


def curve_or_graph(jobs: Jobs) -> Iterator[Fault]:
    """A template has a curve (mips, importance) or a graph (pes, streams), not both."""
    templates = [template for job in jobs for template in job.templates]
    are_curves = all(t.mips is not None and t.importance is not None for t in templates)
    if are_curves and not any(_graphs(jobs)):
        return
    for place, _, template in _templates(jobs):
        curve = (template.mips is not None, template.importance is not None)
        graph = (template.pes is not None, template.streams is not None)
        if not (all(curve) and not any(graph)) and not (all(graph) and not any(curve)):
            yield Fault(place, "must have either mips and importance, or pes and streams")


def complete_curves(jobs: Jobs) -> Iterator[Fault]:
    """The breakpoints of a curve increase, and its importance does not decrease."""
    curves = [
        (template.mips, template.importance)
        for job in jobs
        for template in job.templates
        if template.mips is not None and template.importance is not None
    ]
    mips, importance = zip(*curves, strict=True) if curves else ((), ())
    same_lengths = list(map(len, mips)) == list(map(len, importance))
    if same_lengths and each_grows(mips) and each_grows(importance, clearly=False):
        return
    for place, _, template in _templates(jobs):
        if template.mips is not None and template.importance is not None:
            yield from _curve(place, "mips", template.mips, "importance", template.importance)


def growing_values(graphs: Graphs) -> Iterator[Fault]:
    """The breakpoints of a value function increase, and its values do not decrease."""
    for place, _, _, stream in _streams(graphs):
        if stream.value is not None:
            given = stream.value
            yield from _curve(f"{place}.value", "rate", given.rate, "value", given.value)


def _curve(
    place: str, over: str, breakpoints: FloatArray, what: str, values: FloatArray
) -> Iterator[Fault]:
    if len(values) != len(breakpoints):
        rule = f"must have {len(breakpoints)} entries, one per breakpoint"
        yield Fault.of(f"{place}.{what}", rule, len(values))
    elif clearly_grow(breakpoints) and clearly_grow(values):
        return
    for k in np.flatnonzero(steps(breakpoints) <= 0).tolist():
        rule = f"must exceed the breakpoint before it ({breakpoints[k]:.15g}), rounded to 15 digits"
        yield Fault.of(f"{place}.{over}[{k + 1}]", rule, float(breakpoints[k + 1]))
    for k in np.flatnonzero(np.diff(values) < 0).tolist():
        rule = f"must not be below the previous value ({values[k]:.15g})"
        yield Fault.of(f"{place}.{what}[{k + 1}]", rule, float(values[k + 1]))


def required_jobs_of_rank_one(jobs: Jobs) -> Iterator[Fault]:
    """Required jobs have rank 1, as SODA assumes."""
    for j, job in enumerate(jobs):
        if job.required and job.rank != 1:
            yield Fault.of(f"jobs[{j}].rank", "must be 1, because the job is required", job.rank)


def known_running(jobs: Jobs) -> Iterator[Fault]:
    """The template of a running job is one of its templates."""
    for j, job in enumerate(jobs):
        if job.running is None:
            continue
        names = [template.name for template in job.templates]
        if job.running not in names:
            rule = f"is not a template of the job {near_miss(job.running, names)}"
            yield Fault.of(f"jobs[{j}].running", rule, job.running)


def ordered_mips(graphs: Graphs) -> Iterator[Fault]:
    """The maximum mips of a PE are not below its minimum."""
    for place, _, template in graphs:
        for k, pe in enumerate(template.pes or ()):
            if pe.max_mips is not None and pe.max_mips < pe.min_mips:
                rule = f"must be >= min_mips ({pe.min_mips:.15g})"
                yield Fault.of(f"{place}.pes[{k}].max_mips", rule, pe.max_mips)


def allocations_on_the_grid(
    jobs: Jobs, curves: str, granularity: float | None, mips: float
) -> Iterator[Fault]:
    """With a granularity each template has a feasible allocation in multiples of it."""
    if granularity is None:
        return
    unit = as_written(granularity)
    for place, _, template in _templates(jobs):
        for k, pe in enumerate(template.pes or ()):
            most = mips if pe.max_mips is None else pe.max_mips
            if pe.min_mips <= most and not _has_multiple(pe.min_mips, most, unit):
                rule = f"must have a multiple of {granularity:.15g} between min_mips and max_mips"
                yield Fault(f"{place}.pes[{k}]", rule)
        if template.mips is not None and not _curve_on_grid(template.mips, curves, unit):
            rule = f"must contain or span a multiple of the granularity, {granularity:.15g}"
            yield Fault(f"{place}.mips", rule)


def _has_multiple(least: float, most: float, unit: Fraction) -> bool:
    return -(-as_written(least) // unit) <= as_written(most) // unit


def _curve_on_grid(mips: FloatArray, curves: str, unit: Fraction) -> bool:
    if curves == "linear":
        return _has_multiple(float(mips[0]), float(mips[-1]), unit)
    return any(as_written(each) % unit == 0 for each in mips.tolist())


def complete_resource_functions(graphs: Graphs) -> Iterator[Fault]:
    """A term of a resource function has mips or rates; a product has both."""
    for place, _, _, stream in _streams(graphs):
        for k, term in enumerate(stream.resource):
            where = f"{place}.resource[{k}]"
            if term.mips is None and not term.rates:
                yield Fault(where, "must have mips, rates or both")
            elif term.product and (term.mips is None or not term.rates):
                yield Fault(where, "is a product and must have both mips and rates")


def pes_with_streams(graphs: Graphs) -> Iterator[Fault]:
    """Each stream belongs to a PE of its template, and each PE has a stream."""
    for place, _, template in graphs:
        names = [pe.name for pe in template.pes or ()]
        made = {stream.pe for stream in template.streams or ()}
        for k, stream in enumerate(template.streams or ()):
            if template.pes is not None and stream.pe not in names:
                rule = f"is not a PE of the template {near_miss(stream.pe, names)}"
                yield Fault.of(f"{place}.streams[{k}].pe", rule, stream.pe)
        for k, name in enumerate(names):
            if template.streams is not None and name not in made:
                yield Fault.of(f"{place}.pes[{k}]", "makes no stream", name)


def known_rates(graphs: Graphs, jobs: Jobs, primal: dict[str, float]) -> Iterator[Fault]:
    """A rate is named as a stream of the template, as a primal stream, or as ``job/stream``."""
    offered = {job.name: job for job in jobs}
    for place, job, template, stream in _streams(graphs):
        own = {each.name for each in template.streams or ()}
        for k, term in enumerate(stream.resource):
            for name in term.rates or {}:
                rule = _unknown(name, job, own, primal, offered)
                if rule is not None:
                    yield Fault.of(f"{place}.resource[{k}].rates", rule, name)


def _unknown(
    name: str,
    job: OfferedJob,
    own: set[str],
    primal: Mapping[str, float],
    offered: Mapping[str, OfferedJob],
) -> str | None:
    if name in own or name in primal:
        return None
    other, slash, stream = name.partition("/")
    if not slash:
        return f"is neither a stream of the template nor primal {near_miss(name, [*own, *primal])}"
    if other not in offered:
        return f"names an unknown job {near_miss(other, offered)}"
    if other == job.name:
        return "names a stream of the same job; write it without the job"
    lacking = [
        template.name
        for template in offered[other].templates
        if all(each.name != stream for each in template.streams or ())
    ]
    if lacking:
        return f"names a stream that template {lacking[0]!r} of job {other!r} lacks"
    return None


def no_cycle(graphs: Graphs) -> Iterator[Fault]:
    """The graph of all templates together is acyclic."""
    named: dict[str, set[str]] = {}
    streams = list(_streams(graphs))
    for _, job, template, stream in streams:
        maker = f"{job.name}/{template.name}/{stream.pe}"
        named.setdefault(f"{job.name}/{stream.name}", set()).add(maker)
    after: dict[str, set[str]] = {}
    for _, job, template, stream in streams:
        reader = f"{job.name}/{template.name}/{stream.pe}"
        own = {
            each.name: f"{job.name}/{template.name}/{each.pe}" for each in template.streams or ()
        }
        for name in _read_jobs(stream):
            for writer in {own[name]} if name in own else named.get(name, set()):
                after.setdefault(writer, set()).add(reader)
    found = cycle_of(after)
    if found:
        yield Fault.of("jobs", "streams lead from a PE back to itself", " -> ".join(found))


def _read_jobs(stream: DerivedStream) -> Iterator[str]:
    for term in stream.resource:
        yield from term.rates or {}


def valid_graphs(jobs: Jobs, primal: dict[str, float]) -> Iterator[Fault]:
    """The PEs, streams and functions of the templates that are graphs are valid."""
    graphs = list(_graphs(jobs))
    if graphs:
        yield from ordered_mips(graphs)
        yield from growing_values(graphs)
        yield from complete_resource_functions(graphs)
        yield from pes_with_streams(graphs)
        yield from known_rates(graphs, jobs, primal)
        yield from no_cycle(graphs)


class MacroQ(Instance):
    """The mips of the system, and the offered jobs with ranks and templates."""

    RULES: ClassVar[tuple[Rule, ...]] = (
        distinct_names,
        curve_or_graph,
        complete_curves,
        required_jobs_of_rank_one,
        known_running,
        allocations_on_the_grid,
        valid_graphs,
    )

    problem: Literal["macroq"] = "macroq"
    mips: Positive
    curves: Literal["linear", "points"] = "linear"
    granularity: Positive | None = None
    closed: bool = False
    primal: dict[str, NonNegative] = Field(default_factory=dict)
    jobs: Annotated[Many[OfferedJob], Field(min_length=1)]

    @cached_property
    def graph(self) -> StreamGraph:
        """The graph of the PEs and streams of all templates that may be chosen, as numbers."""
        return StreamGraph.of(self.jobs, self.primal, self.mips)

    @property
    def ranks(self) -> list[int]:
        """The ranks of the jobs, the best first."""
        return sorted({job.rank for job in self.jobs})

    @cached_property
    def leads_to(self) -> IntArray:
        """For each PE, the best rank among its own job and all jobs that its streams can reach.

        Streams may pass through any templates of the jobs between.
        """
        graph = self.graph
        own = [self.jobs[graph.alternatives[pe.alternative].job].rank for pe in graph.pes]
        best = np.array(own, dtype=np.int64)
        after: list[set[int]] = [set() for _ in graph.pes]
        for p, q in graph.edges:
            after[p].add(q)
        for s in reversed(graph.order):
            p = graph.streams[s].pe
            for q in after[p]:
                best[p] = min(best[p], best[q])
        return best

    def may_be_in(self, alternative: int, waterline: int) -> bool:
        """Return whether a plan with this waterline (best rejected rank) may choose an alternative.

        The alternative's job must be required or have a rank up to the waterline, or its streams
        must reach a job with such a rank.
        """
        chosen = self.graph.alternatives[alternative]
        job = self.jobs[chosen.job]
        if job.required or job.rank <= waterline:
            return True
        return any(self.leads_to[p] <= waterline for p in chosen.pes)

    def is_forced(self, job: OfferedJob, waterline: int) -> bool:
        """Return whether each plan with this waterline (best rejected rank) admits the job."""
        return job.required or job.rank < waterline

    @property
    def has_products(self) -> bool:
        """Whether some resource function multiplies mips and rates."""
        return any(limit.product for s in self.graph.streams for limit in s.limits)

    def decision(self, chosen: dict[str, tuple[str, Any]]) -> dict[str, Any]:
        """Return the decision that admits jobs with these templates and mips."""
        admitted = {
            job.name: {"template": chosen[job.name][0], "mips": chosen[job.name][1]}
            for job in self.jobs
            if job.name in chosen
        }
        return {"jobs": admitted}
