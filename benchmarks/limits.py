"""How far methods and commands overrun a time limit, on the largest bundled instances.

Run ``python benchmarks/limits.py`` (about half an hour) or with ``--smoke`` (seconds, writes
nothing). It rewrites docs/data/limits.json and docs/data/limits_commands.json, from which the page
on limits draws. Seconds of a method are those of the whole call, reading excluded. Seconds of a
command are those of its process, reading and judging included, less those of the command on a small
instance. Either overruns a limit by at most a fifth of the limit and a second. ``--commands``
measures commands alone.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from problem_data import facts_of

import optgap
from optgap.core.clock import paused_seconds
from optgap_cluster.kubernetes.generate import generate_dump

DATA = Path(__file__).parents[1] / "docs" / "data"
TARGET, OF_COMMANDS = DATA / "limits.json", DATA / "limits_commands.json"
LARGEST = {name: facts_of(name)["largest"] for name in optgap.problem_names()}
SMALL = {"placement": "placement/fig6", "microq": "microq/two-components"}
# Commands on a large instance, and the same ones on a small instance, whose seconds are those of
# their imports.  The limit of `compare` and `sweep` is one for each method and value: they get one.
COMMANDS = {
    "solve": ("solve microw/lsd-737x70", "solve microw/three-pes --method exact"),
    "front": ("solve resource_plan/stage-200x10", "solve resource_plan/appendix-e-three"),
    "solve by scip": (
        "solve placement/stage-300x80 --solver scip",
        "solve placement/fig6 --solver scip",
    ),
    "explain": ("explain consolidation/ecs-150", "explain consolidation/exchange"),
    "prove": (
        "prove cluster_ratio/groups-100x9600 -o {folder}/large",
        "prove placement/fig6 -o {folder}/small",
    ),
    "compare": (
        "compare utility/slaq-160x640 --methods exact",
        "compare placement/fig6 --methods exact",
    ),
    "sweep": (
        "sweep consolidation/ecs-150 --set migration_budget=9:9 --methods exact",
        "sweep consolidation/exchange --set migration_budget=1:1 --methods exact",
    ),
    "hunt": ("hunt consolidation --method first-fit", "hunt consolidation --method first-fit"),
    "plan": (
        "plan consolidation/ecs-150 {folder}/ecs-150 --simulate default",
        "plan consolidation/exchange {folder}/exchange --simulate default",
    ),
    "no-pins": (
        "solve consolidation/ecs-150 --method no-pins --set order=any",
        "solve consolidation/exchange --method no-pins --set order=any",
    ),
    "fleet": ("fleet report {folder}/200.json", "fleet report {folder}/5.json"),
    "judge": (
        "judge placement {folder}/endless.py --instances 1",
        "judge placement {folder}/endless.py --instances 1",
    ),
}
PLANNED = ("ecs-150", "exchange")
ENDLESS = "def solve(instance):\n    while True:\n        pass\n"
IN_SMOKE = ("solve", "front", "explain", "compare")
ALLOWED = 1.0  # seconds, and a fifth of the limit


def measured(instances: dict[str, str], limits: list[float]) -> list[dict[str, Any]]:
    """Return and print the seconds of every method under each limit."""
    rows = []
    for problem, source in instances.items():
        instance = optgap.load(source)
        for method in optgap.problem_named(problem).methods:
            for limit in limits:
                rows.append(_row(instance, source, method.name, limit))
                print(*rows[-1].values(), flush=True)
    return rows


def _row(instance: optgap.Instance, source: str, method: str, limit: float) -> dict[str, Any]:
    begun, stood = time.perf_counter(), paused_seconds()
    row: dict[str, Any] = {"instance": source, "method": method, "limit": limit}
    try:
        outcome = optgap.solve(instance, method, time_limit=limit)
        said = {"status": outcome.status, "stopped": outcome.stopped}
    except optgap.InputError:
        said = {"status": "unknown", "stopped": "does not fit"}
    seconds = time.perf_counter() - begun - (paused_seconds() - stood)
    return {**row, "seconds": round(seconds, 2), **said}


def of_commands(names: Iterable[str], limits: list[float], *, large: bool) -> list[dict[str, Any]]:
    """Return and print the seconds of every command under each limit, without its imports."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for name in PLANNED:
            _process(f"solve consolidation/{name} --method drain-first-fit -o {folder}/{name}")
        for nodes in (5, 200):
            dump = generate_dump(1, nodes=nodes, pods=10 * nodes)
            (Path(folder) / f"{nodes}.json").write_text(json.dumps(dump))
        (Path(folder) / "endless.py").write_text(ENDLESS)
        for name in names:
            words, small = (command.format(folder=folder) for command in COMMANDS[name])
            command = words if large else small
            started = _process(f"{small} --time-limit {limits[0]:g}")[0]
            _process(f"{command} --time-limit {limits[0]:g}")  # compiles kernels, once
            for limit in limits:
                seconds, code = _process(f"{command} --time-limit {limit:g}")
                shown = command.replace(f"{folder}/", "")
                row = {"instance": shown, "method": name, "limit": limit, "code": code}
                rows.append({**row, "seconds": round(max(0.0, seconds - started), 2)})
                print(*rows[-1].values(), flush=True)
    return rows


def _process(words: str) -> tuple[float, int]:
    """Return the seconds of a command in a process, and its exit code."""
    begun = time.perf_counter()
    command = [sys.executable, "-m", "optgap", *words.split()]
    done = subprocess.run(command, capture_output=True, check=False)
    return time.perf_counter() - begun, done.returncode


def main() -> None:
    """Measure; the exit code is 1 if a limit is overrun by more than allowed.

    With ``--smoke`` only exit codes of commands count, because other work may run beside it.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="small instances, writes nothing")
    parser.add_argument("--commands", action="store_true", help="commands alone")
    asked = parser.parse_args()
    limits = [0.1] if asked.smoke else [0.1, 1.0, 5.0]
    rows = [] if asked.commands else measured(SMALL if asked.smoke else LARGEST, limits)
    if not (asked.smoke or asked.commands):
        TARGET.write_text(json.dumps(rows, indent=0) + "\n")
    commands = of_commands(IN_SMOKE if asked.smoke else COMMANDS, limits, large=not asked.smoke)
    if not asked.smoke:
        OF_COMMANDS.write_text(json.dumps(commands, indent=0) + "\n")
    rows += commands
    wrong = [
        row
        for row in rows
        if row.get("code", 0) not in (0, 3, 4) and (row["method"], row["code"]) != ("judge", 5)
    ]  # `judge` ends with 5 because the program does
    late = [row for row in rows if row["seconds"] > 1.2 * row["limit"] + ALLOWED]
    print(*(f"overrun: {row}" for row in late), *(f"no answer: {row}" for row in wrong), sep="\n")
    sys.exit(1 if wrong or (late and not asked.smoke) else 0)


if __name__ == "__main__":
    main()
