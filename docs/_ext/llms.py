"""A list of all pages for language models, `llms.txt`, made from the table of contents."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import metadata
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

_LONGEST = 200  # letters of the words about a page


def project_url(label: str) -> str:
    """Return an address of the project, as its package states it."""
    stated = metadata("optgap").get_all("Project-URL") or []
    return dict(line.split(", ", 1) for line in stated)[label].rstrip("/")


def first_sentence(doctree: nodes.document) -> str:
    """Return the first sentence of a page, cut to a bearable length."""
    text = next((" ".join(p.astext().split()) for p in doctree.findall(nodes.paragraph)), "")
    sentence = text.split(". ")[0].rstrip(".")
    return sentence if len(sentence) <= _LONGEST else f"{sentence[: _LONGEST - 1]}…"


def lines_of(environment: BuildEnvironment, page: str, site: str) -> Iterator[str]:
    """Yield a line for each page below a page of the table of contents, in its order."""
    for child in environment.toctree_includes.get(page, []):
        title = environment.titles[child].astext()
        words = first_sentence(environment.get_doctree(child))
        yield f"- [{title}]({site}/{child}.html): {words}"
        yield from lines_of(environment, child, site)


def text_of(environment: BuildEnvironment, site: str) -> str:
    """Return the list: the project, and a section for each group of the site."""
    root = environment.get_doctree("index")
    parts = ["# optgap", f"> {metadata('optgap')['Summary']}", first_sentence(root) + "."]
    for group in environment.toctree_includes.get("index", []):
        pages = "\n".join(lines_of(environment, group, site))
        parts.append(f"## {environment.titles[group].astext()}\n\n{pages}".rstrip())
    return "\n\n".join(parts) + "\n"


def _write(app: Sphinx, error: Exception | None) -> None:
    if error is None and app.builder.format == "html":
        text = text_of(app.env, project_url("Documentation"))
        Path(app.outdir, "llms.txt").write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, bool]:
    """Write the list when the pages are written."""
    app.connect("build-finished", _write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
