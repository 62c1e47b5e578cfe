"""Generated Kubernetes clusters: plan, certified bound and Karpenter beside them; a judge of rules.

Goals: 30 nodes proven in 5 s; 1,000 nodes within 5 % of a certified bound in 60 s and 1 % in ten
minutes; a plan and a bound after 5 s at any size; no violation in 1,000 clusters by a judge that
knows the documentation.  ``--prices`` prints Karpenter's plans and those of greedy prices beside
the optimum's bounds, in machines and in price, over several seeds.
"""

from __future__ import annotations

import argparse
import json
import runpy
import tempfile
import time
from pathlib import Path
from typing import Any

import optgap
from optgap.instances.consolidation import Consolidation
from optgap_cluster.kubernetes import read_cluster
from optgap_cluster.kubernetes.generate import POOLS, generate_dump

_ROOT = Path(__file__).parents[1]
_JUDGE = _ROOT / "tests" / "support" / "kubernetes_judge.py"
_OFFERED = (
    ("m5.large", 0.096, 1.93, 7.0),
    ("m5.xlarge", 0.192, 3.92, 14.5),
    ("m5.2xlarge", 0.384, 7.91, 30.0),
)


def imported(dump: dict[str, Any], *, priced: bool) -> Consolidation:
    """Return the instance of a dump, with prices and offers on demand."""
    with tempfile.TemporaryDirectory() as folder:
        path, prices, offers = (Path(folder) / n for n in ("d.json", "p.csv", "o.csv"))
        path.write_text(json.dumps(dump))
        if not priced:
            return read_cluster([path]).instance
        prices.write_text("type,price\n" + "".join(f"{p[0]},{p[3]}\n" for p in POOLS))
        lines = [
            f"{kind},{price},{cpu},{memory}Gi,110,zone-{zone},{kind}-{zone},40\n"
            for kind, price, cpu, memory in _OFFERED
            for zone in "abc"
        ]
        offers.write_text("type,price,cpu,memory,pods,zone,name,at_most\n" + "".join(lines))
        return read_cluster([path], prices=prices, offers=offers).instance


def measured(instance: Consolidation, method: str, seconds: float) -> str:
    """Return what a method reaches in a time."""
    begun = time.perf_counter()
    found = optgap.solve(instance, method, time_limit=seconds)
    wall = time.perf_counter() - begun
    gap = "" if found.gap is None else f"{100 * found.gap:.2f} %"
    return (
        f"  {method:18} {seconds:5g} s  {found.status:9} objective {found.objective} "
        f"bound {found.bound} ({found.bound_kind}) gap {gap}, {found.seconds:.1f} s, "
        f"wall {wall:.1f} s"
    )


def judged(clusters: int) -> None:
    """Count violations of plans by the judge that knows only the documentation."""
    judge = runpy.run_path(str(_JUDGE))["Judge"]
    broken = plans = 0
    methods = ("drain-best-fit", "karpenter", "vro-offline-diagonal-exchange", "cluster-autoscaler")
    for seed in range(clusters):
        dump = generate_dump(seed, nodes=6 + seed % 10, pods=80)
        instance = imported(dump, priced=False)
        outcome = optgap.solve(instance, methods[seed % len(methods)])
        assert outcome.decision is not None, outcome.message
        broken += len(list(judge(dump, outcome.decision["machine"]).violations()))
        plans += 1
    print(f"judge by the documentation: {broken} violations in {plans} generated clusters")


def price_table(sizes: tuple[tuple[int, float], ...], seeds: int) -> None:
    """Print Karpenter beside column generation and its bound, in machines and in price."""
    titles = "nodes | seed | objective | now | karpenter | price-guided | column generation | bound"
    print(f"| {titles} | difference |")
    print("| " + " | ".join(["---"] * 9) + " |")
    for nodes, seconds in sizes:
        for seed in range(1, seeds + 1):
            dump = generate_dump(seed, nodes=nodes, pods=10 * nodes)
            for priced in (False, True):
                instance = imported(dump, priced=priced)
                now = instance.value_of(instance.units_of(instance.home))
                theirs = optgap.solve(instance, "karpenter", time_limit=seconds).objective
                greedy = optgap.solve(instance, "price-guided", time_limit=seconds).objective
                ours = optgap.solve(instance, "column-generation", time_limit=seconds)
                assert theirs is not None, "Karpenter's plan is at least what runs now"
                assert greedy is not None, "what runs now is a plan"
                assert ours.objective is not None, ours.message
                more = 100 * (theirs - ours.objective) / ours.objective
                what = "price per hour" if priced else "nodes"
                row = [f"{value:g}" for value in (now, theirs, greedy, ours.objective, ours.bound)]
                cells = [f"{nodes:,}", str(seed), what, *row, f"{more:.1f}%"]
                print("| " + " | ".join(cells) + " |", flush=True)


def main() -> None:
    """Run what the arguments ask for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="small clusters, seconds")
    parser.add_argument("--prices", action="store_true", help="only the table of prices")
    arguments = parser.parse_args()
    smoke = arguments.smoke
    price_table(((6, 1.0),) if smoke else ((100, 20.0), (1000, 60.0)), 1 if smoke else 3)
    if arguments.prices:
        return
    for nodes, pods, limits in (
        ((6, 40, (1.0,)),) if smoke else ((30, 300, (5.0, 60.0)), (100, 1000, (60.0,)),
                                          (1000, 10_000, (5.0, 60.0, 600.0)))
    ):  # fmt: skip
        dump = generate_dump(1, nodes=nodes, pods=pods)
        for priced in (False, True):
            instance = imported(dump, priced=priced)
            what = "price" if priced else "nodes"
            size = f"{nodes} nodes, {len(instance.items)} pods, {len(instance.rules or ())} rules"
            print(f"{size}: {what}")
            for seconds in limits:
                print(measured(instance, "column-generation", seconds))
            print(measured(instance, "karpenter", max(limits)))
            print(measured(instance, "drain-best-fit", max(limits)))
            if nodes <= 30:
                print(measured(instance, "exact", 60.0))
    judged(4 if smoke else 1000)


if __name__ == "__main__":
    main()
