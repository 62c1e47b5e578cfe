"""The graded folders: answers get all points, tasks get none, missing points have reasons."""

from __future__ import annotations

import io
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[1] / "docs"
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
    assert {"lesson-1-price", "lesson-3-front", "lesson-5-columns"} <= set(LESSONS)


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


def test_a_price_that_is_not_the_best_gets_no_point(graded, tmp_path: Path) -> None:
    report = answered(graded, tmp_path, "lesson-1-price", "corners = {0.0}", "return 0.5")
    assert points(report) == (10, 20)
    assert report.count("price 0.5: ") == report.count("certificate: it proves") == 5


def test_a_plan_with_a_gap_gets_half_and_the_gap_is_said(graded, tmp_path: Path) -> None:
    old = "return min(best.values(), key=lambda entry: entry[0])[1]"
    report = answered(
        graded, tmp_path, "lesson-1-price", old, "return {g.name: g.lower for g in instance.groups}"
    )
    assert 10 <= points(report)[0] < 20
    assert "the proven optimum is" in report


def test_methods_of_optgap_are_no_answer(graded, tmp_path: Path) -> None:
    old = "import numpy as np\n"
    report = answered(graded, tmp_path, "lesson-1-price", old, f"{old}from optgap import solve\n")
    assert points(report) == (0, 20)
    assert report.count("answer.py imports optgap; write it yourself") == 15


def test_a_file_that_cannot_be_read_gets_no_point(graded, tmp_path: Path) -> None:
    report = answered(graded, tmp_path, "lesson-1-price", "import numpy as np\n", "import = np\n")
    assert points(report) == (0, 20)
    assert "SyntaxError" in report


def test_points_that_no_weight_finds_are_named(graded, tmp_path: Path) -> None:
    report = answered(graded, tmp_path, "lesson-3-front", "return hull", "return points")
    assert points(report) == (8, 16)
    assert report.count("no weight finds") == 4


def test_prices_that_prove_too_little_get_no_point(graded, tmp_path: Path) -> None:
    old = "return [max(0.0, model.dual[model.packed[k]]) for k in model.K]"
    report = answered(
        graded, tmp_path, "lesson-5-columns", old, "return [size / capacity for size in sizes]"
    )
    assert points(report) == (8, 20)
    assert report.count("it proves") == 4


def test_first_fit_decreasing_is_not_optimal_where_it_is_graded(graded, tmp_path: Path) -> None:
    old = "    patterns = patterns_of(capacity, sizes)\n    model"
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
    assert report.count("allowed are 0.0000%") == 4


def test_a_plan_that_forgets_items_is_not_feasible(graded, tmp_path: Path) -> None:
    old = "    return plan\n"
    report = answered(graded, tmp_path, "lesson-5-columns", old, "    return plan[1:]\n")
    assert points(report) == (12, 20)
    assert report.count("the decision is not feasible") == 8
