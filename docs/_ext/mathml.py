"""Formulas as MathML, so that the pages need neither a network nor a script."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from latex2mathml.converter import convert
from sphinx.application import Sphinx
from sphinx.util.logging import getLogger

_LOGGER = getLogger(__name__)


def _mathml(node: nodes.Element, display: str) -> str:
    """Return the formula, with a warning where a command was not understood."""
    markup: str = convert(node.astext(), display=display)
    if "\\" in markup:
        _LOGGER.warning("formula is not understood: %s", node.astext(), location=node)
    return markup


def _inline(self: Any, node: nodes.math) -> None:
    self.body.append(_mathml(node, "inline"))
    raise nodes.SkipNode


def _block(self: Any, node: nodes.math_block) -> None:
    number = f'<span class="eqno">({node["number"]})</span>' if node.get("number") else ""
    self.body.append(f'<div class="math">{number}{_mathml(node, "block")}</div>')
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the renderer."""
    app.add_html_math_renderer("mathml", (_inline, None), (_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
