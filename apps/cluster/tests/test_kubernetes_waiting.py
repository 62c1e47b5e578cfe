"""Nothing stops for one pod: pods that wait, that leave, that nobody can place, and odd nodes."""

import json
from pathlib import Path
from typing import Any

import pytest
from kubernetes_objects import HOST, NODES, ZONE, apart, budget, imported, near, node, pod, spread

import optgap
from optgap.core.faults import InputError
from optgap_cluster.kubernetes import read_cluster

SAFE = "cluster-autoscaler.kubernetes.io/safe-to-evict"


def asking(**requests: str) -> list[dict[str, Any]]:
    return [{"name": "c", "resources": {"requests": requests}}]


def names(instance: Any) -> set[str]:
    return {item.name for item in instance.items}


def said(instance: Any, *words: str) -> bool:
    return any(all(word in note for word in words) for note in instance.notes or ())


def leaving(made: dict[str, Any]) -> dict[str, Any]:
    made["metadata"]["deletionTimestamp"] = "2026-01-01T00:00:00Z"
    return made


def test_a_pod_that_fits_nowhere_is_left_out_and_stops_nothing(tmp_path: Path) -> None:
    pods = [pod("a", "n1", "a"), pod("b", "n2", "b")]
    gpu = pod("gpu", None, "gpu", containers=asking(**{"nvidia.com/gpu": "1"}))
    instance = imported(tmp_path, *NODES, *pods, gpu)
    assert names(instance) == {"default/a", "default/b"}
    assert said(instance, "no node takes it (3 nodes: 3 with too little nvidia.com/gpu)", "gpu")
    for method in ("exact", "drain-best-fit", "karpenter", "column-generation"):
        assert optgap.solve(instance, method).objective == 1
    must = imported(tmp_path, *NODES, *pods, gpu, pending="must")
    assert optgap.solve(must, "exact").status == "infeasible"
    ignored = imported(tmp_path, *NODES, *pods, pod("c", None, "c"), pending="ignore")
    assert names(ignored) == {"default/a", "default/b"}
    assert said(ignored, "1 pod waits for a node and is left out")


def test_each_filter_is_named_with_its_nodes(tmp_path: Path) -> None:
    nodes = [*NODES, node("n4", zone="b"), node("n5", zone="b")]
    nodes[3]["spec"] = {"unschedulable": True}
    nodes[4]["status"]["conditions"] = [{"type": "Ready", "status": "Unknown"}]
    full = pod("full", "n1", "full", containers=asking(cpu="7"))
    waits = pod("w", None, "w", nodeSelector={ZONE: "a"}, containers=asking(cpu="2", memory="33Gi"))
    big = imported(tmp_path, *nodes, full, waits)
    assert names(big) == {"default/full"}
    (note,) = (each for each in big.notes or () if "no node takes it" in each)
    for part in (
        "5 nodes:",
        "1 not Ready",
        "1 cordoned or tainted",
        "1 excluded by its nodeSelector or node affinity",
        "1 with too little cpu and memory",
        "1 with too little memory",
    ):
        assert part in note
    beside = pod("w", None, "w", affinity=apart("full", ZONE), nodeSelector={ZONE: "a"})
    refused = imported(tmp_path, *NODES, full, beside)
    assert said(
        refused, "2 refused by ReplicaSet default/w: podAntiAffinity", "1 excluded by its node"
    )


def test_affinity_that_nothing_meets_leaves_a_pod_out(tmp_path: Path) -> None:
    """Without the pod n2 becomes free; it must not be said to have room."""
    nodes = NODES[:2]
    pods = [pod("a", "n1", "a"), pod("b", "n2", "b")]
    lonely = pod("p", None, "p", affinity=near("nowhere"))
    instance = imported(tmp_path, *nodes, *pods, lonely)
    assert names(instance) == {"default/a", "default/b"}
    assert said(instance, "default/p", "podAffinity: no pod matches")
    assert optgap.solve(instance, "exact").objective == 1


def test_as_many_as_have_room_are_placed_by_priority_and_size(tmp_path: Path) -> None:
    pods = [pod(f"r{k}", f"n{k}", f"r{k}", containers=asking(cpu="6")) for k in (1, 2, 3)]
    small = [pod(f"s{k}", None, "s", containers=asking(cpu="1")) for k in range(4)]
    large = pod("l", None, "l", containers=asking(cpu="2"))
    some = imported(tmp_path, *NODES, *pods, *small, large)
    assert names(some) >= {f"default/s{k}" for k in range(4)} | {"default/l"}
    two = [pod(f"l{k}", None, "l", containers=asking(cpu="2")) for k in range(3)]
    urgent = pod("u", None, "u", priority=10, containers=asking(cpu="2"))
    tight = imported(tmp_path, *NODES, *pods, *two, urgent)
    assert "default/u" in names(tight)
    assert {item.name for item in tight.items if item.optional} == {
        f"default/l{k}" for k in range(3)
    }
    assert said(
        tight,
        "3 pods that wait may be left out, because today there is no room for all",
        "default/l0",
    )
    found = optgap.solve(tight, "exact")
    assert (found.status, len(found.details["left_out"])) == ("optimal", 1)


