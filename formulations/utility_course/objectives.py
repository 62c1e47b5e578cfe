"""The objectives of utility_course: errors along segments of progress, or times to a level."""

from __future__ import annotations

import numpy as np
import pyomo.core as pyo

from ...core.arrays import BoolArray, FloatArray
from ...core.decimals import as_written, steps
from ...instances.utility_course import CourseJob, UtilityCourse
from ..algebra import Relation, Variables, dot, total
from .rising import (
    exact_ends,
    fill_segments,
    in_core_epochs,
    rises,
    whole_epochs,
)

_CLOSE = 1e-9


def ends_of(instance: UtilityCourse, job: CourseJob) -> FloatArray:
    """Return the progress at which 0 … M mini-batches have ended."""
    return np.arange(job.batches + 1.0) if instance.has_overhead else job.work


def last_of(instance: UtilityCourse, job: CourseJob) -> float:
    """Return the progress at which a job has ended: for times in whole core epochs, rounded up."""
    if instance.objective == "time-to" and in_core_epochs(instance):
        return instance.epoch * whole_epochs(instance, exact_ends(job)[-1])
    return float(ends_of(instance, job)[-1])


def minimise_mean_loss(model: pyo.ConcreteModel, instance: UtilityCourse) -> None:
    most = max(job.batches for job in instance.jobs)
    model.SEGMENTS = pyo.RangeSet(1, most)
    active = np.arange(instance.epochs) >= instance.arrives[:, None]
    shape = (len(instance.jobs), instance.epochs, most)
    length, fall, used, ordered = _segment_arrays(instance, most)
    where = active[:, :, None] & used[:, None, :]
    model.part = Variables(
        model.JOBS,
        model.EPOCHS,
        model.SEGMENTS,
        where=where,
        lower=0,
        upper=np.broadcast_to(length[:, None, :], shape),
        doc="δ_qti: progress within mini-batch i by the end of epoch t",
    )
    _segments(model, instance, length, where & ordered[:, None, None])
    if any(rises(job) for job in instance.jobs):
        fill_segments(model, instance)
    rate = np.divide(fall, length, out=np.zeros_like(fall), where=length > 0)
    share = instance.share[:, None, None]
    falls = np.broadcast_to((share[:, 0] * rate)[:, None, :], shape)
    first = np.array([float(job.error[0]) for job in instance.jobs])
    most_loss = float((instance.share * first * (instance.epochs - instance.arrives)).sum())

    # (4) min Σ_qt w_q f_q(y_qt), with f_q in segments
    @model.Objective(sense=pyo.minimize)
    def mean_loss(model: pyo.ConcreteModel) -> pyo.Expression:
        """The errors at the ends of epochs are as small as possible, in the weighted mean."""
        if instance.whole_batches:
            return most_loss - dot(np.broadcast_to(share * fall[:, None, :], shape), model.z)
        return most_loss - dot(falls, model.part)


def _segment_arrays(
    instance: UtilityCourse, most: int
) -> tuple[FloatArray, FloatArray, BoolArray, BoolArray]:
    """Return width and fall of each job's segments, a mask of them, and the jobs in order."""
    jobs = len(instance.jobs)
    length, fall = np.zeros((jobs, most)), np.zeros((jobs, most))
    used, ordered = np.zeros((jobs, most), dtype=bool), np.zeros(jobs, dtype=bool)
    for q, job in enumerate(instance.jobs):
        ends = ends_of(instance, job)
        length[q, : job.batches] = steps(ends)
        fall[q, : job.batches] = -steps(job.error)
        used[q, : job.batches] = True
        ordered[q] = keeps_order(instance, job)
    return length, fall, used, ordered


def keeps_order(instance: UtilityCourse, job: CourseJob) -> bool:
    """Return whether a job's segments must be kept in order: a later one is steeper, or counted."""
    if rises(job) or instance.whole_batches:
        return True
    steepness = -steps(job.error) / steps(ends_of(instance, job))
    return bool((np.diff(steepness) > _CLOSE * np.abs(steepness).max()).any())


