"""Lesson 5: column generation step by step: the master, its prices, the best pattern, the bound."""

from __future__ import annotations

from itertools import product

import numpy as np
import pyomo.environ as pyo

from optgap.own_models import solve

from . import Picture, box, line, text

CAPACITY, SIZES, DEMAND = 10, [6, 5, 4, 3], [5, 7, 4, 6]
KINDS = {"A": "#0072b2", "B": "#e69f00", "C": "#009e73", "D": "#cc79a7"}
ROW, UNIT, LEFT = 30, 36, 90


def steps() -> list[dict[str, object]]:
    """Return every step: how often each pattern is used, the prices, the best pattern."""
    candidates = [
        pattern
        for pattern in product(*(range(CAPACITY // size + 1) for size in SIZES))
        if np.dot(pattern, SIZES) <= CAPACITY
    ]
    patterns = np.diag(CAPACITY // np.array(SIZES)).tolist()
    found: list[dict[str, object]] = []
    while True:
        model = pyo.ConcreteModel("master")
        model.z = pyo.Var(range(len(patterns)), domain=pyo.NonNegativeReals)
        model.dual = pyo.Suffix(direction=pyo.Suffix.IMPORT)
        model.machines = pyo.Objective(expr=sum(model.z.values()))
        model.packed = pyo.Constraint(
            range(len(SIZES)),
            rule=lambda model, k: (
                sum(p[k] * z for p, z in zip(patterns, model.z.values(), strict=True)) >= DEMAND[k]
            ),
        )
        bound = solve(model).objective
        prices = [float(model.dual[model.packed[k]]) for k in range(len(SIZES))]
        best = max(candidates, key=lambda pattern: float(np.dot(pattern, prices)))
        worth = float(np.dot(best, prices))
        found.append(
            {
                "used": [round(z.value, 4) for z in model.z.values()],
                "prices": [round(price, 4) for price in prices],
                "best": list(best),
                "worth": round(worth, 4),
                "bound": round(bound, 4),
            }
        )
        if worth <= 1 + 1e-9:
            return found
        patterns.append(list(best))


def picture() -> Picture:
    """Return the patterns in the order in which they join, as after the last step."""
    every = steps()
    first = np.diag(CAPACITY // np.array(SIZES)).tolist()
    patterns = [*first, *(step["best"] for step in every[:-1])]
    last = every[-1]
    drawing = text(LEFT - 10, 16, "used", "end") + text(LEFT, 16, "patterns")
    for row, pattern in enumerate(patterns):
        y, x = 26 + ROW * row, LEFT
        bars = text(LEFT - 10, y + 17, f"{last['used'][row]:g} ×", "end", data_used=row)  # type: ignore[index]
        for (kind, color), size, count in zip(KINDS.items(), SIZES, pattern, strict=True):
            for _ in range(count):
                bars += box(x, y, UNIT * size - 2, ROW - 6, "", fill=color, fill_opacity=0.75)
                bars += text(x + UNIT * size / 2, y + 17, kind, "middle")
                x += UNIT * size
        drawing += f'<g data-row="{row}">{bars}</g>\n'
    edge = LEFT + UNIT * CAPACITY
    height = 26 + ROW * len(patterns)
    drawing += line(edge, 22, edge, height, "dashed") + text(edge + 130, 16, "prices", "bold")
    for k, (kind, size) in enumerate(zip(KINDS, SIZES, strict=True)):
        y = 44 + ROW * k
        drawing += text(edge + 70, y, f"{kind}, size {size}")
        drawing += text(edge + 200, y, f"{last['prices'][k]:g}", "end", data_price=k)  # type: ignore[index]
    bound, demand = float(last["bound"]), sum(s * d for s, d in zip(SIZES, DEMAND, strict=True))  # type: ignore[arg-type]
    return Picture(
        edge + 240,
        height + 10,
        "The patterns as bars in the order in which they join, and the prices of the kinds.",
        drawing,
        f"After {len(every)} steps no pattern is worth more than 1. The bound of the patterns is "
        f"{bound:g} machines; the sum of all sizes alone gives {demand / CAPACITY:g}.",
        '<button type="button" class="first">first step</button>'
        '<button type="button" class="next">next step</button><span class="step"></span>',
        {"steps": every, "kinds": list(KINDS), "first": len(first)},
    )
