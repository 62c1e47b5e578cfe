"""What holds of the models of all problems: a plan can be their start, and is read back."""

from importlib import import_module

import pytest

import optgap

PROBLEMS = (
    *("adaptive_config", "cluster_ratio", "cold_stock", "eviction", "microq", "microw"),
    *("placement", "queue_config", "utility", "warm_pool"),
)


@pytest.mark.parametrize("problem", PROBLEMS)
def test_a_plan_can_be_the_start_and_is_read_back(problem: str) -> None:
    instance = optgap.load(f"{problem}/{optgap.problem_named(problem).demo}")
    decision = optgap.solve(instance).decision
    formulation = import_module(f"optgap.formulations.{problem}")
    model = formulation.build_model(instance)
    formulation.set_start(model, decision)
    again = optgap.check(instance, formulation.decision_of(model))
    assert again.objective == pytest.approx(optgap.check(instance, decision).objective)
