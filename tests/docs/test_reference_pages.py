"""The map of techniques names what there is; the table of notation has every symbol."""

from __future__ import annotations

import inspect
import re
import sys
from pathlib import Path

import pytest

import optgap.figures
import optgap.own_models
import optgap.problem
import optgap.testing
from optgap.validation.catalogue import problem_named, problem_names

DOCS = Path(__file__).parents[2] / "docs"
TECHNIQUES = (DOCS / "problems.md").read_text().split("(techniques)=")[1]
LINK = r"\[[^\]]*\]\((\w[\w-]*)\.md(?:#[\w-]+)?\)"


@pytest.fixture
def notation(monkeypatch: pytest.MonkeyPatch):
    """Return the module that writes the tables of notation."""
    pytest.importorskip("sphinx", reason="the tables belong to the docs")
    monkeypatch.setattr(sys, "path", [*sys.path, str(DOCS / "_ext")])
    import notation

    return notation


def test_the_map_names_methods_that_there_are() -> None:
    named = re.findall(LINK + r": ((?:`[\w-]+`(?:,\s+)?)+)", TECHNIQUES)
    assert len(named) > 30
    for page, methods in named:
        there = {method.name for method in problem_named(page).methods}
        assert set(re.findall(r"`([\w-]+)`", methods)) <= there, page


def test_every_problem_and_every_lesson_is_on_the_map() -> None:
    linked = set(re.findall(LINK, TECHNIQUES))
    assert set(problem_names()) <= linked
    assert {path.stem for path in DOCS.glob("lesson-*.md")} <= linked


def test_the_map_names_sections_that_there_are() -> None:
    named = re.findall(LINK + r',\s+"([^"]+)"', TECHNIQUES)
    assert len(named) > 15
    for page, section in named:
        headings = re.findall(r"^##+ (.*)$", (DOCS / f"{page}.md").read_text(), re.MULTILINE)
        assert section in headings, page


def test_every_technique_of_the_first_table_has_a_section() -> None:
    asked = re.findall(r"\]\(#(technique-\w+)\)", TECHNIQUES)
    assert asked == re.findall(r"^\((technique-\w+)\)=$", TECHNIQUES, re.MULTILINE)
    assert TECHNIQUES.count("**Derived:**") == TECHNIQUES.count("**Used by:**") == len(asked)


@pytest.mark.parametrize(
    ("symbol", "letter"),
    [
        ("L_{ij}", "L"),
        (r"\tilde m_p", "m"),
        (r"\tilde{\mathcal J}", "J"),
        ("r_i^{Lower}", "r"),
        (r"\mathcal I_c(\varepsilon_{rc})", "I"),
        (r"\beta_j", r"\beta"),
        (r"k \in R", "k"),
        (r"\Delta l_j(a)", "l"),
        ("a_t - d_t", None),
        ("H_{pn} / H_n", None),
        ("(j, k)", None),
        (r"c \cdot S", None),
        (r"\min(A_{ir}, need_r)", None),
    ],
)
def test_the_letter_of_a_symbol(notation, symbol: str, letter: str | None) -> None:
    assert notation.letter_of(symbol) == letter


def test_every_page_with_symbols_is_in_the_notation(notation) -> None:
    rows = notation.rows(DOCS)
    pages = {row.page for row in rows}
    assert pages == {path.stem for path in DOCS.glob("*.md") if "| symbol |" in path.read_text()}
    meanings = {(row.page, row.symbol): row.meaning for row in rows}
    assert meanings["placement", r"\beta_j"] == "maximum number of instances on machine $j$"
    assert meanings["microq", "H_n"] == meanings["microw", "H_n"] == "mips of node $n$"
    written = notation.table(DOCS)
    assert all(row.meaning in written for row in rows)


def test_a_new_symbol_of_a_page_comes_into_the_notation(notation, tmp_path: Path) -> None:
    head = "| symbol | field | meaning |\n| --- | --- | --- |\n"
    page = f"{head}| $x_i$, $y$ | `x` | one thing |\n\n{head}| $x_i$ | `x` | another |\n"
    (tmp_path / "page.md").write_text(page)
    rows = notation.rows(tmp_path)
    assert [(row.symbol, row.meaning) for row in rows] == [("x_i", "one thing"), ("y", "one thing")]


