"""HiGHS and OR-Tools in one process, whichever is imported first (google/or-tools#5246)."""

from __future__ import annotations

import subprocess
import sys

import pytest

SCRIPT = """
import importlib, sys
for name in sys.argv[1:]:
    importlib.import_module(name)
import pyomo.environ as pyo
from optgap.core.run import Run
from optgap.solvers.engines.engine import ENGINES
from optgap.solvers.engines import solve_model
for engine in ENGINES:
    model = pyo.ConcreteModel()
    domain = pyo.Reals if engine in ("glop", "pdlp") else pyo.Integers
    model.x = pyo.Var([1, 2], domain=domain, bounds=(0, 4))
    model.row = pyo.Constraint(expr=model.x[1] + model.x[2] >= 5)
    model.cost = pyo.Objective(expr=2 * model.x[1] + model.x[2])
    result = solve_model(model, engine, Run("minimize", threads=1))
    assert abs(result.objective - 6) < 1e-6, (engine, result)
print("solved")
"""
ORTOOLS = ["ortools.sat.python.cp_model", "ortools.math_opt.core.python.solver"]


@pytest.mark.parametrize(
    "order", [["highspy", *ORTOOLS], [*ORTOOLS, "highspy"]], ids=["highs-first", "ortools-first"]
)
def test_both_orders(order: list[str]) -> None:
    """Both orders import, and every engine solves afterwards."""
    command = [sys.executable, "-W", "error", "-c", SCRIPT, *order]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "solved\n"
    assert done.stderr == ""


def test_nothing_is_imported_before_it_is_used() -> None:
    """The table of engines costs no solver library."""
    script = (
        "import sys, optgap.solvers.engines.engine\n"
        "print([name for name in ('highspy', 'ortools') if name in sys.modules])"
    )
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout == "[]\n"
