"""Proofs: seconds and nodes of `prove` beside HiGHS' own solve, seconds of `verify`, sizes.

``python benchmarks/proofs.py`` proves all bundled instances of at most 100 whole-number variables
(and two larger ones), then a stated list of about 300, each within ten minutes.  HiGHS solves the
same standard form to gap 0.  ``--smoke`` takes a few of each and ten seconds.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import optgap
from optgap.core.run import Run
from optgap.core.schema import Instance
from optgap.solvers.engines import engine_named, solve_form
from optgap.solvers.engines.standard_form import standard_form
from optgap.solvers.proofs.model_proof import ProvenModel, prove_standard_form
from optgap.validation.catalogue import problem_named
from optgap.validation.judge.verify_proof import verify
from optgap.validation.proving.folder import write_program

sys.path.insert(0, str(Path(__file__).parents[1] / "tests/data"))
from make_proofs import shipped

# problem, seed, what to generate: about 300 whole-number variables each
MEDIUM: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("placement", 1, {"instances": 20, "machines": 14, "noise": 0.3}),
    ("placement", 2, {"instances": 24, "machines": 12, "noise": 0.5}),
    ("stage", 1, {}),
    ("stage", 2, {"column_order": False}),
    ("macrow", 1, {"jobs": 3, "pes": 20, "nodes": 10, "clusters": 2}),
    ("macrow", 2, {"jobs": 3, "pes": 24, "nodes": 12, "clusters": 3}),
    ("microq", 1, {"components": 24, "nodes": 8, "rough": 1.0}),
    ("microw", 1, {"pes": 240, "nodes": 24, "touched": 12}),
    ("cluster_ratio", 1, {"groups": 8, "containers": 96}),
    ("cluster_ratio", 2, {"groups": 24, "containers": 160, "curve": "rough"}),
    ("utility", 1, {"jobs": 20, "max_cores": 16, "shape": "rough"}),
    ("utility", 2, {"jobs": 20, "max_cores": 16, "objective": "max-min"}),
    ("consolidation", 1, {"machines": 8, "kind": "ecs", "load": 0.5}),
    ("consolidation", 2, {"machines": 8, "kind": "ecs", "load": 0.6, "budget": 0.3}),
    ("consolidation", 3, {"machines": 9, "kind": "ecs", "load": 0.45, "budget": 0.5}),
    ("warm_pool", 1, {"ticks": 144}),
    ("warm_pool", 2, {"ticks": 150, "bursts": 12.0}),
    ("cold_stock", 1, {"days": 91}),
    ("cold_stock", 2, {"days": 91, "order_cost": 30}),
    ("eviction", 1, {"residents": 300, "resources": 2}),
    ("eviction", 2, {"residents": 300, "resources": 3}),
)


@dataclass
class Line:
    """What was measured on one instance."""

    name: str
    integers: int
    highs: float
    prove: float
    verify: float
    nodes: int
    bytes: int
    proven: bool
    note: str = ""

    def __str__(self) -> str:
        return (
            f"{self.name:52}{self.integers:6}{self.highs:9.2f}{self.prove:9.2f}{self.verify:9.2f}"
            f"{self.nodes:8}{self.bytes / 1024:9.1f}  {'proven' if self.proven else self.note}"
        )


def measured(name: str, instance: Instance, seconds: float) -> Line:
    """Solve with HiGHS, prove, verify."""
    form = standard_form(
        problem_named(type(instance).model_fields["problem"].default).formulation.build_model(
            instance
        )
    )
    integers = int(np.count_nonzero(form.integer))
    begun = time.perf_counter()
    solve_form(form, engine_named("highs"), Run(form.sense, time_limit=seconds, gap=0.0))
    highs = time.perf_counter() - begun
    begun = time.perf_counter()
    found = prove_standard_form(form, instance.name, Run(form.sense, time_limit=seconds))
    proving = time.perf_counter() - begun
    line = Line(name, integers, highs, proving, 0.0, 0, 0, False)
    if not isinstance(found, ProvenModel):
        line.note = found.message
        return line
    with tempfile.TemporaryDirectory() as folder:
        write_program(Path(folder), found.text, found.solution, found.proof)
        line.bytes = (Path(folder) / "proof.json").stat().st_size
        begun = time.perf_counter()
        proven = verify(folder)
        line.verify = time.perf_counter() - begun
    line.nodes = proven.nodes
    near = proven.objective is not None and proven.bound is not None
    distance = abs(float(proven.objective - proven.bound)) if near else 0.0
    line.proven = proven.infeasible or distance <= 1e-8 * max(
        1.0, abs(float(proven.objective or 0))
    )
    line.note = f"only {float(proven.bound or 0):.6g} for {float(proven.objective or 0):.6g}"
    return line


def small(smoke: bool) -> Iterator[tuple[str, Instance]]:
    names = shipped()
    for name in names[:: 20 if smoke else 1]:
        yield name, optgap.load(name)


def medium(smoke: bool) -> Iterator[tuple[str, Instance]]:
    for name, seed, parameters in MEDIUM[:: 4 if smoke else 1]:
        words = " ".join(f"{key}={value}" for key, value in parameters.items())
        yield f"{name} --seed {seed} {words}"[:51], optgap.generate(name, seed, **parameters)


def main() -> None:
    """Measure both lists."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="a few of each, ten seconds each")
    parser.add_argument("--seconds", type=float, default=600.0, help="limit of one instance")
    arguments = parser.parse_args()
    seconds = 10.0 if arguments.smoke else arguments.seconds
    for title, instances in (("bundled, small", small), ("about 300", medium)):
        head = f"{'HiGHS':>9}{'prove':>9}{'verify':>9}{'nodes':>8}{'kB':>9}"
        print(f"{title:52}{'whole':>6}{head}")
        lines = []
        for name, instance in instances(arguments.smoke):
            lines.append(measured(name, instance, seconds))
            print(lines[-1], flush=True)
        done = sum(line.proven for line in lines)
        print(
            f"{done} of {len(lines)} proven; HiGHS {sum(line.highs for line in lines):.1f} s, "
            f"prove {sum(line.prove for line in lines):.1f} s, "
            f"verify {sum(line.verify for line in lines):.1f} s, "
            f"{sum(line.bytes for line in lines) / 1024:.0f} kB\n"
        )


if __name__ == "__main__":
    main()
