"""Pictures that move: an SVG drawn when the page is built, and a script that changes it.

``{moving} NAME`` shows the picture of the module ``NAME``. Its ``picture()`` returns the drawing,
the sentence below it, the controls, and the data, all from solves of optgap. ``NAME.js`` gets the
figure and the data, and computes everything else in the page. Without scripts, and on paper, the
drawing and its sentence remain. Nothing is fetched from anywhere.
"""

from __future__ import annotations

import json
from functools import cache
from html import escape
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.application import Sphinx

_HERE = Path(__file__).parent


class Picture(NamedTuple):
    """A drawing as SVG, what it says at first, how it is moved, and the numbers behind it."""

    width: int
    height: int
    title: str
    drawing: str
    says: str
    controls: str
    data: dict[str, Any]


def names() -> list[str]:
    """Return the pictures that there are."""
    return sorted(path.stem for path in _HERE.glob("*.js"))


@cache
def figure(name: str) -> str:
    """Return a picture with its data and its script, to be put into any page."""
    picture: Picture = import_module(f"moving.{name}").picture()
    script = (_HERE / f"{name}.js").read_text()
    data = json.dumps(picture.data, separators=(",", ":")).replace("<", "\\u003c")
    return f"""<figure class="moving" data-picture="{name}">
<svg viewBox="0 0 {picture.width} {picture.height}" role="img">
<title>{escape(picture.title)}</title>
{picture.drawing}</svg>
<div class="handles">{picture.controls}</div>
<p class="says" aria-live="polite">{escape(picture.says)}</p>
<script>(() => {{
const figure = document.currentScript.closest("figure"), data = {data};
const all = what => [...figure.querySelectorAll(what)], one = what => figure.querySelector(what);
const set = (what, values) => all(what).forEach(
  element => Object.entries(values).forEach(([key, value]) => element.setAttribute(key, value)));
const say = (text, what = ".says") => {{ one(what).textContent = text; }};
const short = value => String(Math.round(value * 1000) / 1000);
{script}
figure.classList.add("live");
}})();</script>
</figure>"""


def line(x1: float, y1: float, x2: float, y2: float, css: str = "", **more: object) -> str:
    """Return a line of a drawing."""
    ends = f'x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"'
    return f'<line {ends} class="{css}"{_more(more)}/>\n'


def text(x: float, y: float, words: object, css: str = "", **more: object) -> str:
    """Return words of a drawing."""
    return f'<text x="{x:g}" y="{y:g}" class="{css}"{_more(more)}>{escape(str(words))}</text>\n'


def circle(x: float, y: float, radius: float, css: str = "", **more: object) -> str:
    """Return a circle of a drawing."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" class="{css}"{_more(more)}/>\n'


def box(x: float, y: float, width: float, height: float, css: str = "", **more: object) -> str:
    """Return a rectangle of a drawing."""
    size = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
    return f'<rect {size} class="{css}"{_more(more)}/>\n'


def _more(more: dict[str, object]) -> str:
    return "".join(f' {key.replace("_", "-")}="{value}"' for key, value in more.items())


def slider(name: str, words: str, least: float, most: float, step: float, value: float) -> str:
    """Return a control for a number."""
    numbers = f'min="{least:g}" max="{most:g}" step="{step:g}" value="{value:g}"'
    return f'<label>{words} <input type="range" name="{name}" {numbers}></label>'


class MovingDirective(Directive):
    """A picture that moves."""

    required_arguments = 1
    option_spec: ClassVar = {}

    def run(self) -> list[nodes.Node]:
        """Return the picture as it is."""
        return [nodes.raw("", figure(self.arguments[0]), format="html")]


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive."""
    app.add_directive("moving", MovingDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
