"""The published classes of vector packing: ranges, known optima, and what a class is made for."""

import typing

import numpy as np
import pytest

import optgap
from optgap.core.faults import InputError
from optgap.instances.consolidation.generate import (
    PackingClass,
    generate,
    machines_enough,
    sizes_of,
)

CLASSES = typing.get_args(PackingClass)
# least and largest size, capacity
RANGES = {
    "panigrahy-1": (100, 400, 1000),
    "panigrahy-2": (1, 1000, 1000),
    "panigrahy-3": (200, 800, 1000),
    "panigrahy-4": (50, 200, 1000),
    "panigrahy-5": (25, 100, 1000),
    "panigrahy-6": (20, 100, 150),
    "panigrahy-7": (10, 110, 150),
    "panigrahy-8": (10, 110, 150),
    "panigrahy-9": (0, 100, 100),
}


@pytest.mark.parametrize("name", CLASSES)
@pytest.mark.parametrize("resources", [1, 2, 3, 10])
def test_sizes_are_in_the_ranges_of_the_class(name: PackingClass, resources: int) -> None:
    capacity, sizes = sizes_of(name, np.random.default_rng(1), 300, resources)
    least, largest, room = RANGES.get(name, (0, 100, 100))
    assert (capacity, sizes.shape) == (room, (300, resources))
    assert least <= sizes.min()
    assert sizes.max() <= largest


def test_pairs_of_resources_go_together_or_against_each_other() -> None:
    for name, sign in (("panigrahy-7", 1), ("panigrahy-8", -1)):
        _, sizes = sizes_of(name, np.random.default_rng(2), 500, 3)
        assert sign * np.corrcoef(sizes[:, 0], sizes[:, 1])[0, 1] > 0.9
        assert abs(np.corrcoef(sizes[:, 0], sizes[:, 2])[0, 1]) < 0.2
    _, sizes = sizes_of("new-1", np.random.default_rng(2), 500, 5)
    assert ((sizes >= 50).sum(axis=1) == 1).all()
    assert (sizes >= 50).sum(axis=0).tolist() == [100] * 5


@pytest.mark.parametrize("name", ["triplet-caprara", "triplet-falkenauer"])
def test_a_triplet_fills_a_machine(name: PackingClass) -> None:
    _, sizes = sizes_of(name, np.random.default_rng(3), 60, 5)
    assert (sizes.reshape(20, 3, 5).sum(axis=1) == 100).all()
    instance = generate(3, kind="packing", packing_class=name, items=30, resources=3)
    outcome = optgap.solve(instance, "column-generation", gap=0)
    assert (outcome.status, outcome.objective) == ("optimal", 10)


def test_first_fit_has_machines_enough() -> None:
    for name in CLASSES:
        instance = generate(5, kind="packing", packing_class=name, items=40, resources=3)
        plan = optgap.solve(instance, "first-fit-decreasing", gap=0)
        assert plan.status in ("optimal", "feasible")
        assert len(instance.machines) <= 40
    assert machines_enough(10, np.array([[6], [5], [4], [5]])) == 3


def test_a_class_has_a_resource_at_least() -> None:
    with pytest.raises(InputError, match="resources"):
        generate(1, kind="packing", resources=0)
