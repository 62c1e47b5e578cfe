"""The order in which SODA admits jobs when it cannot try all lists: importance per mips."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from ...instances.macroq import MacroQ
from ...solvers.macroq import Chosen, is_rank_legal


class Ratio(NamedTuple):
    """The template by which a job would run, and its importance per mips."""

    alternative: int
    value: float


def by_ratio(instance: MacroQ, before: dict[str, Any] | None) -> list[Ratio]:
    """Return for each job its importance per mips in a plan, or with the most mips of all jobs."""
    ratios = _at_most(instance)
    if before is None:
        return ratios
    worth, used = _in_plan(instance, before)
    graph = instance.graph
    for j, numbers in enumerate(graph.of_job):
        admitted = before["jobs"].get(instance.jobs[j].name)
        if admitted is not None:
            number = next(a for a in numbers if graph.alternatives[a].name == admitted["template"])
            value = worth[j] / used[j] if used[j] else np.inf if worth[j] else 0.0
            ratios[j] = Ratio(number, value)
    return ratios


def _at_most(instance: MacroQ) -> list[Ratio]:
    """Return for each job the template with the most importance per mips at its most mips."""
    graph = instance.graph
    mips = np.array([pe.most for pe in graph.pes])
    rates = graph.rates(mips, range(len(graph.alternatives)))
    admitted = []
    for numbers in graph.of_job:
        ratios = []
        for a in numbers:
            template = graph.alternatives[a].template
            if template.mips is not None and template.importance is not None:
                worth, used = float(template.importance[-1]), float(template.mips[-1])
            else:
                mine = graph.alternatives[a].streams
                worth = sum(graph.streams[s].worth(float(rates[s])) for s in mine)
                used = float(mips[graph.alternatives[a].pes].sum())
            ratios.append(Ratio(a, worth / used if used else np.inf if worth else 0.0))
        admitted.append(max(ratios, key=lambda each: each.value))
    return admitted


def _in_plan(instance: MacroQ, plan: dict[str, Any]) -> tuple[list[float], list[float]]:
    """Return importance and mips of every job in a plan."""
    graph = instance.graph
    mips, chosen = np.zeros(len(graph.pes)), []
    worth, used = [0.0] * len(instance.jobs), [0.0] * len(instance.jobs)
    for a, alternative in enumerate(graph.alternatives):
        admitted = plan["jobs"].get(instance.jobs[alternative.job].name)
        if admitted is None or admitted["template"] != alternative.name:
            continue
        chosen.append(a)
        template = alternative.template
        if template.mips is not None and template.importance is not None:
            used[alternative.job] = admitted["mips"]
            worth[alternative.job] = float(
                np.interp(admitted["mips"], template.mips, template.importance)
            )
        for p, pe in zip(alternative.pes, template.pes or (), strict=False):
            mips[p] = admitted["mips"][pe.name]
            used[alternative.job] += admitted["mips"][pe.name]
    rates = graph.rates(mips, chosen)
    for s, stream in enumerate(graph.streams):
        if stream.alternative in chosen:
            worth[graph.alternatives[stream.alternative].job] += stream.worth(float(rates[s]))
    return worth, used


def prefixes(instance: MacroQ, rank: int, ratios: list[Ratio]) -> Iterator[Chosen]:
    """Yield the lists of a waterline: what must be in, and more and more of the others in order.

    Jobs of worse ranks count where streams may lead from them to a job of the waterline; where
    they lead to none of the list they are left out.
    """
    forced = [j for j, job in enumerate(instance.jobs) if instance.is_forced(job, rank)]
    others = [
        j
        for j in range(len(instance.jobs))
        if j not in forced and instance.may_be_in(ratios[j].alternative, rank)
    ]
    others.sort(key=lambda j: (-ratios[j].value, j))
    seen = set()
    for count in range(len(others) + 1):
        chosen = legal_part(instance, [*forced, *others[:count]], ratios, rank)
        if chosen not in seen and is_rank_legal(instance, chosen, rank):
            seen.add(chosen)
            yield chosen


def legal_part(instance: MacroQ, jobs: list[int], ratios: list[Ratio], rank: int) -> Chosen:
    """Return the list of jobs without those of worse ranks that lead nowhere."""
    kept = sorted(jobs)
    for j in sorted(jobs, key=lambda j: -instance.jobs[j].rank):
        chosen = tuple(ratios[i].alternative for i in kept)
        if is_rank_legal(instance, chosen, rank):
            break
        if instance.jobs[j].rank > rank or (instance.closed and not instance.jobs[j].required):
            kept.remove(j)
    return tuple(ratios[i].alternative for i in kept)
