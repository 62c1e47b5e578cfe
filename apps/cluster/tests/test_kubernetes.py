"""Quantities, selectors, requests and whole dumps of Kubernetes, by hand."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

import optgap
from optgap.core.faults import InputError
from optgap_cluster.kubernetes import read_cluster
from optgap_cluster.kubernetes.generate import generate_dump
from optgap_cluster.kubernetes.quantities import as_scheduled, quantity
from optgap_cluster.kubernetes.records import KubernetesNode, Pod
from optgap_cluster.kubernetes.scene import pod_request
from optgap_cluster.kubernetes.selectors import admits

DUMP = Path(__file__).parents[3] / "tests/data" / "kubernetes"
REAL = Path(__file__).parents[4] / "shared" / "data" / "k8s_dumps"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0),
        ("250m", Fraction(1, 4)),
        ("1.5Gi", 3 * 2**29),
        ("12e6", 12_000_000),
        ("12E6", 12_000_000),
        ("1E", 10**18),
        ("1Ei", 2**60),
        ("1e3", 1000),
        ("1e-3", Fraction(1, 1000)),
        ("1.e+2", 100),
        ("2E-1", Fraction(1, 5)),
        ("100u", Fraction(1, 10_000)),
        ("1n", Fraction(1, 10**9)),
        ("0.1n", Fraction(1, 10**9)),
        (".5", Fraction(1, 2)),
        ("5.", 5),
        ("+7k", 7000),
        ("64Ki", 65_536),
        ("3M", 3_000_000),
        ("1T", 10**12),
        ("1Pi", 2**50),
        ("0.30000000000000004", Fraction(300_000_001, 10**9)),
        ("9223372036854775808", 2**63 - 1),
        ("20E", 2**63 - 1),
        ("-0", 0),
        (2, 2),
        (0.5, Fraction(1, 2)),
        ("00012", 12),
    ],
)
def test_quantities(text: object, value: object) -> None:
    assert quantity(text) == value


@pytest.mark.parametrize(
    "text",
    [
        *("", "m", ".", "1.5.5", "1 Gi", "1Gi ", "--1", "-1", "1_000", "0x10", "inf", "nan", "٣"),
        *("1gi", "1KI", "1ki", "1K", "1mi", "1Eii", "1e", "1e1.5", "1e3m"),
        *(True, None, []),
    ],
)
def test_what_is_no_quantity(text: object) -> None:
    with pytest.raises(ValueError, match="must be a quantity"):
        quantity(text)


def test_amounts_are_counted_as_the_scheduler_counts_them() -> None:
    assert as_scheduled("cpu", quantity("100u")) == Fraction(1, 1000)
    assert as_scheduled("memory", quantity("0.9Gi")) == 966_367_642
    assert as_scheduled("memory", quantity("100m")) == 1


def pod(**spec: object) -> Pod:
    spec.setdefault("containers", [{"name": "main"}])
    return Pod.model_validate({"metadata": {"name": "p"}, "spec": spec})


def container(**requests: str) -> dict[str, object]:
    return {"name": "c", "resources": {"requests": requests}}


def test_requests_by_the_kubernetes_rule() -> None:
    """An init container runs beside the sidecars started before it, and not after."""
    sidecar = {**container(cpu="200m"), "restartPolicy": "Always"}
    two = [container(cpu="300m"), container(cpu="400m", memory="1Ki")]
    assert pod_request(pod(containers=two))["cpu"] == Fraction(7, 10)
    early = pod(containers=two, initContainers=[container(cpu="1"), sidecar])
    assert pod_request(early)["cpu"] == 1
    late = pod(containers=two, initContainers=[sidecar, container(cpu="1")])
    assert pod_request(late)["cpu"] == Fraction(12, 10)
    assert pod_request(late)["memory"] == 1024
    over = pod(containers=two, overhead={"cpu": "50m"}, resources={"requests": {"cpu": "2"}})
    assert pod_request(over)["cpu"] == Fraction(205, 100)
    assert pod_request(pod()) == {"pods": 1}
    limited = {"name": "c", "resources": {"limits": {"cpu": "2", "memory": "1k"}}}
    limited["resources"]["requests"] = {"cpu": "1"}
    assert pod_request(pod(containers=[limited])) == {"cpu": 1, "memory": 1000, "pods": 1}
    whole = pod(containers=two, resources={"limits": {"cpu": "2", "hugepages-2Mi": "2Mi"}})
    assert pod_request(whole) == {
        **{"cpu": Fraction(7, 10), "memory": 1024, "pods": 1},  # the containers' requests
        "hugepages-2Mi": 2**21,  # which no container requests, so the limit counts
    }


def node(
    name: str = "n1", taints: object = None, cordoned: bool = False, **labels: str
) -> KubernetesNode:
    spec = {"taints": taints, "unschedulable": cordoned}
    status = {"allocatable": {"cpu": "1"}}
    metadata = {"name": name, "labels": labels}
    return KubernetesNode.model_validate({"metadata": metadata, "spec": spec, "status": status})


def needs(*terms: object) -> Pod:
    required = {"nodeSelectorTerms": list(terms)}
    node_affinity = {"requiredDuringSchedulingIgnoredDuringExecution": required}
    return pod(affinity={"nodeAffinity": node_affinity})


def term(key: str, operator: str, *values: str) -> dict[str, object]:
    return {"matchExpressions": [{"key": key, "operator": operator, "values": list(values)}]}


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        (term("zone", "In", "a", "b"), True),
        (term("zone", "In", "b"), False),
        (term("zone", "NotIn", "b"), True),
        (term("rack", "NotIn", "b"), True),
        (term("zone", "NotIn", "a"), False),
        (term("zone", "Exists"), True),
        (term("rack", "Exists"), False),
        (term("rack", "DoesNotExist"), True),
        (term("zone", "DoesNotExist"), False),
        (term("size", "Gt", "7"), True),
        (term("size", "Gt", "8"), False),
        (term("size", "Lt", "9"), True),
        (term("size", "Lt", "8"), False),
        (term("zone", "Gt", "1"), False),
        (term("rack", "Lt", "1"), False),
        (term("size", "Gt", "x"), False),
        ({}, False),
        ({"matchFields": [{"key": "metadata.name", "operator": "In", "values": ["n1"]}]}, True),
        ({"matchFields": [{"key": "metadata.name", "operator": "NotIn", "values": ["n1"]}]}, False),
    ],
)
def test_node_affinity(condition: object, holds: bool) -> None:
    here = node(zone="a", size="8")
    assert admits(here, needs(condition)) is holds
    assert admits(here, needs(condition, term("zone", "In", "a")))  # one term is enough
    assert not admits(here, needs())


def test_node_selector() -> None:
    assert admits(node(zone="a"), pod(nodeSelector={"zone": "a"}))
    assert not admits(node(zone="a"), pod(nodeSelector={"zone": "a", "rack": "1"}))


@pytest.mark.parametrize(
    ("toleration", "tolerated"),
    [
        ({"key": "gpu", "operator": "Equal", "value": "only", "effect": "NoSchedule"}, True),
        ({"key": "gpu", "value": "only"}, True),
        ({"key": "gpu", "value": "other"}, False),
        ({"key": "gpu", "operator": "Exists"}, True),
        ({"key": "gpu", "operator": "Exists", "effect": "NoExecute"}, False),
        ({"operator": "Exists"}, True),
        ({"operator": "Exists", "effect": "NoSchedule"}, True),
        ({"key": "cpu", "operator": "Exists"}, False),
    ],
)
def test_taints(toleration: object, tolerated: bool) -> None:
    tainted = node(taints=[{"key": "gpu", "value": "only", "effect": "NoSchedule"}])
    assert not admits(tainted, pod())
    assert admits(tainted, pod(tolerations=[toleration])) is tolerated


def test_soft_taints_and_cordoned_nodes() -> None:
    assert admits(node(taints=[{"key": "gpu", "effect": "PreferNoSchedule"}]), pod())
    assert not admits(node(cordoned=True), pod())
    everything = [{"operator": "Exists"}]
    assert admits(node(cordoned=True), pod(tolerations=everything))


def test_a_whole_dump() -> None:
    instance, warnings = read_cluster([DUMP], node_pods="keep", evictable="autoscaler")
    items = {item.name: item for item in instance.items}
    assert instance.resources == ("cpu", "memory", "ephemeral-storage", "pods", "nvidia.com/gpu")
    assert [m.name for m in instance.machines][:2] == ["blue-1", "blue-2"]
    assert instance.machines[1].capacity == (3.92, 16069252 * 1024, 95087093603, 20, 0)
    assert "lab/report-1" not in items  # finished
    assert items["shop/web-1"].demand == (0.5, 2**30, 0, 1, 0)
    assert items["shop/cart-1"].demand == (1.5, 1.5 * 2**30 + 2**26, 0, 1, 0)
    assert items["lab/idle-1"].demand == (0, 0, 0, 1, 0)
    assert items["lab/train-1"].demand[4] == 1
    blue = ("blue-1", "blue-2", "blue-3")
    assert items["shop/web-1"].allowed_machines == blue  # green ones are tainted, cordoned
    assert items["lab/import-1"].allowed_machines == ("blue-2", "blue-3")
    assert items["lab/import-1"].machine == "green-2"  # it may stay
    assert items["shop/search-1"].allowed_machines == blue
    assert items["lab/train-1"].allowed_machines == (*blue, "green-1")
    staying = {name for name, item in items.items() if item.fixed}
    system = {name for name in items if name.startswith("kube-system/")}
    assert staying == {"shop/cache-1"} | system  # local storage, and pods of nodes
    assert (items["shop/api-1"].machine, items["shop/api-1"].allowed_machines) == (None, blue)
    assert warnings == (
        "1 pod stays: it has local storage (emptyDir) and does not set "
        "cluster-autoscaler.kubernetes.io/safe-to-evict: true: shop/cache-1",
        "6 pods stay: they belong to their node (DaemonSets, static pods): "
        "kube-system/logs-1, kube-system/logs-2, kube-system/logs-3, …",
        "ReplicaSet shop/api: topologySpreadConstraints over zone: its selector matches no pod",
        "PodDisruptionBudget default/web: its selector matches no pod that could move",
        "6 pods belong to their node and occupy it (DaemonSets, static pods; --node-pods reserve "
        "counts them as reserved capacity): kube-system/logs-1, kube-system/logs-2, "
        "kube-system/logs-3, …",
    )
    outcome = optgap.solve(instance, "exact")
    assert (outcome.status, outcome.objective) == ("optimal", 5)


def test_pods_of_nodes_may_be_part_of_their_nodes() -> None:
    """The bundled instance; green-2 and one blue node can be given back."""
    instance, warnings = read_cluster([DUMP], name="kubernetes-small", evictable="autoscaler")
    bundled = optgap.load("consolidation/kubernetes-small")  # as imported before rules were known
    assert [m.capacity for m in instance.machines] == [m.capacity for m in bundled.machines]
    assert [i.demand for i in instance.items] == [i.demand for i in bundled.items]
    assert bundled.sha256[:12] == "2bb4b0021a84"
    assert not any(item.name.startswith("kube-system/") for item in instance.items)
    assert instance.machines[0].capacity[:2] == (3.8, 16 * 2**30 - 228 * 2**20)
    assert instance.machines[0].capacity[3] == 18
    assert len(warnings) == 3
    assert instance.notes == warnings
    outcome = optgap.solve(instance, "exact")
    assert (outcome.status, outcome.objective) == ("optimal", 3)


def test_all_faults_at_once(tmp_path: Path) -> None:
    good = json.loads((DUMP / "nodes.json").read_text())["items"][0]
    bad = json.loads(json.dumps(good))
    bad["status"]["allocatable"] = {"cpu": "4 cores", "memory": "1Gi"}
    lost = {"kind": "Pod", "metadata": {"name": "lost"}, "spec": {"containers": [{}]}}
    lost["spec"]["nodeName"] = "elsewhere"
    empty = {"kind": "Pod", "metadata": {"namespace": "x"}, "spec": {"containers": []}}
    odd = {"kind": "Pod", "metadata": {"name": "odd"}, "spec": {"containers": [{}]}}
    odd["spec"]["affinity"] = needs_operator("Near")
    items = [good, good, bad, lost, lost, empty, odd, {"kind": None}, 7]
    (tmp_path / "a.json").write_text(json.dumps({"kind": "List", "items": items}))
    (tmp_path / "b.json").write_text('{"kind": "List", "items": [{"kind": "Pod", "meta')
    (tmp_path / "c.json").write_text('{"kind": "List"}')
    with pytest.raises(InputError) as caught:
        read_cluster([tmp_path, tmp_path / "none.json"])
    text = str(caught.value)
    for fault in (
        "a.json: items[1]: metadata.name: is also the name of a node in a.json: items[0]",
        "a.json: items[2]: status.allocatable.cpu: must be a quantity such as 250m, 1.5Gi or 12e6",
        "a.json: items[3]: spec.nodeName: is not a node of the dump; no pod is on a node "
        "of the dump (the files seem to be from two clusters) (found 'elsewhere')",
        "a.json: items[4]: metadata.name: is also the name of a pod in a.json: items[3]",
        "a.json: items[5]: metadata.name: required key is missing",
        "a.json: items[5]: spec.containers:",
        "operator: must be 'In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt' or 'Lt' (found 'Near')",
        "a.json: items[7]: kind: must be Node, Pod, PodDisruptionBudget, PersistentVolume, "
        "PersistentVolumeClaim, Namespace, NodePool, NodeClaim or a List (found None)",
        "a.json: items[8]: must be a JSON object with a kind (found 7)",
        "b.json line 1, column",
        "is not JSON, or is cut off",
        "c.json: items: must be a list",
        "none.json: cannot be read",
    ):
        assert fault in text


def needs_operator(operator: str) -> dict[str, object]:
    required = {"nodeSelectorTerms": [term("zone", operator)]}
    return {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": required}}


def test_nodes_say_what_they_have(tmp_path: Path) -> None:
    document = json.loads((DUMP / "nodes.json").read_text())
    del document["items"][1]["status"]["allocatable"]["pods"]
    (tmp_path / "nodes.json").write_text(json.dumps(document))
    with pytest.raises(InputError, match=r"items\[1\]: status.allocatable.pods: required key"):
        read_cluster([tmp_path, DUMP / "pods.json"])
    with pytest.raises(InputError, match="the dump contains no pod to place"):
        read_cluster([DUMP / "nodes.json"])
    with pytest.raises(InputError, match="the dump contains no node"):
        read_cluster([DUMP / "pods.json"])
    with pytest.raises(InputError, match=r"contains no \*.json or \*.yaml file"):
        read_cluster([Path(__file__).parent, DUMP])


def test_what_no_node_has_is_said(tmp_path: Path) -> None:
    asks = {"kind": "Pod", "metadata": {"name": "asks"}, "spec": {}}
    asks["spec"]["containers"] = [container(**{"example.com/fpga": "1"})]
    (tmp_path / "pod.json").write_text(json.dumps(asks))
    instance, warnings = read_cluster([DUMP, tmp_path])
    assert instance.resources[-2:] == ("example.com/fpga", "nvidia.com/gpu")
    assert warnings[-1] == (
        "1 pod waits and is left out; no node takes it "
        "(5 nodes: 3 with too little example.com/fpga, 2 cordoned or tainted): default/asks"
    )
    assert optgap.solve(instance, "exact").status == "optimal"
    asked = read_cluster([DUMP, tmp_path], pending="must").instance
    outcome = optgap.solve(asked, "first-fit")
    assert outcome.message == "item default/asks fits on none of its allowed machines"


@pytest.mark.skipif(not REAL.exists(), reason="the real dumps are not here")
@pytest.mark.parametrize(("project", "nodes", "pods"), [("honeycombio", 2, 11), ("weygu", 1, 30)])
def test_real_dumps(project: str, nodes: int, pods: int) -> None:
    files = [REAL / f"{project}_nodes.json", REAL / f"{project}_pods.json"]
    instance, _ = read_cluster(files, node_pods="keep")
    assert (len(instance.machines), len(instance.items)) == (nodes, pods)
    assert optgap.solve(instance, "exact").status == "optimal"


@pytest.mark.skipif(not REAL.exists(), reason="the real dumps are not here")
def test_a_real_dump_with_pods_on_unknown_nodes() -> None:
    files = [REAL / f"openshift_insights_{kind}.json" for kind in ("nodes", "pods")]
    instance, notes = read_cluster(files)
    assert any("are on nodes that the dump does not list" in note for note in notes)
    assert optgap.solve(instance, "exact").status == "optimal"


def test_two_dumps_with_the_same_names_are_one_fault_each(tmp_path: Path) -> None:
    """Of nodes and of pods, not one line for every name."""
    for name, seed in (("a", 1), ("b", 2)):
        (tmp_path / f"{name}.json").write_text(json.dumps(generate_dump(seed, nodes=9, pods=60)))
    with pytest.raises(InputError) as caught:
        read_cluster([tmp_path / "a.json", tmp_path / "b.json"])
    nodes, pods = caught.value.faults
    assert str(nodes).startswith("b.json: has 9 nodes with the same names as a.json")
    assert "pods with the same names as a.json" in str(pods)


def test_a_fault_inside_brings_no_other_faults(tmp_path: Path) -> None:
    """A quantity of a container, and a node that cannot be read, are one fault each."""
    dump = generate_dump(1, nodes=9, pods=60)
    node = dump["items"][0]
    node["status"]["allocatable"]["cpu"] = "lots"
    pod = next(each for each in dump["items"] if each["metadata"]["name"].startswith("app"))
    pod["spec"]["containers"][0]["resources"]["requests"]["cpu"] = "-1"
    (tmp_path / "a.json").write_text(json.dumps(dump))
    with pytest.raises(InputError) as caught:
        read_cluster([tmp_path / "a.json"])
    assert [fault.value for fault in caught.value.faults] == ["'lots'", "'-1'"]


def test_a_selector_that_no_node_meets_is_a_note(tmp_path: Path) -> None:
    dump = generate_dump(1, nodes=9, pods=60)
    pod = next(each for each in dump["items"] if each["metadata"]["name"].startswith("app"))
    pod["spec"]["nodeSelector"] = {"disk": "none"}
    (tmp_path / "a.json").write_text(json.dumps(dump))
    notes = read_cluster([tmp_path / "a.json"]).warnings
    assert any(" no node of the dump" in note for note in notes)
