"""Lists (the admitted jobs, each with a template): weak components and rank-legality.

An alternative is a job with one of its templates.  A list is legal at a waterline (a rank) if it
contains every job of a better rank, and no job whose revised rank is worse: the best rank of the
job and of the admitted jobs that its streams lead to.
"""

from fractions import Fraction
from itertools import product

from ...core.decimals import as_written
from ...core.groups import groups_of
from ...core.outcome import Answer
from ...instances.macroq import MacroQ, OfferedJob, Template

Chosen = tuple[int, ...]  # the alternatives of a list, one per admitted job


def weak_components(instance: MacroQ, alternatives: Chosen | None = None) -> list[list[int]]:
    """Return the sets of jobs connected by streams of the ``alternatives`` (default: of all)."""
    graph = instance.graph
    numbers = range(len(graph.alternatives)) if alternatives is None else alternatives
    chosen = [graph.alternatives[a] for a in numbers]
    jobs = {alternative.job for alternative in chosen}
    reads = ((each.job, other) for each in chosen for other in each.reads if other in jobs)
    return groups_of(sorted(jobs), reads)


def legal_lists(
    instance: MacroQ, jobs: list[int], waterline: int, most: int
) -> list[Chosen] | None:
    """Return all lists of some jobs that are legal at a waterline, None if more than ``most``."""
    graph = instance.graph
    choices: list[list[int | None]] = []
    count = 1
    for j in jobs:
        mine: list[int | None] = [a for a in graph.of_job[j] if instance.may_be_in(a, waterline)]
        if not instance.is_forced(instance.jobs[j], waterline):
            mine.insert(0, None)
        choices.append(mine)
        count *= len(mine)
        if count > most:
            return None
    lists = (tuple(a for a in picked if a is not None) for picked in product(*choices))
    return [chosen for chosen in lists if is_rank_legal(instance, chosen, waterline)]


def is_rank_legal(instance: MacroQ, chosen: Chosen, waterline: int) -> bool:
    """Return whether the revised rank of every admitted job is at most the waterline."""
    graph, jobs = instance.graph, instance.jobs
    admitted = {graph.alternatives[a].job for a in chosen}
    if instance.closed and any(
        other not in admitted for a in chosen for other in graph.alternatives[a].reads
    ):
        return False
    worse = [a for a in chosen if jobs[graph.alternatives[a].job].rank > waterline]
    if not worse:
        return True
    leads = _leading(instance, chosen, waterline)
    return all(any(p in leads for p in graph.alternatives[a].pes) for a in worse)


def _leading(instance: MacroQ, chosen: Chosen, waterline: int) -> set[int]:
    """Return the PEs whose streams lead, also indirectly, to a job of rank up to the waterline."""
    graph = instance.graph
    pes = {p for a in chosen for p in graph.alternatives[a].pes}
    found = {
        p
        for a in chosen
        for p in graph.alternatives[a].pes
        if instance.jobs[graph.alternatives[a].job].rank <= waterline
    }
    for s in reversed(graph.order):
        p = graph.streams[s].pe
        if p in pes and any(q in found and q in pes for q in graph.readers[s]):
            found.add(p)
    return found


def impossible(instance: MacroQ) -> Answer | None:
    """Return a proof of infeasibility if the required jobs need more MIPS than there are."""
    forced = required_jobs(instance)
    least = {job.name: min(least_mips(instance, t) for t in job.choices) for job in forced}
    needed = sum(least.values(), Fraction(0))
    if needed <= as_written(instance.mips):
        return None
    listed = ", ".join(f"{name} ({float(mips):g})" for name, mips in least.items())
    message = (
        f"the required jobs need {float(needed):g} mips at least, but the system has "
        f"{instance.mips:g}: {listed}"
    )
    return Answer(infeasible=True, certificate={"kind": "required-mips"}, message=message)


def required_jobs(instance: MacroQ) -> list[OfferedJob]:
    """Return the jobs of every plan: required jobs and, for closed lists, all jobs they read."""
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
    """Return the names of the other jobs whose streams a template reads."""
    names = {
        name
        for stream in template.streams or ()
        for term in stream.resource
        for name in term.rates or {}
    }
    return {name.partition("/")[0] for name in names if "/" in name}


def least_mips(instance: MacroQ, template: Template) -> Fraction:
    """Return the minimum MIPS of a template, rounded up to the granularity if there is one."""
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
