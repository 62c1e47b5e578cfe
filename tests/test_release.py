"""What a release repeats agrees with the one place where it stands."""

import json
import re
import tomllib
from pathlib import Path

import pytest
import yaml

import optgap

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text())


def test_the_version_stands_in_one_place() -> None:
    assert PROJECT["dynamic"] == ["version"]
    assert "version" not in PROJECT
    assert CITATION["version"] == optgap.__version__


def test_the_changelog_has_a_section_for_the_version_and_its_day() -> None:
    heading = f"## [{optgap.__version__}] - {CITATION['date-released']}"
    assert heading in (ROOT / "CHANGELOG.md").read_text().splitlines()


def test_a_citation_names_what_the_package_names() -> None:
    assert CITATION["license"] == PROJECT["license"]
    assert CITATION["url"] == PROJECT["urls"]["Homepage"]
    assert CITATION["repository-code"] == PROJECT["urls"]["Source"]
    authors = [author["name"] for author in PROJECT["authors"]]
    assert [author["name"] for author in CITATION["authors"]] == authors


def _hidden(path: str) -> str:
    """Return a file that stands in the repository, not in what is built from it."""
    file = ROOT / path
    if not file.is_file():
        pytest.skip("the sdist has no files of the host")
    return file.read_text()


def test_the_archive_names_what_the_package_names() -> None:
    archive = json.loads(_hidden(".zenodo.json"))
    assert archive["license"] == PROJECT["license"]
    assert archive["creators"] == PROJECT["authors"]


def test_the_host_runs_the_same_commands() -> None:
    """Its continuous integration is `.ci/run`; every make target that it names is there."""
    jobs = yaml.safe_load(_hidden(".github/workflows/ci.yml"))["jobs"]
    assert jobs["all"]["steps"][-1]["run"] == "bash .ci/run"
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
    for workflow in ("ci", "release"):
        text = _hidden(f".github/workflows/{workflow}.yml")
        named = {name for line in re.findall(r"run: make (.+)", text) for name in line.split()}
        assert named
        assert named <= targets


@pytest.mark.parametrize("application", ["cluster", "found_programs"])
def test_an_application_has_the_version_and_the_facts_of_the_suite(application: str) -> None:
    project = tomllib.loads((ROOT / "apps" / application / "pyproject.toml").read_text())["project"]
    assert project["version"] == optgap.__version__
    assert f"optgap=={optgap.__version__}" in project["dependencies"]
    for fact in ("authors", "license", "requires-python"):
        assert project[fact] == PROJECT[fact]
    least = {re.split("[<>=]", line)[0]: line for line in PROJECT["dependencies"]}
    shared = [line for line in project["dependencies"] if not line.startswith("optgap")]
    assert [line for line in shared if least[re.split("[<>=]", line)[0]] != line] == []
