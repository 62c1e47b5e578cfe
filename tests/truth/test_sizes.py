"""What would be too large to be made is refused with its size, before anything is allocated."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from problem_data import facts_of

import optgap
from optgap.core import memory
from optgap.core.faults import InputError
from optgap.validation.catalogue import problem_names

SIZES = {name: facts_of(name)["too_large"] for name in problem_names()}
CODE = """
import json, resource, sys
resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
import optgap
for name, settings in json.loads(sys.argv[1]):
    try:
        print(json.dumps(optgap.generate(name, 1, **settings).name))
    except Exception as error:
        print(json.dumps(f"{type(error).__name__}: {error}"))
"""


@pytest.fixture(scope="module")
def answers() -> dict[str, list[str]]:
    """What the generators of all problems say, in one process of little memory."""
    asked = [(name, settings) for name in problem_names() for settings in SIZES[name]]
    argv = [sys.executable, "-c", CODE, json.dumps(asked)]
    ended = subprocess.run(argv, capture_output=True, text=True, timeout=60, check=True)
    said: dict[str, list[str]] = {}
    for (name, _), line in zip(asked, ended.stdout.splitlines(), strict=True):
        said.setdefault(name, []).append(json.loads(line))
    return said


@pytest.mark.parametrize("name", problem_names())
def test_settings_that_are_too_large_are_refused_with_the_size(name: str, answers) -> None:
    for settings, said in zip(SIZES[name], answers[name], strict=True):
        assert said.startswith("InputError: too large"), settings
        assert "size: would be" in said, settings
        assert "GiB; at most" in said, settings


def test_the_command_line_says_the_size(optgap_command) -> None:
    sizes = ("--set", "instances=1000000000", "--set", "machines=100000")
    ended = optgap_command("generate", "placement", "--seed", "1", *sizes)
    assert ended.code == 2
    assert "would be 100,000,000,100,006 numbers" in ended.err
    assert "Traceback" not in ended.err


def test_less_free_memory_lets_less_be_made(monkeypatch) -> None:
    monkeypatch.setattr(memory, "free_memory", lambda: 10_000)
    assert optgap.generate("eviction", 1, residents=4)
    with pytest.raises(InputError, match=r"would be 80 parts, about 80 KiB; at most 10 KiB"):
        optgap.generate("eviction", 1, residents=40)


def test_a_default_beyond_the_configurations_is_refused() -> None:
    with pytest.raises(InputError, match="default: must be from 0 to 4"):
        optgap.generate("stage", 1, default=5)
