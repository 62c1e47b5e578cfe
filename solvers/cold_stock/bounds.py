"""Cheap proven bounds of cold_stock: inevitable days, machine by machine, a price per short day."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from ...core.outcome import Answer
from ...instances.cold_stock import ColdStock
from .course import Course
from .machines import least_by_machines
from .table import least_cost

FINEST = 100  # prices are whole multiples of a hundredth of a cost unit


@dataclass(frozen=True)
class Bound:
    """A bound on the cost, and the certificate that proves it."""

    value: float
    certificate: dict[str, Any]

    def answer(self, decision: dict[str, Any] | None, **rest: Any) -> Answer:
        """Return the answer with a decision and this bound."""
        return Answer(
            decision=decision,
            bound=self.value,
            bound_kind="certified",
            certificate=self.certificate,
            **rest,
        )


def impossible(instance: ColdStock) -> Answer | None:
    """Return the proof that more days are inevitably short than may be, if it is so."""
    inevitable = Course.of(instance).inevitable
    if instance.max_short is None or inevitable <= instance.max_short:
        return None
    first = instance.first_review + instance.lead
    message = (
        f"{inevitable} days are short before anything ordered can arrive (day {first}); "
        f"at most {instance.max_short} may be"
    )
    return Answer(infeasible=True, certificate={"kind": "inevitable"}, message=message)


def cheap_bound(instance: ColdStock) -> Bound:
    """Return a bound that costs little: exact unless more days than the inevitable may be short."""
    course = Course.of(instance)
    if instance.max_short == course.inevitable:
        value = in_money(instance, least_by_machines(course))
        return Bound(value, {"kind": "levels"})
    if instance.max_short is None:
        return Bound(in_money(instance, least_cost(course)), {"kind": "price", "price": 0.0})
    price, proven = _best_price(course, instance.max_short)
    units = instance.parts * instance.cost_parts
    certificate = {"kind": "price", "price": float(Fraction(price, FINEST * units))}
    return Bound(in_money(instance, -(-proven // FINEST)), certificate)


def in_money(instance: ColdStock, units: int) -> float:
    """Return cost units as the cost that the instance states."""
    return float(Fraction(units, instance.parts * instance.cost_parts))


def _best_price(course: Course, most_short: int) -> tuple[int, int]:
    """Return the price per short day that proves most, and what it proves, in fine units.

    What a price proves is concave in it: rising as long as one more is worth more.
    """
    fine = replace(
        course,
        holding=course.holding * FINEST,
        order=course.order * FINEST,
        removal=course.removal * FINEST,
        short=course.short * FINEST,
    )

    def proven(price: int) -> int:
        return least_cost(replace(fine, short=fine.short + price)) - price * most_short

    low, high = 0, max(1, least_by_machines(fine) - least_cost(fine))
    while low < high:
        middle = (low + high) // 2
        if proven(middle + 1) > proven(middle):
            low = middle + 1
        else:
            high = middle
    return low, proven(low)
