"""`optgap place` against decisions recorded from kube-scheduler 1.34.1: nodes, scores, refusals."""

from __future__ import annotations

import copy
import gzip
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import optgap
from optgap_cluster.placing.verdicts import CODES

RECORDED = Path(__file__).parents[4] / "shared/data/kube_scheduler"
SHIPPED = Path(__file__).parents[3] / "tests/data/kube_scheduler/probes.json.gz"
PLUGINS = {
    "NodeAffinity": "node-affinity",
    "NodePorts": "host-port",
    "NodeUnschedulable": "unschedulable",
    "PodTopologySpread": "topology-spread",
    "TaintToleration": "untolerated-taint",
    "VolumeBinding": "volume-zone",
}
NEIGHBOURS = {
    "node(s) didn't match pod affinity rules": "pod-affinity",
    "node(s) didn't match pod anti-affinity rules": "pod-anti-affinity",
    "node(s) didn't satisfy existing pods anti-affinity rules": "existing-anti-affinity",
}


def codes_of(refusal: str) -> list[str]:
    """Return the codes of a recorded refusal."""
    plugin, _, words = refusal.partition(": ")
    if plugin == "NodeResourcesFit":
        return [f"insufficient-{part.split()[-1]}" for part in words.split(", ")]
    return [NEIGHBOURS[words] if plugin == "InterPodAffinity" else PLUGINS[plugin]]


def question(dump: Any, probe: Any) -> tuple[Any, Any]:
    """Return the dump without the probed pod, and with its cordons; and the pod."""
    dump = copy.deepcopy(dump)
    kept, pods = [], []
    for item in dump["items"]:
        metadata = item["metadata"]
        name = f"{metadata.get('namespace', 'default')}/{metadata['name']}"
        if item["kind"] == "Node" and metadata["name"] in probe["cordon"]:
            item["spec"]["unschedulable"] = True
        (pods if item["kind"] == "Pod" and name == probe["pod"] else kept).append(item)
    pods[0]["spec"].pop("nodeName", None)
    return {**dump, "items": kept}, pods[0]


def differences(cluster: Any, seen: Counter[str]) -> Iterator[str]:
    for probe in (probe for probe in cluster["probes"] if "error" not in probe):
        dump, pod = question(cluster["dump"], probe)
        answer = optgap.place(pod, dump, time_limit=0.1).as_document()
        real = {each["node"]: each for each in probe["feasible"] or ()}
        most = max((each["total"] for each in real.values()), default=None)
        expected = {name for name, each in real.items() if each["total"] == most}
        if answer["admitted"] != bool(real) or {*answer["best"]} != expected:
            yield f"{probe['pod']}: best {answer['best']}, not {expected}"
        for ours in answer["nodes"]:
            name = ours["node"]
            if ours["feasible"] != (name in real):
                yield f"{probe['pod']} on {name}: {ours}"
            elif name in real:
                scores = {plugin: real[name]["scores"].get(plugin, 0) for plugin in ours["scores"]}
                if (ours["score"], ours["scores"]) != (real[name]["total"], scores):
                    yield f"{probe['pod']} on {name}: {ours}, not {real[name]}"
            else:
                codes = codes_of(probe["refused"][name])
                seen.update(codes)
                if [reason["code"] for reason in ours["reasons"]][: len(codes)] != codes:
                    yield f"{probe['pod']} on {name}: {ours['reasons']}, not {codes}"


def test_shipped_verdicts_are_those_of_the_scheduler() -> None:
    seen: Counter[str] = Counter()
    for cluster in json.loads(gzip.decompress(SHIPPED.read_bytes())):
        assert [*differences(cluster, seen)] == [], cluster["name"]
    unseen = {"node-name", "too-many-pods", "insufficient-<resource>"}
    assert {*CODES} - {*seen} == unseen, "the recorded refusals have each other code"


@pytest.mark.skipif(not RECORDED.is_dir(), reason="the recorded clusters are not here")
def test_all_recorded_verdicts_are_those_of_the_scheduler() -> None:
    seen: Counter[str] = Counter()
    for file in sorted(RECORDED.glob("*.json.gz")):
        assert [*differences(json.loads(gzip.decompress(file.read_bytes())), seen)] == [], file.name
    assert seen.total() > 4_000
