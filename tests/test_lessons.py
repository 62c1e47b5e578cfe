"""What the lessons say is true, on the instances that they use."""

from __future__ import annotations

import ast
import json
import re
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

import optgap
from optgap.instances.placement import Placement

DOCS = Path(__file__).parents[1] / "docs"
ANSWER = re.compile(r"```\{admonition\} (?:Answer|A hint[^\n]*)\n(.*?)\n", re.DOTALL)


def page(name: str) -> str:
    return (DOCS / f"{name}.md").read_text()


def test_every_answer_is_closed() -> None:
    for path in sorted(DOCS.glob("*.md")):
        assert "class: dropdown" not in path.read_text(), path.name
        for option in ANSWER.findall(path.read_text()):
            assert option == ":collapsible: closed", path.name


def test_every_lesson_has_a_picture_and_a_plan_for_90_minutes() -> None:
    lessons = sorted(DOCS.glob("lesson-*.md"))
    assert len(lessons) == 6
    for path in lessons:
        text = path.read_text()
        assert "plt.subplots(" in text, path.name
        plan = text.partition("{admonition} For the lecturer: 90 minutes\n")[2].partition("```")[0]
        assert plan.startswith(":collapsible: closed\n"), path.name
        parts = re.findall(r"^- \*\*(\d+) minutes, (say|show|do)\*\*: ", plan, re.MULTILINE)
        assert sum(int(minutes) for minutes, _ in parts) == 90, path.name
        assert {kind for _, kind in parts} == {"say", "show", "do"}, path.name


def test_what_deletes_files_is_no_part_of_a_notebook() -> None:
    for path in sorted(DOCS.glob("*.md")):
        for tags, code in re.findall(
            r"```\{code-cell\} python\n((?::[^\n]*\n)*)(.*?)```", path.read_text(), re.DOTALL
        ):
            deletes = "unlink(" in code or "rmtree(" in code
            assert deletes == ("clean-up" in tags), (path.name, code)


def test_files_are_deleted_when_no_cell_needs_them_any_more() -> None:
    for path in sorted(DOCS.glob("*.md")):
        cell, _, after = path.read_text().partition("clean-up]\n")[2].partition("```")
        for name in re.findall(r'"([\w-]+\.\w+)"', cell):
            assert name not in after.partition("{code-cell}")[2], (path.name, name)


def test_lesson_1_draws_what_it_says() -> None:
    """The best of the printed prices proves the optimum; on waves a duality gap remains."""
    three = optgap.load("cluster_ratio/three-groups")
    assert optgap.solve(three, "greedy").status == "optimal"
    fewer = optgap.load("cluster_ratio/waves").replaced(containers=9)
    greedy, best = (optgap.solve(fewer, method) for method in ("greedy", "dp"))
    assert greedy.bound == 21.5
    assert best.objective == 27


def test_lesson_2_bound_of_the_fastest_machines() -> None:
    stage = optgap.load("placement/stage-300x80")
    fastest = np.nanmin(stage.dense_latency(), axis=1)
    assert optgap.solve(stage, "ipa").bound == fastest.max()


def test_lesson_2_draws_a_violator() -> None:
    """Three instances reach two machines with room for two, where a plan would end earlier."""
    printed = re.search(r"seconds = (\[\[.*\]\])", page("lesson-2-certificate"))
    assert printed
    small = stage_of(ast.literal_eval(printed[1]), [1, 1, 1, 2])
    outcome = optgap.solve(small, "bottleneck")
    inside = outcome.certificate["instances"]
    reached = (small.dense_latency()[inside] < outcome.objective).any(axis=0)
    assert (len(inside), reached.sum(), small.beta[reached].sum()) == (3, 2, 2)


def test_lesson_3_counts_the_stages_of_the_study() -> None:
    stages = json.loads((DOCS / "data" / "stage_study.json").read_text())["rows"]
    keys = ("seed", "instances", "machines", "configurations", "slack", "column_order")
    count = len({tuple(row[key] for key in keys) for row in stages})
    assert f"measures this on {count} generated stages" in page("lesson-3-front")


