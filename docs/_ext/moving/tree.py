"""Lesson 8: the tree of branch and bound, drawn from the log of the page's own code."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from . import Picture, box, line, text

PAGE = Path(__file__).parents[2] / "lesson-8-tree.md"
WIDE, HIGH, TOP = 100, 74, 34


def log() -> list[dict[str, Any]]:
    """Run the cells of the page up to the search, and return its log."""
    names: dict[str, Any] = {"print": lambda *_: None}
    for code in re.findall(r"```\{code-cell\} python\n(.*?)```", PAGE.read_text(), re.DOTALL):
        exec(code, names)
        if "def branch_and_bound" in code:
            return list(names["log"])
    raise LookupError("the page has no branch_and_bound")


def picture() -> Picture:
    """Return the whole tree; a node holds the value of its relaxation."""
    rows = log()
    children: dict[int, list[int]] = {k: [] for k in range(len(rows))}
    depth = [len(row["fixed"]) for row in rows]
    for k, row in enumerate(rows):
        if row["parent"] is not None:
            children[row["parent"]].append(k)
    column: dict[int, float] = {}

    def place(node: int) -> None:
        """Leaves stand side by side, and a parent above the middle of its children."""
        for child in children[node]:
            place(child)
        own = [column[child] for child in children[node]]
        leaves = sum(not children[k] for k in column)
        column[node] = sum(own) / len(own) if own else leaves

    place(0)
    drawing = ""
    for k, row in enumerate(rows):
        x, y = 60 + WIDE * column[k], TOP + HIGH * depth[k]
        edge = ""
        if row["parent"] is not None:
            u, v = 60 + WIDE * column[row["parent"]], TOP + HIGH * (depth[k] - 1)
            job, choice = list(row["fixed"].items())[-1]
            edge = line(u, v + 14, x, y - 14, "thin")
            side, anchor = (-14, "end") if x < u else (14, "")
            edge += text((u + x) / 2 + side, (v + y) / 2, f"{job}: {choice}", anchor)
        value = "–" if row["value"] is None else f"{row['value']:.4g}"
        kind = row["what"].split(" ")[0].rstrip(":")
        css = {"branch": "thin", "integral": "blue", "pruned": "orange", "infeasible": "orange"}
        node = box(x - 32, y - 14, 64, 28, css[kind]) + text(x, y + 6, value, "middle")
        drawing += f'<g data-node="{k}">{edge}{node}</g>\n'
    last = rows[-1]
    shown = [
        {
            "value": None if row["value"] is None else round(row["value"], 2),
            "what": row["what"],
            "incumbent": row["incumbent"],
            "bound": row["bound"],
        }
        for row in rows
    ]
    return Picture(
        int(120 + WIDE * max(column.values())),
        TOP + HIGH * max(depth) + 30,
        "The tree: a node holds its relaxation's value, an edge a job and its choice.",
        drawing,
        f"After {len(rows)} nodes no part is left: the incumbent is worth {last['incumbent']}, "
        "and it is optimal. Blue: an integral solution; orange: pruned or infeasible.",
        '<button type="button" class="first">first node</button>'
        '<button type="button" class="next">next node</button>'
        '<button type="button" class="last">whole tree</button>',
        {"log": shown},
    )
