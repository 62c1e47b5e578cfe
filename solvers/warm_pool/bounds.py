"""Cheap proven bounds of warm_pool: inevitable ticks, the envelope, a price per short tick."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from ...core.arrays import IntArray
from ...core.outcome import Answer, CertifiedBound
from ...instances.warm_pool import WarmPool
from ..best_price import best_price
from .envelope import envelope, inevitable
from .table import Ticks, least_cost

FINEST = 100  # prices are whole multiples of a hundredth of a cost unit


def impossible(instance: WarmPool) -> Answer | None:
    """Return the proof that more ticks are inevitably short than may be, if it is so."""
    found = inevitable(instance)
    if instance.max_short is None or found <= instance.max_short:
        return None
    message = (
        f"{found} ticks need more machines than can be configured by then; "
        f"at most {instance.max_short} may be short"
    )
    return Answer(infeasible=True, certificate={"kind": "inevitable"}, message=message)


@lru_cache(maxsize=4)  # every rule of a comparison asks for that of the same instance
def cheap_bound(instance: WarmPool) -> CertifiedBound:
    """Return a bound that costs little: exact unless more ticks than inevitable may be short."""
    if instance.max_short is None:
        proven = least_cost(Ticks.of(instance))
        return CertifiedBound(in_money(instance, proven), {"kind": "price", "price": 0.0})
    found = inevitable(instance)
    if instance.max_short == found and instance.configure_cost == 0:
        value = in_money(instance, cost_of(instance, envelope(instance)))
        return CertifiedBound(value, {"kind": "envelope"})
    price, proven = _best_price(instance, instance.max_short)
    paid = price * instance.cost_unit / FINEST
    certificate = {"kind": "price", "price": float(paid)}
    return CertifiedBound(in_money(instance, -(-proven // FINEST)), certificate)


def in_money(instance: WarmPool, units: int) -> float:
    """Return cost units as the cost that the instance states."""
    return float(units * instance.cost_unit)


def cost_of(instance: WarmPool, machines: IntArray) -> int:
    """Return the cost of configured machines, in cost units."""
    warm, configure, short = instance.costs
    left = machines * instance.size - instance.used
    ups = np.diff(machines, prepend=instance.at_start)
    paid = warm * int(left[left > 0].sum()) + configure * int(ups[ups > 0].sum())
    return paid + short * int((left < 0).sum())


def _best_price(instance: WarmPool, most_short: int) -> tuple[int, int]:
    """Return the price per short tick that proves most, and its bound in fine units."""

    def proven(price: int) -> int:
        return least_cost(Ticks.of(instance, FINEST, price)) - price * most_short

    whole = cost_of(instance, envelope(instance)) * FINEST
    return best_price(proven, max(1, whole - proven(0)))
