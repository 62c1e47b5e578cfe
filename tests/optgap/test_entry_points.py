"""Applications and packages of users extend the suite alike, and the suite works without them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import optgap
import optgap.evaluators
from optgap.core.installed import entry_points_of

ROOT = Path(__file__).parents[2]
SUITE = ("core", "instances", "formulations", "solvers", "heuristics", "validation")

MODULE = '''
import typer

from optgap.cli.options import InstanceArgument, JsonOption


def sha(instance: InstanceArgument, json: JsonOption = False) -> None:
    """Print the digest of an instance."""
    import optgap

    typer.echo(optgap.load(instance).sha256)


def twice(number: int) -> int:
    return 2 * number


def extend(problem):
    @problem.method(name="stay-home", kind="baseline", only_if_named=True)
    def stay_home(instance):
        """Nothing moves."""
        return {"machine": {item.name: item.machine for item in instance.items}}
'''

ENTRY_POINTS = """
[optgap.commands]
sha = stranger:sha
broken = stranger_without_module:command

[optgap.verbs]
twice = stranger:twice

[optgap.evaluators]
twice_as_well = stranger:twice

[optgap.methods]
consolidation.stay-home = stranger:extend
"""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder with an installed package of somebody else."""
    (tmp_path / "stranger.py").write_text(MODULE)
    information = tmp_path / "stranger-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: stranger\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text(ENTRY_POINTS)
    return tmp_path


