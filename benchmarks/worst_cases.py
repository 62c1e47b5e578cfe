"""Hunt for the worst small instance of every heuristic and write the finds as bundled instances.

Run ``python benchmarks/worst_cases.py [PROBLEM…]`` (half an hour for all); with ``--smoke`` nothing
is written.  Hunts end by their number of instances tried, so that they can be repeated.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from optgap.core.files import save_instance
from optgap.validation.catalogue import problem_named, problem_names
from optgap.validation.running.instances import bundled_folder
from optgap.validation.study.hunt import Hunt

SEED = 1
TRIED = 2000
SLOW = {  # methods that take seconds, or engines, for every instance
    "nsga2": 60,
    "ipa+nsga2": 60,
    "progressive-frontier": 200,
    "ipa+progressive-frontier": 150,
    "weighted-sum": 300,
    "ipa+weighted-sum": 300,
    "exact-two-step": 400,
    "raa-general": 500,
    "hierarchical": 150,
    "miniw": 150,
    "iterative": 800,
    "best-smoothed-margin": 200,
    "best-adaptive-margin": 400,
}
DEAR = {  # problems whose oracle takes its time
    "consolidation": 1000,
    "macrow": 60,
    "macroq": 150,
    "utility_course": 300,
    "adaptive_config": 60,
}
OPTIONS = {"miniw": {"rounds": 50}, "hierarchical": {"rounds": 50}}  # else until a time limit
LEAST_LOSS = 0.02  # what is kept must show something
NO_FRONT = ("wun",)  # it recommends one point, which is not a front to be measured


def hunted(name: str, method: str, tried: int, write: bool) -> None:
    """Hunt for one method and write what was found."""
    options = OPTIONS.get(method, {})
    found = Hunt(name, method, SEED, time_limit=None, evaluations=tried, options=options).run()
    words = "nothing" if found is None else f"{found.loss:7.1%}  {found.words}"
    print(f"{name:17}{method:34}{words}", flush=True)
    path = bundled_folder() / name / f"hunted-{method}.json"
    if not write:
        return
    path.unlink(missing_ok=True)
    if found is not None and found.loss >= LEAST_LOSS:
        source = f"optgap hunt {name} --method {method} --seed {SEED} --evaluations {tried}"
        save_instance(found.instance(problem_named(name), path.stem, source), Path(path))


def main() -> None:
    """Hunt for all heuristics and baselines."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("problems", nargs="*", metavar="PROBLEM")
    parser.add_argument("--smoke", action="store_true", help="a few tries each, nothing written")
    arguments = parser.parse_args()
    for name in arguments.problems or problem_names():
        for method in problem_named(name).methods:
            if method.kind != "exact" and method.name not in NO_FRONT:
                usual = DEAR.get(name, TRIED)
                tried = 10 if arguments.smoke else min(usual, SLOW.get(method.name, usual))
                hunted(name, method.name, tried, not arguments.smoke)


if __name__ == "__main__":
    main()
