"""Slides of a lesson, from its executed page: what is shown on the screen, and the rest as notes.

Theorems, proofs, formulas, tables, code and pictures stand on slides as they are.  Of any other
long paragraph the slide has one sentence, and the speaker's notes all of it.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import nbformat
from latex2mathml.converter import convert
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin
from quiz import QUIZ, choices_of
from sphinx.application import Sphinx

_REVEAL = ("dist/reveal.js", "dist/reveal.css", "dist/reset.css", "plugin/notes/notes.js")
_LECTURER = re.compile(
    r"```\{admonition\} For the lecturer.*?\n(?::\w+: \w+\n)?(.*?)```", re.DOTALL
)
_FOLDED = re.compile(r"```\{admonition.*?```", re.DOTALL)
_LINK = re.compile(r"\]\((\w[\w-]*)\.md(#[\w-]*)?\)")
_HEADING = re.compile(r"^#+ (.*)")
_WHOLE = re.compile(r"\*\*(Theorem|Pricing|Definition|Lemma|\d)|\*[A-Z]|\$\$|\||[-*] |\d\. ")
_SENTENCE = re.compile(r"(.+?[.:?])(?=\s+[A-Z`*$\[]|\s*$)", re.DOTALL)
# Sizes are counted in lines of text.
_ROOM = 15.0  # of a slide below its title
_SHORT = 170  # characters of a paragraph that stands whole
_WIDTH = 80  # characters of a line
_CODE, _ROW, _FORMULA, _PICTURE = 0.65, 0.95, 2.0, 11.5
_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="reveal/reset.css"><link rel="stylesheet" href="reveal/reveal.css">
<link rel="stylesheet" href="../_static/slides.css"></head>
<body><div class="reveal"><div class="slides">
{slides}
</div></div><script src="reveal/reveal.js"></script><script src="reveal/notes.js"></script>
<script>Reveal.initialize({{hash: true, width: 1100, height: 700, margin: 0.05, center: false,
transition: "none", slideNumber: "c/t", plugins: [RevealNotes]}});</script></body></html>
"""


class Block(NamedTuple):
    """Something on a slide, and how many lines of text it takes."""

    html: str
    size: float
    leads: bool = False  # to what follows: "as it is here:"


@dataclass
class Slide:
    """What a slide shows, and what the speaker reads."""

    title: str
    shown: list[Block] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def size(self) -> float:
        """The lines that are taken."""
        return sum(block.size for block in self.shown)

    def html(self) -> str:
        """Return the slide as a section."""
        notes = f'<aside class="notes">{"".join(self.notes)}</aside>' if self.notes else ""
        shown = "".join(block.html for block in self.shown)
        return f"<section><h2>{self.title}</h2>{shown}{notes}</section>"


def slides_of(notebook: nbformat.NotebookNode) -> list[Slide]:
    """Return the slides of an executed lesson."""
    slides: list[Slide] = []
    for cell in notebook.cells:
        tags = cell.metadata.get("tags", ())
        if cell.cell_type == "markdown":
            _show_text(slides, cell.source)
        elif cell.cell_type == "code" and not {"hide-cell", "clean-up", "remove-cell"} & set(tags):
            _show_code(slides, cell, with_input="hide-input" not in tags)
    return slides


def _show_text(slides: list[Slide], source: str) -> None:
    text = QUIZ.sub(r"@quiz \1\n\2", _FOLDED.sub("", source))
    text = _LINK.sub(r"](../\1.html\2)", text)
    for block in filter(str.strip, re.split(r"\n\s*\n", text)):
        heading = _HEADING.match(block.strip())
        if heading:
            slides.append(Slide(_rendered(heading[1], inline=True)))
        else:
            _show_block(slides, block.strip())
    plan = _LECTURER.search(source)
    if plan:
        slides[-1].notes.append(_rendered(plan[1]))


def _show_block(slides: list[Slide], block: str) -> None:
    if block.startswith(("Read ", "Next: ", "[Lesson ")):  # that is for the page
        return
    if block.startswith("@quiz "):
        _show_quiz(slides, *block.removeprefix("@quiz ").split("\n", 1))
        return
    shown = block if len(block) < _SHORT or _WHOLE.match(block) else _sentence(block)
    _place(slides, [Block(_rendered(shown), _size(shown), shown.endswith(":"))])
    if shown != block:
        slides[-1].notes.append(_rendered(block))


