"""Bounds of a front with two objectives: their form, their corners, and what contradicts them."""

import pytest

from optgap.core.outcome import Point
from optgap.validation.judge.front_bounds import (
    FrontBounds,
    contradictions,
    corners_of,
    form_faults,
    point_violations,
)
from optgap.validation.judge.verdict import Verdict, Violation


def test_the_first_bound_may_exclude_fast_plans() -> None:
    """``null`` for the second value: no plan has a first value up to the limit."""
    points = [
        Point(objectives={"latency": 7.0, "cost": 48.0}, decision={}),
        Point(objectives={"latency": 9.0, "cost": 40.0}, decision={}),
    ]
    none = {"latency": 6.0, "cost": None}
    rest = [{"latency": 8.0, "cost": 48.0}, {"latency": None, "cost": 40.0}]
    names = ["latency", "cost"]
    assert list(form_faults([none, *rest], names)) == []
    assert list(form_faults([rest[0], {"latency": 8.5, "cost": None}, rest[1]], names))
    assert list(form_faults([{"latency": None, "cost": None}], names))
    assert list(form_faults([{"latency": 1.0, "cost": 2.0, "c": None}], [*names, "c"]))
    assert list(contradictions([none, *rest], points)) == []
    (fault,) = contradictions([{**none, "latency": 7.0}, *rest], points)
    assert "front[0] is below it" in fault.message


def test_what_fast_plans_could_gain_is_not_counted_where_there_are_none() -> None:
    def above(_: object, __: str, limits: list[float], ___: object) -> list[float]:
        return [max(1.0, limit) for limit in limits]

    bounds = FrontBounds(lambda *_: [], above)
    rest = [{"latency": 8.0, "cost": 48.0}, {"latency": None, "cost": 40.0}]
    assert corners_of(bounds, None, rest, None).tolist() == [[1, 48], [8, 40]]
    with_none = [{"latency": 6.0, "cost": None}, *rest]
    assert corners_of(bounds, None, with_none, None).tolist() == [[6, 48], [8, 40]]
    assert corners_of(None, None, rest, None) is None  # nothing is known of the first objective
    assert corners_of(bounds, None, rest[:1], None) is None  # a last plan may be slower than 8


@pytest.mark.parametrize(
    ("bounds", "words"),
    [
        ([{"a": 1.0, "b": 1.0, "c": 1.0}], []),
        ([{"a": 9.0, "b": 1.0, "c": 1.0}, {"a": 1.0, "b": 1.0, "c": 2.000001}], []),
        ([{"a": 9.0, "b": 1.0, "c": 1.0}, {"a": 1.0, "b": 1.0, "c": 2.00001}],
         ["no corner is at or below front[0]: [2.0, 2.0, 2.0]"]),
    ],
)  # fmt: skip
def test_a_corner_of_three_objectives_is_below_every_point(bounds: list, words: list) -> None:
    point = Point(objectives={"a": 2.0, "b": 2.0, "c": 2.0}, decision={})
    assert [fault.message for fault in contradictions(bounds, [point])] == words
    assert list(contradictions(bounds, [])) == []
    corners = corners_of(None, None, bounds, None)
    assert corners is not None and corners.tolist() == [[*entry.values()] for entry in bounds]


def test_limits_of_bounds_rise() -> None:
    entries = [{"a": 8.0, "b": 3.0}, {"a": 8.0, "b": 2.0}, {"a": None, "b": 1.0}]
    (fault,) = form_faults(entries, ["a", "b"])
    assert (fault.where, fault.message) == (
        "bound_front[1]",
        "a must rise, but 8.0 comes after 8.0",
    )
    assert len(list(form_faults(entries[::-1], ["a", "b"]))) == 2


def test_a_point_is_its_decision_and_its_objectives() -> None:
    point = Point(objectives={"a": 2.0, "b": 3.0}, decision={})
    assert list(point_violations(4, point, Verdict(objectives=dict(point.objectives)))) == []
    (wrong,) = point_violations(4, point, Verdict(objectives={"a": 2.0, "b": 3.1}))
    assert (wrong.where, wrong.amount) == ("front[4].objectives.b", pytest.approx(0.1))
    broken = Verdict(violations=(Violation("capacity", "m1", 1.0, "is full"),))
    assert [each.where for each in point_violations(4, point, broken)] == ["front[4], m1"]
