"""Outputs of cells: lines of prose are wrapped at the width that commands use, tables are not.

A picture gets words: the caption below it, or else the paragraph before.
"""

from __future__ import annotations

import os
import re
import textwrap

from docutils import nodes
from sphinx.application import Sphinx

_STYLE = re.compile(r"\x1b\[[0-9;]*m")  # bold letters and colours of a terminal
_COLUMNS = re.compile(r"\S(?: {2,}| *[|│┃] *)\S.*\S(?: {2,}| *[|│┃] *)\S")  # of a table or a log
_LONGEST = 300  # letters of the words for a picture


def wrapped(text: str, width: int) -> str:
    """Return a text with its long lines wrapped, except the rows of tables."""
    lines: list[str] = []
    for line in text.split("\n"):
        if len(_STYLE.sub("", line)) <= width or _STYLE.search(line) or _COLUMNS.search(line):
            lines.append(line)
            continue
        indent = " " * (len(line) - len(line.lstrip()) + 4)
        lines += textwrap.wrap(line, width, subsequent_indent=indent, break_on_hyphens=False)
    return "\n".join(lines)


def _wrap(_app: Sphinx, doctree: nodes.document) -> None:
    width = int(os.environ["COLUMNS"])
    for block in doctree.findall(nodes.literal_block):
        if "output" in block["classes"] or "output" in block.parent.get("classes", []):
            text = wrapped(block.astext(), width)
            block.rawsource = text
            block.children = [nodes.Text(text)]


def _describe(_app: Sphinx, doctree: nodes.document) -> None:
    kinds = (nodes.title, nodes.paragraph, nodes.image)
    parts = list(doctree.findall(lambda n: isinstance(n, kinds)))
    said = ""
    for part, following in zip(parts, [*parts[1:], nodes.paragraph()], strict=True):
        if not isinstance(part, nodes.image):
            said = part.astext()
        elif not part.get("alt"):
            caption = following.astext()
            part["alt"] = _short(caption if caption.startswith("Figure:") else f"Picture: {said}")


def _short(text: str) -> str:
    """Return whole sentences, as many as are read aloud in one breath."""
    kept = ""
    for sentence in re.split(r"(?<=[.:;?]) ", " ".join(text.split())):
        if kept and len(kept) + len(sentence) > _LONGEST:
            break
        kept = f"{kept} {sentence}".strip()
    return kept


def setup(app: Sphinx) -> dict[str, bool]:
    """Wrap the outputs, and describe the pictures, when a page is read."""
    app.connect("doctree-read", _wrap)
    app.connect("doctree-read", _describe)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
