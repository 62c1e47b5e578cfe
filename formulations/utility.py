"""utility as an integer program: one number of cores per job, for the sum or for the worst job.

Stafman, "Utility-based scheduling for approximate applications", sections 3.3.3 and 4.3.7.  The
programs there are stated over whole numbers a_j; here a binary x_ja stands for a_j = a, because
gains and losses may be any function of the cores.
"""

from __future__ import annotations

import pyomo.environ as pyo
from pyomo.common.gc_manager import PauseGC
from pyomo.core.expr import LinearExpression

from ..core.outcome import Decision
from ..instances.utility import Utility


def build_model(instance: Utility) -> pyo.ConcreteModel:
    """Return the integer program of section 3.3.3 for the objective of the instance."""
    with PauseGC():
        model = _model(instance)
        if instance.objective == "max-sum":
            _maximise_sum(model, instance)
        else:
            _minimise_worst(model, instance)
        return model


def _model(instance: Utility) -> pyo.ConcreteModel:
    amounts = {job.name: range(job.min_cores, job.max_cores + 1) for job in instance.jobs}
    model = pyo.ConcreteModel(name=instance.name)
    model.JOBS = pyo.Set(initialize=list(amounts))
    model.CHOICES = pyo.Set(dimen=2, initialize=[(j, a) for j in amounts for a in amounts[j]])
    model.x = pyo.Var(model.CHOICES, domain=pyo.Binary, doc="x_ja: job j gets a cores")

    # a_j is one whole number
    @model.Constraint(model.JOBS)
    def one_amount(model: pyo.ConcreteModel, j: str) -> tuple[int, LinearExpression, int]:
        """A job gets exactly one number of cores between its least and its most."""
        chosen = [model.x[j, a] for a in amounts[j]]
        return 1, _sum([1] * len(chosen), chosen), 1

    # 3.3.3: Σ_j a_j <= C
    @model.Constraint()
    def cores(model: pyo.ConcreteModel) -> tuple[None, LinearExpression, int]:
        """The jobs together get no more than the cores of the cluster."""
        return None, _sum([a for _, a in model.x], list(model.x.values())), instance.cores

    return model


def _maximise_sum(model: pyo.ConcreteModel, instance: Utility) -> None:
    gains = [
        value
        for job, values in zip(instance.jobs, instance.values, strict=True)
        for value in values[job.min_cores :].tolist()
    ]

    # 3.3.3, first program: max Σ_j Loss_j(a_j, t) - Loss_j(a_j, t + T)
    @model.Objective(sense=pyo.maximize)
    def total_gain(model: pyo.ConcreteModel) -> LinearExpression:
        """The weighted loss reductions of all jobs sum to as much as possible."""
        return _sum(gains, list(model.x.values()))


def _minimise_worst(model: pyo.ConcreteModel, instance: Utility) -> None:
    losses = {
        job.name: (job.min_cores, values[job.min_cores :].tolist())
        for job, values in zip(instance.jobs, instance.values, strict=True)
    }
    model.l = pyo.Var(domain=pyo.NonNegativeReals, doc="the largest weighted loss")

    # 3.3.3, second program: min l
    @model.Objective(sense=pyo.minimize)
    def worst_loss(model: pyo.ConcreteModel) -> pyo.Expression:
        """The largest weighted loss of any job is as small as possible."""
        return model.l

    # 3.3.3, second program: Loss_j(a_j, t + T) <= l
    @model.Constraint(model.JOBS)
    def below_worst(model: pyo.ConcreteModel, j: str) -> tuple[None, LinearExpression, int]:
        """No job has a larger weighted loss than l."""
        first, terms = losses[j]
        chosen = [model.x[j, first + k] for k in range(len(terms))]
        return None, _sum([*terms, -1], [*chosen, model.l]), 0


def _sum(coefficients: list[float], variables: list[pyo.Var]) -> LinearExpression:
    return LinearExpression(constant=0, linear_coefs=coefficients, linear_vars=variables)


def decision_of(model: pyo.ConcreteModel) -> Decision:
    """Return the decision that the values of a solved model stand for."""
    values = {choice: variable.value for choice, variable in model.x.items()}
    return {"cores": {j: a for (j, a), value in values.items() if value and value > 0.5}}


def set_start(model: pyo.ConcreteModel, decision: Decision) -> None:
    """Give the model the values of a decision, to start from."""
    cores = decision["cores"]
    for (j, a), choice in model.x.items():
        choice.set_value(int(cores[j] == a), skip_validation=True)
