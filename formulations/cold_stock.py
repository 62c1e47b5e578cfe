"""Model of cold_stock: a mixed-integer program of orders, removals and the stock of every day.

Eigen (Alibaba Cloud, PVLDB 16(12), 2023), section 4.3.2 states the problem without a model.  A day
is short if demanded machines are missing at its end; their number is the backlog.  N_t is the stock
of day t without orders and removals; the bounds on stock and backlog follow from N_t.
"""

from math import ceil
from typing import Any

import numpy as np
import pyomo.core as pyo

from ..core.arrays import FloatArray
from ..core.decimals import as_written
from ..core.outcome import Decision
from ..core.words import Said, Words, demand, limit, simply
from ..instances.cold_stock import ColdStock
from .algebra import Indices, Relation, Variables, family, model_builder, set_values, total, values


def model_size(instance: ColdStock) -> tuple[int, int]:
    """Return upper bounds on the numbers of variables and nonzeros of the model."""
    reviews, days = len(instance.reviews), instance.days
    return 2 * reviews + 3 * days, 10 * days + 4 * reviews


@model_builder
def build_model(instance: ColdStock, *, every: bool = False) -> pyo.ConcreteModel:
    """Build the program; every day has variables for stock and backlog, and a binary if short.

    With ``every`` (for `explain`) the initial stock, deliveries, demands and an order on day 0 are
    variables too, and rows bound them by the instance's numbers.  Removals are fixed to 0.
    """
    model = _variables(instance)
    _objective(model, instance)
    if every:
        _add_given(model, instance)
        _balance(model, instance, *_given(model, instance))
    else:
        change = ((instance.due - instance.taken) / instance.parts).tolist()
        _balance(model, instance, instance.stock, change)
    _short_days(model, instance)
    return model


def _variables(instance: ColdStock) -> pyo.ConcreteModel:
    free = stock_without_decisions(instance)
    needed = np.concatenate([[0.0], np.ceil(-free), np.floor(-free)])
    most = needed.max() - needed.min()
    amounts = pyo.NonNegativeIntegers if instance.parts == 1 else pyo.NonNegativeReals
    last = instance.days - 1 - instance.lead
    model = pyo.ConcreteModel(name=instance.name)
    model.instance = instance
    model.DAYS = pyo.RangeSet(0, instance.days - 1)
    model.REVIEWS = pyo.Set(initialize=list(instance.reviews))
    model.ORDERS = pyo.Set(initialize=[day for day in instance.reviews if day <= last])
    whole = pyo.NonNegativeIntegers
    model.q = Variables(model.ORDERS, domain=whole, upper=most, doc="q_k: machines ordered")
    model.r = Variables(model.REVIEWS, domain=whole, upper=most, doc="r_k: machines given back")
    highest = np.maximum(0.0, free[1:] + max(0.0, needed.max()))
    model.s = Variables(model.DAYS, domain=amounts, upper=highest, doc="s_t: machines on hand")
    owed = _largest_debt(instance, free)
    model.b = Variables(model.DAYS, domain=amounts, upper=owed, doc="b_t: machines owed")
    model.z = Variables(model.DAYS, domain=pyo.Binary, doc="z_t: 1 where the day is short")
    return model


def stock_without_decisions(instance: ColdStock) -> FloatArray:
    """Return N_t, the stock (in machines) without orders and removals, for t = -1, 0, …."""
    steps = np.cumsum(instance.due - instance.taken) / instance.parts
    return instance.stock + np.concatenate([[0.0], steps])


def _largest_debt(instance: ColdStock, free: FloatArray) -> FloatArray:
    """Return the largest possible backlog per day; ``free`` is N_t for t = -1, 0, …."""
    most_idle = np.full(instance.days, -np.inf)
    most_idle[list(instance.reviews)] = free[list(instance.reviews)]
    after_removals = free[1:] - np.maximum.accumulate(most_idle)
    return -np.minimum(0.0, np.minimum(free[1:], after_removals))


def _objective(model: pyo.ConcreteModel, instance: ColdStock) -> None:
    # (1) min h Σ s_t + c Σ q_k + e Σ r_k + σ Σ z_t
    @model.Objective(sense=pyo.minimize)
    def cost(model: pyo.ConcreteModel) -> pyo.Expression:
        """Minimise the cost of stock per day, of orders, removals and short days."""
        return (
            instance.holding_cost * total(model.s)
            + instance.order_cost * total(model.q)
            + instance.removal_cost * total(model.r)
            + instance.short_cost * total(model.z)
        )


def _balance(model: pyo.ConcreteModel, instance: ColdStock, stock: Any, change: list[Any]) -> None:
    # (2) s_t - b_t = s_{t-1} - b_{t-1} + a_t - d_t + q_{t-l} - r_t
    @model.Constraint(model.DAYS)
    def balance(model: pyo.ConcreteModel, t: int) -> Relation:
        """The net stock changes by arrivals, removals and demand."""
        before = model.s[t - 1] - model.b[t - 1] if t > 0 else stock
        comes = model.q[t - instance.lead] if t - instance.lead in model.ORDERS else 0
        goes = model.r[t] if t in model.REVIEWS else 0
        return model.s[t] - model.b[t] == before + change[t] + comes - goes

    # (3) r_k <= s_{k-1}
    @model.Constraint(model.REVIEWS)
    def removed_from_stock(model: pyo.ConcreteModel, k: int) -> Relation:
        """The removal on a review day k is at most the stock at the end of day k - 1."""
        return model.r[k] <= (model.s[k - 1] if k > 0 else stock)


