"""Lesson 2: choose instances and a threshold, and see whether they violate Hall's condition."""

from __future__ import annotations

import optgap

from . import Picture, box, circle, line, slider, text

SECONDS = [[3, 9, 12, 14], [4, 8, 15, 11], [10, 6, 13, 12], [5, 7, 14, 16], [12, 11, 6, 4]]
ROOM = [1, 1, 1, 2]


def picture() -> Picture:
    """Return the pairs of the lesson's small stage, and a violator just below the optimum."""
    document = {"name": "small", "latency": SECONDS, "capacity": ROOM}
    stage = optgap.load({"problem": "placement", "version": 1, **document})
    outcome = optgap.solve(stage, "bottleneck")
    values = sorted({value for row in SECONDS for value in row})
    chosen = outcome.certificate["instances"]
    threshold = max(value for value in values if value < outcome.objective)
    reached = [any(SECONDS[i][j] <= threshold for i in chosen) for j in range(len(ROOM))]
    room = sum(places for places, usable in zip(ROOM, reached, strict=True) if usable)

    def at(i: int) -> float:
        return 30 + 50 * i

    drawing = ""
    for i, row in enumerate(SECONDS):
        for j, seconds in enumerate(row):
            css = "off" if seconds > threshold else "axis" if i in chosen else "thin"
            drawing += line(180, at(i), 520, at(j) + 25, css, data_i=i, data_j=j)
    for i in range(len(SECONDS)):
        css = "dot-orange" if i in chosen else "dot-open"
        drawing += box(166, at(i) - 13, 26, 26, css, data_pick=i)
        drawing += text(150, at(i) + 6, f"i{i + 1}", "end")
    for j, places in enumerate(ROOM):
        drawing += circle(520, at(j) + 25, 14, "dot-blue" if reached[j] else "dot-open", data_j=j)
        drawing += text(545, at(j) + 31, f"m{j + 1}, room for {places}")
    machines = ", ".join(f"m{j + 1}" for j, usable in enumerate(reached) if usable)
    names = ", ".join(f"i{i + 1}" for i in chosen)
    boxes = "".join(
        f'<label><input type="checkbox" value="{i}"{checked}> i{i + 1}</label>'
        for i in range(len(SECONDS))
        for checked in [" checked" if i in chosen else ""]
    )
    return Picture(
        700,
        260,
        "Instances to the left, machines to the right; a line is a pair within the threshold.",
        drawing,
        f"Within {threshold} s, S = {{{names}}} reaches {machines} "
        f"with room for {room}. S has {len(chosen)} instances: no plan meets {threshold} s.",
        boxes + slider("threshold", "threshold", 0, len(values) - 1, 1, values.index(threshold)),
        {"latency": SECONDS, "room": ROOM, "values": values},
    )
