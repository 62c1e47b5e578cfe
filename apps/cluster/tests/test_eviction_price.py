"""A price of evictions: the weights of an import, and what plans and reports make of it."""

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import optgap
from optgap_cluster import ClusterPlan
from optgap_cluster.fleet import read_task, report_of_task, total_of
from optgap_cluster.kubernetes import read_cluster
from optgap_cluster.kubernetes.generate import POOLS, generate_dump
from optgap_cluster.plan_tables import net_saving

COST = "controller.kubernetes.io/pod-deletion-cost"


def pod(name: str, on: str, owner: str, **spec: Any) -> dict[str, Any]:
    kind, _, called = owner.partition("/")
    metadata = {"name": name, "namespace": "s", "annotations": spec.pop("annotations", {}),
                "ownerReferences": [{"kind": kind, "name": called}]}  # fmt: skip
    spec |= {"nodeName": on, "containers": [{"name": "c", "resources": {"requests": {"cpu": "1"}}}]}
    return {"kind": "Pod", "metadata": metadata, "spec": spec}


def nodes(count: int) -> list[dict[str, Any]]:
    room = {"allocatable": {"cpu": "16", "memory": "32Gi", "pods": "110"}}
    return [
        {"kind": "Node", "metadata": {"name": f"n{k}"}, "status": room} for k in range(1, count + 1)
    ]


def imported(tmp_path: Path, objects: list[dict[str, Any]], **options: Any) -> Any:
    dump = tmp_path / "dump.json"
    dump.write_text(json.dumps({"kind": "List", "items": [*nodes(2), *objects]}))
    return read_cluster([dump], **options)


def test_weights_by_kind_replicas_and_priority(tmp_path: Path) -> None:
    several = [pod(f"web-{k}", "n1", "ReplicaSet/web") for k in range(3)]
    objects = [
        *several,
        *(pod(f"pair-{k}", "n1", "ReplicaSet/pair") for k in range(2)),
        pod("lone", "n1", "ReplicaSet/lone"),
        pod("job", "n1", "Job/job"),
        *(pod(f"db-{k}", "n1", "StatefulSet/db") for k in range(3)),
        pod("one", "n1", "StatefulSet/one"),
        *(pod(f"high-{k}", "n2", "ReplicaSet/high", priority=2**25) for k in range(3)),
        *(pod(f"free-{k}", "n2", "ReplicaSet/free", annotations={COST: str(-(2**27))})
          for k in range(3)),
    ]  # fmt: skip
    found = imported(tmp_path, objects, eviction_price=0.1)
    weight = {item.name.removeprefix("s/"): item.migration_cost for item in found.instance.items}
    assert found.instance.migration_price == 0.1
    assert {name: weight[name] for name in ("web-0", "pair-0", "lone", "job", "db-0", "one")} == {
        "web-0": 1.0, "pair-0": 1.5, "lone": 3.0, "job": 5.0, "db-0": 2.0, "one": 6.0
    }  # fmt: skip
    assert (weight["high-0"], weight["free-0"]) == (2.0, 0.0)
    assert any("an eviction costs 0.1 of a node" in note for note in found.warnings)
    plain = imported(tmp_path, objects)
    assert plain.instance.migration_price is None
    assert {item.migration_cost for item in plain.instance.items} == {0.0, 1.0, 2.0}


@pytest.mark.parametrize(("price", "used"), [(0.3, 1), (0.6, 2)])
def test_a_node_is_freed_only_if_that_is_worth_its_evictions(
    tmp_path: Path, price: float, used: int
) -> None:
    """Two pods of n2 have three replicas, and cost twice the price; a node is 1."""
    objects = [pod("a-0", "n1", "ReplicaSet/a")]
    objects += [pod(f"a-{k}", "n2", "ReplicaSet/a") for k in (1, 2)]
    objects += [pod(f"b-{k}", "n1", "ReplicaSet/b") for k in range(4)]
    instance = imported(tmp_path, objects, eviction_price=price).instance
    for method in ("exact", "column-generation", "karpenter", "price-guided", "no-pins", "auto"):
        found = optgap.solve(instance, method, time_limit=5)
        assert len({*found.decision["machine"].values()}) == used, method
        assert found.objective == pytest.approx(used + (2 - used) * 2 * price), method
    net = net_saving(instance, instance.numbers(found.decision))
    assert net is not None
    assert (net.saved, net.unit) == (2 - used, "nodes")
    assert net.net == pytest.approx((2 - used) * (1 - 2 * price))


def test_the_front_has_certified_bounds_and_leaves_the_price_out(tmp_path: Path) -> None:
    dump = tmp_path / "dump.json"
    dump.write_text(json.dumps(generate_dump(3, nodes=8, pods=40)))
    instance = read_cluster([dump], eviction_price=0.05).instance
    found = optgap.solve(instance, "karpenter")
    plan = ClusterPlan(instance, found)
    front = plan.trade_offs(2.0)
    assert (front[-1].moves, plan.without_price.value_of(front[-1].units)) == (0, 8.0)
    costs = [(point.units, -point.cost) for point in front]
    assert costs == sorted(set(costs))
    bound, kind = plan.least_objective
    assert kind == "certified" and bound <= front[0].units


