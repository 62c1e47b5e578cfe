"""Two files of results side by side: improvements, losses, and a test against chance."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import Any

from ...core.outcome import Sense
from .results import Result
from .results_file import latest
from .scoring import holm, paired_test


def pair_runs(old: Sequence[Result], new: Sequence[Result]) -> list[dict[str, Any]]:
    """Return one line per problem, method and measure, over all runs that both files have.

    The seeds of an instance are averaged first.

    The p-values are of Wilcoxon's signed-rank test, corrected by Holm's method for their number.
    """
    before = {_run(run): run["row"] for run in latest(list(old))}
    pairs: dict[tuple[str, str], list[tuple[Any, Any]]] = {}
    for run in latest(list(new)):
        earlier = before.get(_run(run))
        if earlier is not None:
            key = (run["row"]["problem"], run["label"])
            pairs.setdefault(key, []).append((earlier, run["row"]))
    lines = [line for key, rows in pairs.items() for line in _lines(key, rows)]
    for line, corrected in zip(lines, holm([line["p_value"] for line in lines]), strict=True):
        line["p_holm"] = corrected
    return lines


def _run(result: Result) -> tuple[str, str, str, int | None]:
    row = result["row"]
    return row["problem"], row["instance"]["sha256"], result["label"], row["seed"]


def _lines(key: tuple[str, str], rows: list[tuple[Any, Any]]) -> list[dict[str, Any]]:
    lines = []
    senses: dict[str, Sense] = {"objective": rows[0][1]["sense"], "seconds": "minimize"}
    for measure, sense in senses.items():
        both = _per_instance(measure, rows)
        if both:
            before, after = zip(*both, strict=True)
            test = paired_test(before, after, sense)
            lines.append({"problem": key[0], "label": key[1], "measure": measure, **vars(test)})
    lost = sum(_came_to_end(old) and not _came_to_end(new) for old, new in rows)
    won = sum(_came_to_end(new) and not _came_to_end(old) for old, new in rows)
    if lost or won:
        lines.append(
            {
                "problem": key[0],
                "label": key[1],
                "measure": "runs with a result",
                "pairs": len(rows),
                "better": won,
                "worse": lost,
                "median": None,
                "p_value": None,
            }
        )
    return lines


def _per_instance(measure: str, rows: list[tuple[Any, Any]]) -> list[tuple[float, float]]:
    """Return old and new values, one pair per instance: the means over its seeds.

    Runs of one instance are no independent observations, as the test wants them to be.
    """
    seeds: dict[str, list[tuple[float, float]]] = {}
    for old, new in rows:
        if (
            old[measure] is not None
            and new[measure] is not None
            and _came_to_end(old)
            and _came_to_end(new)
        ):
            found = seeds.setdefault(new["instance"]["sha256"], [])
            found.append((old[measure], new[measure]))
    return [
        (fmean(old for old, _ in pairs), fmean(new for _, new in pairs)) for pairs in seeds.values()
    ]


def _came_to_end(row: dict[str, Any]) -> bool:
    return bool(row["status"] != "unknown")
