"""The prices of mips and rates that the duals of a relaxation amount to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pyomo.core as pyo

from ...instances.macroq import MacroQ
from .rates import terms_of

_DIGITS = 9


def prices_of(model: pyo.ConcreteModel, duals: Mapping[Any, float]) -> dict[str, Any]:
    """Return ``{"mips": λ, "rates": {"job/stream": {"job/template/pe": π}}}``.

    ``duals`` hold for each constraint how the importance grows per unit of its side.  A reader
    pays for a rate what its terms are worth to it.
    """
    instance: MacroQ = model.instance
    graph = instance.graph
    rates: dict[str, dict[str, float]] = {}
    for term, (s, limit) in terms_of(instance).items():
        dual = max(0.0, duals.get(model.resource[term], 0.0))
        reader = graph.pes[graph.streams[s].pe].name
        labels: dict[str, float] = {}
        for source, coefficient in limit.inputs:
            job, _, stream = graph.streams[source].name.split("/")
            labels[f"{job}/{stream}"] = dual * coefficient
        for label, price in labels.items():
            if price > 0:
                paid = rates.setdefault(label, {})
                paid[reader] = paid.get(reader, 0.0) + price
    rounded = {
        label: {reader: _round_price(price) for reader, price in paid.items()}
        for label, paid in rates.items()
    }
    return {"mips": _round_price(max(0.0, duals.get(model.mips, 0.0))), "rates": rounded}


def _round_price(price: float) -> float:
    return float(f"{price:.{_DIGITS}g}")
