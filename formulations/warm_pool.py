"""Model of warm_pool: a mixed-integer program of the configured machines at every tick.

Eigen (Alibaba Cloud, PVLDB 16(12), 2023), section 4.2 states rules. The model knows all demand in
advance, so its optimum is the best plan in hindsight; the rules are compared with it. A tick (time
step) is short if it needs more machines than are configured.
"""

import numpy as np
import pyomo.core as pyo

from ..core.arrays import IntArray
from ..core.outcome import Decision
from ..core.words import Said, Words, becomes, demand, limit
from ..instances.warm_pool import WarmPool
from .algebra import Indices, Relation, Variables, family, model_builder, set_values, total, values


def model_size(instance: WarmPool) -> tuple[int, int]:
    """Return upper bounds on the numbers of variables and nonzeros of the model."""
    return 4 * instance.ticks, 17 * instance.ticks


@model_builder
def build_model(instance: WarmPool, *, every: bool = False) -> pyo.ConcreteModel:
    """Build the program; every tick has variables for machines and memory, and a binary if short.

    With ``every`` (for `explain`) rows fix the initial machines, and needs are in units of memory.
    The limits on giving machines back are omitted, because they exclude no plan: it is always
    possible to give no machine back.
    """
    if every:
        instance = instance.model_copy(update={"max_down": None})
    model = _variables(instance, every)
    _objective(model, instance)
    _memory(model, instance, every)
    _ramps(model, instance)
    if every:
        _start(model, instance)
    else:
        _in_use(model, instance)
    return model


def _variables(instance: WarmPool, every: bool) -> pyo.ConcreteModel:
    model = pyo.ConcreteModel(name=instance.name)
    model.instance = instance
    model.TICKS = pyo.RangeSet(0, instance.ticks - 1)
    model.DECIDED = pyo.RangeSet(instance.lead, instance.ticks - 1)
    # (9) c_t = configured for t < lead
    fixed = (np.arange(instance.ticks) < instance.lead) & (not every)
    model.c = Variables(
        model.TICKS,
        domain=pyo.NonNegativeIntegers,
        lower=0 if every else np.where(fixed, instance.at_start, least_configured(instance)),
        upper=np.where(fixed, instance.at_start, instance.most),
        doc="c_t: configured machines",
    )
    model.z = Variables(model.TICKS, domain=pyo.Binary, doc="z_t: 1 if tick t is short")
    model.w = Variables(model.TICKS, domain=pyo.NonNegativeReals, doc="w_t: warm memory")
    model.u = Variables(model.TICKS, domain=pyo.NonNegativeReals, doc="u_t: machines configured")
    return model


def least_configured(instance: WarmPool) -> IntArray:
    """Return a lower bound on the machines per tick, because machines in use stay configured."""
    before = np.append(instance.at_start, instance.needed[:-1])
    least: IntArray = np.minimum.accumulate(before)
    return least


def _objective(model: pyo.ConcreteModel, instance: WarmPool) -> None:
    # (1) min Σ w_t + κ Σ u_t + σ Σ z_t
    @model.Objective(sense=pyo.minimize)
    def cost(model: pyo.ConcreteModel) -> pyo.Expression:
        """Minimise the cost of warm memory per tick, of configurations and of short ticks."""
        return (
            total(model.w)
            + instance.configure_cost * total(model.u)
            + instance.short_cost * total(model.z)
        )

    # (8) Σ z_t <= K
    if instance.max_short is not None:

        @model.Constraint()
        def max_short(model: pyo.ConcreteModel) -> Relation:
            """The number of short ticks is within its limit."""
            return total(model.z) <= instance.max_short


def _memory(model: pyo.ConcreteModel, instance: WarmPool, every: bool) -> None:
    used, needed, size = instance.allocated, instance.needed.astype(float), 1.0
    missing = np.maximum(0.0, needed - least_configured(instance))
    if every:
        needed, missing, size = used, used, instance.machine_size

    # (2) w_t >= g c_t - O_t
    @family(model, model.TICKS)
    def warm_memory(t: Indices) -> Relation:
        """Warm memory is at least the memory of configured machines minus the memory in use."""
        return model.w[t] >= instance.machine_size * model.c[t] - used[t]

    # (3) c_t + (n_t - L_t)⁺ z_t >= n_t
    @family(model, model.TICKS)
    def enough_or_short(t: Indices) -> Relation:
        """A tick has enough machines, or it is short."""
        return size * model.c[t] + missing[t] * model.z[t] >= needed[t]


