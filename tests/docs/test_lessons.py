"""What the lessons say is true, on the instances that they use."""

from __future__ import annotations

import ast
import json
import linecache
import re
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyomo.environ as pyo
import pytest

import optgap
from optgap.algebra import Variables, dot
from optgap.instances.placement import Placement
from optgap.own_models import solve
from optgap.testing import assert_feasible

DOCS = Path(__file__).parents[2] / "docs"
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
    assert len(lessons) == 8
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


def cell_with(name: str, words: str) -> str:
    """Return the code of the page's cell that contains these words."""
    cells = re.findall(r"```\{code-cell\} python\n(?::[^\n]*\n)*(.*?)```", page(name), re.DOTALL)
    (code,) = (cell for cell in cells if words in cell)
    return code


def test_lesson_1_counts_prices_and_plans_apart(capsys: pytest.CaptureFixture[str]) -> None:
    """On waves and rough curves a price often proves the optimum, and greedy's plan misses it."""
    exec(cell_with("lesson-1-price", "for curve in ("), {"optgap": optgap})
    counts = re.findall(r"(\d+) times", capsys.readouterr().out)
    assert counts == ["30", "30", "18", "0", "12", "0"]


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


def test_lesson_3_shows_that_every_plan_found_is_efficient() -> None:
    theorem, _, argument = page("lesson-3-front").partition("The resulting plan is efficient")
    assert theorem and "*Why the plan is efficient.*" in argument
    assert "*Why no value is skipped.*" in argument


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


def test_lesson_4_tells_a_dropped_constraint_from_lost_integrality(
    capsys: pytest.CaptureFixture[str],
) -> None:
    exec(cell_with("lesson-4-flow", "LP with pacing"), {"pyo": pyo, "solve": solve})
    rows = re.findall(
        r"(\S+) +flow +([\d.]+), LP with pacing +([\d.]+), optimal +([\d.]+)",
        capsys.readouterr().out,
    )
    values = {name: tuple(map(float, numbers)) for name, *numbers in rows}
    assert values["fixed-point"] == (28, 21, 21)
    assert values["s-shaped"] == (10, 10, 8)
    flow, paced, best = values["lsd-104x70"]
    assert flow > paced + 1 > best + 2


def test_lesson_4_counts_the_entries_of_a_column() -> None:
    """Columns of arcs from s or into t have one entry in the printed matrix."""
    cells: dict[str, Any] = {}
    exec(cell_with("lesson-4-flow", "np.linalg.det"), cells)
    matrix = cells["matrix"]
    assert (np.abs(matrix).sum(axis=0) == 1).sum() == 4
    assert max((matrix == 1).sum(axis=0)) == max((matrix == -1).sum(axis=0)) == 1
    text = " ".join(page("lesson-4-flow").split())
    assert "at most one $1$ and at most one $-1$ per column" in text
    assert "write each equation as $A x \\le 0$ and $-A x \\le 0$" in text


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


