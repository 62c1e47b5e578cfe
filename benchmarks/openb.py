"""consolidation of Alibaba's GPU cluster of 2023 (openb): plans and certified bounds.

Run ``python benchmarks/openb.py DATA`` where DATA is the folder of the published tables.  Every
list of pods is packed on the 1,523 nodes, and where that is proven impossible once more with nodes
of 8 GPUs added.  ``--smoke`` packs 300 pods on 80 nodes; without the folder nothing is measured.
"""

from __future__ import annotations

import argparse
import resource
import time
from pathlib import Path

import optgap
from optgap.instances.consolidation import Consolidation, Machine, read_trace

USUAL = Path(__file__).parents[2] / "shared" / "data" / "openb_gpu_2023"
LISTS = ("default", "gpuspec33", "cpu300", "gpushare100", "multigpu50")
MORE = (24, 40)  # nodes
SHAPE = (96_000.0, 393_216.0, 8.0)  # of the most frequent node, with 8 GPUs of the model G2


def with_nodes(instance: Consolidation, count: int) -> Consolidation:
    """Return the cluster with more nodes of 8 GPUs."""
    more = tuple(Machine(name=f"more-{k}", capacity=SHAPE) for k in range(count))
    return instance.model_copy(update={"machines": instance.machines + more})


def part_of(instance: Consolidation, nodes: int, pods: int) -> Consolidation:
    """Return the first nodes and pods that speak of no others."""
    machines = instance.machines[:nodes]
    known = {machine.name for machine in machines}
    items = [
        item
        for item in instance.items
        if item.allowed_machines is None or known.issuperset(item.allowed_machines)
    ]
    return instance.model_copy(update={"machines": machines, "items": tuple(items[:pods])})


def measured(name: str, instance: Consolidation, method: str, limit: float) -> str:
    """Print what a method finds; return its status."""
    instance = Consolidation.model_validate(instance.model_dump(exclude_none=True))
    begun = time.perf_counter()
    found = optgap.solve(instance, method, time_limit=limit)
    took = time.perf_counter() - begun
    certificate = optgap.check(instance, found).certificate
    gap = "" if found.gap is None else f"{100 * found.gap:.2f} %"
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{name:16}{len(instance.machines):6}{len(instance.items):7}  {method:18}"
        f"{found.status:11}{found.objective or '':>7}{found.bound or '':>7} {gap:>8}"
        f"{took:8.1f} s {peak:6.0f} MiB  certificate {certificate}",
        flush=True,
    )
    return found.status


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", nargs="?", type=Path, default=USUAL)
    parser.add_argument("--limit", type=float, default=600.0, help="seconds for one")
    parser.add_argument("--lists", default=",".join(LISTS), help="lists of pods")
    parser.add_argument("--smoke", action="store_true", help="300 pods on 80 nodes")
    arguments = parser.parse_args()
    if not arguments.data.is_dir():
        print("openb: not there")
        return
    nodes = arguments.data / "openb_node_list_all_node.csv"
    for name in ("gpushare100",) if arguments.smoke else arguments.lists.split(","):
        instance, _ = read_trace(nodes, arguments.data / f"openb_pod_list_{name}.csv", name=name)
        if arguments.smoke:
            measured(name, part_of(instance, 80, 300), "column-generation", 10.0)
            continue
        status = measured(name, instance, "column-generation", arguments.limit)
        if status != "infeasible":
            measured(name, instance, "best-fit", arguments.limit)
        elif name != "multigpu50":
            for count in MORE:
                more = with_nodes(instance, count)
                measured(f"{name} +{count}", more, "column-generation", arguments.limit)


if __name__ == "__main__":
    main()
