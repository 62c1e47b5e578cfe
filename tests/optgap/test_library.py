"""The library of instances: rows, loading by name, submissions that are accepted or refused."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

import optgap
from optgap.core.faults import InputError
from optgap.validation.proving import Submission, verify
from optgap.validation.running import LibraryRow, library_rows, rows_in
from optgap.validation.running import library as running_library

FIELDS = [
    *("name", "problem", "size", "sense", "best", "bound", "bound_kind", "state"),
    *("method", "version", "date", "by", "source", "sha256"),
]
NAME = "eviction-four-databases"


@pytest.fixture
def weak_row(monkeypatch: pytest.MonkeyPatch) -> LibraryRow:
    """The library with one row, whose plan is bad and whose bound is missing."""
    values = {"best": 5.0, "bound": None, "bound_kind": None, "by": "somebody"}
    weak = optgap.library_row(NAME).model_copy(update=values)
    monkeypatch.setattr(LibraryRow, "solution", lambda self: None)
    for module in ("optgap.validation.proving.submission", running_library.__name__):
        monkeypatch.setattr(f"{module}.library_rows", lambda: (weak,))
    return weak


def solution(tmp_path: Path, method: str | None = None, **changes: Any) -> Path:
    """Write a solution of the row's instance, with some fields changed."""
    outcome = optgap.solve(f"library/{NAME}", method)
    path = tmp_path / "solution.json"
    path.write_text(json.dumps({**outcome.model_dump(mode="json"), **changes}))
    return path


def test_the_library_has_enough_instances_of_every_problem_and_size() -> None:
    rows = library_rows()
    assert len(rows) >= 400
    assert {row.problem for row in rows} >= set(optgap.problem_names())
    assert len({row.name for row in rows}) == len({row.sha256 for row in rows}) == len(rows)
    for problem in optgap.problem_names():
        sizes = {row.size for row in rows if row.problem == problem}
        assert sizes == {"small", "paper", "large"}, problem
    assert sum(row.state == "open" for row in rows) >= 60


@pytest.mark.parametrize("problem", optgap.problem_names())
def test_a_row_names_the_instance_of_its_digest(problem: str) -> None:
    row = optgap.library(problem, size="small")[0]
    assert optgap.load(f"library/{row.name}").sha256 == row.sha256


@pytest.mark.parametrize("problem", optgap.problem_names())
def test_a_stored_solution_has_the_values_of_its_row(problem: str) -> None:
    rows = [row for row in optgap.library(problem, size="small") if row.reference is None]
    stored = [row for row in rows if row.solution() is not None]
    for row in stored[:2]:
        result = optgap.check(f"library/{row.name}", row.solution())
        assert (result.violations, result.objective) == ((), pytest.approx(row.best)), row.name
        assert result.certificate == "valid" or row.bound_kind != "certified", row.name


def test_a_changed_digest_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    row = optgap.library_row(NAME).model_copy(update={"sha256": "0" * 64})
    monkeypatch.setattr(f"{running_library.__name__}.library_rows", lambda: (row,))
    with pytest.raises(InputError, match="it is another instance"):
        optgap.load(f"library/{NAME}")


def test_an_unknown_name_is_refused_with_a_similar_one() -> None:
    with pytest.raises(InputError, match="did you mean 'eviction-four-databases'"):
        optgap.load("library/eviction-four-database")
    with pytest.raises(InputError, match="must be small, paper or large"):
        optgap.library(size="tiny")


def test_a_better_plan_changes_the_row(weak_row: LibraryRow, tmp_path: Path) -> None:
    submission = optgap.submit(solution(tmp_path, "dp"), by="a reader")
    after = submission.after
    assert (submission.verdict, after.best, after.by) == ("better", 4.0, "a reader")
    written = submission.write(tmp_path / "new")
    assert [row.best for row in rows_in(written[0])] == [4.0]


def test_a_worse_plan_and_an_equal_one_change_nothing(weak_row: LibraryRow, tmp_path: Path) -> None:
    decision = {"evict": ["db1", "db2", "db3", "db4"]}
    worse = {"decision": decision, "objective": 8.0, "bound": None, "bound_kind": None}
    worse |= {"certificate": None, "status": "feasible", "gap": None, "trace": [], "details": {}}
    submission = optgap.submit(solution(tmp_path, "coldest-first", **worse))
    assert (submission.verdict, submission.after) == ("worse", weak_row)
    equal = {**worse, "decision": {"evict": ["db1", "db3"]}, "objective": 5.0}
    assert optgap.submit(solution(tmp_path, "coldest-first", **equal)).verdict == "equal"