def _segments(
    model: pyo.ConcreteModel, instance: UtilityCourse, length: FloatArray, ordered: BoolArray
) -> None:
    # (4) y_qt >= Σ_i δ_qti
    @model.Constraint(model.ACTIVE)
    def in_segments(model: pyo.ConcreteModel, q: str, t: int) -> Relation:
        """Progress is made within mini-batches."""
        return model.y[q, t] >= total(model.part[q, t])

    if not ordered.any():
        return
    model.z = Variables(
        model.JOBS,
        model.EPOCHS,
        model.SEGMENTS,
        where=ordered,
        domain=pyo.Binary,
        doc="z_qti: 1 where mini-batch i has ended",
    )
    places = [
        (job.name, t, i)
        for q, job in enumerate(instance.jobs)
        for t in range(job.arrives, instance.epochs)
        for i in range(1, job.batches + 1)
        if ordered[q, t, i - 1]
    ]
    model.ORDERED = pyo.Set(initialize=places)
    size = {(job.name, i): length[q, i - 1] for q, job in enumerate(instance.jobs)
            for i in range(1, job.batches + 1)}  # fmt: skip

    # (11) δ_qti >= L_i z_qti
    @model.Constraint(model.ORDERED)
    def whole_segment(model: pyo.ConcreteModel, q: str, t: int, i: int) -> Relation:
        """A mini-batch has ended when all of it is done."""
        return model.part[q, t, i] >= size[q, i] * model.z[q, t, i]

    # (11) δ_q,t,i+1 <= L_i+1 z_qti
    @model.Constraint(model.ORDERED)
    def in_order(model: pyo.ConcreteModel, q: str, t: int, i: int) -> Relation:
        """Mini-batches are done one after the other."""
        if (q, i + 1) not in size:
            return pyo.Constraint.Skip
        return model.part[q, t, i + 1] <= size[q, i + 1] * model.z[q, t, i]


def minimise_time_to(model: pyo.ConcreteModel, instance: UtilityCourse) -> None:
    needs = {job.name: need_of(instance, job) for job in instance.jobs}
    active = np.arange(instance.epochs) >= instance.arrives[:, None]
    model.r = Variables(
        model.JOBS,
        model.EPOCHS,
        where=active,
        domain=pyo.Binary,
        upper=np.array([[needs[job.name] is not None] * instance.epochs for job in instance.jobs])
        .astype(float),
        doc="r_qt: 1 where job q has reached the level by the end of epoch t",
    )  # fmt: skip
    pairs, jobs = len(model.ACTIVE), len(instance.jobs)

    # (10) min Σ (1 - r_qt)
    @model.Objective(sense=pyo.minimize)
    def time_to(model: pyo.ConcreteModel) -> pyo.Expression:
        """The jobs reach the level as early as possible, in the mean."""
        return (instance.epoch / jobs) * (jobs + pairs) - (instance.epoch / jobs) * total(model.r)

    # (10) y_qt >= need_q r_qt
    @model.Constraint(model.ACTIVE)
    def reached(model: pyo.ConcreteModel, q: str, t: int) -> Relation:
        """A job has reached the level when it has made the progress that it needs."""
        return model.y[q, t] >= (needs[q] or 0.0) * model.r[q, t]


def need_of(instance: UtilityCourse, job: CourseJob) -> float | None:
    """Return the progress at which a job reaches the level; ``None`` if it never does."""
    i = instance.reached(job)
    if i is None:
        return None
    counted = in_core_epochs(instance)
    ends = exact_ends(job) if counted else [*map(as_written, ends_of(instance, job).tolist())]
    need = ends[i]
    if i > 0 and not instance.whole_batches:
        before, after = as_written(float(job.error[i - 1])), as_written(float(job.error[i]))
        level = (1 - as_written(instance.level)) * as_written(float(job.error[0]))
        need = ends[i - 1] + (before - level) / (before - after) * (ends[i] - ends[i - 1])
    return instance.epoch * whole_epochs(instance, need) if counted else float(need)
