"""NodePools and NodeClaims of Karpenter in a dump: nodes that stay, limits, and offers."""

import json
from pathlib import Path
from typing import Any

import pytest

import optgap
from optgap.core.faults import InputError
from optgap_cluster.kubernetes import read_cluster

POOL, TYPE = "karpenter.sh/nodepool", "node.kubernetes.io/instance-type"
PAID = "karpenter.sh/capacity-type"


def node(name: str, pool: str | None = "p") -> dict[str, Any]:
    labels = {TYPE: "m5.large", PAID: "on-demand"} | ({} if pool is None else {POOL: pool})
    allocatable = {"cpu": "4", "memory": "16Gi", "pods": "110"}
    return {
        "kind": "Node",
        "metadata": {"name": name, "labels": labels},
        "status": {"allocatable": allocatable},
    }


def pod(name: str, on: str) -> dict[str, Any]:
    metadata = {"name": name, "ownerReferences": [{"kind": "ReplicaSet", "name": "a"}]}
    container = {"name": "c", "resources": {"requests": {"cpu": "1"}}}
    return {
        "kind": "Pod",
        "metadata": metadata,
        "spec": {"nodeName": on, "containers": [container]},
    }


def pool(name: str = "p", disruption: Any = None, **spec: Any) -> dict[str, Any]:
    requirements = spec.pop("requirements", [])
    spec |= {"template": {"spec": {"requirements": requirements}}, "disruption": disruption or {}}
    metadata = {"name": name}
    return {"apiVersion": "karpenter.sh/v1", "kind": "NodePool", "metadata": metadata, "spec": spec}


def imported(folder: Path, *objects: dict[str, Any], **how: Any) -> Any:
    (folder / "d.json").write_text(json.dumps({"kind": "List", "items": objects}))
    return read_cluster([folder / "d.json"], **how)


SMALL = (pod("a-1", "n1"), pod("a-2", "n2"))


@pytest.mark.parametrize(
    ("disruption", "reason"),
    [
        ({"consolidateAfter": "Never"}, "consolidateAfter: Never"),
        ({"consolidationPolicy": "WhenEmpty"}, "consolidationPolicy: WhenEmpty"),
        ({"budgets": [{"nodes": "0"}]}, "a disruption budget of 0 nodes"),
        ({"budgets": [{"nodes": "0%", "reasons": ["Underutilized"]}]},
         "a disruption budget of 0 nodes"),
        ({"budgets": [{"nodes": "0", "reasons": ["Drifted"]}]}, None),
        ({"budgets": [{"nodes": "0", "schedule": "0 9 * * 1", "duration": "8h"}]}, None),
        ({"budgets": [{"nodes": "20%"}]}, None),
        ({}, None),
    ],
)  # fmt: skip
def test_nodes_that_karpenter_would_not_disrupt_are_kept(
    tmp_path: Path, disruption: dict[str, Any], reason: str | None
) -> None:
    """They are free to go where the cluster autoscaler's habits count."""
    nodes = (node("n1"), node("n2"), node("n3", None))
    now = imported(tmp_path, *nodes, *SMALL, pool(disruption=disruption))
    found = [machine.reason for machine in now.instance.machines]
    why = None if reason is None else f"NodePool p has {reason}"
    assert found == [why, why, None]
    assert optgap.solve(now.instance, time_limit=20).objective == (1 if reason is None else 2)
    assert any(f"{why}: 2 nodes are kept" in note for note in now.warnings) == (reason is not None)
    loose = imported(
        tmp_path, *nodes, *SMALL, pool(disruption=disruption), evictable="autoscaler"
    ).instance
    assert not any(machine.keep for machine in loose.machines)


@pytest.mark.parametrize(("wait", "is_noted"), [("0s", False), ("30s", True), ("1h30m", True)])
def test_the_time_that_karpenter_waits_is_a_note(tmp_path: Path, wait: str, is_noted: bool) -> None:
    waiting = pool(disruption={"consolidateAfter": wait})
    notes = imported(tmp_path, node("n1"), node("n2"), *SMALL, waiting).warnings
    words = f"; a node only {wait} after its pods have changed"
    assert any(words in note for note in notes) == is_noted


