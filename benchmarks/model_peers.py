"""Plain HiGHS and CP-SAT with a hint on the exact model, beside `auto`.

Run ``python benchmarks/model_peers.py`` (an hour; rewrites docs/data/model_peers.json, from which
docs/benchmarks.md is made), with ``--problems macroq,microq`` for some rows, or with ``--smoke``
(a minute; the smallest sizes, short limits, writes nothing).  Each row runs in a separate process:
it writes the model as an MPS file, warms optgap up, and then times `auto`, highspy and CP-SAT one
after the other on all cores.  Writing and reading the file is not counted, nor is the heuristic of
the hint.
Problems with two objectives have an ε-constraint loop on highspy in place of both.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import highspy
import numpy as np
import pyomo.environ as pyo
from ortools.linear_solver.python import model_builder
from problem_data import facts_of

import optgap
from optgap.validation.study.results import environment

TARGET = Path(__file__).parents[1] / "docs" / "data" / "model_peers.json"
LIMIT, SHORT = 20.0, 1.0  # seconds for each side, and for --smoke

FRONTS = {"resource_plan": ("latency", "cost"), "stage": ("latency", "cost")}
SIZES: dict[str, list[dict[str, Any]]] = {
    name: facts_of(name)["peers"] for name in optgap.problem_names()
}


def read_model(file: Path) -> highspy.Highs:
    """Read a model file, as one does with highspy alone."""
    highs = highspy.Highs()
    highs.silent()
    highs.readModel(str(file))
    highs.setOptionValue("mip_rel_gap", 1e-6)
    return highs


def by_highs(file: Path, limit: float) -> dict[str, Any]:
    """Solve a model file with highspy."""
    highs = read_model(file)
    highs.setOptionValue("time_limit", limit)
    begun = time.perf_counter()
    highs.run()
    seconds = time.perf_counter() - begun
    info = highs.getInfo()
    status = highs.modelStatusToString(highs.getModelStatus()).lower()
    has_plan = info.primal_solution_status == 2
    return {
        "status": "optimal" if status == "optimal" else "stopped",
        "seconds": seconds,
        "value": info.objective_function_value if has_plan else None,
    }


def by_cp_sat(file: Path, hint: dict[str, float], limit: float) -> dict[str, Any]:
    """Solve a model file with CP-SAT, from the values of a heuristic's plan."""
    model = model_builder.Model()
    model.import_from_mps_file(str(file))
    for number in range(model.num_variables):
        variable = model.var_from_index(number)
        if variable.name in hint:
            model.add_hint(variable, hint[variable.name])
    solver = model_builder.Solver("sat")
    solver.set_time_limit_in_seconds(limit)
    solver.set_solver_specific_parameters(
        f"num_workers:{os.cpu_count()} mip_var_scaling:1000 mip_scale_large_domain:true"
    )
    begun = time.perf_counter()
    status = solver.solve(model)
    seconds = time.perf_counter() - begun
    known = model_builder.SolveStatus
    solved = status in (known.OPTIMAL, known.FEASIBLE)
    words = {known.OPTIMAL: "optimal", known.INFEASIBLE: "infeasible"}
    return {
        "status": words.get(status, "stopped"),
        "seconds": seconds,
        "value": solver.objective_value if solved else None,
    }


def hint_of(instance: Any) -> dict[str, float]:
    """Return the values of the variables in the plan of the problem's first heuristic."""
    problem = optgap.problem_named(instance.problem)
    rules = [method.name for method in problem.methods if method.kind != "exact"]
    for rule in rules:
        decision = optgap.solve(instance, rule, time_limit=LIMIT).decision
        if decision is not None:
            model = problem.formulation.build_model(instance)
            problem.formulation.set_start(model, decision)
            values = {each.name: each.value for each in model.component_data_objects(pyo.Var)}
            return {name: value for name, value in values.items() if value is not None}
    return {}