def _size(text: str) -> float:
    if text.startswith("|"):
        return _ROW * text.count("\n")
    lines = sum(1 + len(line) // _WIDTH for line in re.split(r"\n(?=[-*\d])", text))
    return 0.5 + lines + _FORMULA * (text.count("$$") // 2)


def _place(slides: list[Slide], blocks: list[Block]) -> None:
    """Show blocks together: on the last slide, or on another one with what leads to them."""
    last = slides[-1]
    if last.shown and last.size + sum(block.size for block in blocks) > _ROOM:
        slides.append(Slide(last.title))
        if last.shown[-1].leads and len(last.shown) > 1:
            slides[-1].shown.append(last.shown.pop())
    slides[-1].shown += blocks


def _show_quiz(slides: list[Slide], question: str, body: str) -> None:
    """Show a question with its choices; the speaker reads which one is right, and why."""
    choices = choices_of(body)
    shown = "\n".join([f"**{question}**", "", *(f"- {choice.text}" for choice in choices)])
    _place(slides, [Block(_rendered(shown), _size(shown) + 0.5)])
    reasons = "\n".join(f"- {choice.text}: {choice.verdict}" for choice in choices)
    slides[-1].notes.append(_rendered(reasons))


def _sentence(block: str) -> str:
    """Return the first sentence, or the last if it leads to what follows."""
    sentences = _SENTENCE.findall(block) or [block]
    return str(sentences[-1 if block.endswith(":") else 0])


def _show_code(slides: list[Slide], cell: nbformat.NotebookNode, *, with_input: bool) -> None:
    blocks = [_code(part) for part in _parts(cell.source)] if with_input else []
    outputs = [_output(each) for each in cell.outputs]
    if sum(block.size for block in [*blocks, *outputs]) <= _ROOM:
        _place(slides, [*blocks, *outputs])
        return
    for block in blocks:
        _place(slides, [block])
    _place(slides, outputs)


def _parts(source: str) -> list[str]:
    """Return code in parts of which each fits on a slide, cut between functions."""
    parts: list[str] = []
    for part in source.split("\n\n\n"):
        together = f"{parts[-1]}\n\n\n{part}" if parts else part
        if parts and _code(together).size <= _ROOM:
            parts[-1] = together
        else:
            parts.append(part)
    return parts


def _code(source: str) -> Block:
    html = f"<pre><code>{escape(source)}</code></pre>"
    return Block(html, 1 + _CODE * (source.count("\n") + 1))


def _output(output: Any) -> Block:
    data = output.get("data", {})
    if "image/png" in data:
        source = f"data:image/png;base64,{data['image/png']}"
        return Block(f'<img alt="a picture of the cell" src="{source}">', _PICTURE)
    if "text/html" in data:
        table = data["text/html"]
        return Block(f'<div class="table">{table}</div>', 1 + _ROW * table.count("<tr"))
    text = (output.get("text") or data.get("text/plain", "")).rstrip()
    lines = sum(1 + len(line) // (_WIDTH * 5 // 4) for line in text.split("\n"))
    return Block(f'<pre class="output">{escape(text)}</pre>' if text else "", _CODE * lines + 0.5)


def _rendered(text: str, *, inline: bool = False) -> str:
    markdown = MarkdownIt("commonmark").enable("table")
    markdown.use(dollarmath_plugin, renderer=_formula, double_inline=True)
    return str(markdown.renderInline(text) if inline else markdown.render(text))


def _formula(latex: str, options: dict[str, Any]) -> str:
    return str(convert(latex, display="block" if options["display_mode"] else "inline"))


def page_of(notebook: nbformat.NotebookNode) -> str:
    """Return the slides of an executed lesson as a page."""
    slides = slides_of(notebook)
    title = re.sub("<.*?>", "", slides[0].title)
    return _PAGE.format(title=title, slides="\n".join(slide.html() for slide in slides))


def lessons(docs: Path) -> Iterator[str]:
    """Yield the pages that have slides."""
    yield from sorted(path.stem for path in docs.glob("lesson-*.md"))


def _add_link(
    app: Sphinx, page: str, _template: str, context: dict[str, Any], _doctree: Any
) -> None:
    """Write the slides of a lesson, and put the link at its top."""
    executed = Path(app.outdir).parent / "jupyter_execute" / f"{page}.ipynb"
    if page not in lessons(Path(app.srcdir)) or not executed.exists() or "body" not in context:
        return
    target = Path(app.outdir) / "slides"
    (target / "reveal").mkdir(parents=True, exist_ok=True)
    for name in _REVEAL:
        source = files("sphinx_revealjs").joinpath("_static", "revealjs", *name.split("/"))
        shutil.copyfile(str(source), target / "reveal" / Path(name).name)
    notebook = nbformat.read(executed, as_version=4)
    (target / f"{page}.html").write_text(page_of(notebook), encoding="utf-8")
    link = f'<a href="slides/{page}.html">Slides</a> (S: what to say)'
    context["body"] = f'<p class="notebook">{link}</p>{context["body"]}'


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the writer."""
    app.connect("html-page-context", _add_link)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
