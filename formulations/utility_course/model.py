"""Model of utility_course: a mixed-integer program over all jobs and epochs.

Stafman, "Utility Scheduling for Multi-Tenant Clusters" (Princeton, 2019), 3.3 and 4.3, states one
program per epoch; here one program covers all epochs of a horizon.  Progress is counted in core
seconds, and a job's error falls along segments of progress, one per mini-batch.  With overhead (a
time per mini-batch that no core shortens) progress is counted in mini-batches instead, and every
number of cores is a separate choice, (11).
"""

import numpy as np
import pyomo.core as pyo

from ...core.arrays import FloatArray, IntArray
from ...core.faults import input_error
from ...core.outcome import Decision
from ...core.words import Said, Words, demand, limit
from ...instances.utility_course import UtilityCourse, errors_of, jobs_of
from ..algebra import Relation, Variables, dot, model_builder, set_values, total, values
from .objectives import (
    in_core_epochs,
    keeps_order,
    last_of,
    make_progress,
    minimise_mean_loss,
    minimise_time_to,
    rises,
    stay_within_level,
)


@model_builder
def build_model(instance: UtilityCourse, *, every: bool = False) -> pyo.ConcreteModel:
    """Build the program of the instance's objective; raise `InputError` if it is not linear.

    With ``every`` (for `explain`) the jobs' maximum cores are rows instead of bounds.
    """
    _refuse(instance)
    model = _courses(instance)
    if instance.has_overhead:
        _choose_cores(model, instance)
    _progress(model, instance)
    rising = any(rises(job) for job in instance.jobs)
    if rising or (instance.least > 0).any():
        _least_cores(model, instance)
    if rising:
        make_progress(model, instance)
    if instance.objective == "mean-loss":
        minimise_mean_loss(model, instance)
    else:
        minimise_time_to(model, instance)
        if rising:
            stay_within_level(model, instance)
    if every and not instance.has_overhead:
        _most_cores(model, instance)
    return model


def _refuse(instance: UtilityCourse) -> None:
    """Raise an error if the instance cannot be modelled by a linear program."""
    if instance.has_overhead and not instance.whole_cores:
        rule = "must be true in the exact model if there is overhead"
        raise input_error("whole_cores", rule, instance.whole_cores)
    for q, job in enumerate(instance.jobs):
        if instance.has_overhead and job.batch.growth > 0:
            rule = "must be 0 in the exact model if there is overhead; use another method"
            raise input_error(f"jobs[{q}].batch.growth", rule, job.batch.growth)
        if not rises(job) or in_core_epochs(instance):
            continue
        if instance.objective == "time-to":
            rule = "must not rise under time-to unless cores are whole and without overhead"
            raise input_error(f"jobs[{q}].error", rule)
        if instance.whole_batches:
            rule = "must not rise if whole_batches, unless cores are whole and without overhead"
            raise input_error(f"jobs[{q}].error", rule)


def _courses(instance: UtilityCourse) -> pyo.ConcreteModel:
    model = pyo.ConcreteModel(name=instance.name)
    model.instance = instance
    model.JOBS = pyo.Set(initialize=[job.name for job in instance.jobs])
    model.EPOCHS = pyo.RangeSet(0, instance.epochs - 1)
    active = np.arange(instance.epochs) >= instance.arrives[:, None]
    model.ACTIVE = pyo.Set(
        initialize=[
            (job.name, t) for job in instance.jobs for t in range(job.arrives, instance.epochs)
        ]
    )
    last = np.array([last_of(instance, job) for job in instance.jobs])
    # (7) 0 <= a_qt <= max_q
    model.a = Variables(
        model.JOBS,
        model.EPOCHS,
        where=active,
        domain=pyo.NonNegativeIntegers if instance.whole_cores else pyo.NonNegativeReals,
        upper=np.where(active, instance.most[:, None], 0).astype(float),
        doc="a_qt: cores of job q in epoch t",
    )
    model.y = Variables(
        model.JOBS,
        model.EPOCHS,
        where=active,
        lower=0,
        upper=np.where(active, last[:, None], 0.0),
        doc="y_qt: progress of job q at the end of epoch t",
    )

    # (6) Σ_q a_qt <= C
    @model.Constraint(model.EPOCHS)
    def cores(model: pyo.ConcreteModel, t: int) -> Relation:
        """The jobs together get no more than the cores of the cluster."""
        return total(model.a[:, t]) <= instance.cores

    return model


