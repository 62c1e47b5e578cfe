"""Model of adaptive_config: a multiple-choice knapsack over simulated settings.

Han et al., "Workload-Adaptive Configuration Tuning for Hierarchical Cloud Schedulers", IEEE TPDS
30(12), 2019, Eq. 1 to 3.  One program covers both scheduler levels: a group chooses a number of
containers together with a setting of its queues.  The latencies come from the simulation.
"""

from math import ceil

import numpy as np
import pyomo.core as pyo

from ..core.arrays import BoolArray, FloatArray
from ..core.faults import input_error
from ..core.outcome import Decision
from ..core.words import Said, Words, demand, limit, simply
from ..instances.adaptive_config import AdaptiveConfig, grid_means
from ..instances.queue_config import UserGroup
from .algebra import Relation, Variables, dot, model_builder, set_values, total, values
from .queue_config import jobs_that_run


def model_size(instance: AdaptiveConfig) -> tuple[int, int]:
    """Return upper bounds on the numbers of variables and nonzeros of the model."""
    widths = (instance.upper - instance.lower + 1).tolist()
    sizes = [group.grid_size for group in instance.groups]
    pairs = sum(width * size for width, size in zip(widths, sizes, strict=True))
    return pairs, 2 * pairs


@model_builder
def build_model(instance: AdaptiveConfig, *, every: bool = False) -> pyo.ConcreteModel:
    """Build the integer program; this simulates every group with every number of containers.

    With ``every`` (for `explain`) a group may have any number of containers and may leave jobs
    unfinished. Rows then forbid too few or too many containers and require every job to run.
    """
    if every:
        return _with_all_choices(instance)
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
        """Minimise the mean latency of all jobs, or the sum of the means of the groups."""
        return dot(weighted, model.x)

    # (2) Σ_rs x_grs = 1
    @model.Constraint(model.GROUPS)
    def one_choice(model: pyo.ConcreteModel, g: str) -> Relation:
        """A group has one number of containers and one setting."""
        return total(model.x[g]) == 1

    # (3) Σ_grs r x_grs <= R
    @model.Constraint()
    def containers(model: pyo.ConcreteModel) -> Relation:
        """All groups together have at most the containers of the cluster."""
        return dot(amount, model.x) <= instance.containers

    return model


def decision_of(model: pyo.ConcreteModel) -> Decision:
    """Return the decision from the variable values of a solved model."""
    instance, chosen = model.instance, np.nan_to_num(values(model.x))
    places = [np.unravel_index(int(flags.argmax()), flags.shape) for flags in chosen]
    counts, numbers = np.array([r for r, _ in places]), np.array([s for _, s in places])
    return dict(instance.decision(instance.plan(counts, numbers)))


def set_start(model: pyo.ConcreteModel, decision: Decision) -> None:
    """Set the variables to the values of a decision, as a warm start."""
    plan = decision["groups"] if "groups" in decision else decision["settings"][0]["groups"]
    chosen = np.zeros(model.x.layout.shape)
    for g, group in enumerate(model.instance.groups):
        own = plan[group.name]
        for number in range(group.grid_size):
            if group.decision(number) == {k: own[k] for k in ("shares", "policies")}:
                chosen[g, own["containers"], number] = 1
    set_values(model.x, chosen)


def _with_all_choices(instance: AdaptiveConfig) -> pyo.ConcreteModel:
    if instance.tuning is not None:
        _refuse_unknown(instance)
    sets = [_sets_of_jobs(group, instance) for group in instance.groups]
    most = max(len(own) for own in sets)
    latency = np.full((len(sets), most, max(len(rows) for own in sets for rows in own)), np.nan)
    for g, own in enumerate(sets):
        for r, rows in enumerate(own):
            latency[g, r, : len(rows)] = 0.0
    model = _model(instance, latency)
    _add_limits(model, instance, sets)
    return model