def run(site: Path, *command: str) -> subprocess.CompletedProcess:
    environment = {**os.environ, "PYTHONPATH": str(site)}
    return subprocess.run(
        [sys.executable, "-W", "ignore", *command],
        cwd=site,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_command_of_another_package_is_one_of_optgaps(site: Path) -> None:
    ended = run(site, "-m", "optgap", "sha", "placement/fig6")
    assert ended.stdout.strip() == optgap.load("placement/fig6").sha256, ended.stderr
    listing = run(site, "-m", "optgap", "--help").stdout
    names = (" demo ", " report ", "Commands of stranger", " sha ")
    places = [listing.index(name) for name in names]
    assert places == sorted(places)
    assert " broken " not in listing


def test_a_command_that_cannot_be_imported_costs_a_warning(site: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "optgap", "--help"],
        env={**os.environ, "PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert " solve " in ended.stdout
    assert "the command 'broken' of stranger_without_module:command cannot be" in ended.stderr


def test_the_module_of_a_command_may_be_imported_first(site: Path) -> None:
    code = "import stranger; from optgap.cli import app; print(stranger.sha.__name__)"
    assert run(site, "-c", code).stdout.strip() == "sha"


def test_a_verb_and_an_evaluator_of_another_package(site: Path) -> None:
    code = (
        "import optgap, optgap.evaluators as e, json\n"
        "print(json.dumps([optgap.twice(4), e.twice_as_well(3), dir(optgap), dir(e)]))"
    )
    verb, evaluator, names, evaluators = json.loads(run(site, "-c", code).stdout)
    assert (verb, evaluator) == (8, 6)
    assert set(names) == {*dir(optgap), "twice"}
    assert evaluators == [*dir(optgap.evaluators), "twice_as_well"]


def test_a_method_of_another_package(site: Path) -> None:
    ended = run(
        site, "-m", "optgap", "solve", "consolidation/exchange", "--method", "stay-home", "--json"
    )
    document = json.loads(ended.stdout)
    assert document["method"] == "stay-home" and document["decision"] is not None
    listed = json.loads(run(site, "-m", "optgap", "methods", "consolidation", "--json").stdout)
    assert "stay-home" in json.dumps(listed)
    rows = json.loads(
        run(site, "-m", "optgap", "compare", "consolidation/exchange", "--json").stdout
    )
    assert "stay-home" not in json.dumps(rows), "only if it is named"


def test_two_packages_with_one_name_are_refused(site: Path) -> None:
    other = site / "other-1.0.dist-info"
    other.mkdir()
    (other / "METADATA").write_text("Metadata-Version: 2.1\nName: other\nVersion: 1.0\n")
    declared = "[optgap.verbs]\ntwice = other:twice\n[optgap.commands]\nsha = other:sha\n"
    (other / "entry_points.txt").write_text(declared)
    ended = run(site, "-c", "import optgap; optgap.twice(1)")
    assert "two packages declare the name 'twice'" in ended.stderr
    ended = run(site, "-m", "optgap", "problems")
    assert ended.returncode == 2 and "two packages declare the name 'sha'" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_command_with_the_name_of_one_of_optgaps_is_refused(site: Path) -> None:
    declared = site / "stranger-1.0.dist-info" / "entry_points.txt"
    declared.write_text("[optgap.commands]\nexplain = stranger:sha\n")
    ended = run(site, "-m", "optgap", "problems")
    assert ended.returncode == 2 and "Traceback" not in ended.stderr
    assert "command: 'explain' is a command of optgap, too: stranger:sha" in ended.stderr


BLOCKED = """
import importlib, importlib.metadata, json, sys
from pathlib import Path

APPLICATIONS = ("optgap_cluster", "optgap_found_programs")

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.startswith(APPLICATIONS):
            raise ModuleNotFoundError(f"{name} is blocked", name=name)

sys.meta_path.insert(0, Blocked())
installed = importlib.metadata.entry_points
importlib.metadata.entry_points = lambda **chosen: [
    point for point in installed(**chosen) if not point.value.startswith(APPLICATIONS)
]
"""

IMPORT_ALL = """
for name in NAMES:
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as error:  # of scripts, which import what lies beside them
        if error.name.startswith("optgap"):
            raise
print("all")
"""


def test_every_module_of_the_suite_imports_without_the_applications() -> None:
    names = ["optgap"]
    for folder in (*SUITE, "optgap"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            parts = list(path.relative_to(ROOT).with_suffix("").parts)
            parts = parts[1:] if parts[0] == "optgap" else parts
            parts = parts[:-1] if parts[-1] == "__init__" else parts
            if not {"__main__", "data"} & {*parts}:
                names.append(".".join(["optgap", *parts]))
    code = f"{BLOCKED}\nNAMES = {names!r}\n{IMPORT_ALL}"
    ended = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, check=False
    )
    assert ended.stdout.strip() == "all", ended.stderr


def without_applications(code: str, *arguments: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-W", "ignore", "-c", BLOCKED + code, *arguments],
        capture_output=True,
        text=True,
        check=False,
    )


COMMAND = "from optgap.cli.arguments import app\napp(sys.argv[1:])"


def test_the_suite_works_without_the_applications() -> None:
    code = (
        "import optgap\n"
        "assert optgap.solve('placement/fig6', 'ipa').objective == 16\n"
        "assert optgap.solve('consolidation/exchange', 'exact').status == 'optimal'\n"
    )
    listing = without_applications(code + COMMAND, "--help").stdout
    assert " solve " in listing
    shown = {line.split()[1] for line in listing.splitlines() if line.startswith("│ ")}
    assert not {"import", "judge", "place", "plan", "fleet", "stays"} & shown
    explained = without_applications(COMMAND, "explain", "placement/infeasible")
    assert explained.returncode == 0, explained.stderr


@pytest.mark.parametrize(
    ("name", "package"), [("plan", "optgap-cluster"), ("judge", "optgap-found-programs")]
)
def test_without_an_application_its_names_say_what_to_install(name: str, package: str) -> None:
    ended = without_applications(COMMAND, name, "now.json", "then.json")
    words = " ".join(ended.stderr.replace("│", " ").split())
    assert ended.returncode == 2
    assert f"{name!r} is a command of {package}: pip install {package}" in words
    verb = without_applications(f"import optgap\noptgap.{name}")
    assert f"it is part of {package}: pip install {package}" in verb.stderr


def test_a_name_that_nobody_has_names_no_package() -> None:
    unknown = without_applications("import optgap.evaluators\noptgap.evaluators.nonsense")
    assert unknown.stderr.endswith("has no attribute 'nonsense'\n")
    known = without_applications("import optgap.evaluators\noptgap.evaluators.gepa")
    assert known.stderr.endswith(
        "it is part of optgap-found-programs: pip install optgap-found-programs\n"
    )


def test_importing_evaluators_imports_no_application() -> None:
    pytest.importorskip("optgap_found_programs")
    code = (
        "import sys, optgap, optgap.evaluators\n"
        "dir(optgap), dir(optgap.evaluators)\n"
        "print([name for name in sys.modules if name.startswith('optgap_')])\n"
        "from optgap.evaluators import openevolve\n"
        "print(openevolve.__name__)"
    )
    printed = run(ROOT, "-c", code).stdout.split("\n")
    assert printed[:2] == ["[]", "openevolve"]


def test_the_stub_names_what_the_door_has() -> None:
    stub = (ROOT / "optgap" / "__init__.pyi").read_text()
    declared = stub.partition("__all__ = ")[2]
    own = [name for name in dir(optgap) if name not in entry_points_of("optgap.verbs")]
    assert json.loads(declared.replace(",\n]", "\n]")) == own
    for name in dir(optgap):
        assert getattr(optgap, name) is not None
