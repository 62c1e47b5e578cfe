"""Lesson 1: the bound of a price, and how many containers the groups ask for at this price."""

from __future__ import annotations

import numpy as np

import optgap

from . import Picture, box, circle, line, slider, text

LEFT, RIGHT, TOP, BOTTOM = 60, 700, 28, 246
HIGHEST, START = 8.0, 2.5


def picture() -> Picture:
    """Return the bound over the price, with the optimum and one price."""
    instance = optgap.load("cluster_ratio/three-groups")
    optimum = optgap.solve(instance, "dp").objective
    groups = [{"lower": g.lower, "latency": list(g.latency)} for g in instance.groups]

    def bound(price: float) -> float:
        least = sum(
            min(own + price * (g["lower"] + k) for k, own in enumerate(g["latency"]))
            for g in groups
        )
        return float(least - price * instance.containers)

    prices = np.linspace(0, HIGHEST, 161)
    low, high = min(map(bound, prices)), optimum * 1.02
    scale = {"left": LEFT, "right": RIGHT, "top": TOP, "bottom": BOTTOM, "low": low, "high": high}

    def x(price: float) -> float:
        return LEFT + (RIGHT - LEFT) * price / HIGHEST

    def y(value: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * (value - low) / (high - low)

    points = " ".join(f"{x(p):.1f},{y(bound(p)):.1f}" for p in prices)
    asked = sum(
        g["lower"]
        + int(np.argmin(g["latency"] + START * (g["lower"] + np.arange(len(g["latency"])))))
        for g in groups
    )
    slope = asked - instance.containers
    inside = box(LEFT, TOP - 12, RIGHT - LEFT, BOTTOM - TOP + 12)
    drawing = (
        f'<clipPath id="price-clip">{inside}</clipPath>\n'
        + line(LEFT, BOTTOM, RIGHT, BOTTOM, "axis")
        + line(LEFT, TOP, LEFT, BOTTOM, "axis")
        + "".join(text(x(p), BOTTOM + 20, p, "middle") for p in range(0, int(HIGHEST) + 1))
        + text((LEFT + RIGHT) / 2, BOTTOM + 42, "price p per container", "middle")
        + line(LEFT, y(optimum), RIGHT, y(optimum), "dashed")
        + text(RIGHT, y(optimum) - 6, f"optimum {optimum:g}", "end")
        + f'<polyline points="{points}" class="blue"/>\n'
        + line(
            LEFT,
            y(bound(START) - slope * START),
            RIGHT,
            y(bound(START) + slope * (HIGHEST - START)),
            "orange tangent",
            clip_path="url(#price-clip)",
        )
        + circle(x(START), y(bound(START)), 8, "dot-orange", data_pick="price")
    )
    return Picture(
        760,
        296,
        "The bound L(p) over the price p, a concave line with corners, and a tangent.",
        drawing,
        f"At price {START:g} the bound is {bound(START):g}. The groups ask for {asked} containers, "
        f"and there are {instance.containers}: L rises to the right with slope {slope}.",
        slider("price", "price", 0, HIGHEST, 0.05, START),
        {
            "groups": groups,
            "containers": instance.containers,
            "optimum": optimum,
            "highest": HIGHEST,
            **scale,
        },
    )
