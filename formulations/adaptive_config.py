"""adaptive_config as a multiple-choice knapsack over simulated settings.

Han et al., "Workload-Adaptive Configuration Tuning for Hierarchical Cloud Schedulers", IEEE TPDS
30(12), 2019, Eq. 1 to 3.  Every group takes one number of containers together with one setting;
both levels are in one program.  Its latencies come out of the simulation.
"""

import numpy as np
import pyomo.core as pyo

from ..core.arrays import FloatArray
from ..core.outcome import Decision
from ..instances.adaptive_config import AdaptiveConfig, grid_means
from .algebra import Relation, Variables, dot, model_builder, set_values, total, values


def model_size(instance: AdaptiveConfig) -> tuple[int, int]:
    """Return the most variables and nonzeros that the model has, without building it."""
    widths = (instance.upper - instance.lower + 1).tolist()
    sizes = [group.grid_size for group in instance.groups]
    pairs = sum(width * size for width, size in zip(widths, sizes, strict=True))
    return pairs, 2 * pairs


@model_builder
def build_model(instance: AdaptiveConfig) -> pyo.ConcreteModel:
    """Return the integer program; every group is simulated with every number of containers."""
    widths, sizes = instance.upper + 1, [group.grid_size for group in instance.groups]
    latency = np.full((len(sizes), int(widths.max()), max(sizes)), np.nan)
    for g, group in enumerate(instance.groups):
        for r in range(int(instance.lower[g]), int(instance.upper[g]) + 1):
            latency[g, r, : sizes[g]] = grid_means(group, r)
    latency[np.isinf(latency)] = np.nan  # a job never runs
    return _model(instance, latency)


def _model(instance: AdaptiveConfig, latency: FloatArray) -> pyo.ConcreteModel:
    model = pyo.ConcreteModel(name=instance.name)
    model.instance = instance
    model.GROUPS = pyo.Set(initialize=[group.name for group in instance.groups])
    model.AMOUNTS = pyo.RangeSet(0, latency.shape[1] - 1)
    model.SETTINGS = pyo.RangeSet(0, latency.shape[2] - 1)
    model.x = Variables(
        model.GROUPS,
        model.AMOUNTS,
        model.SETTINGS,
        where=~np.isnan(latency),
        domain=pyo.Binary,
        doc="x_grs: group g has r containers and setting s",
    )
    weighted = instance.weight[:, None, None] * latency
    amount = np.broadcast_to(np.arange(latency.shape[1])[None, :, None], latency.shape)

    # (1) min Σ ω_g L_g(r, s) x_grs
    @model.Objective(sense=pyo.minimize)
    def mean_latency(model: pyo.ConcreteModel) -> pyo.Expression:
        """The jobs' mean latency, or the sum of the groups' means, is as small as possible."""
        return dot(weighted, model.x)

    # (2) Σ_rs x_grs = 1
    @model.Constraint(model.GROUPS)
    def one_choice(model: pyo.ConcreteModel, g: str) -> Relation:
        """A group has one number of containers and one setting."""
        return total(model.x[g]) == 1

    # (3) Σ_grs r x_grs <= R
    @model.Constraint()
    def containers(model: pyo.ConcreteModel) -> Relation:
        """The groups together have no more containers than the cluster."""
        return dot(amount, model.x) <= instance.containers

    return model


def decision_of(model: pyo.ConcreteModel) -> Decision:
    """Return the decision that the values of a solved model stand for."""
    instance, chosen = model.instance, np.nan_to_num(values(model.x))
    places = [np.unravel_index(int(flags.argmax()), flags.shape) for flags in chosen]
    counts, numbers = np.array([r for r, _ in places]), np.array([s for _, s in places])
    return dict(instance.decision(instance.plan(counts, numbers)))


def set_start(model: pyo.ConcreteModel, decision: Decision) -> None:
    """Give the model the values of a decision, to start from."""
    plan = decision["groups"] if "groups" in decision else decision["settings"][0]["groups"]
    chosen = np.zeros(model.x.layout.shape)
    for g, group in enumerate(model.instance.groups):
        own = plan[group.name]
        for number in range(group.grid_size):
            if group.decision(number) == {k: own[k] for k in ("shares", "policies")}:
                chosen[g, own["containers"], number] = 1
    set_values(model.x, chosen)
