"""SCIP, CBC, GLOP and PDLP as OR-Tools brings them."""

from math import inf

from ortools.linear_solver import pywraplp
from serving import ends, serve

WORDS = {
    pywraplp.Solver.OPTIMAL: "optimal",
    pywraplp.Solver.INFEASIBLE: "infeasible",
    pywraplp.Solver.UNBOUNDED: "unbounded",
}


def solve(program, options):
    """Solve with a gap of 0; GLOP and PDLP are given linear programs alone."""
    solver = pywraplp.Solver.CreateSolver(options["engine"])
    if solver is None:
        raise ValueError("is not part of this version")
    bounds = zip(
        ends(program["lower"], -inf), ends(program["upper"]), program["integer"], strict=True
    )
    x = [solver.Var(low, high, whole, f"x{j}") for j, (low, high, whole) in enumerate(bounds)]
    for row, low, high in zip(
        program["rows"], ends(program["low"], -inf), ends(program["high"]), strict=True
    ):
        constraint = solver.RowConstraint(low, high, "")
        for a, each in zip(row, x, strict=True):
            constraint.SetCoefficient(each, a)
    for c, each in zip(program["cost"], x, strict=True):
        solver.Objective().SetCoefficient(each, c)
    solver.Objective().SetMinimization()
    solver.set_time_limit(int(1000 * options["seconds"]))
    if options["threads"]:
        solver.SetNumThreads(options["threads"])
    if options["engine"] == "PDLP":
        solver.SetSolverSpecificParametersAsString(
            "termination_criteria { simple_optimality_criteria "
            "{ eps_optimal_absolute: 1e-8 eps_optimal_relative: 1e-8 } }"
        )
    parameters = pywraplp.MPSolverParameters()
    parameters.SetDoubleParam(parameters.RELATIVE_MIP_GAP, 0.0)
    off, on = parameters.PRESOLVE_OFF, parameters.PRESOLVE_ON
    parameters.SetIntegerParam(parameters.PRESOLVE, on if options["presolve"] else off)
    status = solver.Solve(parameters)
    answer = {"status": WORDS.get(status, f"status {status}")}
    if answer["status"] == "optimal":
        answer["value"] = solver.Objective().Value()
    return answer


if __name__ == "__main__":
    serve(solve)
