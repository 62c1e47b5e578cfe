"""Charts are drawn as SVG, PDF and PNG; on a page they are well-formed, named and escaped."""

import pickle
import re
import subprocess
import sys
import zlib
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.figure import Figure

import optgap
from optgap.core.faults import InputError
from optgap.validation.study.charts import PALETTE, Axis, Chart, Series

DRAWN = Chart(
    "two",
    [Series(f"cost $ {k}", k, [1, 2, 4], [k + 1.0, 3.0, 2.0], "step", k == 1) for k in range(4)],
    Axis("x", log=True),
    Axis("y", whole=True),
)


def test_a_file_is_what_its_suffix_says(tmp_path) -> None:
    picture = optgap.solve("macrow/two-clusters").plot()
    for suffix, head in ((".svg", b"<?xml"), (".pdf", b"%PDF-"), (".png", b"\x89PNG")):
        picture.save(tmp_path / f"a{suffix}")
        assert (tmp_path / f"a{suffix}").read_bytes().startswith(head)
    with pytest.raises(InputError, match=r"must end in \.svg, \.pdf, \.png"):
        picture.save(tmp_path / "a.jpg")


@pytest.mark.parametrize("suffix", [".svg", ".pdf", ".png"])
def test_a_missing_folder_is_named(tmp_path, suffix: str) -> None:
    with pytest.raises(InputError, match=rf"no/a\{suffix}: cannot be written: No such file"):
        DRAWN.save(tmp_path / "no" / f"a{suffix}")


def test_a_prompt_shows_one_line() -> None:
    assert repr(DRAWN) == "<Chart two: cost $ 0, cost $ 1, cost $ 2, cost $ 3>"


@pytest.mark.parametrize("suffix", ["svg", "pdf", "png"])
def test_the_same_chart_gives_the_same_bytes(tmp_path, suffix: str) -> None:
    files = [tmp_path / f"{name}.{suffix}" for name in "ab"]
    for file in files:
        DRAWN.save(file)
    assert files[0].read_bytes() == files[1].read_bytes()
    assert DRAWN.svg == DRAWN.svg


def test_matplotlib_draws_the_series() -> None:
    axes = Figure().add_subplot()
    DRAWN.draw(axes)
    for number, (line, series) in enumerate(zip(axes.lines, DRAWN.series, strict=True)):
        assert line.get_xdata().tolist() == series.x and line.get_ydata().tolist() == series.y
        assert line.get_color() == PALETTE[number]
        assert line.get_drawstyle() == "steps-post"
        assert line.get_linestyle() == ("--" if series.dashed else "-")
        assert line.get_marker() == ("" if series.dashed else "osD^"[number])
    assert axes.get_xscale() == "log" and axes.get_yscale() == "linear"
    assert all(tick == round(tick) for tick in axes.get_yticks())
    words = [text.get_text() for text in axes.get_legend().get_texts()]
    assert words == [rf"cost \$ {k}" for k in range(4)]


@pytest.mark.parametrize(("high", "is_inside"), [(5.0, True), (1.0, False)])
def test_a_legend_stands_on_no_line(high: float, is_inside: bool) -> None:
    """A comb of steps fills the axes up to some height; there is room above it, or none."""
    steps = [float(k % 2) for k in range(60)]
    lines = [Series(f"a long name {k}", k, list(range(60)), steps, "step") for k in range(2)]
    axes = Figure(figsize=(4, 2), layout="constrained").add_subplot(ylim=(0, high))
    Chart("t", lines, Axis("x"), Axis("y")).draw(axes)
    axes.figure.draw_without_rendering()
    box = axes.get_legend().get_window_extent()
    assert (box.x0 < axes.get_window_extent().x1) == is_inside


def test_a_legend_names_each_method_once() -> None:
    both = [Series("a, objective", 1, [1.0], [2.0]), Series("a, bound", 1, [1.0], [1.0])]
    axes = Figure().add_subplot()
    Chart("t", both, Axis("x"), Axis("y")).draw(axes, ["other", "mine.py:plan"])
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["mine.py:plan"]


def test_a_pdf_has_its_size_and_lines(tmp_path) -> None:
    DRAWN.save(tmp_path / "a.pdf")
    content = (tmp_path / "a.pdf").read_bytes()
    assert b"/MediaBox [ 0 0 460.8 230.4 ]" in content, "6.4 x 3.2 inches"
    streams = re.findall(rb"stream\n(.*?)\nendstream", content, re.DOTALL)
    drawn = b"".join(zlib.decompress(part) for part in streams if part[:1] == b"x")
    assert drawn.count(b" l\n") > 10


def test_the_legend_of_a_narrow_figure_takes_no_width() -> None:
    """A figure for one column of a paper keeps its width; the legend stands below the axis."""
    widths = {}
    for names in (1, 8):
        lines = [Series(f"a long name {k}", k, [0, 1], [k, k + 1]) for k in range(names)]
        figure = Figure(figsize=(3.3, 3), layout="constrained")
        axes = figure.add_subplot()
        Chart("t", lines, Axis("seconds"), Axis("y")).draw(axes)
        figure.draw_without_rendering()
        widths[names] = axes.get_window_extent().width
    assert widths[8] > 0.9 * widths[1]
    top = axes.get_legend().get_window_extent().y1
    assert top < axes.xaxis.label.get_window_extent().y0 < axes.get_window_extent().y0


