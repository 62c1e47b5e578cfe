"""Clusters as they are: pods that wait, leave, have finished, or are on nodes that nobody knows.

No method refuses such a cluster, and a judge that was written from the documentation finds nothing.
"""

import json
import random
import runpy
from pathlib import Path
from typing import Any

import pytest

import optgap
from optgap.instances.importers.kubernetes import read_cluster
from optgap.instances.importers.kubernetes.generating import generate_dump

Judge = runpy.run_path(str(Path(__file__).with_name("kubernetes_judge.py")))["Judge"]


def messy(seed: int, nodes: int = 9, pods: int = 60) -> dict[str, Any]:
    rng = random.Random(seed)
    dump = generate_dump(seed, nodes=nodes, pods=pods)
    apps = [
        each
        for each in dump["items"]
        if each["kind"] == "Pod" and each["metadata"]["name"].startswith("app")
    ]
    rng.shuffle(apps)
    for each in apps[:6]:
        del each["spec"]["nodeName"]
    for each in apps[:2]:
        each["spec"]["containers"][0]["resources"] = {"requests": {"cpu": "100"}}
    for each in apps[6:10]:
        each["metadata"]["deletionTimestamp"] = "2026-05-01T10:00:00Z"
    for each in apps[10:12]:
        each["status"] = {"phase": "Succeeded"}
    for each in apps[12:14]:
        each["spec"]["nodeName"] = "gone-1"
    made = [each for each in dump["items"] if each["kind"] == "Node"]
    conditions = [{"type": "Ready", "status": "Unknown"}]
    rng.choice(made)["status"]["conditions"] = conditions
    dump["items"].append({"kind": "Deployment", "metadata": {"name": "d"}})
    return dump


@pytest.mark.parametrize("evictable", ["karpenter", "autoscaler"])
@pytest.mark.parametrize("seed", range(40, 46))
def test_nothing_is_refused_and_no_rule_broken(tmp_path: Path, seed: int, evictable: Any) -> None:
    dump = messy(seed)
    (tmp_path / "d.json").write_text(json.dumps(dump))
    instance, notes = read_cluster([tmp_path], evictable=evictable)
    assert any("wait and are left out" in note for note in notes)
    assert list(Judge(dump, {}).overfull()) == []
    for method in ("drain-best-fit", "karpenter", "cluster-autoscaler", "column-generation"):
        outcome = optgap.solve(instance, method, time_limit=5)
        assert outcome.decision is not None, (method, outcome.message)
        assert list(Judge(dump, outcome.decision["machine"]).violations()) == []
