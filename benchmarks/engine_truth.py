"""Which versions of HiGHS answer small programs rightly, and how fast they are.

``python benchmarks/engine_truth.py`` asks the highspy that is installed: the programs of
`tests/data/engine_truth`, other known wrong answers, and thousands of seeded programs whose optima
are enumerated, with presolve and without.  It ends with an error where an answer is wrong.

Before an upgrade several versions answer in one run; each needs a virtual environment with highspy
and nothing else::

    python benchmarks/engine_truth.py --export /tmp/models
    python benchmarks/engine_truth.py --models /tmp/models --python /tmp/h112/bin/python ...

``--smoke`` asks 200 programs.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import highspy
import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "tests/data"))
from truth_programs import OPTIMA, Program, known_wrong, loaded, read, seeded

PROGRAMS = 8000
OPTIONS: dict[str, dict[str, Any]] = {
    "as it comes": {},
    "gap 0, 1e-9": {"mip_rel_gap": 0.0, "mip_abs_gap": 0.0, "mip_feasibility_tolerance": 1e-9},
    "no presolve": {"presolve": "off", "mip_rel_gap": 0.0, "mip_abs_gap": 0.0},
}
SPEED = (  # bundled instances whose exact models differ in kind
    "cold_stock/turning-91",
    "consolidation/ecs-12",
    "consolidation/karpenter-search",
    "consolidation/kubernetes-small",
    "eviction/hunted-primal-dual",
    "macrow/two-clusters",
    "microq/two-components",
    "microw/dac-51x29",
    "utility/slaq-160x640",
    "warm_pool/figure-10",
)
_CLOSE = 1e-5  # ten times the tolerance of rows
_ROUNDS = 3
_LIMIT = 10.0  # seconds of one model


def answer(highs: highspy.Highs) -> float | str:
    """Return the optimum that HiGHS names, or its words."""
    highs.run()
    status = highs.getModelStatus()
    if status == highspy.HighsModelStatus.kOptimal:
        return float(highs.getInfo().objective_function_value)
    if status == highspy.HighsModelStatus.kInfeasible:
        return "infeasible"
    return f"no answer ({status.name})"


def kind_of(says: float | str, optimum: float | None) -> str:
    """Return whether an answer is right, wrong or none."""
    if isinstance(says, str):
        if says != "infeasible":
            return "none"
        return "right" if optimum is None else "wrong"
    return "right" if optimum is not None and abs(says - optimum) <= _CLOSE else "wrong"


def asked(name: str, make: Any, optimum: float | None, found: dict[str, Any]) -> None:
    """Ask one program with every set of options and count the answers."""
    for words, options in OPTIONS.items():
        highs = make()
        for key, value in options.items():
            highs.setOptionValue(key, value)
        begun = time.perf_counter()
        says = answer(highs)
        found["seconds"][words] += time.perf_counter() - begun
        kind = kind_of(says, optimum)
        found["counts"][words][kind] += 1
        if kind != "right":
            found["not right"].append(f"{name}, {words}: {says}, the optimum is {optimum}")


def truth(count: int) -> dict[str, Any]:
    """Ask all programs."""
    found: dict[str, Any] = {
        "version": highspy.Highs().version(),
        "counts": {words: {"right": 0, "wrong": 0, "none": 0} for words in OPTIONS},
        "seconds": dict.fromkeys(OPTIONS, 0.0),
        "not right": [],
    }
    for name, optimum in OPTIMA.items():
        asked(name, lambda name=name: read(name), optimum, found)
    known = [program for program, _ in known_wrong()]
    programs: list[Program] = [*known, *seeded(count)]
    for program in programs:
        asked(program.name, lambda p=program: loaded(p), program.optimum(), found)
    return found


def speed(models: Path) -> dict[str, float]:
    """Return the seconds of every model in a folder, with the options of our engine."""
    taken = {}
    for path in sorted(models.glob("*.mps")):
        highs = highspy.Highs()
        highs.setOptionValue("output_flag", False)
        highs.readModel(str(path))
        for key, value in OPTIONS["gap 0, 1e-9"].items():
            highs.setOptionValue(key, value)
        highs.setOptionValue("time_limit", _LIMIT)
        begun = time.perf_counter()
        answer(highs)
        taken[path.stem] = time.perf_counter() - begun
    return taken


def export(folder: Path) -> None:
    """Write the exact models of some bundled instances."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in SPEED:
        to = folder / f"{name.replace('/', '-')}.mps"
        command = [str(Path(sys.executable).with_name("optgap")), "export", name, "--to", str(to)]
        subprocess.run(command, check=True)


def show(found: dict[str, Any]) -> None:
    """Print what one version says."""
    print(f"HiGHS {found['version']}")
    for words, counts in found["counts"].items():
        listed = ", ".join(f"{number} {kind}" for kind, number in counts.items())
        print(f"  {words:14}{found['seconds'][words]:8.1f} s  {listed}")
    for line in found["not right"]:
        print(f"    {line}")
    sys.stdout.flush()


def compare_speed(pythons: list[str], models: Path) -> None:
    """Let the versions take turns on all models; the fastest turn of each model counts."""
    fastest: dict[str, dict[str, float]] = {python: {} for python in pythons}
    for _ in range(_ROUNDS):
        for python, best in fastest.items():
            command = [python, __file__, "--json", "--programs", "0", "--models", str(models)]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            for name, seconds in json.loads(done.stdout.splitlines()[-1])["speed"].items():
                best[name] = min(seconds, best.get(name, np.inf))
    first = fastest[pythons[0]]
    for python, best in fastest.items():
        ratios = [best[name] / first[name] for name in first]
        mean = float(np.exp(np.mean(np.log(ratios))))
        total = sum(best.values())
        print(
            f"{python:40}{total:8.2f} s  {total / sum(first.values()):6.2f} of the first, "
            f"mean of ratios {mean:.2f}"
        )
        print("   " + ", ".join(f"{name} {seconds:.2f}" for name, seconds in best.items()))


def main() -> None:
    """Ask this version, or several, or export models."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="200 programs")
    parser.add_argument("--programs", type=int, default=PROGRAMS)
    parser.add_argument("--python", nargs="+", default=[], help="interpreters with a highspy each")
    parser.add_argument("--models", type=Path, help="a folder of .mps files, for the speed")
    parser.add_argument("--export", type=Path, help="write such a folder")
    parser.add_argument("--json", action="store_true", help="print what was found as data")
    arguments = parser.parse_args()
    count = 200 if arguments.smoke else arguments.programs
    if arguments.export:
        export(arguments.export)
        return
    if arguments.python:
        for python in arguments.python:
            command = [python, __file__, "--json", "--programs", str(count)]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            show(json.loads(done.stdout.splitlines()[-1])["truth"])
        if arguments.models:
            compare_speed(arguments.python, arguments.models)
        return
    if arguments.json:
        taken = {} if arguments.models is None else speed(arguments.models)
        print(json.dumps({"truth": truth(count) if count else None, "speed": taken}))
        return
    found = truth(count)
    show(found)
    if any(counts["wrong"] for counts in found["counts"].values()):
        sys.exit("some answers are wrong")


if __name__ == "__main__":
    main()
