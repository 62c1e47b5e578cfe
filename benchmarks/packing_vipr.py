"""The proofs of packings that were open, as VIPR certificates, which programs by others check.

Run ``python benchmarks/packing_vipr.py --into OUT``: the library has the plans and certificates.
A bound by weights of the resources is one of the exact model's relaxation: the file states the
exact model, and ``optgap verify FILE INSTANCE`` builds it again.  A bound by prices of items
is one of the patterns, the largest sets of items that a machine holds: the file states a variable
for each.  Every file is checked here; with ``--checker viprchk`` by that program as well.  With
``--smoke`` both are made of a drawn packing.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pyomo.environ as pyo
from published_packings import read, smoke_file

import optgap
from optgap.core.arrays import FloatArray
from optgap.core.decimals import as_written
from optgap.core.run import Run
from optgap.formulations import consolidation as formulation
from optgap.instances.consolidation import Consolidation
from optgap.solvers.engines import StandardForm, standard_form
from optgap.solvers.proofs import (
    ProvenModel,
    Tree,
    Unproven,
    WholeModel,
    exact_point,
    prove_standard_form,
)
from optgap.solvers.proofs.integral_model import Adder
from optgap.validation.proving import write_vipr
from optgap.validation.proving.folder import write_program
from optgap.validation.running import LibraryRow

FIGURES = Path(__file__).parents[1] / "docs" / "data" / "packing_vipr.json"


def proof_by_exact_model(solution: dict[str, Any], instance: Consolidation) -> ProvenModel:
    """Return the proof that no plan of the exact model is better than that of a solution.

    The weights of its certificate are the dual prices: no linear program is solved.
    """
    model = formulation.build_model(instance)
    formulation.set_start(model, solution["decision"])
    form = standard_form(model).without_free_rows()
    assert form.start is not None
    whole = WholeModel.of(form)
    point = exact_point(form, whole, form.start)
    assert point is not None
    value = whole.objective(point)
    prices = prices_by_weights(solution["certificate"]["weights"], instance, form, whole)
    closing = Adder(whole, value).exact(prices)
    tree = Tree(value, nodes=[[[closing.as_list()]]])
    return ProvenModel(form, instance.name, tree, point, value, None)


def prices_by_weights(
    weights: list[float], instance: Consolidation, form: StandardForm, whole: WholeModel
) -> dict[int, Fraction]:
    """Return the dual prices that weights of the resources give to the exact model's rows.

    The room of a machine is worth 1, and an item its share of that.
    """
    (room,) = {machine.capacity for machine in instance.machines}  # machines are alike
    shares, *worth = (
        [as_written(w) * as_written(amount) for w, amount in zip(weights, amounts, strict=True)]
        for amounts in (room, *(item.demand for item in instance.items))
    )
    total = sum(shares, Fraction(0))
    prices = {}
    for i, row in enumerate(whole.rows):
        name, _, indices = form.row_name(i).rstrip("]").partition("[")
        if name == "assignment":
            prices[i] = sum(worth[int(indices)], Fraction(0)) / total
        elif name == "capacity":
            held = -min(a for _, a in row.terms)  # by the machine, in the units of the row
            prices[i] = -shares[int(indices.partition(",")[2])] / total / held
    return {i: price for i, price in prices.items() if price}


def proof_by_patterns(instance: Consolidation) -> ProvenModel:
    """Return the proof of the fewest patterns that hold all items."""
    patterns = list(largest_patterns(instance))
    model = pyo.ConcreteModel(name=instance.name)
    most = len(instance.items)
    model.machines = pyo.Var(range(len(patterns)), domain=pyo.NonNegativeIntegers, bounds=(0, most))
    model.packed = pyo.ConstraintList()
    for i in range(most):
        model.packed.add(sum(model.machines[k] for k, p in enumerate(patterns) if i in p) >= 1)
    model.used = pyo.Objective(expr=sum(model.machines.values()))
    found = prove_standard_form(standard_form(model), instance.name, Run("minimize"))
    if isinstance(found, Unproven):
        raise TypeError(f"{instance.name}: {found.message}")
    return found


def largest_patterns(instance: Consolidation) -> Iterator[frozenset[int]]:
    """Yield all sets of items that a machine holds and to which no other item can be added."""
    sizes = np.array([item.demand for item in instance.items])
    (room,) = {machine.capacity for machine in instance.machines}  # machines are alike
    order = np.argsort(-sizes.sum(axis=1)).tolist()

    def choose(k: int, chosen: tuple[int, ...], left: FloatArray) -> Iterator[frozenset[int]]:
        if k == len(order):
            fits = np.flatnonzero((sizes <= left).all(axis=1)).tolist()
            if not set(fits) - set(chosen):
                yield frozenset(chosen)
            return
        if (sizes[order[k]] <= left).all():
            yield from choose(k + 1, (*chosen, order[k]), left - sizes[order[k]])
        yield from choose(k + 1, chosen, left)

    yield from choose(0, (), np.array(room))


def write(
    solution: dict[str, Any], instance: Consolidation, into: Path, kind: str
) -> dict[str, Any]:
    """Write the certificate of a solution, check it, and return its size and seconds."""
    name, begun = instance.name, time.perf_counter()
    if kind == "weights":
        found = proof_by_exact_model(solution, instance)
    else:
        found = proof_by_patterns(instance)
    with TemporaryDirectory() as folder:
        write_program(Path(folder), found.text, found.solution, found.proof)
        (path,) = write_vipr(Path(folder), into, name)
    made = time.perf_counter()
    # that of the exact model builds it again
    proven = optgap.verify(path, instance if kind == "weights" else None)
    assert proven.bound == proven.objective == solution["objective"], f"{name}: {proven}"
    checked = time.perf_counter()
    times = {"made": made - begun, "checked": checked - made}
    return {"file": name, "kind": kind, "bytes": path.stat().st_size, "path": path, **times}


def solved_rows(most: int) -> list[LibraryRow]:
    """Return the published packings that were open by one machine and are closed, up to a size."""
    rows = [row for row in optgap.library("consolidation", is_open=False) if row.reported]
    open_by_one = [row for row in rows if row.reported[0].best == (row.reported[0].bound or 0) + 1]
    return [row for row in open_by_one if int(row.name.split("_")[-3]) <= most]


def is_accepted(checker: str, path: Path, machines: int) -> bool:
    """Return whether a checker by others says that a certificate proves so many machines."""
    said = subprocess.run([checker, str(path)], capture_output=True, text=True, check=False)
    return f"verified optimal value range [{machines}, {machines}]" in said.stdout


def smoke() -> None:
    """Write and check both kinds of certificates of a drawn packing."""
    with TemporaryDirectory() as room:
        instance = read(smoke_file(Path(room)))
        small = instance.model_copy(update={"name": "few", "items": instance.items[:12]})
        rows = []
        for packing, kind in ((instance, "weights"), (small, "prices")):
            outcome = optgap.solve(packing, "column-generation", time_limit=10, gap=0)
            rows.append(write(outcome.model_dump(), packing, Path(room), kind))
    print(f"two certificates of a drawn packing, {sum(row['bytes'] for row in rows):,} bytes")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--into", type=Path, metavar="OUT", default=Path("packing-vipr"))
    parser.add_argument("--checker", metavar="PROGRAM", help="as viprchk")
    parser.add_argument("--items", type=int, default=500, help="of the largest packings")
    parser.add_argument("--smoke", action="store_true", help="a drawn packing only")
    arguments = parser.parse_args()
    if arguments.smoke:
        smoke()
        return
    rows, refused = [], 0
    for row in solved_rows(arguments.items):
        instance, solution = optgap.load(f"library/{row.name}", Consolidation), row.solution() or {}
        written = write(solution, instance, arguments.into, solution["certificate"]["kind"])
        path = written.pop("path")
        if arguments.checker is not None:
            begun = time.perf_counter()
            written["accepted"] = is_accepted(arguments.checker, path, int(solution["objective"]))
            written["other"] = time.perf_counter() - begun
            refused += not written["accepted"]
        rows.append(written)
        print(written, flush=True)
    if arguments.checker is not None:
        rounded = [{k: round(v, 2) if type(v) is float else v for k, v in r.items()} for r in rows]
        document = {"date": date.today().isoformat(), "rows": rounded}
        FIGURES.write_text(json.dumps(document, separators=(",", ":")).replace("},", "},\n") + "\n")
    print(f"{len(rows)} certificates, {refused} refused by {arguments.checker}")
    sys.exit(1 if refused else 0)


if __name__ == "__main__":
    main()
