"""Filters, prices by capacity type and zone, and what offers say."""

import json
from pathlib import Path
from typing import Any

import pytest
from kubernetes_objects import ZONE, imported, node, pod

import optgap
from optgap.core.faults import InputError
from optgap_cluster.kubernetes import Filters, read_cluster

TYPE, POOL = "node.kubernetes.io/instance-type", "karpenter.sh/nodepool"
PAID = "karpenter.sh/capacity-type"


def cluster() -> list[Any]:
    pools = {"n1": "web", "n2": "web", "n3": "batch", "n4": "batch"}
    nodes = []
    for name, pool in pools.items():
        nodes.append(node(name, zone="a" if pool == "web" else "b"))
        nodes[-1]["metadata"]["labels"][POOL] = pool
    return [*nodes, *(pod(f"p{k}", f"n{k}", f"p{k}", ns=f"s{k}") for k in (1, 2, 3, 4))]


@pytest.mark.parametrize(
    ("filters", "kept", "fixed"),
    [
        (Filters(), set(), set()),
        (Filters(nodepools=["web"]), {"n3", "n4"}, {"s3/p3", "s4/p4"}),
        (Filters(nodepools=["web", "batch"]), set(), set()),
        (Filters(node_selector=f"{ZONE}=b"), {"n1", "n2"}, {"s1/p1", "s2/p2"}),
        (Filters(node_selector=f"{ZONE} == b"), {"n1", "n2"}, {"s1/p1", "s2/p2"}),
        (Filters(node_selector=f"{ZONE}!=b"), {"n3", "n4"}, {"s3/p3", "s4/p4"}),
        (Filters(node_selector=f"{ZONE} in (a, c)"), {"n3", "n4"}, {"s3/p3", "s4/p4"}),
        (
            Filters(node_selector=f"{ZONE} notin (a,c),{POOL}, !gpu"),
            {"n1", "n2"},
            {"s1/p1", "s2/p2"},
        ),
        (Filters(namespaces=["s1", "s3"]), set(), {"s2/p2", "s4/p4"}),
        (Filters(nodepools=["web"], namespaces=["s1"]), {"n3", "n4"}, {"s2/p2", "s3/p3", "s4/p4"}),
    ],
)
def test_what_is_outside_stays(
    tmp_path: Path, filters: Filters, kept: set[str], fixed: set[str]
) -> None:
    instance = imported(tmp_path, *cluster(), filters=filters)
    assert {machine.name for machine in instance.machines if machine.keep} == kept
    assert {item.name for item in instance.items if item.fixed} == fixed
    outcome = optgap.solve(instance, "exact")
    assert outcome.status == "optimal"
    where = outcome.decision["machine"]
    homes = {item.name: item.machine for item in instance.items}
    assert {name: where[name] for name in fixed} == {name: homes[name] for name in fixed}


def test_the_room_outside_is_open_as_the_scheduler_may_use_it(tmp_path: Path) -> None:
    instance = imported(tmp_path, *cluster(), filters=Filters(nodepools=["web"]))
    assert optgap.solve(instance, "exact").objective == 2  # both web nodes go


@pytest.mark.parametrize(
    ("filters", "fault"),
    [
        (Filters(nodepools=["wep"]), "--nodepool: no node is in this pool (did you mean 'web'?)"),
        (Filters(namespaces=["x9"]), "--namespace: no pod is in this namespace"),
        (Filters(node_selector="zone==a==b"), "--node-selector: must be like zone=a"),
        (Filters(node_selector=f"{ZONE}=zzz"), "--node-selector: selects no node"),
        (Filters(nodepools=["web"], node_selector=f"{ZONE}=b"), "--node-selector: selects no node"),
    ],
)
def test_a_filter_that_means_nothing_is_a_fault(
    tmp_path: Path, filters: Filters, fault: str
) -> None:
    with pytest.raises(InputError) as raised:
        imported(tmp_path, *cluster(), filters=filters)
    assert fault in str(raised.value)


def priced(tmp_path: Path, table: str, *nodes: Any, offers: str | None = None) -> Any:
    dump, prices, more = (tmp_path / name for name in ("d.json", "p.csv", "o.csv"))
    dump.write_text(json.dumps({"kind": "List", "items": [*nodes, pod("a", "n1", "a")]}))
    prices.write_text(table)
    if offers is not None:
        more.write_text(offers)
    return read_cluster([dump], prices=prices, offers=more if offers else None).instance


def typed(name: str, zone: str, **labels: str) -> dict[str, Any]:
    made = node(name, zone=zone)
    made["metadata"]["labels"] |= {TYPE: "m5.large", **labels}
    return made


