"""queue_config as an integer program: Eq. 1 over the quantised space of settings.

Han et al., "Workload-Adaptive Configuration Tuning for Hierarchical Cloud Schedulers", IEEE TPDS
30(12), 2019, section 3.2.  The latency of a setting comes out of a simulation and has no algebraic
form, so that the program chooses one of all settings of the grid, each with its simulated latency.
"""

import numpy as np
import pyomo.core as pyo

from ..core.outcome import Decision
from ..instances.queue_config import QueueConfig, Simulator
from .algebra import Relation, Variables, chosen, dot, model_builder, total


def model_size(instance: QueueConfig) -> tuple[int, int]:
    """Return the most variables and nonzeros that the model has, without building it."""
    return instance.grid_size, instance.grid_size


@model_builder
def build_model(instance: QueueConfig) -> pyo.ConcreteModel:
    """Return the integer program of Eq. 1; every setting of the grid is simulated for it."""
    every = np.arange(instance.grid_size)
    return _model(instance, Simulator.of(instance).grid_latencies(instance, every))


def _model(instance: QueueConfig, latency: np.ndarray) -> pyo.ConcreteModel:
    model = pyo.ConcreteModel(name=instance.name)
    # a setting under which a queue with jobs has no container is none that can be chosen
    possible = np.isfinite(latency)
    model.SETTINGS = pyo.RangeSet(0, len(latency) - 1)
    model.x = Variables(
        model.SETTINGS, where=possible, domain=pyo.Binary, doc="x_c: setting c is used"
    )
    model.instance = instance

    # Eq. 1: min L(R, J, C, S)
    @model.Objective(sense=pyo.minimize)
    def mean_latency(model: pyo.ConcreteModel) -> pyo.Expression:
        """The mean latency of all jobs is as small as possible."""
        return dot(latency, model.x)

    # Eq. 1: C in the space of settings
    @model.Constraint()
    def one_setting(model: pyo.ConcreteModel) -> Relation:
        """Exactly one setting of shares and policies is used."""
        return total(model.x) == 1

    return model


def decision_of(model: pyo.ConcreteModel) -> Decision:
    """Return the decision that the values of a solved model stand for."""
    return dict(model.instance.decision(int(chosen(model.x).argmax())))


def set_start(model: pyo.ConcreteModel, decision: Decision) -> None:
    """Give the model the values of a decision, to start from."""
    for c, choice in model.x.items():
        choice.set_value(int(model.instance.decision(c) == decision), skip_validation=True)
