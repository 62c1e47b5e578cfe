"""Karpenter's consolidation: where it is right, and the two ways in which its search misses."""

from typing import Any

import pytest

import optgap
from optgap.core.run import Run
from optgap.heuristics.consolidation import KarpenterParameters, karpenter
from optgap.heuristics.consolidation.karpenter import without_machines
from optgap.heuristics.consolidation.policies import Cluster
from optgap.instances.consolidation import Consolidation


def nodes(*sizes: tuple[float, float], pods: str, **changes: Any) -> Consolidation:
    """Nodes of (cpu, price); pods such as ``1:4 1:2`` are on node 1 and need 4 and 2."""
    items = []
    for k, word in enumerate(pods.split()):
        node, cpu = word.split(":")
        items.append({"name": f"p{k}", "demand": [float(cpu)], "machine": f"n{node}"})
    document = {
        "name": "x",
        "resources": ["cpu"],
        "machines": [
            {"name": f"n{j + 1}", "capacity": [cpu], "price": price}
            for j, (cpu, price) in enumerate(sizes)
        ],
        "items": items,
        "objective": "price",
    }
    return Consolidation.model_validate({**document, **changes})


@pytest.mark.parametrize(
    ("instance", "price"),
    [
        # facts of consolidation_test.go: "can delete nodes", "can replace node",
        # "can merge 3 nodes into 1", "won't delete node if it would require pods to go pending"
        (nodes((32, 1.0), (32, 1.0), pods="1:1 1:1 2:1"), 1.0),
        (
            nodes((32, 1.0), pods="1:1", offers=[{"type": "s", "capacity": [4], "price": 0.5}]),
            0.5,
        ),
        (
            nodes(
                (8, 1.0),
                (8, 1.0),
                (8, 1.0),
                pods="1:7 2:7 3:7",
                offers=[{"type": "l", "capacity": [32], "price": 1.5}],
            ),
            1.5,
        ),
        (nodes((8, 1.0), (8, 1.0), pods="1:7 2:7"), 2.0),
        # "cannot replace spot with spot if it is part of a more expensive offer": not cheaper
        (
            nodes((32, 1.0), pods="1:1", offers=[{"type": "s", "capacity": [4], "price": 1.0}]),
            1.0,
        ),
    ],
)
def test_facts_of_the_upstream_tests(instance: Consolidation, price: float) -> None:
    outcome = optgap.solve(instance, "karpenter")
    assert (outcome.objective, outcome.stopped) == (price, "complete")


def test_pods_that_must_not_be_disrupted_hold_their_node() -> None:
    """From "will consider a node with a do-not-disrupt pod" no candidate."""
    free = nodes((32, 1.0), (32, 1.0), pods="1:1 2:1 2:1 2:1")
    assert optgap.solve(free, "karpenter").objective == 1.0
    items = [item.model_copy(update={"fixed": True}) for item in free.items]
    held = free.model_copy(update={"items": tuple(items)})
    assert optgap.solve(held, "karpenter").objective == 2.0


def test_the_binary_search_is_wrong_where_a_longer_prefix_may_go() -> None:
    """Three machines cannot pay for a new one, four can; the search asks about three first."""
    instance = optgap.load("consolidation/karpenter-search")
    state = Cluster.of(instance, instance.home)
    accepted = [without_machines(state, instance.home[:k]) is not None for k in (2, 3, 4)]
    assert accepted == [False, False, True]
    assert optgap.solve(instance, "karpenter").objective == 4.0
    best = optgap.solve(instance, "exact")
    assert (best.status, best.objective) == ("optimal", 3.5)


def test_two_cheaper_offers_replace_three_nodes() -> None:
    instance = optgap.load("consolidation/karpenter-two-offers")
    assert optgap.solve(instance, "karpenter").objective == 3.0
    for method in ("exact", "column-generation"):
        best = optgap.solve(instance, method)
        assert (best.status, best.objective) == ("optimal", pytest.approx(2.4))


def test_rules_hold_and_equal_runs_are_equal() -> None:
    rule = {"kind": "apart", "items": ["p0", "p1"]}
    instance = nodes((32, 1.0), (32, 1.0), (32, 1.0), pods="1:1 2:1 3:1", rules=[rule])
    answers = [
        karpenter(instance, Run("minimize"), KarpenterParameters()).decision for _ in range(2)
    ]
    assert answers[0] == answers[1]
    assert optgap.solve(instance, "karpenter").objective == 2.0
