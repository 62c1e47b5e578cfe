"""The graded folders: answers get all points, tasks get none, missing points have reasons."""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
LESSONS = sorted(path.parent.name for path in (DOCS / "graded").glob("*/test_lesson.py"))
SUM = re.compile(r"^sum: (\d+) of (\d+) points, seed (\d+)$", re.MULTILINE)
pytest.importorskip("sphinx", reason="the folders belong to the docs")


@pytest.fixture
def graded(monkeypatch: pytest.MonkeyPatch):
    """Return the module that packs the folders."""
    monkeypatch.setattr(sys, "path", [*sys.path, str(DOCS / "_ext")])
    import graded

    return graded


def report_of(folder: Path, seed: int) -> str:
    """Return what the grader prints in a folder."""
    command = [sys.executable, "-m", "pytest", "--seed", str(seed)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stdout + done.stderr
    return done.stdout


def points(report: str) -> tuple[int, int]:
    earned, most, _ = SUM.findall(report)[0]
    return int(earned), int(most)


def unpacked(graded, folder: Path, page: str, kind: str) -> Path:
    """Return the folder that a reader has after unpacking the zip file of a page."""
    packet = graded.packed(f"{page}-{kind}", graded.files_of(DOCS, page, kind))
    assert packet == graded.packed(f"{page}-{kind}", graded.files_of(DOCS, page, kind))
    zipfile.ZipFile(io.BytesIO(packet)).extractall(folder)
    return folder / f"{page}-{kind}"


def test_these_lessons_have_folders(graded) -> None:
    assert graded.graded_lessons(DOCS) == LESSONS
    pages = {path.stem for path in DOCS.glob("*lesson-*.md")}
    assert sorted(pages - {"half-lesson-modelling"}) == LESSONS


@pytest.mark.parametrize("seed", [0, 7])
@pytest.mark.parametrize("page", LESSONS)
def test_the_answers_get_all_points(graded, tmp_path: Path, page: str, seed: int) -> None:
    report = report_of(unpacked(graded, tmp_path, page, "answers"), seed)
    earned, most = points(report)
    assert earned == most > 0, report


@pytest.mark.parametrize("page", LESSONS)
def test_the_task_gets_no_point_and_says_why(graded, tmp_path: Path, page: str) -> None:
    folder = unpacked(graded, tmp_path, page, "task")
    assert "marking.md" not in {path.name for path in folder.iterdir()}
    report = report_of(folder, 0)
    assert points(report)[0] == 0, report
    lines = re.findall(r"^0 of [1-9]\d*  test_.*$", report, re.MULTILINE)
    assert lines
    assert all("is still to be written" in line for line in lines)


@pytest.mark.parametrize("page", LESSONS)
def test_the_marking_scheme_adds_up(graded, page: str) -> None:
    files = graded.files_of(DOCS, page, "answers")
    rows = re.findall(r"^\| .* \| (\d+) × (\d+) \|$", files["marking.md"].decode(), re.MULTILINE)
    total = re.search(r"^(\d+) points in all", files["marking.md"].decode(), re.MULTILINE)
    assert total
    assert sum(int(times) * int(worth) for times, worth in rows) == int(total[1])


def answered(graded, folder: Path, page: str, old: str, new: str) -> str:
    """Return the report on the answers with one piece replaced."""
    place = unpacked(graded, folder, page, "answers")
    source = (place / "answer.py").read_text()
    assert source.count(old) == 1
    (place / "answer.py").write_text(source.replace(old, new))
    return report_of(place, 0)


def test_a_price_that_is_not_the_best_gets_a_part_and_hears_what_it_proves(
    graded, tmp_path: Path
) -> None:
    report = answered(graded, tmp_path, "lesson-1-price", "corners = {0.0}", "return 0.5")
    assert 10 <= points(report)[0] < 20
    assert report.count("your price 0.5 proves ") == report.count("; the best price proves") == 5
    good = answered(
        graded,
        tmp_path / "good",
        "lesson-1-price",
        "    return max(corners",
        "    return 0.03 + max(corners",
    )
    assert points(report)[0] < points(good)[0] < 20
    assert "\n1 of 2  test_the_price" in good


def test_a_plan_with_a_gap_gets_half_and_the_gap_is_said(graded, tmp_path: Path) -> None:
    old = "return min(best.values(), key=lambda entry: entry[0])[1]"
    report = answered(
        graded, tmp_path, "lesson-1-price", old, "return {g.name: g.lower for g in instance.groups}"
    )
    assert 10 <= points(report)[0] < 20
    assert "the proven optimum is" in report


# By what is wrong: the lesson, a piece of its answers and what replaces it, the points, and the
# reason with the number of times that the report gives it.
FAULTY = {
    "a method of optgap": (
        *(
            "lesson-1-price",
            "import numpy as np\n",
            "import numpy as np\nfrom optgap import solve\n",
        ),
        *((0, 20), "answer.py imports optgap; write it yourself", 15),
    ),
    "points that no weight finds": (
        *("lesson-3-front", "return hull", "return points"),
        *((8, 16), "no weight finds", 4),
    ),
    "prices that are too high": (
        *("lesson-5-columns", "return [max(0.0, -float(price))", "return [2.0"),
        *((8, 20), "your prices make the pattern", 4),
    ),
    "a plan that forgets items": (
        *("lesson-5-columns", "    return plan\n", "    return plan[1:]\n"),
        *((12, 20), r"[^r]: \S+: the decision is not feasible: \S", 8),
    ),
    "a set with enough room": (
        *("lesson-2-certificate", "sorted(reached)", "sorted(reached)[:1]"),
        *((8, 20), "prove nothing: the machines have room for", 4),
    ),
    "no witness": (
        *("lesson-4-flow", "    array = np.array(matrix)\n", "    return None\n"),
        *((18, 20), "is not totally unimodular", 2),
    ),
    "a determinant of one": (
        *("lesson-4-flow", ") > 1:", ") == 1:"),
        *((16, 20), "the determinant of rows", 4),
    ),
    "a plan in parts": (
        *("lesson-4-flow", "round(pyo.value(model.f[p, n]))", "0.5 + pyo.value(model.f[p, n])"),
        *((12, 20), "not integral", 4),
    ),
    "amounts above the mips": (
        *("lesson-4-flow", "round(pyo.value(model.f[p, n]))", "mips[n] + 1"),
        *((12, 20), r"the PEs get \d+ mips of n\d, which has \d+", 4),
    ),
    "a file that cannot be read": (
        *("lesson-1-price", "import numpy as np\n", "import = np\n"),
        *((0, 20), "SyntaxError", 15),
    ),
    "the bound of a single instance": (
        *("lesson-2-certificate", "    threshold = max(latency[i]"),
        "    i = max(range(len(latency)), key=lambda i: min(latency[i]))\n"
        "    return min(latency[i]), [i]\n    threshold = max(latency[i]",
        *((12, 20), "your instances prove .*; the optimum is", 4),
    ),
    "prices of zero": (
        *("lesson-4-flow", "    return pe, node\n"),
        "    return dict.fromkeys(goals, 0), dict.fromkeys(mips, 0)\n",
        *((12, 20), "your prices prove", 4),
    ),
    "prices of one": (
        *("lesson-4-flow", "    return pe, node\n"),
        "    return dict.fromkeys(goals, 1), dict.fromkeys(mips, 1)\n",
        *((12, 20), "your prices prove", 4),
    ),
    "one element after the other": (
        *("lesson-4-flow", "    model = flow(goals, mips, may_use)\n    return {p: {n: round"),
        """    left, amounts = dict(mips), {}
    for p, goal in goals.items():
        amounts[p] = {}
        for n in may_use[p]:
            taken = min(goal, left[n])
            amounts[p][n], goal, left[n] = taken, goal - taken, left[n] - taken
    return amounts
    return {p: {n: round""",
        *((16, 20), "mips of the goals; the optimum misses", 4),
    ),
    "a rule that is too long": (
        *("lesson-6-project", "    values = np.unique(wide)\n"),
        "    values = np.unique(wide)\n" + "    low = 0\n" * 20,
        *((12, 20), "at most 20", 8),
    ),
    "a stage on which the rule is good": (
        *("lesson-6-project", "    return best, room\n", "    return [[1.0]], [1]\n"),
        *((8, 20), r"1\.00 times the proven optimum; 1 of 3 points need 1\.5 times", 4),
    ),
}


@pytest.mark.parametrize(
    ("page", "old", "new", "earned", "reason", "times"), FAULTY.values(), ids=FAULTY
)
def test_a_fault_costs_its_points_and_is_named(
    graded, tmp_path: Path, page: str, old: str, new: str, earned, reason: str, times: int
) -> None:
    report = answered(graded, tmp_path, page, old, new)
    assert points(report) == earned
    assert len(re.findall(reason, report)) == times


def test_an_error_names_the_line_of_the_answer_or_the_docstring(graded, tmp_path: Path) -> None:
    old = "    corners = {0.0}\n"
    report = answered(graded, tmp_path, "lesson-1-price", old, f"    return None\n{old}")
    assert points(report) == (10, 20)
    words = "the grader cannot read what your function returned, see its docstring: TypeError"
    assert report.count(words) == 5
    report = answered(graded, tmp_path / "line", "lesson-1-price", old, f"    1 / 0\n{old}")
    source = (tmp_path / "line/lesson-1-price-answers/answer.py").read_text()
    line = source.partition("    1 / 0")[0].count("\n") + 1
    assert report.count(f"ZeroDivisionError: division by zero (answer.py, line {line})") == 5


@pytest.mark.parametrize("page", LESSONS)
def test_the_docstrings_of_a_task_state_its_points(page: str) -> None:
    """They give as many points in all as the marking scheme."""
    scheme = (DOCS / "graded" / page / "answers/marking.md").read_text()
    total = re.search(r"^(\d+) points in all", scheme, re.MULTILINE)
    assert total
    tree = ast.parse((DOCS / "graded" / page / "task/answer.py").read_text())
    found = 0
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            words = " ".join((ast.get_docstring(node) or "").split())
            number, text = re.search(r"(Four|Five) (\w+, .* points?\b.*)", words).groups()
            most = max(map(int, re.findall(r"(\d) points?\b(?! more)", text)))
            more = sum(map(int, re.findall(r"(\d) points? more", text)))
            found += {"Four": 4, "Five": 5}[number] * (most + more)
    assert found == int(total[1])


def test_a_grid_of_weights_finds_too_few_points(graded, tmp_path: Path) -> None:
    """Every hidden front has a point that 1,001 weights miss."""
    grid = (
        "{min(points, key=lambda p: k / 1000 * p[0] + (1 - k / 1000) * p[1]) for k in range(1001)}"
    )
    report = answered(graded, tmp_path, "lesson-3-front", "return hull", f"return list({grid})")
    assert 8 <= points(report)[0] <= 12
    assert report.count("some weight also finds") == 4


def test_prices_that_prove_as_much_as_a_sum_get_a_part(graded, tmp_path: Path) -> None:
    old = "return [max(0.0, -float(price)) for price in relaxed.ineqlin.marginals]"
    report = answered(
        graded, tmp_path, "lesson-5-columns", old, "return [size / capacity for size in sizes]"
    )
    assert points(report) == (12, 20)
    assert report.count("your prices prove") == report.count("machines; the optimum is") == 4


def test_first_fit_decreasing_is_not_optimal_where_it_is_graded(graded, tmp_path: Path) -> None:
    old = "    patterns = patterns_of(capacity, sizes)\n    counts"
    rule = """    bins = []
    for k, size in enumerate(sizes):
        for _ in range(demand[k]):
            room = (b for b in bins if capacity - np.dot(b, sizes) >= size)
            chosen = next(room, None)
            if chosen is None:
                bins.append(chosen := [0] * len(sizes))
            chosen[k] += 1
    return bins
"""
    report = answered(graded, tmp_path, "lesson-5-columns", old, f"{rule}{old}")
    assert points(report) == (16, 20)
    assert report.count("more than the allowed 0.0000%") == 4


def test_a_plan_above_the_threshold_is_not_optimal(graded, tmp_path: Path) -> None:
    old = "return _placed(np.array(latency) <= values[low], room)[1]"
    report = answered(
        graded, tmp_path, "lesson-2-certificate", old, old.replace("values[low]", "values[-1]")
    )
    assert points(report)[0] < 8
    assert report.count("more than the allowed 0.0000%") == 4


def test_a_single_constraint_proves_a_weak_bound(graded, tmp_path: Path) -> None:
    old = "    return [-float(price)"
    single = """    worst = [max(v / r for v, r in zip(c, row, strict=True)) for row in a]
    k = min(range(len(b)), key=lambda k: b[k] * worst[k])
    return [worst[k] * (k == i) for i in range(len(b))]
"""
    report = answered(graded, tmp_path, "lesson-7-duality", old, f"{single}{old}")
    assert points(report) == (12, 20)
    assert report.count("your prices prove") == 4
    none = "    if least.fun > -1e-6:\n"
    report = answered(
        graded, tmp_path / "none", "lesson-7-duality", none, f"    return None\n{none}"
    )
    assert points(report) == (14, 20)
    assert report.count("you say that there is a plan; there is none") == 3


def test_a_greedy_plan_and_a_bound_that_is_not_rounded_get_a_part(graded, tmp_path: Path) -> None:
    old = "    while waiting:\n"
    greedy = """    chosen = []
    for i in order:
        if sum(cores[k] for k in [*chosen, i]) <= room:
            chosen.append(i)
    return chosen
"""
    report = answered(graded, tmp_path, "lesson-8-tree", old, f"{greedy}{old}")
    assert points(report) == (16, 20)
    assert report.count("your plan is worth") == 4
    report = answered(
        graded,
        tmp_path / "gap",
        "lesson-8-tree",
        "floor(value + 1e-6) for value in waiting",
        "waiting[0] for _ in [0]",
    )
    assert points(report) == (16, 20)
    none = "    for size in range(1, len(x) + 1):\n"
    report = answered(graded, tmp_path / "none", "lesson-8-tree", none, f"    return None\n{none}")
    assert points(report) == (14, 20)


def test_a_rule_of_one_after_the_other_is_not_optimal(graded, tmp_path: Path) -> None:
    old = "    values = np.unique(wide)\n"
    greedy = """    chosen, left = [], set(range(len(place)))
    for row in wide:
        k = min(left, key=lambda k: row[k])
        chosen.append(int(place[k]))
        left.remove(k)
    return chosen
"""
    report = answered(graded, tmp_path, "lesson-6-project", old, f"{greedy}{old}")
    assert points(report)[0] < 20
    assert "more than the allowed 5.0000%" in report


@pytest.mark.parametrize(
    ("stage", "words"),
    [
        ("[[1.0] * 5] * 5, [1] * 5", "the stage has 5"),
        ("[[1e9]], [1]", "not all from 1 to 100"),
        ("[[1.0, 2.0]] * 4, [1, 1]", "4 instances have room for 2 of them"),
        ("[[1.0, 2.0], [1.0]], [1, 1]", "the rows have [1, 2] latencies for 2 machines"),
    ],
)
def test_a_stage_that_is_not_small_gets_no_point(graded, tmp_path: Path, stage, words) -> None:
    report = answered(
        graded, tmp_path, "lesson-6-project", "    return best, room\n", f"    return {stage}\n"
    )
    assert points(report) == (8, 20)
    assert report.count(words) == 4


CHEATS = {
    "import": "import pytest\npytest.fail = lambda *a, **k: None",
    "modules": """
from typing import sys
for module in list(sys.modules.values()):
    if hasattr(module, "fail"):
        module.fail = lambda *a, **k: None
sys.modules["test_lesson"].DRAWS = ()
""",
    "frame": """
from typing import sys
frame = sys._getframe()
while frame:
    for thing in list(frame.f_locals.values()):
        for item in (thing, getattr(thing, "item", None), getattr(thing, "node", None)):
            if hasattr(item, "user_properties"):
                item.user_properties.append(("earned", 20))
    frame = frame.f_back
""",
    "value": """
class Right(list):
    def __eq__(self, other):
        return True
    def __iter__(self):
        return iter(range(1))
return Right([0])
""",
}
LAZY = {"cover": "None", "best": "[]", "gap": "-1.0"}


def lazy(graded, folder: Path, cheat: str) -> tuple[int, int]:
    """Return the points of wrong values, each returned after an attempt to cheat."""
    place = unpacked(graded, folder, "lesson-8-tree", "task")
    source = (place / "answer.py").read_text()
    attempt = "\n".join(f"        {line}" for line in (cheat or "pass").splitlines())
    for name, value in LAZY.items():
        code = f"    try:\n{attempt}\n    except Exception:\n        pass\n    return {value}\n"
        source = re.sub(rf"    raise NotImplementedError\(.{name} .*\n", code, source)
    (place / "answer.py").write_text(source)
    return points(report_of(place, 0))


@pytest.mark.parametrize("cheat", CHEATS)
def test_a_cheat_earns_what_the_same_answer_earns_without_it(
    graded, tmp_path: Path, cheat: str
) -> None:
    honest = lazy(graded, tmp_path / "honest", "")
    assert honest == (2, 20)
    assert lazy(graded, tmp_path / "cheat", CHEATS[cheat])[0] <= honest[0]


def test_points_have_the_order_of_the_tasks(graded, tmp_path: Path) -> None:
    """The plans fail, and their lines stay before those of the gaps that pass."""
    report = answered(graded, tmp_path, "lesson-8-tree", "return incumbent[1]", "return []")
    tests = re.findall(r"^\d of \d  (test_\w+)\[", report, re.MULTILINE)
    assert tests == ["test_the_cut"] * 4 + ["test_the_plan"] * 4 + ["test_the_gap"] * 4


def test_a_function_that_ends_its_process_gets_no_point_and_the_others_theirs(
    graded, tmp_path: Path
) -> None:
    old = "    incumbent = max(plans)\n"
    ends = "    from typing import sys\n    sys.modules['os']._exit(3)\n"
    report = answered(graded, tmp_path, "lesson-8-tree", old, f"{ends}{old}")
    assert points(report) == (16, 20)
    assert report.count(": gap ended its process") == 4
