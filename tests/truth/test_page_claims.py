"""What five pages promise, and for each promise the test that fails where it is false:
`tests/data/page_claims.txt`.

A sentence that changes on its page has to change here, and its test with it.  Promises that no
other test watches are tested here.  Seconds are not asserted: what a page says of
overruns is compared with what `benchmarks/limits.py` has recorded.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import optgap
from optgap.core import kernels
from optgap.core.gaps import gap
from optgap.validation.judge.tolerances import TOLERANCE
from optgap.validation.outside import contained
from optgap.validation.outside import method as outside

ROOT = Path(__file__).parents[2]

CLAIMS = ROOT / "tests" / "data" / "page_claims.txt"


def claims() -> list[tuple[str, str, str]]:
    """Return page, words and test of each line of the table."""
    lines = [line for line in CLAIMS.read_text().splitlines() if line and line[0] != "#"]
    return [tuple(re.match(r"([\w-]+): (.*) \| (\S+)$", line).groups()) for line in lines]


def page(name: str) -> str:
    """Return the text of a page, without the ends of its lines."""
    return " ".join((ROOT / "docs" / f"{name}.md").read_text().split())


def test_every_promise_stands_on_its_page_and_has_a_test() -> None:
    missing = []
    for name, words, test in claims():
        file, _, function = test.partition("::")
        path = Path(__file__) if file == "here" else ROOT / "tests" / f"{file}.py"
        if words not in page(name):
            missing.append(f"docs/{name}.md no longer says: {words}")
        elif not path.exists() or f"def {function}(" not in path.read_text():
            missing.append(f"docs/{name}.md: {words}: there is no test {test}")
    assert missing == []


def test_recorded_overruns_are_those_of_the_page() -> None:
    rows = json.loads((ROOT / "docs" / "data" / "limits.json").read_text())
    assert {row["limit"] for row in rows} == {0.1, 1.0, 5.0}
    assert [row for row in rows if row["seconds"] > 1.2 * row["limit"] + 1] == []


def test_numbers_of_the_pages_are_those_of_the_code() -> None:
    from optgap_found_programs.isolated import control_group

    assert (kernels._SMALL, outside.DEFAULT_SECONDS, contained.MOST_BYTES) == (20_000, 60, 2**26)
    assert control_group._MOST_PROCESSES == 512
    application = ROOT / "apps" / "found_programs" / "optgap_found_programs"
    for file, constant in (
        ("isolated/isolation.py", "_MOST_PROCESSES = 512"),
        ("inside/child.py", "_LARGEST_FILE = 64 * 2**20"),
    ):
        assert constant in (application / file).read_text(), (
            file
        )  # modules of a process that is closed


def test_methods_without_a_model_ignore_the_limit_of_memory() -> None:
    instance = optgap.load("placement/fig6")
    for method in ("bottleneck", "ipa", lambda instance: {"machine": [1, 0]}):
        assert optgap.solve(instance, method, memory_limit=1).decision is not None
    with pytest.raises(optgap.InputError, match=r"variables"):
        optgap.solve(instance, "exact", memory_limit=1)


@pytest.mark.parametrize("problem", ["microq", "microw"])
def test_shares_of_nodes_are_allowed_a_millionth(problem: str) -> None:
    """Shares that are all larger by a tenth of a millionth pass, by ten millionths they do not."""
    instance = optgap.load(f"{problem}/{optgap.problem_named(problem).demo}")
    decision = optgap.solve(instance, "exact").decision

    def larger(thing, factor):
        if isinstance(thing, dict):
            return {key: larger(value, factor) for key, value in thing.items()}
        return thing * factor if isinstance(thing, float) else thing

    judge = optgap.problem_named(problem).judge
    assert TOLERANCE == 1e-6
    assert judge(instance, larger(decision, 1 + 1e-7)).feasible
    assert not judge(instance, larger(decision, 1 + 1e-5)).feasible


def test_all_problems_but_three_have_a_dedicated_exact_method() -> None:
    """Methods that only prove a bound do not count."""
    without = [
        name
        for name in optgap.problem_names()
        if not any(
            m.kind == "exact" and not m.solvers and m.name not in ("core-prices", "relaxation")
            for m in optgap.problem_named(name).methods
        )
    ]
    assert without == ["stage", "microq", "utility_course"]


# Small instances of all problems; each method that needs no option.
_DEMOS = [f"{name}/{optgap.problem_named(name).demo}" for name in optgap.problem_names()]


@pytest.mark.parametrize("source", _DEMOS)
def test_a_run_repeats_its_decision(source: str) -> None:
    """With the seed and options of the outcome, each method gives the same decision again."""
    instance = optgap.load(source)
    for method in optgap.problem_named(source.split("/")[0]).methods:
        try:
            first = optgap.solve(instance, method.name, seed=7, threads=1)
        except optgap.InputError:
            continue  # it needs rows that this instance has not
        again = optgap.solve(instance, method.name, seed=first.seed, threads=1)
        assert first.decision == again.decision, method.name
        points = [[point.decision for point in each.front or ()] for each in (first, again)]
        assert points[0] == points[1], method.name


def run_python(code: str) -> str:
    """Return what a program prints in a process of its own."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_nothing_is_compiled_where_that_is_not_wanted() -> None:
    assert run_python(
        "import sys, optgap\n"
        "instance = optgap.generate('placement', 3, instances=300, machines=100)\n"
        "for method in ('bottleneck', 'ipa'):\n"
        "    print(optgap.solve(instance, method, compiled='no').status, end=' ')\n"
        "print('numba' in sys.modules)"
    ).split() == ["optimal", "feasible", "False"]


