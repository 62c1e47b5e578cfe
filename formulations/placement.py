"""Model of placement: an integer program for the bottleneck assignment of Eq. 3.

Lyu et al., "Fine-Grained Modeling and Optimization for Intelligent Resource Management in Big Data
Processing", PVLDB 15(11), 2022, section 5.2.  The paper minimises ``max B_ij L_ij``, where B_ij is
1 if instance i runs on machine j, and L_ij is its latency there; here a continuous T is this
maximum.  If a machine cannot run an instance, their pair has no variable.
"""

import numpy as np
import pyomo.core as pyo

from ..core.arrays import BoolArray, FloatArray
from ..core.outcome import Decision
from ..core.words import Said, Words, limit, simply
from ..instances.placement import Placement
from .algebra import Relation, Variables, chosen, dot, model_builder, set_values, total


def model_size(instance: Placement) -> tuple[int, int]:
    """Return upper bounds on the numbers of variables and nonzeros of the model."""
    pairs = instance.instances * instance.machines
    return pairs + 1, 3 * pairs + instance.instances


@model_builder
def build_model(
    instance: Placement, *, cutoff: float | None = None, every: bool = False
) -> pyo.ConcreteModel:
    """Build the integer program of Eq. 3.

    With a ``cutoff``, the value of a known plan, pairs with a greater latency have no variable,
    because no better plan contains them.  With ``every`` (for `explain`) all pairs have a variable;
    pairs that cannot run have latency 0, and rows forbid them.
    """
    latency = instance.dense_latency()
    usable = ~np.isnan(latency)
    if cutoff is not None:
        usable &= latency <= cutoff
    if not every:
        return _model(instance, latency, usable)
    model = _model(instance, np.nan_to_num(latency), np.ones_like(usable))
    _add_lists(model, usable)
    return model


def _model(instance: Placement, latency: FloatArray, usable: BoolArray) -> pyo.ConcreteModel:
    beta = instance.beta
    model = pyo.ConcreteModel(name=instance.name)
    model.INSTANCES = pyo.RangeSet(0, instance.instances - 1)
    model.MACHINES = pyo.RangeSet(0, instance.machines - 1)
    model.B = Variables(
        model.INSTANCES,
        model.MACHINES,
        where=usable,
        domain=pyo.Binary,
        doc="B_ij: instance i runs on machine j",
    )
    model.T = pyo.Var(domain=pyo.NonNegativeReals, doc="the stage latency")

    @model.Objective(sense=pyo.minimize)
    def stage_latency(model: pyo.ConcreteModel) -> pyo.Expression:
        """Eq. 3: minimise the completion time of the slowest instance."""
        return model.T

    # Eq. 3: Σ_j B_ij = 1
    @model.Constraint(model.INSTANCES)
    def assignment(model: pyo.ConcreteModel, i: int) -> Relation:
        """Every instance runs on exactly one machine."""
        return total(model.B[i]) == 1

    # Eq. 3: Σ_i B_ij <= β_j
    @model.Constraint(model.MACHINES)
    def capacity(model: pyo.ConcreteModel, j: int) -> Relation:
        """Machine j runs at most β_j instances, its capacity."""
        return total(model.B[:, j]) <= beta[j]

    # Eq. 3: T >= Σ_j L_ij B_ij, one row per instance because exactly one B_ij is 1
    @model.Constraint(model.INSTANCES)
    def slowest(model: pyo.ConcreteModel, i: int) -> Relation:
        """The stage ends no earlier than instance i."""
        return dot(latency[i], model.B[i]) <= model.T

    return model


def _add_lists(model: pyo.ConcreteModel, usable: BoolArray) -> None:
    # Σ_j B_ij = 0 over the machines j that cannot run instance i
    @model.Constraint(np.flatnonzero(~usable.all(axis=1)).tolist())
    def can_run(model: pyo.ConcreteModel, i: int) -> Relation:
        """An instance runs only on a machine that can run it."""
        return total(model.B[i, ~usable[i]]) <= 0


def words(instance: Placement) -> Words:
    """Return the texts of the constraints for `explain`: room, possible machines, instances."""
    usable = ~np.isnan(instance.dense_latency())

    def can_run(i: int) -> Said:
        there = np.flatnonzero(usable[i]).tolist()
        name = f"machine{'s' if len(there) > 1 else ''} {', '.join(map(str, there))}"
        change = simply(f"instance {i} can run elsewhere")
        return Said("can run on", str(i), name if there else "no machine", change)

    return {
        "capacity": lambda j: limit(
            "capacity", f"machine {j}", int(instance.beta[j]), f"machine {j} takes "
        ),
        "can_run": can_run,
        "assignment": lambda i: Said(
            "runs", str(i), "", simply(f"instance {i} does not run"), at_least=True
        ),
    }


def decision_of(model: pyo.ConcreteModel) -> Decision:
    """Return the decision from the variable values of a solved model."""
    used = chosen(model.B)
    return {"machine": np.where(used.any(axis=1), used.argmax(axis=1), -1).tolist()}


def set_start(model: pyo.ConcreteModel, decision: Decision) -> None:
    """Set the variables to the values of a decision, as a warm start."""
    machine = np.array(decision["machine"])
    set_values(model.B, machine[:, None] == np.arange(len(model.MACHINES)))
