"""eviction as a multidimensional knapsack cover: the coldest residents that free enough.

Eigen (Alibaba Cloud, PVLDB 16(12), 2023), section 5.2, gives the preference in words only.
"""

from __future__ import annotations

import pyomo.environ as pyo
from pyomo.common.gc_manager import PauseGC
from pyomo.core.expr import LinearExpression

from ..core.outcome import Decision
from ..instances.eviction import Eviction


def build_model(instance: Eviction) -> pyo.ConcreteModel:
    """Return the binary program over residents."""
    with PauseGC():
        return _model(instance)


def _model(instance: Eviction) -> pyo.ConcreteModel:
    names = [resident.name for resident in instance.residents]
    may_leave = dict(zip(names, instance.may_leave.tolist(), strict=True))
    heat = [float(temperature) for temperature in instance.temperatures]
    model = pyo.ConcreteModel(name=instance.name)
    model.RESIDENTS = pyo.Set(initialize=names)
    model.MISSING = pyo.RangeSet(0, len(instance.need) - 1)
    model.x = pyo.Var(
        model.RESIDENTS,
        domain=pyo.Binary,
        bounds=lambda _, i: (0, int(may_leave[i])),
        doc="x_i: 1 where resident i leaves",
    )

    # (1) min Σ T_i x_i
    @model.Objective(sense=pyo.minimize)
    def temperature(model: pyo.ConcreteModel) -> LinearExpression:
        """Those who leave are together as cold as possible."""
        return LinearExpression(constant=0, linear_coefs=heat, linear_vars=list(model.x.values()))

    # (2), (3) Σ min(A_ir, need_r) x_i >= need_r
    @model.Constraint(model.MISSING)
    def room(model: pyo.ConcreteModel, r: int) -> tuple[int, LinearExpression, None]:
        """Enough becomes free of every resource; nobody counts for more than is needed."""
        need = int(instance.need[r])
        freed = [min(need, amount) for amount in instance.frees[:, r].tolist()]
        total = LinearExpression(constant=0, linear_coefs=freed, linear_vars=list(model.x.values()))
        return need, total, None

    return model


def decision_of(model: pyo.ConcreteModel) -> Decision:
    """Return the decision that the values of a solved model stand for."""
    return {"evict": [name for name, choice in model.x.items() if (choice.value or 0) > 0.5]}


def set_start(model: pyo.ConcreteModel, decision: Decision) -> None:
    """Give the model the values of a decision, to start from."""
    evicted = set(decision["evict"])
    for name, choice in model.x.items():
        choice.set_value(int(name in evicted), skip_validation=True)