def _progress(model: pyo.ConcreteModel, instance: UtilityCourse) -> None:
    # (5) y_qt <= y_q,t-1 + T a_qt; with overhead + Σ_a φ_q(a) u_qta
    @model.Constraint(model.ACTIVE)
    def progress(model: pyo.ConcreteModel, q: str, t: int) -> Relation:
        """Progress is at most the previous epoch's progress plus the work of this epoch's cores."""
        before = model.y[q, t - 1] if (q, t - 1) in model.ACTIVE else 0.0
        if instance.has_overhead:
            return model.y[q, t] <= before + dot(model.grown[q], model.u[q, t])
        return model.y[q, t] <= before + instance.epoch * model.a[q, t]


def _choose_cores(model: pyo.ConcreteModel, instance: UtilityCourse) -> None:
    counts = np.arange(1, int(instance.most.max()) + 1)
    allowed = counts[None, :] <= instance.most[:, None]
    active = np.arange(instance.epochs) >= instance.arrives[:, None]
    model.COUNTS = pyo.Set(initialize=counts.tolist())
    model.u = Variables(
        model.JOBS,
        model.EPOCHS,
        model.COUNTS,
        where=active[:, :, None] & allowed[:, None, :],
        domain=pyo.Binary,
        doc="u_qta: 1 where job q has a cores in epoch t",
    )
    # φ_q(a) = T a / (base + overhead a)
    model.grown = {
        job.name: instance.epoch * counts / (job.batch.base + job.batch.overhead * counts)
        for job in instance.jobs
    }

    # (11) a_qt = Σ_a a u_qta
    @model.Constraint(model.ACTIVE)
    def chosen_cores(model: pyo.ConcreteModel, q: str, t: int) -> Relation:
        """The cores of a job equal the chosen number."""
        return dot(counts, model.u[q, t]) == model.a[q, t]

    # (11) Σ_a u_qta <= 1
    @model.Constraint(model.ACTIVE)
    def one_number(model: pyo.ConcreteModel, q: str, t: int) -> Relation:
        """At most one number of cores is chosen."""
        return total(model.u[q, t]) <= 1


def _least_cores(model: pyo.ConcreteModel, instance: UtilityCourse) -> None:
    active = np.arange(instance.epochs) >= instance.arrives[:, None]
    model.d = Variables(
        model.JOBS,
        model.EPOCHS,
        where=active,
        domain=pyo.Binary,
        doc="d_qt: 1 where job q has ended by the end of epoch t",
    )
    last = {job.name: last_of(instance, job) for job in instance.jobs}
    least = {job.name: job.min_cores for job in instance.jobs}

    # (9) y_qt >= total_q d_qt
    @model.Constraint(model.ACTIVE)
    def ended(model: pyo.ConcreteModel, q: str, t: int) -> Relation:
        """A job counts as ended only if all of its mini-batches have ended."""
        return model.y[q, t] >= last[q] * model.d[q, t]

    # (9) a_qt >= min_q (1 - d_q,t-1)
    @model.Constraint(model.ACTIVE)
    def at_least(model: pyo.ConcreteModel, q: str, t: int) -> Relation:
        """A running job has at least its minimum number of cores."""
        if (q, t - 1) not in model.ACTIVE:
            return model.a[q, t] >= least[q]
        return model.a[q, t] >= least[q] - least[q] * model.d[q, t - 1]


