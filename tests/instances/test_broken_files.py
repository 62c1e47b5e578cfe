"""Broken instance files, one per fault and named after it: one clear message each."""

from pathlib import Path

import pytest

from optgap.instances.faults import InputError
from optgap.validation.library import load

BROKEN = Path(__file__).parents[1] / "data" / "broken"

EXPECTED = {
    "placement": {
        "both-capacity-forms": "capacity: stands beside default_plan, available",
        "capacity-too-short": "capacity: must have 3 entries, one per machine (found 2)",
        "empty-file": "(file): is empty",
        "empty-matrix": "latency: must not be empty",
        "empty-name": "name: String should have at least 1 character",
        "empty-rows": "latency[0]: must not be empty",
        "fractional-capacity": "capacity[1]: must be a whole number >= 0 (found 1.5)",
        "huge-number": "latency[0][1]: is too large a number",
        "infinity": "latency[0][1]: must be a finite number > 0 or null (found Infinity)",
        "input-rows-too-long": "input_rows: must have 2 entries, one per instance (found 3)",
        "linear-negative": "latency.linear.per_row[1]: must be a finite number >= 0 (found -1.0)",
        "linear-ragged": "latency.linear.fixed: must have 3 entries, as per_row has (found 2)",
        "linear-zero-latency": "latency.linear.fixed[1]: gives a latency that is not",
        "list-instead-of-object": "(document): an instance is a JSON object",
        "matrix-too-deep": "latency[0][0]: must be a finite number > 0 or null (found [8])",
        "matrix-too-flat": "latency[0]: must be a list (found 8)",
        "missing-problem": "problem: must name a problem (found None)",
        "missing-version": "version: required key is missing",
        "nan": "latency[0][1]: must be a finite number > 0 or null (found NaN)",
        "negative-capacity": "capacity[1]: must be a whole number >= 0 (found -1)",
        "negative-latency": "latency[0][1]: must be a finite number > 0 or null (found -12.0)",
        "nested-too-deep": "(document): is nested too deeply",
        "newer-version": "version: must be 1 (found 2)",
        "no-capacity": "capacity: required key is missing (or default_plan with available)",
        "not-utf8": "is not UTF-8 text",
        "plan-of-other-resources": "available: must state 2 resources per machine",
        "plan-without-available": "available: required key is missing",
        "ragged-matrix": "latency[1]: must have 3 entries, as the first row has (found 2)",
        "repeated-key": "the key stands more than once (found 'name')",
        "sidecar-absolute": "latency.npy: must be a relative path",
        "sidecar-climbs-out": "latency.npy: must be a relative path",
        "sidecar-missing": "latency.npy: there is no such file beside the instance",
        "sidecar-no-npy": "latency.npy: must be a plain .npy array",
        "sidecar-pickled": "latency.npy: must be a plain .npy array",
        "sidecar-unknown-key": 'latency: a sidecar is {"npy": "file.npy"}',
        "sidecar-with-nan": 'latency[0][1]: must be a finite number > 0; for "cannot run" say',
        "text-in-the-matrix": "latency[0][1]: must be a finite number > 0 or null (found '12')",
        "true-in-the-matrix": "latency[0][1]: must be a finite number > 0 or null (found True)",
        "truncated": "is not JSON: Unterminated string",
        "unknown-key": "capacty: unknown key (did you mean 'capacity'?)",
        "unknown-problem": "problem: must name a problem (did you mean 'placement'?)",
        "wrong-type-of-latency": "latency: must be lists nested 2 deep",
        "zero-in-default-plan": "default_plan[0]: must be a finite number > 0 (found 0.0)",
        "zero-latency": "latency[0][1]: must be a finite number > 0 or null (found 0.0)",
    }
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