def test_nothing_is_connected_to(tmp_path: Path) -> None:
    """No socket is connected and no name is resolved, whatever is solved, compared or drawn."""
    assert run_python(
        "import sys, optgap\n"
        "seen = []\n"
        "def note(event, _):\n"
        "    if event in ('socket.connect', 'socket.getaddrinfo', 'socket.gethostbyname'):\n"
        "        seen.append(event)\n"
        "sys.addaudithook(note)\n"
        "from optgap.cli import app\n"
        "def run(*words):\n"
        "    try: app([*words, '--json'])\n"
        "    except SystemExit as end: assert not end.code, words\n"
        f"run('solve', 'placement/fig6', '-o', {str(tmp_path / 's.json')!r})\n"
        f"run('check', 'placement/fig6', {str(tmp_path / 's.json')!r})\n"
        f"run('compare', 'placement/fig6', '--report', {str(tmp_path / 'page.html')!r})\n"
        "run('explain', 'placement/fig6')\n"
        "optgap.solve('placement/fig6', lambda instance: {'machine': [1, 0]})\n"
        "print('\\nseen', seen)"
    ).endswith("seen []")


def test_an_unknown_value_is_null() -> None:
    outcome = json.loads(optgap.solve("macroq/table-vii", "exact", time_limit=0).model_dump_json())
    assert (outcome["status"], outcome["stopped"]) == ("unknown", "time_limit")
    unknown = ("objective", "bound", "bound_kind", "gap", "certificate", "decision", "front")
    assert [outcome[name] for name in unknown] == [None] * len(unknown)


@pytest.mark.parametrize("problem", optgap.problem_names())
def test_a_heuristic_has_a_plan_and_no_proof(problem: str) -> None:
    entry = optgap.problem_named(problem)
    instance = optgap.load(f"{problem}/{entry.demo}")
    method = next(each.name for each in entry.methods if each.kind == "heuristic")
    outcome = optgap.solve(instance, method)
    if outcome.decision is not None or outcome.front:
        assert outcome.stopped == "complete"
        assert outcome.status == ("feasible" if outcome.bound is None else outcome.status)


def test_a_heuristic_proves_no_infeasibility() -> None:
    blocked = optgap.load("placement/infeasible")
    statuses = [optgap.solve(blocked, method).status for method in ("ipa", "bottleneck")]
    assert statuses == ["unknown", "infeasible"]


def test_gaps_and_ratios_of_the_page() -> None:
    assert gap(60.0, 20.0, "minimize") == pytest.approx(0.667, abs=5e-4)
    for sense, ratio, share in (("minimize", 1.10, 0.0909), ("maximize", 1.111, 0.111)):
        optimum = 90.0
        value = optimum * ratio if sense == "minimize" else optimum / ratio
        assert gap(value, optimum, sense) == pytest.approx(share, abs=1e-3)
        other = 1 - 1 / ratio if sense == "minimize" else ratio - 1
        assert gap(value, optimum, sense) == pytest.approx(other)


def lines_of(place: str) -> int:
    """Return the lines of a module, or of all modules in a folder, of the judge."""
    path = ROOT / "validation" / "judge" / place
    files = path.rglob("*.py") if path.is_dir() else [path]
    return sum(file.read_text().count("\n") for file in files)


def test_lines_to_audit_are_those_of_the_page() -> None:
    assert lines_of("verify_proof.py") == 733
    assert lines_of("resource_plan.py") == pytest.approx(60, rel=0.1)
    assert lines_of("consolidation") == pytest.approx(1500, rel=0.1)
    own = {
        name: lines_of(name if (ROOT / "validation/judge" / name).is_dir() else f"{name}.py")
        for name in optgap.problem_names()
    }
    assert min(own, key=own.__getitem__) == "resource_plan"
    assert max(own, key=own.__getitem__) == "consolidation"


def test_tolerances_stand_in_one_module() -> None:
    """No other module of the judge writes a power of ten below a thousandth.

    But the proof that stands alone, and a division of the load table, whose multipliers may be any.
    """
    small = re.compile(r"\b\d(?:\.\d+)?e-\d+|\b0\.000\d+")
    found = {
        f"{path.name}: {line.strip()}"
        for path in (ROOT / "validation" / "judge").rglob("*.py")
        if path.name not in ("tolerances.py", "verify_proof.py", "load_table.py")
        for line in path.read_text().splitlines()
        if small.search(line.partition("#")[0])
    }
    assert found == set()


def test_the_rooms_of_the_wing_are_listed() -> None:
    text = (ROOT / "docs" / "trust.md").read_text()
    rooms = {
        path.stem if path.is_dir() else path.name
        for path in (ROOT / "validation" / "judge").iterdir()
        if path.stem not in optgap.problem_names() and not path.name.startswith("__")
    }
    assert [room for room in rooms if f"`{room}" not in text] == []
