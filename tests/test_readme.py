"""README: its code runs and prints what it shows, and what is computed in it is up to date."""

import contextlib
import io
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()


@pytest.fixture(scope="module")
def written():
    sys.path[:0] = [str(ROOT / "docs"), str(ROOT / "docs" / "_ext")]
    import findings
    import write_readme

    yield findings, write_readme
    del sys.path[:2]


def test_the_code_prints_what_is_shown() -> None:
    code, shown = re.findall(r"```(?:python|text)\n(.*?)```", README, re.DOTALL)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(code, {})
    assert printed.getvalue() == shown


def test_charts_badges_and_findings_are_up_to_date(written) -> None:
    _, write_readme = written
    for path, text in write_readme.pictures().items():
        assert (ROOT / path).read_text() == text, path
    assert write_readme.readme() == README


def test_every_finding_names_a_page_and_data_that_are_there(written) -> None:
    findings, _ = written
    for compute in findings.FINDINGS:
        each = compute()
        assert (ROOT / "docs" / f"{each.page}.md").exists()
        assert each.source == findings.SOLVED or not each.date or (ROOT / each.source).exists()
        script = re.search(r"benchmarks/\w+\.py", each.command)
        assert bool(script) == bool(each.date), each.subject
        assert script is None or (ROOT / script[0]).exists()
    rows = README.split("<!-- findings")[1].split("<!-- end")[0].count("\n| ") - 2
    assert rows <= 8


def test_every_link_leads_to_a_file() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)|srcset=\"([^\"]+)\"|src=\"([^\"]+)\"", README):
        path = next(filter(None, target))
        assert path.startswith("http") or (ROOT / path).exists(), path


def test_the_test_command_is_what_ci_runs() -> None:
    commands = re.findall(r"^make [a-z]+", README, re.MULTILINE)
    assert "make test" in commands
    ci = (ROOT / ".ci" / "run").read_text() if (ROOT / ".ci" / "run").exists() else "make test"
    assert "make test\n" in ci + "\n"
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert {command.split()[1] for command in commands} <= targets


def test_every_command_is_one() -> None:
    from typer.main import get_command

    from optgap.cli import app

    known = set(get_command(app).commands)
    for command in re.findall(r"`optgap (\w+)", README):
        assert command in known, command


def test_the_script_says_what_is_out_of_date() -> None:
    ran = subprocess.run(
        [sys.executable, "docs/write_readme.py", "--check"],
        cwd=ROOT, capture_output=True, text=True,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout
