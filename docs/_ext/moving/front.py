"""Lesson 3: a limit that moves along a front, with a weight beside it."""

from __future__ import annotations

import optgap

from . import Picture, circle, line, slider, text

LEFT, RIGHT, TOP, BOTTOM = 70, 700, 20, 280


def picture() -> Picture:
    """Return the front of a generated stage, a limit on the cost, and a weighted sum."""
    front = optgap.solve(optgap.generate("resource_plan", 1, instances=5), "exact")
    assert front.front_complete
    points = sorted(
        (round(p.objectives["cost"], 2), round(p.objectives["latency"], 2)) for p in front.front
    )
    (costs, latencies) = ([p[k] for p in points] for k in range(2))
    low = {"cost": round(min(costs)) - 10, "latency": 0}
    high = {"cost": round(max(costs)) + 10, "latency": max(latencies) * 1.1}
    limit = round(sum(costs) / len(costs))

    def x(cost: float) -> float:
        return LEFT + (RIGHT - LEFT) * (cost - low["cost"]) / (high["cost"] - low["cost"])

    def y(latency: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * latency / high["latency"]

    best = min(range(len(points)), key=lambda k: (points[k][0] > limit, points[k][1]))
    weight = 0.2
    sums = [weight * cost + (1 - weight) * latency for cost, latency in points]
    light = sums.index(min(sums))
    drawing = (
        line(LEFT, BOTTOM, RIGHT, BOTTOM, "axis")
        + line(LEFT, TOP, LEFT, BOTTOM, "axis")
        + text((LEFT + RIGHT) / 2, BOTTOM + 40, "cost", "middle")
        + text(LEFT + 8, TOP + 10, "latency")
        + "".join(text(x(c), BOTTOM + 20, c, "middle") for c in range(200, int(high["cost"]), 50))
        + "".join(text(LEFT - 8, y(v) + 5, v, "end") for v in range(0, int(high["latency"]), 20))
        + line(x(limit), TOP, x(limit), BOTTOM, "dashed limit")
        + line(0, 0, 0, 0, "orange sum off", clip_path="url(#front-clip)")
        + "".join(
            circle(x(c), y(v), 11, "orange ring" + ("" if k == light else " off"), data_k=k)
            + circle(x(c), y(v), 6, "dot-blue" if k == best else "dot-open", data_dot=k)
            for k, (c, v) in enumerate(points)
        )
    )
    clip = f'<rect x="{LEFT}" y="{TOP}" width="{RIGHT - LEFT}" height="{BOTTOM - TOP}"/>'
    return Picture(
        760,
        325,
        "The front of a stage: cost and latency of every efficient plan, and a limit on the cost.",
        f'<clipPath id="front-clip">{clip}</clipPath>\n' + drawing,
        f"With cost at most {limit} the fastest plan costs {points[best][0]:g} and takes "
        f"{points[best][1]:g} s. The weight {weight:g} on cost finds the plan with cost "
        f"{points[light][0]:g} and {points[light][1]:g} s. Filled points are found by a limit, and "
        "ringed points by a weight.",
        slider("limit", "limit on the cost", low["cost"], high["cost"], 0.5, limit)
        + slider("weight", "weight of the cost", 0, 1, 0.005, weight)
        + '<button type="button">forget the points found</button>',
        {
            "points": points,
            "frame": [LEFT, RIGHT, TOP, BOTTOM],
            "low": low["cost"],
            "high": high["cost"],
            "slowest": high["latency"],
        },
    )
