"""Model of eviction: a multidimensional covering knapsack of minimum total temperature.

Eigen (Alibaba Cloud, PVLDB 16(12), 2023), section 5.2, states the preference only in words.
"""

import numpy as np
import pyomo.core as pyo

from ..core.outcome import Decision
from ..core.records import column
from ..core.words import Said, Words, demand, number, simply
from ..instances.eviction import Eviction
from .algebra import Relation, Variables, chosen, dot, model_builder, set_values


def model_size(instance: Eviction) -> tuple[int, int]:
    """Return upper bounds on the numbers of variables and nonzeros of the model."""
    residents = len(instance.residents)
    return residents, residents * len(instance.need)


@model_builder
def build_model(instance: Eviction, *, every: bool = False) -> pyo.ConcreteModel:
    """Build the binary program over residents, with one variable per resident.

    With ``every`` (for `explain`) the amounts to free are in the units of the instance file, and
    rows keep the residents that must stay.
    """
    heat = np.array([float(temperature) for temperature in instance.temperatures])
    need, freed = instance.need, np.minimum(instance.frees, instance.need)
    if every:
        need = np.array([float(amount) for amount in instance.missing.values()])
        freed = np.array(column(instance.residents, "demand"))[:, list(instance.missing)]
    model = pyo.ConcreteModel(name=instance.name)
    model.RESIDENTS = pyo.Set(initialize=column(instance.residents, "name"))
    model.MISSING = pyo.RangeSet(0, len(need) - 1)
    model.x = Variables(
        model.RESIDENTS,
        domain=pyo.Binary,
        upper=1.0 if every else instance.may_leave.astype(float),
        doc="x_i: 1 where resident i leaves",
    )

    # (1) min Σ T_i x_i
    @model.Objective(sense=pyo.minimize)
    def temperature(model: pyo.ConcreteModel) -> pyo.Expression:
        """Minimise the total temperature of the evicted residents."""
        return dot(heat, model.x)

    # (2), (3) Σ min(A_ir, need_r) x_i >= need_r
    @model.Constraint(model.MISSING)
    def room(model: pyo.ConcreteModel, r: int) -> Relation:
        """Evicted residents free the needed amount; each counts for at most this amount."""
        return dot(freed[:, r], model.x) >= need[r]

    return _with_stays(model, instance) if every else model


def _with_stays(model: pyo.ConcreteModel, instance: Eviction) -> pyo.ConcreteModel:
    # x_i = 0 for residents that are kept
    @model.Constraint([resident.name for resident in instance.residents if resident.keep])
    def stays(model: pyo.ConcreteModel, i: str) -> Relation:
        """A resident that must stay is not evicted."""
        return model.x[i] <= 0

    return model


def words(instance: Eviction) -> Words:
    """Return the texts of the constraints for `explain`: residents that stay, amounts to free."""
    missing = [(instance.resources[r], amount) for r, amount in instance.missing.items()]

    def need(k: int) -> Said:
        name, amount = missing[k]
        words = f"{number(amount)} must become free"
        return demand("need", name, amount, "", f" of {name} must become free", words)

    return {"stays": lambda i: Said("stays", i, "", simply(f"{i} may leave")), "room": need}


def decision_of(model: pyo.ConcreteModel) -> Decision:
    """Return the decision from the variable values of a solved model."""
    names = list(model.RESIDENTS)
    return {"evict": [names[i] for i in np.flatnonzero(chosen(model.x)).tolist()]}


def set_start(model: pyo.ConcreteModel, decision: Decision) -> None:
    """Set the variables to the values of a decision, as a warm start."""
    evicted = set(decision["evict"])
    set_values(model.x, [name in evicted for name in model.RESIDENTS])
