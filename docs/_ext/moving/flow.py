"""Lesson 4: push flow along paths of the residual network until none is left."""

from __future__ import annotations

import pyomo.environ as pyo

from optgap.own_models import solve

from . import Picture, circle, line, text

ARCS = [("s", "a", 4), ("s", "b", 3), ("a", "b", 2), ("a", "t", 3), ("b", "t", 5)]
SPOTS = {"s": (40, 130), "a": (180, 40), "b": (180, 220), "t": (320, 130)}
SHIFT = 380  # of the residual network to the right
RADIUS = 16


def largest_flow() -> float:
    """Return the largest flow from s to t."""
    model = pyo.ConcreteModel("flow")
    model.A = pyo.RangeSet(0, len(ARCS) - 1)
    model.f = pyo.Var(model.A, bounds=lambda _, k: (0, ARCS[k][2]))
    model.out = pyo.Objective(
        expr=sum(model.f[k] for k in model.A if ARCS[k][1] == "t"), sense=pyo.maximize
    )

    @model.Constraint(["a", "b"])
    def kept(model: pyo.ConcreteModel, n: str) -> object:
        """Return that as much arrives at a node as leaves it."""
        arriving = sum(model.f[k] for k in model.A if ARCS[k][1] == n)
        return arriving == sum(model.f[k] for k in model.A if ARCS[k][0] == n)

    return float(solve(model, gap=0.0).objective)


def _arrow(
    start: str, end: str, right: float, aside: float, css: str, label: object, **more: object
) -> str:
    """Return an arrow between two nodes, moved to its own left side, with a label."""
    (x, y), (u, v) = SPOTS[start], SPOTS[end]
    length = ((u - x) ** 2 + (v - y) ** 2) ** 0.5
    along, across = ((u - x) / length, (v - y) / length), ((v - y) / length, -(u - x) / length)
    x1, y1 = (p + RADIUS * d + aside * a for p, d, a in zip((x, y), along, across, strict=True))
    x2, y2 = (
        p - (RADIUS + 5) * d + aside * a for p, d, a in zip((u, v), along, across, strict=True)
    )
    away = aside + 20
    tx, ty = (x + u) / 2 + away * across[0], (y + v) / 2 + away * across[1]
    arrow = line(x1 + right, y1, x2 + right, y2, css, marker_end="url(#flow-head)")
    data = "".join(f' data-{key}="{value}"' for key, value in more.items())
    return f"<g{data}>{arrow}{text(tx + right, ty + 6, label, 'middle')}</g>\n"


def picture() -> Picture:
    """Return the network without flow, and its residual network."""
    drawing = (
        '<marker id="flow-head" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="7" '
        'markerHeight="7" orient="auto"><path d="M0 0L10 5L0 10z" fill="#0072b2"/></marker>\n'
    )
    for k, (start, end, most) in enumerate(ARCS):
        drawing += _arrow(start, end, 0, 0, "blue", f"0/{most}", arc=k)
        drawing += _arrow(start, end, SHIFT, 5, "blue", most, forth=k)
        drawing += _arrow(end, start, SHIFT, 5, "orange", 0, back=k).replace(
            "<g ", '<g class="off" ', 1
        )
    for right in (0, SHIFT):
        for name, (x, y) in SPOTS.items():
            drawing += circle(x + right, y, RADIUS, "dot-open", data_node=name)
            drawing += text(x + right, y + 6, name, "middle inside")
    drawing += text(180, 275, "flow / capacity", "middle")
    drawing += text(180 + SHIFT, 275, "residual network", "middle")
    best = largest_flow()
    return Picture(
        740,
        285,
        "A network with the flow and the capacity of each arc, and its residual network.",
        drawing,
        "The flow is 0. Push flow along a path of the residual network; "
        f"the largest flow is {best:g}.",
        '<span class="paths"></span><button type="button" class="again">start again</button>',
        {"arcs": ARCS, "best": best},
    )
