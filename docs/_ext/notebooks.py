"""Every executed page as a notebook with outputs, which runs where optgap is installed.

A page with exercises has two: one without the answers, and one with them.
"""

from __future__ import annotations

import re
import tomllib
from base64 import b64encode
from pathlib import Path
from typing import Any
from zlib import compress

import nbformat
from quiz import QUIZ, as_markdown
from slides import MARK
from sphinx.application import Sphinx

import optgap

_INCLUDE = re.compile(r"```\{literalinclude\} (\S+)\n(.*?)```", re.DOTALL)
_OPTION = re.compile(r'^:([\w-]+): "?(.*?)"?$', re.MULTILINE)
_ADMONITION = re.compile(r"```\{admonition\} (.*?)\n(?::collapsible: closed\n)?(.*?)```", re.DOTALL)
_MOVING = re.compile(r"```\{moving\} \w+\n```\n?")
_ANSWER = re.compile(r"```\{admonition\} Answer\n.*?```\n?", re.DOTALL)
_FILE = re.compile(r'Path\("(data/[\w-]+\.(?:json|txt))"\)\.read_text')
_LINK = re.compile(r"\[([^][]+)\]\((?:(\w[\w-]*)\.md(#[\w-]*)?|#[\w-]+)\)")
_RESERVED = ".example"  # the domain of an address that is still to come
_PATH = """import os, sys

# So that the command optgap is the one of this notebook's Python.
os.environ["PATH"] = os.path.dirname(sys.executable) + os.pathsep + os.environ["PATH"]"""
_INSTALL = """# Where optgap is missing, as in Colab: put its wheel beside this notebook first.
try:
    import optgap
except ImportError:
    %pip install {wheel} matplotlib"""
_EXAMPLE = re.compile(r"\.\./(examples/\w+\.py)")
_HEAD = "*A page of optgap. Its cells run where optgap and matplotlib are installed.*"


def as_notebook(source: Path, docs: Path, *, answers: bool = True) -> nbformat.NotebookNode:
    """Return an executed page with listings, and with its answers or without, as a notebook."""
    notebook: nbformat.NotebookNode = nbformat.read(source, as_version=4)
    notebook.cells = [cell for cell in notebook.cells if not _tagged(cell, "clean-up")]
    if not answers:
        notebook.cells = [_without_answer(cell) for cell in notebook.cells]
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = _readable(cell.source, docs)
    made = _install_cells(source.stem) + _path_cells(notebook) + _data_cells(notebook, docs)
    for cell in notebook.cells:
        cell.source = _EXAMPLE.sub(r"\1", cell.source)
    notebook.cells = [nbformat.v4.new_markdown_cell(_HEAD), *made, *notebook.cells]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook.metadata = {"kernelspec": kernel}
    return notebook


def has_answers(source: Path) -> bool:
    """Return whether a page has answers to take out."""
    cells = nbformat.read(source, as_version=4).cells
    return any(_tagged(cell, "hide-cell") or _ANSWER.search(cell.source) for cell in cells)


def _tagged(cell: nbformat.NotebookNode, tag: str) -> bool:
    return tag in cell.metadata.get("tags", ())


def _without_answer(cell: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """Return the cell with room for an answer in place of the page's."""
    if _tagged(cell, "hide-cell"):
        return nbformat.v4.new_code_cell("# Your answer")
    cell.source = _ANSWER.sub("*Your answer:*\n", cell.source)
    return cell


def _install_cells(page: str) -> list[nbformat.NotebookNode]:
    """Return a cell that installs the wheel of this version for a lesson."""
    wheel = f"optgap-{optgap.__version__}-py3-none-any.whl"
    cell = nbformat.v4.new_code_cell(_INSTALL.format(wheel=wheel))
    return [cell] if "lesson-" in page else []


def _path_cells(notebook: nbformat.NotebookNode) -> list[nbformat.NotebookNode]:
    """Return a cell that makes commands work, where a page has a command."""
    code = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    commands = any(source.startswith("!") for source in code)
    return [nbformat.v4.new_code_cell(_PATH)] if commands else []


def _data_cells(notebook: nbformat.NotebookNode, docs: Path) -> list[nbformat.NotebookNode]:
    """Return cells that write the files of measured figures which the page reads."""
    code = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "code")
    names = {name: docs / name for name in _FILE.findall(code)}
    names |= {name: docs.parent / name for name in _EXAMPLE.findall(code)}
    cells = []
    for name, path in sorted(names.items()):
        if path.exists():
            packed = b64encode(compress(path.read_bytes(), 9)).decode()
            lines = ["import base64, pathlib, zlib", "", f"packed = '{packed}'  # {name}"]
            unpacked = "zlib.decompress(base64.b64decode(packed))"
            lines.append(f"pathlib.Path('{name}').parent.mkdir(exist_ok=True)")
            lines.append(f"pathlib.Path('{name}').write_bytes({unpacked});")
            cells.append(nbformat.v4.new_code_cell("\n".join(lines)))
    return cells


