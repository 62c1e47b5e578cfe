"""Errors that rise: progress can do harm, so that the model may not make less than the cores do."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

import numpy as np
import pyomo.core as pyo

from ...core.decimals import as_written
from ...instances.utility_course import CourseJob, UtilityCourse
from ..algebra import Relation, Variables, total


def rises(job: CourseJob) -> bool:
    """Return whether the error of a job rises after some mini-batch."""
    return bool((np.diff(job.error) > 0).any())


def in_core_epochs(instance: UtilityCourse) -> bool:
    """Return whether progress is a whole number of cores times epochs, until the last one."""
    return instance.whole_cores and not instance.has_overhead


def exact_ends(job: CourseJob) -> list[Fraction]:
    """Return the core seconds until 0 … M mini-batches have ended, of the decimals of the file."""
    ends = [Fraction(0)]
    for i in range(1, job.batches + 1):
        ends.append(ends[-1] + as_written(job.batch.base) + as_written(job.batch.growth) * i)
    return ends


def whole_epochs(instance: UtilityCourse, work: Fraction) -> int:
    """Return the least number of core epochs in which some core seconds are done."""
    return ceil(work / as_written(instance.epoch))


def shortfalls(instance: UtilityCourse, job: CourseJob) -> list[float]:
    """Return how much every mini-batch lacks at least, as long as it has not ended."""
    epoch = as_written(instance.epoch)
    ends = exact_ends(job)
    return [float(end - (whole_epochs(instance, end) - 1) * epoch) for end in ends[1:]]


def spans_within_level(instance: UtilityCourse, job: CourseJob) -> list[tuple[int, int]]:
    """Return the first and last core epochs of all spans in which a job is within its level."""
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
    """Let the jobs whose errors rise make all the progress that their cores make."""
    most = {job.name: float(instance.most[q]) for q, job in enumerate(instance.jobs)}
    rising = {job.name for job in instance.jobs if rises(job)}
    model.RISING = pyo.Set(initialize=[(q, t) for q, t in model.ACTIVE if q in rising])

    # (5) y_qt >= y_q,t-1 + T a_qt unless the job has ended; with overhead + Σ_a φ_q(a) u_qta
    @model.Constraint(model.RISING)
    def all_progress(model: pyo.ConcreteModel, q: str, t: int) -> Relation:
        """Cores make progress, wanted or not, as long as the job runs."""
        before = model.y[q, t - 1] if (q, t - 1) in model.ACTIVE else 0.0
        if instance.has_overhead:
            grown = model.grown[q]
            added = sum(grown[k - 1] * model.u[q, t, k] for k in range(1, int(most[q]) + 1))
            return model.y[q, t] >= before + added - grown[int(most[q]) - 1] * model.d[q, t]
        spare = instance.epoch * most[q]
        return model.y[q, t] >= before + instance.epoch * model.a[q, t] - spare * model.d[q, t]


def fill_segments(model: pyo.ConcreteModel, instance: UtilityCourse) -> None:
    """Let all progress of the jobs whose errors rise count in their segments."""

    # (4) y_qt <= Σ_i δ_qti
    @model.Constraint(model.RISING)
    def all_in_segments(model: pyo.ConcreteModel, q: str, t: int) -> Relation:
        """Progress that does harm counts as well."""
        return model.y[q, t] <= total(model.part[q, t])

    if not instance.whole_batches:
        return
    lengths = {job.name: np.diff(job.work) for job in instance.jobs}
    lacks = {job.name: shortfalls(instance, job) for job in instance.jobs if rises(job)}

    # (11) δ_qti <= L_i - s_i (1 - z_qti)
    @model.Constraint(model.RISING, model.SEGMENTS)
    def counted_when_done(model: pyo.ConcreteModel, q: str, t: int, i: int) -> Relation:
        """A mini-batch that is done has ended, wanted or not."""
        if (q, t, i) not in model.ORDERED:
            return pyo.Constraint.Skip
        length, lack = float(lengths[q][i - 1]), lacks[q][i - 1]
        lack = min(lack, length)
        return model.part[q, t, i] <= length - lack + lack * model.z[q, t, i]


def stay_within_level(model: pyo.ConcreteModel, instance: UtilityCourse) -> None:
    """Count a job as within its level only in the spans of progress where it is."""
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
        doc="s_qtk: 1 where job q is in span k within its level at the end of epoch t",
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
        """A span begins with some progress."""
        return model.y[q, t] >= instance.epoch * spans[q][k][0] * model.s[q, t, k]

    # (10) y_qt <= T last_k s_qtk + T K_q (1 - s_qtk)
    @model.Constraint(model.SPANS)
    def span_not_left(model: pyo.ConcreteModel, q: str, t: int, k: int) -> Relation:
        """More progress leaves the span again."""
        beyond = last[q] - spans[q][k][1]
        return model.y[q, t] <= instance.epoch * (last[q] - beyond * model.s[q, t, k])
