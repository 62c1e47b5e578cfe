"""warm_pool as a mixed integer program: machines configured in every tick, short ticks counted.

Eigen (Alibaba Cloud, PVLDB 16(12), 2023), section 4.2 states rules; this is the best plan in
hindsight, with which they are compared.
"""

from __future__ import annotations

import pyomo.environ as pyo
from pyomo.common.gc_manager import PauseGC
from pyomo.core.expr import LinearExpression

from ..core.outcome import Decision
from ..instances.warm_pool import WarmPool

Row = tuple[float | None, LinearExpression, float | None]


def build_model(instance: WarmPool) -> pyo.ConcreteModel:
    """Return the program with configured machines and a short tick per tick."""
    with PauseGC():
        model = _variables(instance)
        _objective(model, instance)
        _memory(model, instance)
        _ramps(model, instance)
        _in_use(model, instance)
        if instance.max_short is not None:
            _short_ticks(model, instance)
    return model


def _variables(instance: WarmPool) -> pyo.ConcreteModel:
    model = pyo.ConcreteModel(name=instance.name)
    model.TICKS = pyo.RangeSet(0, instance.ticks - 1)
    model.DECIDED = pyo.RangeSet(instance.lead, instance.ticks - 1)
    start, most = instance.at_start, instance.most

    def range_of(_: pyo.ConcreteModel, t: int) -> tuple[int, int]:
        # (9) c_t = configured for t < lead
        return (start, start) if t < instance.lead else (0, most)

    model.c = pyo.Var(
        model.TICKS, domain=pyo.NonNegativeIntegers, bounds=range_of, doc="c_t: configured machines"
    )
    model.z = pyo.Var(model.TICKS, domain=pyo.Binary, doc="z_t: 1 where the tick is short")
    model.w = pyo.Var(model.TICKS, domain=pyo.NonNegativeReals, doc="w_t: warm memory")
    if instance.configure_cost:
        model.u = pyo.Var(
            model.DECIDED, domain=pyo.NonNegativeReals, doc="u_t: machines configured in the tick"
        )
    return model


def _objective(model: pyo.ConcreteModel, instance: WarmPool) -> None:
    # (1) min Σ w_t + κ Σ u_t + σ Σ z_t
    @model.Objective(sense=pyo.minimize)
    def cost(model: pyo.ConcreteModel) -> LinearExpression:
        """Warm memory costs in every tick, a machine when it is configured, a short tick once."""
        terms = [(model.w, 1.0), (model.z, instance.short_cost)]
        if instance.configure_cost:
            terms.append((model.u, instance.configure_cost))
        return LinearExpression(
            constant=0,
            linear_coefs=[price for group, price in terms for _ in group],
            linear_vars=[variable for group, _ in terms for variable in group.values()],
        )


def _row(*terms: tuple[float, pyo.Var]) -> LinearExpression:
    return LinearExpression(
        constant=0,
        linear_coefs=[factor for factor, _ in terms],
        linear_vars=[variable for _, variable in terms],
    )


def _memory(model: pyo.ConcreteModel, instance: WarmPool) -> None:
    used, needed = instance.allocated.tolist(), instance.needed.tolist()

    # (2) w_t >= g c_t - O_t
    @model.Constraint(model.TICKS)
    def warm_memory(model: pyo.ConcreteModel, t: int) -> Row:
        """Warm is what configured machines hold beyond the memory in use."""
        return -used[t], _row((1, model.w[t]), (-instance.machine_size, model.c[t])), None

    # (3) c_t + n_t z_t >= n_t
    @model.Constraint(model.TICKS)
    def enough_or_short(model: pyo.ConcreteModel, t: int) -> Row:
        """A tick has the machines that it needs, or it is short."""
        return needed[t], _row((1, model.c[t]), (needed[t], model.z[t])), None


def _ramps(model: pyo.ConcreteModel, instance: WarmPool) -> None:
    if instance.max_up is not None:
        # (4) c_t - c_{t-1} <= max_up
        @model.Constraint(model.DECIDED)
        def max_up(model: pyo.ConcreteModel, t: int) -> Row:
            """No more machines are configured in a tick than can be."""
            return None, _row((1, model.c[t]), (-1, model.c[t - 1])), instance.max_up

    if instance.max_down is not None:
        # (5) c_{t-1} - c_t <= max_down
        @model.Constraint(model.DECIDED)
        def max_down(model: pyo.ConcreteModel, t: int) -> Row:
            """No more machines are given back in a tick than can be."""
            return None, _row((1, model.c[t - 1]), (-1, model.c[t])), instance.max_down

    if instance.configure_cost:
        # (7) u_t >= c_t - c_{t-1}
        @model.Constraint(model.DECIDED)
        def configured(model: pyo.ConcreteModel, t: int) -> Row:
            """Machines more than in the tick before have been configured."""
            return 0, _row((1, model.u[t]), (-1, model.c[t]), (1, model.c[t - 1])), None


def _in_use(model: pyo.ConcreteModel, instance: WarmPool) -> None:
    needed = instance.needed.tolist()

    # (6) c_t + n_{t-1} z_{t-1} >= n_{t-1}
    @model.Constraint(model.DECIDED)
    def in_use(model: pyo.ConcreteModel, t: int) -> Row:
        """After a tick with enough machines, those in use stay."""
        need = needed[t - 1]
        return need, _row((1, model.c[t]), (need, model.z[t - 1])), None

    # (6) c_t - c_{t-1} >= -(C - n_{t-1})⁺ (1 - z_{t-1})
    @model.Constraint(model.DECIDED)
    def all_in_use_when_short(model: pyo.ConcreteModel, t: int) -> Row:
        """After a short tick all machines are in use, and stay."""
        idle = max(0, instance.most - needed[t - 1])
        return -idle, _row((1, model.c[t]), (-1, model.c[t - 1]), (-idle, model.z[t - 1])), None


def _short_ticks(model: pyo.ConcreteModel, instance: WarmPool) -> None:
    # (8) Σ z_t <= K
    @model.Constraint()
    def max_short(model: pyo.ConcreteModel) -> Row:
        """No more ticks are short than may be."""
        return None, _row(*((1, short) for short in model.z.values())), instance.max_short


def decision_of(model: pyo.ConcreteModel) -> Decision:
    """Return the decision that the values of a solved model stand for."""
    return {"machines": [round(variable.value or 0) for variable in model.c.values()]}


def set_start(model: pyo.ConcreteModel, decision: Decision) -> None:
    """Give the model the machines of a decision, to start from."""
    for t, machines in enumerate(decision["machines"]):
        model.c[t].set_value(machines, skip_validation=True)
