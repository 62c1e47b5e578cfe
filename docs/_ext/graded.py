"""The graded folders of lessons: tasks with their grader, and answers with a marking scheme."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from sphinx.application import Sphinx

SHARED = ("README.md", "child.py", "conftest.py", "pytest.ini")
KINDS = {
    "task": "Graded tasks for students",
    "answers": "Answers and marking scheme for lecturers",
}
_AFTER_NOTEBOOKS = 600


def graded_lessons(docs: Path) -> list[str]:
    """Return the lessons that have a graded folder."""
    return sorted(path.parent.name for path in (docs / "graded").glob("*/test_lesson.py"))


def files_of(docs: Path, page: str, kind: str) -> dict[str, bytes]:
    """Return the files of a folder by name, without its notebook."""
    graded = docs / "graded"
    paths = [graded / name for name in SHARED]
    paths += [graded / page / "test_lesson.py", *sorted((graded / page / kind).glob("*.*"))]
    return {path.name: path.read_bytes() for path in paths}


def packed(folder: str, files: dict[str, bytes]) -> bytes:
    """Return a zip file with the files in one folder; equal files give equal bytes."""
    packet = BytesIO()
    with ZipFile(packet, "w", ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(ZipInfo(f"{folder}/{name}"), content)
    return packet.getvalue()


def _add_links(
    app: Sphinx, page: str, _template: str, context: dict[str, Any], _doctree: Any
) -> None:
    """Write the folders of a lesson beside its notebooks, and put the links at its top."""
    docs = Path(app.srcdir)
    if page not in graded_lessons(docs) or "body" not in context:
        return
    target = Path(app.outdir) / "notebooks"
    target.mkdir(exist_ok=True)
    links = []
    for kind, text in KINDS.items():
        if kind == "answers" and app.tags.has("students"):
            continue
        files = files_of(docs, page, kind)
        notebook = target / (f"{page}.ipynb" if kind == "task" else f"{page}-answers.ipynb")
        if notebook.exists():
            files[notebook.name] = notebook.read_bytes()
        name = f"{page}-{kind}"
        (target / f"{name}.zip").write_bytes(packed(name, files))
        links.append(f'<a href="notebooks/{name}.zip" download>{text}</a>')
    context["body"] = f'<p class="notebook">{" ".join(links)}</p>{context["body"]}'


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the writer, which comes after that of the notebooks."""
    app.connect("html-page-context", _add_links, priority=_AFTER_NOTEBOOKS)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
