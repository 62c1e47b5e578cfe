"""The table of notation for all pages, generated from the tables of symbols on these pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

PLACEHOLDER = "<!-- notation -->"
_MATHS = re.compile(r"\$([^$]+)\$")
_DECORATION = re.compile(r"\\(?:tilde|hat|bar|mathcal)\b\s*")
_SCRIPT = re.compile(r"[_^](?:\{[^{}]*\}|\\?\w+|.)")
_COMMA = re.compile(r", (?![^({]*[)}])")
_SYMBOL = re.compile(r"(?:\\Delta )?(?!\\min|\\max)(\\?[A-Za-z]+)(?:\([^()]*\))?(?: \\in .*)?")


class Row(NamedTuple):
    """A symbol, its cell in the table of a page, its name in files or models, and its meaning."""

    letter: str
    symbol: str
    cell: str
    page: str
    name: str
    meaning: str


def letter_of(symbol: str) -> str | None:
    """Return the letter that a symbol is made of; of an expression there is none."""
    bare = _SCRIPT.sub("", _DECORATION.sub("", symbol)).replace("{", "").replace("}", "")
    plain = _SYMBOL.fullmatch(bare.strip())
    return plain[1] if plain else None


def symbols_in(cell: str) -> list[str]:
    """Return the symbols and expressions of a cell."""
    return [symbol for maths in _MATHS.findall(cell) for symbol in _COMMA.split(maths)]


def cells_of_symbols(page: str) -> Iterator[tuple[str, str, str]]:
    """Yield symbols, name and meaning of every row in the tables of symbols of a page."""
    inside = False
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if cells[:1] == ["symbol"]:
            inside = True
        elif not cells:
            inside = False
        elif inside and not cells[0].startswith("---"):
            yield cells[0], cells[1] or cells[2], cells[-1]


def rows(docs: Path) -> list[Row]:
    """Return the symbols of all pages by letter, each once per page with its first meaning."""
    found: dict[tuple[str, str], Row] = {}
    for path in sorted(docs.glob("*.md")):
        for cell, name, meaning in cells_of_symbols(path.read_text()):
            for symbol in symbols_in(cell):
                letter = letter_of(symbol)
                if letter:
                    row = Row(letter, symbol, cell, path.stem, name, meaning)
                    found.setdefault((path.stem, symbol), row)
    return sorted(found.values(), key=lambda row: (_rank(row.letter), row.page, row.symbol))


def _rank(letter: str) -> tuple[bool, str, str]:
    """Return a key that sorts Latin before Greek letters, and a small letter before its capital."""
    return letter.startswith("\\"), letter.lower(), letter.swapcase()


def table(docs: Path) -> str:
    """Return a section per letter with its meanings, in Markdown."""
    parts = []
    head = ["| symbol | page | name | meaning |", "| --- | --- | --- | --- |"]
    for letter, group in groupby(rows(docs), key=lambda row: row.letter):
        parts += [f"**${_shown(letter)}$**", "", *head]
        lines = (f"| {r.cell} | [{r.page}]({r.page}.md) | {r.name} | {r.meaning} |" for r in group)
        parts += dict.fromkeys(lines)
        parts.append("")
    return "\n".join(parts)


def _shown(letter: str) -> str:
    return letter if len(letter) == 1 or letter.startswith("\\") else rf"\mathit{{{letter}}}"
