"""The judge of cold_stock: decisions, and certificates of bounds, in exact arithmetic.

A day is short if it ends with a negative stock.  ``levels``: each machine is optimised on its own,
if only days before the first order are short.  The other kinds of certificates are those of
`lagrange_multiplier`; their tables are short days still allowed x machines added.
"""

from fractions import Fraction
from math import lcm
from typing import ClassVar, Literal

import numpy as np

from ...core.arrays import IntArray
from ...core.decimals import as_written, common_unit
from ...core.schema import Count
from ...instances.cold_stock import ColdStock
from .forms import Certificate, Decision
from .judging import Judge
from .proofs import lagrange_multiplier
from .proofs.claims import UnprovenError
from .proofs.lagrange_multiplier import NEVER, CostTable, InevitablyShort, ShortPrice


class StockOrders(Decision):
    """A decision: the numbers of machines ordered, and returned, at each review."""

    AXES: ClassVar = {"order": ("reviews",), "remove": ("reviews",)}
    order: list[Count]
    remove: list[Count]


def check(instance: ColdStock, decision: StockOrders, judge: Judge) -> Fraction:
    """Check orders and returns; the objective is the cost of stock, orders and short days."""
    reviews = range(instance.first_review, len(instance.demand), instance.period)
    order, remove = decision.order, decision.remove
    stock, on_hand = _replay(instance, reviews, order, remove)
    # A review returns at most the machines on hand.
    for day, removed, had in zip(reviews, remove, on_hand, strict=True):
        there = max(Fraction(0), had)
        message = f"{removed} machines are removed, but only {float(there):.15g} are on hand"
        judge.over("remove", f"day {day}", removed - there, message)
    # No order arrives after the last day.
    last = len(instance.demand) - 1
    for day, ordered in zip(reviews, order, strict=True):
        arrival = day + instance.lead
        if ordered and arrival > last:
            message = f"{ordered} machines would come on day {arrival}, but the last day is {last}"
            judge.fault("late-order", f"day {day}", message, float(ordered))
    short = sum(left < 0 for left in stock)
    lagrange_multiplier.note_short(judge, short, instance.max_short, "days")
    held = sum((left for left in stock if left > 0), Fraction(0))
    judge.details = {
        "short_days": short,
        "largest_backlog": float(max(Fraction(0), -min(stock))),
        "machine_days": float(held),
        "ordered": sum(order),
        "removed": sum(remove),
        "stock_at_end": float(stock[-1]),
    }
    return (
        as_written(instance.holding_cost) * held
        + as_written(instance.order_cost) * sum(order)
        + as_written(instance.removal_cost) * sum(remove)
        + as_written(instance.short_cost) * short
    )


def _replay(
    instance: ColdStock, reviews: range, order: list[int], remove: list[int]
) -> tuple[list[Fraction], list[Fraction]]:
    """Return the stock at the end of each day, and the stock before each review.

    On a day the review comes first, then the arrivals, then the demand.
    """
    stock, before, now = [], [], Fraction(instance.stock)
    for day, demand in enumerate(instance.demand.tolist()):
        if day in reviews:
            before.append(now)
            now -= remove[reviews.index(day)]
        if day < len(instance.pipeline):
            now += instance.pipeline[day]
        if day - instance.lead in reviews:
            now += order[reviews.index(day - instance.lead)]
        now -= as_written(demand)
        stock.append(now)
    return stock, before


MOST_ENTRIES = 50_000_000


class OwnLevels(Certificate):
    """A certificate: single machines' minimum costs sum to a bound if short days are inevitable."""

    kind: Literal["levels"] = "levels"


