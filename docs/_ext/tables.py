"""Tables for reading: symbols stack on a narrow page, prose is to the left, row numbers are out.

A missing value is a dash.
"""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

_FRAME = re.compile(r'<table border="1" class="dataframe">.*?</table>', re.DOTALL)
_ROW = re.compile(r"<tr[^>]*>\s*<th>([^<]*)</th>")
_WORDS = re.compile(r"<td>(?=[^<]*[A-Za-z]{3})")


def _mark_symbols(_app: Sphinx, doctree: nodes.document) -> None:
    """Give wide tables of words a class, by which the style sheet stacks their cells."""
    for table in doctree.findall(nodes.table):
        for head in table.findall(nodes.thead):
            if next(iter(head.findall(nodes.entry))).astext() in ("symbol", "you have"):
                table["classes"].append("symbols")


def readable(frame: str) -> str:
    """Return the table of a data frame with its prose and its mere row numbers marked."""
    frame = re.sub("<td>(?:NaN|None)</td>", "<td>–</td>", frame)
    body = frame.partition("<tbody>")[2]
    if _ROW.findall(body) == [str(k) for k in range(body.count("<tr>"))]:
        frame = frame.replace('class="dataframe"', 'class="dataframe numbered"', 1)
    return _WORDS.sub('<td class="words">', frame)


def _mark_frames(
    _app: Sphinx, _page: str, _template: str, context: dict[str, Any], _doctree: Any
) -> None:
    if "body" in context:
        context["body"] = _FRAME.sub(lambda found: readable(found[0]), context["body"])


def setup(app: Sphinx) -> dict[str, bool]:
    """Mark the tables when a page is read and when it is written."""
    app.connect("doctree-read", _mark_symbols)
    app.connect("html-page-context", _mark_frames)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
