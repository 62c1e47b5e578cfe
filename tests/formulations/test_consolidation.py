"""The integer program of consolidation against brute force, a second engine and pinned values."""

import pyomo.environ as pyo
import pytest
from enumeration import assignments, least

import optgap
from optgap.core.run import Run
from optgap.formulations.consolidation import build_model, decision_of, set_start
from optgap.instances.consolidation import Consolidation
from optgap.instances.consolidation.generate import generate
from optgap.solvers.engines import solve_model

check = optgap.problem_named("consolidation").judge


def small(seed: int, **changes: object) -> Consolidation:
    """Return three machines with a few of a generated cluster's items."""
    full = generate(seed, machines=3, load=0.5, kind=("physical", "ecs", "physical3")[seed % 3])
    items = sorted(full.items, key=lambda item: -max(item.demand))[:7]
    requested = [items[0].model_copy(update={"machine": None}), *items[1:]]
    return full.model_copy(update={"items": tuple(requested), **changes})


@pytest.mark.parametrize("seed", range(6))
def test_brute_force_and_engines_agree(seed: int) -> None:
    for budget in (None, 20.0, 0.0):
        instance = small(seed, migration_budget=budget)
        expected = least(check, instance, assignments(instance))
        for solver in ("highs", "scip", "cp-sat"):
            outcome = optgap.solve(instance, "exact", solver=solver, gap=0)
            assert outcome.objective == outcome.bound == expected


@pytest.mark.parametrize(
    ("name", "optimum", "relaxation"),
    [("exchange", 2, 1.6), ("no-budget-for-exchange", 3, 2.0), ("mixed", 3, 3.0)],
)
def test_bundled_optima_and_relaxations(name: str, optimum: float, relaxation: float) -> None:
    instance = optgap.load(f"consolidation/{name}")
    assert optgap.solve(instance, "exact", gap=0).objective == optimum
    model = build_model(instance)
    pyo.TransformationFactory("core.relax_integer_vars").apply_to(model)
    result = solve_model(model, "highs", Run(sense="minimize"))
    assert result.objective == pytest.approx(relaxation)


def test_a_start_moves_to_the_first_of_identical_machines() -> None:
    instance = generate(1, machines=4, load=0.2, running=False)
    numbers = optgap.solve(instance, "first-fit").decision
    last = {
        item: "m4" if machine == "m1" else machine for item, machine in numbers["machine"].items()
    }
    model = build_model(instance)
    set_start(model, {"machine": last})
    assert all(pyo.value(row.body) <= 1e-9 for row in model.in_order.values())
    assert check(instance, decision_of(model)).objective == len(set(last.values()))
