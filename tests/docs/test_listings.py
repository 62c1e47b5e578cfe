"""Every name in a listing of a formulation is explained: there, or in the tables of its page."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from optgap.formulations import algebra
from optgap.validation.catalogue import problem_names

DOCS = Path(__file__).parents[2] / "docs"
LANGUAGE = {*algebra.__all__, "model", "pyo", "np", "FloatArray", *dir(builtins)}
LISTING = re.compile(r"```\{literalinclude\} (\S*formulations/\S+)\n(.*?)```", re.DOTALL)


def listings(page: Path) -> Iterator[str]:
    """Return the texts that Sphinx includes from formulations."""
    yield from (text for text, _ in listings_with_what_follows(page))


def listings_with_what_follows(page: Path) -> Iterator[tuple[str, str]]:
    """Return each listing, and the line of the source at which it ends."""
    for path, body in LISTING.findall(page.read_text()):
        options = dict(re.findall(r'^:([\w-]+): "?(.*?)"?$', body, re.MULTILINE))
        lines = (page.parent / path).read_text().splitlines()
        start = options["start-at"].replace('\\"', '"')
        first = next(k for k, line in enumerate(lines) if start in line)
        end = options.get("end-before", "").replace('\\"', '"')
        rest = range(first + 1, len(lines))
        last = next((k for k in rest if end and end in lines[k]), len(lines))
        margin = len(lines[first]) - len(lines[first].lstrip())
        yield dedent("\n".join(lines[first:last])), "".join(lines[last : last + 1])[margin:]


def explained(page: Path) -> set[str]:
    """Return the names in the tables of a page, and those before and after a dot or a bracket."""
    cells = re.findall(r"^\|.*\|$", page.read_text(), re.MULTILINE)
    code = re.findall(r"`([^`]+)`", "\n".join(cells))
    return {name for part in code for name in re.findall(r"[A-Za-z_]\w*", part)}


def used(text: str) -> tuple[set[str], set[str], set[str]]:
    """Return the names that a listing reads, the members of ``model``, and what it defines."""
    tree = ast.parse(text)
    nodes = list(ast.walk(tree))
    names = [node for node in nodes if isinstance(node, ast.Name)]
    defined = {node.id for node in names if isinstance(node.ctx, ast.Store)}
    defined |= {node.arg for node in nodes if isinstance(node, ast.arg)}
    defined |= {node.name for node in nodes if isinstance(node, ast.FunctionDef)}
    read = {node.id for node in names if isinstance(node.ctx, ast.Load)}
    members = {
        node.attr
        for node in nodes
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "model"
    }
    return read - defined, members - defined - {"Constraint", "Objective"}, defined


def test_no_listing_ends_inside_a_function() -> None:
    cut = [
        f"{page.name}: {text.splitlines()[0]}"
        for page in DOCS.glob("*.md")
        for text, next_line in listings_with_what_follows(page)
        if next_line.startswith(" ")
    ]
    assert cut == []


@pytest.mark.parametrize("name", problem_names())
def test_names_in_listings_are_explained(name: str) -> None:
    page = DOCS / f"{name}.md"
    known = explained(page) | LANGUAGE
    unknown: set[str] = set()
    texts = list(listings(page))
    assert texts
    for text in texts:
        names, members, defined = used(text)
        unknown |= (names | members) - known
        known |= defined
    assert unknown == set()


def test_a_listing_with_an_unknown_name_is_seen() -> None:
    text = "@model.Constraint(model.I)\ndef f(model, i):\n    return g(model.B[i]) <= b[i]\n"
    names, members, _ = used(text)
    assert names == {"model", "g", "b"} - {"model"}
    assert members == {"I", "B"}


FORMULATIONS = Path(__file__).parents[2] / "formulations"


def rules_of(path: Path) -> Iterator[str]:
    """Yield the names of the constraints and objectives that a module of formulations states."""
    for node in ast.walk(ast.parse(path.read_text())):
        for decorator in getattr(node, "decorator_list", ()):
            words = ast.unparse(decorator)
            if "Constraint" in words or "Objective" in words or words.startswith("family("):
                yield node.name


SHARED = {"application": ("microq", "microw")}  # what two problems share is on the page of one


def rooms() -> dict[str, list[Path]]:
    """Return the modules that state constraints, by the name of their problem."""
    found: dict[str, list[Path]] = {}
    for path in sorted(FORMULATIONS.rglob("*.py")):
        if any(rules_of(path)):
            found.setdefault(
                path.relative_to(FORMULATIONS).parts[0].removesuffix(".py"), []
            ).append(path)
    return found


@pytest.mark.parametrize("room", rooms())
def test_every_constraint_is_on_the_page_of_its_problem(room: str) -> None:
    """In a listing, or in the table of what is not shown; on another page does not count."""
    pages = [DOCS / f"{name}.md" for name in SHARED.get(room, (room,))]
    texts = [text for page in pages for text in listings(page)]
    listed = {name for text in texts for name in re.findall(r"def (\w+)", text)}
    in_tables = {name for page in pages for name in explained(page)}
    stated = {name for path in rooms()[room] for name in rules_of(path)}
    assert stated - listed - in_tables == set()


def test_there_are_many_constraints() -> None:
    assert sum(len(list(rules_of(path))) for paths in rooms().values() for path in paths) > 140


def test_the_families_of_placement_rules_are_in_the_table() -> None:
    from optgap.formulations.consolidation.placement_rules import FAMILIES

    assert set(FAMILIES) <= explained(DOCS / "consolidation.md")


def test_no_constraint_is_anonymous() -> None:
    lists = [
        str(path)
        for path in FORMULATIONS.rglob("*.py")
        if re.search(r"ConstraintList|add_component\(f?\"", path.read_text())
    ]
    assert lists == []
