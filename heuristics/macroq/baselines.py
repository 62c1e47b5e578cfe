"""Baselines of macroq: admission by rank; the admitted jobs get optimal or equal MIPS."""

from fractions import Fraction
from typing import Any

from ...core.decimals import as_written
from ...core.outcome import Answer
from ...core.run import Run
from ...instances.macroq import MacroQ, Template
from ...solvers.macroq import Chosen, GridUnit, grid_of, impossible, is_rank_legal
from .components import ListSolver
from .fig10 import by_ratio, natural_unit


def rank_order(instance: MacroQ, run: Run, *, unit: GridUnit = None) -> Answer:
    """Admit jobs by rank, then importance per MIPS, while minimum MIPS fit; optimise their MIPS."""
    refused = impossible(instance)
    if refused is not None:
        return refused
    grid = grid_of(instance, natural_unit(instance) if unit is None else unit)
    plan = ListSolver(instance, grid, run).solve(_admit(instance))
    if plan is None:
        return Answer(stopped=run.stopped, message="found no plan; choose a smaller unit")
    run.report(plan[0], None, plan[1])
    return Answer(decision=plan[1], stopped=run.stopped, details={"granularity": float(grid.unit)})


def even(instance: MacroQ, run: Run) -> Answer:
    """Admit jobs as `rank-order` does; give each PE or curve equal MIPS within its limits."""
    refused = impossible(instance)
    if refused is not None:
        return refused
    decision = _even_shares(instance, _admit(instance))
    run.report(None, None, decision)
    return Answer(decision=decision, stopped=run.stopped)


def _admit(instance: MacroQ) -> Chosen:
    """Admit jobs by rank while their minimum MIPS fit; end with the first rank that fails."""
    ratios = by_ratio(instance, None)
    graph = instance.graph
    left = as_written(instance.mips)
    order = sorted(
        range(len(instance.jobs)),
        key=lambda j: (
            not instance.jobs[j].required,
            instance.jobs[j].rank,
            -ratios[j].value,
            j,
        ),
    )
    chosen: list[int] = []
    waterline: int | None = None
    for j in order:
        job = instance.jobs[j]
        if waterline is not None and job.rank > waterline:
            break
        number = min(
            graph.of_job[j], key=lambda a: _least(instance, graph.alternatives[a].template)
        )
        if _least(instance, graph.alternatives[ratios[j].alternative].template) <= left:
            number = ratios[j].alternative
        least = _least(instance, graph.alternatives[number].template)
        listed = tuple(sorted([*chosen, number]))
        if least <= left and (job.required or is_rank_legal(instance, listed, job.rank)):
            chosen.append(number)
            left -= least
        else:
            waterline = job.rank if waterline is None else waterline
    return tuple(sorted(chosen))


def _least(instance: MacroQ, template: Template) -> Fraction:
    return sum((low for low, _ in _limits(instance, template)), Fraction(0))


def _limits(instance: MacroQ, template: Template) -> list[tuple[Fraction, Fraction]]:
    """Return (minimum, maximum) MIPS of each PE of a template, or one pair for its curve."""
    if template.mips is not None:
        points = [as_written(value) for value in template.mips.tolist()]
        if instance.curves == "points" and instance.granularity is not None:
            points = [x for x in points if x % as_written(instance.granularity) == 0]
        pairs = [(points[0], points[-1])]
    else:
        system = as_written(instance.mips)
        pairs = [
            (as_written(pe.min_mips), system if pe.max_mips is None else as_written(pe.max_mips))
            for pe in template.pes or ()
        ]
    if instance.granularity is None:
        return pairs
    unit = as_written(instance.granularity)
    return [(unit * -(-low // unit), unit * (high // unit)) for low, high in pairs]


def _even_shares(instance: MacroQ, chosen: Chosen) -> dict[str, Any]:
    graph = instance.graph
    limits = {a: _limits(instance, graph.alternatives[a].template) for a in chosen}
    everything = [pair for pairs in limits.values() for pair in pairs]
    level = _level(everything, as_written(instance.mips))
    picked: dict[str, tuple[str, Any]] = {}
    for a in chosen:
        alternative = graph.alternatives[a]
        shares = [
            _legal_share(instance, alternative.template, low, min(max(low, level), high))
            for low, high in limits[a]
        ]
        job = instance.jobs[alternative.job].name
        if alternative.template.is_curve:
            picked[job] = (alternative.name, shares[0])
        else:
            names = [pe.name for pe in alternative.template.pes or ()]
            picked[job] = (alternative.name, dict(zip(names, shares, strict=True)))
    return instance.decision(picked)


def _level(limits: list[tuple[Fraction, Fraction]], total: Fraction) -> Fraction:
    """Return the largest level whose values, clipped to ``limits``, sum to at most ``total``."""
    ends = sorted({end for pair in limits for end in pair})
    below = Fraction(0)
    for end in [*ends, total]:
        if sum(min(max(low, end), high) for low, high in limits) <= total:
            below = max(below, end)
    rising = [1 for low, high in limits if low <= below < high]
    used = sum(min(max(low, below), high) for low, high in limits)
    return below + (total - used) / len(rising) if rising and total > used else below


def _legal_share(instance: MacroQ, template: Template, low: Fraction, share: Fraction) -> float:
    """Return the largest MIPS, at most ``share``, that the curve's points and granularity allow."""
    if template.mips is not None and instance.curves == "points":
        return max(
            float(x)
            for x in template.mips.tolist()
            if low <= as_written(x) <= share
            and (
                instance.granularity is None
                or as_written(x) % as_written(instance.granularity) == 0
            )
        )
    if instance.granularity is not None:
        unit = as_written(instance.granularity)
        return float(unit * (share // unit))
    value = float(share)
    while as_written(value) > share:
        value = float(max(low, as_written(value) - as_written(value) / 10**15))
    return value
