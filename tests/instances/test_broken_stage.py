"""Broken files of the stage optimizer's resource problems, one per fault and named after it."""

from pathlib import Path

import pytest

from optgap.instances.faults import InputError
from optgap.validation.library import load

BROKEN = Path(__file__).parents[1] / "data" / "broken"

EXPECTED = {
    "resource_plan": {
        "empty-objective-name": "objectives[0].name: String should have at least 1 character",
        "empty-options": "options: must not be empty",
        "huge-number": "options[0][0][1]: must be a finite number",
        "infinity": "options[0][0][1]: must be a finite number (found Infinity)",
        "instance-no-list": "options[1]: must be a list of options (found 7)",
        "instance-without-options": "options[1]: must not be empty: every instance has an option",
        "missing-options": "options: required key is missing",
        "no-objectives": "objectives: Tuple should have at least 1 item",
        "null-in-an-option": "options[0][0][1]: must be a finite number (found None)",
        "option-no-list": "options[0][1]: must be a list of numbers, one per objective (found 55)",
        "option-too-short": "options[0][1]: must have 2 entries, as the first option has (found 1)",
        "options-no-list": "options: must be lists nested 3 deep",
        "options-of-other-objectives": "options: must have 2 values per option, one per objective",
        "repeated-objective": "objectives[1].name: is the name of objectives[0] already",
        "sidecar-missing": "options.npy: there is no such file beside the instance",
        "text-in-an-option": "options[0][0][1]: must be a finite number (found '5')",
        "true-in-an-option": "options[0][0][1]: must be a finite number (found True)",
        "unknown-aggregate": "objectives[0].aggregate: must be 'max' or 'sum' (found 'mean')",
        "unknown-key": "option: unknown key (did you mean 'options'?)",
    },
    "stage": {
        "available-of-other-resources": "available: must state 2 resources, as configurations does",
        "fractional-limit": "max_per_machine: must be a valid integer",
        "latency-of-other-configurations": "latency: must have 2 rows per instance (found 1)",
        "latency-of-other-machines": "latency: must have 2 entries per configuration, one per",
        "missing-configurations": "configurations: required key is missing",
        "negative-available": "available[0][1]: must be a finite number >= 0 (found -8",
        "negative-default": "default_configuration: must be greater than or equal to 0 (found -1)",
        "negative-weight": "weights[1]: must be a finite number >= 0 (found -0.25)",
        "no-such-default": "default_configuration: must be the number of a configuration, 0 to 1",
        "ragged-latency": "latency[0][1]: must have 2 entries, as the first row has (found 1)",
        "text-latency": "latency[0][0][1]: must be a finite number > 0 or null (found '9')",
        "unknown-key": "alpha: unknown key",
        "weights-too-short": "weights: must state 2 resources, as configurations does (found 1)",
        "zero-in-a-configuration": "configurations[0][1]: must be a finite number > 0 (found 0",
        "zero-latency": "latency[0][0][1]: must be a finite number > 0 or null (found 0",
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