def test_what_runs_makes_room_for_what_waits(tmp_path: Path) -> None:
    """One of two large pods fits today; where the small one moves, both do."""
    sizes = {"n1": "3", "n2": "5", "n3": "7"}
    pods = [pod(f"r-{n}", n, f"r-{n}", containers=asking(cpu=size)) for n, size in sizes.items()]
    pods += [pod(f"w{k}", None, "w", containers=asking(cpu="4")) for k in range(2)]
    instance = imported(tmp_path, *NODES, *pods)
    assert [item.name for item in instance.items if item.optional] == ["default/w0", "default/w1"]
    for method in ("exact", "column-generation"):
        found = optgap.solve(instance, method)
        assert (found.status, found.objective) == ("optimal", 3)
        assert (found.details["left_out"], found.details["moves"]) == ([], 1)


def test_what_must_be_near_others_is_placed_or_left_out(tmp_path: Path) -> None:
    full = [pod(f"r{k}", f"n{k}", f"r{k}", containers=asking(cpu="6")) for k in (1, 2, 3)]
    waits = [
        pod(f"w{k}", None, "w", affinity=near("r1"), containers=asking(cpu="2")) for k in range(4)
    ]
    instance = imported(tmp_path, *NODES, *full, *waits)
    assert not any(item.optional for item in instance.items)
    assert said(instance, "nodes have room for", "but not together with the other pods that wait")


def test_a_mate_that_waits_as_well_is_placed_first(tmp_path: Path) -> None:
    pods = [pod("r", "n1", "r"), pod("a", None, "a", affinity=near("b")), pod("b", None, "b")]
    instance = imported(tmp_path, *NODES, *pods)
    assert names(instance) == {"default/r", "default/a", "default/b"}


def test_a_pod_on_a_node_that_the_dump_does_not_list_is_a_note(tmp_path: Path) -> None:
    pods = [pod("a", "n1", "a"), pod("b", "n2", "b"), pod("new", "n9", "new")]
    instance = imported(tmp_path, *NODES, *pods)
    assert names(instance) == {"default/a", "default/b"}
    assert said(instance, "1 pod is on nodes that the dump does not list", "default/new")
    with pytest.raises(InputError, match="from two clusters"):
        imported(tmp_path, *NODES, pod("new", "n9", "new"))


def test_rules_with_pods_on_unknown_nodes_make_pods_stay(tmp_path: Path) -> None:
    """Which zone such a node is in nobody knows."""
    lost = pod("new", "n9", "web")
    fixed = {}
    for name, spec in (
        ("apart", {"affinity": apart("web", ZONE)}),
        ("spread", {"topologySpreadConstraints": spread("web")}),
        ("host", {"affinity": apart("web", HOST)}),
    ):
        instance = imported(tmp_path, *NODES, pod("a", "n1", "web", **spec), lost)
        fixed[name] = instance.items[0].fixed
    assert fixed == {"apart": True, "spread": True, "host": None}
    against = pod("new", "n9", "x", affinity=apart("web", ZONE))
    assert imported(tmp_path, *NODES, pod("a", "n1", "web"), against).items[0].fixed


def test_a_terminating_pod_counts_until_it_is_gone(tmp_path: Path) -> None:
    """Its room is taken and its port too, but it does not keep its node in use."""
    going = leaving(pod("old", "n1", "old", containers=asking(cpu="3")))
    instance = imported(tmp_path, *NODES, going, pod("a", "n2", "a", affinity=apart("old")))
    assert names(instance) == {"default/a"}
    assert instance.machines[0].capacity[0] == 5
    assert instance.items[0].allowed_machines == ("n2", "n3")
    assert said(instance, "1 pod is being deleted (Terminating)", "default/old")
    # kube-scheduler leaves them out of spreads, and nobody is near one for long
    spreads = pod("b", "n2", "old", topologySpreadConstraints=spread("old"))
    assert not said(imported(tmp_path, *NODES, going, spreads), "stay where they are")
    mate = imported(tmp_path, *NODES, going, pod("b", "n1", "b", affinity=near("old")))
    assert mate.items[0].fixed
    unplaced = leaving(pod("never", None, "never"))
    assert names(imported(tmp_path, *NODES, unplaced, pod("a", "n2", "a"))) == {"default/a"}


