"""What binds pods, as rules; facts of kube-scheduler's table-driven tests, and whole clusters.

The facts are those of `interpodaffinity/filtering_test.go`, `podtopologyspread/filtering_test.go`,
`nodeports/node_ports_test.go`, `volumezone/volume_zone_test.go` in kubernetes/kubernetes; what a
case says is written anew.  Each asks: may the pod ``new`` go to the node?
"""

import json
from pathlib import Path
from typing import Any

import pytest
from kubernetes_judge import Judge
from kubernetes_objects import (
    NODES,
    REQUIRED,
    ZONE,
    apart,
    budget,
    imported,
    near,
    node,
    pod,
    port,
    spread,
)

import optgap
from optgap.core.faults import InputError
from optgap_cluster import stays, why_stays
from optgap_cluster.kubernetes import read_cluster
from optgap_cluster.kubernetes.generate import generate_dump


@pytest.mark.parametrize(
    ("pods", "new", "fits"),
    [
        # interpodaffinity
        ([pod("p", "n1", "web")], {"affinity": apart("web")}, {"n2", "n3"}),
        ([pod("p", "n1", "web")], {"affinity": apart("web", ZONE)}, {"n3"}),
        ([pod("p", "n1", "web", "other")], {"affinity": apart("web")}, {"n1", "n2", "n3"}),
        (
            [pod("p", "n1", "web", "other")],
            {"affinity": apart("web", namespaces=["other"])},
            {"n2", "n3"},
        ),
        (
            [pod("p", "n1", "web", "other")],
            {"affinity": apart("web", namespaceSelector={})},
            {"n2", "n3"},
        ),
        ([pod("p", "n1", "web", affinity=apart("new"))], {}, {"n2", "n3"}),  # the other way round
        ([pod("p", "n1", "web")], {"affinity": near("web")}, {"n1"}),
        ([pod("p", "n1", "web")], {"affinity": near("web", ZONE)}, {"n1", "n2"}),
        ([pod("p", "n1", "db")], {"affinity": near("web")}, set()),
        ([], {"affinity": near("new")}, {"n1", "n2", "n3"}),  # the first of its own kind
        ([pod("p", "n1", "new")], {"affinity": near("new")}, {"n1"}),
        # podtopologyspread
        ([pod("p", "n1", "new")], {"topologySpreadConstraints": spread("new")}, {"n3"}),
        (
            [pod("p", "n1", "new"), pod("q", "n3", "new")],
            {"topologySpreadConstraints": spread("new")},
            {"n1", "n2", "n3"},
        ),
        (
            [pod("p", "n1", "new")],
            {"topologySpreadConstraints": spread("new", maxSkew=2)},
            {"n1", "n2", "n3"},
        ),
        (  # three domains are asked for, and there are two: the emptiest counts as empty
            [pod("p", "n1", "new"), pod("q", "n3", "new")],
            {"topologySpreadConstraints": spread("new", minDomains=3)},
            set(),
        ),
        (
            [pod("p", "n1", "new")],
            {"topologySpreadConstraints": spread("new", whenUnsatisfiable="ScheduleAnyway")},
            {"n1", "n2", "n3"},
        ),
        (  # zone b does not count for a pod that may not go there
            [pod("p", "n1", "new", nodeSelector={ZONE: "a"})],
            {"topologySpreadConstraints": spread("new"), "nodeSelector": {ZONE: "a"}},
            {"n1", "n2"},
        ),
        # nodeports
        ([pod("p", "n1", containers=port(80))], {"containers": port(80)}, {"n2", "n3"}),
        ([pod("p", "n1", containers=port(80))], {"containers": port(81)}, {"n1", "n2", "n3"}),
        (
            [pod("p", "n1", containers=port(80, protocol="UDP"))],
            {"containers": port(80)},
            {"n1", "n2", "n3"},
        ),
        (
            [pod("p", "n1", containers=port(80, "127.0.0.1"))],
            {"containers": port(80, "127.0.0.2")},
            {"n1", "n2", "n3"},
        ),
        (
            [pod("p", "n1", containers=port(80, "127.0.0.1"))],
            {"containers": port(80, "0.0.0.0")},
            {"n2", "n3"},
        ),
    ],
)
def test_facts_of_the_scheduler(
    tmp_path: Path, pods: list[Any], new: dict[str, Any], fits: set[str]
) -> None:
    for other in pods:  # the question is about one pod
        other["metadata"]["annotations"] = {"karpenter.sh/do-not-disrupt": "true"}
    pending = pod("new", None, "new", **new)
    instance = imported(tmp_path, *NODES, *pods, pending, pending="must")
    found = set()
    for name in ("n1", "n2", "n3"):
        decision = {i.name: i.machine or name for i in instance.items}
        if not optgap.check(instance, {"machine": decision}).violations:
            found.add(name)
    item = {i.name: i for i in instance.items}["default/new"]
    if not fits and item.machine is None:
        assert (
            not found
            or optgap.solve(instance, "exact").status == "infeasible"
            or (any("nowhere" in note or "matches no pod" in note for note in instance.notes or ()))
        )
        return
    assert found == fits


