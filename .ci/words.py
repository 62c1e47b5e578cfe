"""Keep words that read as another language out of pages, docstrings, messages and help.

    python .ci/words.py [FOLDER]

Prints one line for each place, with the better word, and ends with 1 if there is any.  Code is left
alone: fenced blocks and `names` on pages, and everything in modules that is not text.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

BETTER = {  # by pattern: the words of the field
    r"in the mean": "on average",
    r"anew": "again",
    r"nothing but": "only",
    r"in hand": "found, known",
    r"but for": "except for, unless",
    r"process(?:es)? of (?:its|their) own": "separate process",
    r"as (?:small|large|early|late|cheap|good|near) as possible": "minimise, maximise, the least",
    r"(?:give|gives|given|gave|giving) away": "allocate",
    r"(?:go|goes|went|going) on": "continue, resume",
    r"every single": "each",
    r"dust": "rounding error",
    r"mending": "repair",
    r"going home": "undo",
    r"second word": "independent re-check",
    r"leash": "lifeline",
    r"warden": "supervisor",
    r"standstill": "paused clock",
    r"last words": "end of the error output",
    r"(?:files?|rows?|rules?) (?:says?|speaks?)": "contains, states, applies to",
    r"says? so": "states it, reports it",
    r"speaks? of": "applies to, names",
    r"whoever": "users who, anyone who",
    r"(?:hand|hands|handed|handing) on": "pass",
    r"right side": "right-hand side",
    r"none to spare": "minimal",
    r"sees that": "checks that",
    r"rots?": "breaks unnoticed",
    r"(?:told|tell|tells|telling) apart": "distinguish",
    r"what is missing": "the missing part, by name",
    r"who finds?": "that find",
    r"for want of": "because there is no",
    r"nobody (?:has to|knows|waits)": "without, unknown",
    r"in vain": "without success",
    r"does not do": "is not enough",
    r"at one go": "at once",
    r"(?:to|can|could) be had": "is available",
    r"comes? to nothing": "fails",
    r"takes? the place of": "replaces",
    r"bearable": "acceptable",
    r"of old": "of earlier versions",
}
PATTERN = re.compile(rf"\b(?:{'|'.join(BETTER)})\b", re.IGNORECASE)
SOURCES = (
    *("core", "instances", "formulations", "solvers", "heuristics", "validation", "optgap"),
    *("apps/cluster/optgap_cluster", "apps/found_programs/optgap_found_programs", "examples"),
)
PAGES = ("docs/*.md", "README.md", "CONTRIBUTING.md", "AGENTS.md", "CHANGELOG.md")
_FENCE = re.compile(r"^(```|:::).*?^\1", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`[^`\n]*`|\$[^$\n]*\$|\]\([^)]*\)")


class Place(NamedTuple):
    """A word to replace: its file and line, the line's text, and the better word."""

    file: Path
    line: int
    found: str
    better: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.found!r}: write {self.better}"


def better_word(found: str) -> str:
    """Return what the table says about a match."""
    words = " ".join(found.split())
    return next(b for p, b in BETTER.items() if re.fullmatch(p, words, re.IGNORECASE))


def places_in(text: str, file: Path, first: int = 1) -> Iterator[Place]:
    """Yield the places in a text; a phrase may be wrapped over two lines."""
    flat = re.sub(r"\s", " ", text)
    for found in PATTERN.finditer(flat):
        yield Place(
            file, first + text.count("\n", 0, found.start()), found[0], better_word(found[0])
        )


def without_code(page: str) -> str:
    """Return a page whose code is blank, with the same lines."""
    for pattern in (_FENCE, _CODE):
        page = pattern.sub(lambda code: re.sub(r"[^\n]", "#", code[0]), page)
    return page


def texts_of(module: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of every docstring and message of a module."""
    for node in ast.walk(ast.parse(module)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield node.lineno, re.sub(r"`[^`\n]*`", lambda c: "#" * len(c[0]), node.value)


def places(root: Path) -> Iterator[Place]:
    """Yield all places of a source tree."""
    for page in sorted(path for pattern in PAGES for path in root.glob(pattern)):
        yield from places_in(without_code(page.read_text()), page.relative_to(root))
    for module in sorted(path for folder in SOURCES for path in (root / folder).rglob("*.py")):
        for line, text in texts_of(module.read_text()):
            yield from places_in(text, module.relative_to(root), line)


def main() -> int:
    """Print every place; return the exit code."""
    found = list(places(Path(sys.argv[1] if len(sys.argv) > 1 else ".")))
    print("\n".join(map(str, found)) or "no word of the list")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
