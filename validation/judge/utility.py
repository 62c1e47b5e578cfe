"""The judge of utility: cores within bounds and supply, the sum or the worst, and the proofs."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...instances.utility import EstimatedProgress, Utility
from .proofs.lagrange_multiplier import Parties, check_price, invalid
from .verdict import Verdict, Violation, key_faults, malformed, rejected


def check(instance: Utility, decision: Any) -> Verdict:
    """Judge a decision: ``{"cores": {job: cores}}`` with every job in it."""
    faults = key_faults(decision, ["cores"])
    if not faults:
        faults = _core_faults(instance, decision["cores"])
    if faults:
        return rejected(faults)
    cores: dict[str, int] = decision["cores"]
    violations = [*_job_bounds(instance, cores), *_supply(instance, cores)]
    if violations:
        return rejected(violations)
    reached = [
        float(values[cores[job.name]])
        for job, values in zip(instance.jobs, instance.values, strict=True)
    ]
    objective = math.fsum(reached) if instance.objective == "max-sum" else max(reached)
    return Verdict(objective=objective, details=_details(instance, cores))


def _core_faults(instance: Utility, cores: Any) -> list[Violation]:
    if not isinstance(cores, dict):
        return [malformed("cores", "must be an object with a number of cores for each job")]
    names = {job.name for job in instance.jobs}
    missing, unknown = sorted(names - set(cores)), sorted(set(cores) - names, key=str)
    return [
        *(malformed(f"cores.{name}", "the job is missing") for name in missing),
        *(malformed(f"cores.{name}", "there is no such job") for name in unknown),
        *(
            malformed(f"cores.{name}", f"must be a whole number, is {number!r}")
            for name, number in cores.items()
            if name in names and type(number) is not int
        ),
    ]


def _job_bounds(instance: Utility, cores: dict[str, int]) -> list[Violation]:
    """Every job gets at least its least and at most its most cores."""
    violations = []
    for job in instance.jobs:
        number, where = cores[job.name], f"job {job.name}"
        if number < job.min_cores:
            message = f"gets {number} cores, its least is {job.min_cores}"
            violations.append(Violation("min_cores", where, float(job.min_cores - number), message))
        if number > job.max_cores:
            message = f"gets {number} cores, its most is {job.max_cores}"
            violations.append(Violation("max_cores", where, float(number - job.max_cores), message))
    return violations


def _supply(instance: Utility, cores: dict[str, int]) -> list[Violation]:
    """The jobs together get no more cores than the cluster has."""
    used = sum(cores.values())
    if used <= instance.cores:
        return []
    message = f"the jobs get {used} cores, the cluster has {instance.cores}"
    return [Violation("cores", "cluster", float(used - instance.cores), message)]


def _details(instance: Utility, cores: dict[str, int]) -> dict[str, Any]:
    """Idle cores, and how well curves fit the histories, or how far estimates are spread."""
    details: dict[str, Any] = {"idle_cores": instance.cores - sum(cores.values())}
    errors, spreads = {}, {}
    for job in instance.jobs:
        for name, progress in job.progress_of.items():
            if isinstance(progress, EstimatedProgress):
                spreads[name] = round(progress.spread, 6)
            else:
                errors[name] = round(progress.fit.error, 6)
    if errors:
        details["fit_errors"] = errors
    if spreads:
        details["batch_spreads"] = spreads
    return details


def check_certificate(
    instance: Utility, certificate: dict[str, Any], bound: float | None
) -> list[Violation]:
    """Re-check a price (max-sum), a count of cores (max-min), or least cores beyond the supply."""
    kind = certificate.get("kind")
    if kind == "min-cores":
        return _check_shortage(instance, certificate, bound)
    if kind == "counting":
        return _check_counting(instance, certificate, bound)
    if instance.objective != "max-sum":
        return [invalid("is no proof for max-min: counting or min-cores")]
    negated = [
        -values[job.min_cores :] for job, values in zip(instance.jobs, instance.values, strict=True)
    ]
    parties = Parties.of(instance.least, negated)
    # a lower bound on the negated gains is the negated upper bound on the gains
    return check_price(parties, instance.cores, certificate, None if bound is None else -bound)


def _check_shortage(
    instance: Utility, certificate: dict[str, Any], bound: float | None
) -> list[Violation]:
    """The jobs need more cores than there are, so that there is no decision."""
    if bound is not None or set(certificate) != {"kind"}:
        return [invalid("least cores prove that nothing is feasible, and no bound")]
    needed = sum(job.min_cores for job in instance.jobs)
    if needed > instance.cores:
        return []
    return [invalid(f"the jobs need {needed} of {instance.cores} cores")]


def _is_number(value: Any) -> bool:
    return type(value) in (int, float)


def _check_counting(
    instance: Utility, certificate: dict[str, Any], bound: float | None
) -> list[Violation]:
    """To get all losses below the level takes more cores than there are, or is impossible."""
    level: Any = certificate.get("level")
    if set(certificate) != {"kind", "level"} or not _is_number(level):
        return [invalid("is no count {kind, level}")]
    if instance.objective != "max-min" or bound is None or not bound <= level:
        return [invalid(f"it proves {level!r} for max-min, the claimed bound is {bound!r}")]
    needed = 0
    for job, values in zip(instance.jobs, instance.values, strict=True):
        below = np.flatnonzero(values[job.min_cores :] < level)
        if len(below) == 0:
            return []
        needed += job.min_cores + int(below[0])
    if needed > instance.cores:
        return []
    return [invalid(f"{needed} of {instance.cores} cores get all losses below {level!r}")]
