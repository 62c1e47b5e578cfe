"""Model of stage: a multi-objective integer program, Definition 5.2 of the stage optimizer.

Lyu et al., PVLDB 15(11), 2022, section 5.1.  The product of B_ij (instance i on machine j) and
Θ_i (resources of i) is linear here, because a binary x_ijk chooses machine j and configuration k
together.  A choice with which the instance cannot run, or that does not fit on the empty machine,
has no variable.
"""

import math
from collections.abc import Sequence

import numpy as np
import pyomo.core as pyo

from ..core.arrays import BoolArray, FloatArray
from ..core.fronts import Largest
from ..core.outcome import Decision
from ..core.words import Said, Words, limit, names, simply
from ..instances.stage import Stage
from .algebra import Relation, Variables, chosen, dot, model_builder, set_values, total


def model_size(instance: Stage) -> tuple[int, int]:
    """Return upper bounds on the numbers of variables and nonzeros of the model."""
    choices = math.prod(instance.shape)
    rows = 2 + instance.available.shape[1] + (instance.max_per_machine is not None)
    return choices + 1, rows * choices + instance.instances


@model_builder
def build_model(
    instance: Stage, *, machine: Sequence[int] | None = None, every: bool = False
) -> pyo.ConcreteModel:
    """Build the integer program of Def. 5.2, with latency as its active objective.

    If the ``machine`` of every instance is given, the program chooses only configurations (Eq. 9 of
    appendix A).  With ``every`` (for `explain`) all choices have a variable, and rows forbid those
    that cannot run.
    """
    seconds = _seconds(instance)
    if every:
        model = _model(instance, np.nan_to_num(seconds), np.ones(seconds.shape, dtype=np.bool_))
        _add_lists(model, ~np.isnan(seconds))
        return model
    usable = ~np.isnan(seconds) & instance.fits.T[None, :, :]
    if machine is not None:
        usable &= np.arange(instance.machines)[None, :, None] == np.array(machine)[:, None, None]
    return _model(instance, seconds, usable)


def _seconds(instance: Stage) -> FloatArray:
    """Return the latencies as an array (instances x machines x configurations)."""
    return instance.dense_latency().transpose(0, 2, 1)


def _model(instance: Stage, seconds: FloatArray, usable: BoolArray) -> pyo.ConcreteModel:
    cost = seconds * instance.price
    theta, available, alpha = instance.configurations, instance.available, instance.max_per_machine
    model = pyo.ConcreteModel(name=instance.name)
    model.INSTANCES = pyo.RangeSet(0, instance.instances - 1)
    model.MACHINES = pyo.RangeSet(0, instance.machines - 1)
    model.CONFIGURATIONS = pyo.RangeSet(0, len(theta) - 1)
    model.RESOURCES = pyo.RangeSet(0, available.shape[1] - 1)
    model.OBJECTIVES = pyo.Set(initialize=["latency", "cost"])
    model.x = Variables(
        model.INSTANCES,
        model.MACHINES,
        model.CONFIGURATIONS,
        where=usable,
        domain=pyo.Binary,
        doc="x_ijk: instance i on machine j with configuration k",
    )
    model.L = pyo.Var(domain=pyo.NonNegativeReals, doc="the stage latency")

    # Def. 5.2: Σ_j B_ij = 1, and one Θ_i
    @model.Constraint(model.INSTANCES)
    def one_choice(model: pyo.ConcreteModel, i: int) -> Relation:
        """Every instance runs on one machine with one configuration."""
        return total(model.x[i]) == 1

    # Def. 5.2: Σ_i B_ij Θ_i^r <= U_j^r
    @model.Constraint(model.MACHINES, model.RESOURCES)
    def capacity(model: pyo.ConcreteModel, j: int, r: int) -> Relation:
        """The instances on machine j take at most its capacity of resource r."""
        return dot(theta[:, r], model.x[:, j]) <= available[j, r]

    if alpha is not None:
        # Eq. 3 and 8: Σ_i B_ij <= α
        @model.Constraint(model.MACHINES)
        def places(model: pyo.ConcreteModel, j: int) -> Relation:
            """Machine j runs at most α instances, the limit of the instance file."""
            return total(model.x[:, j]) <= alpha

    # Def. 5.2: L >= Σ_jk f(i, k, j) x_ijk, one row per instance as exactly one x_ijk is 1
    @model.Constraint(model.INSTANCES)
    def at_least(model: pyo.ConcreteModel, i: int) -> Relation:
        """The latency of the stage is at least that of instance i."""
        return dot(seconds[i], model.x[i]) <= model.L

    # Def. 5.2: min L and min C = Σ_ijk f(i, k, j) (w·Θ_k) x_ijk
    @model.Objective(model.OBJECTIVES, sense=pyo.minimize)
    def objective(model: pyo.ConcreteModel, name: str) -> pyo.Expression:
        """Minimise the stage's latency and its cost."""
        return model.L if name == "latency" else dot(cost, model.x)

    model.objective["cost"].deactivate()
    return model


