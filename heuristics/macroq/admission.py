"""Admission to macroq: SODA's algorithm of Fig. 10, greedy, or by rank with best or equal MIPS."""

import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, Literal, NamedTuple

import numpy as np
from pydantic import Field

from ...core.decimals import as_written, unit_of
from ...core.outcome import Answer
from ...core.parameters import Parameters
from ...core.run import Run
from ...instances.macroq import MacroQ, Template
from ...solvers.macroq import (
    Chosen,
    Grid,
    GridUnit,
    grid_of,
    impossible,
    is_rank_legal,
    legal_lists,
)
from .components import ListPlan, ListSolver


class Ratio(NamedTuple):
    """The number of the template that a job would use, and its importance per MIPS."""

    alternative: int
    value: float


def by_ratio(instance: MacroQ, before: dict[str, Any] | None) -> list[Ratio]:
    """Return each job's ratio in plan ``before`` or, without it, at maximum MIPS."""
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
    """Return for each job the template with the highest importance per MIPS at maximum MIPS."""
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
    """Return the importance and the MIPS of every job in a plan."""
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
    """Yield lists for a waterline (best rejected rank): forced jobs, and prefixes of the others.

    Other jobs are sorted by falling importance per MIPS.  A job of a rank worse than the waterline
    is considered only if its streams may lead to a job of better rank.  It is dropped from lists
    in which they do not.
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
    """Return the jobs as a list of alternatives, without those that the rank rule forbids."""
    kept = sorted(jobs)
    for j in sorted(jobs, key=lambda j: -instance.jobs[j].rank):
        chosen = tuple(ratios[i].alternative for i in kept)
        if is_rank_legal(instance, chosen, rank):
            break
        if instance.jobs[j].rank > rank or (instance.closed and not instance.jobs[j].required):
            kept.remove(j)
    return tuple(ratios[i].alternative for i in kept)


_FIRST_UNITS = 50
_MOST_UNITS = 20_000


class Fig10Parameters(Parameters):
    """The parameters of `fig10`."""

    finest: float | None = Field(
        default=None,
        description="step of the finest grid, in mips; default: the common divisor, or SODA's 100",
    )
    lists: int = Field(
        default=64,
        description="maximum number of lists of a waterline; if there are more, only lists are "
        "tried that add jobs by falling importance per mips",
    )
    partial: bool = Field(default=False, description="allocate units one by one inside components")
    rounding: Literal["legal", "printed"] = Field(
        default="legal",
        description="`printed` is the rounding of the paper, whose plan may violate min_mips and "
        "max_mips and is not returned",
    )


def fig10(
    instance: MacroQ,
    run: Run,
    parameters: Fig10Parameters,
) -> Answer:
    """Return the best plan over granularities, waterlines and lists, as Fig. 10 finds it.

    The first grid has 50 units; later ones are as fine as time allows, down to ``finest`` MIPS.
    """
    if (refused := impossible(instance)) is not None:
        return refused
    best: tuple[float, dict[str, Any], Fraction] | None = None
    for grid in _grids(instance, run, parameters.finest, parameters.rounding):
        plan = _over_waterlines(
            ListSolver(instance, grid, run, parameters.partial), parameters.lists
        )
        if plan is not None and (best is None or plan[0] > best[0]):
            best = (*plan, grid.unit)
            if parameters.rounding == "legal":
                run.report(plan[0], None, plan[1])
    if best is None:
        return Answer(stopped=run.stopped, message="no plan was found on any grid; lower `finest`")
    worth, decision, unit = best
    details = {"granularity": float(unit)}
    if parameters.rounding == "printed":
        message = f"printed rounding claims {worth:g}; its plan may violate min_mips or max_mips"
        return Answer(stopped=run.stopped, message=message, details={**details, "promised": worth})
    return Answer(decision=decision, stopped=run.stopped, details=details)


def greedy(instance: MacroQ, run: Run, *, unit: GridUnit = None) -> Answer:
    """Return the best plan over one greedy list per waterline, on one grid (end of 5.1.3)."""
    if (refused := impossible(instance)) is not None:
        return refused
    return _on_one_grid(instance, run, unit, lambda solver: _over_waterlines(solver, 0))


def _on_one_grid(
    instance: MacroQ, run: Run, unit: GridUnit, plan_by: Callable[[ListSolver], ListPlan]
) -> Answer:
    """Return the plan that ``plan_by`` finds on the grid of ``unit``, if there is any."""
    grid = grid_of(instance, natural_unit(instance) if unit is None else unit)
    plan = plan_by(ListSolver(instance, grid, run))
    if plan is None:
        return Answer(stopped=run.stopped, message="found no plan; choose a smaller unit")
    run.report(plan[0], None, plan[1])
    return Answer(decision=plan[1], stopped=run.stopped, details={"granularity": float(grid.unit)})


def natural_unit(instance: MacroQ) -> float:
    """Return the default unit of the grid.

    All minimum and maximum MIPS, all breakpoints and the system's MIPS are multiples of it, if the
    grid then has at most 20,000 units (1,000 if there are PEs). Otherwise it is 100 MIPS, unless
    that yields fewer than 50 or more than 20,000 units. With a granularity it is a multiple of the
    granularity.
    """
    if instance.granularity is not None:
        step = as_written(instance.granularity)
        return float(step * max(1, -(-as_written(instance.mips) // (step * _MOST_UNITS))))
    curves = [t.mips for job in instance.jobs for t in job.choices if t.mips is not None]
    ends = [[pe.least, pe.most] for pe in instance.graph.pes]
    mips = np.concatenate([*curves, np.array(ends).ravel(), [instance.mips]])
    unit = unit_of(mips)
    if as_written(instance.mips) / unit <= (_MOST_UNITS if not ends else 1000):
        return float(unit)
    return max(min(100.0, instance.mips / _FIRST_UNITS), instance.mips / _MOST_UNITS)


def _grids(
    instance: MacroQ, run: Run, finest: float | None, rounding: Literal["legal", "printed"]
) -> Iterator[Grid]:
    """Yield ever finer grids of MIPS (Fig. 10, line 4), as fine as the remaining time allows."""
    step = as_written(instance.granularity or 0.0)
    if finest is None:
        finest = natural_unit(instance)
    last = max(step, min(as_written(finest), as_written(instance.mips) / _FIRST_UNITS))
    last = max(last, as_written(instance.mips) / _MOST_UNITS)
    unit = max(last, as_written(instance.mips) / _FIRST_UNITS)
    while not run.should_stop():
        begun = time.perf_counter()
        size = unit if not step else step * max(1, round(unit / step))
        room = int(as_written(instance.mips) // size)
        yield Grid(instance, size, room, rounding)
        if unit <= last:
            return
        spent = time.perf_counter() - begun
        left = run.remaining
        factor = 4.0 if left is None else min(64.0, max(2.0, (left / max(spent, 1e-6)) ** 0.5))
        unit = max(last, unit / Fraction(round(factor)))


def _over_waterlines(solver: ListSolver, lists: int) -> ListPlan:
    """Return importance and plan of the best list of all waterlines, beginning with the worst."""
    instance = solver.instance
    best: ListPlan = None
    before: dict[str, Any] | None = None
    for rank in reversed(instance.ranks):
        here: ListPlan = None
        for chosen in _lists(instance, rank, lists, before):
            if solver.run.should_stop():
                break
            plan = solver.solve(chosen)
            if plan is not None and (here is None or plan[0] > here[0]):
                here = plan
        if here is not None:
            before = here[1]
            if best is None or here[0] > best[0]:
                best = here
    return best


def _lists(
    instance: MacroQ, rank: int, most: int, before: dict[str, Any] | None
) -> Iterator[Chosen]:
    everything = legal_lists(instance, list(range(len(instance.jobs))), rank, most)
    if everything is not None and len(everything) <= most:
        yield from everything
    else:
        yield from prefixes(instance, rank, by_ratio(instance, before))


def rank_order(instance: MacroQ, run: Run, *, unit: GridUnit = None) -> Answer:
    """Admit jobs by rank, then importance per MIPS, while minimum MIPS fit; optimise their MIPS."""
    if (refused := impossible(instance)) is not None:
        return refused
    return _on_one_grid(instance, run, unit, lambda solver: solver.solve(_admit(instance)))


def even(instance: MacroQ, run: Run) -> Answer:
    """Admit jobs as `rank-order` does; give each PE or curve equal MIPS within its limits."""
    if (refused := impossible(instance)) is not None:
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