@pytest.mark.parametrize("pending", ["keep", "ignore"])
def test_who_must_be_near_pods_that_wait_stays(tmp_path: Path, pending: str) -> None:
    """The mates are a pod that leaves, and one that no node takes: elsewhere there is none."""
    going = leaving(pod("b-0", "n1", "b"))
    waits = pod("b-1", None, "b", containers=asking(cpu="100"))
    owner = pod("a", "n1", "a", affinity=near("b"))
    instance = imported(tmp_path, *NODES, going, waits, owner, pending=pending)
    assert instance.items[0].fixed
    assert said(instance, "must be near pods that also wait", "default/a")


def test_finished_pods_count_nowhere(tmp_path: Path) -> None:
    done = {**pod("job-1", "n1", "job"), "status": {"phase": "Succeeded"}}
    lost = {**pod("job-2", "n9", "job"), "status": {"phase": "Failed"}}
    instance = imported(tmp_path, *NODES, done, lost, pod("a", "n2", "a"))
    assert names(instance) == {"default/a"}
    assert [note for note in instance.notes if "PodDisruptionBudget" not in note] == []


def test_namespaces_of_unknown_labels_match_every_selector(tmp_path: Path) -> None:
    """The pod in the other namespace may not be sent to the one that keeps away from it."""
    team = {"namespaceSelector": {"matchLabels": {"team": "x"}}}
    owner = pod("a", "n1", "a", affinity=apart("b", **team))
    other = pod("b", "n2", "b", ns="other")
    guess = imported(tmp_path, *NODES[:2], owner, other)
    assert [rule.kind for rule in guess.rules or ()] == ["not_with"]
    assert said(guess, "2 namespaces have labels missing in the dump", "default, other")
    assert optgap.solve(guess, "exact").objective == 2

    def space(name: str, **labels: str) -> dict[str, Any]:
        return {"kind": "Namespace", "metadata": {"name": name, "labels": labels}}

    known = imported(tmp_path, *NODES[:2], owner, other, space("other"), space("default"))
    assert optgap.solve(known, "exact").objective == 1
    half = imported(tmp_path, *NODES[:2], owner, other, space("default"))
    assert optgap.solve(half, "exact").objective == 2
    wants = pod("a", "n1", "a", affinity=near("b", **team))  # a mate that may be none
    assert imported(tmp_path, *NODES[:2], wants, pod("b", "n1", "b", ns="other")).items[0].fixed


def test_a_node_that_is_not_ready_takes_nothing(tmp_path: Path) -> None:
    sick = node("n2", zone="a")
    sick["status"]["conditions"] = [{"type": "Ready", "status": "False"}]
    tolerant = [{"operator": "Exists"}]
    instance = imported(tmp_path, NODES[0], sick, pod("a", "n1", "a", tolerations=tolerant))
    assert instance.items[0].allowed_machines == ("n1",)
    assert said(instance, "1 node is not Ready and takes no pods: n2")


def test_a_resize_in_place_counts_the_larger_amount(tmp_path: Path) -> None:
    def cpu(wanted: str, aside: str, *, refused: bool = False) -> float:
        made = pod("a", "n1", "a", containers=asking(cpu=wanted))
        status = {"name": "c", "allocatedResources": {"cpu": aside}}
        condition = {"type": "PodResizePending", "status": "True", "reason": "Infeasible"}
        conditions = [condition] if refused else []
        made["status"] = {"containerStatuses": [status], "conditions": conditions}
        return imported(tmp_path, *NODES, made).items[0].demand[0]

    assert cpu("1", "2") == 2
    assert cpu("3", "2") == 3
    assert cpu("3", "2", refused=True) == 2


@pytest.mark.parametrize(
    ("pod_has", "karpenter", "autoscaler"),
    [
        ({"volumes": [{"name": "s", "emptyDir": {}}]}, False, True),
        ({"volumes": [{"name": "s", "emptyDir": None}]}, False, True),
        ({"volumes": [{"name": "s", "emptyDir": {"medium": "Memory"}}]}, False, False),
        ({"volumes": [{"name": "s", "hostPath": {"path": "/x"}}]}, True, True),
        ({"volumes": [{"name": "s", "emptyDir": {}}], "says": {SAFE: "true"}}, False, False),
        (
            {
                "volumes": [{"name": "s", "emptyDir": {}}, {"name": "t", "emptyDir": {}}],
                "says": {f"{SAFE}-local-volumes": "s, t"},
            },
            False,
            False,
        ),
        (
            {
                "volumes": [{"name": "s", "emptyDir": {}}, {"name": "t", "emptyDir": {}}],
                "says": {f"{SAFE}-local-volumes": "s"},
            },
            False,
            True,
        ),
        ({"says": {SAFE: "false"}}, True, True),
        ({"ns": "kube-system"}, False, True),
        ({"ns": "kube-system", "says": {SAFE: "true"}}, False, False),
    ],
)
def test_who_may_be_evicted_by_whose_habits(
    tmp_path: Path, pod_has: dict[str, Any], karpenter: bool, autoscaler: bool
) -> None:
    made = pod("a", "n1", "a", ns=pod_has.get("ns", "default"), volumes=pod_has.get("volumes"))
    made["metadata"]["annotations"] = pod_has.get("says", {})
    stays = [
        bool(imported(tmp_path, *NODES, made, evictable=who).items[0].fixed)
        for who in ("karpenter", "autoscaler")
    ]
    assert stays == [karpenter, autoscaler]


