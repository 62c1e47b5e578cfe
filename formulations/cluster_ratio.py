"""Model of cluster_ratio: a multiple-choice knapsack with one amount of containers per group.

Han et al., "Workload-Adaptive Configuration Tuning for Hierarchical Cloud Schedulers", IEEE TPDS
30(12), 2019, section 3.4.  The paper states Eq. 3 over ratios c_i^Ratio; here a binary x_ir means
that group i gets r of the R containers, so c_i^Ratio = r / R.  Below Eq. 3 the paper prints "Σ o_i
= 1" and means Σ c_i^Ratio; here this sum may be less than 1, because containers may remain unused.
"""

import numpy as np
import pyomo.core as pyo

from ..core.outcome import Decision
from ..core.words import Words, demand, limit
from ..instances.cluster_ratio import ClusterRatio
from .algebra import Relation, Variables, chosen, dot, model_builder, padded, set_values, total


def model_size(instance: ClusterRatio) -> tuple[int, int]:
    """Return upper bounds on the numbers of variables and nonzeros of the model."""
    amounts = sum(len(group.latency) for group in instance.groups)
    return amounts, 2 * amounts


@model_builder
def build_model(instance: ClusterRatio, *, every: bool = False) -> pyo.ConcreteModel:
    """Build the integer program of Eq. 3.

    With ``every`` (for `explain`) a group may have less than its minimum; a row forbids it.
    """
    names = [group.name for group in instance.groups]
    below = 0.0 if every else np.nan
    latency = padded([[*[below] * g.lower, *g.latency] for g in instance.groups])
    model = pyo.ConcreteModel(name=instance.name)
    model.GROUPS = pyo.Set(initialize=names)
    model.AMOUNTS = pyo.RangeSet(0, latency.shape[1] - 1)
    model.x = Variables(
        model.GROUPS,
        model.AMOUNTS,
        where=~np.isnan(latency),
        domain=pyo.Binary,
        doc="x_ir: group i gets r containers",
    )

    # Eq. 3: min Σ_i L*(o_i, R c_i^Ratio)
    @model.Objective(sense=pyo.minimize)
    def summed_latency(model: pyo.ConcreteModel) -> pyo.Expression:
        """Minimise the sum of the groups' latencies at their numbers of containers."""
        return dot(latency, model.x)

    # Eq. 3: c_i^Ratio ∈ C_i^Ratio
    @model.Constraint(model.GROUPS)
    def one_amount(model: pyo.ConcreteModel, i: str) -> Relation:
        """A group gets exactly one amount within its bounds."""
        return total(model.x[i]) == 1

    # below Eq. 3: Σ_i c_i^Ratio <= 1
    @model.Constraint()
    def containers(model: pyo.ConcreteModel) -> Relation:
        """All groups together get at most the containers of the cluster."""
        return dot(model.AMOUNTS, model.x) <= instance.containers

    return _with_least_amounts(model, instance) if every else model


def _with_least_amounts(model: pyo.ConcreteModel, instance: ClusterRatio) -> pyo.ConcreteModel:
    least = {group.name: group.lower for group in instance.groups}

    # Eq. 3: R c_i^Ratio >= r_i^Lower
    @model.Constraint(model.GROUPS)
    def least_amount(model: pyo.ConcreteModel, i: str) -> Relation:
        """A group gets at least its minimum amount."""
        return dot(model.AMOUNTS, model.x[i]) >= least[i]

    return model


def words(instance: ClusterRatio) -> Words:
    """Return the texts of the constraints for `explain`: all containers, each group's minimum."""
    most, least = instance.containers, {group.name: group.lower for group in instance.groups}
    together = f"at most {most} in total"
    return {
        "containers": lambda _: limit("containers", "", most, "", " containers", together),
        "least_amount": lambda i: demand(
            "lower", i, least[i], f"{i} needs only ", "", f"at least {least[i]}"
        ),
    }


def decision_of(model: pyo.ConcreteModel) -> Decision:
    """Return the decision from the variable values of a solved model."""
    names = list(model.GROUPS)
    return {"containers": {names[i]: r for i, r in np.argwhere(chosen(model.x)).tolist()}}


def set_start(model: pyo.ConcreteModel, decision: Decision) -> None:
    """Set the variables to the values of a decision, as a warm start."""
    amounts = np.array([decision["containers"][i] for i in model.GROUPS])
    set_values(model.x, amounts[:, None] == np.arange(len(model.AMOUNTS)))