def _readable(text: str, docs: Path) -> str:
    text = _MOVING.sub("*(The page shows a picture here that moves.)*\n", MARK.sub("", text))
    text = _INCLUDE.sub(lambda found: _listing(found[1], found[2], docs), text)
    text = QUIZ.sub(lambda found: as_markdown(found[1], found[2]), text)
    text = _ADMONITION.sub(r"<details><summary><b>\1</b></summary>\n\n\2\n</details>\n", text)
    address = addresses(docs)["Documentation"]
    return _LINK.sub(lambda found: _linked(address, *found.groups()), text)


def _linked(address: str, words: str, page: str | None, place: str | None) -> str:
    """Return a link to a page of the site, or its words alone if the site has no public address."""
    if address.endswith(_RESERVED) or page is None:
        return words
    return f"[{words}]({address}/{page}.html{place or ''})"


def addresses(docs: Path) -> dict[str, str]:
    """Return the table of all addresses."""
    urls: dict[str, str] = tomllib.loads((docs.parent / "pyproject.toml").read_text())["project"][
        "urls"
    ]
    return urls


def _listing(path: str, body: str, docs: Path) -> str:
    """Return the lines that Sphinx includes, as a block of code."""
    options = {key: value.replace('\\"', '"') for key, value in _OPTION.findall(body)}
    lines = (docs / path).read_text().splitlines()
    start, end = options.get("start-at", ""), options.get("end-before")
    first = next(k for k, line in enumerate(lines) if start in line)
    after = (k for k in range(first + 1, len(lines)) if end is not None and end in lines[k])
    kept = lines[first : next(after, len(lines))]
    margin = min((len(line) - len(line.lstrip()) for line in kept if line.strip()), default=0)
    return "\n".join(["```python", *(line[margin:] for line in kept), "```"])


def run_links(page: str, repository: str) -> str:
    """Return links that run a notebook elsewhere, if a public repository holds the notebooks."""
    place = re.fullmatch(r"https://github\.com/([\w.-]+/[\w.-]+?)/?", repository)
    if not place:
        return ""
    colab = f"https://colab.research.google.com/github/{place[1]}/blob/main/{page}.ipynb"
    binder = f"https://mybinder.org/v2/gh/{place[1]}/main?labpath={page}.ipynb"
    return f'<a href="{colab}">Run in Colab</a> <a href="{binder}">Run in Binder</a>'


def _add_link(
    app: Sphinx, page: str, _template: str, context: dict[str, Any], _doctree: Any
) -> None:
    """Write the notebooks of a page beside it, and put the links at its top."""
    executed = Path(app.outdir).parent / "jupyter_execute" / f"{page}.ipynb"
    if not executed.exists() or "body" not in context:
        return
    folder = Path(app.outdir) / "notebooks"
    folder.mkdir(exist_ok=True)
    docs = Path(app.srcdir)
    kinds = {f"{page}.ipynb": ("Notebook", not has_answers(executed))}
    if has_answers(executed):
        kinds[f"{page}-answers.ipynb"] = ("Notebook with answers", True)
    for name, (_, answers) in kinds.items():
        nbformat.write(as_notebook(executed, docs, answers=answers), folder / name)
    links = [f'<a href="notebooks/{name}" download>{text}</a>' for name, (text, _) in kinds.items()]
    links += filter(None, [run_links(page, addresses(docs)["Notebooks"])])
    context["body"] = f'<p class="notebook">{" ".join(links)}</p>{context["body"]}'


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the writer."""
    app.connect("html-page-context", _add_link)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
