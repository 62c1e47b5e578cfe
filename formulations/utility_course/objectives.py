"""The objectives of utility_course's model: the mean error, and the time to a level of error."""

from fractions import Fraction
from math import ceil

import numpy as np
import pyomo.core as pyo

from ...core.arrays import BoolArray, FloatArray
from ...core.decimals import as_written, steps
from ...instances.utility_course import CourseJob, UtilityCourse
from ..algebra import Relation, Variables, dot, total


def rises(job: CourseJob) -> bool:
    """Return whether the error of a job rises after some mini-batch."""
    return bool((np.diff(job.error) > 0).any())


def in_core_epochs(instance: UtilityCourse) -> bool:
    """Return whether progress before a job's end is in core epochs (one core for one epoch)."""
    return instance.whole_cores and not instance.has_overhead


def exact_ends(job: CourseJob) -> list[Fraction]:
    """Return the exact core seconds until 0, 1, …, M mini-batches have ended."""
    ends = [Fraction(0)]
    for i in range(1, job.batches + 1):
        ends.append(ends[-1] + as_written(job.batch.base) + as_written(job.batch.growth) * i)
    return ends


def whole_epochs(instance: UtilityCourse, work: Fraction) -> int:
    """Convert core seconds to core epochs (one core for one epoch), rounded up."""
    return ceil(work / as_written(instance.epoch))


def shortfalls(instance: UtilityCourse, job: CourseJob) -> list[float]:
    """Return, per mini-batch, the least work missing if integral core epochs do not end it."""
    epoch = as_written(instance.epoch)
    ends = exact_ends(job)
    return [float(end - (whole_epochs(instance, end) - 1) * epoch) for end in ends[1:]]


def spans_within_level(instance: UtilityCourse, job: CourseJob) -> list[tuple[int, int]]:
    """Return the spans of core epochs (first, last) in which a job's error is within its level."""
    ends, errors = exact_ends(job), [as_written(float(error)) for error in job.error]
    level = (1 - as_written(instance.level)) * errors[0]
    epoch, last = as_written(instance.epoch), whole_epochs(instance, ends[-1])
    spans: list[tuple[int, int]] = []
    i = 0
    for k in range(last + 1):
        while i < job.batches and ends[i + 1] <= k * epoch:
            i += 1
        error = errors[i]
        if i < job.batches and not instance.whole_batches:
            part = (k * epoch - ends[i]) / (ends[i + 1] - ends[i])
            error += part * (errors[i + 1] - errors[i])
        if error <= level:
            first = spans.pop()[0] if spans and spans[-1][1] == k - 1 else k
            spans.append((first, k))
    return spans


def make_progress(model: pyo.ConcreteModel, instance: UtilityCourse) -> None:
    """Add rows by which jobs with rising errors make all the progress that their cores allow."""
    most = {job.name: float(instance.most[q]) for q, job in enumerate(instance.jobs)}
    rising = {job.name for job in instance.jobs if rises(job)}
    model.RISING = pyo.Set(initialize=[(q, t) for q, t in model.ACTIVE if q in rising])

    # (5) y_qt >= y_q,t-1 + T a_qt unless the job has ended; with overhead + Σ_a φ_q(a) u_qta
    @model.Constraint(model.RISING)
    def all_progress(model: pyo.ConcreteModel, q: str, t: int) -> Relation:
        """A job that has not ended makes at least the progress that its cores allow."""
        before = model.y[q, t - 1] if (q, t - 1) in model.ACTIVE else 0.0
        if instance.has_overhead:
            grown = model.grown[q]
            added = sum(grown[k - 1] * model.u[q, t, k] for k in range(1, int(most[q]) + 1))
            return model.y[q, t] >= before + added - grown[int(most[q]) - 1] * model.d[q, t]
        spare = instance.epoch * most[q]
        return model.y[q, t] >= before + instance.epoch * model.a[q, t] - spare * model.d[q, t]


def fill_segments(model: pyo.ConcreteModel, instance: UtilityCourse) -> None:
    """Add rows by which the segments of a job with rising errors contain all of its progress."""

    # (4) y_qt <= Σ_i δ_qti
    @model.Constraint(model.RISING)
    def all_in_segments(model: pyo.ConcreteModel, q: str, t: int) -> Relation:
        """The segments contain all progress of a job, also progress that increases the error."""
        return model.y[q, t] <= total(model.part[q, t])

    if not instance.whole_batches:
        return
    lengths = {job.name: np.diff(job.work) for job in instance.jobs}
    lacks = {job.name: shortfalls(instance, job) for job in instance.jobs if rises(job)}

    # (11) δ_qti <= L_i - s_i (1 - z_qti)
    @model.Constraint(model.RISING, model.SEGMENTS)
    def counted_when_done(model: pyo.ConcreteModel, q: str, t: int, i: int) -> Relation:
        """A mini-batch counts as ended if all of its work is done."""
        if (q, t, i) not in model.ORDERED:
            return pyo.Constraint.Skip
        length, lack = float(lengths[q][i - 1]), lacks[q][i - 1]
        lack = min(lack, length)
        return model.part[q, t, i] <= length - lack + lack * model.z[q, t, i]


