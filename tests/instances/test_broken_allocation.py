"""Broken files of the allocation problems, one per fault and named after it."""

from pathlib import Path

import pytest
from optgap.instances.faults import InputError
from optgap.validation.library import load

BROKEN = Path(__file__).parents[1] / "data" / "broken"

EXPECTED = {
    "cluster_ratio": {
        "curve-too-long": "groups[1].latency: must have 1 entries, one per amount",
        "curve-too-short": "groups[0].latency: must have 3 entries, one per amount from lower",
        "empty-curve": "groups[1].latency: must not be empty",
        "empty-group-name": "groups[1].name: String should have at least 1 character",
        "fractional-bound": "groups[0].upper: must be a valid integer (found 3.5)",
        "groups-no-list": "groups: must be a valid tuple",
        "negative-containers": "containers: must be greater than or equal to 0 (found -1)",
        "negative-latency": "groups[0].latency[1]: must be a finite number >= 0 (found -4.0)",
        "negative-lower": "groups[0].lower: must be greater than or equal to 0 (found -1)",
        "no-containers": "containers: required key is missing",
        "no-groups": "groups: Tuple should have at least 1 item",
        "no-upper-bound": "groups[1].upper: required key is missing",
        "null-latency": "groups[0].latency[1]: must be a finite number >= 0 (found None)",
        "repeated-group": "groups[1].name: is the name of groups[0] already (found 'a')",
        "text-latency": "groups[0].latency[1]: must be a finite number >= 0 (found '4')",
        "unknown-key-of-a-group": "groups[0].wieght: unknown key (found 2)",
        "upper-below-lower": "groups[0].upper: must be >= lower (4) (found 3)",
    },
}

CASES = [(problem, fault) for problem, faults in EXPECTED.items() for fault in faults]


@pytest.mark.parametrize(("problem", "fault"), CASES, ids=lambda value: value)
def test_broken_file(problem: str, fault: str) -> None:
    path = BROKEN / problem / f"{fault}.json"
    with pytest.raises(InputError) as caught:
        load(path)
    assert EXPECTED[problem][fault] in str(caught.value)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize("problem", EXPECTED)
def test_every_broken_file_has_its_message(problem: str) -> None:
    assert {path.stem for path in (BROKEN / problem).glob("*.json")} == set(EXPECTED[problem])
