"""Make the suite: dumps of generated clusters, each with an optimum and its certificate.

``python build.py FOLDER`` writes ``NAME.json.gz`` as kubectl prints a cluster, the best plan with
the proof of its bound as ``NAME.optimum.json``, and the price lists.  A seed is left out where a
workload of which no two pods share a node keeps 7 of 10 nodes in use, and where the optimum is not
proven in time; then the next one is taken.
"""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path
from typing import Any

import optgap
from optgap.core.outcome import Outcome
from optgap_cluster.kubernetes import read_cluster
from optgap_cluster.kubernetes.generate import POOLS, generate_dump

# name, nodes, pods at most, first seed, whether price counts
CLUSTERS = (
    ("nodes-6", 6, 60, 100, False),
    ("nodes-9", 9, 90, 200, False),
    ("nodes-12", 12, 120, 300, False),
    ("nodes-16", 16, 160, 400, False),
    ("nodes-20", 20, 200, 500, False),
    ("nodes-24", 24, 240, 600, False),
    ("nodes-30", 30, 300, 700, False),
    ("nodes-60", 60, 600, 800, False),
    ("price-6", 6, 60, 945, True),
    ("price-9", 9, 90, 1003, True),
)
OFFERED = (
    ("m5.large", 0.096, 1.93, 7.0),
    ("m5.xlarge", 0.192, 3.92, 14.5),
    ("m5.2xlarge", 0.384, 7.91, 30.0),
)
_SECONDS, _SEEDS, _WIDEST = 40, 30, 0.7


def main(folder: Path) -> None:
    """Write all files of the suite."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = [f"{name},{price}\n" for name, _, _, price in POOLS]
    (folder / "prices.csv").write_text("type,price\n" + "".join(lines))
    lines = [
        f"{kind},{price},{cpu},{memory}Gi,110,zone-{zone},{kind}-{zone},20\n"
        for kind, price, cpu, memory in OFFERED
        for zone in "abc"
    ]
    head = "type,price,cpu,memory,pods,zone,name,at_most\n"
    (folder / "offers.csv").write_text(head + "".join(lines))
    for name, nodes, pods, seed, priced in CLUSTERS:
        tried = (_proven(folder, name, nodes, pods, seed + k, priced) for k in range(_SEEDS))
        print(name, next(filter(None, tried), "is not proven"), flush=True)


def _proven(folder: Path, name: str, nodes: int, pods: int, seed: int, priced: bool) -> str | None:
    dump = with_oddities(generate_dump(seed, nodes=nodes, pods=pods))
    packed = gzip.compress(json.dumps(dump, separators=(",", ":")).encode(), mtime=0)
    path = folder / f"{name}.json.gz"
    path.write_bytes(packed)
    files = {"prices": folder / "prices.csv", "offers": folder / "offers.csv"} if priced else {}
    instance = read_cluster([path], name=name, **files).instance
    widest = max((len(r.items) for r in instance.rules or () if r.kind == "apart"), default=0)
    if widest > _WIDEST * nodes:
        return None
    found = optgap.solve(instance, "column-generation", time_limit=_SECONDS)
    if found.status != "optimal" or found.bound_kind != "certified":
        return None
    assert not optgap.check(instance, found).violations
    (folder / f"{name}.optimum.json").write_text(json.dumps(_document(found, seed)) + "\n")
    return f"seed {seed}: optimum {found.objective}"


def _document(found: Outcome, seed: int) -> dict[str, Any]:
    document = found.model_dump(mode="json")
    kept = ("objective", "bound", "bound_kind", "certificate", "decision")
    return {"generated_with": {"seed": seed}, **{key: document[key] for key in kept}}


def with_oddities(dump: dict[str, Any]) -> dict[str, Any]:
    """Add what real clusters have: a pod that leaves, one that waits for a GPU, a finished Job."""
    pods = [each for each in dump["items"] if each["kind"] == "Pod"]
    model = json.dumps(next(each for each in pods if each["metadata"]["name"].startswith("app")))
    leaving, waiting, finished = (json.loads(model) for _ in range(3))
    leaving["metadata"] |= {"name": "leaving-0", "labels": {"app": "leaving"}}
    leaving["metadata"]["deletionTimestamp"] = "2026-05-01T10:00:00Z"
    for pod in (leaving, waiting, finished):
        pod["spec"] = {
            key: pod["spec"][key] for key in ("containers", "nodeName") if key in pod["spec"]
        }
    waiting["metadata"] |= {"name": "train-0", "labels": {"app": "train"}}
    del waiting["spec"]["nodeName"]
    waiting["spec"]["containers"][0]["resources"] = {"requests": {"nvidia.com/gpu": "1"}}
    finished["metadata"] |= {
        "name": "report-0",
        "labels": {"app": "report"},
        "ownerReferences": [{"kind": "Job", "name": "report", "controller": True}],
    }
    finished["status"] = {"phase": "Succeeded"}
    dump["items"] += [leaving, waiting, finished]
    return dump


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).with_name("data"))
