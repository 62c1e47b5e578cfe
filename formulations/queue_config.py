"""Model of queue_config: an integer program for Eq. 1 over the grid of settings.

Han et al., "Workload-Adaptive Configuration Tuning for Hierarchical Cloud Schedulers", IEEE TPDS
30(12), 2019, section 3.2.  The latency of a setting results from a simulation and has no algebraic
form, so the program chooses one of all settings of the grid, each with its simulated latency.
"""

import numpy as np
import pyomo.core as pyo

from ..core.arrays import BoolArray
from ..core.outcome import Decision
from ..core.words import Said, Words, simply
from ..instances.queue_config import GroupFields, QueueConfig, Simulator
from .algebra import Relation, Variables, chosen, dot, model_builder, total

_FEW = 64  # number of settings per simulation, until one runs every job


def model_size(instance: QueueConfig) -> tuple[int, int]:
    """Return upper bounds on the numbers of variables and nonzeros of the model."""
    return instance.grid_size, instance.grid_size


@model_builder
def build_model(instance: QueueConfig, *, every: bool = False) -> pyo.ConcreteModel:
    """Build the integer program of Eq. 1; this simulates every setting of the grid.

    With ``every`` (for `explain`) the choices are sets of jobs that run under a setting, and rows
    require every job to run.
    """
    if every:
        running = jobs_that_run(instance, instance.containers)
        model = _model(instance, np.zeros(len(running)))
        _add_runs(model, running)
        return model
    settings = np.arange(instance.grid_size)
    return _model(instance, Simulator.of(instance).grid_latencies(instance, settings))


def _model(instance: QueueConfig, latency: np.ndarray) -> pyo.ConcreteModel:
    model = pyo.ConcreteModel(name=instance.name)
    # a setting is excluded if a queue with jobs gets no container
    possible = np.isfinite(latency)
    model.SETTINGS = pyo.RangeSet(0, len(latency) - 1)
    model.x = Variables(
        model.SETTINGS, where=possible, domain=pyo.Binary, doc="x_c: setting c is used"
    )
    model.instance = instance

    # Eq. 1: min L(R, J, C, S)
    @model.Objective(sense=pyo.minimize)
    def mean_latency(model: pyo.ConcreteModel) -> pyo.Expression:
        """Minimise the mean latency of all jobs."""
        return dot(latency, model.x)

    # Eq. 1: C in the space of settings
    @model.Constraint()
    def one_setting(model: pyo.ConcreteModel) -> Relation:
        """Exactly one setting of shares and policies is used."""
        return total(model.x) == 1

    return model


def decision_of(model: pyo.ConcreteModel) -> Decision:
    """Return the decision from the variable values of a solved model."""
    return dict(model.instance.decision(int(chosen(model.x).argmax())))


def set_start(model: pyo.ConcreteModel, decision: Decision) -> None:
    """Set the variables to the values of a decision, as a warm start."""
    for c, choice in model.x.items():
        choice.set_value(int(model.instance.decision(c) == decision), skip_validation=True)


def _add_runs(model: pyo.ConcreteModel, running: BoolArray) -> None:
    # Σ_c x_c >= 1 over the settings c under which job j runs
    @model.Constraint(range(running.shape[1]))
    def runs(model: pyo.ConcreteModel, j: int) -> Relation:
        """Every job runs under the setting."""
        return dot(running[:, j], model.x) >= 1


def words(instance: QueueConfig) -> Words:
    """Return the texts of the constraints for `explain`: every job runs (the grid has no text)."""
    jobs = instance.jobs
    return {
        "runs": lambda j: Said(
            "runs", jobs[j].name, f"queue {jobs[j].queue}", simply(f"{jobs[j].name} never runs")
        )
    }


def jobs_that_run(group: GroupFields, containers: int) -> BoolArray:
    """Return the distinct sets of jobs that run under the settings, as masks (sets x jobs).

    If all jobs run under some setting, the set of all jobs is the only one.
    """
    jobs, size = len(group.jobs), group.grid_size
    simulator = Simulator.of_group(group, containers)
    for begin in range(0, size, _FEW):
        means = simulator.grid_latencies(group, np.arange(begin, min(begin + _FEW, size)))
        if np.isfinite(means).any():
            return np.ones((1, jobs), dtype=np.bool_)
    rows = [np.isfinite(simulator.completions(*group.setting(k))) for k in range(size)]
    distinct: BoolArray = np.unique(np.array(rows), axis=0)
    return distinct
