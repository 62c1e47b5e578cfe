"""Model of utility: an integer program of cores per job, for the total gain or the worst loss.

Stafman, "Utility Scheduling for Multi-Tenant Clusters" (Princeton, 2019), 3.3.3 and 4.3.7.  The
programs there are stated over integers a_j, the cores of job j; here a binary x_ja means a_j = a,
because gains and losses (of the models that jobs train) may be any function of the cores.
"""

import numpy as np
import pyomo.core as pyo

from ..core.arrays import FloatArray
from ..core.outcome import Decision
from ..core.words import Words, demand, limit
from ..instances.utility import Utility
from .algebra import Relation, Variables, chosen, dot, model_builder, padded, set_values, total


def model_size(instance: Utility) -> tuple[int, int]:
    """Return upper bounds on the numbers of variables and nonzeros of the model."""
    amounts = sum(len(value) for value in instance.values)
    return amounts + 1, 3 * amounts + len(instance.values)


@model_builder
def build_model(instance: Utility, *, every: bool = False) -> pyo.ConcreteModel:
    """Build the integer program of section 3.3.3 for the objective of the instance.

    With ``every`` (for `explain`) a job may have fewer cores than its minimum; a row forbids it.
    """
    value = padded(instance.values)  # weighted gains or losses, from 0 cores on
    if not every:
        value[np.arange(value.shape[1]) < instance.least[:, None]] = np.nan
    model = _model(instance, value)
    if every:
        _least_cores(model, instance)
    if instance.objective == "max-sum":
        _maximise_sum(model, value)
    else:
        _minimise_worst(model, value)
    return model


def _model(instance: Utility, value: FloatArray) -> pyo.ConcreteModel:
    model = pyo.ConcreteModel(name=instance.name)
    model.JOBS = pyo.Set(initialize=[job.name for job in instance.jobs])
    model.AMOUNTS = pyo.RangeSet(0, value.shape[1] - 1)
    model.x = Variables(
        model.JOBS,
        model.AMOUNTS,
        where=~np.isnan(value),
        domain=pyo.Binary,
        doc="x_ja: job j gets a cores",
    )

    # a_j is one integer
    @model.Constraint(model.JOBS)
    def one_amount(model: pyo.ConcreteModel, j: str) -> Relation:
        """A job gets exactly one number of cores within its bounds."""
        return total(model.x[j]) == 1

    # 3.3.3: Σ_j a_j <= C
    @model.Constraint()
    def cores(model: pyo.ConcreteModel) -> Relation:
        """The jobs together get no more than the cores of the cluster."""
        return dot(model.AMOUNTS, model.x) <= instance.cores

    return model


def _least_cores(model: pyo.ConcreteModel, instance: Utility) -> None:
    least = dict(zip(model.JOBS, instance.least.tolist(), strict=True))

    # a_j >= m_j
    @model.Constraint(model.JOBS)
    def least_cores(model: pyo.ConcreteModel, j: str) -> Relation:
        """A job gets at least its minimum number of cores."""
        return dot(model.AMOUNTS, model.x[j]) >= least[j]


def words(instance: Utility) -> Words:
    """Return the texts of the constraints for `explain`: all cores, and each job's minimum."""
    cores, least = instance.cores, {job.name: job.min_cores for job in instance.jobs}
    return {
        "cores": lambda _: limit("cores", "", cores, "", " cores", f"{cores} in total"),
        "least_cores": lambda j: demand(
            "min_cores", j, least[j], f"{j} needs only ", "", f"at least {least[j]}"
        ),
    }


def _maximise_sum(model: pyo.ConcreteModel, gain: FloatArray) -> None:
    # 3.3.3, first program: max Σ_j Loss_j(a_j, t) - Loss_j(a_j, t + T)
    @model.Objective(sense=pyo.maximize)
    def total_gain(model: pyo.ConcreteModel) -> pyo.Expression:
        """Maximise the weighted sum of the jobs' loss reductions."""
        return dot(gain, model.x)


def _minimise_worst(model: pyo.ConcreteModel, loss: FloatArray) -> None:
    loss_of = dict(zip(model.JOBS, loss, strict=True))
    model.l = pyo.Var(domain=pyo.NonNegativeReals, doc="the largest weighted loss")

    # 3.3.3, second program: min l
    @model.Objective(sense=pyo.minimize)
    def worst_loss(model: pyo.ConcreteModel) -> pyo.Expression:
        """Minimise the largest weighted loss of any job."""
        return model.l

    # 3.3.3, second program: Loss_j(a_j, t + T) <= l
    @model.Constraint(model.JOBS)
    def below_worst(model: pyo.ConcreteModel, j: str) -> Relation:
        """The weighted loss of every job is at most l, the largest weighted loss."""
        return dot(loss_of[j], model.x[j]) <= model.l


def decision_of(model: pyo.ConcreteModel) -> Decision:
    """Return the decision from the variable values of a solved model."""
    names = list(model.JOBS)
    return {"cores": {names[j]: a for j, a in np.argwhere(chosen(model.x)).tolist()}}


def set_start(model: pyo.ConcreteModel, decision: Decision) -> None:
    """Set the variables to the values of a decision, as a warm start."""
    cores = np.array([decision["cores"][j] for j in model.JOBS])
    set_values(model.x, cores[:, None] == np.arange(len(model.AMOUNTS)))
