"""The risky evictions of a plan are named: in the table, the document, the script and the page."""

import json
from pathlib import Path
from typing import Any

import pytest

from optgap_cluster import ClusterPlan
from optgap_cluster.cluster_plan import risk_lines
from optgap_cluster.kubernetes import read_cluster

PAID = "karpenter.sh/capacity-type"


def node(name: str, paid: str | None = None) -> dict[str, Any]:
    labels = {} if paid is None else {PAID: paid}
    allocatable = {"cpu": "8", "memory": "32Gi", "pods": "110"}
    return {
        "kind": "Node",
        "metadata": {"name": name, "labels": labels},
        "status": {"allocatable": allocatable},
    }


def pod(name: str, on: str | None, owner: str = "ReplicaSet/a-1", **spec: Any) -> dict[str, Any]:
    kind, _, called = owner.partition("/")
    requests = {"requests": {"cpu": "1"}}
    metadata = {"name": name, "namespace": "s", "labels": spec.pop("labels", {}),
                "ownerReferences": [{"kind": kind, "name": called}]}  # fmt: skip
    spec |= {"containers": [{"name": "c", "resources": requests}]} | (
        {"nodeName": on} if on else {}
    )
    return {"kind": "Pod", "metadata": metadata, "spec": spec}


def deployment(**status: int) -> dict[str, Any]:
    metadata = {"name": "a", "namespace": "s", "generation": 2}
    return {"kind": "Deployment", "metadata": metadata, "status": status}


STABLE = pod("a-x", "n1")
WAITS = pod("w", None, "ReplicaSet/w", nodeSelector={"no": "x"})
UPDATED = {"replicas": 2, "updatedReplicas": 2, "observedGeneration": 2}


@pytest.mark.parametrize(
    ("objects", "risks"),
    [
        ([pod("a-y", "n2"), STABLE], {}),
        ([pod("j-1", "n2", "Job/j"), STABLE], {"job": ("s/j-1",)}),
        ([pod("b-1", "n2", "StatefulSet/b"), STABLE], {"only-replica": ("s/b-1",)}),
        (
            [pod("a-y", "n2", volumes=[{"name": "v", "emptyDir": {}}]), STABLE],
            {"local-data": ("s/a-y",)},
        ),
        ([pod("a-y", "n2"), STABLE, deployment(**UPDATED)], {}),
        (
            [pod("a-y", "n2"), STABLE, deployment(**UPDATED | {"updatedReplicas": 1})],
            {"rollout": ("s/a-y",)},
        ),
        (
            [pod("a-y", "n2"), STABLE, deployment(**UPDATED | {"observedGeneration": 1})],
            {"rollout": ("s/a-y",)},
        ),
        (
            [
                pod("a-y", "n2", "ReplicaSet/a-2", labels={"pod-template-hash": "2"}),
                pod("a-x", "n1", labels={"pod-template-hash": "1"}),
            ],
            {"rollout": ("s/a-y",)},
        ),
        ([pod("a-y", "n2", priority=5), STABLE], {}),
        ([pod("a-y", "n2", priority=5), STABLE, WAITS], {"preemption": ("s/a-y",)}),
        ([pod("a-y", "n2", priority=5, preemptionPolicy="Never"), STABLE, WAITS], {}),
        (
            [
                pod("a-y", "n2"),
                STABLE,
                pod("w", None, "ReplicaSet/w", priority=9, nodeSelector={"no": "x"}),
            ],
            {"lost-place": ("s/a-y",)},
        ),
    ],
)  # fmt: skip
def test_each_risk_is_found_and_no_other(
    tmp_path: Path, objects: list[dict[str, Any]], risks: dict[str, tuple[str, ...]]
) -> None:
    """All moves go from n2 to n1."""
    (tmp_path / "d.json").write_text(
        json.dumps({"kind": "List", "items": [node("n1"), node("n2"), *objects]})
    )
    now = read_cluster([tmp_path / "d.json"]).instance
    plan = ClusterPlan(now, {"machine": {item.name: "n1" for item in now.items}})
    assert plan.risks == risks
    assert plan.steps().risks == tuple(risk_lines(risks))


@pytest.mark.parametrize(
    ("now", "then", "is_risk"),
    [("on-demand", "spot", True), ("spot", "spot", False), (None, "spot", True),
     ("spot", "on-demand", False)],
)  # fmt: skip
def test_pods_that_go_to_spot_nodes_are_named_everywhere(
    tmp_path: Path, now: str | None, then: str, is_risk: bool, optgap_command: Any
) -> None:
    nodes = [node("n1", then), node("n2", now)]
    pods = [pod("a-y", "n2"), pod("a-z", "n2"), STABLE]
    (tmp_path / "d.json").write_text(json.dumps({"kind": "List", "items": [*nodes, *pods]}))
    source, target = tmp_path / "i.json", tmp_path / "t.json"
    assert optgap_command("import", "kubernetes", tmp_path / "d.json", "-o", source).code == 0
    target.write_text(json.dumps({"machine": {f"s/a-{k}": "n1" for k in "xyz"}}))
    words = "2 evicted pods move from a node without a spot label to a spot node: s/a-y, s/a-z"
    table = optgap_command("plan", source, target, "--html", tmp_path / "p.html").out
    assert (f"\nrisk: {words}\n" in table) == is_risk
    assert (words in (tmp_path / "p.html").read_text()) == is_risk
    script = optgap_command("plan", source, target, "--format", "sh").out
    assert (f"note risk: {words}" in script) == is_risk
    document = optgap_command("plan", source, target, "--json").json
    assert document["risks"] == ({"spot": ["s/a-y", "s/a-z"]} if is_risk else {})
