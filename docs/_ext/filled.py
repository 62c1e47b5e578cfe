"""Pages that are filled when they are read: the symbols of all pages, and the errors in print."""

from __future__ import annotations

from pathlib import Path

import errata_marks
import notation
from sphinx.application import Sphinx

FILLED = {  # by page: the placeholder, the function that writes the text, and the files it reads
    "glossary": (notation.PLACEHOLDER, notation.table, "docs/*.md"),
    "coverage": (errata_marks.PLACEHOLDER, lambda _: errata_marks.page(), "tests/**/test_*.py"),
}


def fill(app: Sphinx, name: str, source: list[str]) -> None:
    """Put the text of a page where it has its placeholder."""
    if name in FILLED:
        placeholder, text_of, pattern = FILLED[name]
        assert placeholder in source[0], name
        source[0] = source[0].replace(placeholder, text_of(Path(app.srcdir)))
        for path in Path(app.srcdir).parent.glob(pattern):
            app.env.note_dependency(str(path))


def setup(app: Sphinx) -> dict[str, bool]:
    """Fill the pages when they are read."""
    app.connect("source-read", fill)
    return {"parallel_read_safe": True}
