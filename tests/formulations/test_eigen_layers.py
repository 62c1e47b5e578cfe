"""The models of cold_stock, warm_pool and eviction: components, and the values of a start."""

from importlib import import_module

import pyomo.environ as pyo
import pytest

import optgap

COMPONENTS = {
    "cold_stock/figure-14": {
        *("DAYS", "REVIEWS", "ORDERS", "q", "r", "s", "b", "z", "cost", "balance"),
        *("removed_from_stock", "owed_when_short", "held_otherwise", "max_short"),
    },
    "warm_pool/two-bursts": {
        *("TICKS", "DECIDED", "c", "z", "w", "u", "cost", "max_short", "warm_memory"),
        *("enough_or_short", "max_up", "max_down", "configured", "in_use"),
        "all_in_use_when_short",
    },
    "eviction/four-databases": {"RESIDENTS", "MISSING", "x", "temperature", "room"},
}
SIZES = {
    "cold_stock/figure-14": (6 + 9 + 3 * 63, 63 + 9 + 2 * 63 + 1),
    "warm_pool/two-bursts": (4 * 8, 2 * 8 + 5 * 7 + 1),
    "eviction/four-databases": (4, 2),
}


@pytest.mark.parametrize("name", COMPONENTS)
def test_components_and_size(name: str) -> None:
    formulation = import_module(f"optgap.formulations.{name.partition('/')[0]}")
    model = formulation.build_model(optgap.load(name))
    assert {c.name for c in model.component_objects(descend_into=False)} == COMPONENTS[name]
    assert (model.nvariables(), model.nconstraints()) == SIZES[name]


@pytest.mark.parametrize("name", COMPONENTS)
def test_a_start_comes_back_as_the_decision(name: str) -> None:
    formulation = import_module(f"optgap.formulations.{name.partition('/')[0]}")
    instance = optgap.load(name)
    decision = optgap.solve(instance, "dp").decision
    model = formulation.build_model(instance)
    formulation.set_start(model, decision)
    assert formulation.decision_of(model) == decision
    rows = model.component_data_objects(pyo.Constraint, active=True)
    assert all(row.slack() >= -1e-9 for row in rows)
    objective = next(model.component_data_objects(pyo.Objective))
    assert pyo.value(objective) == pytest.approx(optgap.solve(instance, "dp").objective)


def test_amounts_of_many_digits_are_scaled_for_the_engines() -> None:
    """A hunt found that amounts of twelve decimals make coefficients of 10^15."""
    instance = optgap.instances.eviction.Eviction(
        name="digits",
        resources=["m"],
        request=[1025.0],
        residents=[
            {"name": "a", "demand": [500.000000000001], "temperature": 1},
            {"name": "b", "demand": [1025.0], "temperature": 2},
        ],
    )
    assert instance.need.max() > 10**15
    assert optgap.solve(instance, "exact").decision == {"evict": ["b"]}
