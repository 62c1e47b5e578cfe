"""Words for pictures that cells make: the caption below them, or else the paragraph before."""

from __future__ import annotations

import re

from docutils import nodes
from sphinx.application import Sphinx

_LONGEST = 300


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
    """Register the writer of words."""
    app.connect("doctree-read", _describe)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