def volume(name: str, zone: str, **spec: Any) -> list[Any]:
    expression = {"key": ZONE, "operator": "In", "values": [zone]}
    terms = {"nodeSelectorTerms": [{"matchExpressions": [expression]}]}
    return [
        {
            "kind": "PersistentVolume",
            "metadata": {"name": f"pv-{name}"},
            "spec": {"nodeAffinity": {"required": terms}, **spec},
        },
        {
            "kind": "PersistentVolumeClaim",
            "metadata": {"name": name, "namespace": "default"},
            "spec": {"volumeName": f"pv-{name}"},
        },
    ]


def claim(name: str) -> list[Any]:
    return [{"name": "data", "persistentVolumeClaim": {"claimName": name}}]


def test_volumes_keep_pods_in_their_zone(tmp_path: Path) -> None:
    db = pod("db", "n3", "db", volumes=claim("data"))
    items = imported(tmp_path, *NODES, db, *volume("data", "a")).items
    assert (items[0].allowed_machines, items[0].fixed) == (("n1", "n2"), None)
    local = volume("data", "b", local={"path": "/x"})
    assert imported(tmp_path, *NODES, db, *local).items[0].fixed
    labelled = {"kind": "PersistentVolume", "metadata": {"name": "pv-data", "labels": {ZONE: "b"}}}
    by_label = imported(tmp_path, *NODES, db, labelled, volume("data", "a")[1])
    assert by_label.items[0].allowed_machines == ("n3",)


def test_what_cannot_be_said_makes_pods_stay_and_is_noted(tmp_path: Path) -> None:
    lost = pod("db", "n3", "db", volumes=claim("data"))
    device = pod("gpu", "n1", "gpu", resourceClaims=[{"name": "x"}])
    pending = pod("wait", None, "wait", volumes=claim("data"))
    stay = imported(tmp_path, *NODES, lost, device, pending)
    assert {i.name: i.fixed for i in stay.items} == {"default/db": True, "default/gpu": True}
    assert any("volumes that the dump does not show" in note for note in stay.notes or ())
    free = imported(tmp_path, *NODES, lost, device, pending, unmodelled="ignore")
    assert [i.fixed for i in free.items] == [None, None, None]
    assert any(" moved nevertheless" in note for note in free.notes or ())


def test_who_stays_and_what_disruption_costs(tmp_path: Path) -> None:
    def item(**changes: Any) -> Any:
        return imported(tmp_path, *NODES, pod("p", "n1", "p", **changes)).items[0]

    assert item().fixed is None
    assert item(metadata={"ownerReferences": []}).fixed
    never = {"annotations": {"karpenter.sh/do-not-disrupt": "true"}}
    unsafe = {"annotations": {"cluster-autoscaler.kubernetes.io/safe-to-evict": "false"}}
    safe = {"annotations": {"cluster-autoscaler.kubernetes.io/safe-to-evict": "true"}}
    scratch = [{"name": "s", "emptyDir": {}}]
    assert item(metadata=never).fixed
    assert item(metadata=unsafe).fixed
    assert item(volumes=scratch).fixed is None  # Karpenter asks for no volumes
    assert item(volumes=[{"name": "h", "hostPath": {"path": "/x"}}]).fixed
    assert item(metadata=safe, volumes=scratch).fixed is None
    # Karpenter's disruption utils: 1, more with priority and deletion cost, from 0 to 10 here
    assert item().migration_cost == 1
    assert item(priority=2_000_000_000).migration_cost == 10
    cheap = {"annotations": {"controller.kubernetes.io/pod-deletion-cost": "-2147483647"}}
    assert item(metadata=cheap).migration_cost == 0


