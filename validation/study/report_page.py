"""The report: a self-contained HTML page with tables and charts of results."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.resources import files
from statistics import median
from typing import Any

import jinja2
from markupsafe import Markup

from ...core.gaps import TRUST
from ..running import add_gaps, agree
from .charts import COLOURS, PALETTE, Axis, Chart, shape_of
from .result_charts import anytime, front_charts, profiles, spread
from .results import Result, by_instance
from .rows import rename_apart
from .scoring import (
    best_objective,
    gap_profile,
    horizon_of,
    is_solved,
    loss_of,
    primal_integral,
    shifted_geometric_mean,
    time_profile,
)


def figure(value: float | None) -> str:
    """Return a number with six significant digits, or a dash for ``None``."""
    return "–" if value is None else f"{value:.6g}"


def percent(value: float | None) -> str:
    """Return a fraction as a percentage, or a dash for ``None``; above 1000% as ">1000%"."""
    if value is None:
        return "–"
    if abs(value) > 10:
        return ">1000%" if value > 0 else "<-1000%"
    return "<0.01%" if 0 < value < 1e-4 else f"{value:.2%}"


def factor(value: float | None) -> str:
    """Return a ratio with three decimals, or a dash for ``None``."""
    return "–" if value is None else f"{value:.3f}" if value < 1000 else f"{value:.3g}"


MOST_DETAILED = 40  # instances of one problem that are shown one by one


def report(
    results: Sequence[Result],
    *,
    title: str,
    command: str,
    comparison: Sequence[dict[str, Any]] = (),
    tour: Sequence[dict[str, Any]] = (),
    doors: Mapping[str, str] | None = None,
) -> str:
    """Return the HTML page that reports results of any problems and instances.

    ``comparison`` has the lines of `paired` if older results are compared.  ``tour`` opens the page
    with a bar for each problem; ``doors`` lists a command for each kind of reader.
    """
    filters = {"factor": factor, "figure": figure, "percent": percent}
    return page_template(__package__, "report.html.j2", **filters).render(
        title=title,
        comparison=comparison,
        tour=tour,
        doors=doors or {},
        trust=TRUST,
        palette=PALETTE,
        command=command,
        problems=sections(results),
        runs=len(results),
        environments=_distinct([result["environment"] for result in results]),
        limits=_distinct([_limits(result["row"]) for result in results]),
    )


def sections(results: Sequence[Result]) -> list[dict[str, Any]]:
    """Return the section of each problem, with its charts."""
    return [_problem(name, instances) for name, instances in group_instances(results).items()]


def summaries(results: Sequence[Result]) -> list[dict[str, Any]]:
    """Return one line per problem and method: number of runs, quality, seconds."""
    return [
        {"problem": name, "instances": len(instances), **_method(label, instances)}
        for name, instances in group_instances(results).items()
        for label in labels_of(instances)
    ]


def group_instances(results: Sequence[Result]) -> dict[str, list[dict[str, Any]]]:
    """Return, by problem, its instances with the rows, gaps and primal integrals of each."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for (problem, _), members in by_instance(rename_apart(results)).items():
        groups.setdefault(problem, []).append(_instance(members))
    return groups


def labels_of(instances: Sequence[dict[str, Any]]) -> list[str]:
    """Return the labels of all methods, in the order in which the rows first have them."""
    return list(dict.fromkeys(row["label"] for instance in instances for row in instance["rows"]))


