"""What reports draw of a decision: every problem says how it spreads its load."""

import numpy as np
import pytest

import optgap
from optgap.validation.catalogue import built_in_names
from optgap.validation.catalogue.method import Loads


@pytest.mark.parametrize("name", built_in_names())
def test_every_problem_draws_the_loads_of_a_decision(name: str) -> None:
    entry = optgap.problem_named(name)
    instance = optgap.load(f"{name}/{entry.demo}")
    quick = [method.name for method in entry.methods if method.kind != "exact"]
    outcomes = (optgap.solve(instance, method, time_limit=10) for method in quick)
    outcome = next(found for found in outcomes if found.decision or found.front)
    decision = outcome.decision or outcome.front[0].decision
    loads = entry.loads_of(instance, decision)
    assert isinstance(loads, Loads)
    assert np.isfinite(loads.as_document()["value"]).all()
