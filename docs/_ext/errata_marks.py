"""Errors in print, read from the marks of the tests that show them; needs no Sphinx."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import optgap

PLACEHOLDER = "<!-- errata -->"
TESTS = Path(__file__).parents[2] / "tests"
PROOFS = TESTS / "data/proofs"
PAPERS = {
    "stage": "Lyu et al., stage optimizer, PVLDB 15(11), 2022",
    "soda": "Wolf et al., The SODA Optimizing Scheduler for System S, IBM report",
    "adaptive": "Han et al., AdaptiveConfig, TPDS 2019",
    "slaq": "Stafman, Utility Scheduling for Multi-Tenant Clusters, Princeton, 2019",
    "eigen": "Eigen, PVLDB 16(12), 2023",
}

OTHER_PAGES = {"soda": ("soda_epochs",)}


def pages_of(paper: str) -> list[str]:
    """Return the pages of a paper: those of the problems that name it, and others."""
    named = {name: optgap.problem_named(name).paper.casefold() for name in optgap.problem_names()}
    own = [name for name, place in named.items() if place.startswith(paper)]
    return [*own, *OTHER_PAGES.get(paper, ())]


@dataclass(frozen=True)
class Erratum:
    """One error in print, with the test that shows it."""

    paper: str
    place: str
    printed: str
    wrong: str
    right: str
    test: str
    proofs: tuple[str, ...] = ()  # bundled instances of the test whose optimum has a shipped proof


def errata() -> Iterator[Erratum]:
    """Yield what the marks ``pytest.mark.erratum`` of all tests say, without running them."""
    for path in sorted(TESTS.rglob("test_*.py")):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef):
                for mark in function.decorator_list:
                    if isinstance(mark, ast.Call) and ast.unparse(mark.func).endswith(".erratum"):
                        given = {k.arg: ast.literal_eval(k.value) for k in mark.keywords}
                        test = f"{path.relative_to(TESTS.parent)}::{function.name}"
                        yield Erratum(**given, test=test, proofs=_proofs(function))


def _proofs(function: ast.FunctionDef) -> tuple[str, ...]:
    """Return the bundled instances that a test names and whose optimum has a shipped proof."""
    texts = {n.value for n in ast.walk(function) if isinstance(n, ast.Constant)}
    names = {text for text in texts if isinstance(text, str) and "/" in text}
    return tuple(sorted(name for name in names if (PROOFS / name.replace("/", "-")).is_dir()))


def _trust(erratum: Erratum) -> str:
    """Say which shipped proofs vouch for the numbers of an erratum."""
    named = ", ".join(f"`{name}`" for name in erratum.proofs)
    return f"model-certified: the optimum of {named} has a [shipped proof](proof.md)"


def page() -> str:
    """Return the list of errors, a section per paper."""
    found = list(errata())
    lines = [
        f"Here are {len(found)} errors in print. The test of each computes its numbers",
        "itself, with the checker or by enumeration. *Trust* names the proofs where there are any.",
        "",
    ]
    for key, title in PAPERS.items():
        pages = ", ".join(f"[{name}]({name}.md)" for name in pages_of(key))
        lines += [f"### {title}", "", f"The problems: {pages}.", ""]
        for each in found:
            if each.paper == key:
                lines += [
                    f"**{each.place}**",
                    "",
                    f"- *Printed:* {each.printed}",
                    f"- *What goes wrong:* {each.wrong}",
                    f"- *Right:* {each.right}",
                    f"- *Shown by* `{each.test}`",
                    *([f"- *Trust*: {_trust(each)}"] if each.proofs else []),
                    "",
                ]
    return "\n".join(lines)
