"""A plan reads its files once and judges its solution once, however much is shown of it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import optgap
from optgap.core.faults import InputError
from optgap_cluster import ClusterPlan

COUNTING = """
import json, sys
from collections import Counter
from optgap.cli.arguments import app
from optgap.validation.catalogue import Problem

counts, judge = Counter(), Problem.judge

def counted(problem, *given):
    counts["judged"] += 1
    return judge(problem, *given)

def hear(event, given):
    if event == "open" and str(given[0]).endswith(("now.json", "then.json")):
        counts[str(given[0]).rpartition("/")[2]] += 1

Problem.judge = counted
sys.addaudithook(hear)
try:
    app(["plan", *sys.argv[1:]])
finally:
    print(json.dumps(counts), file=sys.stderr)
"""


@pytest.fixture
def now_and_then(tmp_path: Path) -> tuple[Path, Path]:
    """A cluster, and a solution that frees a machine, as files."""
    instance = optgap.load("consolidation/kubernetes-small")
    now, then = tmp_path / "now.json", tmp_path / "then.json"
    optgap.save(instance, now)
    optgap.save(optgap.solve(instance, "karpenter"), then)
    return now, then


@pytest.mark.parametrize(
    "options", [[], ["--json"], ["--order", "targets"], ["--html", "page.html"]]
)
def test_the_command_reads_each_file_once_and_judges_once(
    options: list[str], now_and_then: tuple[Path, Path], tmp_path: Path
) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", COUNTING, *map(str, now_and_then), *options],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    counts = json.loads(ended.stderr.splitlines()[-1])
    assert counts == {"now.json": 1, "then.json": 1, "judged": 1}


def test_a_plan_keeps_what_it_has_read(now_and_then: tuple[Path, Path]) -> None:
    plan = ClusterPlan(*now_and_then)
    expected = optgap.plan(*now_and_then), optgap.stays(*now_and_then)
    for path in now_and_then:
        path.unlink()
    assert plan.verdict.feasible and not plan.is_without_pins
    assert (plan.waves, plan.stays) == expected
    assert plan.simulate().as_document()["holds"] is not None
    assert len(plan.wave_seconds) == len(plan.waves.waves)


def test_an_infeasible_solution_has_a_verdict_and_no_waves() -> None:
    instance = optgap.load("consolidation/kubernetes-small")
    first = instance.machines[0].name
    plan = ClusterPlan(instance, {"machine": {item.name: first for item in instance.items}})
    assert plan.verdict.violations
    with pytest.raises(InputError, match="solution"):
        _ = plan.waves


def test_a_solution_of_another_instance_is_refused(now_and_then: tuple[Path, Path]) -> None:
    _, then = now_and_then
    with pytest.raises(InputError, match="belongs to another instance"):
        _ = ClusterPlan("consolidation/exchange", then).verdict


def test_a_file_without_an_object_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "list.json"
    path.write_text("[1]")
    with pytest.raises(InputError, match="must be a JSON object"):
        ClusterPlan("consolidation/exchange", path)


def test_a_plan_has_moves_of_consolidation_only() -> None:
    moved = optgap.plan("consolidation/exchange", optgap.solve("consolidation/exchange"))
    assert moved.steps or moved.blocked
    with pytest.raises(optgap.InputError, match="only plans of consolidation have moves"):
        optgap.plan("placement/fig6", {"machine": [2, 0]})
