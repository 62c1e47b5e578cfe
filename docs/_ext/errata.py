"""The page of errors in print, generated from the marks of the tests that show them."""

from __future__ import annotations

from typing import Any

from errata_marks import PLACEHOLDER, TESTS, page
from sphinx.application import Sphinx


def fill(app: Sphinx, name: str, source: list[str]) -> None:
    """Put the list of errors where the page has its placeholder."""
    if name == "coverage":
        source[0] = source[0].replace(PLACEHOLDER, page())
        for path in TESTS.rglob("test_*.py"):
            app.env.note_dependency(str(path))


def setup(app: Sphinx) -> dict[str, Any]:
    """Fill the page when it is read."""
    app.connect("source-read", fill)
    return {"parallel_read_safe": True}
