"""First-fit decreasing by hand, and what it says when it cannot."""

import optgap
from optgap.instances.consolidation import Consolidation


def packing(sizes: list[float], machines: int, home: str | None = None) -> Consolidation:
    items = [{"name": f"i{i}", "demand": [size]} for i, size in enumerate(sizes)]
    if home is not None:
        items[0]["machine"] = home
    return Consolidation.model_validate(
        {
            "name": "by-hand",
            "resources": ["memory"],
            "machines": [{"name": f"m{j + 1}", "capacity": [10]} for j in range(machines)],
            "items": items,
        }
    )


def test_the_order_decides() -> None:
    """In file order 3 and 4 go together and 7 and 6 alone; by size 7 + 3 and 6 + 4 do."""
    instance = packing([3, 4, 7, 6], 4)
    assert optgap.solve(instance, "first-fit").objective == 3
    outcome = optgap.solve(instance, "first-fit-decreasing")
    assert (outcome.objective, outcome.status) == (2, "optimal")
    assert outcome.decision["machine"] == {"i0": "m1", "i1": "m2", "i2": "m1", "i3": "m2"}


def test_residents_stay_and_are_joined() -> None:
    outcome = optgap.solve(packing([3, 7], 3, home="m3"), "first-fit-decreasing")
    assert outcome.decision["machine"] == {"i0": "m3", "i1": "m3"}
    assert outcome.details["moves"] == 0


def test_what_finds_no_room_is_named() -> None:
    """20 in all would fill two machines, but no part of the five makes 10."""
    stuck = optgap.solve(packing([5, 4, 4, 4, 3], 2), "first-fit-decreasing")
    assert stuck.status == "unknown"
    assert stuck.message == "found no machine with room for item i4"
    assert optgap.solve(packing([5, 4, 4, 4, 3], 2), "column-generation").status == "infeasible"


def test_an_overfull_machine_and_an_item_too_large() -> None:
    crowded = packing([11, 1], 2, home="m1")
    assert optgap.solve(crowded, "first-fit-decreasing").status in ("unknown", "infeasible")
    outcome = optgap.solve(packing([11], 1), "first-fit-decreasing")
    assert (outcome.status, outcome.message) == (
        "infeasible",
        "item i0 fits on none of its allowed machines",
    )
