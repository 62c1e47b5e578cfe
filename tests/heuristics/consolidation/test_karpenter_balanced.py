"""Karpenter's policy Balanced: the worked examples of its design, and what it leaves alone."""

import numpy as np
import pytest

import optgap
from optgap.heuristics.consolidation.karpenter import PoolTotals
from optgap.heuristics.consolidation.policies import Cluster
from optgap.instances.consolidation import Consolidation

LARGE, XLARGE, TWO_XLARGE = 2.42, 4.84, 9.68  # m7i, dollars a day


def pool(
    prices: list[float], pods: list[int], costs: dict[str, float] | None = None
) -> Consolidation:
    """Return a pool with so many pods on each node, and an m7i.large that may be made."""
    items = [
        {"name": f"p{j}-{k}", "demand": [1], "machine": f"n{j}"}
        for j, count in enumerate(pods)
        for k in range(count)
    ]
    for item in items:
        item["migration_cost"] = (costs or {}).get(item["name"], 1.0)
    return Consolidation.model_validate(
        {
            "name": "x",
            "resources": ["cpu"],
            "objective": "price",
            "machines": [
                {"name": f"n{j}", "capacity": [100], "price": price, "pool": "default"}
                for j, price in enumerate(prices)
            ],
            "items": items,
            "offers": [{"type": "m7i.large", "capacity": [50], "price": LARGE}],
        }
    )  # fmt: skip


def approved(instance: Consolidation, going: int, to: str) -> bool:
    """Whether a node may go while all its pods go to one other."""
    before = Cluster.of(instance, instance.home)
    names = [site.name for site in instance.sites]
    machine = np.where(instance.home == going, names.index(to), instance.home)
    return PoolTotals(before).accept(np.array([going]), Cluster.of(instance, machine))


MIXED = [TWO_XLARGE, TWO_XLARGE, *[XLARGE] * 8]


@pytest.mark.parametrize(
    ("prices", "pods", "going", "to", "expected"),
    [
        (MIXED, [3, 11, *[8] * 6, 9, 9], 0, "m7i.large#1", True),  # oversized: 3.1
        (MIXED, [9, 9, 4, *[8] * 5, 9, 9], 2, "n3", True),  # spare capacity, delete: 1.5
        (MIXED, [8] * 10, 2, "m7i.large#1", False),  # marginal: 0.42
        ([XLARGE] * 10, [8] * 10, 0, "m7i.large#1", True),  # uniform pool, on the border: 0.5
        ([XLARGE] * 10, [8, 8, 16, *[7, 7, 7, 7, 7, 7], 6], 2, "m7i.large#1", False),
    ],
)
def test_the_worked_examples(prices, pods, going, to, expected) -> None:
    assert sum(pods) == 80
    assert approved(pool(prices, pods), going, to) == expected


def test_pods_that_are_dear_to_move_keep_their_node() -> None:
    """Two nodes with four pods each: three pods of cost 10 tell them apart."""
    dear = {f"p3-{k}": 10.0 for k in range(3)}
    instance = pool(MIXED, [10, 10, 4, 4, *[9] * 4, 8, 8], dear)
    assert approved(instance, 2, "n4")
    assert not approved(instance, 3, "n4")


def test_each_pool_is_asked() -> None:
    """A spot pool in which a node is a large share of the disruption keeps it."""
    built = pool([4.0, 4.0, 1.0, 1.0], [1, 1, 6, 1])
    machines = tuple(
        machine.model_copy(update={"pool": "spot" if machine.price == 1.0 else "default"})
        for machine in built.machines
    )
    instance = built.model_copy(update={"machines": machines})
    before = Cluster.of(instance, instance.home)
    both, one = np.array([0, 2]), np.array([0])
    machine = np.where(np.isin(instance.home, both), 1, instance.home)
    after = Cluster.of(instance, machine)
    assert PoolTotals(before).accept(both, after)
    dear = tuple(
        item.model_copy(update={"migration_cost": 10.0}) if item.machine == "n2" else item
        for item in instance.items
    )
    instance = instance.model_copy(update={"items": dear})
    before, after = Cluster.of(instance, instance.home), Cluster.of(instance, machine)
    assert PoolTotals(before).accept(
        one, Cluster.of(instance, np.where(instance.home == 0, 1, instance.home))
    )
    assert PoolTotals(before).accept(both, after) == (1.0 / 2.0 >= 0.5 * 61 / 63)


def test_it_moves_less_than_karpenter_and_saves_no_more() -> None:
    instance = pool(MIXED, [8] * 10)
    usual, balanced = (optgap.solve(instance, m) for m in ("karpenter", "karpenter-balanced"))
    assert usual.objective <= balanced.objective
    assert balanced.details["moves"] <= usual.details["moves"]
