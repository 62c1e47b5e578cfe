"""Lesson 7: factors for constraints, and the bound that their sum proves."""

from __future__ import annotations

import numpy as np
import pyomo.environ as pyo

from optgap.own_models import solve

from . import Picture, circle, line, slider, text

EARNS, ROWS, SIDES = [3, 2], [[2, 1], [1, 1], [1, 3]], [10, 6, 15]
NAMES = ["cores", "memory", "disk"]
START = [1.5, 0.0, 0.5]
LEFT, BOTTOM, UNIT, MOST = 50, 264, 36, 6.6


def optimum() -> tuple[float, float, float]:
    """Return the best plan and its earnings."""
    model = pyo.ConcreteModel("mix")
    model.x = pyo.Var([0, 1], domain=pyo.NonNegativeReals)
    model.earns = pyo.Objective(expr=sum(EARNS[j] * model.x[j] for j in (0, 1)), sense=pyo.maximize)
    model.rows = pyo.Constraint(
        range(3), rule=lambda model, i: sum(ROWS[i][j] * model.x[j] for j in (0, 1)) <= SIDES[i]
    )
    best = solve(model).objective
    assert best is not None
    return model.x[0].value, model.x[1].value, round(best, 9)


def picture() -> Picture:
    """Return the region, and the sum of constraints with the factors of the start."""
    a, b, best = optimum()

    def x(amount: float) -> float:
        return LEFT + UNIT * amount

    def y(amount: float) -> float:
        return BOTTOM - UNIT * amount

    grid = np.linspace(0, MOST, 133)
    tops = [
        min((side - row[0] * k) / row[1] for row, side in zip(ROWS, SIDES, strict=True))
        for k in grid
    ]
    region = " ".join(f"{x(k):.1f},{y(max(0, top)):.1f}" for k, top in zip(grid, tops, strict=True))
    drawing = (
        f'<polygon points="{x(0):g},{y(0):g} {region}" fill="#8a8f94" fill-opacity="0.25"/>\n'
        + line(x(0), y(0), x(MOST), y(0), "axis")
        + line(x(0), y(0), x(0), y(MOST), "axis")
        + text(x(MOST), y(0) + 22, "jobs of kind A", "end")
        + text(x(0), y(MOST) - 9, "jobs of kind B")
    )
    for row, side in zip(ROWS, SIDES, strict=True):
        ends = [(k, (side - row[0] * k) / row[1]) for k in (0, MOST)]
        drawing += line(x(0), y(ends[0][1]), x(MOST), y(ends[1][1]), "thin", clip_path="url(#mix)")
    drawing += line(0, 0, 0, 0, "orange sum off", clip_path="url(#mix)")
    drawing += line(0, 0, 0, 0, "dashed bound off", clip_path="url(#mix)")
    drawing += circle(x(a), y(b), 6, "dot-blue") + text(x(a) + 10, y(b) - 6, f"earns {best:g}")
    left = x(MOST) + 40
    for k, name in enumerate(NAMES):
        terms = [j if c == 1 else f"{c} {j}" for c, j in zip(ROWS[k], "ab", strict=True)]
        drawing += text(left, 60 + 30 * k, f"{name}: {' + '.join(terms)} ≤ {SIDES[k]}")
        drawing += text(left + 250, 60 + 30 * k, f"× {START[k]:g}", "", data_factor=k)
    total = [sum(f * row[j] for f, row in zip(START, ROWS, strict=True)) for j in (0, 1)]
    side = sum(f * s for f, s in zip(START, SIDES, strict=True))
    drawing += line(left, 134, left + 300, 134, "axis")
    drawing += text(left, 156, f"{total[0]:g} a + {total[1]:g} b ≤ {side:g}", "bold total")
    clip = f'<rect x="{LEFT}" y="{y(MOST):g}" width="{UNIT * MOST:g}" height="{UNIT * MOST:g}"/>'
    return Picture(
        700,
        294,
        "The region of feasible mixes, and the sum of its constraints with a factor for each.",
        f'<clipPath id="mix">{clip}</clipPath>\n' + drawing,
        f"The sum is {total[0]:g} a + {total[1]:g} b ≤ {side:g}. Its coefficients are at least "
        f"3 and 2, so no mix earns more than {side:g}. The best mix earns {best:g}.",
        "".join(slider(name, name, 0, 3, 0.25, START[k]) for k, name in enumerate(NAMES)),
        {
            "earns": EARNS,
            "rows": ROWS,
            "sides": SIDES,
            "best": best,
            "frame": [LEFT, BOTTOM, UNIT, MOST],
        },
    )
