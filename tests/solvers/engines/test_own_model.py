"""Three models of Pyomo's gallery, written anew: the engines beside independent answers."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import networkx as nx
import numpy as np
import pyomo.environ as pyo
import pytest

from optgap.core.faults import InputError
from optgap.formulations.algebra import Variables, dot, family, total, values
from optgap.solvers.engines import own_model
from optgap.solvers.engines.own_model import cross_check, solve

DISTANCE = np.array([[1956, 1606, 1410, 330], [1096, 1792, 531, 567], [485, 2322, 324, 1236.0]])


def warehouses(most: int) -> pyo.ConcreteModel:
    """Where to open warehouses, so that all cities are near to one."""
    model = pyo.ConcreteModel(name="warehouses")
    model.W = pyo.Set(initialize=["Harlingen", "Memphis", "Ashland"])
    model.C = pyo.Set(initialize=["NYC", "LA", "Chicago", "Houston"])
    model.x = Variables(model.W, model.C, lower=0, upper=1)
    model.y = Variables(model.W, domain=pyo.Binary)
    model.cost = pyo.Objective(expr=dot(DISTANCE, model.x))
    model.served = pyo.Constraint(model.C, rule=lambda model, c: total(model.x[:, c]) == 1)
    model.few = pyo.Constraint(expr=total(model.y) <= most)

    @family(model, model.x)
    def open_where_used(w: Any, c: Any) -> Any:
        return model.x[w, c] <= model.y[w]

    return model


@pytest.mark.parametrize("engine", ["highs", "scip"])
@pytest.mark.parametrize("most", [1, 2, 3])
def test_warehouse_location(engine: str, most: int) -> None:
    best = min(
        DISTANCE[list(chosen)].min(axis=0).sum()
        for chosen in itertools.combinations(range(3), most)
    )
    model = warehouses(most)
    result = solve(model, engine, gap=0.0)
    assert (result.status, result.objective) == ("optimal", pytest.approx(best))
    assert values(model.y).sum() <= most


FOODS = {  # cost, volume, energy, protein
    "burger": (1.84, 4.0, 510, 34),
    "fish": (1.44, 5.25, 370, 14),
    "fries": (0.77, 2.6, 220, 3),
    "milk": (0.60, 8.0, 110, 9),
}


def diet() -> pyo.ConcreteModel:
    """The cheapest whole portions with enough energy and protein, in plain Pyomo."""
    model = pyo.ConcreteModel(name="diet")
    model.F = pyo.Set(initialize=list(FOODS))
    model.x = pyo.Var(model.F, domain=pyo.NonNegativeIntegers, bounds=(0, 6))
    model.cost = pyo.Objective(expr=sum(FOODS[f][0] * model.x[f] for f in model.F))
    model.volume = pyo.Constraint(expr=sum(FOODS[f][1] * model.x[f] for f in model.F) <= 75)
    model.energy = pyo.Constraint(expr=sum(FOODS[f][2] * model.x[f] for f in model.F) >= 2000)
    model.protein = pyo.Constraint(expr=sum(FOODS[f][3] * model.x[f] for f in model.F) >= 55)
    return model


def test_diet_on_three_engines() -> None:
    table = np.array(list(FOODS.values()))
    meals = np.array(list(itertools.product(range(7), repeat=4)))
    cost, volume, energy, protein = (meals @ column for column in table.T)
    best = cost[(volume <= 75) & (energy >= 2000) & (protein >= 55)].min()
    check = cross_check(diet(), ("highs", "scip", "cp-sat"), gap=0.0)
    assert check.bound_kind == "cross-checked"
    for result in check.results.values():
        assert result.objective == pytest.approx(best)


ARCS = [("Zoo", "A", 11), ("Zoo", "B", 8), ("A", "C", 5), ("A", "D", 8), ("B", "A", 4)]
ARCS += [("B", "C", 3), ("C", "D", 2), ("C", "E", 4), ("C", "Home", 5), ("D", "E", 5)]
ARCS += [("D", "F", 2), ("E", "F", 5), ("E", "Home", 8), ("F", "Home", 10)]


def flow() -> pyo.ConcreteModel:
    """The largest flow from the zoo home, maximised, with rules that skip."""
    model = pyo.ConcreteModel(name="flow")
    model.A = pyo.Set(dimen=2, initialize=[(i, j) for i, j, _ in ARCS])
    model.f = Variables(model.A, lower=0, upper=[most for *_, most in ARCS])
    nodes = sorted({node for i, j, _ in ARCS for node in (i, j)} - {"Zoo", "Home"})
    model.N = pyo.Set(initialize=nodes)
    comes = {n: [k for k, (_, j, _) in enumerate(ARCS) if j == n] for n in [*nodes, "Home"]}
    goes = {n: [k for k, (i, _, _) in enumerate(ARCS) if i == n] for n in nodes}
    model.out = pyo.Objective(expr=total(model.f[comes["Home"]]), sense=pyo.maximize)
    model.kept = pyo.Constraint(
        model.N, rule=lambda model, n: total(model.f[comes[n]]) == total(model.f[goes[n]])
    )
    return model


@pytest.mark.parametrize("engine", ["highs", "glop", "pdlp"])
def test_maximum_flow(engine: str) -> None:
    network = nx.DiGraph()
    network.add_weighted_edges_from(ARCS, weight="capacity")
    best = nx.maximum_flow_value(network, "Zoo", "Home")
    result = solve(flow(), engine, gap=1e-5)
    assert (result.status, result.objective) == ("optimal", pytest.approx(best, rel=1e-4))
    assert result.bound == pytest.approx(best, rel=1e-4)


def test_a_start_is_used_and_survives_a_stop() -> None:
    """A limit of no time leaves the start unproven, as unknown: nothing was checked."""
    model = warehouses(2)
    best = solve(model, gap=0.0)
    assert standard_values(model) is not None
    again = solve(model, gap=0.0)
    assert again.objective == best.objective
    stopped = solve(model, time_limit=0.0)
    assert (stopped.status, stopped.stopped, stopped.bound) == ("unknown", "time_limit", None)


def standard_values(model: pyo.ConcreteModel) -> Any:
    from optgap.solvers.engines.standard_form import standard_form

    return standard_form(model).start


def test_an_engine_is_not_given_what_it_would_solve_wrongly() -> None:
    with pytest.raises(InputError, match=r"x\[Harlingen,NYC\]"):
        solve(warehouses(2), "cp-sat")
    with pytest.raises(InputError, match="GLOP does not accept this model"):
        solve(warehouses(2), "glop")


def test_infeasible_is_cross_checked_and_a_contradiction_is_no_result(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model = warehouses(2)
    model.none = pyo.Constraint(expr=total(model.y) <= 0)
    check = cross_check(model)
    assert check.bound_kind == "cross-checked"
    assert {result.status for result in check.results.values()} == {"infeasible"}
    true = own_model.solve_model

    def wrong(model: pyo.ConcreteModel, solver: str, run: Any) -> Any:
        result = true(model, solver, run)
        return replace(result, bound=3000.0, objective=3000.0) if solver == "highs" else result

    monkeypatch.setattr(own_model, "solve_model", wrong)
    with pytest.raises(RuntimeError, match="SCIP claims optimal, 2745, but HiGHS claims"):
        cross_check(warehouses(2))


def _small_knapsack() -> pyo.ConcreteModel:
    m = pyo.ConcreteModel("knapsack")
    m.x = pyo.Var(range(8), domain=pyo.Binary)
    m.o = pyo.Objective(expr=sum((k * 7 % 5 + 1) * m.x[k] for k in range(8)), sense=pyo.maximize)
    m.c = pyo.Constraint(expr=sum((k * 3 % 7 + 2) * m.x[k] for k in range(8)) <= 14)
    return m


def test_options_of_highs_go_by_their_names() -> None:
    printed: list[str] = []
    options = {"mip_heuristic_effort": 0.2, "mip_max_nodes": 1000, "log_to_console": False}
    result = solve(_small_knapsack(), gap=0.0, options=options, log=printed.append)
    assert (result.status, result.objective) == ("optimal", 12.0)
    stopped = solve(_small_knapsack(), options={"mip_max_improving_sols": 1})
    assert stopped.status in ("optimal", "feasible", "unknown")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"mip_heuristc_effort": 0.2}, "did you mean 'mip_heuristic_effort'"),
        ({"time_limit": 3}, "options.time_limit: cannot be set here: limits are arguments"),
        ({"dual_feasibility_tolerance": 1e-3}, "limits are arguments"),
        ({"mip_heuristic_effort": "much"}, "has a value that HiGHS rejects"),
    ],
)
def test_an_option_that_highs_does_not_have_is_named(options: dict, words: str) -> None:
    with pytest.raises(InputError, match=words):
        solve(_small_knapsack(), options=options)
    with pytest.raises(InputError, match="other engines have no options"):
        solve(_small_knapsack(), "scip", options=options)