def decision_of(model: pyo.ConcreteModel) -> Decision:
    """Return the decision from the variable values of a solved model."""
    instance: UtilityCourse = model.instance
    found = np.nan_to_num(values(model.a))
    cores = np.rint(found) if instance.whole_cores else np.floor(found * 1e9 + 0.5) / 1e9
    return dict(instance.decision(cores_in_use(instance, cores)))


def cores_in_use(instance: UtilityCourse, cores: FloatArray) -> IntArray | FloatArray:
    """Return cores (jobs x epochs) with 0 for jobs that have ended."""
    kept = np.array(cores, dtype=np.float64)
    errors_of(jobs_of(instance), instance.arrives, kept)
    return kept.astype(np.int64) if instance.whole_cores else kept


def set_start(model: pyo.ConcreteModel, decision: Decision) -> None:
    """Set the variables to the cores of a decision, as a warm start."""
    cores = [decision["cores"][job.name] for job in model.instance.jobs]
    set_values(model.a, np.array(cores, dtype=float))


def model_size(instance: UtilityCourse) -> tuple[int, int]:
    """Return upper bounds on the numbers of variables and nonzeros of the model."""
    epochs = instance.epochs - instance.arrives  # the number of epochs of each job
    batches = np.array([job.batches for job in instance.jobs])
    rising = np.array([rises(job) for job in instance.jobs])
    pairs, rising_pairs = int(epochs.sum()), int(epochs[rising].sum())
    parts, rising_parts = int(epochs @ batches), int(epochs[rising] @ batches[rising])
    variables, nonzeros = 2 * pairs, 4 * pairs  # a, y: (5), (6)
    if instance.has_overhead:
        counts = epochs * instance.most.astype(int)
        variables += int(counts.sum())  # u: (5), (11)
        nonzeros += pairs + 3 * int(counts.sum()) + int(counts[rising].sum())
    if rising.any() or (instance.least > 0).any():
        variables += pairs  # d: (9)
        nonzeros += 4 * pairs + 4 * rising_pairs
    if instance.objective == "mean-loss":
        ordered = np.array([keeps_order(instance, job) for job in instance.jobs])
        whole = int(epochs[ordered] @ batches[ordered])
        variables += parts + whole  # δ, z: (4), (11)
        nonzeros += pairs + parts + 4 * whole + rising_pairs + 3 * rising_parts
    else:
        variables += pairs + rising_parts  # r, s: (10)
        nonzeros += 2 * pairs + rising_pairs + 5 * rising_parts
    return variables, nonzeros


def _most_cores(model: pyo.ConcreteModel, instance: UtilityCourse) -> None:
    most = {job.name: job.max_cores for job in instance.jobs if job.max_cores is not None}
    limited = [(q, t) for q, t in model.ACTIVE if q in most and most[q] < instance.cores]
    for pair in limited:
        model.a[pair].setub(instance.cores)

    # (7) a_qt <= max_q
    @model.Constraint(limited)
    def max_cores(model: pyo.ConcreteModel, q: str, t: int) -> Relation:
        """A job has at most its maximum number of cores."""
        return model.a[q, t] <= most[q]


def words(instance: UtilityCourse) -> Words:
    """Return the texts that `explain` prints for the limits on cores, the same in all epochs.

    The progress and the end of a job are definitions, and never part of a conflict.
    """
    cores, jobs = instance.cores, {job.name: job for job in instance.jobs}

    def most(at: tuple[str, int]) -> Said:
        name, top = at[0], float(jobs[at[0]].max_cores or 0)
        return limit("max_cores", name, top, f"{name} may have ", "", f"at most {top:g}")

    def least(at: tuple[str, int]) -> Said:
        name, low = at[0], jobs[at[0]].min_cores
        return demand("min_cores", name, low, f"{name} needs only ", "", f"at least {low}")

    return {
        "cores": lambda _: limit("cores", "", cores, "", " cores", f"{cores} in total"),
        "max_cores": most,
        "at_least": least,
    }
