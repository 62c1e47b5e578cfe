"""Found programs for the tests of the judge: the seed of a task, with changes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import optgap
from optgap_found_programs import Judged, task_named
from optgap_found_programs.folders import program_of

INSTANCES = 2


def _seed(task: str) -> str:
    return program_of(task_named(task))


@pytest.fixture(scope="session")
def seed() -> Callable[[str], str]:
    """Return the text of a task's seed program."""
    return _seed


@pytest.fixture(scope="session")
def after() -> Callable[[str, str, str], str]:
    """Return the seed, the result of whose function goes through ``changed(result, *given)``."""

    def text(task: str, function: str, body: str) -> str:
        lines = "\n".join(f"    {line}" for line in body.strip().splitlines())
        return (
            f"{_seed(task)}\n\n_seed = {function}\n\n"
            f"def changed(result, *given):\n{lines}\n\n"
            f"def {function}(*given):\n    return changed(_seed(*given), *given)\n"
        )

    return text


@pytest.fixture(scope="session")
def judged(tmp_path_factory) -> Callable[..., Judged]:
    """Return a function that judges the text of a program, on two instances."""

    def verdict(task: str, text: str, **limits) -> Judged:
        path = tmp_path_factory.mktemp("found") / "found.py"
        path.write_text(text)
        found = optgap.judge(task, path, **{"instances": INSTANCES, **limits})
        assert [each.name for each in path.parent.iterdir()] == ["found.py"]
        return found

    return verdict
