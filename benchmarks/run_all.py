"""Run every benchmark of this folder, one after the other, on an otherwise idle machine.

``python benchmarks/run_all.py`` takes hours and writes what each prints to ``benchmarks/results``;
with ``--smoke`` every script runs on its small sizes in a minute or two, to see that none rots.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path

FOLDER = Path(__file__).parent


def main() -> None:
    """Run the scripts; the exit code is 1 where one of them fails."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="small sizes, to see that all run")
    smoke = parser.parse_args().smoke
    results = FOLDER / "results"
    results.mkdir(exist_ok=True)
    failed = []
    for script in sorted(FOLDER.glob("*.py")):
        if script.name in (Path(__file__).name, "same.py", "mutants.py"):  # have their own targets
            continue
        begun = time.perf_counter()
        command = [sys.executable, str(script), *(["--smoke"] if smoke else [])]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=results)
        (results / f"{script.stem}.txt").write_text(done.stdout)
        print(f"{script.name:24}{time.perf_counter() - begun:8.1f} s  exit code {done.returncode}")
        sys.stdout.flush()
        if done.returncode:
            print(done.stdout + done.stderr, file=sys.stderr)
            failed.append(script.name)
    if failed:
        sys.exit(f"failed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
