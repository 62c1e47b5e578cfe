"""A problem as a benchmark for Benchopt: what is written, what it measures, and that it loads."""

import json
import math
import os
import subprocess
import sys
from pathlib import Path

import pytest

import optgap
from optgap.benchopt import export_benchopt, references, score
from optgap.core.installed import is_installed

ROOT = Path(__file__).parents[2]
KNAPSACK = ROOT / "examples" / "knapsack.py"
LOADED = """
import sys
sys.path.insert(0, {folder!r})
from benchopt.benchmark import Benchmark
bench = Benchmark({folder!r}, seed=0)
objective = bench.get_benchmark_objective().get_instance()
dataset = bench.get_datasets()[0].get_instance(instance={instance!r})
objective._set_dataset(dataset)
for solver in bench.get_solvers():
    chosen = solver.get_instance(time_limit=5.0)
    skipped, why = chosen._set_objective(objective)
    assert not skipped, why
    chosen.run_once()
    print(solver.name, objective(chosen.get_result())[0]["objective_value"])
"""


@pytest.fixture(autouse=True)
def no_problem_files(monkeypatch) -> None:
    """What a test makes known is forgotten after it."""
    monkeypatch.setenv("OPTGAP_PROBLEM_FILES", "")


@pytest.fixture(scope="module")
def tiny(tmp_path_factory) -> Path:
    """The benchmark of a problem whose instances are all tiny."""
    folder = tmp_path_factory.mktemp("tiny") / "eviction"
    export_benchopt("eviction", folder, time_limit=5)
    return folder


def test_the_folder_has_what_benchopt_looks_for(tiny: Path) -> None:
    methods = [method.name for method in optgap.problem("eviction").methods]
    solvers = [path.read_text() for path in (tiny / "solvers").glob("*.py")]
    assert len(solvers) == len(methods)
    assert all(any(f'METHOD = "{name}"\n' in text for text in solvers) for name in methods)
    for path in tiny.rglob("*.py"):
        compile(path.read_text(), str(path), "exec")
    assert "class Objective(BaseObjective)" in (tiny / "objective.py").read_text()
    assert "class Dataset(BaseDataset)" in (tiny / "datasets/instances.py").read_text()


def test_instances_without_a_plan_are_left_out(tiny: Path) -> None:
    known = json.loads((tiny / "references.json").read_text())
    listed = (tiny / "datasets/instances.py").read_text()
    assert {path.stem for path in (tiny / "instances").glob("*.json")} == set(known)
    for name, summaries in known.items():
        infeasible = any(each["status"] == "infeasible" for each in summaries)
        assert infeasible == (f'"{name}"' not in listed)
    assert '"all-too-small"' not in listed


def test_the_score_is_the_checkers_and_the_gap_that_of_a_comparison() -> None:
    instance = optgap.load("placement/fig6")
    known = references(instance, 10)
    worse = optgap.solve(instance, "fuxi")
    found = score(instance, worse.model_dump(mode="json"), known)
    assert found == {
        "value": pytest.approx(1 / 3),
        "score": 24.0,
        "bound": 16.0,
        "proven": 1.0,
        "violations": 0.0,
    }
    table = optgap.compare(instance, methods=["bottleneck", "fuxi"])
    assert found["value"] == pytest.approx(table["gap_to_best_bound"].iloc[1])


def test_nothing_that_a_solution_claims_is_taken_over() -> None:
    """A false objective and a false bound change nothing; a broken decision is not a solution."""
    instance = optgap.load("placement/fig6")
    known = references(instance, 10)
    claim = {**optgap.solve(instance, "fuxi").model_dump(mode="json"), "objective": 1, "bound": 1}
    assert score(instance, claim, known)["score"] == 24.0
    broken = {"machine_of": [0] * len(instance.latency)}
    found = score(instance, {"decision": broken}, known)
    assert found["value"] == math.inf
    assert found["violations"] >= 1
    assert math.isnan(score(instance, {"decision": claim["decision"]}, [])["value"])


def test_of_a_front_the_value_is_what_it_misses() -> None:
    instance = optgap.load("resource_plan/fig8")
    known = references(instance, 10)
    whole = optgap.solve(instance).model_dump(mode="json")
    assert score(instance, whole, known)["value"] == 0.0
    part = {"front": whole["front"][:1]}
    assert 0.0 < score(instance, part, known)["value"] < 1.0
    with pytest.raises(optgap.InputError, match="list of points"):
        score(instance, {"front": [{"decision": {}}]}, known)


def test_a_bound_that_a_solution_beats_is_no_reference() -> None:
    instance = optgap.load("placement/fig6")
    known = [{**each, "bound": 17.0} for each in references(instance, 10)]
    with pytest.raises(optgap.InputError, match="contradicts"):
        score(instance, optgap.solve(instance).model_dump(mode="json"), known)


def test_an_own_problem_comes_along_with_its_file(optgap_command, tmp_path: Path) -> None:
    arguments = ["export", "benchopt", "knapsack", tmp_path / "k", "--problem", KNAPSACK]
    facts = optgap_command(*arguments, "--json").json
    assert facts["instances"] == ["seed-0", "seed-1", "seed-2"]
    assert (tmp_path / "k/benchmark_utils/own_problem.py").read_text() == KNAPSACK.read_text()


def test_written_again_it_takes_the_instances_that_were_put_there(tmp_path: Path) -> None:
    folder = tmp_path / "k"
    optgap.load_problem(KNAPSACK)
    optgap.export_benchopt("knapsack", folder)
    optgap.save(optgap.generate("knapsack", 9), folder / "instances" / "mine.json")
    assert "mine" in optgap.export_benchopt("knapsack", folder)["instances"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["placement/fig6"], "--to"),
        (["placement/fig6", "placement", "--to", "m.mps"], "is only for"),
        (["placement/fig6", "--to", "m.mps", "--time-limit", "3"], "is only for"),
        (["benchopt"], "needs a problem and a folder"),
        (["benchopt", "placment", "new"], "did you mean 'placement'"),
        (["benchopt", "placement", "new", "--time-limit", "-1"], "time"),
        (["benchopt", "placement", "full"], "must be new, empty, or a benchmark"),
        (["benchopt", "placement", "full/file.txt"], "cannot be created as a folder"),
    ],
)
def test_bad_input(
    optgap_command, tmp_path: Path, monkeypatch, arguments: list[str], words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("full").mkdir()
    Path("full/file.txt").write_text("mine")
    ended = optgap_command("export", *arguments)
    assert ended.code == 2
    assert words in " ".join(ended.err.split())
    assert not Path("new").exists()
    assert [path.name for path in Path("full").iterdir()] == ["file.txt"]


@pytest.mark.skipif(not is_installed("benchopt"), reason="Benchopt is not installed")
def test_benchopt_loads_and_runs_it(tmp_path: Path) -> None:
    """In a process of its own: Benchopt changes the modules of the one that it works in."""
    optgap.load_problem(KNAPSACK)
    folder = tmp_path / "k"
    optgap.export_benchopt("knapsack", folder)
    code = LOADED.format(folder=str(folder), instance="seed-0")
    clean = {**os.environ, "OPTGAP_PROBLEM_FILES": ""}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=clean)
    assert done.returncode == 0, done.stderr
    values = dict(line.rsplit(" ", 1) for line in done.stdout.splitlines())
    assert float(values["exact"]) == 0.0
    assert 0.0 <= float(values["greedy"]) < 1.0
