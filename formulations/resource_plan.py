"""Model of resource_plan: a multi-objective integer program, Eq. 4 of the stage optimizer.

Lyu et al., PVLDB 15(11), 2022, section 5.3.  The paper writes a vector of resource configurations;
here a binary x_io is 1 if instance i uses its option (configuration) o.
"""

import numpy as np
import pyomo.core as pyo

from ..core.fronts import Largest
from ..core.outcome import Decision
from ..instances.resource_plan import ResourcePlan
from .algebra import Relation, Variables, chosen, dot, model_builder, padded, set_values, total


def model_size(instance: ResourcePlan) -> tuple[int, int]:
    """Return upper bounds on the numbers of variables and nonzeros of the model."""
    options = len(instance.options.values)
    return options + 1, options * (1 + len(instance.names))


@model_builder
def build_model(instance: ResourcePlan) -> pyo.ConcreteModel:
    """Build the integer program of Eq. 4, with its first objective active."""
    model = _model(instance)
    for name in instance.names[1:]:
        model.objective[name].deactivate()
    return model


def _model(instance: ResourcePlan) -> pyo.ConcreteModel:
    table = instance.options
    ends = table.start[1:-1]
    f = {
        name: padded(np.split(column, ends))
        for name, column in zip(instance.names, table.values.T, strict=True)
    }
    exists = np.arange(table.sizes.max()) < table.sizes[:, None]
    model = pyo.ConcreteModel(name=instance.name)
    model.INSTANCES = pyo.RangeSet(0, table.instances - 1)
    model.OPTIONS = pyo.RangeSet(0, exists.shape[1] - 1)
    model.MAXIMA = pyo.Set(initialize=[instance.names[k] for k in instance.having("max")])
    model.OBJECTIVES = pyo.Set(initialize=instance.names)
    model.x = Variables(
        model.INSTANCES,
        model.OPTIONS,
        where=exists,
        domain=pyo.Binary,
        doc="x_io: instance i uses its option o",
    )
    model.F = pyo.Var(model.MAXIMA, domain=pyo.Reals, doc="F_k: the largest value of objective k")

    # Eq. 4: one configuration Θ_i per instance
    @model.Constraint(model.INSTANCES)
    def one_option(model: pyo.ConcreteModel, i: int) -> Relation:
        """Every instance uses exactly one of its options."""
        return total(model.x[i]) == 1

    # Eq. 4, g_k = max: F_k >= Σ_o f_iok x_io, one row per instance as exactly one x_io is 1
    @model.Constraint(model.MAXIMA, model.INSTANCES)
    def at_least(model: pyo.ConcreteModel, k: str, i: int) -> Relation:
        """If objective k is a maximum over instances, its variable is at least the value for i."""
        return dot(f[k][i], model.x[i]) <= model.F[k]

    # Eq. 4: min F_k, where g_k = sum: F_k = Σ_i Σ_o f_iok x_io
    @model.Objective(model.OBJECTIVES, sense=pyo.minimize)
    def objective(model: pyo.ConcreteModel, k: str) -> pyo.Expression:
        """Minimise each objective."""
        return model.F[k] if k in model.MAXIMA else dot(f[k], model.x)

    return model


def max_objectives(model: pyo.ConcreteModel, instance: ResourcePlan) -> dict[str, Largest]:
    """Return, per objective that is a maximum, the choice variables and their values in it."""
    group = [i for i, _ in model.x]
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
    """Return the decision from the variable values of a solved model."""
    used = chosen(model.x)
    return {"option": np.where(used.any(axis=1), used.argmax(axis=1), -1).tolist()}


def set_start(model: pyo.ConcreteModel, decision: Decision) -> None:
    """Set the variables to the values of a decision, as a warm start."""
    option = np.array(decision["option"])
    set_values(model.x, option[:, None] == np.arange(len(model.OPTIONS)))
