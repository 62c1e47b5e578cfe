"""Pages as notebooks: listings and answers are readable there, and data come along."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[1] / "docs"
nbformat = pytest.importorskip("nbformat", reason="the notebooks belong to the docs")
pytest.importorskip("sphinx", reason="the notebooks belong to the docs")


@pytest.fixture
def notebooks(monkeypatch: pytest.MonkeyPatch):
    """Return the module that writes them."""
    monkeypatch.setattr(sys, "path", [*sys.path, str(DOCS / "_ext")])
    import notebooks

    return notebooks


def test_a_page_becomes_a_notebook(notebooks, tmp_path: Path) -> None:
    text = (
        "See [placement](placement.md#the-model).\n\n"
        "```{literalinclude} ../formulations/placement.py\n:language: python\n:dedent:\n"
        ':start-at: "# Eq. 3: Σ_j"\n:end-before: "# Eq. 3: Σ_i"\n```\n\n'
        "```{admonition} Answer\n:class: dropdown\nTwelve.\n```\n"
    )
    cells = [nbformat.v4.new_markdown_cell(text)]
    cells.append(nbformat.v4.new_code_cell('Path("growth.json").read_text()'))
    page = nbformat.v4.new_notebook(cells=cells)
    nbformat.write(page, tmp_path / "page.ipynb")
    made = notebooks.as_notebook(tmp_path / "page.ipynb", DOCS)
    nbformat.validate(made)
    head, data, shown, _ = made.cells
    assert "run where optgap is installed" in head.source
    assert "](placement.html#the-model)" in shown.source
    assert "<summary><b>Answer</b></summary>\n\nTwelve." in shown.source
    listing = shown.source.split("```python\n")[1].split("```")[0]
    assert "return total(model.B[i]) == 1" in listing
    ast.parse(listing)
    exec(data.source.replace("'growth.json'", repr(str(tmp_path / "growth.json"))), {})
    assert (tmp_path / "growth.json").read_bytes() == (DOCS / "growth.json").read_bytes()
