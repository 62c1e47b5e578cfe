"""Cores epoch by epoch: Algorithms 4 and 5 with true curves, equal shares, shortest first.

Stafman, "Utility Scheduling for Multi-Tenant Clusters" (Princeton, 2019), sections 3.3.3 and 4.3.6.
"""

from __future__ import annotations

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...core.outcome import Answer
from ...core.run import Run
from ...core.schema import Count
from ...instances.utility_course import (
    CourseJob,
    UtilityCourse,
    after_epoch,
    error_at,
    errors_of,
    jobs_of,
    value_of,
)
from ...solvers.allocation import Curves, least_amounts
from ...solvers.utility_course import cheap_bound, core_seconds, impossible
from .kernels import FAIR, MYOPIC, SHORTEST, WEIGHTED, SharedCores, course
from .predicted import predicted_course

_CHUNK = 50  # epochs between two looks at the clock


def myopic(
    instance: UtilityCourse, run: Run, *, predict: bool = False, min_cores: Count = 0
) -> Answer:
    """Give each core of an epoch to the job whose error falls most by it (Algorithms 4 and 5).

    With ``predict`` the errors to come are predicted from those seen, and a job without any has
    an equal share.  A running job has ``min_cores``, as far as there are enough for all.
    """
    refused = impossible(instance)
    if predict and refused is None:
        cluster = cluster_of(instance, MYOPIC, min_cores)
        plan = predicted_course(jobs_of(instance), cluster, instance.epochs, run)
        return _answer(instance, run, plan)
    return _by_rule(instance, run, MYOPIC, min_cores)


def fair(instance: UtilityCourse, run: Run) -> Answer:
    """Share the cores of every epoch equally."""
    return _by_rule(instance, run, FAIR)


def weighted_fair(instance: UtilityCourse, run: Run) -> Answer:
    """Share the cores of every epoch in proportion to weight and gain."""
    return _by_rule(instance, run, WEIGHTED)


def srpt(instance: UtilityCourse, run: Run) -> Answer:
    """Give all cores that it can use to the job with least left to the level, then to the next."""
    return _by_rule(instance, run, SHORTEST)


def myopic_exact(instance: UtilityCourse, run: Run) -> Answer:
    """Give the cores of each epoch so that the errors at its end are least in sum."""
    refused = impossible(instance)
    if refused is not None:
        return refused
    jobs, weight = jobs_of(instance), instance.share
    plan, x = np.zeros((len(instance.jobs), instance.epochs), dtype=np.int64), _zeros(instance)
    for t in range(instance.epochs):
        if run.should_stop():
            break
        running = [
            q
            for q, job in enumerate(instance.jobs)
            if job.arrives <= t and x[q] < job.batches - 1e-12
        ]
        curves = [
            np.array(
                [
                    weight[q] * error_at(jobs, q, after_epoch(jobs, q, x[q], float(a)))
                    for a in range(int(instance.least[q]), int(instance.most[q]) + 1)
                ]
            )
            for q in running
        ]
        room = instance.cores - int(instance.least[running].sum())
        if running and room >= 0:
            extra = least_amounts(Curves.of(curves), room, run.inner()).amounts
            plan[running, t] = instance.least[running] + extra
            _give_the_rest(instance, plan[:, t], running, x)
        for q in running:
            x[q] = after_epoch(jobs, q, x[q], float(plan[q, t]))
    return _answer(instance, run, plan)


def _give_the_rest(
    instance: UtilityCourse, given: IntArray, running: list[int], x: FloatArray
) -> None:
    """Give cores that gain nothing in this epoch to the jobs with least left."""
    rest = instance.cores - int(given.sum())
    for q in sorted(running, key=lambda q: instance.jobs[q].batches - float(x[q])):
        more = min(rest, int(instance.most[q]) - int(given[q]))
        given[q] += more
        rest -= more


def _by_rule(instance: UtilityCourse, run: Run, rule: int, floor: int = 0) -> Answer:
    refused = impossible(instance)
    if refused is not None:
        return refused
    jobs, cluster, x = jobs_of(instance), cluster_of(instance, rule, floor), _zeros(instance)
    plan = np.zeros((len(instance.jobs), instance.epochs), dtype=np.int64)
    for begin in range(0, instance.epochs, _CHUNK):
        if run.should_stop():
            break
        course(jobs, cluster, plan, x, begin, min(begin + _CHUNK, instance.epochs))
    return _answer(instance, run, plan)


def cluster_of(instance: UtilityCourse, rule: int, floor: int) -> SharedCores:
    """Return the cores, the bounds of the jobs and the rule for the compiled course."""
    return SharedCores(
        cores=instance.cores,
        arrives=instance.arrives,
        least=instance.least,
        most=instance.most,
        weight=np.array([job.weight for job in instance.jobs]),
        needs=np.array([_needs(instance, job) for job in instance.jobs]),
        floor=floor,
        rule=rule,
    )


def _needs(instance: UtilityCourse, job: CourseJob) -> float:
    """Return the core seconds to the level (time-to), or all of a job's (mean loss)."""
    if instance.objective == "mean-loss":
        return float(job.work[-1])
    needed = core_seconds(instance, job)
    return np.inf if needed is None else needed


def _zeros(instance: UtilityCourse) -> FloatArray:
    return np.zeros(len(instance.jobs))


def _answer(instance: UtilityCourse, run: Run, plan: IntArray) -> Answer:
    cores = plan.astype(np.float64)
    errors = errors_of(jobs_of(instance), instance.arrives, cores)
    decision = instance.decision(cores.astype(np.int64))
    bound = cheap_bound(instance)
    value = value_of(instance, errors)
    run.report(value, None if bound is None else bound.value, decision)
    if bound is None:
        return Answer(decision=decision, stopped=run.stopped)
    return bound.answer(decision, stopped=run.stopped)