def by_loop(files: list[Path], limit: float) -> dict[str, Any]:
    """Find the front of two objectives by an ε-constraint loop on highspy, two programs a point.

    The next point has less of the second objective by at least a millionth.
    """
    begun = time.perf_counter()
    highs, second = (read_model(file) for file in files)
    costs = [np.array(each.getLp().col_cost_) for each in (highs, second)]
    columns = np.arange(len(costs[0]), dtype=np.int32)
    for cost in costs:  # a row for each objective, free at first
        used = np.flatnonzero(cost).astype(np.int32)
        highs.addRow(-highspy.kHighsInf, highspy.kHighsInf, len(used), used, cost[used])
    rows = highs.getNumRow() - 2, highs.getNumRow() - 1
    most, points = highspy.kHighsInf, 0
    while True:
        values = []
        for goal in (0, 1):  # the least first objective, then the least second one beside it
            left = limit - (time.perf_counter() - begun)
            if left <= 0:
                return {"status": "stopped", "seconds": limit, "value": points}
            highs.changeColsCost(len(columns), columns, costs[goal])
            highs.setOptionValue("time_limit", highs.getRunTime() + left)
            highs.changeRowBounds(rows[1], -highspy.kHighsInf, most)
            first = values[0] + 1e-6 * abs(values[0]) if goal else highspy.kHighsInf
            highs.changeRowBounds(rows[0], -highspy.kHighsInf, first)
            highs.run()
            if highs.getModelStatus() != highspy.HighsModelStatus.kOptimal:
                ended = highs.getModelStatus() == highspy.HighsModelStatus.kInfeasible
                seconds = time.perf_counter() - begun
                return {
                    "status": "optimal" if ended and not goal else "stopped",
                    "seconds": seconds,
                    "value": points,
                }
            values.append(highs.getInfo().objective_function_value)
        points += 1
        most = values[1] - 1e-6 * max(1.0, abs(values[1]))


def by_optgap(instance: Any, limit: float) -> dict[str, Any]:
    """Solve by `auto`, compiled before the clock starts."""
    optgap.solve(instance, time_limit=1.0)
    begun = time.perf_counter()
    outcome = optgap.solve(instance, time_limit=limit)
    seconds = time.perf_counter() - begun
    return {
        "status": "optimal" if outcome.status == "optimal" else "stopped",
        "seconds": seconds,
        "value": outcome.objective if outcome.front is None else len(outcome.front),
        "bound_kind": outcome.bound_kind,
        "gap": outcome.gap,
    }


def row_of(name: str, size: dict[str, Any], limit: float) -> dict[str, Any]:
    """Return all sides of one instance."""
    instance = optgap.generate(name, 1, **size)
    sides = {"auto": by_optgap(instance, limit)}
    with tempfile.TemporaryDirectory() as folder:
        if name in FRONTS:
            files = [Path(folder) / f"{objective}.mps" for objective in FRONTS[name]]
            for objective, file in zip(FRONTS[name], files, strict=True):
                optgap.export(instance, file, objective=objective)
            sides["loop"] = by_loop(files, limit)
        else:
            file = Path(folder) / "model.mps"
            optgap.export(instance, file)
            sides["highspy"] = by_highs(file, limit)
            sides["CP-SAT"] = by_cp_sat(file, hint_of(instance), limit)
        columns = read_model(files[0] if name in FRONTS else file).getNumCol()
    return {"problem": name, "size": size, "columns": columns, "sides": sides}


def row_in_a_process(name: str, size: dict[str, Any], limit: float) -> dict[str, Any]:
    """Return the row that a separate process has computed."""
    program = [sys.executable, __file__, "--row", json.dumps([name, size, limit])]
    ended = subprocess.run(program, stdout=subprocess.PIPE, text=True, check=True)
    row: dict[str, Any] = json.loads(ended.stdout.splitlines()[-1])
    return row


def lines_of(row: dict[str, Any]) -> Iterator[str]:
    """Yield a row for the terminal, a line for each side."""
    size = ", ".join(f"{value} {key}" for key, value in row["size"].items())
    yield f"{row['problem']}: {size}; {row['columns']:,} columns"
    for side, found in row["sides"].items():
        yield f"    {side:10}{found['status']:10}{found['seconds']:9.3f} s  {found['value']}"


def main() -> None:
    """Measure, print, and write the rows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="the smallest sizes, nothing written")
    parser.add_argument("--problems", default=",".join(SIZES))
    parser.add_argument("--row", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.row:
        print(json.dumps(row_of(*json.loads(options.row))))
        return
    rows = json.loads(TARGET.read_text())["rows"] if TARGET.exists() else []
    for name in options.problems.split(","):
        sizes = SIZES[name][:1] if options.smoke else SIZES[name]
        new = []
        for size in sizes:
            new.append(row_in_a_process(name, size, SHORT if options.smoke else LIMIT))
            print(*lines_of(new[-1]), sep="\n", flush=True)
        rows = [row for row in rows if row["problem"] != name] + new
        if not options.smoke:
            rows.sort(key=lambda row: list(SIZES).index(row["problem"]))
            document = {"environment": environment(), "limit": LIMIT, "rows": rows}
            TARGET.write_text(json.dumps(document, indent=1) + "\n")


if __name__ == "__main__":
    main()
