"""What loading costs beside ``json.loads`` of the same file: digest and all checks included.

Run ``python benchmarks/reading.py`` (a minute) or with ``--smoke`` (seconds).  The file of a
generated instance is parsed and loaded in a separate process; the ratio is that of the least
processor seconds of each, and the peak of memory is beside the size of the file.
"""

from __future__ import annotations

import argparse
import json
import resource
import tempfile
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from time import process_time

import optgap

SIZES = {  # large, and for --smoke
    "eviction": ({"residents": 100_000}, {"residents": 3000}),
    "consolidation": ({"machines": 10_000}, {"machines": 300}),
    "utility": ({"jobs": 20_000}, {"jobs": 500}),
    "macroq": (
        {"shape": "curves", "jobs": 20_000, "points": 5},
        {"shape": "curves", "jobs": 500, "points": 5},
    ),
    "placement": ({"instances": 2000, "machines": 400}, {"instances": 200, "machines": 40}),
}


def least(work: Callable[[], object], turns: int) -> float:
    """Return the least processor seconds of some runs."""
    seconds = []
    for _ in range(turns):
        begun = process_time()
        work()
        seconds.append(process_time() - begun)
    return min(seconds)


def row(name: str, size: dict[str, object]) -> str:
    """Return the row of a problem: megabytes, seconds of both, their ratio, peak of memory."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{name}.json"
        optgap.save(optgap.generate(name, 1, **size), path)
        text = path.read_bytes()
        parsed = least(lambda: json.loads(text), 5)
        loaded = least(lambda: optgap.load(path), 3)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    megabytes, ratio = len(text) / 1e6, loaded / parsed
    return f"{name:16}{megabytes:8.2f}{parsed:12.3f}{loaded:8.3f}{ratio:7.1f}{peak:9.0f}"


def main() -> None:
    """Print a row for each problem."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="small sizes")
    smoke = parser.parse_args().smoke
    print(f"{'problem':16}{'MB':>8}{'json.loads':>12}{'load':>8}{'ratio':>7}{'peak MB':>9}")
    for name, sizes in SIZES.items():
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
            print(process.submit(row, name, sizes[smoke]).result(), flush=True)


if __name__ == "__main__":
    main()
