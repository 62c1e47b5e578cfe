"""Integers that lose their bounds when statements are left out: a tree over them may not end."""

from __future__ import annotations

import pyomo.environ as pyo
import pytest

from optgap.core.run import Run
from optgap.solvers.conflicts import NoTimeLeft, conflict, feasibility, stated_model
from optgap.solvers.conflicts.feasibility import Feasibility, has_open_integers


def remainders() -> pyo.ConcreteModel:
    """Return a model without a point: 10 divides x + 3, and no x does within its bounds.

    Without the bounds of y a tree goes on for ever, as every x is tried with ever larger y.
    """
    model = pyo.ConcreteModel("remainders")
    model.x = pyo.Var([0], domain=pyo.Integers, bounds=(-2, 4))
    model.y = pyo.Var([0, 1], domain=pyo.NonNegativeIntegers, bounds=(0, 2))
    model.z = pyo.Var([0], domain=pyo.Integers, bounds=(0, 4))
    left = 0.1 * model.x[0] - model.y[0] + model.y[1] - model.z[0]
    model.row = pyo.Constraint(expr=left == -0.3)
    return model


def numbers_of(stated, *families: str) -> list[int]:
    return [k for family in families for k in stated.members(family)]


def test_integers_without_bounds_are_recognised() -> None:
    stated = stated_model(remainders(), domains=True)
    every = list(range(len(stated.statements)))
    assert not has_open_integers(stated, every)
    bounds = set(stated.members("bounds of y"))
    assert has_open_integers(stated, [k for k in every if k not in bounds])
    bounds = set(stated.members("bounds of z"))  # the row implies others
    assert not has_open_integers(stated, [k for k in every if k not in bounds])
    assert has_open_integers(stated, numbers_of(stated, "row", "y is integral"))


def test_a_row_bounds_the_integers_of_which_it_has_the_others() -> None:
    model = pyo.ConcreteModel("one row")
    model.x = pyo.Var(domain=pyo.NonNegativeIntegers)
    model.y = pyo.Var(domain=pyo.NonNegativeIntegers)
    model.row = pyo.Constraint(expr=2 * model.x + 3 * model.y <= 12)
    model.other = pyo.Constraint(expr=model.x + model.y >= 9)
    stated = stated_model(model, domains=True)
    every = range(len(stated.statements))
    assert not has_open_integers(stated, every)
    without = set(stated.members("row"))
    assert has_open_integers(stated, [k for k in every if k not in without])


def test_without_a_limit_there_is_an_answer() -> None:
    stated = stated_model(remainders(), domains=True)
    found = conflict(stated, Run("minimize"))
    families = {stated.statements[k].family for k in found.numbers}
    assert found.proof is not None
    assert found.proof.complete
    assert {"row", "bounds of x"} <= families


@pytest.mark.parametrize("calls", [2, 3, 5, 8])
def test_the_best_conflict_is_kept_when_the_time_is_up(calls: int, monkeypatch) -> None:
    """Engines answer some calls only; what they have not decided stays in the conflict."""
    solve, made = feasibility.interruptible, []

    def some(*given, **named):
        made.append(1)
        return solve(*given, **named) if len(made) <= calls else (None, False)

    monkeypatch.setattr(feasibility, "interruptible", some)
    stated = stated_model(remainders(), domains=True)
    found = conflict(stated, Run("minimize"))
    form = stated.with_only(found.numbers)
    assert found.proof is not None
    assert found.proof.complete
    assert form.shape[0] >= 2
    assert not found.minimal or calls > 2


def test_an_engine_that_does_not_look_at_its_clock_is_left_behind(monkeypatch) -> None:
    stated = stated_model(remainders(), domains=True)
    engine = Feasibility(stated, Run("minimize", time_limit=60.0))
    monkeypatch.setattr(feasibility, "interruptible", lambda *_, **__: (None, False))
    for _ in range(2):  # and is not asked again, as it may still be at work
        with pytest.raises(NoTimeLeft):
            engine.support(range(len(stated.statements)))
    monkeypatch.undo()
    with pytest.raises(NoTimeLeft):
        engine.support(range(len(stated.statements)))
