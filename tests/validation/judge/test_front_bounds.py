"""Bounds of a front with two objectives: their form, their corners, and what contradicts them."""

from optgap.core.outcome import Point
from optgap.validation.judge.front_bounds import (
    FrontBounds,
    contradictions,
    corners_of,
    form_faults,
)


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
