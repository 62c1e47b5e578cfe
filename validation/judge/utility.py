"""The judge of utility: bounds and supply of cores, the sum or the worst job, certificates."""

import math
from typing import Any, ClassVar, Literal

import numpy as np

from ...instances.utility import EstimatedProgress, Utility
from .forms import Certificate, Decision, Whole
from .judging import Judge
from .proofs.claims import UnprovenError, refuse_supply
from .proofs.lagrange_multiplier import Parties, SharedPrice, proven_by_price


class JobCores(Decision):
    """A decision: the cores of each job, by name."""

    NAMES: ClassVar = {"cores": ("jobs",)}
    COMPLETE: ClassVar = ("cores",)
    cores: dict[str, Whole]


class LeastCoresExceed(Certificate):
    """A certificate of infeasibility: the jobs' minimum cores sum to more than the supply."""

    kind: Literal["min-cores"] = "min-cores"


class LevelCount(Certificate):
    """A certificate: losses below ``level`` for all jobs would need more cores than exist."""

    kind: Literal["counting"] = "counting"
    level: float

    def proven(self, instance: Utility) -> float:
        """Return the level, if some job's loss is proven to be at least the level."""
        if instance.objective != "max-min":
            raise UnprovenError("a certificate `counting` is valid only for max-min")
        needed, level = 0, self.level
        for job, values in zip(instance.jobs, instance.values, strict=True):
            below = np.flatnonzero(values[job.min_cores :] < level)
            if len(below) == 0:
                return level
            needed += job.min_cores + int(below[0])
        if needed <= instance.cores:
            words = f"{needed} of {instance.cores} cores suffice for losses below {level!r}"
            raise UnprovenError(words)
        return level


def check(instance: Utility, decision: JobCores, judge: Judge) -> float | None:
    """Check the jobs' cores; the objective is the sum of the gains, or the worst loss."""
    cores = decision.cores
    for job in instance.jobs:
        number, where = cores[job.name], f"job {job.name}"
        if job.min_cores <= number <= job.max_cores:
            continue
        words = f"gets {number} cores, but its minimum is {job.min_cores}"
        judge.over("min_cores", where, job.min_cores - number, words)
        words = f"gets {number} cores, but its maximum is {job.max_cores}"
        judge.over("max_cores", where, number - job.max_cores, words)
    used = sum(cores.values())
    message = f"the jobs get {used} cores, but the cluster has {instance.cores}"
    judge.over("cores", "cluster", used - instance.cores, message)
    if judge.violations:
        return None
    judge.details = _details(instance, cores)
    reached = [
        float(values[cores[job.name]])
        for job, values in zip(instance.jobs, instance.values, strict=True)
    ]
    return math.fsum(reached) if instance.objective == "max-sum" else max(reached)


def _details(instance: Utility, cores: dict[str, int]) -> dict[str, Any]:
    """Return the unused cores, and the errors of fitted curves or the spread of estimates."""
    measured: dict[str, dict[str, float]] = {"fit_errors": {}, "batch_spreads": {}}
    for job in (each for each in instance.jobs if each.convergence is not None):
        for name, progress in job.progress_of.items():
            if isinstance(progress, EstimatedProgress):
                measured["batch_spreads"][name] = round(progress.spread, 6)
            else:
                measured["fit_errors"][name] = round(progress.fit.error, 6)
    idle = instance.cores - sum(cores.values())
    return {"idle_cores": idle, **{key: named for key, named in measured.items() if named}}


def certified(
    instance: Utility, certificate: SharedPrice | LevelCount | LeastCoresExceed, claim: float | None
) -> float | None:
    """Return the bound of a price (max-sum) or of a count (max-min).

    ``None`` means infeasible, because the jobs' minimum cores exceed the supply.
    """
    if isinstance(certificate, LeastCoresExceed):
        needed = sum(job.min_cores for job in instance.jobs)
        refuse_supply(needed, instance.cores, "the least cores")
        return None
    if isinstance(certificate, LevelCount):
        return certificate.proven(instance)
    if instance.objective != "max-sum":
        raise UnprovenError("a price proves nothing for max-min; use counting or min-cores")
    negated = [
        -values[job.min_cores :] for job, values in zip(instance.jobs, instance.values, strict=True)
    ]
    parties = Parties(instance.least, negated)
    # a lower bound on the negated gains is the negated upper bound on the gains
    claimed = None if claim is None else -claim
    return -proven_by_price(parties, instance.cores, certificate, claimed)
