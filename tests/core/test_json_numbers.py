"""Numbers of instance files that a float does not hold."""

import json
from pathlib import Path
from random import Random

import numpy as np
import orjson
import pytest

import optgap
from optgap.core.faults import InputError
from optgap.core.files import parse_json
from optgap.core.json_numbers import may_have_long_numbers
from optgap.validation.running import bundled_folder

LONG = ["0.10000000000000000000001", "1.23456789012345678", "123456789.0123456789",
        "9007199254740993000001", "-0.000012345678901234567891",
        "1.000000000000000001e-5"]  # fmt: skip
HELD = ["0.1", "0.1000000000000000000000", "1e22", "10000000000000000000000", "0.49671415301123267",
        "1.7976931348623157e308", "0.00001234567890123456", "2.220446049250313e-16"]  # fmt: skip


@pytest.mark.parametrize("literal", LONG)
def test_a_number_with_too_many_digits_is_a_fault_with_its_place(literal: str) -> None:
    text = f'{{"a": [1, {{"b": {literal}}}], "name": "{LONG[0]}"}}'
    with pytest.raises(InputError) as caught:
        parse_json(text, "x", every_digit=True)
    (fault,) = caught.value.faults
    assert (fault.place, fault.value) == ("a[1].b", literal)
    assert "has more digits than a float holds; the nearest is" in fault.rule
    assert parse_json(text, "x") == json.loads(text)


@pytest.mark.parametrize("literal", HELD)
def test_other_numbers_and_texts_are_read_as_before(literal: str) -> None:
    text = f'{{"a": [{literal}], "text": "{LONG[0]}, {LONG[1]}"}}'
    assert parse_json(text, "x", every_digit=True) == json.loads(text)


def test_numbers_at_the_edge_of_a_block_are_seen() -> None:
    for seed in range(40):
        pad = Random(seed).randint((1 << 22) - 30, 1 << 22)
        assert may_have_long_numbers(b'["' + b"x" * pad + b'", ' + LONG[seed % 6].encode() + b"]")


def test_the_numbers_that_programs_write_take_the_fast_path() -> None:
    values = np.random.default_rng(1).random(20_000) * 10.0 ** np.arange(-10, 10).repeat(1000)
    assert not may_have_long_numbers(orjson.dumps(values.tolist()))


def test_an_instance_file_is_refused(tmp_path: Path) -> None:
    document = (bundled_folder() / "placement" / "fig6.json").read_text()
    path = tmp_path / "long.json"
    path.write_text(document.replace('"latency": [[', '"latency": [[0.10000000000000000000001, '))
    with pytest.raises(InputError, match=r"latency\[0\]\[0\]: has more digits than a float holds"):
        optgap.load(path)