@pytest.mark.parametrize(
    ("spec", "at_most"),
    [
        ({"maxUnavailable": 1}, 1),
        ({"maxUnavailable": "30%"}, 2),  # of 4, rounded up
        ({"minAvailable": 3}, 1),
        ({"minAvailable": "60%"}, 1),
        ({"minAvailable": 4}, 0),
        ({"maxUnavailable": 1, "allowed": 0}, 0),
        ({"minAvailable": 0}, None),
    ],
)
def test_budgets(tmp_path: Path, spec: dict[str, Any], at_most: int | None) -> None:
    pods = [pod(f"w{k}", "n1", "web") for k in range(4)]
    instance = imported(tmp_path, *NODES, *pods, budget("web", **spec))
    rules = [rule for rule in instance.rules or () if rule.kind == "at_once"]
    assert [rule.at_most for rule in rules] == ([] if at_most is None else [at_most])
    if at_most == 0:
        assert any("allows no disruption:" in note for note in instance.notes or ())
        moved = {i.name: "n2" for i in instance.items}
        assert optgap.check(instance, {"machine": moved}).violations


def test_pods_under_two_budgets_stay(tmp_path: Path) -> None:
    second = budget("web", 1, maxUnavailable=1)
    second["metadata"]["name"] = "again"
    pods = [pod(f"w{k}", "n1", "web") for k in range(3)]
    instance = imported(tmp_path, *NODES, *pods, budget("web", 1, maxUnavailable=1), second)
    assert all(item.fixed for item in instance.items)


@pytest.mark.parametrize(
    ("broken", "fault"),
    [
        ({"kind": ""}, "items[3]: kind: must be Node, Pod"),
        ({"kind": "Pod", "apiVersion": "v2"}, "items[3]: apiVersion: must be v1 for a Pod"),
        (
            pod("p", "n9"),
            "no pod is on a node of the dump (the files seem to be from two clusters)",
        ),
        (budget("web", minAvailable="120%"), "percentage up to 100% (found '120%')"),
        (budget("web", minAvailable=1, maxUnavailable=1), "both minAvailable and maxUnavailable"),
        (
            pod("p", "n1", topologySpreadConstraints=spread("x", maxSkew=0)),
            "topologySpreadConstraints[0].maxSkew",
        ),
        (pod("p", "n1", affinity=apart("x", "")), "topologyKey"),
    ],
)
def test_faults_have_a_place_and_a_rule(tmp_path: Path, broken: Any, fault: str) -> None:
    with pytest.raises(InputError) as raised:
        imported(tmp_path, *NODES, broken)
    assert fault in str(raised.value)


def test_selectors_that_match_nothing_and_circles_are_noted(tmp_path: Path) -> None:
    lonely = pod("p", "n1", "p", affinity=apart("nobody"))
    first = pod("x", None, "x", affinity=near("y"))
    second = pod("y", None, "y", affinity=near("x"))
    instance = imported(tmp_path, *NODES, lonely, first, second, budget("gone", minAvailable=1))
    notes = "\n".join(instance.notes or ())
    assert "ReplicaSet default/p: podAntiAffinity: its selector matches no pod" in notes
    assert "PodDisruptionBudget default/gone: its selector matches no pod" in notes
    assert "podAffinity: requires pods that also wait, such as default/y" in notes


