"""The site for students, built with the tag ``students``: without answers, plans and exam."""

from __future__ import annotations

import re

from sphinx.application import Sphinx

LECTURERS = ("instructor",)  # pages that students do not get
_PAGE = f"(?:{'|'.join(LECTURERS)})"
_PARTS = {
    re.compile(r"^```\{admonition\} Answer\n.*?^```\n", re.DOTALL | re.MULTILINE): "",
    re.compile(r"^```\{admonition\} For the lecturer.*?^```\n", re.DOTALL | re.MULTILINE): "",
    re.compile(
        r"(?<=^```\{code-cell\} python\n):tags: \[[^]\n]*hide-cell[^]\n]*\]\n.*?(?=^```\n)",
        re.DOTALL | re.MULTILINE,
    ): "# Your answer\n",
    re.compile(rf"^- \[[^]]*\]\({_PAGE}\.md\).*\n", re.MULTILINE): "",
    re.compile(rf"^{_PAGE}\n", re.MULTILINE): "",
    re.compile(rf"\[([^]]+)\]\({_PAGE}\.md(?:#[\w-]*)?\)"): r"\1",
}


def without_answers(text: str) -> str:
    """Return the source of a page without what only lecturers get."""
    for pattern, kept in _PARTS.items():
        text = pattern.sub(kept, text)
    return text


def _read(_app: Sphinx, _page: str, source: list[str]) -> None:
    source[0] = without_answers(source[0])


def setup(app: Sphinx) -> dict[str, bool]:
    """Leave out pages, answers, and copies of the sources, where students get the site."""
    if app.tags.has("students"):
        app.config.exclude_patterns += [f"{page}.md" for page in LECTURERS]
        app.config.html_copy_source = False
        app.config.html_additional_pages.pop("exam-solutions")
        app.connect("source-read", _read)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
