"""Verdicts in the formats of four AI search frameworks, none of which must be installed.

openevolve and skydiscover read a dict with ``combined_score``, shinka reads two files, gepa calls
``evaluate(text, example)`` on one instance at a time.
"""

import importlib
import inspect
import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from optgap.faults import input_error, near_miss
from optgap.files import write_text

from .judging import Judged, framework_score, judge, task_named

_RESULTS = {
    "openevolve": "openevolve.evaluation_result",
    "skydiscover": "skydiscover.evaluation.evaluation_result",
}
FORMS = ("openevolve", "skydiscover", "shinka", "gepa")


def judge_in_form(
    form: str, task: str, program: str | Path, results: Path | None = None, **limits: Any
) -> Any:
    """Judge a program; return the verdict in the format of a framework."""
    if form not in FORMS:
        raise input_error("--format", f"is not a format {near_miss(form, FORMS)}", form)
    if (results is None) == (form == "shinka"):
        rule = (
            "must name the folder for shinka's files"
            if results is None
            else "is only valid with --format shinka"
        )
        raise input_error("--results", rule)
    verdict = judge(task, program, **limits)
    if results is not None:
        return shinka_files(verdict, results)
    documents = {"openevolve": metrics, "skydiscover": container_document, "gepa": row_scores}
    return documents[form](verdict)


def metrics(verdict: Judged) -> dict[str, float]:
    """Return the numbers of a verdict by name: score, gaps, instances and seconds."""
    numbers = {
        "combined_score": verdict.score,
        "correct": float(verdict.correct),
        "instances": float(len(verdict.rows)),
        "seconds": sum(row.seconds for row in verdict.rows),
    }
    if verdict.gap is not None:
        numbers |= {"mean_gap": verdict.gap.mean, "worst_gap": verdict.gap.worst}
    return numbers


def table_text(verdict: Judged) -> str:
    """Return the rows as a text table that a search can use as feedback."""
    lines = ["instance status objective reference gap"]
    for row in verdict.rows:
        cells = (row.instance, row.status, row.objective, row.reference, row.gap)
        lines.append(" ".join("-" if cell is None else str(cell) for cell in cells))
        lines += [f"  {violation}" for violation in row.violations]
    return "\n".join(lines)


def container_document(verdict: Judged) -> dict[str, Any]:
    """Return the JSON document that SkyDiscover reads from stdout."""
    artifacts = {"table": table_text(verdict), "note": verdict.note}
    if not verdict.correct:
        artifacts["error"] = _error(verdict)
    return {
        "status": "success" if verdict.correct else "error",
        "combined_score": verdict.score,
        "metrics": metrics(verdict),
        "artifacts": artifacts,
    }


def shinka_files(verdict: Judged, folder: Path) -> dict[str, Any]:
    """Write ``metrics.json`` and ``correct.json``; return the content of ``metrics.json``."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise input_error("--results", f"cannot be used: {error.strerror}", str(folder)) from None
    public = {k: v for k, v in metrics(verdict).items() if k != "combined_score"}
    document = {
        "combined_score": verdict.score,
        "public": public,
        "private": {},
        "text_feedback": table_text(verdict),
    }
    why = None if verdict.correct else _error(verdict)
    write_text(folder / "metrics.json", json.dumps(document, indent=2))
    write_text(folder / "correct.json", json.dumps({"correct": verdict.correct, "error": why}))
    return document


def _error(verdict: Judged) -> str:
    failed = [row for row in verdict.rows if row.status != "ok"]
    words = "; ".join(failed[0].violations)
    return f"{len(failed)} instances failed; {failed[0].instance}: {failed[0].status}: {words}"


def openevolve(task: str, **limits: Any) -> Callable[[str], Any]:
    """Return ``evaluate(path)``; its result has metrics and, in OpenEvolve, the table."""
    result_class = _class_of_the_loader()

    def evaluate(program_path: str) -> Any:
        verdict = judge(task, program_path, **limits)
        if result_class is None:
            return metrics(verdict)
        return result_class(metrics=metrics(verdict), artifacts={"table": table_text(verdict)})

    return evaluate


def _class_of_the_loader() -> Callable[..., Any] | None:
    """Return the result class of the framework whose module is calling, or None if there is none.

    Each framework accepts only its own class. Both may be installed, so the call stack decides.
    """
    frame = inspect.currentframe()
    while frame is not None:
        home = str(frame.f_globals.get("__name__")).partition(".")[0]
        if home in _RESULTS:
            result_class: Callable[..., Any] = importlib.import_module(
                _RESULTS[home]
            ).EvaluationResult
            return result_class
        frame = frame.f_back
    return None


def skydiscover(task: str, **limits: Any) -> Callable[[str], dict[str, Any]]:
    """Return ``evaluate(path)``; its result has the metrics, and the table as text."""

    def evaluate(program_path: str) -> dict[str, Any]:
        verdict = judge(task, program_path, **limits)
        error = {} if verdict.correct else {"error": _error(verdict)}
        return {**metrics(verdict), "table": table_text(verdict), **error}

    return evaluate


def gepa(task: str, **limits: Any) -> tuple[Callable[..., Any], Callable[[], list[dict[str, str]]]]:
    """Return two functions: ``evaluate(text, example)`` -> (score, information), ``dataset()``."""

    def dataset() -> list[dict[str, str]]:
        return [
            {"instance": reference.instance.name} for reference in task_named(task).references()
        ]

    def evaluate(candidate: Any, example: dict[str, str], **_: Any) -> tuple[float, dict[str, Any]]:
        text = candidate["program"] if isinstance(candidate, dict) else candidate
        with tempfile.TemporaryDirectory(prefix="candidate-") as name:
            path = Path(name) / "program.py"
            path.write_text(text, encoding="utf-8")
            verdict = judge(task, path, instances=[example["instance"]], **limits)
        return verdict.score, {**metrics(verdict), "table": table_text(verdict)}

    return evaluate, dataset


def row_scores(verdict: Judged) -> list[dict[str, Any]]:
    """Return each instance of a verdict with a score computed from its row alone."""
    known = task_named(verdict.task)
    return [
        {
            "instance": row.instance,
            "score": known.failed if row.objective is None else framework_score(known, [row]),
        }
        for row in verdict.rows
    ]
