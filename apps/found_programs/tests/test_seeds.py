"""The seed of every built-in problem is right on every bundled instance that has a plan."""

from pathlib import Path
from typing import Any

import pytest

import optgap
from optgap.validation.running.instances import bundled_names
from optgap_found_programs import task_named
from optgap_found_programs.folders import make_folder, program_of

CASES = [
    source
    for name in optgap.problem_names()
    for source in bundled_names(name)
    if "/hunted-" not in source
]


def plans(instance: optgap.Instance) -> list[Any]:
    """Return the decisions of the seed of an instance's task; none where it gives none."""
    inside: dict[str, Any] = {}
    task = task_named(instance.problem)
    text = program_of(task)
    exec(compile(text, task.program, "exec"), inside)
    found = inside["solve"](instance)
    return [found] if isinstance(found, dict) or found is None else found


@pytest.mark.parametrize("source", CASES)
def test_a_seed_is_right_wherever_there_is_a_plan(source: str) -> None:
    """Where a seed breaks a constraint, an exact method proves that every plan does."""
    instance = optgap.load(source)
    problem = optgap.problem_named(instance.problem)
    found = plans(instance)
    broken = [
        str(violation) for plan in found for violation in problem.judge(instance, plan).violations
    ]
    if broken or not found:
        assert optgap.solve(instance, time_limit=20).status == "infeasible", broken


@pytest.mark.parametrize("name", optgap.problem_names())
def test_a_new_folder_begins_with_a_program_that_runs(name: str, tmp_path: Path) -> None:
    """No seed of a built-in problem raises: the search has something to begin with."""
    make_folder(name, tmp_path / "task")
    assert "NotImplementedError" not in (tmp_path / "task" / "initial_program.py").read_text()
