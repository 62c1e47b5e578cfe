"""Clusters drawn from two published traces: sizes of the traces, and homes with enough room."""

import pytest

import optgap
from optgap.instances.consolidation import Consolidation, overfull
from optgap.instances.consolidation.generate import _NODES, _REQUESTS, generate


def test_the_tables_count_all_nodes_and_requests_of_the_traces() -> None:
    assert sum(count for *_, count in _NODES) == 1_523
    assert sum(count for *_, count in _REQUESTS) == 24_990


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("load", [0.3, 0.55, 0.9])
def test_homes_have_room_for_what_is_drawn(seed: int, load: float) -> None:
    instance = generate(seed, kind="cloud", machines=200, load=load)
    assert {m.capacity for m in instance.machines} <= {(c, g) for c, g, _ in _NODES}
    assert {(2 * c, g) for c, g in (i.demand for i in instance.items)} <= {
        (c, g) for c, g, _ in _REQUESTS
    }
    assert len(overfull(instance, instance.home)) == 0
    taken = (instance.demand.sum(axis=0) / instance.usable.sum(axis=0)).max()
    assert load - 0.05 < taken <= load
    checked = optgap.check(instance, instance.decision(instance.home))
    assert checked.feasible, checked.violations


def test_a_seed_draws_the_same_again_and_requests_wait() -> None:
    one: Consolidation = generate(5, kind="cloud", machines=20, requests=7)
    assert one.sha256 == generate(5, kind="cloud", machines=20, requests=7).sha256
    assert one.sha256 != generate(6, kind="cloud", machines=20, requests=7).sha256
    assert (one.home < 0).sum() == 7
    assert (generate(5, kind="cloud", machines=20, running=False).home < 0).all()


def test_an_item_runs_on_a_machine_also_if_a_waiting_place_has_its_name() -> None:
    named = Consolidation(
        name="waits",
        resources=["cpu"],
        machines=[{"name": "(waits) b#1", "capacity": [4]}],
        items=[
            {"name": "a", "demand": [1], "machine": "(waits) b#1"},
            {"name": "b", "demand": [1], "optional": True},
        ],
    )
    assert named.home.tolist() == [0, -1]
