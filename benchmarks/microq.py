"""microq at the size of SODA's LSD application: program, preprocessor, iteration.

Run ``python benchmarks/microq.py`` (half a minute) or with ``--smoke`` (seconds).
"""

from __future__ import annotations

import argparse
import time

import optgap
from optgap.instances.microq import MicroQ, generate


def epoch(instance: MicroQ, limit: float) -> None:
    """Print seconds, importance and bound of each method, as ratios to the program's."""
    reference: tuple[float, float] | None = None
    for method in ("exact", "relaxation", "iterative"):
        begun = time.perf_counter()
        outcome = optgap.solve(instance, method, time_limit=limit)
        took = time.perf_counter() - begun
        if reference is None:
            reference = (took, outcome.objective or 1.0)
        value = "   -  " if outcome.objective is None else f"{outcome.objective / reference[1]:.4f}"
        bound = "   -  " if outcome.bound is None else f"{outcome.bound / reference[1]:.4f}"
        print(
            f"{method:10s} {took:7.3f} s {took / reference[0]:6.2f} × exact   "
            f"importance {value} bound {bound} × exact   {outcome.status}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="small sizes, to see that it runs")
    smoke = parser.parse_args().smoke
    components, nodes = (6, 4) if smoke else (104, 70)
    epoch(generate(0, components=2, nodes=2), 5.0)  # imports
    for rough in (0.0, 0.5):
        instance = generate(1, components=components, nodes=nodes, rough=rough)
        pes = sum(len(component.pes) for component in instance.components)
        print(f"\n{components} components, {pes} PEs on {nodes} nodes, {rough:.0%} not concave")
        epoch(instance, 30.0)


if __name__ == "__main__":
    main()
