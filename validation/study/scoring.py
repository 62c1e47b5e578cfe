"""Measures over many runs: primal integral, shifted geometric mean, profiles, paired test.

A *row* is a summary of one outcome, as `compare` makes it. The docstring of each function states
whether its rows belong to one instance or one method.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, TypeAlias

import numpy as np

from ...core.gaps import Sense, better
from .results import Result, latest

ScoredRow: TypeAlias = Mapping[str, Any]

SHIFT_SECONDS = 1.0
SAME = 1e-6  # the relative distance within which two objectives count as equal
_LEAST_PAIRS = 6  # fewer differing pairs cannot reach 5% in a two-sided signed-rank test


def best_objective(rows: Sequence[ScoredRow]) -> float | None:
    """Return the best objective among the rows of one instance, or None."""
    best: float | None = None
    for row in rows:
        if row["objective"] is not None and better(row["objective"], best, row["sense"]):
            best = row["objective"]
    return best


def primal_gap(objective: float | None, best: float) -> float:
    """Return Berthold's primal gap: 0 at the best known objective, 1 without a plan.

    ``|objective - best| / max(|objective|, |best|)``, and 1 if the signs differ.
    """
    if objective is None or objective * best < 0:
        return 1.0
    largest = max(abs(objective), abs(best))
    return 0.0 if largest == 0 else abs(objective - best) / largest


def primal_integral(row: ScoredRow, best: float | None, horizon: float) -> float | None:
    """Return the integral of the primal gap from the start to the horizon, in seconds.

    A run is cut off at the horizon; a run that ends earlier keeps its last gap until the horizon.
    """
    if best is None or horizon <= 0:
        return None
    moments = [(0.0, None), *((t, objective) for t, objective, _ in row["trace"])]
    moments.append((row["seconds"], row["objective"]))
    total, level, since = 0.0, 1.0, 0.0
    for at, objective in moments:
        until = min(max(at, since), horizon)
        total += level * (until - since)
        level, since = primal_gap(objective, best), until
    return total + level * (horizon - since)


def horizon_of(rows: Sequence[ScoredRow]) -> float:
    """Return the time limit of one instance's rows; without a limit, their longest run."""
    limits = [row["options"].get("time_limit") for row in rows]
    known = [limit for limit in limits if limit is not None]
    return float(max(known)) if known else float(max(row["seconds"] for row in rows))


def shifted_geometric_mean(values: Sequence[float], shift: float = SHIFT_SECONDS) -> float:
    """Return ``exp(mean(log(value + shift))) - shift``."""
    return float(np.exp(np.mean(np.log(np.array(values) + shift))) - shift)


def is_solved(row: ScoredRow, best: float | None) -> bool:
    """Return whether the row reaches the best known result of its instance.

    That is the best objective, the complete reference front, or a proof that the instance is
    infeasible or unbounded.
    """
    if row["status"] in ("infeasible", "unbounded"):
        return True
    if row["front_measures"] is not None:
        return bool(row["front_measures"]["share_found"] >= 1.0)
    if row["objective"] is None or best is None:
        return False
    return bool(abs(row["objective"] - best) <= SAME * max(1.0, abs(best)))


@dataclass(frozen=True)
class Profile:
    """A step function: the ``share`` of instances that a method solves within a ``factor``."""

    factor: list[float]
    share: list[float]


def time_profile(seconds: Sequence[float | None], fastest: Sequence[float | None]) -> Profile:
    """Return Dolan and Moré's profile of one method over instances.

    ``seconds`` is ``None`` where the method did not solve the instance; ``fastest`` has the seconds
    of the fastest method on each instance.
    """
    ratios = sorted(
        max(own, 1e-3) / max(least, 1e-3)  # below a millisecond the clock decides, not the method
        for own, least in zip(seconds, fastest, strict=True)
        if own is not None and least is not None
    )
    return _steps(ratios, len(seconds))


def gap_profile(distances: Sequence[float | None]) -> Profile:
    """Return the share of instances within a gap to the best bound, as a function of the gap."""
    return _steps(sorted(max(d, 0.0) for d in distances if d is not None), len(distances))


def _steps(values: Sequence[float], count: int) -> Profile:
    return Profile(list(values), [(k + 1) / count for k in range(len(values))])


@dataclass(frozen=True)
class PairedTest:
    """A comparison of two results: how often each one is better, and the p-value of the test."""

    pairs: int
    better: int
    worse: int
    median: float | None
    p_value: float | None


def paired_test(before: Sequence[float], after: Sequence[float], sense: Sense) -> PairedTest:
    """Compare values pair by pair with Wilcoxon's signed-rank test, two-sided.

    Differences are relative to the larger of the two values. Differences within the tolerance are
    ties, which the test ignores.  With fewer than six pairs that differ there is no test.
    """
    from scipy.stats import wilcoxon

    old, new = np.array(before, dtype=float), np.array(after, dtype=float)
    change = (new - old) / np.maximum(np.maximum(np.abs(old), np.abs(new)), 1e-12)
    differing = change[np.abs(change) > SAME]
    gain = differing < 0 if sense == "minimize" else differing > 0
    enough = len(differing) >= _LEAST_PAIRS
    return PairedTest(
        pairs=len(old),
        better=int(gain.sum()),
        worse=int(len(differing) - gain.sum()),
        median=float(np.median(change)) if len(change) else None,
        p_value=float(wilcoxon(differing).pvalue) if enough else None,
    )


def holm(p_values: Sequence[float | None]) -> list[float | None]:
    """Return the p-values with Holm's correction for multiple tests; ``None`` stays ``None``."""
    known = sorted((p, k) for k, p in enumerate(p_values) if p is not None)
    corrected: list[float | None] = [None] * len(p_values)
    reached = 0.0
    for rank, (p, k) in enumerate(known):
        reached = max(reached, min(1.0, p * (len(known) - rank)))
        corrected[k] = reached
    return corrected


def loss_of(row: dict[str, Any]) -> float | None:
    """Return the gap of a row, or for a front the missing share of its hypervolume."""
    if row["front_measures"]:
        ratio = row["front_measures"]["hypervolume_ratio"]
        return None if ratio is None else max(0.0, 1.0 - ratio)
    return row["gap_to_best_bound"]  # type: ignore[no-any-return]


def pair_runs(old: Sequence[Result], new: Sequence[Result]) -> list[dict[str, Any]]:
    """Return a line per problem, method and measure that compares the runs of two files.

    Only runs in both files count, and the seeds of an instance are averaged first.

    The p-values of Wilcoxon's signed-rank test are corrected by Holm's method.
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
    """Return an (old, new) pair for each instance: the means of a measure over its seeds.

    The test requires independent observations, which runs of one instance are not.
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
