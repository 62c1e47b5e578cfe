"""Fronts of bi-objective assignment problems beside published ones.

The problems and fronts are those of Pedersen, Nielsen and Andersen, "The bicriterion multimodal
assignment problem" (INFORMS J. Comput. 20(3), 2008), in MCDMSociety/MOrepo-Pedersen08.
``--data FOLDER`` or ``OPTGAP_PEDERSEN08`` is a checkout of it.  Their seconds are of a Xeon with
2.67 GHz; ours are without compiling, which a small problem does first.  Without the data nothing is
measured; ``--smoke`` enumerates small random problems.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import re
import time
from pathlib import Path

import numpy as np
import pyomo.environ as pyo

import optgap
from optgap.core.installed import is_installed
from optgap.core.kernels import kernels_compiled

_CELL = re.compile(r'row="(\d+)" column="(\d+)".*?c1="(\d+)" c2="(\d+)"', re.DOTALL)


def costs_of(path: Path) -> np.ndarray:
    """Return the two matrices of costs in a file."""
    cells = np.array([[int(each) for each in cell] for cell in _CELL.findall(path.read_text())])
    size = int(cells[:, 0].max()) + 1
    costs = np.zeros((2, size, size), dtype=np.int64)
    costs[:, cells[:, 0], cells[:, 1]] = cells[:, 2:].T
    return costs


def as_model(costs: np.ndarray) -> pyo.ConcreteModel:
    """Return an assignment problem with the objectives ``first`` and ``second``."""
    size = costs.shape[1]
    model = pyo.ConcreteModel("assignment")
    model.I = pyo.RangeSet(0, size - 1)
    model.x = pyo.Var(model.I, model.I, domain=pyo.Binary)
    model.row = pyo.Constraint(model.I, rule=lambda m, i: sum(m.x[i, j] for j in m.I) == 1)
    model.column = pyo.Constraint(model.I, rule=lambda m, j: sum(m.x[i, j] for i in m.I) == 1)
    for name, cost in zip(("first", "second"), costs.tolist(), strict=True):
        total = sum(cost[i][j] * model.x[i, j] for i in model.I for j in model.I)
        model.add_component(name, pyo.Objective(expr=total))
    return model


def front_of(costs: np.ndarray, limit: float) -> optgap.ModelFront:
    """Return the front of an assignment problem."""
    return optgap.front(as_model(costs), ["first", "second"], time_limit=limit)


def values_of(front: optgap.ModelFront) -> set[tuple[int, ...]]:
    """Return the points of a front as integers."""
    return {tuple(round(value) for value in point.objectives.values()) for point in front.points}


def measure(name: str, folder: Path, limit: float) -> None:
    """Print points and seconds of a front, theirs and ours."""
    costs = costs_of(folder / "instances" / "xml" / "AP" / f"{name}.xml")
    published = json.loads((folder / "results" / "AP" / f"{name}_result.json").read_text())
    theirs = {(point["z1"], point["z2"]) for point in published["points"]}
    begun = time.process_time()
    found = front_of(costs, limit)
    worked = time.process_time() - begun
    ours, seconds = values_of(found), published["cpu"]["sec"]
    same = "the same points" if ours == theirs else f"{len(ours & theirs)} of theirs"
    ratio = f"{found.seconds / seconds:.2f} of their seconds" if seconds else "theirs: 0 s"
    whole = "complete" if found.complete else "not complete"
    print(
        f"{name}: {len(ours)} points, {whole}, {same} ({len(theirs)}); {found.programs} programs, "
        f"{found.seconds:.2f} s, {worked:.2f} s of processors; {seconds} s published, {ratio}",
        flush=True,
    )


def smoke() -> None:
    """Compare fronts of random problems with those of all assignments."""
    rng = np.random.default_rng(1)
    for size in (3, 5, 6):
        costs = rng.integers(0, 1000, (2, size, size))
        rows = np.arange(size)
        every = {
            tuple(costs[:, rows, list(order)].sum(axis=1).tolist())
            for order in itertools.permutations(range(size))
        }
        best = {p for p in every if not any(q[0] <= p[0] and q[1] <= p[1] for q in every - {p})}
        found = values_of(front_of(costs, 60.0))
        print(f"random {size} x {size}: {len(found)} points, {len(best)} by enumeration")
        assert found == best


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="small random problems only")
    parser.add_argument("--data", type=Path, default=os.environ.get("OPTGAP_PEDERSEN08"))
    parser.add_argument("--limit", type=float, default=600.0, help="seconds for each file")
    parser.add_argument("names", nargs="*", help="files without their ending")
    given = parser.parse_args()
    if given.smoke:
        smoke()
        return
    if given.data is None or not Path(given.data).is_dir():
        print("no data: give a checkout of MCDMSociety/MOrepo-Pedersen08 with --data")
        return
    names = given.names or [
        *(f"Pedersen08_AP_d{size}_c0-1000_00" for size in (10, 20, 30, 40)),
        *(f"Pedersen08_AP_d{size}_c0-1000_non_00" for size in (20, 40, 60, 80, 100)),
    ]
    with kernels_compiled("yes" if is_installed("numba") else "auto"):
        front_of(np.random.default_rng(0).integers(0, 9, (2, 4, 4)), given.limit)
        for name in names:
            measure(name, Path(given.data), given.limit)


if __name__ == "__main__":
    main()
