"""Time of the methods of microw and microq against the number of PEs and of nodes.

Run ``python benchmarks/growth.py`` (minutes; rewrites docs/data/growth.json, from which the pages
draw) or with ``--smoke`` (seconds, writes nothing).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import optgap
from optgap.core.schema import Instance
from optgap.instances import microq, microw

TARGET = Path(__file__).parents[1] / "docs" / "data" / "growth.json"
PES = (46, 92, 184, 369, 737, 1474)
NODES = (9, 18, 35, 70, 140)


def micro_w(pes: int, nodes: int) -> Instance:
    """Return an LSD-like instance of microw with limits on what may change."""
    return microw.generate(1, pes=pes, nodes=nodes, change=0.2, touched=0.8)


def micro_q(pes: int, nodes: int) -> Instance:
    """Return an LSD-like instance of microq, of about four PEs a component."""
    return microq.generate(1, components=max(1, round(pes * 104 / 455)), nodes=nodes)


PROBLEMS: dict[str, tuple[Callable[[int, int], Instance], tuple[str, ...]]] = {
    "microw": (micro_w, ("exact", "flow-lp", "flow")),
    "microq": (micro_q, ("exact", "relaxation", "iterative")),
}


def measured(problem: str, sizes: Iterable[tuple[int, int]], limit: float) -> list[dict[str, Any]]:
    """Return and print the seconds of each method for each size, without those of the judge."""
    generated, methods = PROBLEMS[problem]
    rows = []
    for pes, nodes in sizes:
        instance = generated(pes, nodes)
        for method in methods:
            outcome = optgap.solve(instance, method, time_limit=limit)
            took = round(outcome.seconds, 4)
            row = {"pes": _pes(instance), "nodes": nodes, "method": method, "seconds": took}
            rows.append(row | {"stopped": outcome.stopped})
            print(f"{problem} {pes:5d} PEs {nodes:4d} nodes {method:10s} {took:8.3f} s", flush=True)
    return rows


def _pes(instance: Instance) -> int:
    if isinstance(instance, microq.MicroQ):
        return sum(len(component.pes) for component in instance.components)
    assert isinstance(instance, microw.MicroW)
    return len(instance.pes)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="small sizes, to see that it runs")
    smoke = parser.parse_args().smoke
    found: dict[str, dict[str, list[dict[str, Any]]]] = {}
    for problem in PROBLEMS:
        measured(problem, [(14, 3)], 5.0)  # imports and compiles
        if smoke:
            continue
        along = [(pes, max(2, round(pes * 70 / 737))) for pes in PES]
        found[problem] = {
            "pes": measured(problem, along, 20.0),
            "nodes": measured(problem, [(737, nodes) for nodes in NODES], 20.0),
        }
    if not smoke:
        TARGET.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
