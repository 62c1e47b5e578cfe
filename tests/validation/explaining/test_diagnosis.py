"""Planted defects are found by the names of their parts, and sound models have none."""

import pyomo.environ as pyo
import pytest

import optgap


def sound() -> pyo.ConcreteModel:
    model = pyo.ConcreteModel("sound")
    model.x = pyo.Var([1, 2], bounds=(0, 40))
    model.y = pyo.Var([1, 2], domain=pyo.Binary)
    model.cost = pyo.Objective(expr=sum(model.y.values()))
    model.on = pyo.Constraint([1, 2], rule=lambda m, i: m.x[i] <= 40 * m.y[i])
    model.need = pyo.Constraint(expr=model.x[1] + model.x[2] == 40)
    return model


def tiny(model):
    model.extra = pyo.Constraint(expr=1e-12 * model.x[1] + model.x[2] >= 0.5)


def small(model):
    model.extra = pyo.Constraint(expr=1e-6 * model.x[1] + model.x[2] >= 0.5)


def large(model):
    model.extra = pyo.Constraint(expr=1e6 * model.x[1] + 1e6 * model.x[2] >= 1e6)


def spread(model):
    model.extra = pyo.Constraint(expr=1e-4 * model.x[1] + 1e4 * model.x[2] >= 1)


def magnitudes(model):
    model.extra = pyo.Constraint(expr=1e8 * model.x[1] + 1e8 * model.x[2] >= 1e8)


def switch(model):
    model.extra = pyo.Constraint(expr=model.x[1] <= 1e5 * model.y[2])


def implied(model):
    model.extra = pyo.Constraint(expr=model.x[1] + 3 * model.x[2] <= 200)


def doubled(model):
    model.extra = pyo.Constraint(expr=2 * model.x[1] + 2 * model.x[2] >= 1)


def unused(model):
    model.extra = pyo.Var()


def open_integer(model):
    model.n = pyo.Var(domain=pyo.NonNegativeIntegers)
    model.extra = pyo.Constraint(expr=model.n + model.x[1] >= 1)


@pytest.mark.parametrize(
    ("plant", "kind", "name"),
    [
        (tiny, "dust", "extra"),
        (small, "small", "extra"),
        (large, "large", "extra"),
        (spread, "spread", "extra"),
        (magnitudes, "magnitudes", "extra"),
        (switch, "big M", "extra"),
        (implied, "implied rows", "extra"),
        (doubled, "doubled rows", "extra"),
        (unused, "unused variables", "extra"),
        (open_integer, "open integers", "n"),
    ],
)
def test_planted_defects(plant, kind: str, name: str) -> None:
    model = sound()
    plant(model)
    found = optgap.diagnose(model).of_kind(kind)
    assert len(found) == 1
    assert name in found[0].families


def test_a_sound_model_has_fractions_only() -> None:
    assert {finding.kind for finding in optgap.diagnose(sound()).findings} <= {"fractional"}


def test_a_switch_is_as_large_as_it_must_be() -> None:
    model = sound()
    switch(model)
    (finding,) = optgap.diagnose(model).of_kind("big M")
    assert "such as 100000 instead of 40" in finding.words


def test_what_grows_without_end_is_named() -> None:
    model = pyo.ConcreteModel("open")
    model.a = pyo.Var(domain=pyo.NonNegativeReals)
    model.b = pyo.Var(domain=pyo.NonNegativeReals)
    model.gain = pyo.Objective(expr=model.a, sense=pyo.maximize)
    model.c = pyo.Constraint(expr=model.a - model.b <= 1)
    (finding,) = optgap.diagnose(model).of_kind("unbounded")
    assert set(finding.families) == {"a", "b"}


@pytest.mark.parametrize("source", ["placement/fig6", "cluster_ratio/algorithm-3"])
def test_bundled_models_are_sound(source: str) -> None:
    kinds = {finding.kind for finding in optgap.diagnose(source).findings}
    assert not kinds & {"dust", "spread", "big M", "empty rows", "unused variables"}