def page_template(package: str, name: str, **filters: Callable[..., Any]) -> jinja2.Template:
    """Return the template of a page in a package, with escaping of names and texts."""
    text = (files(package) / name).read_text(encoding="utf-8")
    environment = jinja2.Environment(
        autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters |= filters
    return environment.from_string(text)


def _distinct(values: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return [value for k, value in enumerate(values) if value not in values[:k]]


def _limits(row: dict[str, Any]) -> dict[str, Any]:
    limits = {key: row["options"].get(key) for key in ("time_limit", "gap", "threads")}
    return {key: value for key, value in limits.items() if value is not None}


def _instance(members: Sequence[Result]) -> dict[str, Any]:
    """Return the data of the section of one instance: rows with gaps and primal integrals."""
    rows = add_gaps([member["row"] for member in members])
    best, horizon = best_objective(rows), horizon_of(rows)
    for row, member in zip(rows, members, strict=True):
        row["label"] = member["label"]
        row["solved"] = is_solved(row, best)
        row["primal_integral"] = primal_integral(row, best, horizon)
    several = len({row["seed"] for row in rows}) > 1
    return {
        "name": rows[0]["instance"]["name"],
        "sha256": rows[0]["instance"]["sha256"],
        "source": members[0]["source"],
        "notes": members[0].get("notes") or [],
        "sense": rows[0]["sense"],
        "rows": rows,
        "results": members,
        "horizon": horizon,
        "several_seeds": several,
        "fronts": any(row["front"] for row in rows),
        "hardest": max((row["gap_to_best_bound"] or 0.0 for row in rows), default=0.0),
    }


def _problem(name: str, instances: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the data of the section of one problem: summary, profiles and instances."""
    labels = labels_of(instances)
    numbers = {label: k for k, label in enumerate(labels)}
    shown = instances
    if len(instances) > MOST_DETAILED:
        shown = sorted(instances, key=lambda instance: -instance["hardest"])[:MOST_DETAILED]
    for instance in shown:
        instance["charts"] = _charts(instance, numbers)
    return {
        "name": name,
        "legend": [
            {"label": label, "colour": number % COLOURS, "mark": "●■◆▲"[shape_of(number)]}
            for label, number in numbers.items()
        ],
        "labels": labels,
        "count": len(instances),
        "fronts": any(instance["fronts"] for instance in instances),
        "summary": [_method(label, instances) for label in labels],
        "profiles": _profiles(instances, labels, numbers) if len(instances) > 1 else [],
        "matrix": [matrix_row(instance, labels) for instance in shown]
        if len(instances) > 1
        else [],
        "instances": shown,
        "hidden": len(instances) - len(shown),
    }


def _rows_of(label: str, instances: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return [row for instance in instances for row in instance["rows"] if row["label"] == label]


def _method(label: str, instances: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the line of one method in the summary: number of runs, quality and seconds."""
    rows = _rows_of(label, instances)
    gaps = [r["gap_to_best_bound"] for r in rows if r["gap_to_best_bound"] is not None]
    ratios = [r["ratio"] for r in rows if r["ratio"] is not None]
    volumes = [
        r["front_measures"]["hypervolume_ratio"]
        for r in rows
        if r["front_measures"] and r["front_measures"]["hypervolume_ratio"] is not None
    ]
    integrals = [r["primal_integral"] for r in rows if r["primal_integral"] is not None]
    charged = [
        max(row["seconds"], instance["horizon"]) if row["status"] == "unknown" else row["seconds"]
        for instance in instances
        for row in instance["rows"]
        if row["label"] == label
    ]
    return {
        "label": label,
        "runs": len(rows),
        "best": sum(row["solved"] for row in rows),
        "proven": sum(map(_is_proven, rows)),
        "failed": sum(row["status"] == "unknown" for row in rows),
        "measured": len(volumes or gaps),
        "median_gap": median(gaps) if gaps else None,
        "worst_gap": max(gaps) if gaps else None,
        "median_ratio": median(ratios) if ratios else None,
        "worst_ratio": max(ratios) if ratios else None,
        "median_volume": median(volumes) if volumes else None,
        "worst_volume": min(volumes) if volumes else None,
        "seconds": shifted_geometric_mean(charged),
        "integral": sum(integrals) / len(integrals) if integrals else None,
    }


def _is_proven(row: dict[str, Any]) -> bool:
    """Return whether a run proves optimality or infeasibility."""
    if row["status"] == "optimal" and not row["front"]:
        return agree(row["objective"], row["bound"], row["sense"])
    return row["status"] in ("optimal", "infeasible")


def _profiles(
    instances: Sequence[dict[str, Any]], labels: Sequence[str], numbers: dict[str, int]
) -> list[dict[str, Any]]:
    captions = {
        "Gap profile: the share of instances within a gap": gap_profiles(instances, numbers),
        "Performance profile: the share solved within a factor of the fastest": time_profiles(
            instances, numbers
        ),
    }
    return [
        {"caption": words, "drawing": Markup(drawn.markup(legend=False))}
        for words, drawn in captions.items()
        if drawn
    ]


def time_profiles(instances: Sequence[dict[str, Any]], numbers: Mapping[str, int]) -> Chart:
    """Return the chart of the share of runs solved within a factor of the fastest method."""
    rows, keys = _runs(instances, numbers)
    times = {
        label: [units[key]["seconds"] if key in units and units[key]["solved"] else None
                for key in keys]
        for label, units in rows.items()
    }  # fmt: skip
    fastest = [
        min((s for s in column if s is not None), default=None)
        for column in zip(*times.values(), strict=True)
    ]
    quick = {label: time_profile(seconds, fastest) for label, seconds in times.items()}
    axis = Axis("time relative to the fastest", log=True)
    return profiles(quick, numbers, axis, 1.0)


def gap_profiles(instances: Sequence[dict[str, Any]], numbers: Mapping[str, int]) -> Chart:
    """Return the chart of the share of runs that end within a gap to the best bound."""
    rows, keys = _runs(instances, numbers)
    near = {
        label: gap_profile([units[key]["gap_to_best_bound"] if key in units else None
                            for key in keys])
        for label, units in rows.items()
    }  # fmt: skip
    least = 1e-6  # where a gap of 0 stands on the logarithmic axis
    axis = Axis("gap to the best bound, at most", log=True, percent=True, zero=least)
    return profiles(near, numbers, axis, least)


def _runs(
    instances: Sequence[dict[str, Any]], labels: Iterable[str]
) -> tuple[dict[str, Any], list[Any]]:
    """Return each method's runs by (instance, seed), and all pairs (instance, seed) that occur."""
    rows = {
        label: {(row["instance"]["sha256"], row["seed"]): row for row in _rows_of(label, instances)}
        for label in labels
    }
    return rows, list(dict.fromkeys(key for units in rows.values() for key in units))


def matrix_row(instance: dict[str, Any], labels: Sequence[str]) -> dict[str, Any]:
    """Return the worst gap of each method on one instance, for the heat map."""
    cells: list[float | None] = []
    for label in labels:
        rows = [row for row in instance["rows"] if row["label"] == label]
        values = [loss_of(row) for row in rows]
        known = [value for value in values if value is not None]
        cells.append(max(known) if known and len(known) == len(rows) else None)
    return {"name": instance["name"], "cells": cells}


def _charts(instance: dict[str, Any], numbers: dict[str, int]) -> list[dict[str, Any]]:
    rows = instance["rows"]
    charts: list[tuple[str, Chart | None]] = [
        ("Objective (full) and bound (dashed) over time", anytime(rows, numbers))
    ]
    charts += [("Fronts", drawn) for drawn in front_charts(rows, numbers)]
    charts += [("Loads", spread(instance["results"], numbers))]
    return [
        {"title": title, "drawing": Markup(drawn.markup(legend=False))}
        for title, drawn in charts
        if drawn
    ]
