"""Every problem is a task: `solve(instance)`."""

import pytest

import optgap
from optgap.validation.catalogue import built_in_names
from optgap_found_programs import task_named, task_names
from optgap_found_programs.judging import JudgedRow, _share
from optgap_found_programs.task import DATA


def row(objective: float, reference: float, sense: str) -> JudgedRow:
    from optgap.core.gaps import gap

    return JudgedRow(
        "x", "ok", objective, reference, "certified", gap(objective, reference, sense), 0.0
    )


def test_every_problem_is_a_task() -> None:
    assert set(built_in_names()) <= set(task_names())


@pytest.mark.parametrize("name", ["stage/two-machines", "resource_plan/fig8"])
def test_a_front_is_worth_its_share_of_the_proven_one(judged, name: str) -> None:
    task, instance = name.split("/")
    exact = optgap.solve(name, "exact")
    assert exact.front_complete
    points = [point.decision for point in exact.front]
    whole = judged(task, f"def solve(instance):\n    return {points!r}\n", instances=[instance])
    assert (whole.score, whole.correct, whole.rows[0].reference) == (1.0, True, 1.0)

    one = judged(task, f"def solve(instance):\n    return {points[0]!r}\n", instances=[instance])
    (x, y), *others = [tuple(point.objectives.values()) for point in exact.front]
    corner = [max(v) + 0.1 * (max(v) - min(v)) for v in zip((x, y), *others, strict=True)]
    steps = sorted([(x, y), *others])  # the area below each step, by hand
    area = sum(
        (right - at) * (corner[1] - height)
        for (at, height), right in zip(steps, [*(a for a, _ in steps[1:]), corner[0]], strict=True)
    )
    alone = (corner[0] - x) * (corner[1] - y)
    assert one.score == pytest.approx(alone / area)
    assert one.gap.worst == pytest.approx(1 - alone / area)


def test_a_front_with_a_bad_point_is_infeasible(judged) -> None:
    best = optgap.solve("stage/two-machines", "exact").front[0].decision
    bad = {**best, "machine": [99] * len(best["machine"])}
    text = f"def solve(instance):\n    return {[best, bad]!r}\n"
    found = judged("stage", text, instances=["two-machines"])
    assert (found.score, found.correct) == (0.0, False)
    assert "front[1]" in found.rows[0].violations[0]


@pytest.mark.parametrize("answer", ["[]", "7", "[{}] * 1001"])
def test_what_is_no_front_is_garbage(judged, answer: str) -> None:
    found = judged("stage", f"def solve(instance):\n    return {answer}\n", instances=1)
    assert found.rows[0].status == "garbage"


def test_a_share_of_what_is_possible() -> None:
    assert _share(row(16.0, 12.0, "minimize")) == 0.75
    assert _share(row(12.0, 16.0, "maximize")) == 0.75
    assert _share(row(0.0, 0.0, "minimize")) == 1.0
    assert _share(row(5.0, 0.0, "minimize")) == 0.0
    assert _share(row(-2.0, -1.0, "maximize")) == 0.5
    assert _share(row(0.1 + 0.2, 0.3, "maximize")) == 1.0


def test_the_optimum_has_score_one(judged) -> None:
    optimum = optgap.solve("placement/fig6", "exact")
    text = f"def solve(instance):\n    return {optimum.decision!r}\n"
    found = judged("placement", text, instances=["fig6"])
    assert (found.score, found.correct, found.gap.worst) == (1.0, True, 0.0)
    assert found.rows[0].trust == "certified"


def test_a_heuristic_is_scored_by_its_share(judged) -> None:
    worse = optgap.solve("placement/fig6", "fuxi")
    best = optgap.solve("placement/fig6", "exact").objective
    text = f"def solve(instance):\n    return {worse.decision!r}\n"
    found = judged("placement", text, instances=["fig6"])
    assert found.score == pytest.approx(best / worse.objective)


def test_infeasible_and_hunted_instances_are_left_out(judged) -> None:
    text = "def solve(instance):\n    return {'evict': []}\n"
    names = [each.instance.name for each in task_named("eviction").references()]
    assert not any(name.startswith("hunted") for name in names)
    with pytest.raises(optgap.InputError, match="feasible with a proven bound"):
        judged("eviction", text, instances=["all-too-small"])


@pytest.mark.parametrize(
    "line",
    [
        "import optgap.heuristics.placement",
        "import optgap; return optgap.solve(instance).decision",
        "from optgap.validation.judge import Judge",
    ],
)
def test_methods_and_judge_are_closed(line: str, judged) -> None:
    text = f"def solve(instance):\n    {line}\n    return {{}}\n"
    found = judged("placement", text, instances=["fig6"])
    assert (found.rows[0].status, found.score) == ("crash", 0.0)
    if found.rows[0].isolation == "strict":
        assert "ModuleNotFoundError" in found.rows[0].violations[0]


OWN = """
import optgap
from typing import Annotated, ClassVar
from optgap.problem import Decision, Instance, Many, PositiveCount, Problem

class Weights(Instance):
    weights: Many[PositiveCount]

class Chosen(Decision):
    chosen: Many[int]

problem = Problem("heaviest", Weights, Chosen, sense="maximize")

@problem.check
def check(instance, decision, judge):
    judge.at_most("count", "chosen", len(set(decision.chosen)), 1)
    return sum(instance.weights[k] for k in set(decision.chosen))

@problem.method(kind="exact")
def heaviest(instance):
    from optgap.problem import Answer
    k = max(range(len(instance.weights)), key=lambda k: instance.weights[k])
    return Answer({"chosen": [k]}, instance.weights[k], "solver")

@problem.generate(count=(2, 4))
def generate(seed, *, count: int = 3):
    return Weights(name=f"heaviest-{seed}", weights=[1 + (7 * seed + k) % 5 for k in range(count)])
"""


def test_an_own_problem_is_a_task(optgap_command, tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("OPTGAP_PROBLEM_FILES", "")
    own, program = tmp_path / "own.py", tmp_path / "found.py"
    own.write_text(OWN)
    program.write_text("def solve(instance):\n    return {'chosen': [0]}\n")
    ended = optgap_command("judge", "heaviest", program, "--problem", own, "--json")
    assert ended.code == 0, ended.err
    assert len(ended.json["rows"]) == 5 and 0 < ended.json["score"] <= 1


SMALL = {
    "placement": "fig6",
    "resource_plan": "fig8",
    "stage": "two-machines",
    "cluster_ratio": "three-groups",
    "queue_config": "fig5",
    "utility": "four-jobs",
    "warm_pool": "one-burst",
    "cold_stock": "figure-6-case-1",
    "eviction": "four-small",
}


@pytest.mark.parametrize("task", SMALL)
def test_the_seed_of_a_problem_is_a_plain_rule_that_runs(judged, task: str) -> None:
    text = (DATA / task_named(task).program).read_text()
    assert text.count("EVOLVE-BLOCK-START") == 1
    found = judged(task, text, instances=[SMALL[task]])
    assert found.correct and found.rows[0].status == "ok", found.rows