def test_lesson_4_pacing_leaves_a_gap() -> None:
    name = re.search(r'optgap.compare\("(microq/[\w-]+)"', page("lesson-4-flow"))
    assert name
    relaxed, exact = (optgap.solve(name[1], method) for method in ("relaxation", "exact"))
    assert exact.status == "optimal"
    assert relaxed.bound > exact.objective + 1


def test_lesson_5_needs_columns() -> None:
    """No sum proves the optimum; the certificate holds a price per kind of item."""
    text = page("lesson-5-columns")
    call = re.search(r"requests = optgap.generate\((.*)\)", text)
    assert call
    arguments: dict[str, Any] = {
        keyword.arg: ast.literal_eval(keyword.value)
        for keyword in ast.parse(f"f({call[1]})", mode="eval").body.keywords
    }
    requests = optgap.generate("consolidation", 2, **arguments)
    outcome = optgap.solve(requests, "column-generation")
    assert (outcome.status, outcome.bound_kind) == ("optimal", "certified")
    assert outcome.certificate["kind"] == "prices"
    assert set(outcome.certificate["prices"]) <= {item.name for item in requests.items}
    sums = requests.demand.sum(axis=0) / requests.usable[0]
    assert len(np.unique(requests.usable, axis=0)) == 1
    assert np.ceil(sums.max()) == 27 < outcome.objective == 28


def test_lesson_5_first_fit_decreasing_loses_where_nothing_runs() -> None:
    name = "consolidation/hunted-first-fit-decreasing"
    assert f"`{name}`" in page("lesson-5-columns")
    instance = optgap.load(name)
    assert all(item.machine is None for item in instance.items)
    found = {m: optgap.solve(instance, m) for m in ("column-generation", "first-fit-decreasing")}
    assert found["column-generation"].objective == found["column-generation"].bound == 3
    assert found["first-fit-decreasing"].objective == 5


def by_regret(instance: Placement) -> dict[str, list[int]]:
    """Run the rule that lesson 6 prints."""
    source = re.search(r"write_text\('''\n(.*?)'''\)", page("lesson-6-project"), re.DOTALL)
    assert source
    names: dict[str, Any] = {}
    exec(source[1], names)
    return names["by_regret"](instance)


def stage_of(latency: Any, room: list[int]) -> Placement:
    table = np.asarray(latency, dtype=float).tolist()
    return Placement.model_validate({"name": "t", "latency": table, "capacity": room})


def lost(instance: Placement) -> float:
    """Return how much later than at the optimum the rule's plan ends."""
    latency = instance.dense_latency()
    ends = max(latency[i, j] for i, j in enumerate(by_regret(instance)["machine"]))
    return ends - optgap.solve(instance, "bottleneck").objective


def test_lesson_6_the_order_of_columns_is_not_enough_for_the_rule() -> None:
    printed = re.search(r"columns = (\[\[.*\]\])", page("lesson-6-project"))
    assert printed
    stage = stage_of(ast.literal_eval(printed[1]), [1, 1, 1])
    latency = stage.dense_latency()
    assert all((latency[i] <= latency[j]).all() for i, j in combinations(range(3), 2))
    assert optgap.solve(stage, "ipa").objective == 202
    assert lost(stage) == 3


def test_lesson_6_sizes_times_slowness_is_enough() -> None:
    random = np.random.default_rng(3)
    for _ in range(60):
        instances, machines = random.integers(2, 6, size=2)
        slowness = random.permutation(np.arange(1, machines + 1)) + 0.5
        room = random.integers(1, 3, size=machines)
        room[0] += max(0, instances - room.sum())
        sizes = random.integers(1, 30, size=instances)
        assert lost(stage_of(np.outer(sizes, slowness), room.tolist())) == 0


def test_lesson_6_equal_machines_break_it() -> None:
    assert lost(stage_of(np.outer([1, 8, 10], [1, 1, 5]), [1, 1, 1])) > 0
