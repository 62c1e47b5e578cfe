"""Pictures are what their names say: SVG, PDF and PNG of the same chart."""

import re
import zlib

import numpy as np
import pytest

import optgap
from optgap.core.faults import InputError
from optgap.core.picture_files import _points, write_picture
from optgap.core.pictures import Axis, Picture, Series, chart

DRAWN = chart(
    "two",
    [Series(f"cost $ {k}", k, [1, 2, 4], [k + 1.0, 3.0, 2.0], "step", k == 1) for k in range(4)],
    Axis("x"),
    Axis("y"),
)


def test_a_file_is_what_its_suffix_says(tmp_path) -> None:
    picture = optgap.solve("macrow/two-clusters").plot()
    for suffix, head in ((".svg", b"<svg"), (".pdf", b"%PDF-"), (".png", b"\x89PNG")):
        picture.save(tmp_path / f"a{suffix}")
        assert (tmp_path / f"a{suffix}").read_bytes().startswith(head)
    with pytest.raises(InputError, match=r"must end in \.svg, \.pdf, \.png"):
        picture.save(tmp_path / "a.jpg")


def test_without_matplotlib_it_says_what_is_missing(tmp_path, monkeypatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "matplotlib.figure", None)
    with pytest.raises(InputError, match=r"optgap\[figures\]"):
        Picture(DRAWN).save(tmp_path / "a.pdf")
    assert not (tmp_path / "a.pdf").exists()


def test_the_same_picture_gives_the_same_bytes(tmp_path) -> None:
    for name in ("a.pdf", "b.pdf"):
        write_picture(DRAWN, tmp_path / name, [("one", 0), ("two", 1)])
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()


def test_lines_and_marks_are_where_the_chart_has_them(tmp_path) -> None:
    """In the PNG, at twice the size of the chart's units, with the colours of the methods."""
    from matplotlib.image import imread

    write_picture(DRAWN, tmp_path / "a.png")
    pixels = (imread(tmp_path / "a.png")[..., :3] * 255).round().astype(int)
    assert pixels.shape == (640, 1280, 3)
    for x, y in re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)"', DRAWN):
        seen = pixels[round(2 * float(y)), round(2 * float(x))]
        assert np.ptp(seen) > 30, "a colour, neither white nor grey"
    assert (pixels[2, 2] == 255).all()


def test_steps_of_a_path() -> None:
    assert _points("M1 2H4V6L7 8") == [(1, 2), (4, 2), (4, 6), (7, 8)]
    assert _points("M5 0l2 2-2 2-2-2z") == [(5, 0), (7, 2), (5, 4), (3, 2)]
    assert _points("M5 0l1.2 2h-2.4z") == [(5, 0), (6.2, 2), (pytest.approx(3.8), 2)]


def test_words_and_legend_are_in_the_pdf(tmp_path) -> None:
    write_picture(DRAWN, tmp_path / "a.pdf", [("mine.py:plan", 0)])
    content = (tmp_path / "a.pdf").read_bytes()
    assert b"/MediaBox [ 0 0 460.8 246.24 ]" in content, "6.4 x (3.2 + 0.22) inches"
    streams = re.findall(rb"stream\n(.*?)\nendstream", content, re.DOTALL)
    drawn = b"".join(zlib.decompress(part) for part in streams if part[:1] == b"x")
    assert drawn.count(b" re") + drawn.count(b" l\n") > 10
