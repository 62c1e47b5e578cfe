"""Broken files of consolidation, one per fault and named after it."""

from pathlib import Path

import pytest

from optgap.instances.faults import InputError
from optgap.validation.library import load

BROKEN = Path(__file__).parents[1] / "data" / "broken" / "consolidation"

EXPECTED = {
    "capacity-too-short": "machines[0].capacity: must have 2 entries, one per resource",
    "demand-too-long": "items[1].demand: must have 2 entries, one per resource (found 3)",
    "limit-above-one": "machines[0].limit[1]: must be less than or equal to 1 (found 1.2)",
    "limit-too-long": "machines[0].limit: must have 2 entries, one per resource (found 3)",
    "negative-budget": "migration_budget: must be greater than or equal to 0 (found -1)",
    "negative-capacity": "machines[1].capacity[1]: must be greater than or equal to 0 (found ",
    "negative-cost": "items[0].migration_cost: must be greater than or equal to 0 (found -2)",
    "negative-demand": "items[1].demand[0]: must be greater than or equal to 0 (found -1)",
    "no-items": "items: Tuple should have at least 1 item",
    "no-machines": "machines: Tuple should have at least 1 item",
    "no-resources": "resources: Tuple should have at least 1 item",
    "repeated-item": "items[1].name: is the name of items[0] already (found 'a')",
    "repeated-machine": "machines[1].name: is the name of machines[0] already (found 'm1')",
    "repeated-resource": "resources[1]: is the name of resources[0] already (found 'memory')",
    "text-demand": "items[0].demand[0]: must be a valid number (found '1Gi')",
    "too-many-digits": "items: the demands for 'memory' have too many digits to be added",
    "unknown-allowed-machine": "items[1].allowed_machines[1]: is no machine of the file (did ",
    "unknown-key-of-an-item": "items[0].cost: unknown key (found 2)",
    "unknown-machine": "items[0].machine: is no machine of the file (did you mean 'm1'?) (fou",
    "unknown-rule-for-empty-machines": "empty_machines: must be 'any' or 'keep' (found 'never",
}


@pytest.mark.parametrize("fault", EXPECTED)
def test_broken_file(fault: str) -> None:
    path = BROKEN / f"{fault}.json"
    with pytest.raises(InputError) as caught:
        load(path)
    assert EXPECTED[fault] in str(caught.value)
    assert str(path) in str(caught.value)


def test_every_broken_file_has_its_message() -> None:
    assert {path.stem for path in BROKEN.glob("*.json")} == set(EXPECTED)
