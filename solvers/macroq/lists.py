"""Lists of jobs with templates: weak components, and which lists are rank-legal."""

from __future__ import annotations

from itertools import product

from ...instances.macroq import MacroQ

Chosen = tuple[int, ...]  # the alternatives of a list, one per admitted job


def weak_components(instance: MacroQ, alternatives: Chosen | None = None) -> list[list[int]]:
    """Return the jobs that streams join, directly or not, through whichever of the alternatives."""
    graph = instance.graph
    numbers = range(len(graph.alternatives)) if alternatives is None else alternatives
    home = {j: j for j in {graph.alternatives[a].job for a in numbers}}

    def root(j: int) -> int:
        while home[j] != j:
            j = home[j]
        return j

    for a in numbers:
        for other in graph.alternatives[a].reads:
            if other in home:
                home[root(other)] = root(graph.alternatives[a].job)
    groups: dict[int, list[int]] = {}
    for j in sorted(home):
        groups.setdefault(root(j), []).append(j)
    return list(groups.values())


def legal_lists(
    instance: MacroQ, jobs: list[int], waterline: int, most: int
) -> list[Chosen] | None:
    """Return the lists of some jobs that a plan of the waterline may have; ``None``: too many."""
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
    """Return whether no admitted job has a revised rank worse than the waterline."""
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
    """Return the PEs of a list from which streams lead to a job of at most the waterline's rank."""
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
