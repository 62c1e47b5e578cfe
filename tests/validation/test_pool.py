"""Pools against enumeration of all decisions, and what the judge says of forged ones."""

import itertools

import pytest

import optgap
from optgap.core.faults import InputError


@pytest.mark.parametrize("seed", range(10))
def test_pools_of_placement_are_the_best_decisions(seed: int) -> None:
    instance = optgap.generate("placement", seed, instances=4, machines=3, slack=1.5)
    check = optgap.problem("placement").check
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
    with pytest.raises(InputError, match="pool: needs decisions of yes and no"):
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
