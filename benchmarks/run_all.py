"""Run every benchmark of this folder, one after the other, on an otherwise idle machine.

``python benchmarks/run_all.py`` takes hours and writes what each prints to ``benchmarks/results``;
with ``--smoke all`` every script runs on its small sizes, one per core, to see that none fails, and
with ``--smoke third`` a third of them, by the date.
"""

import argparse
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

FOLDER = Path(__file__).parent
RESULTS = FOLDER / "results"


def run(script: Path, smoke: bool) -> bool:
    """Run a script in the folder of results and print its line; return whether it succeeded."""
    begun = time.perf_counter()
    command = [sys.executable, str(script), *(["--smoke"] if smoke else [])]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=RESULTS)
    (RESULTS / f"{script.stem}.txt").write_text(done.stdout)
    seconds = time.perf_counter() - begun
    print(f"{script.name:24}{seconds:8.1f} s  exit code {done.returncode}", flush=True)
    if done.returncode:
        print(done.stdout + done.stderr, file=sys.stderr)
    return not done.returncode


def main() -> None:
    """Run the scripts; the exit code is 1 if one of them fails."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--smoke", choices=("third", "all"), help="small sizes, to see that all run"
    )
    smoke = parser.parse_args().smoke
    RESULTS.mkdir(exist_ok=True)
    others = {Path(__file__).name, "problem_data.py", "same.py", "mutants.py"}  # targets of make
    scripts = [script for script in sorted(FOLDER.glob("*.py")) if script.name not in others]
    if smoke == "third":
        scripts = scripts[int(time.time()) // 86400 % 3 :: 3]
    with ThreadPoolExecutor(os.cpu_count() if smoke else 1) as several:  # timings need one
        succeeded = list(several.map(lambda script: run(script, bool(smoke)), scripts))
    failed = [script.name for script, good in zip(scripts, succeeded, strict=True) if not good]
    if failed:
        sys.exit(f"failed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
