"""The command, the forms of four frameworks, and folders that they evolve."""

import json
import subprocess
import sys
from dataclasses import dataclass

import pytest

import optgap
from optgap.evaluators import gepa, openevolve, skydiscover
from optgap_found_programs import make_folder, task_names


@pytest.fixture
def program(tmp_path, seed):
    path = tmp_path / "found.py"
    path.write_text(seed("prism"))
    return path


def test_json_is_one_object(optgap_command, program) -> None:
    ended = optgap_command("judge", "prism", program, "--instances", 2, "--json")
    assert ended.code == 0
    assert {"score", "gap", "correct", "rows"} <= set(ended.json)
    assert set(ended.json["rows"][0]) == {
        *("instance", "status", "objective", "reference", "trust", "gap", "seconds"),
        *("violations", "isolation", "processor_seconds", "peak_memory"),
    }
    assert ended.json["gap"].keys() == {"mean", "worst"}


def test_a_wrong_program_has_exit_code_5(optgap_command, program) -> None:
    program.write_text("def compute_model_placement(gpu_num, models):\n    return {}\n")
    ended = optgap_command("judge", "prism", program, "--instances", 1, "--json")
    assert (ended.code, ended.json["correct"], ended.json["score"]) == (5, False, 0.0)
    shown = optgap_command("judge", "prism", program, "--instances", 1)
    assert "garbage" in shown.out and "is not placed" in shown.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["prisn", "PROGRAM"], "did you mean 'prism'"),
        (["prism", "nowhere.py"], "there is no such file"),
        (["prism"], "optgap judge TASK PROGRAM"),
        ([], "--list"),
        (["prism", "PROGRAM", "--format", "shinca"], "did you mean 'shinka'"),
        (["prism", "PROGRAM", "--format", "shinka"], "--results"),
        (["prism", "PROGRAM", "--results", "x"], "--format shinka"),
        (["prism", "PROGRAM", "--score", "best"], "framework or gap"),
        (["prism", "PROGRAM", "--memory-limit", "much"], "must be bytes"),
    ],
)
def test_bad_input_is_one_message(optgap_command, program, arguments, words) -> None:
    given = [program if each == "PROGRAM" else each for each in arguments]
    ended = optgap_command("judge", *given)
    assert ended.code == 2 and words in ended.err
    assert "Traceback" not in ended.err


def test_the_list_has_every_task(optgap_command) -> None:
    listing = optgap_command("judge", "--list", "--json").json
    assert [entry["task"] for entry in listing] == task_names()
    assert "26.2559717" in optgap_command("judge", "--list").out


# skydiscover 59643ef, `skydiscover/evaluation/container_evaluator.py`: `evaluate.sh PROGRAM MODE`,
# exit code 0, one JSON on stdout.
def test_skydiscover_reads_one_document(optgap_command, program) -> None:
    limits = ("--instances", 2, "--format", "skydiscover")
    found = optgap_command("judge", "prism", program, *limits).json
    assert set(found) == {"status", "combined_score", "metrics", "artifacts"}
    assert (found["status"], found["metrics"]["combined_score"]) == (
        "success",
        found["combined_score"],
    )
    assert all(isinstance(value, float) for value in found["metrics"].values())
    assert (
        skydiscover("prism", instances=2)(str(program))["combined_score"]
        == (found["combined_score"])
    )
    program.write_text("x = (")
    ended = optgap_command("judge", "prism", program, *limits)
    assert (ended.code, ended.json["status"], ended.json["combined_score"]) == (0, "error", 0.0)


# How openevolve 411fb59 (`openevolve/evaluator.py`) and skydiscover 59643ef
# (`skydiscover/evaluation/evaluator.py`) load an evaluator, and the two results that each takes.
LOADER = """
import importlib.util
import {results} as results


def load(path):
    spec = importlib.util.spec_from_file_location("evaluation_module", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.evaluate


def accepted(result):
    if isinstance(result, dict):
        return result, {{}}
    if isinstance(result, results.EvaluationResult):
        return result.metrics, result.artifacts
    return {{"error": 0.0}}, {{}}
"""
RESULTS = {
    "openevolve.evaluator": "openevolve.evaluation_result",
    "skydiscover.evaluation.evaluator": "skydiscover.evaluation.evaluation_result",
}


