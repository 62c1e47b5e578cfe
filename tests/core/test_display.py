"""Results at a prompt and in a notebook: one line, short tables, never a dump of numbers."""

import re
from xml.etree import ElementTree

import numpy as np
import pyomo.environ as pyo
import pytest

import optgap
from optgap.core.display import HtmlTable, ShortDisplay, describe
from optgap.own_models import cross_check, solve

LONGEST_LINE, LONGEST_PAGE = 500, 25_000


def own_model() -> pyo.ConcreteModel:
    model = pyo.ConcreteModel()
    model.x = pyo.Var(range(6), domain=pyo.Binary)
    model.cost = pyo.Objective(expr=sum(model.x[k] for k in range(6)))
    model.some = pyo.Constraint(expr=model.x[0] + model.x[1] >= 1)
    return model


def own_front() -> optgap.ModelFront:
    model = own_model()
    model.gain = pyo.Objective(expr=-sum(2 * k * model.x[k] for k in range(6)))
    model.cost.deactivate()
    return optgap.front(model, ["cost", "gain"])


def wave_plan() -> object:
    outcome = optgap.solve("consolidation/figure-4")
    return optgap.plan("consolidation/figure-4", outcome)


RESULTS = {
    "instance": lambda: optgap.load("macrow/lsd-737x70"),
    "outcome": lambda: optgap.solve("placement/stage-300x80", "ipa"),
    "outcome with a front": lambda: optgap.solve("resource_plan/fig7"),
    "front of a model": own_front,
    "check": lambda: optgap.check("placement/fig6", optgap.solve("placement/fig6")),
    "rejection": lambda: optgap.check("placement/fig6", {"machine": [0, 0]}),
    "comparison": lambda: optgap.compare("placement/fig6", ["ipa", "bottleneck"]),
    "sweep": lambda: optgap.sweep("consolidation/figure-4", "migration_budget", range(4)),
    "plan": wave_plan,
    "explanation": lambda: optgap.explain("macrow/too-few-tokens"),
    "explanation of a plan": lambda: optgap.explain("placement/fig6"),
    "engine": lambda: solve(own_model()),
    "cross-check": lambda: cross_check(own_model()),
    "worst": lambda: optgap.hunt("placement", "ipa", seed=3, evaluations=40),
}


@pytest.mark.parametrize("kind", RESULTS)
def test_a_result_has_a_short_line_and_a_table(kind: str) -> None:
    result = RESULTS[kind]()
    html = result._repr_html_()
    assert len(html) <= LONGEST_PAGE and "<table" in html
    assert html.count("<table") == html.count("</table>")
    if kind != "comparison":
        assert len(repr(result)) <= LONGEST_LINE and "\n" not in repr(result)
        ElementTree.fromstring(f"<body>{html}</body>")


def test_a_picture_is_below_the_table_where_there_is_one() -> None:
    for kind in ("outcome with a front", "front of a model", "sweep"):
        assert RESULTS[kind]()._repr_html_().rindex("<svg") > 0, kind
    assert "<svg" not in RESULTS["check"]()._repr_html_()


def test_the_points_of_a_front_are_rows() -> None:
    html = RESULTS["outcome with a front"]()._repr_html_()
    for latency, cost in ((100, 25), (150, 10), (300, 9)):
        assert re.search(rf">{latency}</td><td[^>]*>{cost}</td>", html)


def test_a_rejection_names_its_first_violation_on_the_line() -> None:
    rejection = optgap.check("placement/fig6", {"machine": [0, 0]})
    assert "the first: capacity at machine 0: takes 2 instances, but its capacity …" in repr(
        rejection
    )
    assert rejection.violations[0].message in rejection._repr_html_()


def test_a_sweep_is_a_list_that_draws_itself() -> None:
    swept = RESULTS["sweep"]()
    assert isinstance(swept, list) and [each.value for each in swept] == [0, 1, 2, 3]
    assert swept.rows[0].keys() >= {"migration_budget", "bound"}
    assert "migration_budget" in swept.plot().svg


def test_a_sweep_without_any_plan_has_a_table_and_no_picture() -> None:
    from optgap.validation.study import Sweep, Swept

    swept = Sweep(optgap.load("placement/fig6"), "x", [Swept(1.0, None, {})])
    assert "<table" in swept._repr_html_() and "<svg" not in swept._repr_html_()
    assert "none" in repr(Sweep(optgap.load("placement/fig6"), "x", []))


def test_what_a_file_contains_is_no_html() -> None:
    instance = optgap.load("placement/fig6").replaced(name="<script>alert(1)</script>")
    assert "<script" not in instance._repr_html_()
    assert "<script" not in HtmlTable(("<script>",), [("<script>",)], "<script>").html


def test_a_long_table_says_how_many_rows_are_hidden() -> None:
    html = HtmlTable(("k",), [(k,) for k in range(1_030)]).html
    assert "and 1,010 more" in html and ">19<" in html and ">20<" not in html


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (np.array([[1.0, np.nan], [3.0, 4.0]]), "2 x 2 numbers from 1 to 4, 1 null"),
        (np.array([np.nan]), "1 values, 1 null"),
        (np.array([]), "0 values"),
        (np.array([True, False]), "2 values"),
        (("a",), "1 entry"),
        ({}, "0 entries"),
        (0.5, "0.5"),
    ],
)
def test_a_value_in_a_few_words(value: object, words: str) -> None:
    assert describe(value) == words


def test_facts_without_a_value_are_left_out() -> None:
    class Few(ShortDisplay):
        def _facts(self) -> dict[str, object]:
            return {"a": 1, "b": None, "c": [], "d": "", "e": 0}

        def _tables(self):
            return iter(())

    assert repr(Few()) == "<Few a: 1, e: 0>" == str(Few())


def test_a_comparison_shows_percentages_and_dashes() -> None:
    html = optgap.compare("placement/fig6", ["fuxi", "ipa"])._repr_html_()
    assert ">33.33%<" in html and ">1.500<" in html and ">–<" in html and "NaN" not in html


def test_each_engine_of_a_cross_check_has_a_row() -> None:
    html = cross_check(own_model())._repr_html_()
    assert html.count("<td style='text-align:left'>optimal</td>") == 2
