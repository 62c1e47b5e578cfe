"""Charts are well-formed SVG, and whatever the numbers are, they stay inside."""

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.figure import Figure

from optgap.core.pictures import Axis, Chart, Series, mark

VALUES = st.lists(
    st.floats(-1e12, 1e12, allow_nan=False, allow_subnormal=False), min_size=1, max_size=6
)


def test_nothing_to_draw() -> None:
    empty = Chart("empty", [Series("a", 0, [], [])], Axis("x"), Axis("y"))
    assert not empty and empty.svg == ""


def test_names_are_escaped() -> None:
    drawn = Chart("<t>", [Series("<script>&", 0, [1.0], [2.0])], Axis("<x>"), Axis("y")).svg
    assert "<script>" not in drawn
    ElementTree.fromstring(drawn)


@settings(derandomize=True, deadline=None, max_examples=60)
@given(VALUES, st.booleans(), st.booleans())
def test_every_chart_is_well_formed_and_inside_its_box(values, log, dashed) -> None:
    series = [Series("m", k, sorted(values), values, "step", dashed) for k in range(2)]
    root = ElementTree.fromstring(Chart("t", series, Axis("x", log=log), Axis("y")).svg)
    lines = [path.get("d", "") for path in root.iter("path") if path.get("class", "")[:4] == "line"]
    assert len(lines) == (2 if len(values) > 1 else 0)
    for line in lines:
        numbers = [float(number) for number in re.findall(r"-?\d+\.\d+", line)]
        assert len(numbers) >= 2
        assert all(10 <= number <= 630 for number in numbers)


def test_values_become_places() -> None:
    """The least x is at the left, the largest y at the top; a logarithm evens out factors."""
    drawn = Chart(
        "t", [Series("m", 0, [1, 10, 100], [1.0, 2.0, 3.0])], Axis("x", log=True), Axis("y")
    ).svg
    marks = ElementTree.fromstring(drawn).iter("circle")
    x, y = zip(*((float(m.get("cx")), float(m.get("cy"))) for m in marks), strict=True)
    assert x[1] - x[0] == pytest.approx(x[2] - x[1], abs=0.2)
    assert x[0] < x[1] < x[2] and y[0] > y[1] > y[2]
    assert y[0] - y[1] == pytest.approx(y[1] - y[2], abs=0.2)


@pytest.mark.parametrize("number", range(5))
def test_marks_are_svg(number) -> None:
    ElementTree.fromstring(mark(number, 3.0, 4.0))


def test_ticks_of_whole_values_are_whole() -> None:
    drawn = Chart("t", [Series("a", 0, [1, 2], [0.0, 1.0])], Axis("x", whole=True), Axis("y")).svg
    assert ">1.5<" not in drawn


@pytest.mark.parametrize("values", [[12.0, 12.0], [11.0, 12.0], [0.0, 13.0], [7.0, 2_000.0]])
def test_ticks_of_integers_are_integers_however_close_they_are(values) -> None:
    chart = Chart(
        "t", [Series("a", 0, [0, 1], values)], Axis("x", whole=True), Axis("y", whole=True)
    )
    ticks = re.findall(r'class="tick"[^>]*>([^<]+)<', chart.svg)
    assert len(ticks) >= 4 and all(float(tick).is_integer() for tick in ticks)
    axes = Figure().add_subplot()
    chart.draw(axes)
    drawn = [*axes.get_xticks(), *axes.get_yticks()]
    assert all(float(tick).is_integer() for tick in drawn)