def _add_lists(model: pyo.ConcreteModel, usable: BoolArray) -> None:
    # Σ_jk x_ijk = 0 over the choices that cannot run
    @model.Constraint(np.flatnonzero(~usable.all(axis=(1, 2))).tolist())
    def can_run(model: pyo.ConcreteModel, i: int) -> Relation:
        """An instance runs only on a possible machine with a possible configuration."""
        return dot(~usable[i], model.x[i]) <= 0


def words(instance: Stage) -> Words:
    """Return the texts of the constraints for `explain`: machines, possible choices, instances."""
    count = instance.instances
    own = (
        [str(i) for i in range(count)]
        if instance.instance_names is None
        else instance.instance_names
    )
    numbers = [str(j) for j in range(instance.machines)]
    machines = [f"machine {name}" for name in instance.machine_names or numbers]
    usable, places = ~np.isnan(_seconds(instance)), instance.max_per_machine
    several = instance.available.shape[1] > 1

    def capacity(at: tuple[int, int]) -> Said:
        j, r = at
        member = f"{machines[j]} resource {r}" if several else machines[j]
        return limit("available", member, float(instance.available[j, r]), f"{member} has ")

    def can_run(i: int) -> Said:
        there = np.flatnonzero(usable[i].any(axis=1)).tolist()
        listed = names([machines[j] for j in there], "machines", "no machine")
        if not usable[i, there].all():
            listed = f"{listed}, with {int(usable[i].sum())} of {usable[i].size} choices"
        return Said("can run on", own[i], listed, simply(f"instance {own[i]} can run elsewhere"))

    return {
        "capacity": capacity,
        "places": lambda _: limit("max_per_machine", "", places, "", " instances per machine"),
        "can_run": can_run,
        "one_choice": lambda i: Said(
            "runs", own[i], "", simply(f"instance {own[i]} does not run"), at_least=True
        ),
    }


def max_objectives(model: pyo.ConcreteModel, instance: Stage) -> dict[str, Largest]:
    """Return the variables of the choices and their latencies, whose maximum is the objective."""
    return {
        "latency": Largest(
            variables=list(model.x.values()),
            values=_seconds(instance)[model.x.places],
            group=model.x.places[0].tolist(),
            rows=list(model.at_least.values()),
        )
    }


def decision_of(model: pyo.ConcreteModel) -> Decision:
    """Return the decision from the variable values of a solved model."""
    machine = [-1] * len(model.INSTANCES)
    configuration = [-1] * len(model.INSTANCES)
    for i, j, k in np.argwhere(chosen(model.x)).tolist():
        machine[i], configuration[i] = j, k
    return {"machine": machine, "configuration": configuration}


def set_start(model: pyo.ConcreteModel, decision: Decision) -> None:
    """Set the variables to the values of a decision, as a warm start."""
    start = np.zeros(model.x.layout.shape)
    start[np.arange(len(start)), decision["machine"], decision["configuration"]] = 1
    set_values(model.x, start)
