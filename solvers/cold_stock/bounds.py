"""Cheap proven bounds of cold_stock: inevitable days, machine by machine, a price per short day."""

from __future__ import annotations

from dataclasses import replace

from ...core.outcome import Answer, CertifiedBound
from ...instances.cold_stock import ColdStock
from ..best_price import best_price
from .course import Course
from .machines import least_by_machines
from .table import least_cost

FINEST = 100  # prices are whole multiples of a hundredth of a cost unit


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


def cheap_bound(instance: ColdStock) -> CertifiedBound:
    """Return a bound that costs little: exact unless more days than the inevitable may be short."""
    course = Course.of(instance)
    if instance.max_short == course.inevitable:
        value = in_money(instance, least_by_machines(course))
        return CertifiedBound(value, {"kind": "levels"})
    if instance.max_short is None:
        return CertifiedBound(
            in_money(instance, least_cost(course)), {"kind": "price", "price": 0.0}
        )
    price, proven = _best_price(course, instance.max_short)
    paid = price * instance.cost_unit / FINEST
    certificate = {"kind": "price", "price": float(paid)}
    return CertifiedBound(in_money(instance, -(-proven // FINEST)), certificate)


def in_money(instance: ColdStock, units: int) -> float:
    """Return cost units as the cost that the instance states."""
    return float(units * instance.cost_unit)


def _best_price(course: Course, most_short: int) -> tuple[int, int]:
    """Return the price per short day that proves most, and its bound in fine units."""
    fine = replace(
        course,
        holding=course.holding * FINEST,
        order=course.order * FINEST,
        removal=course.removal * FINEST,
        short=course.short * FINEST,
    )

    def proven(price: int) -> int:
        return least_cost(replace(fine, short=fine.short + price)) - price * most_short

    high = max(1, least_by_machines(fine) - least_cost(fine))
    return best_price(proven, high)