def test_prices_and_offers(tmp_path: Path) -> None:
    dump = generate_dump(2, nodes=9, pods=80)
    path, prices, offers = (tmp_path / name for name in ("d.json", "p.csv", "o.csv"))
    path.write_text(json.dumps(dump))
    prices.write_text("type,price\nm5.2xlarge,0.384\nc5.4xlarge,0.68\n")
    offers.write_text(
        "type,price,cpu,memory,pods,zone,at_most\nm5.large,0.096,1930m,7Gi,29,zone-a,3\n"
    )
    instance, _ = read_cluster([path], prices=prices, offers=offers)
    assert instance.objective == "price"
    offer = (instance.offers or ())[0]
    assert (offer.called, offer.at_most, offer.capacity[0]) == ("m5.large", 3, 1.73)
    # daemons are taken off
    elsewhere = [i for i in instance.items if i.allowed_machines is not None]
    zonal = [i for i in elsewhere if "m5.large" not in (i.allowed_machines or ())]
    assert zonal  # volumes in other zones, or another pool
    prices.write_text("type,price\nm5.2xlarge,0.384\nm5.2xlarge,x\n")
    with pytest.raises(InputError, match="line 3: price: must be a number"):
        read_cluster([path], prices=prices)
    prices.write_text("type,price\nm5.2xlarge,0.384\n")
    with pytest.raises(InputError, match="has a type without a price in --prices"):
        read_cluster([path], prices=prices)
    with pytest.raises(InputError, match="--offers: needs --prices"):
        read_cluster([path], offers=offers)


@pytest.mark.parametrize("seed", range(6))
def test_a_judge_by_the_documentation_finds_nothing(tmp_path: Path, seed: int) -> None:
    """Plans of whole clusters, and every wave of them, by somebody else's reading of the rules."""
    dump = generate_dump(seed, nodes=9, pods=60)
    path = tmp_path / "d.json"
    path.write_text(json.dumps(dump))
    instance, _ = read_cluster([path])
    now = {item.name: item.machine for item in instance.items}
    assert list(Judge(dump, {}).overfull()) == []
    for method in ("drain-best-fit", "karpenter", "cluster-autoscaler"):
        outcome = optgap.solve(instance, method)
        assert outcome.decision is not None, outcome.message
        assert list(Judge(dump, outcome.decision["machine"]).violations()) == []
        plan = optgap.plan(instance, outcome)
        where = dict(now)
        for wave in plan.waves:
            where |= {move.item: move.target for move in wave.moves}
            assert list(Judge(dump, where).overfull()) == []
        if not plan.blocked:
            assert list(Judge(dump, where).violations()) == []
            used = set(where.values())
            assert used == set(outcome.decision["machine"].values())
            assert set(plan.freed) == set(now.values()) - used
        limits = [rule for rule in instance.rules or () if rule.kind == "at_once"]
        for wave in plan.waves:
            moved = {move.item for move in wave.moves}
            assert all(len(moved & set(r.items)) <= r.most for r in limits)


def claimed(**volume: Any) -> tuple[dict[str, Any], ...]:
    """Return a claim, its volume, and a pod on n1 that uses it."""
    claim = {"volumeName": "pv-1", "accessModes": ["ReadWriteOnce"]}
    uses = [{"name": "v", "persistentVolumeClaim": {"claimName": "data"}}]
    return (
        {"kind": "PersistentVolumeClaim", "metadata": {"name": "data"}, "spec": claim},
        {"kind": "PersistentVolume", "metadata": {"name": "pv-1"}, "spec": volume},
        pod("a-1", "n1", "a", volumes=uses),
    )


def affine(**expression: Any) -> dict[str, Any]:
    terms = [{"matchExpressions": [{"key": "disk", "operator": "In", **expression}]}]
    return {"nodeAffinity": {REQUIRED: {"nodeSelectorTerms": terms}}}


def budgets_of_a() -> tuple[dict[str, Any], dict[str, Any]]:
    other = budget("a", maxUnavailable=1)
    return budget("a", maxUnavailable=1), {**other, "metadata": {"name": "b"}}


ON_N1 = {"nodeAffinity": {"required": affine(values=["ssd"])["nodeAffinity"][REQUIRED]}}
DO_NOT = {"annotations": {"karpenter.sh/do-not-disrupt": "true"}}
AUTOSCALER = "cluster-autoscaler.kubernetes.io"
UNSAFE = {"annotations": {f"{AUTOSCALER}/safe-to-evict": "false"}}
ONE = "1 node of 2 is allowed: "
SHARED = "it shares a volume that is mounted by one node at a time"


