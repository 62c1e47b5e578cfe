"""Conflicts judged by enumeration: infeasible, and feasible without any one statement."""

from collections.abc import Callable, Collection
from typing import Any

import pytest

import optgap
from optgap.validation.explaining import statements_of

Holds = Callable[[Any, Collection[str]], bool]


def _assert_minimal(instance: Any, holds: Holds, method: str = "exact") -> bool:
    """Judge the answer of an instance; return whether there is a conflict.

    ``holds`` says by enumeration whether some statements, by their names, hold together.
    """
    every = {
        statement.name: statement.member for statement in statements_of(instance).form.statements
    }
    found = optgap.explain(instance)
    assert found.feasible == holds(instance, every)
    assert (optgap.solve(instance, method).status == "infeasible") == (not found.feasible)
    if found.feasible:
        return False
    assert found.minimal
    names = {
        f"{family} {member}" if f"{family} {member}" in every else family
        for family, members in found.conflict.items()
        for member in members
    }
    assert names <= set(every)
    assert not holds(instance, names)
    for name in names:
        assert holds(instance, names - {name}), name
    return True


@pytest.fixture
def assert_minimal() -> Callable[..., bool]:
    """Return the function that judges an answer by enumeration."""
    return _assert_minimal
