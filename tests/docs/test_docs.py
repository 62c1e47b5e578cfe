"""The notation tables of the docs name what the models have; the errata are those of the tests."""

import inspect
import re
import sys
from inspect import signature
from pathlib import Path

import pyomo.environ as pyo
import pytest

import optgap
from optgap.validation.catalogue import problem_named, problem_names
from optgap.validation.running.instances import bundled_names, instance_path
from optgap_cluster.kubernetes import read_cluster

DOCS = Path(__file__).parents[2] / "docs"


def notation(page: str) -> set[str]:
    """Return the names in the column "Pyomo" of a page's notation table."""
    names: set[str] = set()
    inside = False
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if len(cells) > 1 and cells[1] == "Pyomo":
            inside = True
        elif not cells:
            inside = False
        elif inside:
            names.update(re.findall(r"`(\w+)`", cells[1]))
    return names


SMALL_BYTES = 20_000


def component_names(name: str) -> tuple[set[str], set[str]]:
    """Return the names of sets and variables in the models of the small bundled instances.

    And the names of the rows that only the model for `explain` has.
    """
    build = problem_named(name).formulation.build_model
    small = [
        optgap.load(path)
        for path in bundled_names(name)
        if instance_path(path).stat().st_size < SMALL_BYTES
    ]
    kinds = (pyo.Set, pyo.RangeSet, pyo.Var)
    named = {
        component.name
        for instance in small
        for component in build(instance).component_objects(kinds, descend_into=False)
        if not component.name.endswith(("_index", "_domain"))
    }
    rows: dict[bool, set[str]] = {False: set(), True: set()}
    for instance in small if "every" in signature(build).parameters else ():
        for every, names in rows.items():
            model = build(instance, every=every)
            names |= {row.name for row in model.component_objects(pyo.Constraint)}
    return named, rows[True] - rows[False]


@pytest.mark.parametrize("name", problem_names())
def test_notation_is_the_model(name: str) -> None:
    page = (DOCS / f"{name}.md").read_text()
    named, explained = component_names(name)
    assert notation(page) - explained == named
    assert [row for row in explained if f"`{row}`" not in page] == []


def test_every_page_is_in_the_table_of_contents() -> None:
    """Each page is listed once, by the index or by a page that it lists."""
    tables = [
        re.findall(r"^([\w-]+)$", table, re.MULTILINE)
        for path in DOCS.glob("*.md")
        for table in re.findall(r"^```\{toctree\}\n(.*?)^```$", path.read_text(), re.M | re.S)
    ]
    names = [name for table in tables for name in table]
    assert len(names) == len(set(names))
    listed = set(names)
    assert listed >= {path.stem for path in DOCS.glob("*.md")} - {"index"}


def test_the_errata_are_complete() -> None:
    """Every test of a printed form is marked, and every mark says all that the page shows."""
    sys.path.insert(0, str(DOCS / "_ext"))
    import errata_marks

    found = list(errata_marks.errata())
    assert {each.paper for each in found} == set(errata_marks.PAPERS)
    assert len({(each.paper, each.place) for each in found}) == len(found)
    for each in found:
        assert all((each.place, each.printed, each.wrong, each.right)), each.test
    marked = {each.test.split("::")[1] for each in found}
    named = {
        name
        for path in (DOCS.parent / "tests").rglob("test_*.py")
        for name in re.findall(r"^def (test_\w*(?:erratum|as_printed)\w*)", path.read_text(), re.M)
    }
    assert named <= marked


def test_no_measurement_is_of_an_excluded_solver() -> None:
    """Versions of HiGHS that report wrong optima are named only where that is said."""
    for path in DOCS.glob("*.md"):
        if path.name not in ("proof.md",):
            assert not re.search(r"(?i)highs(?:py)? 1\.1[45]", path.read_text()), path.name


def test_the_pages_on_kubernetes_agree() -> None:
    """The page on the import repeats the guide's commands, and the defaults of the command line."""
    guide, page = ((DOCS / f"{name}.md").read_text() for name in ("my-cluster", "cluster-import"))
    fetched = re.search(r"^kubectl get .*$", guide, re.MULTILINE)
    assert fetched
    assert fetched[0] in page
    importing = page.split(fetched[0])[1].split("```")[0]
    assert "optgap import kubernetes dump.json" in importing
    default = inspect.signature(read_cluster).parameters["node_pods"].default
    assert f"`--node-pods {default}` (default)" in page
    assert f"`--node-pods {default}`, the default" in page
    for text in ("topology spread, disruption budgets, volume claims, host ports", "dump/nodes"):
        assert text not in page


def test_a_quotation_of_eigen_is_the_printed_one() -> None:
    sys.path.insert(0, str(DOCS / "_ext"))
    import errata_marks

    printed = {each.printed.rstrip(".") for each in errata_marks.errata()}
    assert not any("makes room for all instances" in text for text in printed)
    quoted = re.search(r'"(VRO [^"]* the baseline)"', (DOCS / "consolidation.md").read_text())
    assert quoted
    assert quoted[1] in printed


def test_the_first_columns_of_a_comparison_are_named() -> None:
    _, page = (DOCS / "_ext/python.md").read_text().split("The first columns of a `Comparison` are")
    named = re.findall(r"`(\w+)`", page.split(".")[0])
    table = optgap.compare("placement/fig6", ["ipa"])
    assert list(table.columns[: len(named)]) == named


def files_written(page: str) -> set[str]:
    """Return the names of the files that the executed cells of a page write beside it."""
    cells = re.findall(r"^```\{code-cell\}.*?^```$", page, re.MULTILINE | re.DOTALL)
    text = "\n".join(cells)
    written = re.findall(r'Path\("([\w.-]+)"\)\.write_text|optgap\.save\(\w+, "([\w.-]+)"', text)
    shell = re.findall(r"^!.*?(?:-o|[^2]>)\s+([\w-]+\.\w+)", text, re.MULTILINE)
    return {name for names in written for name in names if name} | set(shell)


def test_pages_that_are_executed_together_write_different_files() -> None:
    writers: dict[str, list[str]] = {}
    texts = {path: path.read_text() for path in DOCS.glob("*.md")}
    for path, text in texts.items():
        has_own_folder = "os.chdir(tempfile.mkdtemp())" in text
        for name in [] if has_own_folder else files_written(text):
            writers.setdefault(name, []).append(path.name)
    assert writers["rule.py"] == ["index.md"] and "cluster.json" in writers
    assert {name: pages for name, pages in writers.items() if len(pages) > 1} == {}


def test_formulas_are_of_one_line() -> None:
    """The site's formulas have no lines that are aligned: their marks would be seen."""
    for path in DOCS.glob("*.md"):
        assert not re.search(r"\\begin\{(align|gather|split)", path.read_text()), path.name
