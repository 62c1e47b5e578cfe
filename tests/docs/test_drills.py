"""Drill exercises: every form has a unique answer, and only right numbers earn points."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from ast import literal_eval
from math import isfinite
from pathlib import Path

import pytest

import optgap

GRADED = Path(__file__).parents[2] / "docs" / "graded"
LESSONS = range(1, 9)


@pytest.fixture
def drills(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.syspath_prepend(GRADED / "drills")
    import drills

    return drills


@pytest.mark.parametrize("lesson", LESSONS)
def test_each_of_twenty_seeds_draws_ten_exercises_with_an_answer(drills, lesson: int) -> None:
    """An equal seed repeats them, another one changes the numbers and the answers of each form."""
    draws = [drills.drills(lesson, seed) for seed in range(20)]
    assert drills.drills(lesson, 7) == draws[7]
    assert all(len(draw) == 10 and all(isfinite(right) for _, right in draw) for draw in draws)
    assert all(len({draw[k] for draw in draws}) > 10 for k in range(10))
    assert all(len({draw[k][1] for draw in draws}) > 1 for k in range(10))
    assert not any("{" in text or "}" in text for draw in draws for text, _ in draw)


@pytest.mark.parametrize("k", range(10))
def test_a_certified_method_gives_the_answers_to_the_printed_text(drills, k: int) -> None:
    """The bounds of prices in lesson 1, and the bottlenecks of lesson 2, from the text alone."""
    for text, right in (drills.drills(1, k)[1], drills.drills(2, k)[0]):
        numbers = [literal_eval(found) for found in re.findall(r"\d+|\[\[.*?\]\]|\[.*?\]", text)]
        lists = [each for each in numbers if isinstance(each, list)]
        if len(lists) == 1:
            document = {"problem": "placement", "latency": lists[0], "capacity": [1, 1, 1]}
        else:
            groups = [
                {"name": str(g), "lower": 1, "upper": 3, "latency": v} for g, v in enumerate(lists)
            ]
            document = {"problem": "cluster_ratio", "containers": numbers[0], "groups": groups}
        document |= {"version": 1, "name": "drill"}
        outcome = optgap.solve(optgap.load(document), "bottleneck" if len(lists) == 1 else "greedy")
        assert outcome.bound == pytest.approx(right)


def report_of(folder: Path, answers: list[object]) -> str:
    """Return what the grader prints about answers to the drills of lesson 6, seed 3."""
    for path in (*GRADED.glob("*.*"), *(GRADED / "drills").glob("*.*")):
        shutil.copy(path, folder)
    (folder / "drill_answers.toml").write_text(f"lesson = 6\nanswers = {answers}\n")
    command = [sys.executable, "-m", "pytest", "test_drills.py", "--seed", "3"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout


def test_right_numbers_earn_a_point_each_and_others_nothing(drills, tmp_path: Path) -> None:
    """Points are printed in the order of the exercises; one answer too many changes nothing."""
    right = [round(answer, 3) for _, answer in drills.drills(6, 3)]
    assert "sum: 10 of 10 points, seed 3" in report_of(tmp_path, [*right, 5])
    wrong = [right[0] + 0.01, "x", [], right[3], -right[4], *right[5:8]]
    report = report_of(tmp_path, wrong)
    assert re.findall(r"^(\d) of 1  test_drill\[(\d+)\]", report, re.MULTILINE) == [
        ("1" if k in (4, 6, 7, 8) else "0", str(k)) for k in range(1, 11)
    ]
    assert "sum: 4 of 10 points" in report