def test_a_node_is_of_the_pool_of_its_claim(tmp_path: Path) -> None:
    claim = {"apiVersion": "karpenter.sh/v1", "kind": "NodeClaim",
             "metadata": {"name": "p-x", "labels": {POOL: "p"}},
             "status": {"nodeName": "n1"}}  # fmt: skip
    closed = pool(disruption={"consolidateAfter": "Never"})
    now = imported(tmp_path, node("n1", None), node("n2", None), *SMALL, claim, closed).instance
    assert [(machine.pool, machine.keep) for machine in now.machines] == [("p", True), (None, None)]


def test_what_the_dump_lacks_is_a_note(tmp_path: Path) -> None:
    words = ("contains no PodDisruptionBudget", "1 node is of NodePools that the dump does not")
    for objects, many in (([], 2), ([pool()], 1)):
        notes = " ".join(imported(tmp_path, node("n1"), pod("a", "n1"), *objects).warnings)
        assert sum(each in notes for each in words) == many


def test_an_empty_node_of_a_pool_may_go_where_only_empty_nodes_do(tmp_path: Path) -> None:
    empty = pool(disruption={"consolidationPolicy": "WhenEmpty"})
    now = imported(tmp_path, node("n1"), node("n2"), node("n3"), *SMALL, empty).instance
    assert [machine.keep for machine in now.machines] == [True, True, None]


@pytest.mark.parametrize(
    ("pools", "at_most", "note"),
    [
        ([pool()], 10, "NodePool p makes such nodes"),
        ([pool(limits={"cpu": "20"})], 3, "the limits of NodePool p allow at most 3"),
        ([pool(limits={"nodes": "3"})], 1, "the limits of NodePool p allow at most 1"),
        ([pool(limits={"cpu": "8"})], None, "the limits of NodePool p allow none"),
        ([pool(limits={"cpu": "8"}), pool("q", weight=5)], 10,
         "NodePool q (weight 5) makes such nodes"),
        ([pool("r", weight=1), pool("q", weight=5)], 10, "NodePool q (weight 5) makes such nodes"),
        ([pool(requirements=[{"key": TYPE, "operator": "NotIn", "values": ["c5.large"]}])], 10,
         "no NodePool allows such nodes"),
        ([pool(requirements=[{"key": PAID, "operator": "In", "values": ["spot"]}])], 10,
         "no NodePool allows such nodes"),
        ([pool(requirements=[{"key": "size", "operator": "Gt", "values": ["3"]}])], 10,
         "NodePool p makes such nodes"),
    ],
)  # fmt: skip
def test_offers_are_within_the_limits_and_requirements_of_pools(
    tmp_path: Path, pools: list[dict[str, Any]], at_most: int | None, note: str
) -> None:
    """Two nodes of pool p have 8 cores; an offered one has 4."""
    offers, prices = tmp_path / "offers.csv", tmp_path / "prices.csv"
    prices.write_text("type,price\nm5.large,0.1\n")
    offers.write_text(
        "type,price,cpu,memory,pods,capacity_type,at_most\nc5.large,0.05,4,8Gi,29,on-demand,10\n"
    )
    how = {"prices": prices, "offers": offers}
    now = imported(tmp_path, node("n1"), node("n2"), *SMALL, *pools, **how)
    assert f"offer c5.large: {note}" in now.warnings
    offered = [offer.at_most for offer in now.instance.offers or ()]
    assert offered == ([] if at_most is None else [at_most])


def test_a_bad_pool_is_refused_with_its_place(tmp_path: Path) -> None:
    bad = pool(weight="high", limits={"cpu": "-1"})
    with pytest.raises(InputError) as caught:
        imported(tmp_path, node("n1"), *SMALL[:1], bad)
    places = {fault.place for fault in caught.value.faults}
    assert places == {"d.json: items[2]: spec.weight", "d.json: items[2]: spec.limits.cpu"}
