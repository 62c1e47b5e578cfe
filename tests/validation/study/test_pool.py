"""Pools against enumeration of all decisions, and what the judge says of forged ones."""

import itertools

import numpy as np
import pytest

import optgap
from optgap.core.faults import InputError
from optgap.instances.consolidation import Consolidation


@pytest.mark.parametrize("seed", range(10))
def test_pools_of_placement_are_the_best_decisions(seed: int) -> None:
    instance = optgap.generate("placement", seed, instances=4, machines=3, slack=1.5)
    check = optgap.problem_named("placement").judge
    values = []
    for machine in itertools.product(range(3), repeat=4):
        verdict = check(instance, {"machine": list(machine)})
        if verdict.feasible:
            values.append(verdict.objective)
    values.sort()
    outcome = optgap.pool(instance, 5)
    assert [entry.objective for entry in outcome.pool] == pytest.approx(values[:5])
    assert len({str(entry.decision) for entry in outcome.pool}) == min(5, len(values))
    assert outcome.details["unique"] == (values[1] > values[0] * (1 + 1e-9))
    assert not optgap.check(instance, outcome).violations


def test_a_pool_ends_where_there_are_no_more_decisions() -> None:
    outcome = optgap.pool("cluster_ratio/algorithm-3", 50)
    assert [entry.objective for entry in outcome.pool] == [6, 7, 7]
    assert outcome.details["unique"] is True
    assert outcome.message is None


def test_forged_pools_are_refused() -> None:
    told = optgap.pool("placement/fig6", 2).model_dump(mode="json")
    better = {**told, "pool": [{**told["pool"][0], "objective": 15.0}, told["pool"][1]]}
    twice = {**told, "pool": [told["pool"][0], told["pool"][0]]}
    wrong = {
        **told,
        "pool": [told["pool"][0], {"objective": 16.0, "decision": {"machine": [9, 9]}}],
    }
    for forged in (better, twice, wrong):
        places = [
            violation.where for violation in optgap.check("placement/fig6", forged).violations
        ]
        assert any(where.startswith("pool[") for where in places)


def test_decisions_with_fractions_have_no_pool() -> None:
    with pytest.raises(InputError, match="pool: needs binary decisions; those of this problem"):
        optgap.pool("microq/two-components", 3)


def test_the_command(optgap_command) -> None:
    told = optgap_command("solve", "placement/fig6", "--pool", 2, "--json").json
    assert [set(entry) for entry in told["pool"]] == [{"objective", "decision"}] * 2
    shown = optgap_command("solve", "placement/fig6", "--pool", 2)
    assert "2 best decisions" in shown.out
    for count in (0, 1001):
        ended = optgap_command("solve", "placement/fig6", "--pool", count)
        assert ended.code == 2 and "pool" in ended.err
    assert optgap_command("solve", "placement/fig6", "--pool", 2, "--method", "ipa").code == 2


def alike(seed: int) -> Consolidation:
    """Return items of two kinds on machines of two kinds, some of them empty."""
    rng = np.random.default_rng(seed)
    machines = [{"name": f"m{j}", "capacity": [4 + 2 * (j == 0)]} for j in range(3)]
    sizes = rng.integers(1, 3, 2).tolist()
    items = [
        {
            "name": f"p{i}",
            "demand": [sizes[i % 2]],
            "machine": "m0" if rng.random() < 0.3 else None,
        }
        for i in range(4)
    ]
    return Consolidation(
        name="a", resources=["cpu"], machines=machines, items=items, empty_machines="any"
    )


def orbits(instance: Consolidation) -> list[float]:
    """The objectives of all plans, one for each set of plans that are images of one another.

    By all permutations of items and machines that leave the file as it is.
    """
    check = optgap.problem_named("consolidation").judge
    items = [(item.demand, item.machine) for item in instance.items]
    machines = [
        (machine.capacity, [i for i, (_, home) in enumerate(items) if home == machine.name])
        for machine in instance.machines
    ]
    of_items = [p for p in itertools.permutations(range(4)) if [items[i] for i in p] == items]
    of_machines = [
        p
        for p in itertools.permutations(range(3))
        if all(machines[j][0] == machines[k][0] and (j == k or not machines[j][1] + machines[k][1])
               for j, k in enumerate(p))
    ]  # fmt: skip
    seen, values = set(), []
    for plan in itertools.product(range(3), repeat=4):
        verdict = check(instance, {"machine": {f"p{i}": f"m{j}" for i, j in enumerate(plan)}})
        if verdict.feasible and plan not in seen:
            values.append(verdict.objective)
            seen |= {tuple(m[plan[i]] for i in p) for p in of_items for m in of_machines}
    return sorted(values)


@pytest.mark.parametrize("seed", range(12))
def test_images_of_a_decision_are_not_counted(seed: int) -> None:
    instance = alike(seed)
    expected = orbits(instance)
    outcome = optgap.pool(instance, 6)
    assert [entry.objective for entry in outcome.pool] == expected[:6]
    assert outcome.details["unique"] == (len(expected) == 1 or expected[0] < expected[1])
    assert outcome.message is None


@pytest.mark.parametrize(
    "differs",
    [{"price": 2}, {"labels": {"zone": "b"}}, {"pool": "q"}, {"type": "t"}, {"capacity": [9]}],
    ids=lambda differs: next(iter(differs)),
)
def test_machines_that_differ_in_the_file_are_two_decisions(differs: dict) -> None:
    """A machine of 6 and one that differs from it in something that the model does not read."""
    machines = [{"name": "m0", "capacity": [6]}, {"name": "m1", "capacity": [6], **differs}]
    instance = Consolidation(
        name="one item", resources=["cpu"], machines=machines, empty_machines="any",
        items=[{"name": "p", "demand": [5]}],
    )  # fmt: skip
    outcome = optgap.pool(instance, 5)
    assert outcome.details["unique"] is False
    assert {entry.decision["machine"]["p"] for entry in outcome.pool} == {"m0", "m1"}
    assert [entry.objective for entry in outcome.pool] == [1, 1]


def test_items_that_differ_in_the_file_are_two_decisions() -> None:
    """Two pods of one size, of two owners, for a machine that may keep one of them."""
    items = [{"name": f"p{k}", "demand": [2], "owner": f"Deployment/{'ab'[k]}"} for k in range(2)]
    instance = Consolidation(
        name="two owners", resources=["cpu"], empty_machines="any", items=items,
        machines=[{"name": "m0", "capacity": [2]}, {"name": "m1", "capacity": [2]}],
    )  # fmt: skip
    assert optgap.pool(instance, 5).details["unique"] is True  # the machines are alike
    named = instance.model_copy(
        update={
            "machines": (instance.machines[0], instance.machines[1].model_copy(update={"price": 1}))
        }
    )
    assert optgap.pool(named, 5).details["unique"] is False
    alike = named.model_copy(
        update={"items": tuple(item.model_copy(update={"owner": None}) for item in named.items)}
    )
    assert optgap.pool(alike, 5).details["unique"] is True