def _ramps(model: pyo.ConcreteModel, instance: WarmPool) -> None:
    if instance.max_up is not None:
        # (4) c_t - c_{t-1} <= max_up
        @family(model, model.DECIDED)
        def max_up(t: Indices) -> Relation:
            """The configured machines increase by at most ``max_up`` per tick."""
            return model.c[t] - model.c[t - 1] <= instance.max_up

    if instance.max_down is not None:
        # (5) c_{t-1} - c_t <= max_down
        @family(model, model.DECIDED)
        def max_down(t: Indices) -> Relation:
            """The configured machines decrease by at most ``max_down`` per tick."""
            return model.c[t - 1] - model.c[t] <= instance.max_down

    # (7) u_t >= c_t - c_{t-1}
    @family(model, model.DECIDED)
    def configured(t: Indices) -> Relation:
        """The newly configured machines are at least the increase over the previous tick."""
        return model.u[t] >= model.c[t] - model.c[t - 1]


def _in_use(model: pyo.ConcreteModel, instance: WarmPool) -> None:
    needed, least = instance.needed, least_configured(instance)
    idle = np.maximum(0, instance.most - needed)

    # (6) c_t + (n_{t-1} - L_t) z_{t-1} >= n_{t-1}
    @family(model, model.DECIDED)
    def in_use(t: Indices) -> Relation:
        """After a tick that is not short, as many machines stay configured as it needed."""
        return model.c[t] + (needed[t - 1] - least[t]) * model.z[t - 1] >= needed[t - 1]

    # (6) c_t - c_{t-1} >= -(C - n_{t-1})⁺ (1 - z_{t-1})
    @family(model, model.DECIDED)
    def all_in_use_when_short(t: Indices) -> Relation:
        """After a short tick all machines stay configured, because all are in use."""
        return model.c[t] - model.c[t - 1] >= idle[t - 1] * model.z[t - 1] - idle[t - 1]


def decision_of(model: pyo.ConcreteModel) -> Decision:
    """Return the decision from the variable values of a solved model."""
    return {"machines": np.rint(values(model.c)).astype(np.int64).tolist()}


def set_start(model: pyo.ConcreteModel, decision: Decision) -> None:
    """Set the variables to a decision's machines and the implied values, as a warm start.

    Machines beyond the maximum that is ever needed are omitted; the result is still a plan.
    """
    instance: WarmPool = model.instance
    machines = np.minimum(decision["machines"], instance.most)
    set_values(model.c, machines)
    set_values(model.z, machines < instance.needed)
    set_values(model.w, np.maximum(0.0, instance.machine_size * machines - instance.allocated))
    set_values(model.u, np.maximum(0, np.diff(machines, prepend=instance.at_start)))


def _start(model: pyo.ConcreteModel, instance: WarmPool) -> None:
    # (9) as rows
    @family(model, range(instance.lead))
    def at_start(t: Indices) -> Relation:
        """Before the first machines can be configured, their number is the initial one."""
        return model.c[t] == instance.at_start


def words(instance: WarmPool) -> Words:
    """Return the texts of the constraints for `explain`: initial machines, changes, short ticks."""
    start, rise, short, used = (
        instance.at_start,
        instance.max_up,
        instance.max_short,
        instance.allocated,
    )
    before = f"{start} machines until the lead of {instance.lead} ticks is over"
    first = becomes("", start, " machines are configured at the start")
    rises, ticks = " machines can be configured in a tick", " ticks may be short"
    return {
        "at_start": lambda _: Said("configured", "", before, first),
        "max_up": lambda _: limit("max_up", "", rise, "", rises, f"{rise} in a tick"),
        "max_short": lambda _: limit("max_short", "", short, "", ticks, f"{short} ticks"),
        "enough_or_short": lambda t: demand(
            "allocated", f"tick {t}", float(used[t]), "a demand of ", f" in tick {t}"
        ),
    }
