"""Tables of several outcomes: gaps, fronts, summaries and changes; also as CSV and LaTeX."""

import itertools
from collections.abc import Sequence
from typing import Any

from ..core.gaps import TRUST
from ..validation.study import (
    COLUMNS,
    USED,
    Result,
    factor,
    figure,
    flat_row,
    flat_rows,
    latex_table,
    percent,
    plain_csv,
)
from .layout import say, say_wrapped, show_table


def comparison(rows: Sequence[dict[str, Any]]) -> None:
    """Print a table of gaps, or of fronts, for each instance."""
    for (problem, name), group in itertools.groupby(
        rows, lambda row: (row["problem"], row["instance"]["name"])
    ):
        listed = list(group)
        fronts = any(row["front"] for row in listed)
        say(f"{problem}: {name}")
        _front_table(listed) if fronts else _gap_table(listed)
        _say_trust(listed)
        for row in listed:
            if row["message"]:
                say(f"{row['method']}: {row['message']}")


def _gap_table(rows: Sequence[dict[str, Any]]) -> None:
    columns = ("method", "objective", "gap", "ratio", "gap kind", "own bound", "status", "seconds")
    shown = [
        (
            row["method"],
            figure(row["objective"]),
            percent(row["gap_to_best_bound"]),
            factor(row["ratio"]),
            row["gap_kind"],
            row["bound_kind"] or "–",
            _state(row),
            f"{row['seconds']:.3f}",
        )
        for row in rows
    ]
    numbers = ("objective", "gap", "ratio", "seconds")
    spare = ("own bound", "ratio", "status", "seconds")
    show_table(columns, shown, numbers=numbers, spare=spare)


def _say_trust(rows: Sequence[dict[str, Any]]) -> None:
    """Print the meaning of the kinds of bounds in a table, the most trusted one first."""
    measured = next((row["gap_trust"] for row in rows if row["gap_trust"]), None)
    if measured is not None:
        say_wrapped(f"gaps are measured against a {measured} bound")
    shown = {row["bound_kind"] for row in rows}
    for kind, meaning in TRUST.items():
        if kind in shown:
            say_wrapped(f"{kind}: {meaning}")


def _front_table(rows: Sequence[dict[str, Any]]) -> None:
    numbers = ("points", "hypervolume", "epsilon", "found", "seconds")
    columns = ("method", *numbers[:-1], "gap kind", "status", "seconds")
    shown = []
    for row in rows:
        measures = row["front_measures"]
        shown.append(
            (
                row["method"],
                str(len(row["front"] or [])),
                "–" if measures is None else percent(measures["hypervolume_ratio"]),
                "–" if measures is None else figure(measures["additive_epsilon"]),
                "–" if measures is None else percent(measures["share_found"]),
                row["gap_kind"],
                _state(row),
                f"{row['seconds']:.3f}",
            )
        )
    show_table(
        columns,
        shown,
        numbers=numbers,
        spare=("epsilon", "status", "found", "seconds"),
        caption=_reference(rows),
    )


def _reference(rows: Sequence[dict[str, Any]]) -> str:
    measured = [row["front_measures"] for row in rows if row["front_measures"]]
    reference: dict[str, float] = measured[0]["reference_point"] if measured else {}
    stated = ", ".join(f"{name} {figure(value)}" for name, value in reference.items())
    return (
        f"hypervolume: share of the reference front's, up to the point ({stated}); epsilon: the "
        "largest distance from its points; found: share of its points that the method has"
    )


def summaries(lines: Sequence[dict[str, Any]]) -> None:
    """Print the summaries of all methods in a table per problem."""
    for name, group in itertools.groupby(lines, lambda line: line["problem"]):
        listed = list(group)
        count = listed[0]["instances"]
        say(f"{name}: {count} instance{'s' if count != 1 else ''}")
        fronts = any(line["median_volume"] is not None for line in listed)
        kind, word = ("volume", "hypervolume") if fronts else ("gap", "gap")
        middle, worst = f"median {word}", f"worst {word}"
        numbers = (
            *("runs", "best known", "own proof", "no plan", middle, worst),
            *(() if fronts else ("worst ratio",)),
            "seconds",
        )
        rows = [
            (
                line["label"],
                *(str(line[key]) for key in ("runs", "best", "proven", "failed")),
                *_quality(line, kind),
                *(() if fronts else (_worst(line, factor(line["worst_ratio"])),)),
                f"{line['seconds']:.3f}",
            )
            for line in listed
        ]
        spare = ("best known", "own proof", "no plan", "worst ratio", "seconds")
        show_table(("method", *numbers), rows, numbers=numbers, spare=spare)
    if lines:
        say_wrapped(f"own proof: runs that proved their own answer; seconds: {MEAN}")


def _worst(line: dict[str, Any], known: str) -> str:
    return "no plan" if line["failed"] else known


MEAN = "shifted geometric mean, with a shift of 1 s"


def _quality(line: dict[str, Any], kind: str) -> tuple[str, str]:
    """Return the median and the worst gap, or no plan if so many runs have none.

    A run without a plan counts as worse than every gap.
    """
    worst = _worst(line, percent(line[f"worst_{kind}"]))
    middle = percent(line[f"median_{kind}"])
    if line["failed"]:
        middle = f"{middle} of {line['measured']}" if line["measured"] else "no plan"
    return middle, worst


def print_pairs(lines: Sequence[dict[str, Any]]) -> None:
    """Print the improvements and deteriorations between two results files."""
    if not lines:
        say("the two files have no run in common")
        return
    numbers = ("pairs", "better", "worse", "median", "p (Holm)")
    rows = [
        (
            line["problem"],
            line["label"],
            line["measure"],
            *(str(line[key]) for key in ("pairs", "better", "worse")),
            percent(line["median"]),
            figure(line["p_holm"]),
        )
        for line in lines
    ]
    columns = ("problem", "method", "measure", *numbers)
    show_table(columns, rows, numbers=numbers, spare=("problem", "pairs"))


def _state(row: dict[str, Any]) -> str:
    """Return the status and, unless the run is complete, the reason why it stopped."""
    status, stopped = str(row["status"]), str(row["stopped"])
    return status if stopped == "complete" else f"{status} ({stopped.replace('_', ' ')})"


def as_csv(rows: Sequence[dict[str, Any]]) -> str:
    """Return the rows of a comparison as CSV."""
    return plain_csv([flat_row(row) for row in rows], list(COLUMNS))


def results_as_csv(results: Sequence[Result]) -> str:
    """Return stored results as CSV, each method under its label."""
    return plain_csv(flat_rows(results), [*COLUMNS, *USED])


def as_latex(lines: Sequence[dict[str, Any]]) -> str:
    """Return the summary of methods as a LaTeX table for the package booktabs."""
    import pandas as pd

    rows = []
    for line in lines:
        middle, worst = _quality(line, "gap" if line["median_volume"] is None else "volume")
        rows.append({
            "problem": line["problem"],
            "method": line["label"],
            **{name: line[name] for name in ("runs", "best", "proven")},
            "median gap": middle,
            "worst gap": worst,
            "worst ratio": _worst(line, factor(line["worst_ratio"])),
            "seconds": f"{line['seconds']:.3f}",
        })  # fmt: skip
    text = latex_table(pd.DataFrame(rows), index=False, column_format="llrrrrrrr")
    if any(line["median_volume"] is not None for line in lines):
        text = f"% for problems with fronts, the gap columns contain the hypervolume\n{text}"
    return f"% seconds: {MEAN}\n{text}"