TABLE = """type,price,capacity_type,zone
m5.large,1,,
m5.large,2,,zone-b
m5.large,3,spot,
m5.large,4,spot,zone-b
m5.large,5,on-demand,
"""


def test_the_most_specific_price_counts(tmp_path: Path) -> None:
    nodes = [
        typed("n1", "zone-a"),
        typed("n2", "zone-b"),
        typed("n3", "zone-a", **{PAID: "spot"}),
        typed("n4", "zone-b", **{"eks.amazonaws.com/capacityType": "SPOT"}),
        typed("n5", "zone-b", **{"eks.amazonaws.com/capacityType": "ON_DEMAND"}),
        typed("n6", "zone-a", **{"cloud.google.com/gke-spot": "true"}),
        typed("n7", "zone-a", **{"kubernetes.azure.com/scalesetpriority": "regular"}),
    ]
    made = priced(tmp_path, TABLE, *nodes)
    assert [machine.price for machine in made.machines] == [1, 2, 3, 4, 5, 3, 5]


@pytest.mark.parametrize(
    ("table", "fault"),
    [
        (
            "type,price\nm5.large,1\n",
            "nodes[1]: is a spot node, but its type has no row with the capacity_type",
        ),
        (TABLE + "m5.large,6,SPOT,\n", "line 7: type: repeats an earlier row of the file (found"),
        (TABLE + "m5.large,6,cheap,\n", "line 7: capacity_type: must be spot, on-demand or"),
        (
            "type,price,zone\nm5.large,1,zone-b\n",
            "nodes[0]: has a type without a price in",
        ),
    ],
)
def test_prices_that_do_not_fit_are_faults(tmp_path: Path, table: str, fault: str) -> None:
    with pytest.raises(InputError) as raised:
        priced(tmp_path, table, typed("n1", "zone-a"), typed("n2", "zone-a", **{PAID: "spot"}))
    assert fault in str(raised.value)


def test_offers_say_zone_and_capacity_type(tmp_path: Path) -> None:
    offers = "type,price,cpu,memory,pods,zone,capacity_type\nc6a.large,0.1,2,4Gi,20,b,SPOT\n"
    made = priced(tmp_path, "type,price\nm5.large,1\n", typed("n1", "a"), offers=offers)
    assert made.offers[0].labels == {ZONE: "b", PAID: "spot"}


def test_a_plan_names_empty_nodes_and_what_to_create(optgap_command, tmp_path: Path) -> None:
    """The empty node first, then the nodes of offers, and what deleting a node does not do."""
    offers = "type,price,cpu,memory,pods,zone,capacity_type\nc6a.large,0.1,8,32Gi,20,b,spot\n"
    nodes = [typed("n1", "a"), typed("n2", "a")]
    made = priced(tmp_path, "type,price\nm5.large,1\n", *nodes, offers=offers)
    now, then = tmp_path / "now.json", tmp_path / "then.json"
    optgap.save(made, now)
    then.write_text(json.dumps({"machine": {"default/a": "c6a.large#1"}}))
    table = optgap_command("plan", now, then)
    said = " ".join(table.out.split())
    risk = "risk: 1 evicted pod is the only replica of its owner: default/a risk: 1 evicted pod "
    risk += "moves from a node without a spot label to a spot node: default/a"
    empty = "step 0: 1 node already empty: n2"
    assert f"{risk} {empty} create 1 c6a.large (spot) in" in said
    assert "in zone b and wait for Ready before any eviction" in said
    assert "raise the size of the node group" in said
    document = optgap_command("plan", now, then, "--json").json
    assert document["empty"] == ["n2"]
    assert document["create"][0]["count"] == 1


def test_the_command_knows_the_options(optgap_command, tmp_path: Path) -> None:
    dump = tmp_path / "d.json"
    dump.write_text(json.dumps({"kind": "List", "items": cluster()}))
    ended = optgap_command(
        "import", "kubernetes", dump, "--nodepool", "web", "--selector", f"{ZONE}=a",
        "--namespace", "s1", "--namespace", "s2", "--pending", "ignore", "--json",
    )  # fmt: skip
    assert [machine.get("keep") for machine in ended.json["machines"]] == [None, None, True, True]
    for option in ("--pending", "--evictable"):
        wrong = optgap_command("import", "kubernetes", dump, option, "nobody")
        assert (wrong.code, f"Invalid value for '{option}'" in wrong.err) == (2, True)
    empty = cluster()[:-1]
    dump.write_text(json.dumps({"kind": "List", "items": empty}))
    first = optgap_command("import", "kubernetes", dump, "-o", tmp_path / "i.json")
    assert "machines that are already empty: n4" in first.out