@pytest.fixture
def reference(monkeypatch: pytest.MonkeyPatch):
    """Return the module that writes the pages of commands, names and files."""
    pytest.importorskip("sphinx", reason="the pages belong to the docs")
    monkeypatch.setattr(sys, "path", [*sys.path, str(DOCS / "_ext")])
    import reference

    return reference


def test_every_command_has_an_example_and_every_option_a_meaning(reference) -> None:
    commands = reference.commands()
    assert set(commands) == set(reference.COMMAND_EXAMPLES)
    for name, command in commands.items():
        assert all(option.help for option in command.params if option.param_type_name == "option")
        assert set(reference.exit_codes(name)) <= set(reference.CODES)


def test_every_option_of_a_method_is_on_the_page_with_its_meaning(reference) -> None:
    page = reference.options_page()
    _, *sections = page.split("\n## ")
    assert len(sections) > 10
    for section in sections:
        name = section.split("\n")[0]
        rows = [line.split(" | ") for line in section.splitlines() if line.startswith("| `")]
        assert all(row[3].strip() for row in rows), name
        shown = {
            (key.strip("| `"), method)
            for key, *_, methods in rows
            for method in re.findall(r"`([\w+-]+)`", methods)
        }
        declared = {
            (key, method.name) for method in problem_named(name).methods for key in method.options
        }
        assert shown == declared, name


def test_the_page_of_a_command_has_its_options_and_what_it_prints(reference) -> None:
    page = reference.command_page("check", reference.commands()["check"], DOCS)
    assert "| `--json` |" in page
    assert "accepted: objective 16, certificate valid" in page


def test_the_page_of_a_function_has_its_docstring_and_output(reference) -> None:
    page = reference.name_page("problem_named")
    assert ".. autofunction:: optgap.problem_named" in page
    assert "Assign a stage's instances" in page


def test_every_public_name_has_an_example(reference) -> None:
    """Names of `optgap`, and those of three modules on the index page; the build runs them all."""
    shown = (DOCS / "_ext" / "python.md").read_text()
    names = {name for name in optgap.__all__ if not inspect.ismodule(getattr(optgap, name))}
    for module in (optgap.figures, optgap.own_models, optgap.testing):
        for name in module.__all__:
            if getattr(module, name) is not getattr(optgap, name, None):
                names.add(f"{module.__name__[7:]}.{name}")
    names -= {"testing.instances", "testing.mutated_instances"}  # they need the package hypothesis
    assert set(reference.NAME_EXAMPLES) == names
    assert {name for name in names if "." in name and f"example {name} " not in shown} == set()
    page = reference.with_examples("<!-- example testing.assert_ratio_at_most -->")
    assert "proven optimum is 16.0" in page


def test_the_fields_of_an_instance_have_the_words_of_its_page(reference) -> None:
    known = reference.meanings((DOCS / "placement.md").read_text())
    page = reference.file_page(*reference.schemas()["placement-instance"], known)
    assert re.search(r"\| `latency` \| .* \| yes \| \w+", page)


@pytest.fixture
def problem_examples(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "path", [*sys.path, str(DOCS / "_ext")])
    import problem_examples

    return problem_examples


def test_every_name_of_an_own_problem_has_an_example(problem_examples) -> None:
    assert set(problem_examples.EXAMPLES) == set(optgap.problem.__all__)


@pytest.mark.parametrize("name", optgap.problem.__all__)
def test_the_example_of_a_name_uses_it_and_prints(
    problem_examples, name: str, tmp_path: Path, monkeypatch, capsys
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OPTGAP_PROBLEM_FILES", "")
    code = problem_examples.EXAMPLES[name][2]
    assert name in code
    exec(compile(code, name, "exec", dont_inherit=True), {"__name__": "example"})
    assert capsys.readouterr().out.strip()


def test_the_bound_of_an_answer_may_be_left_to_its_certificate(
    problem_examples, capsys, monkeypatch
) -> None:
    monkeypatch.setenv("OPTGAP_PROBLEM_FILES", "")
    code = problem_examples.EXAMPLES["Certificate"][2]
    assert "bound=" not in code
    exec(compile(code, "certificate", "exec", dont_inherit=True), {"__name__": "example"})
    assert capsys.readouterr().out.split() == ["5.0", "4.5", "certified"]
