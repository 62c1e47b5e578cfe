"""The plain form of instances: what it says, and its readers in C and Python."""

import importlib.util
import io
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import optgap
from optgap.core.plain_form import plain_form
from optgap.instances.placement import Placement
from optgap.validation.catalogue import problem, problem_names

PLAIN = Path(__file__).parents[3] / "examples" / "plain"


def reader():
    spec = importlib.util.spec_from_file_location("plain", PLAIN / "plain.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def greedy(tmp_path_factory) -> str:
    """The C program of the examples, compiled."""
    if shutil.which("gcc") is None:
        return f"{sys.executable} {PLAIN / 'greedy.py'}"
    program = tmp_path_factory.mktemp("c") / "greedy"
    command = ["gcc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-fsanitize=undefined"]
    subprocess.run([*command, "-o", program, PLAIN / "greedy.c"], check=True)
    return str(program)


def test_the_form_of_a_small_placement() -> None:
    instance = Placement(
        name="two\nlines \\ and ü", latency=[[12.0, None], [0.1, 3e20]], capacity=[2, 1]
    )
    assert plain_form(instance).splitlines() == [
        "name text two\\nlines \\\\ and ü",
        "version - 1",
        "problem text placement",
        "latency 2x2 12 nan 0.1 3e+20",
        "capacity 2 2 1",
    ]


@pytest.mark.parametrize("name", problem_names())
def test_the_reader_finds_every_number_of_the_document(name: str) -> None:
    """Compared with the JSON of the same instance, field by field."""
    instance = optgap.load(f"{name}/{problem(name).demo}")
    found = reader().read(io.StringIO(plain_form(instance)))
    document = optgap.core.files.document_of(instance)

    def same(place: str, value) -> None:
        if value is None:
            assert place not in found or found[place] != found[place]
        elif isinstance(value, dict) and "linear" not in value:
            for key, item in value.items():
                step = "".join(c if c not in "%. " else f"%{ord(c):02X}" for c in key)
                same(f"{place}.{step}" if place else step, item)
        elif isinstance(value, list) and place not in found:
            assert found[f"{place}.count"] == len(value)
            for k, item in enumerate(value):
                same(f"{place}.{k}", item)
        elif isinstance(value, str):
            assert found[place] == value
        elif not isinstance(value, dict):
            numbers = np.array(value, dtype=float)
            np.testing.assert_array_equal(np.array(found[place]), numbers)

    same("", document)


@pytest.mark.parametrize("name", ["fig6", "stage-300x80", "default-plan"])
def test_programs_in_c_and_python_agree(greedy: str, name: str) -> None:
    """The compact latencies are written out, and the capacity of the other form is filled in."""
    instance = optgap.generate("placement", 3, instances=9, machines=4, slack=1.5)
    if name == "default-plan":
        linear = {"rows": [3.0, 1.0, 2.0], "per_row": [1.0, 2.0], "fixed": [0.5, 0.25]}
        plan = {"default_plan": [1.0], "available": [[1.0], [2.5]]}
        instance = Placement(name="compact", latency={"linear": linear}, **plan)
    elif name != "fig6":
        instance = optgap.load(f"placement/{name}")
    python = f"exec:{sys.executable} {PLAIN / 'greedy.py'} --plain"
    ours, theirs = optgap.solve(instance, f"exec:{greedy} --plain"), optgap.solve(instance, python)
    assert ours.status == theirs.status == "feasible", (ours.message, theirs.message)
    assert ours.decision == theirs.decision
    room, latency, machine = instance.beta.copy(), instance.dense_latency(), []
    for row in latency:
        best = int(np.nanargmin(np.where(room > 0, row, np.nan)))
        room[best] -= 1
        machine.append(best)
    assert ours.decision == {"machine": machine}


def test_the_word_plain_is_not_passed_on(tmp_path) -> None:
    program = tmp_path / "words.py"
    program.write_text(
        "import json, sys\n"
        "first = sys.stdin.readline()\n"
        "sys.exit(f'{sys.argv[1:]} {first.split()[0]}')\n"
    )
    command = f"exec:{sys.executable} {program} --fast"
    assert "['--fast'] name" in optgap.solve("placement/fig6", f"{command} --plain").message
    assert "['--fast'] {" in optgap.solve("placement/fig6", command).message
