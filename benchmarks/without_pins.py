"""Nodes that become free on a large generated cluster: Karpenter's policy and plans without pins.

For each method: nodes in use, moves, moves for each freed node, seconds and seconds of processor.
"""

from __future__ import annotations

import argparse
import json
import resource
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

import optgap
from optgap.instances.consolidation import Consolidation
from optgap_cluster.kubernetes import read_cluster
from optgap_cluster.kubernetes.generate import generate_dump


def measure(
    instance: Consolidation, method: str, seconds: float, options: Mapping[str, str] | None
) -> None:
    """Solve, and print what that takes."""
    begun, used = time.perf_counter(), time.process_time()
    found = optgap.solve(instance, method, time_limit=seconds, options=options)
    wall, processor = time.perf_counter() - begun, time.process_time() - used
    freed = int(instance.occupied.sum()) - (found.objective or 0)
    moves = found.details.get("moves", 0)
    words = f"{method} {(options or {}).get('order', '')}".strip()
    print(
        f"{words}: {found.objective} nodes, bound {found.bound} ({found.bound_kind}),"
        f" {moves} moves, {moves / max(1, freed):.2f} for each freed node,"
        f" {found.details.get('replays', 0)} replays,"
        f" {wall:.0f} s, of a processor {processor:.0f} s"
    )


def main() -> None:
    """Make a cluster, and measure three methods on it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="a small cluster")
    parser.add_argument("--nodes", type=int, default=500)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=60.0)
    options = parser.parse_args()
    nodes, seconds = (12, 2.0) if options.smoke else (options.nodes, options.seconds)
    with tempfile.TemporaryDirectory() as folder:
        dump = Path(folder) / "dump.json"
        dump.write_text(json.dumps(generate_dump(options.seed, nodes=nodes, pods=10 * nodes)))
        instance = read_cluster([dump]).instance
    print(f"{nodes} nodes, {len(instance.items)} pods, seed {options.seed}")
    measure(instance, "karpenter", seconds, None)
    for order in ("largest-first", "any"):
        measure(instance, "no-pins", seconds, {"order": order})
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"largest memory {memory:.0f} MB")


if __name__ == "__main__":
    main()