def test_short_and_dashed_lines_have_a_marker_where_they_need_one() -> None:
    """A run that ends early would be no more than a speck; a bound of one moment, nothing."""
    axes = Figure().add_subplot()
    long = Series("long", 0, [0, 50, 100], [0.0, 5.0, 9.0])
    short = Series("short", 1, [1, 2, 3], [9.0, 9.0, 9.0])
    moment = Series("bound", 2, [3], [1.0], "step", dashed=True)
    Chart("t", [long, short, moment], Axis("x"), Axis("y")).draw(axes)
    assert [line.get_markevery() for line in axes.lines] == [(0.0, 0.12), [-1], None]
    assert axes.lines[2].get_marker() == "D"


def test_nothing_to_draw() -> None:
    empty = Chart("empty", [Series("a", 0, [], [])], Axis("x"), Axis("y"))
    assert not empty and empty.svg == ""


def test_names_are_escaped() -> None:
    names = [Series(f"<script>& {k}", k, [1.0], [2.0]) for k in range(2)]
    drawn = Chart('<t> "q"', names, Axis("<x>"), Axis("y")).svg
    assert "<script" not in drawn
    root = ElementTree.fromstring(drawn)
    assert root.get("aria-label") == '<t> "q"' and root.get("role") == "img"
    texts = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"<x>", "<script>& 0", "<script>& 1"} <= set(texts), "text is text"


def test_a_page_has_the_colours_of_its_scheme() -> None:
    """Text takes the page's colour; lines take its variables, or else the palette's colours."""
    drawn = DRAWN.svg
    colours = set(re.findall(r"(?:fill|stroke): ([^;\"]+)", drawn))
    lines = {f"var(--c{k}, {colour})" for k, colour in enumerate(PALETTE[:4])}
    assert colours == {"none", "currentColor", "var(--rule, rgb(128 128 128 / 0.3))", *lines}


def test_charts_of_one_page_do_not_share_names() -> None:
    other = Chart("other", DRAWN.series, DRAWN.x, DRAWN.y)
    names = [set(re.findall(r' id="([^"]+)"', chart.svg)) for chart in (DRAWN, other)]
    assert names[0] and not names[0] & names[1]


VALUES = st.lists(
    st.floats(-1e12, 1e12, allow_nan=False, allow_subnormal=False), min_size=1, max_size=6
)


@settings(derandomize=True, deadline=None, max_examples=20)
@given(VALUES, st.booleans(), st.booleans())
def test_every_chart_is_well_formed_and_inside_its_box(values, log, dashed) -> None:
    series = [Series("m", k, sorted(values), values, "step", dashed) for k in range(2)]
    chart = Chart("t", series, Axis("x", log=log), Axis("y"))
    ElementTree.fromstring(chart.svg)
    axes = Figure(layout="constrained").add_subplot()
    chart.draw(axes)
    (left, right), (low, high) = axes.get_xlim(), axes.get_ylim()
    assert left <= min(values) <= max(values) <= right and low <= min(values) <= max(values) <= high


@pytest.mark.parametrize("values", [[12.0, 12.0], [11.0, 12.0], [0.0, 13.0], [7.0, 2_000.0]])
def test_ticks_of_integers_are_integers_however_close_they_are(values) -> None:
    axes = Figure().add_subplot()
    Chart("t", [Series("a", 0, [0, 1], values)], Axis("x", whole=True), Axis("y", whole=True)).draw(
        axes
    )
    ticks = [*axes.get_xticks(), *axes.get_yticks()]
    assert len(ticks) >= 6 and all(float(tick).is_integer() for tick in ticks)


def printed_by(code: str, given: bytes = b"") -> str:
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, input=given, capture_output=True, check=True)
    return done.stdout.decode().strip()


def test_matplotlib_waits_until_something_is_drawn() -> None:
    code = (
        "import sys, optgap\n"
        "table = optgap.compare('placement/fig6', ['ipa'])\n"
        "chart = optgap.solve('placement/fig6', 'ipa').plot()\n"
        "print('matplotlib' in sys.modules, len(chart.svg) > 0, 'matplotlib' in sys.modules)"
    )
    assert printed_by(code) == "False True True"


def test_an_outcome_alone_says_who_draws_it() -> None:
    code = (
        "import pickle, sys\n"
        "outcome = pickle.load(sys.stdin.buffer)\n"
        "try: outcome.plot()\n"
        "except NotImplementedError as error: print(error)\n"
        "import optgap.pictures\n"
        "print(outcome.plot())"
    )
    told = printed_by(code, pickle.dumps(optgap.solve("placement/fig6", "ipa")))
    assert "Outcome is drawn by optgap.pictures, which must be imported first" in told
    assert "<Chart objective and bound over time: " in told
