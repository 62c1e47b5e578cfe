"""utility_course: speed at size, and what deciding epoch by epoch costs (the study of myopia).

Run ``python benchmarks/utility_course.py`` (some minutes): it prints the speeds and writes
``docs/data/utility_course_study.json``, which the page reads.  ``--smoke`` writes nothing.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np

import optgap
from optgap.instances.utility_course import UtilityCourse, errors_of, generate, jobs_of

STUDY = Path(__file__).parents[1] / "docs" / "data" / "utility_course_study.json"
LEVELS = [0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99]
METHODS = ("myopic", "predicted", "srpt", "fair")


def solved(instance: UtilityCourse, method: str, **options: Any) -> optgap.Outcome:
    """Return a judged outcome; ``predicted`` is `myopic` on predictions."""
    if method == "predicted":
        return optgap.solve(instance, "myopic", options={"predict": True, **options})
    return optgap.solve(instance, method, options=options)


def speeds(smoke: bool) -> None:
    """Print the seconds of the rules as jobs and epochs grow, and those of judging."""
    optgap.solve(generate(1, jobs=3, epochs=5), "myopic")  # compiles
    for size in (100,) if smoke else (250, 500, 1000, 2000):
        instance = generate(1, jobs=size, epochs=size, cores=400, gap=0.8, max_cores=64)
        for method in ("myopic", "srpt", "fair"):
            begun = time.perf_counter()
            outcome = solved(instance, method)
            total = time.perf_counter() - begun
            words = f"{outcome.seconds:8.2f} s, judged {total:.2f} s"
            print(f"{size} jobs, {size} epochs  {method:8}{words}")


def losses(smoke: bool) -> list[dict[str, Any]]:
    """Return the mean loss of each rule over the proven optimum, or over the bound."""
    rows = []
    cases = {"no caps": {}, "at most 16 cores": {"max_cores": 16}, "at least 2": {"min_cores": 2}}
    for curve in ("geometric", "estimate"):
        for words, limits in cases.items():
            ratios: dict[str, list[float]] = {method: [] for method in METHODS if method != "srpt"}
            proven = 0
            for seed in range(1, 2 if smoke else 6):
                size = {"jobs": 4, "epochs": 12} if smoke else {"jobs": 12, "epochs": 60}
                instance = generate(seed, **size, curve=curve, **limits)
                exact = optgap.solve(instance, "exact", time_limit=10.0)
                assert exact.bound is not None
                proven += exact.status == "optimal"
                for method in ratios:
                    ratios[method].append(solved(instance, method).objective / exact.bound)
            row: dict[str, Any] = {"errors": curve, "limits": words, "proven": proven}
            row |= {
                m: [round(float(f(r)), 4) for f in (np.mean, np.max)] for m, r in ratios.items()
            }
            rows.append(row)
            print(row, flush=True)
    return rows


def times(smoke: bool) -> list[dict[str, Any]]:
    """Return the mean time to 90% in epochs, per curve and rule, of 12 jobs."""
    rows = []
    for curve in ("geometric", "estimate"):
        found: dict[str, list[float]] = {method: [] for method in METHODS}
        for seed in range(1, 3 if smoke else 11):
            instance = generate(seed, jobs=12, epochs=60, curve=curve, objective="time-to")
            for method in METHODS:
                found[method].append(solved(instance, method).objective / instance.epoch)
        rows.append({"errors": curve} | {m: round(float(np.mean(v)), 2) for m, v in found.items()})
        print(rows[-1], flush=True)
    return rows


def crossing(smoke: bool) -> list[dict[str, Any]]:
    """Return times to levels of myopic over fair, and the level from which fair is sooner."""
    rows = []
    for gap in (2.0, 8.0, 24.0):
        for floor in (0, 4):
            sums = {method: np.zeros(len(FINE)) for method in ("myopic", "fair")}
            for seed in range(1, 3 if smoke else 9):
                drawn = generate(seed, jobs=12, epochs=400, curve="estimate", gap=gap, batches=100)
                for method, found in sums.items():
                    options = {"min_cores": floor} if method == "myopic" else {}
                    found += mean_times(drawn, solved(drawn, method, **options).decision)
            ratio = sums["myopic"] / sums["fair"]
            later = np.flatnonzero(ratio > 1)
            row = {"epochs between arrivals": gap, "least cores": floor}
            row |= {f"{level:.0%}": round(float(ratio[FINE.index(level)]), 2) for level in LEVELS}
            row["crossing point"] = FINE[int(later[0])] if len(later) else None
            rows.append(row)
            print(row, flush=True)
    return rows


FINE = [round(0.5 + 0.001 * k, 3) for k in range(500)]


def mean_times(instance: UtilityCourse, decision: Any) -> np.ndarray:
    """Return the mean number of epochs to each fine level."""
    cores = np.array([decision["cores"][job.name] for job in instance.jobs], dtype=np.float64)
    errors = errors_of(jobs_of(instance), instance.arrives, cores)
    first = np.array([job.error[0] for job in instance.jobs])[:, None]
    active = np.arange(instance.epochs) >= instance.arrives[:, None]
    shares = errors / first
    return np.array([1 + (active & (shares > 1 - level)).sum(axis=1).mean() for level in FINE])


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="small sizes, nothing written")
    smoke = parser.parse_args().smoke
    speeds(smoke)
    study = {"losses": losses(smoke), "times": times(smoke), "crossing": crossing(smoke)}
    if not smoke:
        STUDY.write_text(json.dumps(study, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
