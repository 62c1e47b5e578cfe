"""resource_plan as a multi-objective integer program: Eq. 4 of the stage optimizer.

Lyu et al., PVLDB 15(11), 2022, section 5.3.  The paper writes a vector of resource configurations;
here a binary x_io says that instance i uses its option o.
"""

from __future__ import annotations

import pyomo.environ as pyo
from pyomo.common.gc_manager import PauseGC
from pyomo.core.expr import LinearExpression

from ..core.goals import Largest
from ..core.outcome import Decision
from ..instances.resource_plan import ResourcePlan


def build_model(instance: ResourcePlan) -> pyo.ConcreteModel:
    """Return the integer program of Eq. 4, with the first of its objectives active."""
    with PauseGC():
        model = _model(instance)
        for name in instance.names[1:]:
            model.objective[name].deactivate()
        return model


def _model(instance: ResourcePlan) -> pyo.ConcreteModel:
    table = instance.options
    start, sizes = table.start.tolist(), table.sizes.tolist()
    columns = dict(zip(instance.names, table.values.T, strict=True))
    largest = [instance.names[k] for k in instance.having("max")]
    model = pyo.ConcreteModel(name=instance.name)
    model.INSTANCES = pyo.RangeSet(0, table.instances - 1)
    model.OPTIONS = pyo.Set(
        dimen=2, initialize=[(i, o) for i, size in enumerate(sizes) for o in range(size)]
    )
    model.MAXIMA = pyo.Set(initialize=largest)
    model.OBJECTIVES = pyo.Set(initialize=instance.names)
    model.x = pyo.Var(model.OPTIONS, domain=pyo.Binary, doc="x_io: instance i uses its option o")
    model.F = pyo.Var(model.MAXIMA, domain=pyo.Reals, doc="F_k: the largest value of objective k")
    variables = list(model.x.values())

    # Eq. 4: one configuration Θ_i per instance
    @model.Constraint(model.INSTANCES)
    def one_option(_: pyo.ConcreteModel, i: int) -> tuple[int, LinearExpression, int]:
        """Every instance uses exactly one of its options."""
        chosen = variables[start[i] : start[i + 1]]
        return 1, LinearExpression(linear_coefs=[1] * len(chosen), linear_vars=chosen), 1

    # Eq. 4, g_k = max: F_k >= Σ_o f_iok x_io, one row per instance as exactly one x_io is 1
    @model.Constraint(model.MAXIMA, model.INSTANCES)
    def at_least(model: pyo.ConcreteModel, name: str, i: int) -> tuple[None, LinearExpression, int]:
        """A maximum is no less than the value of instance i."""
        chosen = variables[start[i] : start[i + 1]]
        values = columns[name][start[i] : start[i + 1]].tolist()
        return (
            None,
            LinearExpression(linear_coefs=[*values, -1], linear_vars=[*chosen, model.F[name]]),
            0,
        )

    # Eq. 4: min F_k, where g_k = sum: F_k = Σ_i Σ_o f_iok x_io
    @model.Objective(model.OBJECTIVES, sense=pyo.minimize)
    def objective(model: pyo.ConcreteModel, name: str) -> pyo.Expression:
        """Each objective is as small as the others allow."""
        if name in model.MAXIMA:
            return model.F[name]
        return LinearExpression(linear_coefs=columns[name].tolist(), linear_vars=variables)

    return model


def largest(model: pyo.ConcreteModel, instance: ResourcePlan) -> dict[str, Largest]:
    """Return, for each objective that is a maximum, the variables and values that make it up."""
    group = [i for i, _ in model.OPTIONS]
    return {
        instance.names[k]: Largest(
            variables=list(model.x.values()),
            values=instance.options.values[:, k],
            group=group,
            rows=[model.at_least[instance.names[k], i] for i in model.INSTANCES],
        )
        for k in instance.having("max")
    }


def decision_of(model: pyo.ConcreteModel) -> Decision:
    """Return the decision that the values of a solved model stand for."""
    option = [-1] * len(model.INSTANCES)
    for (i, o), variable in model.x.items():
        if variable.value is not None and variable.value > 0.5:
            option[i] = o
    return {"option": option}


def set_start(model: pyo.ConcreteModel, decision: Decision) -> None:
    """Give the model the values of a decision, to start from."""
    for (i, o), variable in model.x.items():
        variable.set_value(int(decision["option"][i] == o), skip_validation=True)
