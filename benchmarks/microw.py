"""microw at the size of SODA's applications: program, flow bound, pushes.

Run ``python benchmarks/microw.py`` (a minute or two) or with ``--smoke`` (seconds).
"""

from __future__ import annotations

import argparse
import time

import optgap
from optgap.instances.microw import MicroW, generate

SETTINGS = {
    "no limits": {"change": None, "ranged": 0.0, "fixed": 0.0},
    "limits": {"change": 0.2, "touched": 0.8},
}


def epoch(instance: MicroW, limit: float) -> None:
    """Print seconds and missed mips of each method, as ratios to the program's."""
    reference: tuple[float, float] | None = None
    for method in ("exact", "flow-lp", "flow", "keep"):
        begun = time.perf_counter()
        outcome = optgap.solve(instance, method, time_limit=limit)
        took = time.perf_counter() - begun
        if reference is None:
            reference = (took, outcome.objective or 1.0)
        value = outcome.objective if outcome.objective is not None else float("nan")
        print(
            f"{method:8s} {took:8.3f} s {took / reference[0]:7.2f} × exact   "
            f"missed {value:10.1f} {value / reference[1]:6.3f} × exact   "
            f"bound {outcome.bound} {outcome.status}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="small sizes, to see that it runs")
    smoke = parser.parse_args().smoke
    for pes, nodes in ((20, 5),) if smoke else ((51, 29), (737, 70)):
        for label, given in SETTINGS.items():
            print(f"\n{pes} PEs on {nodes} nodes, {label}")
            epoch(generate(1, pes=pes, nodes=nodes, **given), 5.0 if smoke else 60.0)


if __name__ == "__main__":
    main()
