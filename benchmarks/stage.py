"""Exact fronts of `stage` by size, and IPA with RAA path on a latency file that is mapped.

Run with ``--smoke`` for a quick check that everything works; the full run writes 3.2 GB.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from pathlib import Path

import numpy as np

import optgap
from optgap.core.run import Run
from optgap.heuristics.stage import ipa_raa
from optgap.instances.stage import Stage


def exact_fronts(sizes: list[tuple[int, int, int]], time_limit: float) -> None:
    """Print how long complete fronts take, compiled code warm."""
    ipa_raa(optgap.generate("stage", 1), Run("minimize"))
    for instances, machines, configurations in sizes:
        stage = optgap.generate(
            "stage",
            1,
            instances=instances,
            machines=machines,
            configurations=configurations,
            slack=1.3,
            column_order=False,
        )
        exact = optgap.solve(stage, "exact", time_limit=time_limit)
        steps = optgap.solve(stage, "ipa-raa")
        print(
            f"{instances} x {machines} x {configurations}: {len(exact.front or [])} points, "
            f"{exact.status}, {exact.seconds:.1f} s, "
            f"{exact.seconds / steps.seconds:.0f} times as long as ipa-raa"
        )


def write_stage(folder: Path, instances: int, machines: int, configurations: int) -> Path:
    """Write a stage with its latencies beside it, block by block."""
    rng = np.random.default_rng(1)
    cores = np.arange(1, configurations + 1, dtype=np.float64)
    theta = np.column_stack([cores, 2 * cores])
    rows = np.exp(3 + 0.5 * np.clip(rng.normal(size=instances), -1.5, 1.5))
    speed = rng.choice([1.0, 1.4, 2.0], machines) * rng.uniform(0.4, 1, machines)
    fixed = rng.uniform(0.5, 2.0, machines)
    shape = (instances, configurations, machines)
    latency = np.lib.format.open_memmap(folder / "latency.npy", "w+", np.float64, shape)
    work = rows[:, None] * (0.15 + 0.85 / cores**0.8)
    for begin in range(0, instances, 200):
        block = fixed + work[begin : begin + 200, :, None] / speed
        latency[begin : begin + 200] = np.round(block, 2)
    latency.flush()
    share = rng.uniform(0.6, 1.4, machines)
    usual = configurations // 4
    room = np.ceil((share / share.sum() * instances * 1.5)[:, None] * theta[usual])
    document = {
        "problem": "stage",
        "version": 1,
        "name": "large",
        "configurations": theta.tolist(),
        "weights": [1.0, 0.25],
        "latency": {"npy": "latency.npy"},
        "available": room.tolist(),
        "default_configuration": usual,
    }
    path = folder / "large.json"
    path.write_text(json.dumps(document))
    return path


def two_steps_on_a_file(instances: int, machines: int, configurations: int) -> None:
    """Print how long IPA and RAA path take."""
    with tempfile.TemporaryDirectory() as folder:
        path = write_stage(Path(folder), instances, machines, configurations)
        begun = time.perf_counter()
        stage = optgap.load(path)
        assert isinstance(stage, Stage)
        print(f"{path.name}: read and checked in {time.perf_counter() - begun:.1f} s")
        for points in (2000, 50):
            begun = time.perf_counter()
            answer = ipa_raa(stage, Run("minimize"), most_cells=points * instances)
            found = len(answer.front or [])
            print(f"ipa-raa: {found} points in {time.perf_counter() - begun:.1f} s")


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="small sizes only")
    if parser.parse_args().smoke:
        exact_fronts([(6, 3, 3)], 10.0)
        two_steps_on_a_file(200, 50, 4)
    else:
        exact_fronts([(12, 6, 5), (30, 10, 5), (40, 12, 6), (60, 20, 6), (100, 30, 6)], 600.0)
        two_steps_on_a_file(10_000, 2_000, 20)


if __name__ == "__main__":
    main()
