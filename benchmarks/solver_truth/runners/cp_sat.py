"""CP-SAT of OR-Tools, for programs of integers with bounds."""

from ortools.sat.python import cp_model
from serving import in_integers, serve

LEAST, MOST = -(2**60), 2**60


def solve(program, options):
    """Solve the integer program."""
    whole, factor = in_integers(program)
    model = cp_model.CpModel()
    bounds = zip(whole["lower"], whole["upper"], strict=True)
    x = [model.NewIntVar(low, high, f"x{j}") for j, (low, high) in enumerate(bounds)]
    for row, low, high in zip(whole["rows"], whole["low"], whole["high"], strict=True):
        total = sum(a * each for a, each in zip(row, x, strict=True) if a)
        low, high = LEAST if low is None else low, MOST if high is None else high
        if isinstance(total, int):  # an empty row
            model.AddLinearConstraint(0 * x[0], low, high)
        else:
            model.AddLinearConstraint(total, low, high)
    model.Minimize(sum(c * each for c, each in zip(whole["cost"], x, strict=True)))
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = options["seconds"]
    solver.parameters.cp_model_presolve = options["presolve"]
    if options["threads"]:
        solver.parameters.num_search_workers = options["threads"]
    status = solver.StatusName(solver.Solve(model)).lower()
    return {"status": status, "value": solver.ObjectiveValue() / factor}


if __name__ == "__main__":
    serve(solve)
