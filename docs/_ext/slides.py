"""Slides of a lesson, by marks in its source; the page's own text becomes the speaker's notes.

A comment line ``% slide: TITLE`` begins a slide, and the comment lines after it, also those further
down, add to it.  They are Markdown, and some of them show a part of the next code cell:

``% @code`` or ``% @code WORD``: the code, or those of its statements that contain the word.
``% @output``: what the cell prints or draws.
``% @moving NAME``: a picture that moves.

A quiz gives two slides for each question: one with its choices, one with the answers.
"""

from __future__ import annotations

import ast
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

import nbformat
from latex2mathml.converter import convert
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin
from moving import figure
from quiz import QUIZ, choices_of
from sphinx.application import Sphinx

MOST_CODE = 12  # lines on a slide
_MOST_OUTPUT = 16
_REVEAL = ("dist/reveal.js", "dist/reveal.css", "dist/reset.css", "plugin/notes/notes.js")
MARK = re.compile(r"^%[^\n]*(?:\n%[^\n]*)*\n?", re.MULTILINE)
_PART = re.compile(rf"({MARK.pattern}|{QUIZ.pattern})", re.DOTALL | re.MULTILINE)
_FOLDED = re.compile(r"```\{admonition\} (?!For the lecturer).*?```", re.DOTALL)
_LECTURER = re.compile(r"```\{admonition\} For the lecturer.*?\n:\w+: \w+\n(.*?)```", re.DOTALL)
_LINK = re.compile(r"\]\((\w[\w-]*)\.md(#[\w-]*)?\)")
_WIDTH, _HEIGHT = 1280, 720
_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="reveal/reset.css"><link rel="stylesheet" href="reveal/reveal.css">
<link rel="stylesheet" href="../_static/slides.css">
<link rel="stylesheet" href="../_static/moving.css"></head>
<body><div class="reveal"><div class="slides">
{slides}
</div></div><script src="reveal/reveal.js"></script><script src="reveal/notes.js"></script>
<script>Reveal.initialize({{hash: true, width: {width}, height: {height}, margin: 0.04,
center: false, transition: "none", slideNumber: "c/t", plugins: [RevealNotes]}});</script>
</body></html>
"""


@dataclass
class Slide:
    """What a slide shows, and what the speaker reads."""

    title: str
    shown: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def html(self) -> str:
        """Return the slide as a section."""
        notes = f'<aside class="notes">{"".join(self.notes)}</aside>' if self.notes else ""
        return f"<section><h2>{self.title}</h2>{''.join(self.shown)}{notes}</section>"


@dataclass
class Wanted:
    """A place on a slide that the next code cell fills."""

    slide: Slide
    place: int
    kind: str
    word: str


def slides_of(notebook: nbformat.NotebookNode) -> list[Slide]:
    """Return the slides of an executed lesson."""
    slides: list[Slide] = []
    wanted: list[Wanted] = []
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            wanted += _read(slides, cell.source)
        elif cell.cell_type == "code":
            for each in wanted:
                each.slide.shown[each.place] = _of_cell(cell, each)
            wanted = []
    return slides


def _read(slides: list[Slide], source: str) -> list[Wanted]:
    """Add the slides of a text, and return which parts the next code cell fills."""
    wanted: list[Wanted] = []
    position = 0
    for found in _PART.finditer(source):
        _note(slides, source[position : found.start()])
        position = found.end()
        if found[0].startswith("%"):
            wanted += _mark(slides, found[0])
        else:
            slides += _quiz_slides(slides, *QUIZ.match(found[0]).groups())  # type: ignore[union-attr]
    _note(slides, source[position:])
    return wanted


def _mark(slides: list[Slide], comment: str) -> list[Wanted]:
    """Begin or continue a slide with the lines of a comment."""
    wanted: list[Wanted] = []
    text: list[str] = []
    for line in [*(line[2:] for line in comment.rstrip().split("\n")), "@"]:
        kind, _, word = line.partition(" ")
        if not kind.startswith("@") and kind != "slide:":
            text.append(line)
            continue
        if any(text):
            slides[-1].shown.append(_rendered(_LINK.sub(r"](../\1.html\2)", "\n".join(text))))
        text = []
        if kind == "slide:":
            slides.append(Slide(_rendered(word, inline=True)))
        elif kind == "@moving":
            slides[-1].shown.append(figure(word))
        elif kind in ("@code", "@output"):
            wanted.append(Wanted(slides[-1], len(slides[-1].shown), kind, word))
            slides[-1].shown.append("")
        elif kind != "@":
            words = f"{kind} is not @code, @output or @moving"
            raise ValueError(f"slide {slides[-1].title!r}: {words}")
    return wanted


def _note(slides: list[Slide], text: str) -> None:
    """Hand what no slide shows to the speaker: headings, answers and quizzes are left out."""
    if not slides:
        return
    plan = _LECTURER.search(text)
    kept = _FOLDED.sub("", _LECTURER.sub(plan[1] if plan else "", text))
    kept = re.sub(r"^#.*$|^(?:Next|Read on): .*$", "", kept, flags=re.MULTILINE)
    if kept.strip():
        slides[-1].notes.append(_rendered(_LINK.sub(r"](../\1.html\2)", kept)))


def _quiz_slides(slides: list[Slide], question: str, body: str) -> Iterator[Slide]:
    """Yield a question with its choices, and the same with the right one marked, and reasons."""
    number = sum(slide.title.startswith("Quiz") for slide in slides) // 2 + 1
    choices = choices_of(body)
    head = f"**{question}**\n\n"
    asked = "\n".join(f"{k}. {choice.text}" for k, choice in enumerate(choices, 1))
    yield Slide(f"Quiz, question {number}", [_with_letters(head + asked)])
    answered = "\n".join(
        f"{k}. {f'**{choice.text}**' if choice.right else choice.text}: {choice.verdict}"
        for k, choice in enumerate(choices, 1)
    )
    yield Slide(f"Quiz, question {number}: answer", [_with_letters(head + answered)])


def _with_letters(text: str) -> str:
    """Return Markdown as HTML, with letters in lists: choices may be numbers."""
    return _rendered(text).replace("<ol>", '<ol type="A">')


def _of_cell(cell: nbformat.NotebookNode, wanted: Wanted) -> str:
    """Return the part of a cell that a slide shows; it must be there, and be short."""
    where = f"slide {wanted.slide.title!r}"
    if "hide-cell" in cell.metadata.get("tags", ()):
        raise ValueError(f"{where}: the next cell is an answer")
    if wanted.kind == "@output":
        shown = [_output(each, where) for each in cell.outputs]
        if not any(shown):
            raise ValueError(f"{where}: the next cell has no output")
        return "".join(shown)
    code = _statements(cell.source, wanted.word)
    lines = len(code.splitlines())
    if not 0 < lines <= MOST_CODE:
        raise ValueError(f"{where}: {lines} lines of code, not 1 to {MOST_CODE}")
    return f"<pre><code>{escape(code)}</code></pre>"


def _statements(source: str, word: str) -> str:
    """Return a cell's code, or its statements with a word; comments between them are left out."""
    if not word:
        return source
    lines = source.split("\n")
    parts = []
    for node in ast.parse(source).body:
        first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", []))])
        part = "\n".join(lines[first - 1 : node.end_lineno])
        parts += [part] if word in part else []
    return "\n".join(parts)


