"""Groups of items or machines with equal keys."""

import numpy as np

from optgap.instances.consolidation import Consolidation, Partition, kinds_of


def test_groups_are_sorted_by_key_and_ignore_those_outside() -> None:
    keys = np.array([[3, 1], [2, 0], [3, 1], [9, 9], [2, 0], [2, 1]])
    groups = Partition.of(keys, among=np.arange(6) != 3)
    assert groups.group_of.tolist() == [2, 0, 2, -1, 0, 1]
    assert (groups.first.tolist(), groups.count.tolist()) == ([1, 5, 0], [2, 1, 2])
    assert groups.members() == [[1, 4], [5], [0, 2]]


def test_groups_in_the_order_of_their_first_members() -> None:
    groups = Partition.of(np.array([7, 3, 7, 5]), among=np.arange(4) != 3).by_first()
    assert groups.group_of.tolist() == [0, 1, 0, -1]
    assert (groups.first.tolist(), groups.count.tolist()) == ([0, 1], [2, 1])


def test_without_members_there_are_no_groups() -> None:
    groups = Partition.of(np.array([1, 2]), among=np.zeros(2, dtype=np.bool_)).by_first()
    assert (groups.group_of.tolist(), groups.members()) == ([-1, -1], [])


def test_rules_costs_and_budgets_tell_items_apart() -> None:
    machines = [{"name": "m", "capacity": [9]}]
    items = [
        {"name": name, "demand": [1], "machine": "m", "migration_cost": 1.0} for name in "abcd"
    ]
    items[3]["migration_cost"] = 2.0
    rules = [
        {"kind": "apart", "items": ["a", "b", "d"], "at_most": 3},
        {"kind": "at_once", "items": ["a"], "at_most": 1},
    ]
    document = {"name": "t", "resources": ["r"], "machines": machines, "items": items}
    instance = Consolidation.model_validate(document | {"rules": rules})
    book = instance.rule_book
    assert kinds_of(instance, book).members() == [[0, 1], [2], [3]]
    assert kinds_of(instance, book, costs=False).members() == [[0, 1, 3], [2]]
    assert kinds_of(instance, book, budgets=True).members() == [[0], [1], [2], [3]]