def test_lesson_5_generated_patterns_may_miss_the_optimum(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """On the instance in the text the loop ends at a bound of 1.625, but its patterns need 3."""
    loop = cell_with("lesson-5-columns", "def best_pattern(")
    data = "capacity, sizes, demand = 10, np.array([6, 5, 4, 3]), np.array([5, 7, 4, 6])"
    assert data in loop
    names: dict[str, Any] = {}
    exec(
        loop.replace(data, "capacity, sizes, demand = 8, np.array([4, 3, 2]), np.array([1, 1, 3])"),
        names,
    )
    domain = names["pyo"].NonNegativeIntegers

    def machines(patterns: Any) -> float:
        return names["solve"](names["master"](patterns, domain), gap=0.0).objective

    found = names["patterns"]
    assert (len(found), round(names["bound"], 6), machines(found)) == (4, 1.625, 3)
    assert machines(np.vstack([found, [1, 1, 0], [0, 0, 3]])) == 2
    assert round(names["worth"] @ [1, 1, 0], 6) == 0.875
    text = " ".join(page("lesson-5-columns").split())
    assert "ends with four patterns and a bound of 1.625" in text
    assert "4 + 3 is worth 0.875 at the last prices" in text
    assert "*Branch-and-price* closes this gap" in text


def test_lesson_5_prints_the_compact_model() -> None:
    text = page("lesson-5-columns")
    assert r"\sum_k s_k x_{kj} \le C y_j" in text.partition("**Theorem.**")[0]


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


def test_lesson_6_hunts_a_stage_that_is_worse_than_random_ones(tmp_path: Path) -> None:
    """It is worse than ten random stages, and as bad as the lesson's own grader wants."""
    code = cell_with("lesson-6-project", "hunted = optgap.hunt(")
    call = re.search(r"seed=(\d+), evaluations=(\d+), time_limit=None", code)
    assert call
    seed, evaluations = map(int, call.groups())
    source = re.search(r"write_text\('''\n(.*?)'''\)", page("lesson-6-project"), re.DOTALL)
    assert source
    (tmp_path / "regret.py").write_text(source[1])
    rule = f"{tmp_path / 'regret.py'}:by_regret"
    found = optgap.hunt(
        "placement", rule, seed=seed, evaluations=evaluations, time_limit=None
    ).instance
    text = page("lesson-6-project")

    def times(stage: Placement) -> float:
        return 1 + lost(stage) / optgap.solve(stage, "bottleneck").objective

    random = [
        times(optgap.generate("placement", seed, instances=12, machines=5, noise=0.3))
        for seed in range(10)
    ]
    assert times(found) > max(3.0, *random)
    other = optgap.hunt("placement", rule, seed=1, evaluations=evaluations, time_limit=None)
    words = f"With seed 1 the same hunt ends at {times(other.instance):.2f} times the optimum"
    assert words in text
    assert times(other.instance) < max(random)
    assert (found.instances, found.machines) == (4, 3)
    assert "four instances on three machines are left" in text
    assert found.dense_latency()[0].tolist() == [200, 30, 30]
    assert "with 30 s on two machines and\n200 s on the third" in text


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


def test_eviction_any_order_of_pruning_keeps_the_factor_2(
    capsys: pytest.CaptureFixture[str],
) -> None:
    exec(cell_with("eviction", "def pruned("), {"np": np})
    rows = re.findall(r"worst (\d\.\d+) times the optimum", capsys.readouterr().out)
    unpruned, *in_some_order = map(float, rows)
    assert len(in_some_order) == 2
    assert max(in_some_order) <= unpruned <= 2
    assert "must the primal-dual method prune" not in page("eviction")


def test_eviction_a_choice_up_to_a_temperature() -> None:
    """Residents up to the threshold may suffice although none is exactly as hot."""
    assert r"with temperatures of at most $\theta$ exists exactly if" in page("eviction")


def test_pop_bound_divides_by_no_zero() -> None:
    assert r"prices $y, p \ge 0$ with $\sum_i w_i y_i > 0$ prove the following" in page("utility")


def test_lessons_and_graders_import_public_names_only() -> None:
    public = {"optgap", "optgap.algebra", "optgap.own_models", "optgap.testing"}
    sources = [
        *DOCS.glob("lesson-*.md"),
        *DOCS.glob("graded/*/*.py"),
        *DOCS.glob("graded/*/*/*.py"),
    ]
    for path in sources:
        imported = re.findall(r"^(?:from|import) (optgap[\w.]*)", path.read_text(), re.MULTILINE)
        assert set(imported) <= public, path
    row = re.search(r"^\| public names of Python: (.*?) \|", page("stability"), re.MULTILINE)
    assert row
    assert public - {"optgap"} <= set(re.findall(r"`([\w.]+)`", row[1]))


def cells_until(name: str, words: str) -> dict[str, Any]:
    """Run the cells of a page up to the one with these words, without pictures and answers."""
    names: dict[str, Any] = {}
    for tags, code in re.findall(
        r"```\{code-cell\} python\n((?::[^\n]*\n)*)(.*?)```", page(name), re.DOTALL
    ):
        if "hide" not in tags:
            file = f"<{name}, {hash(code)}>"  # from which `inspect` reads the source
            linecache.cache[file] = (len(code), None, code.splitlines(keepends=True), file)
            exec(compile(code, file, "exec"), names)
        if words in code:
            return names
    raise AssertionError(f"{name} has no cell with {words!r}")


def test_lesson_1_states_the_dynamic_program() -> None:
    """The recursion that the page prints finds the optimum."""
    assert r"D_i(c) = \min_r \bigl(D_{i-1}(c - r) + \ell_i(r)\bigr)" in page("lesson-1-price")
    fewer = optgap.load("cluster_ratio/waves").replaced(containers=9)
    least = dict.fromkeys(range(10), 0.0)
    for group in fewer.groups:
        least = {
            c: min(
                (
                    least[c - group.lower - k] + own
                    for k, own in enumerate(group.latency)
                    if c - group.lower - k in least
                ),
                default=np.inf,
            )
            for c in range(10)
        }
    assert least[9] == optgap.solve(fewer, "dp").objective


def test_lesson_2_own_table_needs_more_than_one_instance() -> None:
    names: dict[str, Any] = {"small": stage_of([[1.0]], [1]), "optgap": optgap, "np": np}
    exec(cell_with("lesson-2-certificate", 'name="mine"'), names)
    assert names["check"].certificate == "valid"
    assert names["best"].objective == 7 > np.min(names["seconds"], axis=1).max() == 3


def test_lesson_4_adds_the_prices_of_a_budget_up(capsys: pytest.CaptureFixture[str]) -> None:
    """The sum in the text is the bound of the flow with a budget of 20, and proves it."""
    names = cells_until("lesson-4-flow", "flow.budget = ")
    exec(cell_with("lesson-4-flow", "flow.dual = "), names)
    assert names["proven"] == pytest.approx(names["best"]) == pytest.approx(5.2)
    capsys.readouterr()
    exec(cell_with("lesson-4-flow", "integral = []"), names)
    exec(cell_with("lesson-4-flow", "for budget in (20, 29)"), names)
    integral, first, second = capsys.readouterr().out.splitlines()
    assert ast.literal_eval(integral) == [19, 24, 29, 30]
    assert first == "budget 20: price 0.2000, one more unit gains 0.2000"
    assert second == "budget 29: price 0.2000, one more unit gains 0.0000"


def test_lesson_4_finds_the_optimum_of_stuck_by_hand() -> None:
    instance = optgap.load("microw/stuck")
    by_hand = {"fraction": {"a": {"n1": 1.0}, "b": {"n2": 0.5}}}
    assert assert_feasible(instance, by_hand) == 0
    assert [pe.goal for pe in instance.pes] == [1000, 500]
    assert [node.mips for node in instance.nodes] == [1000, 1000]
    assert optgap.solve(instance, "flow").objective == 1000
    text = page("lesson-4-flow")
    assert "`a` gets all of `n1`, and `b` half of `n2`" in text
    assert "`flow` misses the 1000 mips of `a`" in text


def test_lesson_7_tableau_ends_with_the_prices(capsys: pytest.CaptureFixture[str]) -> None:
    """Plan, prices and both conditions of complementary slackness are those in the text."""
    names: dict[str, Any] = {"np": np, "c": np.array([3, 2]), "b": np.array([10, 6, 15])}
    names["A"] = np.array([[2, 1], [1, 1], [1, 3]])
    for words in ("def pivot", "prove", "reduced costs"):
        exec(cell_with("lesson-7-duality", words), names)
    out = capsys.readouterr().out
    assert "prices ['1', '1', '0'] prove 16 and the plan earns 16" in out
    assert "unused [0 0 5] prices [1, 1, 0]\nreduced costs [0, 0] plan [4 2]" in out
    assert names["tableau"][:3, -1].tolist() == [4, 2, 5]
    exec(cell_with("lesson-7-duality", "small = "), names)
    exec(cell_with("lesson-7-duality", "for cores in"), names)
    earns, *more = capsys.readouterr().out.splitlines()
    assert earns == "earns 26 prices ['2', '1']"
    found = [tuple(map(int, re.findall(r"\d+", line))) for line in more]
    assert found == [(10, 16, 1), (11, 17, 1), (12, 18, 1), (13, 18, 0), (14, 18, 0)]


def test_lesson_7_factors_prove_that_there_is_no_plan(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {"np": np, "b": np.array([10, 6, 15])}
    names["A"] = np.array([[2, 1], [1, 1], [1, 3]])
    for words in ("def factors", "factors(wanted, np.array([*b, -4, -2]))"):
        exec(cell_with("lesson-7-duality", words), names)
    assert names["y"].round(9).tolist() == [1, 0, 0, 2, 1] and round(names["value"], 9) == -1
    exec(cell_with("lesson-7-duality", "system = "), names)
    out = capsys.readouterr().out.splitlines()
    assert float(out[1]) == 0
    assert out[-2:] == [
        "17: factors [2. 2. 0. 0. 2.], y b = -2",
        "16: factors [0. 0. 0. 0. 0.], y b = 0",
    ]


def test_lesson_8_searches_the_tree_that_it_describes(capsys: pytest.CaptureFixture[str]) -> None:
    """Seven nodes; the optimum is that of all 64 choices; cuts leave one node."""
    names: dict[str, Any] = {"np": np}
    for words in ("import pandas", "def relax", "def branch_and_bound", "def violated_cover"):
        exec(cell_with("lesson-8-tree", words), names)
    out = capsys.readouterr().out
    worth, cores, room = names["worth"], names["cores"], names["room"]
    choices = (np.arange(64)[:, None] >> np.arange(6)) & 1
    best = (choices @ worth)[choices @ cores <= room].max()
    assert len(names["log"]) == 7 and names["log"][-1]["incumbent"] == best == 36
    assert names["log"][0]["bound"] == 37 and names["log"][-1]["bound"] == 36
    assert names["log"][0]["value"] == 37.25
    assert "bound 37.25, next cut (1, 2, 3)\nbound 36.00, next cut (0, 1, 2)" in out
    assert "the tree has 7 nodes without cuts, 1 with them" in out
    for cover in names["cuts"]:
        assert (choices[choices @ cores <= room][:, list(cover)].sum(axis=1) < len(cover)).all()


def test_lesson_8_says_what_stopping_and_certifying_give(
    capsys: pytest.CaptureFixture[str],
) -> None:
    names: dict[str, Any] = {
        "np": np, "pd": pd, "pyo": pyo, "solve": solve, "Variables": Variables, "dot": dot
    }  # fmt: skip
    for words in ("def rejections", "early = ", "figure-4"):
        exec(cell_with("lesson-8-tree", words), names)
    out = capsys.readouterr().out
    table = out.split("within_gap")[0]
    assert "BestBound" in table and "tmpSolver" not in out
    assert max(map(len, table.splitlines())) <= 92
    letters = set(re.findall(r"^ (\w) ", table, re.MULTILINE))
    assert letters <= set(re.findall(r"^\| (\w) \| ", page("lesson-8-tree"), re.MULTILINE))
    assert re.search(r"^ T +\d+", table, re.MULTILINE) and re.search(r"^ L +0", table, re.MULTILINE)
    early, result = names["early"], names["result"]
    assert early.status == "within_gap" and result.status == "optimal"
    assert early.bound <= result.objective < early.objective
    assert 1 - early.bound / early.objective <= 0.05
    assert "optimal model-certified 5 nodes" in out


def test_lesson_8_says_how_late_each_search_finds_the_optimum(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Means of exercise 3: the text names the shares that the cell prints."""
    names = cells_until("lesson-8-tree", "def twelve_jobs")
    exec(cell_with("lesson-8-tree", "best_first = "), names)
    exec(cell_with("lesson-8-tree", "def greedy"), names)
    shares = names["table"].groupby("search")["proof"].mean().round(2).to_dict()
    assert shares == {"depth first": 0.23, "best first": 0.46, "greedy start": 0.46}
    text = " ".join(page("lesson-8-tree").split())
    assert "on average 77% of the nodes pass before, and 23% are needed" in text
    assert text.count("46% of") == 2
    greedy = names["table"][names["table"].search == "greedy start"]
    assert (greedy["optimal after"] == 0).sum() == 2


def test_the_solutions_of_the_exam_are_right(capsys: pytest.CaptureFixture[str]) -> None:
    """The cells print the numbers in the text; every question has a solution."""
    names: dict[str, Any] = {}
    printed = []
    asked, text = page("instructor").split("## Exam questions")[1].split("(exam-solutions)=")
    for code in re.findall(r"```\{code-cell\} python\n(.*?)```", text, re.DOTALL):
        exec(code, names)
        printed.append(capsys.readouterr().out.split("\n")[:-1])
    _, first, second, third, fourth, fifth, sixth, seventh, eighth = printed
    assert first == ["2 13", "4 13", "13"]
    assert second == ["8.0 {'kind': 'hall', 'threshold': 8.0, 'instances': [0, 1]}"]
    assert third == ["4.5 7.6"]
    assert fourth == ["2 [0.5 0.5 0.5]"]
    assert fifth == ["optimal 4.0"]
    assert sixth == ["20.0% 13.6% 25.0%"]
    assert seventh == ["22.0 [2.0, 1.0]"]
    assert eighth == ["16"]
    numbers = r"^(?:\*\*)?(\d)\.(?:\*\*)? "
    answered = re.findall(numbers, text, re.MULTILINE)
    assert re.findall(numbers, asked, re.MULTILINE) == answered == list("12345678")
    assert re.findall(r"\(Lesson (\d)\)", asked) == answered


def test_the_exam_s_tree() -> None:
    """The values in the table of the last solution are those of the relaxations."""
    names: dict[str, Any] = {"np": np}
    for words in ("import pandas", "def relax"):
        exec(cell_with("lesson-8-tree", words), names)
    names |= {"worth": np.array([9, 7, 6]), "cores": np.array([5, 4, 3]), "room": 9}
    table = page("instructor").split("| node | fixed |")[1]
    rows = re.findall(r"^\| \d \| (.*?) ?\| ([\d.]+) \|", table, re.MULTILINE)
    assert len(rows) == 5
    for fixed, value in rows:
        chosen = {int(k) - 1: int(v) for k, v in re.findall(r"x_(\d) = (\d)", fixed)}
        assert names["relax"](chosen)[0] == pytest.approx(float(value))


def test_the_half_lesson_proves_the_ratios_that_it_states(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(DOCS)
    monkeypatch.setenv("OPTGAP_PROBLEM_FILES", "")
    names = cells_until("half-lesson-theorems", "five = ")
    exec(cell_with("half-lesson-theorems", "for number in (4, 5)"), names)
    exec(cell_with("half-lesson-theorems", "def alike"), names)
    ratios = re.findall(r"^(?:exact|\d jobs:) (\S+) on", capsys.readouterr().out, re.MULTILINE)
    assert ratios == ["3/2", "7/6", "3/2", "3/2", "3/2", "4/3"]


def test_prerequisites_are_equal_on_both_pages() -> None:
    rows = re.compile(r"^\| (\[[^|]*?\.md\))[^|]*\|([^|\n]*)\|([^|\n]*)\|", re.MULTILINE)
    course = {title: needs.strip() for title, _, needs in rows.findall(page("course"))}
    instructor = {title: needs.strip() for title, needs, _ in rows.findall(page("instructor"))}
    assert len(course) == 10 and course == instructor
    for name in ("course", "instructor"):
        assert "**The recommended order is 7, 8, 1, 2, 4, 5, 3, 6" in page(name)


def test_the_half_lesson_on_models_says_what_its_cells_compute() -> None:
    """The plan costs 10, the relaxation gets weaker as M grows, and three statements conflict."""
    names = cells_until("half-lesson-modelling", "print(optgap.explain(broken))")
    assert names["solve"](names["services"]()).objective == 10
    assert names["relaxed_cost"](1000) < names["relaxed_cost"](20) < 10
    explanation = optgap.explain(names["broken"])
    words = "fits, search_on_small and mail_with_search exclude each other"
    assert words in explanation.headline and explanation.proven