def test_a_plan_of_the_front_can_be_taken(optgap_command, tmp_path: Path) -> None:
    """The bounds on evictions are those of all sets of freed machines, which are listed here."""
    dump, now, then = (tmp_path / name for name in ("d.json", "now.json", "then.json"))
    dump.write_text(json.dumps(generate_dump(3, nodes=8, pods=40)))
    prices = tmp_path / "p.csv"
    prices.write_text("type,price,currency\n" + "".join(f"{p[0]},{p[3]},USD\n" for p in POOLS))
    instance = read_cluster([dump], prices=prices).instance
    optgap.save(instance, now)
    optgap.save(optgap.solve(instance, "karpenter"), then)
    plan = ["plan", now, then, "--front", "3", "--json"]
    points = optgap_command(*plan).json["front"]
    price, pods = instance.full_price, np.bincount(instance.home, minlength=8)
    sets = [list(each) for k in range(9) for each in combinations(range(8), k)]
    for point in points:
        numbers = instance.numbers(point["decision"])
        saved = price[instance.in_use(instance.home)].sum() - price[instance.in_use(numbers)].sum()
        least = min(pods[each].sum() for each in sets if price[each].sum() >= saved)
        assert 0 <= point["moves_at_least"] <= least <= point["moves"]
        assert point["per_month"] == pytest.approx(730 * point["objective"])
    assert points[0]["moves_at_least"] > 0 == points[-1]["moves_at_least"]
    middle, written = points[1], tmp_path / "chosen.json"
    for limit in (middle["moves"], f"nodes={middle['nodes']}", f"money={middle['per_month']}"):
        ended = optgap_command(*plan, "--take", str(limit), "-o", written)
        moved = sum(step["origin"] is not None for step in ended.json["steps"])
        assert (ended.code, moved) == (0, middle["moves"])
        outcome = json.loads(written.read_text())
        assert (outcome["objective"], outcome["method"]) == (middle["objective"], "front")
        assert not optgap.check(instance, written).violations
    table = optgap_command(*plan[:-1], "--take", "0", "--simulate", "default").out
    assert "USD a month" in table and "pins" in table
    for arguments, words in (
        (["--take", "many"], "must be a number of evictions"),
        (["--take", "nodes=1"], "is below all plans of the front"),
        (["--output", written], "--output: needs --take"),
    ):
        wrong = optgap_command(*plan[:-1], *arguments)
        assert (wrong.code, words in wrong.err) == (2, True)
    assert "needs --front" in optgap_command(*plan[:3], "--take", "3").err


def test_a_plan_is_carried_to_a_newer_dump(optgap_command, tmp_path: Path) -> None:
    """After a rollout all pods have other names."""
    dump, now, then = (tmp_path / name for name in ("d.json", "now.json", "then.json"))
    for revision in ("77f", "5d9c7b8f6"):
        text = json.dumps(generate_dump(3, nodes=8, pods=40))
        dump.write_text(text.replace("5d9c7b8f6", revision))
        optgap.save(read_cluster([dump]).instance, now)
        if revision == "77f":
            optgap.save(optgap.solve(optgap.load(now), "karpenter"), then)
    assert "belongs to another instance" in optgap_command("plan", now, then).err
    ended = optgap_command("plan", now, then, "--rebase", "5", "-o", tmp_path / "n.json", "--json")
    used = {*json.loads(then.read_text())["decision"]["machine"].values()}
    assert (ended.code, used & {*ended.json["freed"]}) == (0, set()) and ended.json["freed"]
    assert f"of {8 - len(used)} nodes that the older plan does not use, " in ended.err
    count = len(optgap.load(now).items)
    assert f"{count} of {count} pods go where the older plan sends them" in ended.err
    assert sum(row["as_planned"] for row in ended.json["rebase"]) == count

    document = json.loads(dump.read_text())
    document["items"].remove([e for e in document["items"] if e["kind"] == "Pod"][-1])  # app-11
    dump.write_text(json.dumps(document))
    optgap.save(read_cluster([dump]).instance, now)
    ended = optgap_command("plan", now, then, "--rebase", "5", "--json")
    (gone,) = (row for row in ended.json["rebase"] if row["gone"])
    assert (gone["owner"], gone["gone"]) == ("shop/Deployment/app-11", 1)
    assert "app-11: 2 as planned, 1 gone; elsewhere: –; unplanned: –\n" in ended.err


def test_a_report_counts_evictions_and_adds_clusters(tmp_path: Path) -> None:
    dump = tmp_path / "dump.json"
    dump.write_text(json.dumps(generate_dump(3, nodes=6, pods=24)))
    report = report_of_task(read_task([dump], "c", 1.0, eviction_price=0.05))
    assert (report.is_net, report.counts) == (True, "nodes and evictions")
    assert report.rows[0].net == report.rows[0].nodes
    assert all(row.net >= report.bound - 1e-9 for row in report.rows)
    assert report.gap == pytest.approx((report.best.net - report.bound) / report.best.net)
    total = total_of([report, report])
    assert (total.name, total.nodes) == ("all 2 clusters", 12)
    assert total.bound == pytest.approx(2 * report.bound)
    for row, one in zip(total.rows, report.rows, strict=True):
        assert (row.nodes, row.evictions) == (2 * one.nodes, 2 * one.evictions)
        assert row.net == pytest.approx(2 * one.net)
