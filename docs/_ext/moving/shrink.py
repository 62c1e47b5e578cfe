"""Lesson 6: leave instances and machines out while the rule stays bad."""

from __future__ import annotations

import optgap

from . import Picture, box, line, text

SEED = 6  # of the ten random stages the one on which the rule is worst
LEFT, TOP, CELL, ROW = 60, 24, 116, 22


def by_regret(latency: list[list[float]], room: list[int]) -> list[int]:
    """Serve the largest difference between the two fastest machines with room first."""
    room, machine, left = list(room), [0] * len(latency), set(range(len(latency)))
    while left:
        open_ = [j for j, places in enumerate(room) if places]
        fastest = {i: sorted(latency[i][j] for j in open_)[:2] for i in left}
        i = max(left, key=lambda i: (fastest[i][-1] - fastest[i][0], -i))
        machine[i] = min(open_, key=lambda j: latency[i][j])
        room[machine[i]] -= 1
        left.remove(i)
    return machine


def picture() -> Picture:
    """Return the latencies of the stage, with the machine that the rule and the optimum use."""
    stage = optgap.generate("placement", SEED, instances=12, machines=5, noise=0.3)
    latency, room = stage.dense_latency().round(1).tolist(), stage.beta.tolist()
    rounded = stage.replaced(latency=latency)
    best = optgap.solve(rounded, "bottleneck")
    rule, plan = by_regret(latency, room), list(best.decision["machine"])
    ends = max(latency[i][j] for i, j in enumerate(rule))
    drawing = ""
    for j, places in enumerate(room):
        words = f"m{j + 1}, room {places}"
        drawing += text(LEFT + CELL * (j + 0.5), 17, words, "middle bold", data_pick=f"m{j}")
    for i, row in enumerate(latency):
        y = TOP + ROW * i
        cells = text(LEFT - 14, y + 17, f"i{i + 1}", "end bold", data_pick=f"i{i}")
        for j, seconds in enumerate(row):
            x, place = LEFT + CELL * j, f"{i},{j}"
            cells += box(
                x + 8,
                y + 1,
                CELL - 16,
                ROW - 2,
                "orange" if rule[i] == j else "off",
                data_rule=place,
            )
            cells += line(
                x + 22,
                y + ROW - 3,
                x + CELL - 22,
                y + ROW - 3,
                "blue" if plan[i] == j else "off",
                data_best=place,
            )
            cells += text(x + CELL / 2, y + 17, f"{seconds:g}", "middle inside", data_cell=place)
        drawing += f'<g data-row="{i}">{cells}</g>\n'
    return Picture(
        LEFT + CELL * len(room) + 20,
        TOP + ROW * len(latency) + 10,
        "The latencies of a stage: framed those of the rule, underlined those of the optimum.",
        drawing,
        f"{len(latency)} instances on {len(room)} machines. The rule (framed) ends after "
        f"{ends:g} s, the optimum (underlined) after {best.objective:g} s: "
        f"{ends / best.objective:.2f} times.",
        '<button type="button" class="less">leave out what does not help the rule</button>'
        '<button type="button" class="again">start again</button>',
        {"latency": latency, "room": room},
    )
