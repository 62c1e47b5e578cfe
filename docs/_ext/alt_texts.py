"""Words for pictures: a picture made by a cell is described by the paragraph before the cell."""

from __future__ import annotations

import re

from docutils import nodes
from sphinx.application import Sphinx

_LONGEST = 300


def _describe(_app: Sphinx, doctree: nodes.document) -> None:
    said = ""
    for node in doctree.findall(
        lambda n: isinstance(n, (nodes.title, nodes.paragraph, nodes.image))
    ):
        if not isinstance(node, nodes.image):
            said = node.astext()
        elif not node.get("alt") and said:
            node["alt"] = "Picture: " + _short(said)


def _short(text: str) -> str:
    """Return whole sentences, as many as are read aloud in one breath."""
    kept = ""
    for sentence in re.split(r"(?<=[.:;?]) ", " ".join(text.split())):
        if kept and len(kept) + len(sentence) > _LONGEST:
            break
        kept = f"{kept} {sentence}".strip()
    return kept


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the writer of words."""
    app.connect("doctree-read", _describe)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
