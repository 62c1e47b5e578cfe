"""Pages as notebooks: listings and answers are readable there, and data come along."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
nbformat = pytest.importorskip("nbformat", reason="the notebooks belong to the docs")
pytest.importorskip("sphinx", reason="the notebooks belong to the docs")


@pytest.fixture
def notebooks(monkeypatch: pytest.MonkeyPatch):
    """Return the module that writes them."""
    monkeypatch.setattr(sys, "path", [*sys.path, str(DOCS / "_ext")])
    import notebooks

    return notebooks


def test_a_page_becomes_a_notebook(notebooks, tmp_path: Path, monkeypatch) -> None:
    text = (
        "See [placement](placement.md#the-model), and [a place](#experiment-sheet), `f[0]()`.\n\n"
        "```{literalinclude} ../formulations/placement.py\n:language: python\n:dedent:\n"
        ':start-at: "# Eq. 3: Σ_j"\n:end-before: "# Eq. 3: Σ_i"\n```\n\n'
        "```{admonition} Answer\n:collapsible: closed\nTwelve.\n```\n"
    )
    cells = [nbformat.v4.new_markdown_cell(text)]
    cells.append(nbformat.v4.new_code_cell('Path("data/growth.json").read_text()'))
    page = nbformat.v4.new_notebook(cells=cells)
    nbformat.write(page, tmp_path / "page.ipynb")
    made = notebooks.as_notebook(tmp_path / "page.ipynb", DOCS)
    nbformat.validate(made)
    head, data, shown, _ = made.cells
    assert "run where optgap and matplotlib are installed" in head.source
    assert shown.source.startswith("See placement, and a place, `f[0]()`.\n")
    assert "<summary><b>Answer</b></summary>\n\nTwelve." in shown.source
    listing = shown.source.split("```python\n")[1].split("```")[0]
    assert "return total(model.B[i]) == 1" in listing
    ast.parse(listing)
    monkeypatch.chdir(tmp_path)
    exec(data.source, {})
    assert (tmp_path / "data" / "growth.json").read_bytes() == (
        DOCS / "data" / "growth.json"
    ).read_bytes()


def test_links_of_a_notebook_lead_to_the_public_site(notebooks, monkeypatch) -> None:
    urls = {"Documentation": "https://docs.optgap.test"}
    monkeypatch.setattr(notebooks, "addresses", lambda docs: urls)
    shown = notebooks._readable("[lesson\n1](lesson-1-price.md), [x](placement.md#y)", DOCS)
    first, second = "lesson-1-price.html", "placement.html#y"
    address = urls["Documentation"]
    assert shown == f"[lesson\n1]({address}/{first}), [x]({address}/{second})"


def test_answers_are_in_the_second_notebook_only(notebooks, tmp_path: Path) -> None:
    new = nbformat.v4
    exercise = (
        "**1.** How many?\n\n```{admonition} Answer\n:collapsible: closed\nTwelve.\n```\n\nNext.\n"
    )
    hint = "```{admonition} A hint for the first\n:collapsible: closed\nCount.\n```\n"
    code = new.new_code_cell("print(12)", metadata={"tags": ["hide-cell"]})
    code.outputs = [new.new_output("stream", text="12\n")]
    cells = [new.new_markdown_cell(exercise), new.new_markdown_cell(hint), code]
    nbformat.write(new.new_notebook(cells=cells), tmp_path / "page.ipynb")
    assert notebooks.has_answers(tmp_path / "page.ipynb")
    student = notebooks.as_notebook(tmp_path / "page.ipynb", DOCS, answers=False)
    text = nbformat.writes(student)
    assert "Twelve" not in text
    assert "12" not in "".join(cell.source for cell in student.cells)
    assert all(not cell.outputs for cell in student.cells if cell.cell_type == "code")
    assert all(word in text for word in ("How many?", "Your answer", "Count.", "Next."))
    answers = nbformat.writes(notebooks.as_notebook(tmp_path / "page.ipynb", DOCS))
    assert all(word in answers for word in ("Twelve", "print(12)", "Count."))


def test_a_page_without_exercises_has_one_notebook(notebooks, tmp_path: Path) -> None:
    nbformat.write(nbformat.v4.new_notebook(), tmp_path / "page.ipynb")
    assert not notebooks.has_answers(tmp_path / "page.ipynb")


def test_a_notebook_keeps_what_its_reader_wrote_and_finds_the_command(
    notebooks, tmp_path: Path
) -> None:
    new = nbformat.v4
    hidden = {"tags": ["remove-cell"]}
    cells = [
        new.new_code_cell("Path('mine.py').write_text('')", metadata=hidden),
        new.new_code_cell("!optgap compare placement/fig6"),
        new.new_code_cell(
            "Path('mine.py').unlink()", metadata={"tags": ["remove-cell", "clean-up"]}
        ),
    ]
    nbformat.write(new.new_notebook(cells=cells), tmp_path / "page.ipynb")
    made = notebooks.as_notebook(tmp_path / "page.ipynb", DOCS)
    _, path, writing, command = (cell.source for cell in made.cells)
    assert "PATH" in path
    assert "write_text" in writing
    assert command.startswith("!optgap")


def test_links_that_run_a_notebook_need_a_public_address(notebooks) -> None:
    """Today's address is a placeholder, and no page shows a link that leads nowhere."""
    links = notebooks.run_links("lesson-1-price", "https://github.com/some/notebooks")
    assert "colab.research.google.com/github/some/notebooks/blob/main/lesson-1-price.ipynb" in links
    assert "mybinder.org/v2/gh/some/notebooks/main?labpath=lesson-1-price.ipynb" in links
    address = notebooks.addresses(DOCS)["Notebooks"]
    assert ".example" not in address or notebooks.run_links("lesson-1-price", address) == ""


def test_a_notebook_has_no_marks_of_slides_and_no_picture_that_moves(notebooks, tmp_path) -> None:
    text = "% slide: A title\n% @output\n\nWords.\n\n```{moving} price\n```\n"
    cells = [nbformat.v4.new_markdown_cell(text)]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), tmp_path / "page.ipynb")
    made = notebooks.as_notebook(tmp_path / "page.ipynb", DOCS).cells[-1].source
    assert "Words." in made and "shows a picture here that moves" in made
    assert not any(word in made for word in ("% ", "slide", "{moving}"))


def test_a_lesson_begins_with_its_wheel_and_brings_its_example(notebooks, tmp_path: Path) -> None:
    cells = [nbformat.v4.new_code_cell('load("../examples/makespan.py")')]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), tmp_path / "half-lesson-x.ipynb")
    made = notebooks.as_notebook(tmp_path / "half-lesson-x.ipynb", DOCS)
    _, install, example, code = (cell.source for cell in made.cells)
    assert f"%pip install optgap-{notebooks.optgap.__version__}-py3-none-any.whl" in install
    assert "write_bytes" in example and code == 'load("examples/makespan.py")'


def test_the_site_for_students_has_no_answer_and_no_page_for_lecturers(monkeypatch) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path, str(DOCS / "_ext")])
    from students import without_answers

    for path in [*DOCS.glob("*lesson*.md"), DOCS / "course.md"]:
        source = path.read_text()
        text = without_answers(source)
        words = ("{admonition} Answer", "For the lecturer", "hide-cell", "instructor.md", "exam-s")
        assert not [word for word in words if word in text], path.name
        assert text.count("```") % 2 == 0 and text.count("{quiz}") == source.count("{quiz}")
        assert text.count("# Your answer") == source.count("hide-cell")