@pytest.mark.parametrize(
    ("objects", "why"),
    [
        (
            (pod("a-1", "n1", "a"), budget("a", maxUnavailable=0)),
            "its PodDisruptionBudget default/a allows 0 disruptions",
        ),
        (
            (pod("a-1", "n1", "a"), *budgets_of_a()),
            "it has more than one disruption budget, so it cannot be evicted "
            "(PodDisruptionBudget default/a, PodDisruptionBudget default/b)",
        ),
        ((pod("a-1", "n1", metadata=DO_NOT),), "it is annotated with karpenter.sh/do-not-disrupt"),
        (
            (pod("a-1", "n1", metadata=UNSAFE),),
            f"it is annotated with {AUTOSCALER}/safe-to-evict: false",
        ),
        (
            (pod("a-1", "n1", metadata={"ownerReferences": []}),),
            "it has no controller to restart it",
        ),
        (
            (pod("a-1", "n1", volumes=[{"name": "v", "hostPath": {"path": "/x"}}]),),
            "it uses files of its node (hostPath) and does not set "
            f"{AUTOSCALER}/safe-to-evict: true",
        ),
        ((pod("a-1", "n1", nodeSelector={"disk": "ssd"}),), f"{ONE}nodeSelector disk=ssd"),
        (
            (pod("a-1", "n1", affinity=affine(values=["ssd"])),),
            f"{ONE}required node affinity over disk",
        ),
        (claimed(**ON_N1), f"{ONE}PersistentVolume pv-1"),
        (
            claimed(local={"path": "/x"}, **ON_N1),
            "it has volumes on the disk of its node (PersistentVolume pv-1)",
        ),
        (
            claimed(nodeAffinity={})[::2],
            "it has volumes that the dump does not show (pv, pvc) "
            "(PersistentVolumeClaim default/data)",
        ),
        (
            (*claimed(), pod("a-2", "n1", "a", volumes=claimed()[2]["spec"]["volumes"])),
            f"{SHARED} (PersistentVolumeClaim default/data)",
        ),
        (
            (pod("a-1", "n1", "a", affinity=near("absent")),),
            "it requires pods beside it, but no pod matches (ReplicaSet default/a: podAffinity)",
        ),
        (
            (pod("a-1", "n1", schedulerName="volcano"),),
            "it is placed by another scheduler (volcano)",
        ),
        (
            (pod("a-1", "n1", tolerations=[{"key": "gpu", "operator": "Exists"}]), "tainted"),
            f"{ONE}taint lonely",
        ),
    ],
)
def test_the_reason_to_stay_names_the_rule_and_its_object(
    tmp_path: Path, objects: tuple[Any, ...], why: str
) -> None:
    nodes = [node("n1", disk="ssd"), node("n2")]
    if objects[-1] == "tainted":
        nodes[1]["spec"] = {"taints": [{"key": "lonely", "effect": "NoSchedule"}]}
        objects = objects[:-1]
    now = imported(tmp_path, *nodes, *objects, pod("z-1", "n2", "z"))
    where = {"machine": {item.name: item.machine for item in now.items}}
    (answer,) = why_stays(now, where, nodes=["n1"])
    more = "; 1 more of its items cannot leave either" if "default/a-2" in where["machine"] else ""
    assert answer.answer == f"n1 stays: default/a-1 stays: {why}{more}."
    (answer,) = why_stays(now, where, items=["default/a-1"])
    assert (answer.kind, answer.answer) == ("kept", f"default/a-1 stays: {why}.")
    assert stays(now, where)[0].why == f"default/a-1 stays: {why}{more}"


@pytest.mark.parametrize(
    ("metadata", "why"),
    [
        ({"labels": {"node-role.kubernetes.io/control-plane": ""}},
         "it has the label node-role.kubernetes.io/control-plane"),
        ({"annotations": {f"{AUTOSCALER}/scale-down-disabled": "true"}},
         f"it has the annotation {AUTOSCALER}/scale-down-disabled: true"),
    ],
)  # fmt: skip
def test_the_reason_of_a_kept_node_names_its_label(
    tmp_path: Path, metadata: dict[str, Any], why: str
) -> None:
    kept = node("n1")
    kept["metadata"] |= metadata
    now = imported(tmp_path, kept, node("n2"), pod("a-1", "n1", "a"))
    where = {"machine": {"default/a-1": "n1"}}
    (answer,) = why_stays(now, where, nodes=["n1"])
    assert answer.answer == f"n1 stays: it must be kept, whatever runs on it: {why}."
