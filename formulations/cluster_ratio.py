"""cluster_ratio as a multiple-choice knapsack: one amount per group, at the least summed latency.

Han et al., "Workload-Adaptive Configuration Tuning for Hierarchical Cloud Schedulers", IEEE TPDS
30(12), 2019, section 3.4.  The paper states Eq. 3 over ratios c_i^Ratio; here a binary x_ir stands
for c_i^Ratio = r / R.  Below Eq. 3 the paper prints "Σ o_i = 1", where Σ c_i^Ratio is meant; it
may be less than 1, because containers may be left over.
"""

from __future__ import annotations

import pyomo.environ as pyo
from pyomo.common.gc_manager import PauseGC
from pyomo.core.expr import LinearExpression

from ..core.outcome import Decision
from ..instances.cluster_ratio import ClusterRatio


def build_model(instance: ClusterRatio) -> pyo.ConcreteModel:
    """Return the integer program of Eq. 3."""
    with PauseGC():
        return _model(instance)


def _model(instance: ClusterRatio) -> pyo.ConcreteModel:
    groups = {group.name: group for group in instance.groups}
    amounts = {name: range(group.lower, group.upper + 1) for name, group in groups.items()}
    model = pyo.ConcreteModel(name=instance.name)
    model.GROUPS = pyo.Set(initialize=list(groups))
    model.CHOICES = pyo.Set(
        dimen=2, initialize=[(name, r) for name in groups for r in amounts[name]]
    )
    model.x = pyo.Var(model.CHOICES, domain=pyo.Binary, doc="x_ir: group i gets r containers")
    latencies = [cost for group in groups.values() for cost in group.latency.tolist()]

    # Eq. 3: min Σ_i L*(o_i, R c_i^Ratio)
    @model.Objective(sense=pyo.minimize)
    def summed_latency(model: pyo.ConcreteModel) -> LinearExpression:
        """The best latencies of all groups sum to as little as possible."""
        return LinearExpression(
            constant=0, linear_coefs=latencies, linear_vars=list(model.x.values())
        )

    # Eq. 3: c_i^Ratio ∈ C_i^Ratio
    @model.Constraint(model.GROUPS)
    def one_amount(model: pyo.ConcreteModel, i: str) -> tuple[int, LinearExpression, int]:
        """A group gets exactly one amount within its bounds."""
        chosen = [model.x[i, r] for r in amounts[i]]
        total = LinearExpression(constant=0, linear_coefs=[1] * len(chosen), linear_vars=chosen)
        return 1, total, 1

    # below Eq. 3: Σ_i c_i^Ratio <= 1
    @model.Constraint()
    def containers(model: pyo.ConcreteModel) -> tuple[None, LinearExpression, int]:
        """The groups together get no more than the containers of the cluster."""
        counts = [r for _, r in model.x]
        used = LinearExpression(constant=0, linear_coefs=counts, linear_vars=list(model.x.values()))
        return None, used, instance.containers

    return model


def decision_of(model: pyo.ConcreteModel) -> Decision:
    """Return the decision that the values of a solved model stand for."""
    values = {choice: variable.value for choice, variable in model.x.items()}
    return {"containers": {i: r for (i, r), value in values.items() if value and value > 0.5}}


def set_start(model: pyo.ConcreteModel, decision: Decision) -> None:
    """Give the model the values of a decision, to start from."""
    amounts = decision["containers"]
    for (i, r), choice in model.x.items():
        choice.set_value(int(amounts[i] == r), skip_validation=True)
