"""Dedicated exact algorithms of `utility`: a table for the sum, levels for the worst job."""

from typing import Annotated, Any

import numpy as np
from pydantic import Field

from ..core.arrays import FloatArray, IntArray
from ..core.outcome import Answer
from ..core.run import Run
from ..instances.utility import Utility
from .allocation import Curves, least_amounts


def dp(
    instance: Utility,
    run: Run,
    *,
    pruned: Annotated[
        bool,
        Field(description="fill tables only for amounts that a price does not exclude"),
    ] = True,
) -> Answer:
    """Return the optimal number of cores of each job, for gains and losses of any form.

    For the sum this is the dynamic program of `cluster_ratio` on the choices that a Lagrangian
    price does not exclude; for the worst job see `lowest_level`.
    """
    if instance.extra < 0:
        return impossible(instance)
    if instance.objective == "max-min":
        return lowest_level(instance, run)
    curves = curves_of(instance)
    best = least_amounts(curves, instance.extra, run, pruned=pruned)
    decision = instance.decision(instance.least + best.amounts)
    run.report(-curves.total(best.amounts), None, decision)
    certified = best.proof != "tables"
    return Answer(
        decision=decision,
        bound=-best.bound,
        bound_kind="certified" if certified else "solver",
        certificate={"kind": best.proof, "price": best.price} if certified else None,
        stopped=run.stopped if best.proof == "multiplier" else "complete",
    )


def curves_of(instance: Utility) -> Curves:
    """Return each job's cost (its loss, or minus its gain) by cores beyond its minimum."""
    sign = -1.0 if instance.objective == "max-sum" else 1.0
    values = Curves.of([instance.predicted(job)[job.min_cores :] for job in instance.jobs])
    weights = np.array([job.weight for job in instance.jobs], dtype=np.float64)
    return Curves(values.start, sign * np.repeat(weights, np.diff(values.start)) * values.cost)


def impossible(instance: Utility) -> Answer:
    """Return a proof of infeasibility if the jobs need more cores than the cluster has."""
    needed, jobs = int(instance.least.sum()), len(instance.jobs)
    outnumbered = " (jobs outnumber cores)" if jobs > instance.cores else ""
    message = (
        f"{jobs} jobs need at least {needed} cores together, but the cluster has {instance.cores}"
        f"{outnumbered}; with `min_cores` 0, some of them could wait for the next epoch"
    )
    return Answer(infeasible=True, certificate={"kind": "min-cores"}, message=message)


def lowest_level(instance: Utility, run: Run) -> Answer:
    """Minimise the largest weighted loss (the level); the certificate counts cores.

    To get below the level, the jobs together need more cores than the cluster has.
    """
    curves = curves_of(instance)
    levels = np.unique(curves.cost)
    low, high = 0, len(levels) - 1
    while low < high:
        middle = (low + high) // 2
        needed = _needed_units(curves, levels[middle])
        if needed is not None and int(needed.sum()) <= instance.extra:
            high = middle
        else:
            low = middle + 1
    level = float(levels[high])
    extra = _needed_units(curves, level)
    assert extra is not None
    decision = instance.decision(instance.least + extra)
    run.report(level, level, decision)
    return Answer(
        decision=decision, bound=level, bound_kind="certified", certificate=counting(level)
    )


def counting(level: float) -> dict[str, Any]:
    """Return the certificate that the worst weighted loss of every decision is at least a level."""
    return {"kind": "counting", "level": level}


def _needed_units(curves: Curves, level: float) -> IntArray | None:
    """Return the fewest extra cores with which each job reaches a level; ``None`` if impossible."""
    reaches: FloatArray = np.where(curves.cost <= level, curves.units, np.inf)
    needed = np.minimum.reduceat(reaches, curves.start[:-1])
    return None if np.isinf(needed).any() else needed.astype(np.int64)