def _output(output: Any, where: str) -> str:
    data = output.get("data", {})
    if "image/png" in data:
        return f'<img alt="a picture of the cell" src="data:image/png;base64,{data["image/png"]}">'
    if "text/html" in data:
        return f'<div class="table">{data["text/html"]}</div>'
    text = (output.get("text") or data.get("text/plain", "")).rstrip()
    if text.count("\n") >= _MOST_OUTPUT:
        raise ValueError(f"{where}: more than {_MOST_OUTPUT} lines of output")
    return f'<pre class="output">{escape(text)}</pre>' if text else ""


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
    sections = "\n".join(slide.html() for slide in slides)
    return _PAGE.format(title=title, slides=sections, width=_WIDTH, height=_HEIGHT)


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
    if app.config.nb_execution_mode == "off":  # slides show outputs
        return
    target = Path(app.outdir) / "slides"
    (target / "reveal").mkdir(parents=True, exist_ok=True)
    for name in _REVEAL:
        source = files("sphinx_revealjs").joinpath("_static", "revealjs", *name.split("/"))
        shutil.copyfile(str(source), target / "reveal" / Path(name).name)
    notebook = nbformat.read(executed, as_version=4)
    (target / f"{page}.html").write_text(page_of(notebook), encoding="utf-8")
    link = f'<a href="slides/{page}.html">Slides (S: speaker&#39;s notes)</a>'
    context["body"] = f'<p class="notebook">{link}</p>{context["body"]}'


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the writer."""
    app.connect("html-page-context", _add_link)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