class _Units:
    """The instance in integers: stock in fractions of a machine, costs in multiples of a unit.

    ``free`` is the stock without orders and returns, before day 0 and after each day; ``needed`` is
    the number of machines that must be added so that the day is not short.
    """

    def __init__(self, instance: ColdStock, price: Fraction = Fraction(0)) -> None:
        """Convert the instance; ``price`` is added to the cost of a short day."""
        demand = [as_written(number) for number in instance.demand.tolist()]
        self.reviews = range(instance.first_review, len(demand), instance.period)
        self.parts = lcm(1, *(number.denominator for number in demand))
        costs = [
            as_written(instance.holding_cost) / self.parts,
            as_written(instance.order_cost),
            as_written(instance.removal_cost),
            as_written(instance.short_cost) + price,
        ]
        self.unit = common_unit(costs)
        free = [instance.stock * self.parts]
        for day, taken in enumerate(demand):
            due = instance.pipeline[day] if day < len(instance.pipeline) else 0
            free.append(free[-1] + due * self.parts - int(taken * self.parts))
        whole = [int(cost / self.unit) for cost in costs]
        self.holding, self.order, self.removal, self.short = whole
        spread = max(map(abs, free)) + self.parts
        if len(free) * (2 * spread * (1 + sum(whole[:3])) + self.short) >= NEVER:
            raise UnprovenError("its numbers are too large to be re-checked")
        self.free = np.array(free, dtype=np.int64)
        self.needed = -(self.free // self.parts)


def certified(
    instance: ColdStock, certificate: InevitablyShort | OwnLevels | CostTable | ShortPrice
) -> Fraction | None:
    """Return the bound that a certificate proves, or ``None`` if it proves infeasibility."""
    if isinstance(certificate, OwnLevels):
        return _by_machines(instance)

    def least_cost(price: Fraction, most_short: int | None) -> Fraction:
        priced = _Units(instance, price)
        return _backwards(instance, priced, most_short) * priced.unit

    units = _Units(instance)
    short, most = _inevitable(instance, units), instance.max_short
    return lagrange_multiplier.proven_by(certificate, short, least_cost, units.unit, most, "days")


def _inevitable(instance: ColdStock, units: _Units) -> int:
    """Return the number of days that are short before the first order can arrive."""
    return int((units.free[1:][: instance.first_review + instance.lead] < 0).sum())


def _by_machines(instance: ColdStock) -> Fraction:
    """Return the sum of the minimum costs of single machines, each kept on its cheapest days."""
    units = _Units(instance)
    if instance.max_short != _inevitable(instance, units):
        raise UnprovenError("levels prove a bound only if all short days are inevitable")
    needed = units.needed
    edges = np.unique(np.append(needed, 0))
    machine, count = edges[1:], np.diff(edges)
    on = np.where(machine <= 0, 0, NEVER)
    off = np.where(machine <= 0, NEVER, 0)
    total = 0
    for day in range(len(needed) - 1):
        if day in units.reviews:
            off = np.where(machine > needed[day], np.minimum(off, on + units.removal), off)
        if day - instance.lead in units.reviews:
            on = np.minimum(on, off + units.order)
        stock = int(units.free[day + 1])
        if day < instance.first_review + instance.lead and stock < 0:
            total += units.short
            continue
        total += units.holding * (stock + int(needed[day + 1]) * units.parts)
        idle = machine > needed[day + 1]
        on = np.minimum(np.where(idle, on + units.holding * units.parts, on), NEVER)
        off = np.where(idle, off, NEVER)
    total += sum(
        int(each) * int(many) for each, many in zip(np.minimum(on, off), count, strict=True)
    )
    return total * units.unit


def _backwards(instance: ColdStock, units: _Units, most_short: int | None) -> int:
    """Return the minimum cost by backward recursion over machines added and short days allowed.

    An optimal number of added machines is 0 or some day's need, rounded up or down.
    """
    ceiling, floor = units.needed, -units.free // units.parts
    added = np.unique(np.concatenate([[0], ceiling, floor]))
    days = len(units.free) - 1
    left = lagrange_multiplier.empty_table(days, len(added), most_short, MOST_ENTRIES)
    for day in range(days - 1, -1, -1):
        stock = units.free[day + 1] + units.parts * added
        short = stock < 0
        ahead = lagrange_multiplier.if_short(left, units.short, counted=most_short is not None)
        left = np.where(short, ahead, left + units.holding * np.maximum(stock, 0))
        if day - instance.lead in units.reviews:
            left = _after_choice(left, added, units.order)
        if day in units.reviews:
            first = int(np.searchsorted(added, ceiling[day]))  # the need of the previous day
            fewer, down = left[:, first:][:, ::-1], -added[first:][::-1]
            left[:, first:] = _after_choice(fewer, down, units.removal)[:, ::-1]
        left = np.minimum(left, NEVER)
    return int(left[-1, np.searchsorted(added, 0)])


def _after_choice(left: IntArray, added: IntArray, cost: int) -> IntArray:
    """Return the costs ``left``, by added machines, if a review may add more at ``cost`` each."""
    slope = cost * (added - added[0])
    reversed_ = (left + slope)[:, ::-1]
    least: IntArray = np.minimum.accumulate(reversed_, axis=1)[:, ::-1] - slope
    return least