def framework(name: str, monkeypatch) -> dict:
    """Return the globals of a framework's loader; its packages are importable meanwhile."""
    for full in (name, RESULTS[name]):
        parts = full.split(".")
        for k in range(1, len(parts) + 1):
            part = ".".join(parts[:k])
            if part not in sys.modules:
                monkeypatch.setitem(sys.modules, part, type(sys)(part))
    result = dataclass(type("EvaluationResult", (), {"__annotations__": dict(SLOTS)}))
    sys.modules[RESULTS[name]].EvaluationResult = result
    home = {"__name__": name}
    exec(LOADER.format(results=RESULTS[name]), home)
    return home


SLOTS = {"metrics": dict, "artifacts": dict}


def test_the_loaders_of_two_frameworks_take_their_own_results(program, tmp_path, monkeypatch):
    """With both installed, an evaluator returned one framework's class to the other: score 0."""
    folder = tmp_path / "folder"
    make_folder("prism", folder)
    text = (folder / "evaluator.py").read_text().replace('"prism"', '"prism", instances=2')
    (folder / "evaluator.py").write_text(text)
    score = optgap.judge("prism", program, instances=2).score
    assert openevolve("prism", instances=2)(str(program))["combined_score"] == score
    homes = [framework(name, monkeypatch) for name in RESULTS]
    for home in homes:
        evaluate = home["load"](folder / "evaluator.py")
        metrics, artifacts = home["accepted"](evaluate(str(program)))
        assert metrics["combined_score"] == score
        assert "prism-0 ok" in artifacts["table"]


# ShinkaEvolve 9912af1, `shinka/utils/general.py`, `load_results`.
def test_shinka_reads_two_files(optgap_command, program, tmp_path) -> None:
    limits = ("--instances", 2, "--format", "shinka", "--results", tmp_path / "results")
    optgap_command("judge", "prism", program, *limits)
    metrics = json.loads((tmp_path / "results" / "metrics.json").read_text())
    correct = json.loads((tmp_path / "results" / "correct.json").read_text())
    assert {"combined_score", "public", "private"} <= set(metrics)
    assert correct == {"correct": True, "error": None}
    program.write_text("raise SystemExit")
    optgap_command("judge", "prism", program, *limits)
    correct = json.loads((tmp_path / "results" / "correct.json").read_text())
    assert correct["correct"] is False and "crash" in correct["error"]


# gepa 0.1.4, `optimize_anything.py`, `EvaluatorWrapper`: `evaluator(candidate, example=…)` returns
# (score, information).
def test_gepa_gets_one_instance_at_a_time(seed) -> None:
    evaluate, dataset = gepa("prism")
    examples = dataset()
    assert len(examples) == 50
    score, info = evaluate(seed("prism"), examples[3])
    assert score == evaluate({"program": seed("prism")}, examples[3])[0] == info["combined_score"]
    assert "prism-3 ok" in info["table"]


def test_a_folder_that_evolves_at_once(optgap_command, tmp_path) -> None:
    folder = tmp_path / "prism"
    ended = optgap_command("judge", "prism", "--init", folder, "--json")
    assert ended.code == 0
    names = {path.name for path in folder.iterdir()}
    assert (
        names
        == set(ended.json["files"])
        == {
            *("initial_program.py", "evaluator.py", "evaluate.py", "evaluate.sh", "config.yaml"),
            "README.md",
        }
    )
    assert (folder / "initial_program.py").read_text().count("EVOLVE-BLOCK-START") == 1
    assert len((folder / "evaluator.py").read_text().splitlines()) == 3
    assert "26.2559" not in "".join(path.read_text() for path in folder.iterdir())
    assert optgap_command("judge", "prism", "--init", folder).code == 2
    code = "import evaluator; print(evaluator.evaluate('initial_program.py')['combined_score'])"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=True
    )
    assert float(done.stdout) == pytest.approx(21.891622105209393, abs=1e-9)


@pytest.mark.parametrize("task", ["prism", "txn", "cloudcast", "spot", "placement"])
def test_every_folder_is_valid_python(task: str, optgap_command, tmp_path) -> None:
    assert optgap_command("judge", task, "--init", tmp_path / "new").code == 0
    for path in (tmp_path / "new").glob("*.py"):
        compile(path.read_text(), path.name, "exec")