def _short_days(model: pyo.ConcreteModel, instance: ColdStock) -> None:
    owed = np.array([variable.ub for variable in model.b.values()])
    held = np.array([variable.ub for variable in model.s.values()])

    # (4) b_t <= -L_t z_t
    @family(model, model.DAYS)
    def owed_when_short(t: Indices) -> Relation:
        """The backlog is 0 unless the day is short."""
        return model.b[t] <= owed[t] * model.z[t]

    # (5) s_t <= U_t (1 - z_t)
    @family(model, model.DAYS)
    def held_otherwise(t: Indices) -> Relation:
        """The stock is 0 if the day is short."""
        return model.s[t] <= held[t] - held[t] * model.z[t]

    # (6) Σ z_t <= K
    if instance.max_short is not None:

        @model.Constraint()
        def max_short(model: pyo.ConcreteModel) -> Relation:
            """The number of short days is within its limit."""
            return total(model.z) <= instance.max_short


def decision_of(model: pyo.ConcreteModel) -> Decision:
    """Return the decision from the variable values of a solved model."""
    orders = np.zeros(len(model.REVIEWS), dtype=np.int64)
    orders[: len(model.ORDERS)] = np.rint(values(model.q))
    removed = np.rint(values(model.r)).astype(np.int64)
    return {"order": orders.tolist(), "remove": removed.tolist()}


def set_start(model: pyo.ConcreteModel, decision: Decision) -> None:
    """Set the variables to a decision's orders, removals and resulting stock, as a warm start."""
    instance: ColdStock = model.instance
    set_values(model.q, decision["order"][: len(model.ORDERS)])
    set_values(model.r, decision["remove"])
    added = np.zeros(instance.days)
    added[list(model.REVIEWS)] -= decision["remove"]
    added[[day + instance.lead for day in model.ORDERS]] += decision["order"][: len(model.ORDERS)]
    stock = stock_without_decisions(instance)[1:] + np.cumsum(added)
    set_values(model.s, np.maximum(0.0, stock))
    set_values(model.b, np.maximum(0.0, -stock))
    set_values(model.z, stock < 0)


def _add_given(model: pyo.ConcreteModel, instance: ColdStock) -> None:
    """Add variables for initial stock, deliveries and demands, and rows that limit them."""
    lost, due = instance.demand, np.array(instance.pipeline[: instance.days], dtype=float)
    most = ceil(sum(abs(as_written(demand)) for demand in lost.tolist())) + 1
    first = min(instance.first_review + instance.lead, instance.days)
    model.DUE = pyo.RangeSet(0, len(due) - 1)
    model.had = pyo.Var(domain=pyo.NonNegativeReals, doc="machines in the initial stock")
    model.early = pyo.Var(domain=pyo.NonNegativeIntegers, doc="machines arriving before the lead")
    model.came = Variables(model.DUE, lower=0, doc="machines of the pipeline")
    model.gone = Variables(model.DAYS, lower=-most, upper=lost, doc="machines taken")
    model.early.setub(most if first else 0)
    model.r.fix(0)
    for part, bound in ((model.q, most), (model.b, most), (model.s, instance.stock + 3 * most)):
        for variable in part.values():
            variable.domain = pyo.NonNegativeReals if part is not model.q else variable.domain
            variable.setub(bound + float(due.sum()))

    @model.Constraint()
    def at_first(model: pyo.ConcreteModel) -> Relation:
        """The initial stock is at most the instance's initial stock."""
        return model.had <= instance.stock

    @family(model, model.DUE)
    def pipeline(t: Indices) -> Relation:
        """The arrivals of a day are at most the deliveries that the instance lists for this day."""
        return model.came[t] <= due[t]

    @family(model, model.DAYS)
    def taken(t: Indices) -> Relation:
        """All machines demanded on a day are taken from the stock."""
        return model.gone[t] >= lost[t]

    if first:

        @model.Constraint()
        def lead(model: pyo.ConcreteModel) -> Relation:
            """No order arrives before the earliest possible arrival."""
            return model.early <= 0


def _given(model: pyo.ConcreteModel, instance: ColdStock) -> tuple[Any, list[Any]]:
    """Return expressions: the stock before day 0 with its order, and each day's change of stock."""
    due = [model.came[t] if t in model.DUE else 0.0 for t in model.DAYS]
    return model.had + model.early, [due[t] - model.gone[t] for t in model.DAYS]


def words(instance: ColdStock) -> Words:
    """Return the texts of the constraints for `explain`: short days, stock, pipeline, demand."""
    short, due, wanted = instance.max_short, instance.pipeline, instance.demand
    first = min(instance.first_review + instance.lead, instance.days)
    comes = f"the first order arrives on day {first}"
    comes = comes if first < instance.days else "no order arrives by the last day"
    comes = f"{comes} (review on day {instance.first_review}, lead {instance.lead})"
    earlier, days = simply(f"an order arrives before day {first}"), " days may be short"
    return {
        "max_short": lambda _: limit("max_short", "", short, "", days, f"{short} days"),
        "lead": lambda _: Said("lead", "", comes, earlier),
        "at_first": lambda _: limit("stock", "", instance.stock, "", " machines in stock"),
        "pipeline": lambda t: limit(
            "pipeline", f"day {t}", due[t], "", f" machines come on day {t}"
        ),
        "taken": lambda t: demand(
            "demand", f"day {t}", float(wanted[t]), "", f" machines taken on day {t}"
        ),
    }
