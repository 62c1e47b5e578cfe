"""Pictures are what their names say: SVG, PDF and PNG of the same chart."""

import re
import zlib

import pytest
from matplotlib.figure import Figure

import optgap
from optgap.core.faults import InputError
from optgap.core.pictures import PALETTE, Axis, Chart, Picture, Series

DRAWN = Chart(
    "two",
    [Series(f"cost $ {k}", k, [1, 2, 4], [k + 1.0, 3.0, 2.0], "step", k == 1) for k in range(4)],
    Axis("x", log=True),
    Axis("y", whole=True),
)


def test_a_file_is_what_its_suffix_says(tmp_path) -> None:
    picture = optgap.solve("macrow/two-clusters").plot()
    for suffix, head in ((".svg", b"<svg"), (".pdf", b"%PDF-"), (".png", b"\x89PNG")):
        picture.save(tmp_path / f"a{suffix}")
        assert (tmp_path / f"a{suffix}").read_bytes().startswith(head)
    with pytest.raises(InputError, match=r"must end in \.svg, \.pdf, \.png"):
        picture.save(tmp_path / "a.jpg")


@pytest.mark.parametrize("suffix", [".svg", ".pdf", ".png"])
def test_a_missing_folder_is_named(tmp_path, suffix: str) -> None:
    with pytest.raises(InputError, match=rf"no/a\{suffix}: cannot be written: No such file"):
        Picture(DRAWN).save(tmp_path / "no" / f"a{suffix}")


def test_a_prompt_shows_one_line() -> None:
    assert (
        repr(Picture(DRAWN)) == f"<Picture {DRAWN.title}: cost $ 0, cost $ 1, cost $ 2, cost $ 3>"
    )


def test_the_same_picture_gives_the_same_bytes(tmp_path) -> None:
    for name in ("a.pdf", "b.pdf"):
        DRAWN.write(tmp_path / name)
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()


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
    DRAWN.write(tmp_path / "a.pdf")
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