def test_a_budget_lets_pods_of_the_system_go(tmp_path: Path) -> None:
    made = pod("dns", "n1", "dns", ns="kube-system")
    allowed = budget("dns", maxUnavailable=1)
    allowed["metadata"]["namespace"] = "kube-system"
    assert imported(tmp_path, *NODES, made, allowed, evictable="autoscaler").items[0].fixed is None


@pytest.mark.parametrize(
    ("text", "stays"),
    [("true", True), ("2h", True), ("1h29m", False), ("1h30m30s", True), ("soon", False)],
)
def test_do_not_disrupt_may_last_for_a_time(tmp_path: Path, text: str, stays: bool) -> None:
    """The newest time in the dump is 90 minutes after the pod's start."""
    made = pod("a", "n1", "a")
    made["metadata"]["annotations"] = {"karpenter.sh/do-not-disrupt": text}
    made["status"] = {"startTime": "2026-05-01T10:00:00Z"}
    late = {**pod("b", "n2", "b"), "status": {"startTime": "2026-05-01T11:30:00Z"}}
    items = {item.name: item for item in imported(tmp_path, *NODES, made, late).items}
    assert bool(items["default/a"].fixed) is stays


def test_a_dump_in_which_no_pod_has_a_node_says_why(tmp_path: Path) -> None:
    gpu = pod("gpu", None, "gpu", containers=asking(**{"nvidia.com/gpu": "1"}))
    with pytest.raises(InputError, match=r"no node takes it .*too little nvidia.com/gpu"):
        imported(tmp_path, *NODES, gpu)


def test_null_is_as_good_as_absent(tmp_path: Path) -> None:
    made = pod("a", "n1", "a", volumes=None, affinity=None)
    made["metadata"]["annotations"] = None
    (tmp_path / "d.json").write_text(json.dumps({"kind": "List", "items": [*NODES, made]}))
    assert read_cluster([tmp_path]).instance.items[0].machine == "n1"


EVERY_TAINT = [{"operator": "Exists"}]


def test_a_pod_that_waits_and_tolerates_cordons_keeps_the_nodes_that_it_would_take(
    tmp_path: Path,
) -> None:
    """Of 8 cores it asks for 7: once a plan has emptied a node, it goes there, cordoned or not."""
    pods = [
        pod(name, f"n{k}", name, containers=asking(cpu="2")) for k, name in ((1, "a"), (2, "b"))
    ]
    waits = pod("w", None, "w", containers=asking(cpu="7"), tolerations=EVERY_TAINT)
    instance = imported(tmp_path, *NODES[:2], *pods, waits)
    assert [machine.keep for machine in instance.machines] == [True, True]
    assert said(instance, "1 pod waits and tolerates a cordon", "/w; 2 nodes are kept in use")
    assert optgap.solve(instance, "no-pins").details["freed_without_pins"] == []
    waits["spec"]["tolerations"] = []
    instance = imported(tmp_path, *NODES[:2], *pods, waits)
    assert [machine.keep for machine in instance.machines] == [None, None]
    assert len(optgap.solve(instance, "no-pins").details["freed_without_pins"]) == 1


@pytest.mark.parametrize(("status", "key"), [("False", "not-ready"), ("Unknown", "unreachable")])
def test_a_pod_that_tolerates_a_node_that_is_not_ready_stays(
    status: str, key: str, tmp_path: Path
) -> None:
    """The scheduler may send it there, and nobody knows whether it would start."""
    nodes = json.loads(json.dumps(NODES))
    nodes[2]["status"]["conditions"] = [{"type": "Ready", "status": status}]
    own = [{"key": f"node.kubernetes.io/{key}", "operator": "Exists", "effect": "NoSchedule"}]
    pods = [pod("a", "n1", "a", tolerations=own), pod("b", "n2", "b")]
    instance = imported(tmp_path, *nodes, *pods)
    assert {item.name: item.fixed for item in instance.items} == {
        "default/a": True,
        "default/b": None,
    }
    assert said(instance, "they tolerate a node that is not Ready") or said(
        instance, "it tolerates a node that is not Ready"
    )
