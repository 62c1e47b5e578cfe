"""Bounds of eviction: a shortage, and prices per unit needed from the linear relaxation."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import ceil, floor, log10
from typing import Any

import numpy as np
from scipy.optimize import linprog

from ...core.outcome import Answer, CertifiedBound
from ...instances.eviction import Eviction

_DIGITS = 9


def impossible(instance: Eviction) -> Answer | None:
    """Return the proof that all who may leave do not free enough, if it is so."""
    freed = instance.frees[instance.may_leave].sum(axis=0)
    if (freed >= instance.need).all():
        return None
    kept = int((~instance.may_leave).sum())
    message = "all residents that may leave do not free enough"
    message += f" ({kept} must stay)" if kept else ""
    return Answer(infeasible=True, certificate={"kind": "shortage"}, message=message)


def cheap_bound(instance: Eviction) -> CertifiedBound:
    """Return the bound of the relaxation, its prices rounded to decimals and proven again."""
    need, may = instance.need, instance.may_leave
    if not len(need):
        return CertifiedBound(0.0, {"kind": "prices", "prices": []})
    freed = np.minimum(instance.frees, need)[may] / need
    hottest = max(instance.temperatures)
    power = floor(log10(hottest)) if hottest else 0  # temperatures near 1, whatever their unit is
    heat = np.array([float(t / Fraction(10) ** power) for t in instance.temperatures])[may]
    solved = linprog(**_dual(freed, heat))
    shares = solved.x[: len(need)] if solved.status == 0 else np.zeros(len(need))
    rounded = (round(max(0.0, float(share)), _DIGITS) for share in shares)
    prices = [float(Decimal(str(share)).scaleb(power)) for share in rounded]
    proven = proven_by_prices(instance, prices)
    return CertifiedBound(float(proven), {"kind": "prices", "prices": prices})


def _dual(freed: np.ndarray, heat: np.ndarray) -> dict[str, Any]:
    """Return the dual of the relaxation: prices of all that is needed, and surpluses."""
    count, resources = freed.shape
    return {
        "A_ub": np.hstack([freed, -np.eye(count)]),
        "b_ub": heat,
        "bounds": (0, None),
        "c": np.concatenate([-np.ones(resources), np.ones(count)]),
    }


def proven_by_prices(instance: Eviction, prices: list[float]) -> Fraction:
    """Return Σ y_r - Σ max(0, Σ_r y_r min(A_ir, need_r) / need_r - T_i), rounded up to a unit.

    y_r is the price of all that is needed of resource r.
    """
    exact = [Fraction(str(price)) for price in prices]
    need = instance.need.tolist()
    total = sum(exact, Fraction(0))
    for amounts, heat, may in zip(
        instance.frees.tolist(), instance.temperatures, instance.may_leave, strict=True
    ):
        if may:
            shares = (
                price * Fraction(min(amount, least), least)
                for price, amount, least in zip(exact, amounts, need, strict=True)
            )
            total -= max(Fraction(0), sum(shares, Fraction(0)) - heat)
    return Fraction(max(0, ceil(total * instance.heat_parts)), instance.heat_parts)
