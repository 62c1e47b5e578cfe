"""The examples: own problems in one file, tested like anybody's, and their known results."""

import json
import math
from pathlib import Path

import numpy as np
import pytest

import optgap
from optgap.testing import contract
from optgap.validation.judge import read_certificate

EXAMPLES = sorted((Path(__file__).parents[1] / "examples").glob("*.py"))


@pytest.fixture
def no_problem_files(monkeypatch) -> None:
    monkeypatch.setenv("OPTGAP_PROBLEM_FILES", "")


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_an_example_keeps_the_contract(file: Path, no_problem_files: None) -> None:
    contract(optgap.load_problem(file), instances=12)


def fair_share(jobs: list[dict], kinds: dict[str, int], rate: list[list[float]]):
    problem = optgap.load_problem(EXAMPLES[1])
    assert problem.name == "fair_share"
    instance = problem.instance(name="small", accelerators=kinds, jobs=jobs, rate=rate)
    return problem, instance


THREE = [{"name": name} for name in "abc"]
FOUR = [*THREE[:2], {"name": "c", "weight": 2.0}, {"name": "d", "workers": 2}]
RATES = [[4, 1], [3, 2], [2, 2]]


@pytest.mark.parametrize(
    ("jobs", "count", "rate", "optimum", "proportional"),
    [(THREE, 1, RATES, 40 / 51, 2 / 3), (FOUR, 2, [*RATES, [6, 3]], 1 / 2, 0.4)],
)
def test_shares_of_the_specification(
    jobs, count, rate, optimum, proportional, no_problem_files: None
) -> None:
    _, instance = fair_share(jobs, {"fast": count, "slow": count}, rate)
    best = optgap.solve(instance)
    assert (best.status, best.bound_kind) == ("optimal", "certified")
    assert best.objective == pytest.approx(optimum, rel=1e-12)
    assert optgap.solve(instance, "proportional").objective == pytest.approx(proportional)


def test_a_floor_of_one_half_leaves_no_accelerator(no_problem_files: None) -> None:
    _, instance = fair_share(THREE, {"fast": 1, "slow": 1}, RATES)
    assert optgap.solve(instance, "pop").objective == 0


def test_prices_of_the_specification_prove_the_optimum(no_problem_files: None) -> None:
    problem, instance = fair_share(THREE, {"fast": 1, "slow": 1}, RATES)
    prices = {"jobs": [15, 20, 16], "accelerators": [24, 16]}  # times 51, which changes nothing
    form, faults = read_certificate(problem.certificates, instance, prices)
    assert faults == []
    assert problem.function("certified")(instance, form) == pytest.approx(40 / 51, rel=1e-15)


def test_cut_prices_never_prove_too_much(no_problem_files: None) -> None:
    problem = optgap.load_problem(EXAMPLES[1])
    for seed in range(30):
        instance = problem.generated(seed, jobs=6, kinds=3, count=4)
        outcome = optgap.solve(instance)
        prices = {
            key: [math.floor(price * 1e9) / 1e9 for price in row]
            for key, row in outcome.certificate.items()
        }
        form, _ = read_certificate(problem.certificates, instance, prices)
        proven = float(problem.function("certified")(instance, form))
        assert 0 <= proven - outcome.objective + 1e-12 < 1e-6


def test_weighted_completion_times_by_hand(no_problem_files: None) -> None:
    problem = optgap.load_problem(EXAMPLES[0])
    instance = problem.instance(
        name="two",
        machines=["m"],
        jobs=[{"name": "long", "weight": 1.0}, {"name": "short", "weight": 3.0}],
        time=np.array([[5.0], [2.0]]),
    )
    assert optgap.check(instance, {"machine": [0, 0]}).objective == 3 * 2 + 1 * 7
    assert optgap.solve(instance).objective == 13


def test_every_command_takes_the_file(optgap_command, tmp_path: Path, no_problem_files) -> None:
    file, own = EXAMPLES[2], ["--problem", EXAMPLES[2]]
    instance, plan = tmp_path / "k.json", tmp_path / "plan.json"
    made = optgap_command("generate", "knapsack", "--seed", "3", "-o", instance, *own)
    assert made.code == 0, made.err
    solved = optgap_command("solve", instance, "-o", plan, "--json", *own)
    assert (solved.code, solved.json["status"]) == (0, "optimal")
    assert optgap_command("check", instance, plan, "--json", *own).json["feasible"]
    table = optgap_command("compare", instance, *own)
    assert "greedy" in table.out
    listed = optgap_command("problems", "--json", *own).json
    assert [p["origin"] for p in listed if p["problem"] == "knapsack"] == [str(file.resolve())]
    schema = optgap_command("show", "knapsack", "--schema", "decision", *own).json
    assert schema["required"] == ["packed"]
    assert "room" in optgap_command("show", "knapsack", "--schema", *own).json["properties"]
    assert optgap_command("methods", "knapsack", *own).code == 0
    assert optgap_command("export", instance, "--to", tmp_path / "k.mps", *own).code == 0
    proof = tmp_path / "proof"
    assert optgap_command("prove", instance, "-o", proof, *own).code == 0
    assert "PROVEN" in optgap_command("verify", proof, *own).out
    hunted = optgap_command(
        "hunt", "knapsack", "--method", "greedy", "--time-limit", "1", "--json", *own
    )
    assert hunted.code == 0, hunted.err


def test_a_batch_runs_an_own_problem(optgap_command, tmp_path: Path, no_problem_files) -> None:
    suite = tmp_path / "suite.toml"
    suite.write_text(
        'name = "own"\ntime_limit = 5\nmethods = ["exact", "greedy"]\n'
        '[[instances]]\nproblem = "knapsack"\nseeds = [1, 2]\n'
    )
    ended = optgap_command("bench", suite, "--problem", EXAMPLES[2], "--workers", "1")
    assert ended.code == 0, ended.err
    lines = [json.loads(line) for line in suite.with_suffix(".jsonl").read_text().splitlines()]
    assert {line["row"]["status"] for line in lines} <= {"optimal", "feasible"}
    assert len(lines) == 4
