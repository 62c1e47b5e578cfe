"""How long the first answers take where nothing has been compiled yet.

Run ``python benchmarks/cold_start.py`` (minutes; rewrites docs/data/cold_start.txt, which the page
of benchmarks shows) or with ``--smoke`` (seconds, writes nothing). Every command runs in a process
of its own, twice: with an empty cache of kernels, and again with what the first one left. Python's
own byte code is there, as an installer leaves it.
"""

from __future__ import annotations

import argparse
import compileall
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from optgap.validation.catalogue import problem_named, problem_names

ROOT = Path(__file__).parents[1]
ROOMS = ("core", "instances", "formulations", "solvers", "heuristics", "validation", "optgap")
TARGET = ROOT / "docs" / "data" / "cold_start.txt"
RUN = (sys.executable, "-m", "optgap")


def spent(command: list[str], folder: str) -> tuple[float, float]:
    """Return the seconds and the seconds of processor of a command that works in a folder."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begun = time.perf_counter()
    environment = {
        **os.environ,
        "NUMBA_CACHE_DIR": f"{folder}/cache",
        "PYTHONDONTWRITEBYTECODE": "",
    }
    subprocess.run([*RUN, *command], cwd=folder, env=environment, capture_output=True, check=True)
    seconds = time.perf_counter() - begun
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def row(command: list[str]) -> str:
    """Return the line of a command."""
    with tempfile.TemporaryDirectory() as folder:
        (first, processor), (again, _) = spent(command, folder), spent(command, folder)
    return f"optgap {' '.join(command):44}{first:8.1f}{processor:12.1f}{again:8.1f}"


def main() -> None:
    """Measure, print, and write the table of the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="two commands, nothing written")
    smoke = parser.parse_args().smoke
    commands = [["--help"], ["solve", "placement/fig6"]]
    if not smoke:
        commands += [["compare", f"{name}/{problem_named(name).demo}"] for name in problem_names()]
        commands.append(["demo"])
    for room in ROOMS:
        compileall.compile_dir(ROOT / room, quiet=1)
    lines = [f"{'command':51}{'first':>8}{'processor':>12}{'again':>8}"]
    print(lines[0])
    for command in commands:
        lines.append(row(command))
        print(lines[-1], flush=True)
    if not smoke:
        TARGET.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
