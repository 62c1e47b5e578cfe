"""optgap works without numba, OR-Tools and the packages of its extras."""

import subprocess
import sys
from pathlib import Path

ABSENT = """
import sys
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in (
            "numba", "ortools", "pymoo", "distributed", "networkx",
            "pyarrow", "mcp",
        ):
            raise ModuleNotFoundError(name, name=name)
sys.meta_path.insert(0, Absent())
import optgap
def refusal(*given, **more):
    try: optgap.solve(*given, **more)
    except optgap.InputError as error: return str(error)
"""


def printed(code: str) -> list[str]:
    """Return the lines that code prints where the packages are absent."""
    command = [sys.executable, "-c", ABSENT + code]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_kernels_run_as_they_are_written() -> None:
    code = """
print(optgap.solve("placement/fig6", "bottleneck").status)
print(refusal("placement/fig6", "ipa", compiled="yes"))
"""
    status, *refusal = printed(code)
    assert status == "optimal"
    assert "needs numba, which is not installed" in refusal[-1]


def test_methods_and_engines_name_the_package_that_they_need() -> None:
    code = """
print(refusal("stage/two-machines", "nsga2"))
print(refusal("cluster_ratio/three-groups", solver="cp-sat"))
print(refusal("cluster_ratio/three-groups", solver="highs,scip"))
"""
    text = "\n".join(printed(code))
    assert text.count("needs the package pymoo: pip install 'optgap[evolution]'") == 1
    assert text.count("needs the package ortools, which is not installed") == 2


def test_a_table_has_a_row_for_a_method_that_cannot_run() -> None:
    """Everything else is compared, and results state the versions of what is there."""
    code = """
from optgap.validation.study.results import environment
found = optgap.compare("stage/two-machines")
print(len(found), "pymoo" in environment(), "ortools" in environment())
"""
    assert printed(code) == ["12 False False"]


def test_a_conflict_is_asked_again_without_a_second_family() -> None:
    code = """
import pyomo.environ as pyo
from optgap.solvers.engines import solve_model, ask_again
from optgap.core.run import Run
model = pyo.ConcreteModel()
model.x = pyo.Var(range(2), domain=pyo.Binary)
model.o = pyo.Objective(expr=model.x[0])
model.c = pyo.Constraint(expr=model.x[0] + model.x[1] >= 3)
run = Run("minimize", time_limit=10)
print(ask_again(solve_model(model, "highs", run), run).message)
"""
    assert printed(code) == ["infeasible, according to two runs of HiGHS alone"]


def test_a_task_names_the_package_that_its_programs_are_given(tmp_path) -> None:
    program = tmp_path / "program.py"
    program.write_text("")
    code = f"""
try: optgap.judge("cloudcast", {str(program)!r})
except optgap.InputError as error: print(error)
from optgap_found_programs import cloudcast
try: cloudcast.cheapest_paths(cloudcast.generate(1))
except optgap.InputError as error: print(error)
"""
    text = "\n".join(printed(code))
    assert text.count("needs the package networkx: pip install 'optgap-found-programs[tasks]'") == 2


def test_models_are_exported_and_read_back(tmp_path: Path) -> None:
    code = f"""
import os
os.chdir({str(tmp_path)!r})
for suffix in ("mps", "lp"):
    optgap.export("placement/fig6", "fig6." + suffix)
    print(optgap.solve("fig6." + suffix).objective)
"""
    assert printed(code) == ["16.0", "16.0"]
