"""`optgap place`: codes of refusals, replicas, victims, fixes, input and exit codes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from place_clusters import (
    ZONE,
    anti_affinity,
    budget,
    dump,
    near,
    node,
    pod,
    spread,
    workload,
)

import optgap
from optgap.core.faults import InputError
from optgap_cluster.kubernetes import read_cluster
from optgap_cluster.placing.verdicts import CODES

TAINT = {"key": "dedicated", "value": "db", "effect": "NoSchedule"}
PORT = [{"hostPort": 80}]
DISK = {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [
    {"matchExpressions": [{"key": "disk", "operator": "In", "values": ["ssd"]}]}
]}}  # fmt: skip
CLAIM = [{"name": "v", "persistentVolumeClaim": {"claimName": "data"}}]
VOLUME = [
    {"kind": "PersistentVolumeClaim", "metadata": {"name": "data"}, "spec": {"volumeName": "pv"}},
    {"kind": "PersistentVolume", "metadata": {"name": "pv", "labels": {ZONE: "b"}}, "spec": {}},
]


def answer(new: Any, *objects: Any, **options: Any) -> dict[str, Any]:
    return optgap.place(new, dump(*objects), **options).as_document()


# Each rule: the objects of a cluster with one node n1, and a pod that is just outside and inside.
RULES: dict[str, tuple[list[Any], dict[str, Any], dict[str, Any]]] = {
    "insufficient-cpu": ([node("n1", "2")], pod("w-1", "2001m"), pod("w-1", "2")),
    "insufficient-memory": (
        [node("n1")],
        pod("w-1", requests={"memory": str(2**33 + 1)}),
        pod("w-1", requests={"memory": "8Gi"}),
    ),
    "insufficient-nvidia.com/gpu": (
        [node("n1", allocatable={"nvidia.com/gpu": "1"})],
        pod("w-1", requests={"nvidia.com/gpu": "2"}),
        pod("w-1", requests={"nvidia.com/gpu": "1"}),
    ),
    "untolerated-taint": (
        [node("n1", taints=[TAINT])],
        pod("w-1", tolerations=[{"key": "dedicated", "value": "web"}]),
        pod("w-1", tolerations=[{"key": "dedicated", "value": "db"}]),
    ),
    "unschedulable": (
        [node("n1", unschedulable=True)],
        pod("w-1"),
        pod("w-1", tolerations=[{"operator": "Exists"}]),
    ),
    "node-affinity": (
        [node("n1", labels={"disk": "hdd"})],
        pod("w-1", affinity={"nodeAffinity": DISK}),
        pod("w-1", nodeSelector={"disk": "hdd"}),
    ),
    "host-port": (
        [node("n1"), pod("x-1", on="n1", ports=PORT)],
        pod("w-1", ports=PORT),
        pod("w-1", ports=[{"hostPort": 81}]),
    ),
    "volume-zone": (
        [node("n1"), *VOLUME],
        pod("w-1", volumes=CLAIM),
        pod("w-1", volumes=[]),
    ),
    "topology-spread": (
        [node("n1"), node("n2", "0", "b"), pod("w-1", on="n1")],
        pod("w-2", topologySpreadConstraints=[spread("w")]),
        pod("w-2", topologySpreadConstraints=[spread("w", maxSkew=2)]),
    ),
    "pod-affinity": (
        [node("n1"), node("n2", "0", "b"), pod("x-1", "0", on="n2")],
        pod("w-1", affinity=near("x")),
        pod("w-1", affinity=near("w")),
    ),
    "pod-anti-affinity": (
        [node("n1"), pod("x-1", on="n1")],
        pod("w-1", affinity=anti_affinity("x")),
        pod("w-1", affinity=anti_affinity("w")),
    ),
    "existing-anti-affinity": (
        [node("n1"), pod("x-1", on="n1", affinity=anti_affinity("w"))],
        pod("w-1"),
        pod("v-1"),
    ),
    "too-many-pods": (
        [node("n1", allocatable={"pods": "1"}), pod("x-1", "0", on="n1")],
        pod("w-1", "0"),
        {},
    ),
    "node-name": ([node("n1"), node("n2")], pod("w-1", on="n2"), pod("w-1", on="n1")),
}


@pytest.mark.parametrize("code", RULES)
def test_each_rule_has_its_code(code: str) -> None:
    cluster, outside, inside = RULES[code]
    verdict = answer(outside, *cluster)["nodes"][0]
    assert [reason["code"] for reason in verdict["reasons"]] == [code]
    assert (verdict["feasible"], verdict["score"], verdict["scores"]) == (False, None, {})
    if inside:
        verdict = answer(inside, *cluster)["nodes"][0]
        assert verdict["feasible"] and verdict["score"] == sum(verdict["scores"].values())


def test_each_code_is_in_the_table_and_on_the_page() -> None:
    table = {*CODES} - {"insufficient-<resource>"}
    assert table == {*RULES} - {"insufficient-nvidia.com/gpu"}
    page = (Path(__file__).parents[3] / "docs/place.md").read_text()
    assert [code for code in CODES if f"| `{code}` |" not in page] == []


def test_a_node_has_all_its_reasons_the_schedulers_first() -> None:
    cluster = [node("n1", "1", taints=[TAINT], unschedulable=True)]
    (verdict,) = answer(pod("w-1", "2", nodeSelector={"a": "b"}), *cluster)["nodes"]
    codes = ["unschedulable", "untolerated-taint", "node-affinity", "insufficient-cpu"]
    assert [reason["code"] for reason in verdict["reasons"]] == codes
    assert verdict["reasons"][3]["message"] == "2000m cpu requested, 1000m free"


def test_no_request_is_too_large_to_be_refused() -> None:
    (verdict,) = answer(pod("w-1", "9" * 30), node("n1"))["nodes"]
    assert [reason["code"] for reason in verdict["reasons"]] == ["insufficient-cpu"]


def test_replicas_are_placed_one_after_another() -> None:
    web = workload("Deployment", "web", 3, pod("w-1", affinity=anti_affinity("w")))
    found = answer(web, node("n1"), node("n2"))
    assert (found["admitted"], found["placed"], found["at_most"]) == (False, ["n1", "n2"], 2)
    assert (
        found["replicas"] == 3
        and "replica 3 finds no node: 2 nodes pod-anti-affinity" in (found["notes"])
    )
    assert answer(web, node("n1"), node("n2"), replicas=2)["admitted"]


def test_own_replicas_count_for_a_spread() -> None:
    web = workload("ReplicaSet", "web", 4, pod("w-1", topologySpreadConstraints=[spread("w")]))
    found = answer(web, node("n1", "4", "a"), node("n2", "1", "b"))
    assert found["at_most"] == 3 and sorted(found["placed"]) == ["n1", "n1", "n2"]


def test_a_new_deployment_is_spread_by_default_apart_from_its_old_pods() -> None:
    """Without a constraint, the selector of the new ReplicaSet counts: it has no pods yet."""
    nodes = [node("n1", labels={"kubernetes.io/hostname": "n1"}), node("n2")]
    old = pod("web-1", "0", on="n1")
    web = workload("Deployment", "web", 1, pod("web-2", "0"))
    scores = [each["scores"]["PodTopologySpread"] for each in answer(web, *nodes, old)["nodes"]]
    assert scores[0] == scores[1]
    same = workload("ReplicaSet", "web", 1, pod("web-2", "0"))
    scores = [each["scores"]["PodTopologySpread"] for each in answer(same, *nodes, old)["nodes"]]
    assert scores[0] < scores[1]


def test_two_spreads_may_stop_each_order_before_the_program_does() -> None:
    """Seven replicas meet both spreads in the end, but no order places more than five."""
    constraints = [spread("y"), spread("y", "kubernetes.io/hostname")]
    nodes = [node("n0", "2", "a"), node("n1", "3", "b"), node("n2", "3", "a")]
    web = workload("ReplicaSet", "y", 7, pod("y-1", topologySpreadConstraints=constraints))
    found = answer(web, *nodes)
    assert found["at_most"] is None
    assert "replicas that fit at once: at least 5, at most 7" in found["notes"]


def test_the_replicas_of_a_stateful_set_have_their_own_volumes() -> None:
    claims = [
        {**VOLUME[0], "metadata": {"name": f"data-db-{k}"}, "spec": {"volumeName": f"pv{k}"}}
        for k in range(2)
    ]
    volumes = [
        {**VOLUME[1], "metadata": {"name": f"pv{k}", "labels": {ZONE: "ab"[k]}}} for k in range(2)
    ]
    database = workload("StatefulSet", "db", 2, pod("db-0"))
    database["spec"]["volumeClaimTemplates"] = [{"metadata": {"name": "data"}}]
    found = answer(database, node("n1"), node("n2", zone="b"), *claims, *volumes)
    assert found["placed"] == ["n1", "n2"] and found["at_most"] is None


def test_the_victims_are_the_least_important_pods() -> None:
    low = [
        pod("x-1", "1", on="n1", priority=5, start="2024-01-01T00:00:00Z"),
        pod("x-2", "1", on="n1", priority=3, start="2024-01-01T00:00:00Z"),
        pod("x-3", "1", on="n1", priority=3, start="2024-01-02T00:00:00Z"),
    ]
    high = pod("h-1", "1", priority=9)
    assert answer(high, node("n1", "3"), *low)["preempts"] == ["default/x-3"]
    assert answer(pod("h-1", "2", priority=9), node("n1", "3"), *low)["preempts"] == [
        "default/x-2",
        "default/x-3",
    ]
    assert answer(pod("h-1", "1", priority=3), node("n1", "3"), *low)["preempts"] == []
    never = pod("h-1", "1", priority=9, preemptionPolicy="Never")
    assert answer(never, node("n1", "3"), *low)["preempts"] == []


@pytest.mark.parametrize(
    ("second", "victim"),
    [
        ({"priority": 2}, "default/y-1"),  # the lower of the highest priorities
        ({"priority": 3, "start": "2024-01-03T00:00:00Z"}, "default/y-1"),  # the later start
        ({"priority": 3, "start": "2024-01-01T00:00:00Z"}, "default/x-1"),
        ({"priority": 4}, "default/x-1"),
    ],
)
def test_the_node_is_chosen_by_its_victims(second: dict[str, Any], victim: str) -> None:
    first = pod("x-1", "2", on="n1", priority=3, start="2024-01-02T00:00:00Z")
    nodes = [node("n1", "2"), node("n2", "2")]
    found = answer(pod("h-1", "2", priority=9), *nodes, first, pod("y-1", "2", on="n2", **second))
    assert found["preempts"] == [victim] and not found["admitted"]


def test_a_budget_protects_victims_if_another_node_has_some() -> None:
    pods = [pod("x-1", "2", on="n1", priority=1), pod("y-1", "2", on="n2", priority=5)]
    nodes = [node("n1", "2"), node("n2", "2")]
    high = pod("h-1", "2", priority=9)
    assert answer(high, *nodes, *pods)["preempts"] == ["default/x-1"]
    assert answer(high, *nodes, *pods, budget("x", 0))["preempts"] == ["default/y-1"]


def test_a_priority_class_has_its_value() -> None:
    cluster = [node("n1", "1"), pod("x-1", "1", on="n1", priority=5)]
    high = pod("h-1", "1", priorityClassName="high")
    found = answer(high, *cluster)
    assert found["preempts"] == [] and "priorityClassName high" in found["notes"][0]
    value = {"kind": "PriorityClass", "metadata": {"name": "high"}, "value": 9}
    assert answer(high, *cluster, value)["preempts"] == ["default/x-1"]


FULL = [node("n1", "2"), node("n2", "2"), pod("x-1", on="n1"), pod("y-1", on="n2")]


def test_an_eviction_makes_room() -> None:
    stays = pod("y-1", on="n2", annotations={"karpenter.sh/do-not-disrupt": "true"})
    found = answer(pod("w-1", "2"), *FULL[:3], stays)
    step = {"pod": "default/x-1", "from": "n1", "to": "n2"}
    fix = {"kind": "evictions", "evictions": [step], "changes": [], "node": None, "proven": True}
    assert found["fix"] == fix | {"at_least": 1, "placed": ["n1"]}


@pytest.mark.parametrize("key", ["budget", "annotation", "bare", "doubt"])
def test_pods_that_must_stay_are_not_evicted(key: str) -> None:
    more: dict[str, Any] = {}
    if key == "annotation":
        more = {"annotations": {"karpenter.sh/do-not-disrupt": "true"}}
    elif key == "doubt":
        more = {"resourceClaims": [{"name": "gpu"}]}
    pods = [pod("x-1", on="n1", **more), pod("y-1", on="n2", **more)]
    if key == "bare":
        for each in pods:
            del each["metadata"]["ownerReferences"]
    budgets = [budget("x", 0), budget("y", 0)] if key == "budget" else []
    found = answer(pod("w-1", "2"), *FULL[:2], *pods, *budgets)
    assert found["fix"] is None
    assert "the search for a fix (evictions) found that none exists" in found["notes"]


def test_tolerations_labels_and_requests_are_changed() -> None:
    cluster = [node("n1", "2", taints=[TAINT]), node("n2", "1", labels={"disk": "hdd"})]
    new = pod("w-1", "2", nodeSelector={"disk": "ssd"})
    fix = answer(new, *cluster, fix="labels")["fix"]
    assert fix["proven"] and fix["changes"] == [
        {"kind": "toleration", "toleration": {"key": "dedicated", "operator": "Exists"}},
        {"kind": "label", "node": "n1", "key": "disk", "value": "ssd"},
    ]
    fix = answer(pod("w-1", "2"), *cluster[1:], fix="labels")["fix"]
    lower = {"kind": "request", "resource": "cpu", "from": "2000m", "to": "1000m"}
    assert fix["proven"] and fix["changes"] == [lower]
    fix = answer(pod("w-1", affinity={"nodeAffinity": DISK}), *cluster[1:], fix="labels")["fix"]
    assert fix["changes"] == [{"kind": "label", "node": "n2", "key": "disk", "value": "ssd"}]


def test_a_lower_request_admits_all_replicas() -> None:
    web = workload("Deployment", "web", 3, pod("w-1", "2"))
    fix = answer(web, node("n1", "3"), fix="labels")["fix"]
    assert fix["changes"] == [
        {"kind": "request", "resource": "cpu", "from": "2000m", "to": "1000m"}
    ]


def test_labels_do_not_help_against_other_pods() -> None:
    found = answer(pod("w-1", affinity=anti_affinity("x")), *FULL[:1], FULL[2], fix="labels")
    assert found["fix"] is None


OFFERS = "type,price,cpu,memory,pods\nsmall,0.05,1,2Gi,10\nmid,0.1,2,4Gi,10\nlarge,0.2,8,16Gi,20\n"


def test_the_cheapest_node_is_added(tmp_path: Path) -> None:
    file = tmp_path / "offers.csv"
    file.write_text(OFFERS)
    agent = pod("agent-1", "500m", on="n1")
    agent["metadata"]["ownerReferences"] = [
        {"kind": "DaemonSet", "name": "agent", "controller": True}
    ]
    for size, name in (("1", "small"), ("1500m", "mid"), ("3", "large")):
        fix = answer(pod("w-1", size), node("n1", "1"), pod("x-1", on="n1"), fix="node",
                     offers=file)["fix"]  # fmt: skip
        assert fix["node"]["name"] == name and fix["proven"]
    fix = answer(pod("w-1", "1600m"), node("n1", "1"), agent, fix="node", offers=file)["fix"]
    assert fix["node"] == {"name": "large", "count": 1, "price": 0.2, "currency": None}
    found = answer(pod("w-1", "9"), node("n1", "1"), fix="node", offers=file)
    assert found["fix"] is None


def run(*words: str, stdin: str = "", folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "optgap", "place", *words],
        cwd=folder,
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_command_ends_with_its_exit_code(tmp_path: Path) -> None:
    (tmp_path / "nodes.yaml").write_text(yaml.safe_dump(dump(*FULL[:2])))
    (tmp_path / "pods.json").write_text(json.dumps(dump(*FULL[2:])))
    (tmp_path / "small.yaml").write_text(yaml.safe_dump(pod("w-1", "1")))
    (tmp_path / "large.json").write_text(json.dumps(pod("w-1", "2")))
    ended = run("small.yaml", "--in", "nodes.yaml", "pods.json", folder=tmp_path)
    assert ended.returncode == 0, ended.stderr
    assert "admitted; 1 of 1 replica placed: n1" in ended.stdout
    assert "n1 or n2 (score 597, each with probability 1/2)" in ended.stdout
    whole = json.dumps(dump(*FULL))
    ended = run("large.json", "--in", "-", "--json", "-o", "o.json", stdin=whole, folder=tmp_path)
    assert ended.returncode == 3, ended.stderr
    assert json.loads(ended.stdout) == json.loads((tmp_path / "o.json").read_text())
    ended = run("large.json", "--in", "nodes.yaml", "--in", "pods.json", folder=tmp_path)
    assert ended.returncode == 3
    assert "fix by evictions (proven: no fix is smaller)" in ended.stdout
    assert "refused by insufficient-cpu on 2 nodes (n1, n2)" in ended.stdout
    ended = run("-", "--in", "-", folder=tmp_path)
    assert ended.returncode == 2 and "is standard input, which POD is too" in ended.stderr


def test_a_search_that_is_stopped_has_its_own_exit_code(tmp_path: Path) -> None:
    many = [node(f"n{k}", "3") for k in range(40)]
    pods = [pod(f"x-{k}", "2", on=f"n{k}") for k in range(40)]
    (tmp_path / "c.json").write_text(json.dumps(dump(*many, *pods)))
    (tmp_path / "p.json").write_text(json.dumps(workload("Job", "j", 1, pod("j-1", "3"))))
    ended = run("p.json", "--in", "c.json", "--time-limit", "0.1", folder=tmp_path)
    assert ended.returncode in (3, 4)  # 3 if none is found to exist in time
    assert ("none is excluded" in ended.stdout) == (ended.returncode == 4)


def faults(new: Any, *objects: Any, **options: Any) -> list[str]:
    with pytest.raises(InputError) as error:
        answer(new, *objects, **options)
    return [str(fault) for fault in error.value.faults]


def test_all_faults_are_said_at_once() -> None:
    new = pod("w-1", "x")
    new["spec"]["topologySpreadConstraints"] = [spread("w", maxSkew=0)]
    said = faults(workload("Deployment", "web", 0, new), {"kind": "Node", "metadata": {}})
    places = [fault.partition(" ")[0] for fault in said]
    assert len(said) >= 4 and {"cluster:", "pod:"} <= {*places}
    assert any(
        "spec.replicas: must be greater than or equal to 1 (found 0)" in fault for fault in said
    )
    assert any("maxSkew" in fault and "found 0" in fault for fault in said)


@pytest.mark.parametrize(
    ("new", "words"),
    [
        ({"kind": "DaemonSet"}, "has one pod for each node"),
        ({"kind": "CronJob"}, "place its spec.jobTemplate as a Job"),
        ({"kind": "Service"}, "must have one object of kind Pod"),
        ({"kind": "Widget"}, "must be Pod, Deployment, StatefulSet, ReplicaSet or Job"),
        ({"kind": "Pod"}, "pod: spec: required key is missing"),
        (
            {"kind": "Deployment", "metadata": {"name": "w"}, "spec": 3},
            "must be a valid dictionary",
        ),
        (pod("w-1", on="n7"), "is not a node of the cluster (found 'n7')"),
        (pod("x-1"), "is also the name of a pod"),
    ],
)
def test_bad_objects_are_refused(new: Any, words: str) -> None:
    assert any(words in fault for fault in faults(new, *FULL))


def test_options_are_checked() -> None:
    assert "--fix: must be evictions, labels, node" in faults(pod("w-1"), *FULL, fix="x")[0]
    assert "--offers: must be a file with --fix node" in faults(pod("w-1"), *FULL, fix="node")[0]
    assert "replicas: must be from 1 to 100000" in faults(pod("w-1"), *FULL, replicas=0)[0]


def test_a_waiting_pod_is_asked_about_itself() -> None:
    waiting = pod("w-1", "2")
    found = answer(waiting, *FULL, waiting)
    assert found["fix"] is not None and not any("wait" in note for note in found["notes"])
    assert "1 other pod waits and may take the room" in answer(pod("w-2"), *FULL, waiting)["notes"]


def test_a_pod_that_is_being_deleted_is_placed_as_a_new_one() -> None:
    going = pod("w-1")
    going["metadata"]["deletionTimestamp"] = "2024-01-01T00:00:00Z"
    assert answer(going, node("n1"))["placed"] == ["n1"]


def test_a_cluster_without_pods_is_one() -> None:
    assert answer(pod("w-1"), node("n1"))["placed"] == ["n1"]


def test_an_instance_is_refused_with_what_to_give(tmp_path: Path) -> None:
    file = tmp_path / "dump.json"
    file.write_text(json.dumps(dump(*FULL)))
    optgap.save(read_cluster([file]).instance, tmp_path / "now.json")
    with pytest.raises(InputError, match="is an instance, which lacks objects of its cluster"):
        optgap.place(pod("w-1", "2"), tmp_path / "now.json")