def test_a_bound_without_its_proof_closes_nothing(weak_row: LibraryRow, tmp_path: Path) -> None:
    submission = optgap.submit(solution(tmp_path, "exact"))
    assert (submission.after.bound_kind, submission.after.state) == ("solver", "open")


def test_a_proof_folder_closes_the_row(weak_row: LibraryRow, tmp_path: Path) -> None:
    optgap.prove(f"library/{NAME}", tmp_path / "proof")
    submission = optgap.submit(tmp_path / "proof")
    after = submission.after
    assert (after.bound_kind, after.state) == ("model-certified", "closed")
    packed = submission.write(tmp_path / "new")[-1]
    assert packed.name == after.proof_file.name
    shutil.unpack_archive(packed, tmp_path / "unpacked")
    assert not verify(tmp_path / "unpacked", optgap.load(f"library/{NAME}")).violations
    proof = tmp_path / "proof/proof.json"
    proof.write_text(proof.read_text().replace('"bound": "4"', '"bound": "5"'))
    assert optgap.submit(tmp_path / "proof").verdict is None


@pytest.mark.parametrize(
    "changes",
    [
        {"certificate": {"kind": "prices", "prices": {"cpu": [9, 1], "memory": [9, 1]}}},
        {"decision": {"evict": ["db4"]}},
        {"objective": 1.0},
    ],
    ids=["forged certificate", "broken rule", "wrong objective"],
)
def test_a_false_submission_is_refused_with_the_reason(
    changes: dict[str, Any], weak_row: LibraryRow, tmp_path: Path
) -> None:
    submission = optgap.submit(solution(tmp_path, "dp", **changes))
    assert submission.verdict is None
    assert submission.violations
    assert submission.after == weak_row


def test_a_solution_of_another_instance_is_bad_input(tmp_path: Path, optgap_command: Any) -> None:
    other = {"instance": {"name": "mine", "sha256": "0" * 64}}
    ended = optgap_command("library", "submit", solution(tmp_path, "dp", **other))
    assert ended.code == 2
    assert "is of no instance of the library" in ended.err


def test_the_command_lists_shows_and_judges(tmp_path: Path, optgap_command: Any) -> None:
    rows = json.loads(optgap_command("library", "--json", "--problem", "eviction").out)
    assert list(rows[0]) == FIELDS
    assert {row["problem"] for row in rows} == {"eviction"}
    assert f"solve it: optgap solve library/{NAME}" in (optgap_command("library", "show", NAME).out)
    options = (solution(tmp_path, "dp"), "--json", "-o", tmp_path / "rows")
    ended = optgap_command("library", "submit", *options)
    assert json.loads(ended.out)["verdict"] == "equal"
    broken = solution(tmp_path, "dp", decision={"evict": ["db4"]})
    assert optgap_command("library", "submit", broken).code == 5


def test_a_suite_of_the_library_runs_on_its_instances(monkeypatch: pytest.MonkeyPatch) -> None:
    from optgap.validation.study import tasks_of

    rows = (optgap.library_row(NAME), optgap.library_row("placement-fig6"))
    monkeypatch.setattr("optgap.validation.study.suite.library_rows", lambda: rows)
    tasks = tasks_of(Path("library:small"))
    assert {task["source"] for task in tasks} == {f"library/{row.name}" for row in rows}
    with pytest.raises(InputError, match="is no part of the library"):
        tasks_of(Path("library:tiny"))


def test_the_bound_of_a_front_is_at_least_its_volume() -> None:
    """A row of a front is judged again with the bounds that its stored document has."""
    fronts = [row for row in library_rows() if row.reference is not None]
    assert all(row.sense == "maximize" and (row.bound or row.best) >= row.best for row in fronts)
    row = optgap.library_row("stage-stage-60x20x6")
    assert (
        row.bound > row.best and not optgap.check(f"library/{row.name}", row.solution()).violations
    )


def test_better_rows_of_one_problem_are_written_together(tmp_path: Path) -> None:
    rows = optgap.library("eviction", size="small")[:2]
    for row in rows:
        Submission(row, row.model_copy(update={"by": "a reader"}), "better", {}).write(tmp_path)
    written = [row.by == "a reader" for row in rows_in(tmp_path / "eviction.jsonl")]
    assert (sum(written), len(written)) == (2, len(optgap.library("eviction")))