def _sets_of_jobs(group: UserGroup, instance: AdaptiveConfig) -> list[BoolArray]:
    """Return, for 0, 1, … containers, the sets of jobs that can run, as masks (sets x jobs).

    With tuning the only set contains all jobs, because waiting jobs may run after a change.
    """
    total, jobs = instance.containers, len(group.jobs)
    upper = group.most_of(total)
    if instance.tuning is not None:
        return [np.ones((1, jobs), dtype=np.bool_)] * (max(upper, group.lower) + 1)
    least = group.share_grid[group.share_grid > 0].min()
    sets = [np.zeros((1, jobs), dtype=np.bool_)]
    for r in range(1, max(upper, total, ceil(1 / float(least))) + 1):
        if r > upper and any(rows.all(axis=1).any() for rows in sets[group.lower :]):
            break  # more containers are of no use
        sets.append(jobs_that_run(group, r))
    return sets


def _add_limits(
    model: pyo.ConcreteModel, instance: AdaptiveConfig, sets: list[list[BoolArray]]
) -> None:
    groups = {group.name: group for group in instance.groups}
    runs_in = dict(zip(groups, sets, strict=True))
    counts = np.arange(model.x.layout.shape[1])[:, None] * np.ones(model.x.layout.shape[2])
    limited = [g.name for g, own in zip(groups.values(), sets, strict=True)
               if g.upper is not None and len(own) > g.upper + 1]  # fmt: skip

    # Σ_rs r x_grs <= r_g^Upper
    @model.Constraint(limited)
    def most_containers(model: pyo.ConcreteModel, g: str) -> Relation:
        """A group has at most its maximum number of containers."""
        return dot(counts, model.x[g]) <= groups[g].upper

    # Σ_rs r x_grs >= r_g^Lower
    @model.Constraint(model.GROUPS)
    def least_containers(model: pyo.ConcreteModel, g: str) -> Relation:
        """A group has at least its minimum number of containers."""
        return dot(counts, model.x[g]) >= groups[g].lower

    # Σ_rs x_grs >= 1 over the choices with which job v runs
    @model.Constraint([(name, v) for name, own in groups.items() for v in range(len(own.jobs))])
    def runs(model: pyo.ConcreteModel, g: str, v: int) -> Relation:
        """Every job of a group runs under the chosen setting."""
        there = np.zeros(counts.shape)
        for r, rows in enumerate(runs_in[g]):
            there[r, : len(rows)] = rows[:, v]
        return dot(there, model.x[g]) >= 1


def words(instance: AdaptiveConfig) -> Words:
    """Return the texts of the constraints for `explain`: containers, groups' bounds, and jobs."""
    most, groups = instance.containers, {group.name: group for group in instance.groups}
    together = f"at most {most} in total"

    def upper(g: str) -> Said:
        top = groups[g].upper
        return limit("upper", g, top, f"{g} may have ", "", f"at most {top}")

    def lower(g: str) -> Said:
        low = groups[g].lower
        return demand("lower", g, low, f"{g} needs only ", "", f"at least {low}")

    def runs(at: tuple[str, int]) -> Said:
        name = f"{at[0]}/{groups[at[0]].jobs[at[1]].name}"
        return Said("runs", name, "", simply(f"{name} never runs"))

    return {
        "containers": lambda _: limit("containers", "", most, "", " containers", together),
        "most_containers": upper,
        "least_containers": lower,
        "runs": runs,
    }


def _refuse_unknown(instance: AdaptiveConfig) -> None:
    """Raise an error if the minimums fit but no plan without changes of settings runs all jobs."""
    least = [_fewest(group, instance.containers) for group in instance.groups]
    fit = None not in least and sum(filter(None, least)) <= instance.containers
    if int(instance.lower.sum()) <= instance.containers and not fit:
        rule = "no plan has constant settings; a plan that changes its settings may exist"
        raise input_error("tuning", rule)


def _fewest(group: UserGroup, total: int) -> int | None:
    """Return the minimum number of containers with which all jobs of a group run, or None."""
    counts = range(group.lower, group.most_of(total) + 1)
    return next((r for r in counts if jobs_that_run(group, r).all(axis=1).any()), None)