def stay_within_level(model: pyo.ConcreteModel, instance: UtilityCourse) -> None:
    """Add rows by which a job counts as within its level only while its error is low enough."""
    jobs = {job.name: job for job in instance.jobs}
    spans = {q: spans_within_level(instance, jobs[q]) for q in sorted({q for q, _ in model.RISING})}
    model.SPANS = pyo.Set(
        initialize=[(q, t, k) for q, t in model.RISING for k in range(len(spans[q]))]
    )
    most = max((len(span) for span in spans.values()), default=0)
    model.COUNTED_SPANS = pyo.RangeSet(0, most - 1)
    where = np.zeros((len(jobs), instance.epochs, most), dtype=bool)
    for q, name in enumerate(jobs):
        where[q, jobs[name].arrives :, : len(spans.get(name, ()))] = True
    model.s = Variables(
        model.JOBS,
        model.EPOCHS,
        model.COUNTED_SPANS,
        where=where,
        domain=pyo.Binary,
        doc="s_qtk: 1 where job q ends epoch t in the k-th span in which it is at its level",
    )
    last = {q: whole_epochs(instance, exact_ends(jobs[q])[-1]) for q in spans}

    # (10) r_qt <= Σ_k s_qtk
    @model.Constraint(model.RISING)
    def in_a_span(model: pyo.ConcreteModel, q: str, t: int) -> Relation:
        """A job within its level is in one of the spans."""
        inside = sum(model.s[q, t, k] for k in range(len(spans[q])))
        return model.r[q, t] <= inside

    # (10) y_qt >= T first_k s_qtk
    @model.Constraint(model.SPANS)
    def span_begun(model: pyo.ConcreteModel, q: str, t: int, k: int) -> Relation:
        """A job is in a span only if its progress has reached the start of the span."""
        return model.y[q, t] >= instance.epoch * spans[q][k][0] * model.s[q, t, k]

    # (10) y_qt <= T last_k s_qtk + T K_q (1 - s_qtk)
    @model.Constraint(model.SPANS)
    def span_not_left(model: pyo.ConcreteModel, q: str, t: int, k: int) -> Relation:
        """A job is in a span only if its progress has not passed the end of the span."""
        beyond = last[q] - spans[q][k][1]
        return model.y[q, t] <= instance.epoch * (last[q] - beyond * model.s[q, t, k])


_CLOSE = 1e-9


def ends_of(instance: UtilityCourse, job: CourseJob) -> FloatArray:
    """Return the progress at which 0, 1, …, M mini-batches of a job have ended."""
    return np.arange(job.batches + 1.0) if instance.has_overhead else job.work


def last_of(instance: UtilityCourse, job: CourseJob) -> float:
    """Return the progress at which a job ends, rounded up if progress counts core epochs."""
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
        """Minimise the weighted mean of the errors at the ends of epochs."""
        if instance.whole_batches:
            return most_loss - dot(np.broadcast_to(share * fall[:, None, :], shape), model.z)
        return most_loss - dot(falls, model.part)


def _segment_arrays(
    instance: UtilityCourse, most: int
) -> tuple[FloatArray, FloatArray, BoolArray, BoolArray]:
    """Return width, fall of error and existence (jobs x segments), and `keeps_order` per job."""
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
    """Return whether a job needs rows that fill its segments in order."""
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
        """The progress in all segments is at most the progress of the job."""
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
        """A mini-batch counts as ended only if all of its work is done."""
        return model.part[q, t, i] >= size[q, i] * model.z[q, t, i]

    # (11) δ_q,t,i+1 <= L_i+1 z_qti
    @model.Constraint(model.ORDERED)
    def in_order(model: pyo.ConcreteModel, q: str, t: int, i: int) -> Relation:
        """A mini-batch begins only after the previous mini-batch has ended."""
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
        """Minimise the mean time at which the jobs reach the level."""
        return (instance.epoch / jobs) * (jobs + pairs) - (instance.epoch / jobs) * total(model.r)

    # (10) y_qt >= need_q r_qt
    @model.Constraint(model.ACTIVE)
    def reached(model: pyo.ConcreteModel, q: str, t: int) -> Relation:
        """A job has reached the level only if it has made the necessary progress."""
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
