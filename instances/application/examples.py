"""Applications shaped like those of SODA's 7.2, on as many nodes as one likes."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from ...core.faults import input_error, near_miss
from ...core.files import document_of
from ..macroq import generate
from .document import Application

Example = Literal["srcsink", "dac", "lsd"]
NODES = {"srcsink": 3, "dac": 12, "lsd": 60}
_NODE_MIPS = 11000.0


def example(
    name: str, *, nodes: int | None = None, seed: int = 1, events: bool = True
) -> Application:
    """Return SrcSink (2 PEs), a DAC-like or an LSD-like application.

    All jobs together could use 1.5 times the mips of the usual number of nodes.  With ``events`` a
    primal stream falls to half, a node goes down and comes back, and a job leaves.
    """
    if name not in NODES:
        raise input_error(
            "application", f"is no file and no example {near_miss(name, NODES)}", name
        )
    count = NODES[name] if nodes is None else nodes
    jobs, primal = _srcsink() if name == "srcsink" else _draw(name, seed)
    last = jobs[-1]["name"]
    happens: list[dict[str, Any]] = [
        {"macro": 1, "micro": 1, "primal": {key: value / 2 for key, value in primal.items()}},
        {"macro": 1, "micro": 2, "down": ["n1"]},
        {"macro": 2, "micro": 1, "up": ["n1"], "primal": primal},
    ]
    if len(jobs) > 1:
        happens.append({"macro": 3, "leave": [last]})
    clusters = max(1, count // 10)
    return Application.model_validate(
        {
            "application": 1,
            "name": f"{name}-{count}",
            "macroq": {"primal": primal, "jobs": jobs},
            "nodes": [
                {"name": f"n{n + 1}", "mips": _NODE_MIPS, "cluster": f"c{n % clusters + 1}"}
                for n in range(count)
            ],
            "links": [
                {"name": f"l{c}", "between": [f"c{c}", f"c{c + 1}"], "capacity": 1000.0}
                for c in range(1, clusters)
            ],
            "micro_epochs": 3,
            "events": happens if events and count > 1 else [],
        }
    )


def _srcsink() -> tuple[list[dict[str, Any]], dict[str, float]]:
    pes = [{"name": "src", "min_mips": 100.0}, {"name": "sink", "min_mips": 100.0}]
    streams = [
        {"name": "s", "pe": "src", "resource": [{"mips": 0.01}, {"rates": {"feed": 1.0}}]},
        {
            "name": "out",
            "pe": "sink",
            "resource": [{"mips": 0.008}, {"rates": {"s": 1.0}}],
            "weight": 1.0,
        },
    ]
    graph = {"name": "t1", "pes": pes, "streams": streams}
    return [{"name": "j1", "rank": 1, "templates": [graph]}], {"feed": 150.0}


def _draw(name: str, seed: int) -> tuple[list[dict[str, Any]], dict[str, float]]:
    shape: Literal["dac", "lsd"] = "dac" if name == "dac" else "lsd"
    drawn = generate(seed, shape=shape, templates=1, reads=0.2, load=1.0, required=0.0)
    document = document_of(drawn)
    factor = 1.5 * NODES[name] * _NODE_MIPS / drawn.mips
    for job in document["jobs"]:
        for template in job["templates"]:
            _scale(template, factor)
    return document["jobs"], document["primal"]


def _scale(template: dict[str, Any], factor: float) -> None:
    """Let the PEs of a template need so many times their mips."""
    for pe in template["pes"]:
        pe["min_mips"] = float(np.floor(pe["min_mips"] * factor))
        pe["max_mips"] = float(np.ceil(pe["max_mips"] * factor))
    for stream in template["streams"]:
        for term in stream["resource"]:
            if term.get("mips"):
                term["mips"] = float(f"{term['mips'] / factor:.4g}")
